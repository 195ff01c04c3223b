/* stats.c - which types (or namespaces, or domains) fill the heap?
 *
 * Without --retained and --unreachable this needs no graph, only tallies by type and section.
 */
#include "analysis/group_totals.h"
#include "base/error.h"
#include "report/commands.h"
#include "report/group_choice.h"
#include "report/select.h"

#include <string.h>

/* ---- columns ------------------------------------------------------------------------------ */

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

static gcv_cell cell_count(const void *payload, uint32_t item)
{
    return gcv_cell_count(key_count(payload, item));
}

static gcv_cell cell_bytes(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(key_bytes(payload, item));
}

static gcv_cell cell_retained(const void *payload, uint32_t item)
{
    uint64_t retained = ((const gcv_group_totals *)payload)->retained[item];
    return retained != GCV_NOT_REACHABLE ? gcv_cell_bytes(retained) : gcv_cell_none();
}

static gcv_cell cell_name(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const gcv_group_totals *)payload)->groups.names[item]);
}

static void columns(const gcv_report_options *options, gcv_table *table)
{
    static const gcv_report_column totals[] = {{"count", GCV_FIGURE, key_count, cell_count},
                                               {"bytes", GCV_FIGURE, key_bytes, cell_bytes}};
    static const gcv_report_column retained = {"retained", GCV_FIGURE, key_retained, cell_retained};
    gcv_report_column name = gcv_group_name_column(options, cell_name);
    gcv_table_init(table, options->groups.retained ? "retained" : "bytes", 0, gcv_number_before);
    gcv_table_add(table, totals, 2);
    if (options->groups.retained) {
        gcv_table_add(table, &retained, 1);
    }
    gcv_table_add(table, &name, 1);
}

static bool is_shown(const void *payload, uint32_t item)
{
    const gcv_group_totals *totals = payload;
    uint64_t measure = totals->retained == NULL                      ? totals->bytes[item]
                       : totals->retained[item] == GCV_NOT_REACHABLE ? 0
                                                                     : totals->retained[item];
    return totals->counts[item] > 0 && gcv_filter_bytes(totals->selection->filter, measure);
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    return options->groups.retained && options->groups.unreachable
               ? gcv_fail(err, GCV_ERR_USAGE, "--retained and --unreachable exclude each other")
               : GCV_OK;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_totals_query query = gcv_report_totals_query(report->options);
    gcv_selection selection;
    gcv_group_totals totals;
    gcv_table table;
    gcv_status status = gcv_report_select(report, &selection, err);
    memset(&totals, 0, sizeof totals);
    if (status == GCV_OK) {
        status = gcv_group_totals_find(report->ctx, &selection, &query, &totals, err);
    }
    if (status == GCV_OK) {
        columns(report->options, &table);
        status = gcv_table_show(&table, report, &totals, totals.groups.n, is_shown, err);
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
        "those of `summary`. --retained sorts by the bytes that all objects of a row\n"
        "retain as a set; the figure is exact, so bytes that only two rows together\n"
        "retain count in neither of them. Only --retained, --unreachable, --by\n"
        "generation and --by root-kind build a graph; without one, memory does not grow\n"
        "with a text file as long as its ids ascend by segments.\n"
        "--by module and --by generation are for files that know them. --by root-kind\n"
        "counts an object under the kind of root that its chain starts at.",
    .columns =
        "count bytes type (--retained: count bytes retained type; --by: its name instead of type)",
    .output = GCV_OUTPUT_TABLE,
    .shared = {&gcv_group_options, &gcv_order_options, &gcv_type_options, &gcv_min_options,
               &gcv_root_options},
    .needs = needs,
    .table = columns,
    .check = check,
    .run = run,
};
