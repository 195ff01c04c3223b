/* id_column.c - ids in little room; see id_column.h. */
#include "heap/id_column.h"

#include <string.h>

static gcv_status reserve(gcv_context *ctx, gcv_id_column *col, size_t n, gcv_error *err)
{
    gcv_status status = gcv_u32_column_reserve(ctx, &col->low, n, err);
    if (status == GCV_OK && col->width == 1) {
        status = gcv_u8_column_reserve(ctx, &col->code, n, err);
    }
    if (status == GCV_OK && col->width == 4) {
        status = gcv_u32_column_reserve(ctx, &col->high, n, err);
    }
    return status;
}

/* From no high column to codes, or from codes to whole high halves. */
static gcv_status widen(gcv_context *ctx, gcv_id_column *col, size_t extra, gcv_error *err)
{
    gcv_status status;
    size_t i, n = col->low.n;
    if (col->width == 0) {
        status = gcv_u8_column_reserve(ctx, &col->code, n + extra, err);
        if (status != GCV_OK) {
            return status;
        }
        memset(col->code.data, 0, n);
        col->code.n = n;
        col->width = 1;
        return GCV_OK;
    }
    status = gcv_u32_column_reserve(ctx, &col->high, n + extra, err);
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < n; i++) {
        col->high.data[i] = col->highs[col->code.data[i]];
    }
    col->high.n = n;
    gcv_u8_column_release(ctx, &col->code);
    col->width = 4;
    return GCV_OK;
}

/* Makes `last` the code of this high half, widening as needed. Not for width 4. */
static gcv_status find_code(gcv_context *ctx, gcv_id_column *col, uint32_t high, size_t extra,
                            gcv_error *err)
{
    unsigned code = 0;
    while (code < col->n_highs && col->highs[code] != high) {
        code++;
    }
    if (code == col->n_highs) {
        if (code == 256 || (code > 0 && col->width == 0)) {
            gcv_status status = widen(ctx, col, extra, err);
            if (status != GCV_OK || col->width == 4) {
                return status;
            }
        }
        col->highs[col->n_highs++] = high;
    }
    col->last = code;
    return GCV_OK;
}

gcv_status gcv_id_column_append(gcv_context *ctx, gcv_id_column *col, const uint64_t *ids, size_t n,
                                gcv_error *err)
{
    size_t i, at = col->low.n;
    gcv_status status = reserve(ctx, col, n, err);
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < n; i++, at++) {
        uint32_t high = (uint32_t)(ids[i] >> 32);
        if (col->width != 4 && (col->n_highs == 0 || high != col->highs[col->last])) {
            status = find_code(ctx, col, high, n - i, err);
            if (status != GCV_OK) {
                return status;
            }
        }
        col->low.data[at] = (uint32_t)ids[i];
        if (col->width == 1) {
            col->code.data[at] = (uint8_t)col->last;
            col->code.n = at + 1;
        } else if (col->width == 4) {
            col->high.data[at] = high;
            col->high.n = at + 1;
        }
        col->low.n = at + 1;
    }
    return GCV_OK;
}

void gcv_id_column_shrink(gcv_context *ctx, gcv_id_column *col)
{
    gcv_u32_column_shrink(ctx, &col->low);
    gcv_u8_column_shrink(ctx, &col->code);
    gcv_u32_column_shrink(ctx, &col->high);
}

void gcv_id_column_release(gcv_context *ctx, gcv_id_column *col)
{
    gcv_u32_column_release(ctx, &col->low);
    gcv_u8_column_release(ctx, &col->code);
    gcv_u32_column_release(ctx, &col->high);
}
