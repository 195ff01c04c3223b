/* id_column.c - a compact column of ids; see id_column.h. */
#include "heap/ids/id_column.h"

#include <string.h>

/* Sets the `n` of the columns beside `low`. It is set only where their functions need it. */
static void sync_columns(gcv_id_column *col)
{
    col->code.n = col->width == 1 ? col->low.n : 0;
    col->high.n = col->width == 4 ? col->low.n : 0;
}

static void reserve(gcv_context *ctx, gcv_id_column *col)
{
    gcv_u32_column_reserve(ctx, &col->low, 1);
    sync_columns(col);
    if (col->width == 1) {
        gcv_u8_column_reserve(ctx, &col->code, col->low.cap - col->low.n);
    }
    if (col->width == 4) {
        gcv_u32_column_reserve(ctx, &col->high, col->low.cap - col->low.n);
    }
    col->fits = col->low.cap;
    col->room = col->width != 4 ? col->fits : 0;
}

/* Widens the column: from no high halves to codes, or from codes to whole high halves. */
static void widen(gcv_context *ctx, gcv_id_column *col)
{
    size_t n = col->low.n;
    if (col->width == 0) {
        gcv_u8_column_reserve(ctx, &col->code, col->low.cap);
        memset(col->code.data, 0, n);
        col->width = 1;
        return;
    }
    gcv_u32_column_reserve(ctx, &col->high, col->low.cap);
    for (size_t i = 0; i < n; i++) {
        col->high.data[i] = col->highs[col->code.data[i]];
    }
    gcv_u8_column_release(ctx, &col->code);
    col->width = 4;
    col->room = 0;
}

/* Finds or adds the code of a high half, widening as needed. Not for width 4, but may lead to it.
 */
static void find_code(gcv_context *ctx, gcv_id_column *col, uint32_t high, uint8_t *out)
{
    unsigned code = 0;
    while (code < col->n_highs && col->highs[code] != high) {
        code++;
    }
    if (code == col->n_highs) {
        if (code == 256 || (code > 0 && col->width == 0)) {
            widen(ctx, col);
            if (col->width == 4) {
                return;
            }
        }
        col->highs[col->n_highs++] = high;
    }
    col->guess[gcv_high_hash(high)] = (uint8_t)code;
    *out = (uint8_t)code;
}

void gcv_id_column_push_slow(gcv_context *ctx, gcv_id_column *col, uint64_t id)
{
    uint32_t high = (uint32_t)(id >> 32);
    uint8_t code = 0;
    if (col->low.n == col->fits) {
        reserve(ctx, col);
    }
    if (col->width != 4) {
        find_code(ctx, col, high, &code);
    }
    if (col->width == 1) {
        col->code.data[col->low.n] = code;
    } else if (col->width == 4) {
        col->high.data[col->low.n] = high;
    }
    col->low.data[col->low.n++] = (uint32_t)id;
}

void gcv_id_column_append(gcv_context *ctx, gcv_id_column *col, const uint64_t *ids, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gcv_id_column_push(ctx, col, ids[i]);
    }
}

/* Overwrites an id with one whose high half is known to the column. */
static void put(gcv_id_column *col, size_t at, uint64_t id)
{
    uint32_t high = (uint32_t)(id >> 32);
    unsigned code = col->guess[gcv_high_hash(high)];
    col->low.data[at] = (uint32_t)id;
    if (col->width == 4) {
        col->high.data[at] = high;
    } else if (col->width == 1) {
        for (code = col->highs[code] == high ? code : 0; col->highs[code] != high; code++) {
        }
        col->code.data[at] = (uint8_t)code;
    }
}

/* Moves the ids [begin, end) towards the end of the column. */
static void move_up(gcv_id_column *col, size_t begin, size_t end, size_t by)
{
    memmove(col->low.data + begin + by, col->low.data + begin,
            (end - begin) * sizeof *col->low.data);
    if (col->width == 1) {
        memmove(col->code.data + begin + by, col->code.data + begin, end - begin);
    } else if (col->width == 4) {
        memmove(col->high.data + begin + by, col->high.data + begin,
                (end - begin) * sizeof *col->high.data);
    }
}

void gcv_id_column_insert(gcv_context *ctx, gcv_id_column *col, const uint64_t *ids,
                          const size_t *places, size_t n)
{
    size_t end = col->low.n;
    /* Makes room, and adds the high halves. */
    gcv_id_column_append(ctx, col, ids, n);
    for (; n > 0; n--) {
        move_up(col, places[n - 1], end, n);
        put(col, places[n - 1] + n - 1, ids[n - 1]);
        end = places[n - 1];
    }
}

void gcv_id_column_shrink(gcv_context *ctx, gcv_id_column *col)
{
    sync_columns(col);
    col->fits = col->low.n;
    col->room = 0;
    gcv_u32_column_shrink(ctx, &col->low);
    gcv_u8_column_shrink(ctx, &col->code);
    gcv_u32_column_shrink(ctx, &col->high);
}

void gcv_id_column_release(gcv_context *ctx, gcv_id_column *col)
{
    col->fits = 0;
    col->room = 0;
    GCV_RELEASE(ctx, &col->low, &col->code, &col->high);
}
