/* track_growing.c - `track --growing`: objects that are in both dumps and retain more in the last.
 */
#include "report/track/track.h"

#include "analysis/track/growth.h"
#include "base/error.h"
#include "base/number.h"
#include "report/object_order.h"

#include <string.h>

typedef struct growing_table {
    gcv_report *report;
    const gcv_heap *a, *b;
    gcv_growing_column rows;
    uint8_t *types, *sections; /* filters of the last heap */
} growing_table;

/* ---- order -------------------------------------------------------------------------------- */

static const gcv_growing *row_at(const void *payload, uint32_t item)
{
    return &((const growing_table *)payload)->rows.data[item];
}

static uint64_t delta_of(const gcv_growing *row) { return row->retained - row->retained_before; }

static uint64_t key_delta(const void *payload, uint32_t item)
{
    return delta_of(row_at(payload, item));
}

static uint64_t key_retained_a(const void *payload, uint32_t item)
{
    return row_at(payload, item)->retained_before;
}

static uint64_t key_retained_b(const void *payload, uint32_t item)
{
    return row_at(payload, item)->retained;
}

static uint64_t key_gained(const void *payload, uint32_t item)
{
    return row_at(payload, item)->gained;
}

static uint64_t key_object_a(const void *payload, uint32_t item)
{
    const growing_table *table = payload;
    return gcv_heap_object_id(table->a, row_at(payload, item)->before);
}

static uint64_t key_object_b(const void *payload, uint32_t item)
{
    const growing_table *table = payload;
    return gcv_heap_object_id(table->b, row_at(payload, item)->object);
}

static uint64_t key_type(const void *payload, uint32_t item)
{
    const gcv_heap *heap = ((const growing_table *)payload)->b;
    return gcv_heap_type_row(heap, heap->type.data[row_at(payload, item)->object]);
}

/* By type name, then id in the last dump, then section. */
static bool by_type(const void *payload, uint32_t a, uint32_t b)
{
    gcv_object_order by;
    by.heap = ((const growing_table *)payload)->b;
    by.dominators = NULL;
    return gcv_object_before(&by, row_at(payload, a)->object, row_at(payload, b)->object);
}

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    static const gcv_sort_key keys[] = {{"retained_delta", key_delta, false},
                                        {"retained_a", key_retained_a, false},
                                        {"retained_b", key_retained_b, false},
                                        {"references_gained", key_gained, false},
                                        {"object_a", key_object_a, true},
                                        {"object_b", key_object_b, true},
                                        {"type", key_type, true}};
    order->tie = by_type;
    return gcv_row_order_choose(order, keys, sizeof keys / sizeof keys[0], options->sort,
                                options->reverse, err);
}

gcv_status gcv_check_track_growing(const gcv_report_options *options, gcv_error *err)
{
    gcv_row_order unused;
    return choose_order(options, &unused, err);
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool is_shown(const growing_table *table, const gcv_report_options *options, uint32_t item)
{
    const gcv_growing *row = &table->rows.data[item];
    return table->types[table->b->type.data[row->object]] &&
           table->sections[gcv_heap_object_section(table->b, row->object)] &&
           (!options->select.min.given || delta_of(row) >= options->select.min.value);
}

static gcv_status write_row(void *payload, uint32_t item, gcv_error *err)
{
    const growing_table *table = payload;
    const gcv_growing *row = &table->rows.data[item];
    gcv_cell cells[7];
    cells[0] = gcv_cell_signed_bytes(gcv_delta(row->retained_before, row->retained));
    cells[1] = gcv_cell_bytes(row->retained_before);
    cells[2] = gcv_cell_bytes(row->retained);
    cells[3] = gcv_cell_count(row->gained);
    cells[4] = gcv_object_id_cell(table->a, row->before);
    cells[5] = gcv_object_id_cell(table->b, row->object);
    cells[6] = gcv_type_cell(table->b, table->b->type.data[row->object]);
    return gcv_writer_row(table->report->writer, cells, err);
}

static gcv_status write_rows(growing_table *table, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"retained_delta", true}, {"retained_a", true},
        {"retained_b", true},     {"references_gained", true},
        {"object_a", true},       {"object_b", true},
        {"type", false}};
    gcv_report *report = table->report;
    const gcv_report_options *options = report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status = choose_order(options, &order, err);
    uint32_t item;
    if (status != GCV_OK) {
        return status;
    }
    order.payload = table;
    gcv_rows_init(&rows, report->ctx, &order,
                  options->top.given ? options->top.value : GCV_TOP_OBJECTS);
    for (item = 0; status == GCV_OK && item < table->rows.n; item++) {
        if (is_shown(table, options, item)) {
            status = gcv_rows_add(&rows, item, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_rows_write(&rows, report, columns, sizeof columns / sizeof columns[0],
                                write_row, table, err);
    }
    gcv_rows_release(&rows);
    return status;
}

gcv_status gcv_track_write_growing(gcv_report *report, const gcv_track *track, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_report later = gcv_track_later(report);
    growing_table table;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = report;
    table.a = report->heap;
    table.b = later.heap;
    table.types = gcv_report_type_filter(&later, err);
    table.sections = table.types != NULL ? gcv_report_section_filter(&later, err) : NULL;
    status = table.sections == NULL
                 ? gcv_failed(err)
                 : gcv_growing_find(ctx, table.a, table.b, track, report->options->include_weak,
                                    &table.rows, err);
    if (status == GCV_OK) {
        status = write_rows(&table, err);
        gcv_growing_column_release(ctx, &table.rows);
    }
    gcv_free(ctx, table.types, table.b->n_types, 1);
    gcv_free(ctx, table.sections, table.b->sections.n, 1);
    return status;
}
