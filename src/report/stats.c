/* stats.c - which types (or namespaces, or domains) fill the heap?
 *
 * Without --retained and --unreachable this needs no graph, only tallies by type and section.
 */
#include "analysis/group_totals.h"
#include "base/error.h"
#include "base/number.h"
#include "report/commands.h"
#include "report/group_choice.h"
#include "report/select.h"

typedef struct stats_table {
    gcv_group_totals totals; /* first: the keys and cells of groups cast the payload to it */
    bool shares;             /* there is a column `share` … */
    uint64_t whole;          /* … in percent of these bytes */
} stats_table;

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
    return retained != GCV_NOT_REACHABLE ? retained + 1 : 0; /* unreachable: below all others */
}

static gcv_cell share_of(const stats_table *stats, uint64_t bytes)
{
    return gcv_cell_count(gcv_percent_of(bytes, stats->whole));
}

static gcv_cell cell_share(const void *payload, uint32_t item)
{
    return share_of(payload, key_bytes(payload, item));
}

static gcv_cell cell_retained(const void *payload, uint32_t item)
{
    return gcv_set_retained_cell(((const gcv_group_totals *)payload)->retained[item]);
}

static gcv_cell cell_name(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const gcv_group_totals *)payload)->groups.names[item]);
}

static bool is_shown(const void *payload, uint32_t item)
{
    const gcv_group_totals *totals = payload;
    uint64_t measure = totals->retained == NULL                      ? totals->bytes[item]
                       : totals->retained[item] == GCV_NOT_REACHABLE ? 0
                                                                     : totals->retained[item];
    return totals->counts[item] > 0 && gcv_filter_bytes(totals->selection->filter, measure);
}

/* ---- the row <total> ---------------------------------------------------------------------- */

/* Makes a cell with the bytes that all rows retain together. This is not their sum: rows can retain
 * objects of each other. */
static void retained_of_all(const gcv_group_totals *totals, gcv_cell *cell)
{
    uint32_t *set_of = gcv_alloc(totals->ctx, totals->groups.n, sizeof *set_of);
    uint64_t retained = GCV_NOT_REACHABLE;
    for (uint32_t i = 0; i < totals->groups.n; i++) {
        set_of[i] = is_shown(totals, i) ? 0 : GCV_NONE;
    }
    gcv_group_totals_retained(totals, set_of, 1, &retained);
    gcv_free(totals->ctx, set_of);
    *cell = gcv_set_retained_cell(retained);
}

/* Completes the cells of the total. The columns are count, bytes, share if shown, retained if
 * shown. */
static void finish_total(void *payload, gcv_cell *cells)
{
    const stats_table *stats = payload;
    size_t at = 2;
    if (stats->shares) {
        cells[at++] = share_of(stats, cells[1].number);
    }
    if (stats->totals.retained != NULL) {
        retained_of_all(&stats->totals, &cells[at]);
    }
}

static void columns(const gcv_report_options *options, gcv_table *table)
{
    static const gcv_report_column totals[] = {{"count", GCV_COUNT, key_count, NULL},
                                               {"bytes", GCV_BYTES, key_bytes, NULL}};
    static const gcv_report_column share = {"share", GCV_FIGURE, key_bytes, cell_share};
    static const gcv_report_column retained = {"retained", GCV_FIGURE, key_retained, cell_retained};
    gcv_report_column name = gcv_group_name_column(options, cell_name);
    gcv_table_init(table, options->groups.retained ? "retained" : "bytes", 0, gcv_number_before);
    gcv_table_add(table, totals, 2);
    if (options->share) {
        gcv_table_add(table, &share, 1);
    }
    if (options->groups.retained) {
        gcv_table_add(table, &retained, 1);
    }
    gcv_table_add(table, &name, 1);
    table->total = finish_total;
}

/* ---- the report --------------------------------------------------------------------------- */

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    if (options->groups.retained && options->groups.unreachable) {
        gcv_fail(ctx, GCV_ERR_USAGE, "--retained and --unreachable exclude each other");
    }
}

static void run(gcv_report *report)
{
    gcv_totals_query query = gcv_report_totals_query(report->options);
    gcv_selection selection;
    gcv_table table;
    gcv_report_select(report, &selection);
    stats_table stats = {0};
    gcv_group_totals_find(report->ctx, &selection, &query, &stats.totals);
    stats.shares = report->options->share;
    stats.whole = gcv_group_totals_whole_bytes(&stats.totals);
    columns(report->options, &table);
    gcv_table_show(&table, report, &stats, stats.totals.groups.n, is_shown);
    gcv_group_totals_release(&stats.totals);
    gcv_selection_release(report->ctx, &selection);
}

/* ---- the command -------------------------------------------------------------------------- */

const gcv_command gcv_command_stats = {
    .name = "stats",
    .summary = "which types fill the heap?",
    .description =
        "Objects and shallow bytes of each type, most bytes first. The bytes add up to\n"
        "those of `summary`. --retained sorts by the bytes that all objects of a row\n"
        "retain as a set; the figure is exact, so bytes that only two rows together\n"
        "retain count in neither of them. Only --retained, --unreachable, --generation,\n"
        "--by generation and --by root-kind build a graph; without one, memory does not\n"
        "grow with a text file as long as its ids ascend by segments.\n"
        "--share adds the percentage of the bytes of all objects (with --domain, of that\n"
        "domain), those that other options leave out included. `retained` of the row\n"
        "<total> is what all rows retain together, not their sum.\n"
        "--by module and --by generation are for files that know them. --by root-kind\n"
        "counts an object under the kind of root that its chain starts at.",
    .examples =
        "  gcview stats --top 5 samples/azmcp-1.log\n"
        "  gcview stats --retained --top 5 samples/azmcp-1.log\n"
        "  gcview stats --by module samples/kysel-preAlloc.gcdump",
    .columns =
        "count bytes type (--retained: count bytes retained type; --share: share behind bytes; "
        "--by: its name instead of type)",
    .output = GCV_OUTPUT_TABLE,
    .shared = {&gcv_group_options, &gcv_top_options, &gcv_order_options, &gcv_type_options,
               &gcv_generation_options, &gcv_min_options, &gcv_root_options, &gcv_share_options,
               &gcv_total_options},
    .needs = gcv_group_needs,
    .table = columns,
    .check = check,
    .run = run,
};
