/* crowd_holder.c - how the members of a crowd hang on their holder; see reason_words.h.
 *
 * O(members): no more than GCV_CHAIN_END objects of each chain are examined, and nothing once names
 * differ. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"

/* The end of a member's chain, above its keepers. */
typedef struct chain_top {
    uint32_t keeper; /* the object that the holder refers to */
    uint32_t below;  /* the object that this one refers to; GCV_NONE: it is the member */
} chain_top;

/* Finds the top of the chain of a member; false if the holder is GCV_CHAIN_END or more steps away,
 * or not on it. */
static bool find_top(const gcv_reasons *reasons, uint32_t holder, uint32_t member, chain_top *top)
{
    const uint32_t *parent = reasons->input->paths->parent;
    top->keeper = member;
    top->below = GCV_NONE;
    for (int i = 0; i < GCV_CHAIN_END && top->keeper < GCV_ROOTED; i++) {
        if (parent[top->keeper] == holder) {
            return true;
        }
        top->below = top->keeper;
        top->keeper = parent[top->keeper];
    }
    return false;
}

/* Whether an emitter of Node.js keeps the listeners of its events there. */
static bool is_of_events(const gcv_reasons *reasons, const gcv_field *by)
{
    return by->kind == GCV_FIELD_PROPERTY && gcv_slice_is(by->name, "_events") &&
           gcv_heap_is_v8(reasons->input->heap);
}

gcv_hold gcv_find_hold(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_heap *heap = reasons->input->heap;
    const uint32_t *members = reasons->found->crowds.members.data + crowd->first;
    gcv_hold hold = {GCV_NONE, false, false, {GCV_FIELD_STATIC, 0, {NULL, 0}}, {NULL, 0}};
    gcv_common_name by = {0}, below = {0};
    gcv_field event;
    if (crowd->kept.holder == GCV_NONE || !crowd->kept.one_holder || !gcv_heap_has_fields(heap)) {
        return hold;
    }
    for (uint32_t i = 0; i < crowd->n && !by.differs; i++) {
        chain_top top;
        if (!find_top(reasons, crowd->kept.holder, members[i], &top)) {
            return hold;
        }
        gcv_common_name_add(&reasons->finder, &by, crowd->kept.holder, top.keeper);
        if (top.below != GCV_NONE) {
            gcv_common_name_add(&reasons->finder, &below, top.keeper, top.below);
        }
        hold.keeper = i == 0 || hold.keeper == top.keeper ? top.keeper : GCV_NONE;
        below.differs = below.differs || top.below == GCV_NONE;
    }
    hold.named = gcv_common_name_get(heap, &by, &hold.by) && !gcv_field_is_internal(&hold.by) &&
                 hold.keeper != GCV_NONE;
    hold.event = hold.named && is_of_events(reasons, &hold.by) &&
                 gcv_common_name_get(heap, &below, &event) && event.kind == GCV_FIELD_PROPERTY;
    hold.event_name = hold.event ? event.name : gcv_slice_of(NULL, 0);
    return hold;
}
