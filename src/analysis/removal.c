/* removal.c - reachability with and without; see removal.h.
 *
 * Dominators would answer for one object taken out. Several changes at once can free what none of
 * them does alone, so all of them are made and what is left is marked.
 */
#include "analysis/removal.h"

#include "base/error.h"
#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_removal = {"removal", GCV_COST_PARTS(5, 0, 8, 0, 0),
                                      GCV_COST_PARTS(14.125, 0, 200, 30, 1.5), 2400, NULL};

enum { REACHED = 1, KEPT = 2 };

typedef struct gcv_marking {
    const gcv_heap *heap;
    const gcv_removal *changes; /* NULL: none */
    uint8_t *marks;
    uint8_t mark;
    uint32_t *stack;
    size_t n;
} gcv_marking;

static void mark(gcv_marking *marking, uint32_t object)
{
    const gcv_removal *changes = marking->changes;
    if ((marking->marks[object] & marking->mark) == 0 &&
        (changes == NULL || changes->out == NULL || !changes->out[object])) {
        marking->marks[object] |= marking->mark;
        marking->stack[marking->n++] = object;
    }
}

/* Each object enters the stack once, so it never holds more than there are. */
static void run(gcv_marking *marking, const gcv_root_set *roots)
{
    const gcv_heap *heap = marking->heap;
    const gcv_removal *changes = marking->changes;
    bool cuts = changes != NULL && changes->from != NULL;
    uint32_t i;
    for (i = 0; i < roots->n; i++) {
        mark(marking, roots->object[i]);
    }
    while (marking->n > 0) {
        uint32_t object = marking->stack[--marking->n];
        uint32_t from = cuts ? changes->from[object] : 0;
        uint32_t at = heap->first_ref.data[object], end = heap->first_ref.data[object + 1];
        for (; at < end; at++) {
            uint32_t to = heap->refs.data[at];
            if (from == 0 || (from & changes->to[to]) == 0) {
                mark(marking, to);
            }
        }
    }
}

gcv_status gcv_removal_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *before,
                            const gcv_removal *changes, uint8_t *freed, gcv_error *err)
{
    gcv_marking marking;
    uint32_t i;
    memset(&marking, 0, sizeof marking);
    marking.heap = heap;
    marking.marks = freed;
    marking.mark = REACHED;
    marking.stack = gcv_alloc(ctx, heap->n_objects, sizeof *marking.stack, err);
    if (marking.stack == NULL) {
        return gcv_failed(err);
    }
    gcv_phase(ctx, "marking");
    memset(freed, 0, heap->n_objects);
    run(&marking, before);
    marking.changes = changes;
    marking.mark = KEPT;
    run(&marking, changes->roots);
    for (i = 0; i < heap->n_objects; i++) {
        freed[i] = freed[i] == REACHED;
    }
    ctx->steps += 2 * ((uint64_t)heap->n_objects + heap->refs.n);
    gcv_free(ctx, marking.stack, heap->n_objects, sizeof *marking.stack);
    return GCV_OK;
}

uint32_t gcv_removal_effective_cuts(const gcv_heap *heap, const uint32_t *from, const uint32_t *to)
{
    uint32_t met = 0, i, at;
    for (i = 0; i < heap->n_objects; i++) {
        for (at = heap->first_ref.data[i]; from[i] != 0 && at < heap->first_ref.data[i + 1]; at++) {
            met |= from[i] & to[heap->refs.data[at]];
        }
    }
    return met;
}
