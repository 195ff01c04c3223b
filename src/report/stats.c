/* stats.c - which types (or namespaces, or domains) fill the heap?
 *
 * Without --retained and --unreachable this needs no graph, only tallies by type and section.
 */
#include "report/report.h"

#include "analysis/group_totals.h"
#include "base/error.h"
#include "report/rows.h"
#include "report/commands.h"
#include "report/group_needs.h"

#include <string.h>

/* ---- rows --------------------------------------------------------------------------------- */

static uint64_t key_count(const void *payload, uint32_t item)
{
    return ((const gcv_group_totals *)payload)->counts[item];
}

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const gcv_group_totals *)payload)->bytes[item];
}

static uint64_t key_retained(const void *payload, uint32_t item)
{
    uint64_t retained = ((const gcv_group_totals *)payload)->retained[item];
    return retained != GCV_NOT_REACHABLE ? retained + 1 : 0; /* below all that is reachable */
}

static gcv_status write_row(gcv_report *report, const gcv_group_totals *totals, uint32_t group,
                            gcv_error *err)
{
    gcv_cell cells[4];
    size_t n = 0;
    cells[n++] = gcv_cell_count(totals->counts[group]);
    cells[n++] = gcv_cell_bytes(totals->bytes[group]);
    if (totals->retained != NULL) {
        cells[n++] = totals->retained[group] != GCV_NOT_REACHABLE
                         ? gcv_cell_bytes(totals->retained[group])
                         : gcv_cell_none();
    }
    cells[n] = gcv_cell_text(totals->groups.names[group]);
    return gcv_writer_row(report->writer, cells, err);
}

static gcv_status collect(const gcv_group_totals *totals, gcv_rows *rows, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t g;
    for (g = 0; status == GCV_OK && g < totals->groups.n; g++) {
        uint64_t measure = totals->retained == NULL                   ? totals->bytes[g]
                           : totals->retained[g] == GCV_NOT_REACHABLE ? 0
                                                                      : totals->retained[g];
        if (totals->counts[g] > 0 && gcv_filter_bytes(totals->selection->filter, measure)) {
            status = gcv_rows_add(rows, g, err);
        }
    }
    return status == GCV_OK ? gcv_rows_finish(rows, err) : status;
}

static gcv_status write_rows(gcv_report *report, const gcv_group_totals *totals,
                             const gcv_row_order *order, const char *name, gcv_error *err)
{
    gcv_table_column columns[4] = {{"count", true}, {"bytes", true}};
    size_t n = 2, i;
    gcv_rows rows;
    gcv_status status;
    if (totals->retained != NULL) {
        columns[n].name = "retained";
        columns[n++].number = true;
    }
    columns[n].name = name;
    columns[n++].number = false;
    gcv_phase(report->ctx, "report");
    gcv_rows_init(&rows, report->ctx, order, report->options->top.value);
    status = collect(totals, &rows, err);
    if (status == GCV_OK) {
        status = gcv_report_begin(report, columns, n, err);
    }
    for (i = 0; status == GCV_OK && i < rows.items.n; i++) {
        status = write_row(report, totals, rows.items.data[i], err);
    }
    gcv_rows_release(&rows);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    gcv_sort_key keys[] = {{"retained", key_retained, false},
                           {"bytes", key_bytes, false},
                           {"count", key_count, false},
                           {NULL, gcv_number_key, true}};
    size_t first = options->groups.retained ? 0 : 1;
    keys[3].name = gcv_group_by_word(gcv_group_by_named(options->groups.by));
    order->tie = gcv_number_before;
    return gcv_row_order_choose(order, keys + first, 4 - first, options->sort, options->reverse,
                                err);
}

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    gcv_row_order unused;
    if (options->groups.retained && options->groups.unreachable) {
        return gcv_fail(err, GCV_ERR_USAGE, "--retained and --unreachable exclude each other");
    }
    return choose_order(options, &unused, err);
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_totals_query query = gcv_report_totals_query(report->options);
    gcv_row_order order;
    gcv_selection selection;
    gcv_group_totals totals;
    gcv_status status = choose_order(report->options, &order, err);
    memset(&totals, 0, sizeof totals);
    memset(&selection, 0, sizeof selection);
    order.payload = &totals;
    if (status == GCV_OK) {
        status = gcv_report_select(report, &selection, err);
    }
    if (status == GCV_OK) {
        status = gcv_group_totals_find(report->ctx, &selection, &query, &totals, err);
    }
    if (status == GCV_OK) {
        status = write_rows(report, &totals, &order, gcv_group_by_word(query.by), err);
    }
    gcv_group_totals_release(&totals);
    gcv_selection_release(report->ctx, &selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    gcv_group_needs(options, needs);
}

const gcv_command gcv_command_stats = {
    .name = "stats",
    .summary = "which types fill the heap?",
    .description =
        "Objects and shallow bytes of each type, most bytes first. The bytes add up to\n"
        "those of `summary`. With --retained, most retained first: exact for the whole\n"
        "set of objects of a row, so what two rows both retain counts in neither\n"
        "of them alone. Without --retained, --unreachable and --by of what objects are\n"
        "(generation, root-kind) no graph is built, and memory does not grow with a\n"
        "text file as long as ids ascend by segments.\n"
        "--by module and --by generation are for files that know them. --by root-kind\n"
        "counts an object for the kind of root that its chain begins with.",
    .columns =
        "count bytes type (--retained: count bytes retained type; --by: its name instead of type)",
    .output = GCV_OUTPUT_TABLE,
    .shared = {&gcv_group_options, &gcv_order_options, &gcv_type_options, &gcv_min_options,
               &gcv_root_options},
    .needs = needs,
    .check = check,
    .run = run,
};
