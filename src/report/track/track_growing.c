/* track_growing.c - `track --growing`: objects of both dumps that retain more in the last one. */
#include "report/track/track.h"

#include "analysis/track/dump_series.h"
#include "report/select.h"

typedef struct growing_table {
    gcv_report *report;
    const gcv_heap *a, *b;
    gcv_growing_column rows;
    gcv_selection selection; /* of the last heap */
} growing_table;

static const growing_table *table_of(const void *payload) { return payload; }

static const gcv_growing *row_at(const void *payload, uint32_t item)
{
    return &table_of(payload)->rows.data[item];
}

GCV_KEY(key_delta, row_at(payload, row)->retained - row_at(payload, row)->retained_before);
GCV_KEY(key_retained_a, row_at(payload, row)->retained_before);
GCV_KEY(key_retained_b, row_at(payload, row)->retained);
GCV_KEY(key_gained, row_at(payload, row)->gained);
GCV_KEY(key_object_a, gcv_heap_object_id(table_of(payload)->a, row_at(payload, row)->before));
GCV_KEY(key_object_b, gcv_heap_object_id(table_of(payload)->b, row_at(payload, row)->object));

/* The type of the row's object in the last heap. */
static uint32_t type_of(const void *payload, uint32_t item)
{
    return table_of(payload)->b->type.data[row_at(payload, item)->object];
}

GCV_KEY(key_type, gcv_heap_type_row(table_of(payload)->b, type_of(payload, row)));

/* Orders rows by type name, then id in the last dump, then section. */
static bool by_type(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_object_rows objects = {.heap = table_of(payload)->b};
    return gcv_object_before(&objects, row_at(payload, a)->object, row_at(payload, b)->object);
}

GCV_CELL(cell_delta, gcv_cell_signed_bytes(gcv_delta(0, key_delta(payload, row))));
GCV_CELL(cell_object_b, gcv_cell_of_id(table_of(payload)->b, key_object_b(payload, row)));
GCV_CELL(cell_type, gcv_type_cell(table_of(payload)->b, type_of(payload, row)));

static bool shows_growing(const gcv_report_options *options)
{
    return gcv_track_own(options)->growing;
}

static const gcv_report_column columns[] = {
    {"retained_delta", GCV_FIGURE, key_delta, cell_delta, NULL},
    {"retained_a", GCV_BYTES, key_retained_a, NULL, NULL},
    {"retained_b", GCV_BYTES, key_retained_b, NULL, NULL},
    {"references_gained", GCV_COUNT, key_gained, NULL, NULL},
    {"object_a", GCV_ID, key_object_a, NULL, NULL},
    {"object_b", GCV_ID, key_object_b, cell_object_b, NULL},
    {"type", GCV_NAME, key_type, cell_type, NULL}};
const gcv_table gcv_track_growing_table = {GCV_COLUMNS(columns), .applies = shows_growing,
                                           .sort = {"retained_delta"}, .top = GCV_TOP_OBJECTS,
                                           .before = by_type};

GCV_ROW_TEST(is_shown,
             gcv_selection_has(&table_of(payload)->selection, row_at(payload, row)->object) &&
                 gcv_filter_bytes(table_of(payload)->selection.filter, key_delta(payload, row)));

void gcv_track_write_growing(gcv_report *report, const gcv_track *track)
{
    gcv_report last = gcv_report_about_last(report);
    growing_table growing = {.report = report, .a = report->in.heap, .b = last.in.heap};
    growing.selection = gcv_report_select(&last);
    gcv_growing_find(report->ctx, growing.a, growing.b, track, report->options->include_weak,
                     &growing.rows);
    gcv_table_show(&gcv_track_growing_table, report, &growing, growing.rows.n, is_shown);
}
