/* rows.h - choosing and ordering rows: by a key, then by name, then by id, the first --top of them.
 */
#ifndef GCV_REPORT_ROWS_H
#define GCV_REPORT_ROWS_H

#include "base/column.h"
#include "base/sort.h"
#include "report/report.h"

typedef struct gcv_row_order {
    const void *payload;
    uint64_t (*key)(const void *payload, uint32_t item);
    bool ascending;    /* of the key; otherwise highest first */
    gcv_before_fn tie; /* total among items of equal keys */
} gcv_row_order;

/* For items that are numbered in the order of their names. */
uint64_t gcv_number_key(const void *payload, uint32_t item);
bool gcv_number_before(const void *payload, uint32_t a, uint32_t b);

typedef struct gcv_rows {
    gcv_context *ctx;
    gcv_row_order order;
    size_t top; /* 0: all */
    gcv_u32_column items;
    bool full;      /* `top` items are known, and … */
    uint64_t worst; /* … this is the key of the last of them */
} gcv_rows;

/* `top` 0: all rows. */
void gcv_rows_init(gcv_rows *rows, gcv_context *ctx, const gcv_row_order *order, uint64_t top);
/* Keeps at most 2 × top items at any time. */
GCV_CHECKED gcv_status gcv_rows_add(gcv_rows *rows, uint32_t item, gcv_error *err);
/* Puts rows->items into their order, cut to the top. */
GCV_CHECKED gcv_status gcv_rows_finish(gcv_rows *rows, gcv_error *err);
void gcv_rows_release(gcv_rows *rows);

#endif
