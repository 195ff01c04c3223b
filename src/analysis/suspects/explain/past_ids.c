/* past_ids.c - suspects in an older dump of the same process, by id; see past_matcher.h. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/type_kinds.h"

static gcv_slice name_of(const gcv_heap *heap, uint32_t object)
{
    return gcv_type_name_across_dumps(gcv_heap_type_name(heap, heap->type.data[object]));
}

/* Returns the object of the older dump with the id and type of another one; GCV_NONE: there is
 * none. */
static uint32_t same_object(const gcv_past_matcher *matcher, uint32_t object)
{
    const gcv_heap *now = matcher->input->heap, *old = matcher->old;
    const uint32_t same = gcv_heap_find(old, 0, gcv_heap_object_id(now, object));
    return same != GCV_NONE && gcv_slice_equal(name_of(old, same), name_of(now, object)) ? same
                                                                                         : GCV_NONE;
}

/* Returns the most bytes that an object of the older dump with this name, to which `over` refers,
 * retains; GCV_NOT_REACHABLE: there is none. */
static uint64_t retained_below(const gcv_past_matcher *matcher, uint32_t over, gcv_slice name)
{
    const gcv_dominators *d = matcher->d;
    const gcv_heap *old = matcher->old;
    uint64_t most = GCV_NOT_REACHABLE;
    uint32_t n;
    const uint32_t *to = gcv_heap_references(old, over, &n);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t retained = d->retained[d->number[to[i]]];
        if (gcv_past_counts(matcher, to[i]) && (most == GCV_NOT_REACHABLE || retained > most) &&
            gcv_slice_equal(gcv_heap_type_name(old, old->type.data[to[i]]), name)) {
            most = retained;
        }
    }
    return most;
}

static void match_objects(gcv_past_matcher *matcher)
{
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        uint64_t *retained = &matcher->retained[i];
        if (row->object == GCV_NONE || *retained != GCV_NOT_REACHABLE ||
            !gcv_selection_has_place(matcher->input->selection, row->object)) {
            continue;
        }
        const uint32_t same = same_object(matcher, row->object);
        const uint32_t over = matcher->input->paths->parent[row->object];
        const bool is_part = over < GCV_ROOTED && gcv_is_part_v8(row->name);
        const uint32_t owner = same == GCV_NONE && is_part ? same_object(matcher, over) : GCV_NONE;
        if (same != GCV_NONE && gcv_past_counts(matcher, same)) {
            *retained = matcher->d->retained[matcher->d->number[same]];
        } else if (owner != GCV_NONE) {
            *retained = retained_below(matcher, owner, row->name);
        }
    }
}

void gcv_past_match_ids(gcv_past_matcher *matcher)
{
    match_objects(matcher);
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        if (crowd == NULL) {
            continue;
        }
        const uint32_t *members = gcv_crowd_members(&matcher->found->crowds, crowd);
        matcher->set[i] = i;
        for (uint32_t k = 0; k < crowd->n; k++) {
            const uint32_t same = same_object(matcher, members[k]);
            if (same != GCV_NONE && gcv_past_counts(matcher, same)) {
                gcv_past_add_to_crowd(matcher, i, same);
            }
        }
    }
}
