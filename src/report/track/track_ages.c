/* track_ages.c - `track --ages`: objects of the last dump by type and age. The age is the number of
 * earlier dumps that held the object. */
#include "report/track/track.h"

#include "analysis/track/dump_series.h"
#include "report/select.h"

#include <inttypes.h>

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

static const age_count *row_at(const void *payload, uint32_t item)
{
    return &((const age_table *)payload)->rows.data[item];
}

GCV_KEY(key_bytes, row_at(payload, row)->bytes);
GCV_KEY(key_count, row_at(payload, row)->count);
GCV_KEY(key_age, row_at(payload, row)->age);
GCV_KEY(key_name, row_at(payload, row)->group);
GCV_CELL(cell_name,
         gcv_cell_text(((const age_table *)payload)->groups.names[key_name(payload, row)]));

/* Orders rows by type, then age. */
static const gcv_key_fn tie_keys[] = {key_age, key_name, NULL};

static bool shows_ages(const gcv_report_options *options) { return gcv_track_own(options)->ages; }

static const gcv_report_column columns[] = {{"count", GCV_COUNT, key_count, NULL, NULL},
                                            {"bytes", GCV_BYTES, key_bytes, NULL, NULL},
                                            {"age", GCV_COUNT, key_age, NULL, NULL},
                                            {"type", GCV_NAME, key_name, cell_name, NULL}};
const gcv_table gcv_track_ages_table = {GCV_COLUMNS(columns), .applies = shows_ages,
                                        .sort = {"bytes"}, .tie_keys = tie_keys};

static void count(age_table *table)
{
    const gcv_heap *heap = table->report.in.heap;
    gcv_context *ctx = table->report.ctx;
    gcv_selected at = gcv_selected_all(&table->selection);
    gcv_id_map row_of = {0}; /* by type and age */
    uint32_t object;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        const age_count none = {table->groups.of[heap->type.data[object]], table->ages.age[object],
                                0, 0};
        const uint64_t key = (uint64_t)none.group << 32 | none.age;
        const uint32_t row = gcv_id_map_enter(ctx, &row_of, key, table->rows.n);
        if (row == table->rows.n) {
            age_count_column_push(ctx, &table->rows, none);
        }
        table->rows.data[row].count++;
        table->rows.data[row].bytes += gcv_heap_size(heap, object);
    }
    gcv_id_map_release(ctx, &row_of);
}

GCV_ROW_TEST(is_shown, gcv_filter_bytes(((const age_table *)payload)->selection.filter,
                                        row_at(payload, row)->bytes));

void gcv_track_write_ages(gcv_report *report)
{
    age_table ages = {.report = gcv_report_about_last(report)};
    gcv_dump_series series = {.heaps = report->in.heaps,
                              .numbers = report->in.dumps,
                              .n = report->in.n_heaps,
                              .moves = report->in.moves};
    gcv_ages_find(report->ctx, &series, &ages.ages);
    gcv_warn_of_lacking_objects(report, NULL, ages.ages.unseen); /* NULL: any dump may lack them */
    GCV_WARN_IF(report, ages.ages.background != 0,
                "collection %" PRIu64
                " ran beside the program: large or pinned survivors may "
                "be other objects of the same type and size",
                ages.ages.background);
    gcv_groups_init(report->ctx, &ages.groups, ages.report.in.heap, GCV_BY_TYPE);
    ages.selection = gcv_report_select(&ages.report);
    count(&ages);
    gcv_table_show(&gcv_track_ages_table, &ages.report, &ages, (uint32_t)ages.rows.n, is_shown);
}
