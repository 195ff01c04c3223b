/* heap_pair.c - two heaps and reports about them; see heap_pair.h. */
#include "support/heap_pair.h"

#include "support/check.h"

#include <stdio.h>
#include <string.h>

static void no_message(void *payload, const char *file, const char *message)
{
    (void)payload;
    (void)file;
    (void)message;
}

bool heap_pair_open(heap_pair *p, const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    graph_random(&p->second, graph_mix(g->seed, 77), g->n_objects + 3);
    if (!subject_open(&p->a, g, style, NULL, why)) {
        graph_release(&p->second);
        return false;
    }
    if (!subject_open(&p->b, &p->second, style, NULL, why)) {
        graph_release(&p->second);
        return subject_close(&p->a, false, why);
    }
    assert_int_equal(gcv_heap_load_memory(p->a.ctx, "second", p->b.text.data, p->b.text.size, NULL,
                                          &p->heap_b, NULL),
                     GCV_OK);
    return true;
}

bool heap_pair_close(heap_pair *p, bool good, char why[GRAPH_WHY_MAX])
{
    gcv_heap_free(p->heap_b);
    good = subject_close(&p->a, good, why);
    good = subject_close(&p->b, good, why);
    graph_release(&p->second);
    return good;
}

gcv_report heap_pair_report(gcv_context *ctx, const gcv_heap *const *heaps, size_t n,
                            const gcv_report_options *options)
{
    gcv_report report;
    memset(&report, 0, sizeof report);
    report.ctx = ctx;
    report.command = "diff";
    report.heap = heaps[0];
    report.heaps = heaps;
    report.n_heaps = n;
    report.options = options;
    report.print_warning = report.print_message = no_message;
    return report;
}
