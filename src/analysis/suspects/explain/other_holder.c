/* other_holder.c - objects of the program, and which of them holds the same as a local variable;
 * see reason_words.h.
 *
 * A thread that waits in the platform, as the worker of a pool does, has a local variable with the
 * queue on which it waits. That root is the nearest and says little: the source has the field of
 * the program that leads to the same queue. */
#include "analysis/suspects/explain/reason_words.h"

#include "analysis/type_kinds.h"
#include "heap/script_path.h"

/* ---- objects of the program ----------------------------------------------------------------- */

bool gcv_reason_is_scope(const gcv_reasons *reasons, uint32_t object)
{
    return (gcv_reason_kinds_of(reasons, object) & GCV_TYPE_SCOPE) != 0;
}

const gcv_code_place *gcv_reason_module(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_code_place *place = gcv_heap_place(reasons->heap, object);
    return place != NULL && gcv_code_place_is_whole(place) && !gcv_reason_is_scope(reasons, object)
               ? place
               : NULL;
}

bool gcv_reason_is_of_program(const gcv_reasons *reasons, uint32_t object)
{
    const gcv_heap *heap = reasons->heap;
    const gcv_code_place *scope = gcv_reason_is_scope(reasons, object)
                                      ? gcv_heap_place(heap, object)
                                      : gcv_reason_module(reasons, object);
    return scope != NULL ? gcv_code_place_owner(&heap->places, scope) != GCV_SCRIPT_PLATFORM
                         : gcv_is_of_program(heap, reasons->found->kinds,
                                             gcv_heap_object_row(heap, object), object);
}

bool gcv_reason_is_of_script(const gcv_reasons *reasons, const gcv_code_place *place)
{
    return gcv_code_place_is_of_author(&reasons->heap->places, place);
}

/* ---- the search ----------------------------------------------------------------------------- */

/* Number of references between the program's object and the one that it holds. */
enum { MOST_STEPS = 5 };

/* A search from an object up, along all references, one step at a time. */
typedef struct gcv_upward {
    const gcv_reasons *reasons;
    uint32_t begin, end;     /* positions in the dominator tree of what the first object retains */
    gcv_bitset seen, newest; /* objects; `newest`: of the last step */
    bool any;                /* there are newest ones */
} gcv_upward;

static bool is_searched(const gcv_upward *search, uint32_t object)
{
    const uint32_t number = search->reasons->dominators->number[object];
    const uint32_t at = search->reasons->tree->at[number];
    return number != 0 && (at < search->begin || at >= search->end) &&
           !gcv_bitset_has(&search->seen, object);
}

/* Returns the first of the newest objects to which an object refers; GCV_NONE: there is none. */
static uint32_t newest_of(const gcv_upward *search, uint32_t object)
{
    uint32_t n;
    const uint32_t *to = gcv_heap_references(search->reasons->heap, object, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (gcv_bitset_has(&search->newest, to[i])) {
            return to[i];
        }
    }
    return GCV_NONE;
}

/* Takes one step up: returns the first object of the program there, and in `*held` to what it
 * refers. GCV_NONE: there is none; then `newest` are the objects of the platform there. */
static uint32_t step_up(gcv_upward *search, uint32_t *held)
{
    const gcv_heap *heap = search->reasons->heap;
    gcv_context *ctx = search->reasons->ctx;
    gcv_bitset above;
    gcv_bitset_init(ctx, &above, heap->n_objects);
    uint32_t found = GCV_NONE;
    search->any = false;
    for (uint32_t i = 0; i < heap->n_objects && found == GCV_NONE; i++) {
        const uint32_t below = newest_of(search, i); /* first: references are read in order */
        if (below != GCV_NONE && is_searched(search, i)) {
            search->any = gcv_bitset_add(&above, i);
            *held = below;
            found = gcv_reason_is_of_program(search->reasons, i) ? i : GCV_NONE;
        }
    }
    ctx->steps += (uint64_t)heap->n_objects + heap->refs.n;
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (gcv_bitset_has(&above, i)) {
            (void)gcv_bitset_add(&search->seen, i);
        }
    }
    gcv_bitset_release(ctx, &search->newest);
    search->newest = above;
    return found;
}

static gcv_other_holder find_holder(gcv_reasons *reasons, uint32_t object)
{
    const uint32_t number = reasons->dominators->number[object];
    gcv_other_holder found = {object, GCV_NONE, GCV_NONE};
    gcv_upward search = {.reasons = reasons,
                         .begin = reasons->tree->at[number],
                         .end = gcv_dominator_tree_end(reasons->tree, number),
                         .any = true};
    gcv_bitset_init(reasons->ctx, &search.seen, reasons->heap->n_objects);
    gcv_bitset_init(reasons->ctx, &search.newest, reasons->heap->n_objects);
    (void)gcv_bitset_add(&search.newest, object);
    for (int i = 0; i < MOST_STEPS && search.any && found.holder == GCV_NONE; i++) {
        found.holder = step_up(&search, &found.held);
    }
    gcv_bitset_release(reasons->ctx, &search.seen);
    gcv_bitset_release(reasons->ctx, &search.newest);
    return found;
}

uint32_t gcv_reason_other_holder(gcv_reasons *reasons, uint32_t object, uint32_t *held)
{
    uint32_t at = 0;
    while (at < reasons->n_others && reasons->others[at].object != object) {
        at++;
    }
    if (at == GCV_OTHER_HOLDERS) {
        return GCV_NONE;
    }
    if (at == reasons->n_others) {
        reasons->others[reasons->n_others++] = find_holder(reasons, object);
    }
    *held = reasons->others[at].held;
    return reasons->others[at].holder;
}

uint32_t gcv_reason_direct_holder(gcv_reasons *reasons, uint32_t object)
{
    uint32_t held = GCV_NONE;
    const uint32_t holder = gcv_reason_other_holder(reasons, object, &held);
    return holder != GCV_NONE && held == object ? holder : reasons->parent[object];
}
