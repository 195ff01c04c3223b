/* sparse.c - numbers that only some objects have; see sparse.h. */
#include "base/sparse.h"

void gcv_sparse_pack(gcv_context *ctx, gcv_sparse *sparse, size_t bound)
{
    const gcv_sparse_pair_column *pairs = &sparse->pairs;
    uint32_t n = 0;
    if (pairs->n == 0) {
        return;
    }
    gcv_sparse_cell *cells = gcv_alloc_zeroed(ctx, bound / 32 + 1, sizeof *cells);
    for (size_t i = 0; i < pairs->n; i++) {
        cells[pairs->data[i].object / 32].has |= (uint32_t)1 << pairs->data[i].object % 32;
    }
    for (size_t i = 0; i <= bound / 32; i++) {
        cells[i].rank = n;
        n += gcv_popcount(cells[i].has);
    }
    gcv_u32_column packed = {gcv_alloc(ctx, n, sizeof *packed.data), n, n};
    for (size_t i = pairs->n; i-- > 0;) {
        const gcv_sparse_pair pair = pairs->data[i];
        const gcv_sparse_cell cell = cells[pair.object / 32];
        const uint32_t below = ((uint32_t)1 << pair.object % 32) - 1;
        packed.data[cell.rank + gcv_popcount(cell.has & below)] = pair.value;
    }
    gcv_sparse_release(ctx, sparse);
    *sparse = (gcv_sparse){.cells = cells, .value = packed};
}

void gcv_sparse_narrow(gcv_context *ctx, gcv_sparse *sparse)
{
    const gcv_u32_column *value = &sparse->value;
    uint32_t bits = 0;
    for (size_t i = 0; i < value->n; i++) {
        bits |= value->data[i];
    }
    if (bits > UINT16_MAX || value->n == 0) {
        gcv_u32_column_shrink(ctx, &sparse->value);
        return;
    }
    sparse->small = gcv_alloc(ctx, value->n, sizeof *sparse->small);
    for (size_t i = 0; i < value->n; i++) {
        sparse->small[i] = (uint16_t)value->data[i];
    }
    gcv_u32_column_release(ctx, &sparse->value);
}

void gcv_sparse_release(gcv_context *ctx, gcv_sparse *sparse)
{
    GCV_RELEASE(ctx, &sparse->value, &sparse->pairs);
    GCV_FREE(ctx, sparse->cells, sparse->small);
    sparse->cells = NULL;
    sparse->small = NULL;
}
