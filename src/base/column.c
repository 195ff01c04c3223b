/* column.c - how columns grow; see column.h. */
#include "base/column.h"

#include "base/error.h"

#define DOUBLE_BELOW ((size_t)1 << 20)

void *gcv_column_grow(gcv_context *ctx, void *data, size_t element, size_t *cap, size_t need)
{
    size_t step = *cap * element < DOUBLE_BELOW ? *cap : *cap / 4;
    size_t grown = *cap > SIZE_MAX - step ? SIZE_MAX : *cap + step;
    if (grown < 16) {
        grown = 16;
    }
    if (grown < need) {
        grown = need;
    }
    if (grown > SIZE_MAX / element) {
        gcv_fail_memory(ctx, UINT64_MAX);
    }
    data = gcv_resize(ctx, data, grown * element);
    *cap = grown;
    return data;
}

void *gcv_column_fit(gcv_context *ctx, void *data, size_t element, size_t *cap, size_t n)
{
    if (n != *cap) {
        data = gcv_resize(ctx, data, n * element);
        *cap = n;
    }
    return data;
}

void gcv_release_all(gcv_context *ctx, void *const *columns, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        void *block;
        memcpy(&block, columns[i], sizeof block);
        gcv_free(ctx, block);
        memset(columns[i], 0, sizeof(gcv_u8_column));
    }
}
