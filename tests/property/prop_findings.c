/* Findings that overlap, compared with the simplest method: which objects are cut off without
 * another one. */
#include "support/check.h"
#include "support/property.h"
#include "support/side.h"

#include "analysis/groups.h"
#include "figures/look.h"

#include <inttypes.h>
#include <stdlib.h>

/* Whether an object is one of those that a suspect is about. */
static bool is_of(const side *x, const gcv_suspect_list *list, const gcv_suspect *row, uint32_t v)
{
    const gcv_crowds *crowds = &list->found.crowds;
    if (row->crowd != GCV_NONE) {
        const gcv_crowd *crowd = &crowds->all.data[row->crowd];
        uint32_t i = 0;
        while (i < crowd->n && crowds->members.data[crowd->first + i] != v) {
            i++;
        }
        return i < crowd->n;
    }
    if (row->object != GCV_NONE) {
        return row->object == v;
    }
    const gcv_slice name = side_name(x, v);
    return x->reached[v] &&
           gcv_slice_equal(row->type != GCV_NONE ? name : gcv_namespace_of(name), row->name);
}

/* Whether `v` is cut off without `over`. */
static bool needs(const side *x, uint32_t over, uint32_t v)
{
    bool *removed = graph_zeroed(x->s->o.n, sizeof *removed);
    bool *reached = graph_zeroed(x->s->o.n, sizeof *reached);
    removed[over] = true;
    oracle_reach(&x->s->o, x->weak, removed, reached);
    const bool cut = x->reached[v] && !reached[v];
    free(removed);
    free(reached);
    return cut;
}

static bool overlap(const side *x, const gcv_suspect_list *list, const gcv_suspect *a,
                    const gcv_suspect *b)
{
    const uint32_t n = x->s->o.n;
    bool any = false;
    for (uint32_t v = 0; !any && v < n; v++) {
        for (uint32_t w = 0; !any && is_of(x, list, a, v) && w < n; w++) {
            any = is_of(x, list, b, w) && (needs(x, v, w) || needs(x, w, v));
        }
    }
    return any;
}

static bool findings_hold(const side *x, const gcv_look *look, char why[GRAPH_WHY_MAX])
{
    const gcv_suspect_list *list = &look->suspects;
    const gcv_finding_column *all = &look->findings.all;
    bool good = true;
    for (uint32_t a = 0; a < all->n; a++) {
        for (uint32_t b = 0; good && b < all->n; b++) {
            const bool must =
                a != b && overlap(x, list, gcv_suspect_list_row(list, all->data[a].rank),
                                  gcv_suspect_list_row(list, all->data[b].rank));
            good = (all->data[a].overlaps >> b & 1) == must ||
                   graph_fails(why, "finding %" PRIu32 " %s overlap with %" PRIu32, a,
                               must ? "must" : "must not", b);
        }
    }
    return good;
}

static bool overlaps_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_look_request request = {0};
    const gcv_filter filter = {0};
    gcv_selection selection;
    gcv_look look;
    side x;
    if (side_has_huge(s) || gcv_heap_n_sections(s->heap) > 64) {
        return true;
    }
    side_open(&x, s, weak);
    gcv_block mark;
    gcv_block_link(s->ctx, &mark);
    gcv_basis now = gcv_basis_of(s->ctx, s->heap, weak);
    gcv_selection_find(s->ctx, s->heap, &filter, &selection);
    now.selection = &selection;
    request.suspects.now = &now;
    request.suspects.top = 12;
    request.suspects.min_share.given = true;
    request.suspects.min_share.value = graph_mix(s->o.style->seed, 7) % 40000 + 1;
    request.types.by_bytes = 2;
    gcv_look_find(s->ctx, &request, &look);
    const bool good = findings_hold(&x, &look, why);
    gcv_blocks_free(s->ctx, &mark);
    gcv_block_unlink(s->ctx, &mark);
    side_close(&x);
    return good;
}

static const property properties[] = {
    {.of_subject = overlaps_hold, .all_small = true},
    {.of_subject = overlaps_hold, .seed = 0x66696e64, .cases = 600, .n = {0, 12}},
    {.of_subject = overlaps_hold, .seed = 0x66696e65, .cases = 60, .n = {8, 40}},
};

int main(void) { return property_main(properties, CHECK_COUNT(properties)); }
