/* track_ages.c - `track --ages`: objects of the last dump by type and age, the number of dumps
 * before it that held them. */
#include "report/track/track.h"

#include "analysis/groups.h"
#include "analysis/track/ages.h"
#include "base/error.h"
#include "report/select.h"
#include "report/track/follow.h"

#include <string.h>

/* Objects of one type and age. The row number is that of the type times n_ages, plus the age. */
typedef struct age_count {
    uint64_t count, bytes;
} age_count;

typedef struct age_table {
    gcv_report report; /* about the last heap */
    gcv_ages ages;
    gcv_groups groups;
    gcv_selection selection;
    uint32_t n_ages, n; /* ages there can be; types times ages */
    age_count *counts;
} age_table;

/* ---- columns ------------------------------------------------------------------------------ */

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->counts[item].bytes;
}

static uint64_t key_count(const void *payload, uint32_t item)
{
    return ((const age_table *)payload)->counts[item].count;
}

static uint64_t key_age(const void *payload, uint32_t item)
{
    return item % ((const age_table *)payload)->n_ages;
}

static uint64_t key_name(const void *payload, uint32_t item)
{
    return item / ((const age_table *)payload)->n_ages;
}

static gcv_cell cell_bytes(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(key_bytes(payload, item));
}

static gcv_cell cell_count(const void *payload, uint32_t item)
{
    return gcv_cell_count(key_count(payload, item));
}

static gcv_cell cell_age(const void *payload, uint32_t item)
{
    return gcv_cell_count(key_age(payload, item));
}

static gcv_cell cell_name(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const age_table *)payload)->groups.names[key_name(payload, item)]);
}

void gcv_track_ages_columns(gcv_table *table)
{
    static const gcv_report_column columns[] = {{"count", GCV_FIGURE, key_count, cell_count},
                                                {"bytes", GCV_FIGURE, key_bytes, cell_bytes},
                                                {"age", GCV_FIGURE, key_age, cell_age},
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
    if (status != GCV_OK) {
        return status;
    }
    status = gcv_report_select(report, &table->selection, err);
    if (status != GCV_OK) {
        return status;
    }
    table->n_ages = (uint32_t)report->n_heaps;
    if (table->groups.n > GCV_NONE / table->n_ages) {
        return gcv_fail(err, GCV_ERR_LIMIT, "more than 4294967294 types and ages to count");
    }
    table->n = table->groups.n * table->n_ages;
    table->counts = gcv_alloc_zeroed(report->ctx, table->n, sizeof *table->counts, err);
    return table->counts != NULL ? GCV_OK : gcv_failed(err);
}

static void count(age_table *table)
{
    const gcv_heap *heap = table->report.heap;
    gcv_selected at = gcv_selected_all(&table->selection);
    uint32_t object;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        uint32_t group = table->groups.of[heap->type.data[object]];
        age_count *row = &table->counts[group * table->n_ages + table->ages.age[object]];
        row->count++;
        row->bytes += gcv_heap_size(heap, object);
    }
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool is_shown(const void *payload, uint32_t item)
{
    const age_table *ages = payload;
    const age_count *row = &ages->counts[item];
    return row->count > 0 && gcv_filter_bytes(ages->selection.filter, row->bytes);
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
    gcv_warn_of_lacking_objects(report, NULL, ages.ages.unseen); /* any dump may lack them */
    status = prepare(&ages, err);
    if (status == GCV_OK) {
        count(&ages);
        status = gcv_table_show(&table, &ages.report, &ages, ages.n, is_shown, err);
    }
    gcv_free(ctx, ages.counts, ages.n, sizeof *ages.counts);
    gcv_selection_release(ctx, &ages.selection);
    gcv_groups_release(ctx, &ages.groups);
    gcv_ages_release(ctx, &ages.ages);
    return status;
}
