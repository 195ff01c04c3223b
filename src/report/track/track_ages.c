/* track_ages.c - `track --ages`: objects of the last dump by type and age. The age is the number of
 * earlier dumps that held the object. */
#include "report/track/track.h"

#include "analysis/groups.h"
#include "analysis/track/dump_series.h"
#include "base/error.h"
#include "base/sort.h"
#include "report/select.h"
#include "report/track/follow.h"

#include <inttypes.h>

#include <string.h>

/* The objects of one type and age. Rows ascend by type, then age. */
typedef struct age_count {
    uint32_t group, age;
    uint64_t count, bytes;
} age_count;

GCV_COLUMN(age_count_column, age_count);

typedef struct age_table {
    gcv_report report; /* about the last heap */
    gcv_ages ages;
    gcv_groups groups;
    gcv_selection selection;
    age_count_column rows;
} age_table;

/* ---- columns ------------------------------------------------------------------------------ */

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->rows.data[item].bytes;
}

static uint64_t key_count(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->rows.data[item].count;
}

static uint64_t key_age(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->rows.data[item].age;
}

static uint64_t key_name(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->rows.data[item].group;
}

static gcv_cell cell_name(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const age_table *)payload)->groups.names[key_name(payload, item)]);
}

void gcv_track_ages_columns(gcv_table *table)
{
    static const gcv_report_column columns[] = {{"count", GCV_COUNT, key_count, NULL},
                                                {"bytes", GCV_BYTES, key_bytes, NULL},
                                                {"age", GCV_COUNT, key_age, NULL},
                                                {"type", GCV_NAME, key_name, cell_name}};
    gcv_table_init(table, "bytes", 0, gcv_number_before);
    gcv_table_add(table, columns, sizeof columns / sizeof columns[0]);
}

/* ---- counting ----------------------------------------------------------------------------- */

static gcv_status prepare(age_table *table, gcv_error *err)
{
    gcv_report *report = &table->report;
    gcv_status status =
        gcv_groups_init(report->ctx, &table->groups, report->heap, GCV_BY_TYPE, err);
    return status == GCV_OK ? gcv_report_select(report, &table->selection, err) : status;
}

/* The objects sorted by type and age, with buffers for the sort. */
typedef struct age_order {
    uint64_t *key, *spare_key;
    uint32_t *object, *spare_object;
} age_order;

static gcv_status add_rows(age_table *table, const age_order *order, size_t n, gcv_error *err)
{
    age_count_column *rows = &table->rows;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < n; i++) {
        if (i == 0 || order->key[i] != order->key[i - 1]) {
            age_count row = {(uint32_t)(order->key[i] >> 32), (uint32_t)order->key[i], 0, 0};
            status = age_count_column_push(table->report.ctx, rows, row, err);
        }
        if (status == GCV_OK) {
            rows->data[rows->n - 1].count++;
            rows->data[rows->n - 1].bytes += gcv_heap_size(table->report.heap, order->object[i]);
        }
    }
    return status;
}

static gcv_status count(age_table *table, gcv_error *err)
{
    const gcv_heap *heap = table->report.heap;
    gcv_context *ctx = table->report.ctx;
    gcv_selected at = gcv_selected_all(&table->selection);
    gcv_status status = GCV_OK;
    age_order order;
    size_t n = 0;
    uint32_t object;
    order.key = gcv_alloc(ctx, heap->n_objects, sizeof *order.key, err);
    order.spare_key = gcv_alloc(ctx, heap->n_objects, sizeof *order.key, err);
    order.object = gcv_alloc(ctx, heap->n_objects, sizeof *order.object, err);
    order.spare_object = gcv_alloc(ctx, heap->n_objects, sizeof *order.object, err);
    if (order.key == NULL || order.spare_key == NULL || order.object == NULL ||
        order.spare_object == NULL) {
        status = gcv_failed(err);
    } else {
        while ((object = gcv_selected_next(&at)) != GCV_NONE) {
            const uint64_t group = table->groups.of[heap->type.data[object]];
            order.key[n] = group << 32 | table->ages.age[object];
            order.object[n++] = object;
        }
        gcv_sort_u64(order.key, order.object, order.spare_key, order.spare_object, n);
        status = add_rows(table, &order, n, err);
    }
    gcv_free(ctx, order.key, heap->n_objects, sizeof *order.key);
    gcv_free(ctx, order.spare_key, heap->n_objects, sizeof *order.key);
    gcv_free(ctx, order.object, heap->n_objects, sizeof *order.object);
    gcv_free(ctx, order.spare_object, heap->n_objects, sizeof *order.object);
    return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool is_shown(const void *payload, uint32_t item)
{
    const age_table *ages = payload;
    return gcv_filter_bytes(ages->selection.filter, ages->rows.data[item].bytes);
}

gcv_status gcv_track_write_ages(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_dump_series series;
    age_table ages;
    gcv_table table;
    gcv_status status;
    gcv_track_ages_columns(&table);
    memset(&ages, 0, sizeof ages);
    ages.report = gcv_report_about_last(report);
    series.heaps = report->heaps;
    series.numbers = report->dumps;
    series.n = report->n_heaps;
    series.moves = report->moves;
    status = gcv_ages_find(ctx, &series, &ages.ages, err);
    if (status != GCV_OK) {
        return status;
    }
    gcv_warn_of_lacking_objects(report, NULL, ages.ages.unseen); /* NULL: any dump may lack them */
    if (ages.ages.background != 0) {
        gcv_report_warn(report,
                        "collection %" PRIu64
                        " ran beside the program: large or pinned survivors may "
                        "be other objects of the same type and size",
                        ages.ages.background);
    }
    status = prepare(&ages, err);
    if (status == GCV_OK) {
        status = count(&ages, err);
    }
    if (status == GCV_OK) {
        status = gcv_table_show(&table, &ages.report, &ages, (uint32_t)ages.rows.n, is_shown, err);
    }
    age_count_column_release(ctx, &ages.rows);
    gcv_selection_release(ctx, &ages.selection);
    gcv_groups_release(ctx, &ages.groups);
    gcv_ages_release(ctx, &ages.ages);
    return status;
}
