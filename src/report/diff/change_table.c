/* change_table.c - the table of `diff`; see diff_tables.h. */
#include "report/diff/diff_tables.h"

#include "base/number.h"

/* ---- columns ------------------------------------------------------------------------------ */

static const gcv_change *row_at(const void *payload, uint32_t item)
{
    const gcv_changes *changes = payload;
    return item != GCV_TOTAL_ROW ? &changes->rows[item] : &changes->total;
}

static uint64_t distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

static uint64_t key_count_delta(const void *payload, uint32_t item)
{
    return distance(row_at(payload, item)->count_a, row_at(payload, item)->count_b);
}

static uint64_t key_retained_delta(const void *payload, uint32_t item)
{
    return distance(row_at(payload, item)->retained_a, row_at(payload, item)->retained_b);
}

GCV_ROW_KEY(key_count_a, row_at, count_a);
GCV_ROW_KEY(key_count_b, row_at, count_b);
GCV_ROW_KEY(key_bytes_a, row_at, bytes_a);
GCV_ROW_KEY(key_bytes_b, row_at, bytes_b);

static gcv_cell cell_count_delta(const void *payload, uint32_t item)
{
    const gcv_change *row = row_at(payload, item);
    return gcv_cell_signed(gcv_delta(row->count_a, row->count_b));
}

static gcv_cell cell_bytes_delta(const void *payload, uint32_t item)
{
    const gcv_change *row = row_at(payload, item);
    return gcv_cell_signed_bytes(gcv_delta(row->bytes_a, row->bytes_b));
}

static gcv_cell cell_retained_delta(const void *payload, uint32_t item)
{
    const gcv_change *row = row_at(payload, item);
    return row->retains ? gcv_cell_signed_bytes(gcv_delta(row->retained_a, row->retained_b))
                        : gcv_cell_none();
}

static gcv_cell cell_name(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const gcv_changes *)payload)->join.names.data[item]);
}

static const gcv_report_column columns[] = {
    {"count_delta", GCV_FIGURE, key_count_delta, cell_count_delta, NULL},
    {"bytes_delta", GCV_FIGURE, gcv_change_key_bytes, cell_bytes_delta, NULL},
    {"retained_delta", GCV_FIGURE, key_retained_delta, cell_retained_delta, gcv_shows_retained},
    {"count_a", GCV_EXTRA_COUNT, key_count_a, NULL, NULL},
    {"count_b", GCV_EXTRA_COUNT, key_count_b, NULL, NULL},
    {"bytes_a", GCV_EXTRA_BYTES, key_bytes_a, NULL, NULL},
    {"bytes_b", GCV_EXTRA_BYTES, key_bytes_b, NULL, NULL},
    {NULL, GCV_GROUP, gcv_number_key, cell_name, NULL}};
const gcv_table gcv_change_table = {GCV_COLUMNS(columns), .sort = {"bytes_delta"},
                                    .before = gcv_number_before};
