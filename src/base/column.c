/* column.c - how columns grow; see column.h. */
#include "base/column.h"

#include "base/error.h"

#define DOUBLE_BELOW ((size_t)1 << 20)

void *gcv_column_grow(gcv_context *ctx, void *data, size_t element, size_t *cap, size_t need,
                      gcv_error *err)
{
    size_t old = *cap * element;
    size_t step = old < DOUBLE_BELOW ? *cap : *cap / 4;
    size_t grown = *cap > SIZE_MAX - step ? SIZE_MAX : *cap + step;
    void *moved;
    if (grown < 16) {
        grown = 16;
    }
    if (grown < need) {
        grown = need;
    }
    if (grown > SIZE_MAX / element) {
        (void)gcv_fail_memory(err, UINT64_MAX);
        return NULL;
    }
    moved = gcv_resize(ctx, data, old, grown * element, err);
    if (moved != NULL) {
        *cap = grown;
    }
    return moved;
}

void *gcv_column_fit(gcv_context *ctx, void *data, size_t element, size_t *cap, size_t n)
{
    void *moved;
    if (n == *cap) {
        return data;
    }
    moved = gcv_resize(ctx, data, *cap * element, n * element, NULL);
    *cap = n;
    return moved;
}
