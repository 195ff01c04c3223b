/* crowd_members.c - what the members of a crowd are, and what they hold; see reason_words.h. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"

/* Adds up, by type, what the children of the members in the dominator tree retain; the variables of
 * functions among them count as their own children. Returns the type that retains the most, the
 * crowd's own type excepted; GCV_NONE: there is no such child. */
static uint32_t main_content(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_heap *heap = reasons->input->heap;
    const gcv_dominators *d = reasons->input->dominators;
    const gcv_dominator_tree *tree = &reasons->found->tree;
    uint32_t best = GCV_NONE;
    gcv_reason_weigh_none(reasons);
    for (uint32_t i = 0; i < crowd->n; i++) {
        uint32_t number = d->number[reasons->found->crowds.members.data[crowd->first + i]];
        uint32_t end = gcv_dominator_tree_end(tree, number);
        for (uint32_t at = tree->at[number] + 1; at < end;) {
            const uint32_t w = tree->order[at], object = d->object[w];
            bool scope = gcv_reason_is_scope(reasons, object);
            at += scope ? 1 : tree->size[w];
            if (!scope && gcv_heap_type_family(heap, heap->type.data[object]) != crowd->type) {
                best = gcv_reason_weigh(reasons, object, d->retained[w], best);
            }
        }
    }
    return best;
}

void gcv_reason_add_contents(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const uint32_t type = main_content(reasons, crowd);
    if (type == GCV_NONE || (reasons->found->kinds[type] & GCV_TYPE_MINE) == 0) {
        return;
    }
    const bool most = gcv_keeps(reasons->weight[type], crowd->retained);
    if (most ||
        ((crowd->kinds & GCV_TYPE_CLOSURE) != 0 && gcv_keeps(reasons->count[type], crowd->n))) {
        gcv_reason_add(reasons, most ? ", mostly in " : ", among them ");
        gcv_reason_add_number(reasons, reasons->count[type]);
        gcv_reason_add_name(reasons, " ", reasons->input->heap->types.name[type]);
    }
}

/* Returns the shape that most members have, or most of those that are not parts of others, and how
 * many; GCV_NONE: there is none, or all have it. */
static uint32_t main_shape(gcv_reasons *reasons, const gcv_crowd *crowd, bool on_top,
                           uint32_t *n_most)
{
    const gcv_heap *heap = reasons->input->heap;
    uint32_t best = GCV_NONE, n = 0;
    gcv_reason_weigh_none(reasons);
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t member = reasons->found->crowds.members.data[crowd->first + i];
        if (!on_top || gcv_crowd_is_on_top(reasons, crowd, member)) {
            best = gcv_reason_weigh(reasons, member, 1, best);
            n++;
        }
    }
    const uint32_t most = best != GCV_NONE ? reasons->count[best] : 0;
    if (most == 0 || most == crowd->n || !gcv_keeps(most, n) ||
        !gcv_is_shape(heap->types.name[best])) {
        return GCV_NONE;
    }
    *n_most = most;
    return best;
}

/* A plain object may be the table of all others: then the shape of the others counts. */
uint32_t gcv_crowd_main_shape(gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t *n_most)
{
    uint32_t shape = GCV_NONE;
    if (reasons->input->heap->types.family != NULL) {
        shape = main_shape(reasons, crowd, true, n_most);
        shape = shape == GCV_NONE ? main_shape(reasons, crowd, false, n_most) : shape;
    }
    return shape;
}

/* Whether few objects of a type are no members: they have other chains. Of yours, no
 * more than those that are: siblings may keep these. */
static bool is_most(const gcv_crowd *crowd, uint32_t all)
{
    const uint32_t most = (crowd->kinds & GCV_TYPE_MINE) != 0 ? crowd->n : all / 20;
    return crowd->n < all && all - crowd->n <= most;
}

void gcv_reason_add_members(gcv_reasons *reasons, const gcv_crowd *crowd, const gcv_hold *hold)
{
    const gcv_heap *heap = reasons->input->heap;
    const gcv_slice name = gcv_crowd_name(heap, &reasons->found->crowds, crowd);
    const bool closures = (crowd->kinds & GCV_TYPE_CLOSURE) != 0;
    const bool all = hold->members != NULL && hold->n_most == crowd->n;
    const char *word = (crowd->kinds & GCV_TYPE_BRIEF) != 0 ? gcv_brief_word(name)
                       : closures && !all                   ? "closures"
                                                            : NULL;
    gcv_reason_add_number(reasons, crowd->n);
    if (!closures && is_most(crowd, reasons->n_of[crowd->type])) {
        gcv_reason_add(reasons, " of ");
        gcv_reason_add_number(reasons, reasons->n_of[crowd->type]);
    }
    gcv_reason_add(reasons, !all ? " " : closures ? " closures " : " calls of ");
    if (word != NULL) {
        gcv_reason_add(reasons, word);
        gcv_reason_add(reasons, " (");
    }
    if (all) {
        gcv_reason_add_code(reasons, hold->members);
    } else {
        gcv_reason_add_name(reasons, "", name);
    }
    gcv_reason_add(reasons, word != NULL ? ")" : "");
    if (!all && hold->n_most > 0) {
        gcv_reason_add(reasons, ", ");
        gcv_reason_add_number(reasons, hold->n_most);
        gcv_reason_add(reasons, " of them ");
        if (hold->shape != GCV_NONE) {
            gcv_reason_add_name(reasons, "", heap->types.name[hold->shape]);
        } else {
            gcv_reason_add_code(reasons, hold->members);
        }
        gcv_reason_add(reasons, ",");
    }
}
