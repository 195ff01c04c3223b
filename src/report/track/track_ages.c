/* track_ages.c - `track --ages`: objects of the last dump by type and by how many of the dumps
 * before held them. */
#include "report/track/track.h"

#include "analysis/track/ages.h"
#include "analysis/groups.h"
#include "base/error.h"
#include "report/rows.h"

#include <string.h>

/* A cell of the table of types by ages: its number is that of the type times the ages there can be,
 * plus the age. */
typedef struct age_count {
    uint64_t count, bytes;
} age_count;

typedef struct age_table {
    gcv_report report; /* about the last heap */
    gcv_ages ages;
    gcv_groups groups;
    uint8_t *types, *sections; /* filters */
    uint32_t n_ages, n;        /* ages there can be, cells */
    age_count *cells;
} age_table;

/* ---- order -------------------------------------------------------------------------------- */

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->cells[item].bytes;
}

static uint64_t key_count(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->cells[item].count;
}

static uint64_t key_age(const void *payload, uint32_t item)
{
    return item % ((const age_table *)payload)->n_ages;
}

static uint64_t key_name(const void *payload, uint32_t item)
{
    return item / ((const age_table *)payload)->n_ages;
}

static bool by_number(const void *payload, uint32_t a, uint32_t b)
{
    (void)payload;
    return a < b;
}

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    static const gcv_sort_key keys[] = {{"bytes", key_bytes, false},
                                        {"count", key_count, false},
                                        {"age", key_age, false},
                                        {"type", key_name, true}};
    order->tie = by_number;
    return gcv_row_order_choose(order, keys, sizeof keys / sizeof keys[0], options->sort,
                                options->reverse, err);
}

gcv_status gcv_check_track_ages(const gcv_report_options *options, gcv_error *err)
{
    gcv_row_order unused;
    return choose_order(options, &unused, err);
}

/* ---- counting ----------------------------------------------------------------------------- */

static gcv_status prepare(age_table *table, gcv_error *err)
{
    gcv_report *report = &table->report;
    gcv_status status =
        gcv_groups_init(report->ctx, &table->groups, report->heap, GCV_BY_TYPE, err);
    if (status != GCV_OK) {
        return status;
    }
    table->types = gcv_report_type_filter(report, err);
    table->sections = table->types != NULL ? gcv_report_section_filter(report, err) : NULL;
    if (table->sections == NULL) {
        return gcv_failed(err);
    }
    table->n_ages = (uint32_t)report->n_heaps;
    if (table->groups.n > GCV_NONE / table->n_ages) {
        return gcv_fail(err, GCV_ERR_LIMIT, "more than 4294967294 types and ages to count");
    }
    table->n = table->groups.n * table->n_ages;
    table->cells = gcv_alloc_zeroed(report->ctx, table->n, sizeof *table->cells, err);
    return table->cells != NULL ? GCV_OK : gcv_failed(err);
}

static void count(age_table *table)
{
    const gcv_heap *heap = table->report.heap;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; table->sections[s] && i < section->end_object; i++) {
            uint32_t type = heap->type.data[i];
            if (table->types[type]) {
                age_count *cell =
                    &table->cells[gcv_groups_of(&table->groups, s, type) * table->n_ages +
                                  table->ages.age[i]];
                cell->count++;
                cell->bytes += gcv_heap_size(heap, i);
            }
        }
    }
}

/* ---- writing ------------------------------------------------------------------------------ */

static gcv_status write_row(void *payload, uint32_t item, gcv_error *err)
{
    const age_table *table = payload;
    gcv_cell cells[4];
    cells[0] = gcv_cell_count(table->cells[item].count);
    cells[1] = gcv_cell_bytes(table->cells[item].bytes);
    cells[2] = gcv_cell_count(key_age(table, item));
    cells[3] = gcv_cell_text(table->groups.names[key_name(table, item)]);
    return gcv_writer_row(table->report.writer, cells, err);
}

static gcv_status write_rows(age_table *table, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"count", true}, {"bytes", true}, {"age", true}, {"type", false}};
    gcv_report *report = &table->report;
    const gcv_report_options *options = report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status = choose_order(options, &order, err);
    uint32_t item;
    if (status != GCV_OK) {
        return status;
    }
    order.payload = table;
    gcv_rows_init(&rows, report->ctx, &order, options->top.value);
    for (item = 0; status == GCV_OK && item < table->n; item++) {
        const age_count *cell = &table->cells[item];
        if (cell->count > 0 &&
            (!options->select.min.given || cell->bytes >= options->select.min.value)) {
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

gcv_status gcv_track_write_ages(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_dump_series series;
    age_table table;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = gcv_track_later(report);
    series.heaps = report->heaps;
    series.numbers = report->dumps;
    series.n = report->n_heaps;
    series.moves = report->moves;
    status = gcv_ages_find(ctx, &series, &table.ages, err);
    if (status != GCV_OK) {
        return status;
    }
    gcv_track_warn_unseen(report, NULL, table.ages.unseen); /* of any of the dumps */
    status = prepare(&table, err);
    if (status == GCV_OK) {
        count(&table);
        status = write_rows(&table, err);
    }
    gcv_free(ctx, table.cells, table.n, sizeof *table.cells);
    gcv_free(ctx, table.types, table.report.heap->n_types, 1);
    gcv_free(ctx, table.sections, table.report.heap->sections.n, 1);
    gcv_groups_release(ctx, &table.groups);
    gcv_ages_release(ctx, &table.ages);
    return status;
}
