/* stats.c - which types (or namespaces, or domains) fill the heap?
 *
 * Without --retained and --unreachable this needs no graph, only tallies by type and section.
 */
#include "report/commands.h"
#include "report/select.h"

typedef struct stats_row {
    uint64_t count, bytes;
    uint64_t retained; /* GCV_NOT_REACHABLE: nothing, or not wanted */
} stats_row;

typedef struct stats_table {
    const gcv_report_options *options;
    gcv_group_totals totals;
    uint64_t whole;  /* bytes of all objects of the selected domains */
    stats_row total; /* of all rows that are shown */
} stats_table;

static stats_row row_at(const void *payload, uint32_t item)
{
    const stats_table *stats = payload;
    const gcv_group_totals *totals = &stats->totals;
    if (item == GCV_TOTAL_ROW) {
        return stats->total;
    }
    return (stats_row){totals->counts[item], totals->bytes[item],
                       totals->retained != NULL ? totals->retained[item] : GCV_NOT_REACHABLE};
}

GCV_KEY(key_count, row_at(payload, row).count);
GCV_KEY(key_bytes, row_at(payload, row).bytes);

/* unreachable becomes 0: below all others */
GCV_KEY(key_retained, row_at(payload, row).retained + 1);
GCV_CELL(cell_share, gcv_cell_count(gcv_percent_of(key_bytes(payload, row),
                                                   ((const stats_table *)payload)->whole)));
GCV_CELL(cell_name, gcv_cell_text(((const stats_table *)payload)->totals.groups.names[row]));

static const gcv_report_column columns[] = {
    {"count", GCV_COUNT, key_count, NULL, NULL},
    {"bytes", GCV_BYTES, key_bytes, NULL, NULL},
    {"share", GCV_FIGURE, key_bytes, cell_share, gcv_shows_share},
    {"retained", GCV_RETAINED, key_retained, NULL, gcv_shows_retained},
    {NULL, GCV_GROUP, gcv_number_key, cell_name, NULL}};
static const gcv_table table = {GCV_COLUMNS(columns), .sort = {"retained", "bytes"}};

static bool is_shown(const void *payload, uint32_t item)
{
    const gcv_report_options *options = ((const stats_table *)payload)->options;
    const stats_row row = row_at(payload, item);
    const uint64_t retained = row.retained != GCV_NOT_REACHABLE ? row.retained : 0;
    return row.count > 0 &&
           gcv_filter_bytes(&options->select, options->groups.retained ? retained : row.bytes);
}

/* Finds the figures of all rows together. What they retain is not the sum of what each retains:
 * rows can retain objects of each other. */
static void find_total(stats_table *stats)
{
    const gcv_group_totals *totals = &stats->totals;
    uint32_t *set_of = gcv_alloc_none(totals->ctx, totals->groups.n);
    for (uint32_t i = 0; i < totals->groups.n; i++) {
        if (is_shown(stats, i)) {
            set_of[i] = 0;
            stats->total.count = gcv_add_capped(stats->total.count, totals->counts[i]);
            stats->total.bytes = gcv_add_capped(stats->total.bytes, totals->bytes[i]);
        }
    }
    stats->total.retained =
        totals->retained != NULL ? gcv_group_totals_retained(totals, set_of) : GCV_NOT_REACHABLE;
    gcv_free(totals->ctx, set_of);
}

static void run(gcv_report *report)
{
    gcv_totals_query query = gcv_report_totals_query(report->options, &report->in.heap, 1);
    gcv_selection selection = gcv_report_select(report);
    stats_table stats = {.options = report->options};
    gcv_group_totals_find(report->ctx, &selection, &query, &stats.totals);
    stats.whole = gcv_group_totals_whole_bytes(&stats.totals);
    if (report->options->total) {
        find_total(&stats);
    }
    gcv_table_show(&table, report, &stats, stats.totals.groups.n, is_shown);
}

const gcv_command gcv_command_stats = {
    .name = "stats",
    .summary = "which types fill the heap?",
    .description =
        "Objects and shallow bytes of each type, most bytes first. The bytes add up to\n"
        "those of `summary`. --retained sorts by the bytes that all objects of a row\n"
        "retain as a set; the figure is exact, so bytes that only two rows together\n"
        "retain count in neither of them. Only --retained, --unreachable, --generation,\n"
        "--by generation, --by root-kind and --by site build a graph; without one, memory\n"
        "does not grow with a text file as long as its ids ascend by segments.\n"
        "--share adds the percentage of the bytes of all objects (with --domain, of that\n"
        "domain), those that other options leave out included. `retained` of the row\n"
        "<total> is what all rows retain together, not their sum.\n"
        "--by module and --by generation are for files that know them. --by root-kind\n"
        "counts an object under the kind of root that its chain starts at. --by site adds\n"
        "up what each line or function has allocated, as V8 snapshots with stacks and\n"
        "Ruby dumps with trace_object_allocations tell; other files do not say.",
    .examples =
        "  gcview stats --top 5 samples/azmcp-1.log\n"
        "  gcview stats --retained --top 5 samples/azmcp-1.log\n"
        "  gcview stats --by module samples/kysel-preAlloc.gcdump",
    .columns =
        "count bytes type (--retained: count bytes retained type; --share: share behind bytes; "
        "--by: its name instead of type)",
    .shared = GCV_SET_GROUP | GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_GENERATION |
              GCV_SET_MIN | GCV_SET_ROOT | GCV_SET_SHARE | GCV_SET_TOTAL,
    .find_needs = gcv_group_needs,
    .tables = {&table},
    .check = gcv_group_check,
    .run = run,
};
