/* removal.c - reachability before and after a removal; see analyses.h.
 *
 * Dominators would answer for a single object. Several removals together can free objects that none
 * of them frees alone, so everything that remains after all of them is marked.
 */
#include "analysis/analyses.h"

#include "heap/memory.h"

#include <string.h>

const gcv_cost gcv_cost_of_removal = {"removal", GCV_COST_PARTS(5, 0, 8, 0, 0),
                                      GCV_COST_PARTS(14.125, 0, 200, 30, 1.5), 2400, NULL};

enum { REACHED = 1, KEPT = 2 };

typedef struct gcv_marking {
    const gcv_heap *heap;
    const gcv_removal *removal; /* NULL: none */
    uint8_t *marks;
    uint8_t mark;
    uint32_t *stack;
    size_t n;
} gcv_marking;

static void mark(gcv_marking *marking, uint32_t object)
{
    const gcv_removal *removal = marking->removal;
    if ((marking->marks[object] & marking->mark) == 0 &&
        (removal == NULL || removal->objects == NULL || !removal->objects[object])) {
        marking->marks[object] |= marking->mark;
        marking->stack[marking->n++] = object;
    }
}

/* Marks everything reachable from the roots. Each object is pushed at most once, so the stack needs
 * room for all objects at most. */
static void run(gcv_marking *marking, const gcv_root_set *roots)
{
    const gcv_heap *heap = marking->heap;
    const gcv_removal *removal = marking->removal;
    bool cuts = removal != NULL && removal->cut_from != NULL;
    for (uint32_t i = 0; i < roots->n; i++) {
        mark(marking, roots->object[i]);
    }
    while (marking->n > 0) {
        uint32_t object = marking->stack[--marking->n];
        uint32_t from = cuts ? removal->cut_from[object] : 0;
        uint32_t at = heap->first_ref.data[object], end = heap->first_ref.data[object + 1];
        for (; at < end; at++) {
            uint32_t to = heap->refs.data[at];
            if (from == 0 || (from & removal->cut_to[to]) == 0) {
                mark(marking, to);
            }
        }
    }
}

void gcv_removal_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                      const gcv_removal *removal, uint8_t *freed)
{
    gcv_marking marking = {.heap = heap, .marks = freed, .mark = REACHED};
    marking.stack = gcv_alloc(ctx, heap->n_objects, sizeof *marking.stack);
    gcv_phase(ctx, "marking");
    memset(freed, 0, heap->n_objects);
    run(&marking, roots);
    marking.removal = removal;
    marking.mark = KEPT;
    run(&marking, removal->remaining_roots);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        freed[i] = freed[i] == REACHED;
    }
    ctx->steps += 2 * ((uint64_t)heap->n_objects + heap->refs.n);
    gcv_free(ctx, marking.stack);
}

uint32_t gcv_removal_effective_cuts(const gcv_heap *heap, const uint32_t *cut_from,
                                    const uint32_t *cut_to)
{
    uint32_t cuts = 0;
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        for (uint32_t at = heap->first_ref.data[i];
             cut_from[i] != 0 && at < heap->first_ref.data[i + 1]; at++) {
            cuts |= cut_from[i] & cut_to[heap->refs.data[at]];
        }
    }
    return cuts;
}
