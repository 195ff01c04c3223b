/* heap_pair.c - two heaps in one context; see heap_pair.h. */
#include "support/heap_pair.h"

#include "support/check.h"

#include "heap/heap.h"

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
    p->heap_b->static_first = style->static_first;
    oracle_add_generations(&p->b.o, p->heap_b);
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
