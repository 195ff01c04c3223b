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

/* Returns the object of the older dump with this name, to which `over` refers, that retains the
 * most; GCV_NONE: there is none. */
static uint32_t largest_below(gcv_past_matcher *matcher, uint32_t over, gcv_slice name)
{
    const gcv_heap *old = matcher->old;
    uint32_t n, most = GCV_NONE;
    const uint32_t *to = references_of(matcher, old, over, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (gcv_past_counts(matcher, to[i]) &&
            (most == GCV_NONE ||
             gcv_past_retained(matcher, to[i]) > gcv_past_retained(matcher, most)) &&
            gcv_slice_equal(gcv_heap_type_name(old, old->type.data[to[i]]), name)) {
            most = to[i];
        }
    }
    return most;
}

/* Returns what is in the older dump in the property or variable of an object by which the later
 * dump has another one; GCV_NONE: nothing. */
static uint32_t object_in_field(gcv_past_matcher *matcher, uint32_t owner, uint32_t over,
                                uint32_t object)
{
    const gcv_heap *now = matcher->input->heap, *old = matcher->old;
    uint32_t n, at = 0;
    const uint32_t *to = references_of(matcher, now, over, &n);
    while (at < n && to[at] != object) {
        at++;
    }
    if (at == n) {
        return GCV_NONE;
    }
    const gcv_field by = gcv_field_of(now, over, at);
    to = references_of(matcher, old, owner, &n);
    for (uint32_t i = 0; i < n; i++) {
        const gcv_field was = gcv_field_of(old, owner, i);
        if ((by.kind == GCV_FIELD_PROPERTY || by.kind == GCV_FIELD_VARIABLE) &&
            was.kind == by.kind && gcv_slice_equal(was.name, by.name) &&
            gcv_past_counts(matcher, to[i])) {
            return to[i];
        }
    }
    return GCV_NONE;
}

void gcv_past_match_objects(gcv_past_matcher *matcher)
{
    enum { OFTEN = 32 }; /* how often each reference may be looked at, on average */
    matcher->left = OFTEN * (matcher->old->refs.n + matcher->input->heap->refs.n);
    for (uint32_t i = 0; i < matcher->found->rows.n; i++) {
        const gcv_suspect *row = &matcher->found->rows.data[i];
        uint32_t *counterpart = &matcher->object[i];
        if (row->object == GCV_NONE ||
            !gcv_selection_has_place(matcher->input->selection, row->object)) {
            continue;
        }
        const uint32_t same = same_object(matcher, row->object);
        const uint32_t over = matcher->input->paths->parent[row->object];
        const uint32_t owner =
            same == GCV_NONE && over < GCV_ROOTED ? same_object(matcher, over) : GCV_NONE;
        if (same != GCV_NONE && gcv_past_counts(matcher, same)) {
            *counterpart = same;
        } else if (owner != GCV_NONE && gcv_is_part_v8(row->name)) {
            *counterpart = largest_below(matcher, owner, row->name);
        } else if (owner != GCV_NONE && matcher->input->slots) {
            *counterpart = object_in_field(matcher, owner, over, row->object);
        }
    }
}

/* Returns the object on a list that retains the most in the older dump: its head there, if the list
 * grows in front. GCV_NONE: the older dump has none of them. */
static uint32_t largest_on_list(const gcv_past_matcher *matcher, const gcv_suspect *row)
{
    const gcv_heap *heap = matcher->input->heap;
    const gcv_dominator_tree *tree = &matcher->found->tree;
    const uint32_t number = matcher->input->dominators->number[row->object];
    const uint32_t family = gcv_heap_type_family(heap, row->type);
    uint32_t most = GCV_NONE;
    for (uint32_t at = tree->at[number]; at < gcv_dominator_tree_end(tree, number); at++) {
        const uint32_t object = matcher->input->dominators->object[tree->order[at]];
        const uint32_t same = gcv_heap_object_family(heap, object) == family
                                  ? same_object(matcher, object)
                                  : GCV_NONE;
        if (same != GCV_NONE && gcv_past_counts(matcher, same) &&
            (most == GCV_NONE ||
             gcv_past_retained(matcher, same) > gcv_past_retained(matcher, most))) {
            most = same;
        }
    }
    return most;
}

void gcv_past_match_members(gcv_past_matcher *matcher)
{
    for (uint32_t i = 0; i < matcher->found->rows.n; i++) {
        const gcv_suspect *row = &matcher->found->rows.data[i];
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        if (row->run > 0 && matcher->object[i] == GCV_NONE) {
            matcher->object[i] = largest_on_list(matcher, row);
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
