/* past_ids.c - suspects in an older dump of the same process, by id; see past_matcher.h. */
#include "analysis/suspects/explain/past_matcher.h"

#include "analysis/type_kinds.h"
#include "heap/reference_names.h"

static gcv_slice name_of(const gcv_heap *heap, uint32_t object)
{
    return gcv_type_name_across_dumps(gcv_heap_type_name(heap, heap->type.data[object]));
}

/* Returns the object of one dump with the id and type of an object of the other; GCV_NONE: there is
 * none. */
static uint32_t find_same(const gcv_heap *heap, const gcv_heap *other, uint32_t object)
{
    const uint32_t same = gcv_heap_find(other, 0, gcv_heap_object_id(heap, object));
    return same != GCV_NONE && gcv_slice_equal(name_of(other, same), name_of(heap, object))
               ? same
               : GCV_NONE;
}

static uint32_t same_object(const gcv_past_matcher *matcher, uint32_t object)
{
    return find_same(matcher->input->heap, matcher->old, object);
}

bool gcv_past_is_kept(const gcv_past_matcher *matcher, uint32_t object)
{
    return find_same(matcher->old, matcher->input->heap, object) != GCV_NONE;
}

/* Returns the references of an object; none, if too many were looked at already. */
static const uint32_t *references_of(gcv_past_matcher *matcher, const gcv_heap *heap,
                                     uint32_t object, uint32_t *n)
{
    const uint32_t *to = gcv_heap_references(heap, object, n);
    *n = *n <= matcher->left ? *n : 0;
    matcher->left -= *n;
    return to;
}

/* Returns the most bytes that an object of the older dump with this name, to which `over` refers,
 * retains; GCV_NOT_REACHABLE: there is none. */
static uint64_t retained_below(gcv_past_matcher *matcher, uint32_t over, gcv_slice name)
{
    const gcv_dominators *d = matcher->d;
    const gcv_heap *old = matcher->old;
    uint64_t most = GCV_NOT_REACHABLE;
    uint32_t n;
    const uint32_t *to = references_of(matcher, old, over, &n);
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t retained = d->retained[d->number[to[i]]];
        if (gcv_past_counts(matcher, to[i]) && (most == GCV_NOT_REACHABLE || retained > most) &&
            gcv_slice_equal(gcv_heap_type_name(old, old->type.data[to[i]]), name)) {
            most = retained;
        }
    }
    return most;
}

/* Returns what the property or variable of an object by which the later dump has another one
 * retains in the older dump; GCV_NOT_REACHABLE: there is none. */
static uint64_t retained_in_field(gcv_past_matcher *matcher, uint32_t owner, uint32_t over,
                                  uint32_t object)
{
    const gcv_heap *now = matcher->input->heap, *old = matcher->old;
    uint32_t n, at = 0;
    const uint32_t *to = references_of(matcher, now, over, &n);
    while (at < n && to[at] != object) {
        at++;
    }
    if (at == n) {
        return GCV_NOT_REACHABLE;
    }
    const gcv_field by = gcv_field_of(now, over, at);
    to = references_of(matcher, old, owner, &n);
    for (uint32_t i = 0; i < n; i++) {
        const gcv_field was = gcv_field_of(old, owner, i);
        if ((by.kind == GCV_FIELD_PROPERTY || by.kind == GCV_FIELD_VARIABLE) &&
            was.kind == by.kind && gcv_slice_equal(was.name, by.name) &&
            gcv_past_counts(matcher, to[i])) {
            return matcher->d->retained[matcher->d->number[to[i]]];
        }
    }
    return GCV_NOT_REACHABLE;
}

void gcv_past_match_objects(gcv_past_matcher *matcher)
{
    enum { OFTEN = 32 }; /* how often each reference may be looked at, on average */
    matcher->left = OFTEN * (matcher->old->refs.n + matcher->input->heap->refs.n);
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        uint64_t *retained = &matcher->retained[i];
        if (row->object == GCV_NONE ||
            !gcv_selection_has_place(matcher->input->selection, row->object)) {
            continue;
        }
        const uint32_t same = same_object(matcher, row->object);
        const uint32_t over = matcher->input->paths->parent[row->object];
        const uint32_t owner =
            same == GCV_NONE && over < GCV_ROOTED ? same_object(matcher, over) : GCV_NONE;
        if (same != GCV_NONE && gcv_past_counts(matcher, same)) {
            *retained = matcher->d->retained[matcher->d->number[same]];
        } else if (owner != GCV_NONE && gcv_is_part_v8(row->name)) {
            *retained = retained_below(matcher, owner, row->name);
        } else if (owner != GCV_NONE && matcher->input->slots) {
            *retained = retained_in_field(matcher, owner, over, row->object);
        }
    }
}

/* Returns the most that one of the objects on a list retains in the older dump: its head there, if
 * the list grows in front. GCV_NOT_REACHABLE: the older dump has none of them. */
static uint64_t retained_on_list(const gcv_past_matcher *matcher, const gcv_suspect *row)
{
    const gcv_heap *heap = matcher->input->heap;
    const gcv_dominator_tree *tree = &matcher->found->tree;
    const uint32_t number = matcher->input->dominators->number[row->object];
    const uint32_t family = gcv_heap_type_family(heap, row->type);
    uint64_t most = GCV_NOT_REACHABLE;
    for (uint32_t at = tree->at[number]; at < gcv_dominator_tree_end(tree, number); at++) {
        const uint32_t object = matcher->input->dominators->object[tree->order[at]];
        const uint32_t same = gcv_heap_object_family(heap, object) == family
                                  ? same_object(matcher, object)
                                  : GCV_NONE;
        if (same != GCV_NONE && gcv_past_counts(matcher, same)) {
            const uint64_t retained = matcher->d->retained[matcher->d->number[same]];
            most = most == GCV_NOT_REACHABLE || retained > most ? retained : most;
        }
    }
    return most;
}

void gcv_past_match_members(gcv_past_matcher *matcher)
{
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_suspect *row = &matcher->rows->data[i];
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        if (row->run > 0 && matcher->retained[i] == GCV_NOT_REACHABLE) {
            matcher->retained[i] = retained_on_list(matcher, row);
        }
        if (crowd == NULL) {
            continue;
        }
        const uint32_t *members = gcv_crowd_members(&matcher->found->crowds, crowd);
        matcher->set[i] = i;
        for (uint32_t k = 0; k < gcv_crowd_size(crowd); k++) {
            const uint32_t same = same_object(matcher, members[k]);
            if (same != GCV_NONE && gcv_past_counts(matcher, same)) {
                gcv_past_add_to_crowd(matcher, i, same);
            }
        }
    }
}
