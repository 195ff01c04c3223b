/* referrers.c - references seen from their target; see analyses.h.
 *
 * No reverse edges are built: one pass over all references finds the counts, the referrers of one
 * object, or the objects that some types refer to.
 */
#include "analysis/analyses.h"

#include <string.h>

/* Adjacent, so that a reference costs one cache miss instead of two. */
typedef struct gcv_referred {
    uint32_t count;
    uint32_t last; /* the last referrer counted, plus 1 */
} gcv_referred;

uint32_t *gcv_referrers_count(gcv_context *ctx, const gcv_heap *heap)
{
    size_t n = heap->n_objects > 0 ? heap->n_objects : 1; /* gcv_alloc() treats 0 like this, too */
    gcv_referred *referred = gcv_alloc_zeroed(ctx, n, sizeof *referred);
    uint32_t *count = NULL;
    gcv_phase(ctx, "referrers");
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        for (uint32_t at = heap->first_ref.data[i]; at < heap->first_ref.data[i + 1]; at++) {
            gcv_referred *to = &referred[heap->refs.data[at]];
            if (to->last != i + 1) {
                to->last = i + 1;
                to->count++;
            }
        }
    }
    ctx->steps += (uint64_t)heap->n_objects + heap->refs.n;
    for (uint32_t i = 0; i < heap->n_objects; i++) { /* to places that were already read */
        const uint32_t n_of = referred[i].count;
        memcpy((char *)referred + (size_t)i * sizeof n_of, &n_of, sizeof n_of);
    }
    count = gcv_resize(ctx, referred, n * sizeof *count); /* shrinking never fails */
    return count;
}

void gcv_referrers_of(gcv_context *ctx, const gcv_heap *heap, uint32_t object,
                      gcv_u32_column *referrers, gcv_u32_column *times)
{
    uint32_t n;
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        n = 0;
        for (uint32_t at = heap->first_ref.data[i]; at < heap->first_ref.data[i + 1]; at++) {
            n += heap->refs.data[at] == object;
        }
        if (n > 0) {
            gcv_u32_column_push(ctx, referrers, i);
            gcv_u32_column_push(ctx, times, n);
        }
    }
}

void gcv_referrers_mark(const gcv_heap *heap, const uint8_t *types, uint8_t *marks)
{
    memset(marks, 0, heap->n_objects);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (!types[heap->type.data[i]]) {
            continue;
        }
        for (uint32_t at = heap->first_ref.data[i]; at < heap->first_ref.data[i + 1]; at++) {
            marks[heap->refs.data[at]] = 1;
        }
    }
}
