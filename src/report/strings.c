/* strings.c - which strings occur more than once? */
#include "analysis/equal_strings.h"
#include "heap/memory.h"
#include "report/commands.h"

typedef struct gcv_strings_options {
    bool show_data;
} gcv_strings_options;

static const gcv_cost gcv_cost_of_strings = {"`strings`", GCV_COST_PARTS(0, 0, 0, 0, 0),
                                             GCV_COST_PARTS(80, 0, 0, 0, 3), 4000, NULL};

typedef struct string_rows {
    gcv_string_groups groups;
    gcv_equal_strings total;
} string_rows;

static const gcv_equal_strings *row_at(const void *payload, uint32_t row)
{
    const string_rows *rows = payload;
    return row != GCV_TOTAL_ROW ? &rows->groups.all.data[row] : &rows->total;
}

GCV_KEY(key_count, row_at(payload, row)->count);
GCV_KEY(key_bytes, row_at(payload, row)->bytes);
GCV_KEY(key_wasted, row_at(payload, row)->wasted);
GCV_KEY(key_length, row_at(payload, row)->length);

static gcv_slice text_of(const void *payload, uint32_t row)
{
    return ((const string_rows *)payload)->groups.texts.texts.data[row];
}

GCV_BEFORE(before, string_rows, gcv_slice_compare(text_of(of, a), text_of(of, b)) < 0);

GCV_CELL(cell_length,
         row != GCV_TOTAL_ROW ? gcv_cell_count(row_at(payload, row)->length) : gcv_cell_none());
GCV_CELL(cell_compared,
         gcv_cell_str(row_at(payload, row)->length < GCV_TEXT_CUT ? "whole" : "beginning"));
GCV_CELL(cell_text, gcv_cell_text(text_of(payload, row)));

static bool shows_data(const gcv_report_options *options)
{
    return ((const gcv_strings_options *)options->own)->show_data;
}

static const gcv_report_column columns[] = {{"count", GCV_COUNT, key_count, NULL, NULL},
                                            {"bytes", GCV_BYTES, key_bytes, NULL, NULL},
                                            {"wasted", GCV_BYTES, key_wasted, NULL, NULL},
                                            {"length", GCV_FIGURE, key_length, cell_length, NULL},
                                            {"compared", GCV_LABEL, NULL, cell_compared, NULL},
                                            {"text", GCV_LABEL, NULL, cell_text, shows_data}};
static const gcv_table table = {GCV_COLUMNS(columns), .noun = "text", .sort = {"wasted"},
                                .top = GCV_TOP_OBJECTS, .before = before};

GCV_ROW_TEST(is_shown, row_at(payload, row)->count > 1);

static void run(gcv_report *report)
{
    const gcv_heap *heap = report->in.heap;
    string_rows rows = {0};
    if (!heap->texts.known) {
        gcv_fail_line(report->ctx, GCV_ERR_USAGE, gcv_heap_name(heap), 0,
                      "a dump of the format %s has no contents of strings that gcview reads; "
                      "V8 heap snapshots have",
                      gcv_heap_format(heap));
    }
    gcv_strings_group(report->ctx, heap, &rows.groups);
    for (uint32_t i = 0; i < rows.groups.all.n; i++) {
        if (is_shown(&rows, i)) {
            rows.total.count += row_at(&rows, i)->count;
            rows.total.bytes += row_at(&rows, i)->bytes;
            rows.total.wasted += row_at(&rows, i)->wasted;
        }
    }
    gcv_table_show(&table, report, &rows, rows.groups.all.n, is_shown);
}

static const gcv_option option_rows[] = {
    GCV_FLAG("show-data", GCV_OWN(gcv_strings_options, show_data),
             "add the text, which is data of the program"),
};

const gcv_command gcv_command_strings = {
    .name = "strings",
    .summary = "which strings does the heap have more than once?",
    .description =
        "Texts that several strings of a V8 snapshot have, those first that waste the\n"
        "most: the bytes of all these strings but one. The length is in UTF-16 units.\n"
        "V8 writes at most the first 1024 of a text, so longer ones were compared by\n"
        "their `beginning`, and may differ. Other formats have no contents of strings,\n"
        "or gcview does not read them. The texts are data of the program, and shown\n"
        "with --show-data only:\n"
        "  gcview strings --show-data --top 5 app.heapsnapshot",
    .columns = "count bytes wasted length compared (--show-data: text)",
    GCV_OWN_OPTIONS(option_rows, gcv_strings_options),
    .shared = GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TOTAL,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_strings), .fields = true, .texts = true},
    .tables = {&table},
    .run = run,
};
