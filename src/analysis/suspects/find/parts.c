/* parts.c - see parts.h. */
#include "analysis/suspects/find/parts.h"

#include "analysis/suspects/find/suspect_steps.h"

#include "base/id_map.h"
#include "base/text.h"

static uint32_t type_of(const gcv_part_finder *finder, uint32_t object)
{
    return finder->heap->type.data[object];
}

static bool is_in_other_shape(const gcv_part_finder *finder, const gcv_member *member)
{
    return member->over != GCV_NONE &&
           type_of(finder, member->over) != type_of(finder, member->object);
}

static bool is_part(const gcv_part_finder *finder, const gcv_member *member)
{
    const uint32_t type = type_of(finder, member->object);
    return is_in_other_shape(finder, member)
               ? finder->of[type].holders * GCV_PARTS_MOST >= finder->of[type].n
               : member->over != GCV_NONE &&
                     gcv_slice_is(gcv_heap_type_name(finder->heap, type), "(concatenated string)");
}

/* Counts the members of each type, and the members of the types that hold them. */
static void count(gcv_part_finder *finder, const gcv_member_column *members)
{
    gcv_id_map met = {NULL, 0, 0}; /* pairs of types */
    for (size_t i = 0; i < members->n; i++) {
        finder->of[type_of(finder, members->data[i].object)].n++;
    }
    for (size_t i = 0; i < members->n; i++) {
        const gcv_member *member = &members->data[i];
        if (is_in_other_shape(finder, member)) {
            const uint32_t type = type_of(finder, member->object);
            const uint32_t over = type_of(finder, member->over);
            const uint64_t pair = (uint64_t)type << 32 | over;
            const size_t n = met.n;
            (void)gcv_id_map_enter(finder->ctx, &met, pair, 0);
            finder->of[type].holders += met.n > n ? finder->of[over].n : 0;
        }
    }
    gcv_id_map_release(finder->ctx, &met);
}

/* Counts the members that others hold, but for parts, by the object that holds them. */
static void count_held(gcv_part_finder *finder, const gcv_member_column *members, gcv_id_map *held)
{
    for (size_t i = 0; i < members->n; i++) {
        const gcv_member *member = &members->data[i];
        if (member->over != GCV_NONE && !is_part(finder, member)) {
            const uint32_t n = gcv_id_map_enter(finder->ctx, held, member->over, 0);
            gcv_id_map_set(finder->ctx, held, member->over, n + 1);
        }
    }
}

void gcv_parts_remove(gcv_part_finder *finder, gcv_member_column *members)
{
    size_t n = 0;
    gcv_id_map held = {NULL, 0, 0};
    if (finder->of == NULL) {
        finder->of = gcv_alloc_zeroed(finder->ctx, finder->heap->n_types, sizeof *finder->of);
    }
    count(finder, members);
    count_held(finder, members, &held);
    for (size_t i = 0; i < members->n; i++) {
        gcv_member *member = &members->data[i];
        const uint32_t holds = gcv_id_map_get(finder->ctx, &held, member->object);
        const bool is_dictionary = holds != GCV_NONE && holds > GCV_PARTS_MOST;
        member->over = is_dictionary || is_part(finder, member) ? member->object : GCV_NONE;
    }
    gcv_id_map_release(finder->ctx, &held);
    for (size_t i = 0; i < members->n; i++) {
        const gcv_member member = members->data[i];
        finder->of[type_of(finder, member.object)] = (gcv_shape_count){0, 0};
        members->data[n] = member;
        n += member.over == GCV_NONE;
    }
    members->n = n;
}

/* Counts the top members of a crowd again. Members are in the order of the dominator tree. */
static void count_tops(const gcv_search *search, const gcv_dominator_tree *tree,
                       const gcv_member_column *members, gcv_crowd *crowd)
{
    const gcv_dominators *d = search->input->dominators;
    uint32_t until = 0;
    crowd->tops = 0;
    crowd->top_bytes = 0;
    for (size_t i = 0; i < members->n; i++) {
        const uint32_t w = d->number[members->data[i].object];
        if (tree->at[w] >= until) {
            until = gcv_dominator_tree_end(tree, w);
            crowd->tops++;
            crowd->top_bytes += d->retained[w];
        }
    }
}

/* Removes the members of a crowd that are parts of others. */
static void remove_of_crowd(const gcv_search *search, const gcv_dominator_tree *tree,
                            gcv_placed *placed, uint32_t item, gcv_part_finder *finder,
                            gcv_member_column *members)
{
    const gcv_chain_order *order = search->input->order;
    gcv_crowd *crowd = &placed->crowds.data[item];
    uint32_t *positions = placed->positions.data + crowd->first;
    members->n = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t at = positions[i], over = order->referrer_at[at];
        const bool holds = over != GCV_NONE && placed->crowd_of[over] == item;
        const gcv_member member = {order->object[at], holds ? order->object[over] : GCV_NONE, at};
        gcv_member_column_push(finder->ctx, members, member);
    }
    gcv_parts_remove(finder, members);
    if (members->n < crowd->n) {
        count_tops(search, tree, members, crowd);
    }
    crowd->n = (uint32_t)members->n;
    for (uint32_t i = 0; i < crowd->n; i++) {
        positions[i] = members->data[i].number;
    }
}

void gcv_suspect_parts(const gcv_search *search, const gcv_dominator_tree *tree, gcv_placed *placed)
{
    gcv_part_finder finder = {.ctx = search->ctx, .heap = search->input->heap};
    gcv_member_column members = {0};
    const uint32_t n = gcv_heap_is_v8(finder.heap) ? (uint32_t)placed->crowds.n : 0;
    for (uint32_t i = 0; i < n; i++) {
        remove_of_crowd(search, tree, placed, i, &finder, &members);
    }
    gcv_member_column_release(search->ctx, &members);
    gcv_part_finder_release(&finder);
}

void gcv_part_finder_release(gcv_part_finder *finder)
{
    gcv_free(finder->ctx, finder->of);
    finder->of = NULL;
}
