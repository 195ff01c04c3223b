/* holder_names.c - how objects and the members of crowds are kept, by names; see reason_words.h.
 *
 * O(members): no more than GCV_CHAIN_END objects of each chain are examined, and nothing once names
 * differ. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"
#include "heap/script_path.h"

/* ---- an object ----------------------------------------------------------------------------- */

void gcv_reason_add_scope(gcv_reasons *reasons, const gcv_code_place *scope)
{
    gcv_reason_add(reasons, " of ");
    if (scope != NULL) {
        gcv_reason_add_place(reasons, scope);
    } else {
        gcv_reason_add(reasons, "one function or module");
    }
}

void gcv_reason_add_held(gcv_reasons *reasons, uint32_t object)
{
    const gcv_heap *heap = reasons->input->heap;
    const uint32_t over = reasons->input->paths->parent[object];
    gcv_common_name name = {0};
    gcv_field by;
    if (over >= GCV_ROOTED || !gcv_heap_has_fields(heap)) {
        return;
    }
    gcv_common_name_add(&reasons->finder, &name, over, object);
    if (!gcv_common_name_get(heap, &name, &by)) {
        return;
    }
    if (by.kind == GCV_FIELD_VARIABLE || by.kind == GCV_FIELD_STATIC) {
        gcv_reason_add(reasons,
                       by.kind == GCV_FIELD_VARIABLE ? ", the variable " : ", the static field ");
        gcv_buffer_append_cut(reasons->ctx, &reasons->text, by.name, GCV_LONGEST_NAME);
    } else if (by.kind == GCV_FIELD_PROPERTY) {
        gcv_reason_add(reasons, ", ");
        gcv_field_append(reasons->ctx, &by, &reasons->text);
        gcv_reason_add(reasons, " of one ");
        gcv_reason_add_name(reasons, gcv_reason_name_of(reasons, over));
    }
    if (by.kind == GCV_FIELD_VARIABLE) {
        gcv_reason_add_scope(reasons, gcv_heap_place(heap, over));
    }
}

/* ---- the members of a crowd ------------------------------------------------------------------ */

/* Whether a member hangs on another object of its type, as in a list: only the first one says how
 * all are kept. */
static bool is_below(const gcv_reasons *reasons, const gcv_crowd *crowd, uint32_t member)
{
    const gcv_heap *heap = reasons->input->heap;
    const uint32_t over = reasons->input->paths->parent[member];
    return over < GCV_ROOTED && gcv_heap_type_row(heap, heap->type.data[over]) == crowd->type;
}

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

/* Finds by which name the holder refers to all members, and to the listeners of which event. */
static void find_name(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const gcv_heap *heap = reasons->input->heap;
    const uint32_t *members = reasons->found->crowds.members.data + crowd->first;
    gcv_common_name by = {0}, below = {0};
    gcv_field event;
    for (uint32_t i = 0; i < crowd->n && !by.differs; i++) {
        chain_top top;
        if (is_below(reasons, crowd, members[i])) {
            continue;
        }
        if (!find_top(reasons, crowd->kept.holder, members[i], &top)) {
            return;
        }
        gcv_common_name_add(&reasons->finder, &by, crowd->kept.holder, top.keeper);
        if (top.below != GCV_NONE) {
            gcv_common_name_add(&reasons->finder, &below, top.keeper, top.below);
        }
        below.differs = below.differs || top.below == GCV_NONE;
        hold->keeper = by.n == 1 || hold->keeper == top.keeper ? top.keeper : GCV_NONE;
    }
    hold->named = gcv_common_name_get(heap, &by, &hold->by) && !gcv_field_is_internal(&hold->by) &&
                  hold->keeper != GCV_NONE;
    hold->event = hold->named && is_of_events(reasons, &hold->by) &&
                  gcv_common_name_get(heap, &below, &event) && event.kind == GCV_FIELD_PROPERTY;
    hold->event_name = hold->event ? event.name : gcv_slice_of(NULL, 0);
}

/* The place of an object that is a function, or runs one, of the program or a package. */
static const gcv_code_place *code_of(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_heap *heap = reasons->input->heap;
    const gcv_code_place *place = (gcv_reason_kinds_of(reasons, object) & GCV_TYPE_SCOPE) == 0
                                      ? gcv_heap_place(heap, object)
                                      : NULL;
    return place != NULL && gcv_script_owner_of(gcv_code_place_script(&heap->places, place)) !=
                                GCV_SCRIPT_PLATFORM
               ? place
               : NULL;
}

/* The place of the keeper nearest to a member that has one; NULL: there is none. */
static const gcv_code_place *code_above(const gcv_reasons *reasons, uint32_t holder,
                                        uint32_t member)
{
    const uint32_t *parent = reasons->input->paths->parent;
    uint32_t object = parent[member];
    for (int i = 0; i < GCV_CHAIN_END && object < GCV_ROOTED && object != holder; i++) {
        const gcv_code_place *place = code_of(reasons, object);
        if (place != NULL ||
            (gcv_reason_kinds_of(reasons, object) & (GCV_KEEPS_ANY | GCV_TYPE_SCOPE)) == 0) {
            return place;
        }
        object = parent[object];
    }
    return NULL;
}

static void find_code(const gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const uint32_t *members = reasons->found->crowds.members.data + crowd->first;
    bool any = false;
    hold->members = code_of(reasons, members[0]);
    for (uint32_t i = 0; i < crowd->n && (i == 0 || hold->code != NULL || hold->members != NULL);
         i++) {
        hold->members = code_of(reasons, members[i]) == hold->members ? hold->members : NULL;
        if (!is_below(reasons, crowd, members[i]) && (!any || hold->code != NULL)) {
            const gcv_code_place *code = code_above(reasons, crowd->kept.holder, members[i]);
            hold->code = !any || code == hold->code ? code : NULL;
            any = true;
        }
    }
}

/* Finds whether all members are values of one variable, in one call of its function or several. In
 * one call this says more than what keeps that call. */
static void find_variable(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_hold *hold)
{
    const gcv_heap *heap = reasons->input->heap;
    const uint32_t *members = reasons->found->crowds.members.data + crowd->first;
    const gcv_code_place *place = NULL;
    gcv_common_name by = {0};
    uint32_t first = GCV_NONE;
    bool one = true;
    for (uint32_t i = 0; i < crowd->n && !by.differs; i++) {
        const uint32_t over = reasons->input->paths->parent[members[i]];
        if (is_below(reasons, crowd, members[i])) {
            continue;
        }
        if (over >= GCV_ROOTED || (gcv_reason_kinds_of(reasons, over) & GCV_TYPE_SCOPE) == 0) {
            return;
        }
        first = first == GCV_NONE ? over : first;
        one = one && first == over;
        place = gcv_heap_place(heap, over);
        if (place != gcv_heap_place(heap, first)) {
            return;
        }
        gcv_common_name_add(&reasons->finder, &by, over, members[i]);
    }
    gcv_field field;
    if ((one || crowd->kept.keepers == 0) && gcv_common_name_get(heap, &by, &field) &&
        field.kind == GCV_FIELD_VARIABLE) {
        hold->variable = true;
        hold->by = field;
        hold->scope = place;
    }
}

gcv_hold gcv_find_hold(gcv_reasons *reasons, const gcv_crowd *crowd)
{
    const gcv_heap *heap = reasons->input->heap;
    gcv_hold hold = {0};
    hold.keeper = GCV_NONE;
    if (gcv_heap_has_fields(heap) && crowd->kept.holder != GCV_NONE && crowd->kept.one_holder) {
        find_name(reasons, crowd, &hold);
        hold.scope = gcv_heap_place(heap, crowd->kept.holder);
    }
    if (heap->places.all.n > 0) {
        find_code(reasons, crowd, &hold);
    }
    if (gcv_heap_has_fields(heap)) {
        find_variable(reasons, crowd, &hold);
    }
    return hold;
}
