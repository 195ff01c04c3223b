/* rows.c - chooses and sorts rows; see rows.h. */
#include "base/rows.h"

uint64_t gcv_number_key(const void *payload, uint32_t item)
{
    (void)payload;
    return item;
}

void gcv_rows_init(gcv_rows *rows, gcv_context *ctx, const gcv_row_order *order, uint64_t top)
{
    *rows = (gcv_rows){.ctx = ctx, .order = *order};
    rows->top = top <= UINT32_MAX ? (size_t)top : 0; /* there are fewer than 2^32 items */
}

static bool before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_row_order *order = payload;
    uint64_t x = order->key(order->payload, a), y = order->key(order->payload, b);
    if (x != y) {
        return order->ascending ? x < y : x > y;
    }
    if (order->tie != NULL) {
        return order->tie(order->payload, a, b);
    }
    bool first = a < b;
    for (const gcv_key_fn *tie = order->tie_keys; tie != NULL && *tie != NULL; tie++) {
        x = (*tie)(order->payload, a);
        y = (*tie)(order->payload, b);
        first = x != y ? x < y : first;
    }
    return first;
}

void gcv_rows_add(gcv_rows *rows, uint32_t item)
{
    rows->offered++;
    if (rows->full && !gcv_rows_may_take(rows, rows->order.key(rows->order.payload, item))) {
        return;
    }
    if (rows->top > 0 && rows->items.n / 2 >= rows->top) {
        rows->items.n =
            gcv_select(rows->items.data, rows->items.n, rows->top, before, &rows->order);
        rows->full = true;
        rows->worst = rows->order.key(rows->order.payload, rows->items.data[rows->items.n - 1]);
    }
    gcv_u32_column_push(rows->ctx, &rows->items, item);
}

/* ---- sorting ------------------------------------------------------------------------------ */

enum { FEW = 16 };

/* Sorts items with equal keys: one stable sort per tie key, the least significant first. */
static void sort_ties(gcv_context *ctx, const gcv_row_order *order, uint32_t *items, size_t n)
{
    if (n <= FEW) {
        gcv_sort(ctx, items, n, before, order);
        return;
    }
    for (const gcv_key_fn *tie = order->tie_keys; *tie != NULL; tie++) {
        gcv_sort_by_key(ctx, items, n, *tie, order->payload, false);
    }
}

/* Sorts all items by the main key, and only then each group of equal keys: the items of a group are
 * still in the order in which they were added, which is mostly the order in memory. */
static void sort_by_keys(gcv_context *ctx, const gcv_row_order *order, uint32_t *items, size_t n)
{
    size_t begin = 0, end;
    gcv_sort_by_key(ctx, items, n, order->key, order->payload, !order->ascending);
    for (; begin < n; begin = end) {
        const uint64_t key = order->key(order->payload, items[begin]);
        end = begin + 1;
        while (end < n && order->key(order->payload, items[end]) == key) {
            end++;
        }
        sort_ties(ctx, order, items + begin, end - begin);
    }
}

void gcv_rows_sort(gcv_context *ctx, const gcv_row_order *order, uint32_t *items, size_t n)
{
    if (n > FEW && order->tie_keys != NULL) {
        sort_by_keys(ctx, order, items, n);
    } else {
        gcv_sort(ctx, items, n, before, order);
    }
}

void gcv_rows_finish(gcv_rows *rows)
{
    if (rows->top > 0 && rows->items.n > rows->top) {
        rows->items.n =
            gcv_select(rows->items.data, rows->items.n, rows->top, before, &rows->order);
        return;
    }
    gcv_rows_sort(rows->ctx, &rows->order, rows->items.data, rows->items.n);
}

void gcv_rows_release(gcv_rows *rows) { gcv_u32_column_release(rows->ctx, &rows->items); }
