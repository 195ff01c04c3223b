/* track_types.c - which objects survived, died, were born from one dump to a later one?
 *
 * Objects are followed one by one; rows are their types, joined by name. What survived and died
 * adds up to the first dump, what survived and was born to the last.
 */
#include "report/track/track.h"

#include "analysis/name_join.h"
#include "analysis/track/growth.h"
#include "base/error.h"
#include "analysis/groups.h"
#include "report/commands.h"
#include "report/select.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const gcv_track_options *own(const gcv_report_options *options) { return options->own; }

typedef struct track_row {
    uint64_t survived, died, born;
    uint64_t bytes_survived, bytes_died, bytes_born;
} track_row;

/* One of the two heaps, and what of it counts. */
typedef struct track_side {
    gcv_selection selection;
    gcv_groups groups; /* by type */
    uint32_t *row;     /* per group */
} track_side;

typedef struct track_table {
    gcv_report *report;
    const gcv_track *track;
    track_side side[2];
    gcv_name_join join;
    track_row *rows; /* join.names.n of them */
} track_table;

/* ---- shared by the tables ----------------------------------------------------------------- */

gcv_report gcv_track_later(const gcv_report *report)
{
    gcv_report later = *report;
    later.heap = report->heaps[report->n_heaps - 1];
    return later;
}

void gcv_track_warn_unseen(const gcv_report *report, const char *file, uint64_t n)
{
    char message[100];
    if (n > 0) {
        (void)snprintf(message, sizeof message,
                       "objects that live on and that an incomplete dump lacks: %" PRIu64, n);
        report->warn(report->warn_payload, file, message);
    }
}

gcv_status gcv_track_follow(gcv_report *report, gcv_track *out, gcv_error *err)
{
    gcv_report later = gcv_track_later(report);
    gcv_status status =
        gcv_track_find(report->ctx, report->heap, later.heap, report->moves, report->dumps[0],
                       report->dumps[report->n_heaps - 1], out, err);
    if (status == GCV_OK) {
        gcv_track_warn_unseen(report, gcv_heap_name(later.heap), out->unseen);
    }
    return status;
}

/* ---- counting ----------------------------------------------------------------------------- */

static gcv_status open_side(track_side *side, const gcv_report *report, const gcv_heap *heap,
                            gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_status status =
        gcv_selection_find(ctx, heap, &report->options->select, &side->selection, err);
    if (status == GCV_OK) {
        status = gcv_groups_init(ctx, &side->groups, heap, GCV_BY_TYPE, err);
    }
    if (status == GCV_OK) {
        side->row = gcv_alloc(ctx, side->groups.n, sizeof *side->row, err);
        status = side->row != NULL ? GCV_OK : gcv_failed(err);
    }
    return status;
}

static void close_side(gcv_context *ctx, track_side *side)
{
    gcv_free(ctx, side->row, side->groups.n, sizeof *side->row);
    gcv_groups_release(ctx, &side->groups);
    gcv_selection_release(ctx, &side->selection);
}

static gcv_status join_types(track_table *table, gcv_error *err)
{
    gcv_name_list lists[2];
    gcv_status status;
    uint32_t row, i;
    for (i = 0; i < 2; i++) {
        lists[i].names = table->side[i].groups.names;
        lists[i].n = table->side[i].groups.n;
    }
    status = gcv_name_join_find(table->report->ctx, lists, 2, &table->join, err);
    if (status != GCV_OK) {
        return status;
    }
    for (row = 0; row < table->join.names.n; row++) {
        for (i = 0; i < 2; i++) {
            uint32_t group = gcv_joined_place(&table->join, row, i);
            if (group != GCV_NONE) {
                table->side[i].row[group] = row;
            }
        }
    }
    table->rows =
        gcv_alloc_zeroed(table->report->ctx, table->join.names.n, sizeof *table->rows, err);
    return table->rows != NULL ? GCV_OK : gcv_failed(err);
}

/* The row that an object of the selection counts for. */
static track_row *row_of(track_table *table, const track_side *side, uint32_t object)
{
    uint32_t type = side->selection.heap->type.data[object];
    return &table->rows[side->row[side->groups.of[type]]];
}

/* Survivors and the dead are counted as the first heap has them, … */
static void count_first(track_table *table)
{
    const track_side *side = &table->side[0];
    gcv_selected at = gcv_selected_all(&side->selection);
    uint32_t object;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        track_row *row = row_of(table, side, object);
        bool died = table->track->to[object] == GCV_NONE;
        *(died ? &row->died : &row->survived) += 1;
        *(died ? &row->bytes_died : &row->bytes_survived) +=
            gcv_heap_size(side->selection.heap, object);
    }
}

/* … and those born since as the last one. */
static void count_last(track_table *table)
{
    const track_side *side = &table->side[1];
    gcv_selected at = gcv_selected_all(&side->selection);
    uint32_t object;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        if (table->track->from[object] == GCV_NONE) {
            track_row *row = row_of(table, side, object);
            row->born++;
            row->bytes_born += gcv_heap_size(side->selection.heap, object);
        }
    }
}

static gcv_status count(track_table *table, gcv_error *err)
{
    gcv_report *report = table->report;
    gcv_status status = open_side(&table->side[0], report, report->heap, err);
    if (status == GCV_OK) {
        status = open_side(&table->side[1], report, gcv_track_later(report).heap, err);
    }
    if (status == GCV_OK && !table->side[0].selection.any_section &&
        !table->side[1].selection.any_section) {
        status = gcv_report_no_such_domain(report, report->heap, err);
    }
    if (status == GCV_OK) {
        gcv_report_warn_idle_types(report);
        status = join_types(table, err);
    }
    if (status == GCV_OK) {
        count_first(table);
        count_last(table);
    }
    return status;
}

/* ---- columns ------------------------------------------------------------------------------ */

static const track_row *row_at(const void *payload, uint32_t item)
{
    return &((const track_table *)payload)->rows[item];
}

static uint64_t key_survived(const void *payload, uint32_t item)
{
    return row_at(payload, item)->survived;
}

static uint64_t key_died(const void *payload, uint32_t item) { return row_at(payload, item)->died; }

static uint64_t key_born(const void *payload, uint32_t item) { return row_at(payload, item)->born; }

static uint64_t key_bytes_survived(const void *payload, uint32_t item)
{
    return row_at(payload, item)->bytes_survived;
}

static uint64_t key_bytes_died(const void *payload, uint32_t item)
{
    return row_at(payload, item)->bytes_died;
}

static uint64_t key_bytes_born(const void *payload, uint32_t item)
{
    return row_at(payload, item)->bytes_born;
}

static gcv_cell cell_survived(const void *payload, uint32_t item)
{
    return gcv_cell_count(row_at(payload, item)->survived);
}

static gcv_cell cell_died(const void *payload, uint32_t item)
{
    return gcv_cell_count(row_at(payload, item)->died);
}

static gcv_cell cell_born(const void *payload, uint32_t item)
{
    return gcv_cell_count(row_at(payload, item)->born);
}

static gcv_cell cell_bytes_survived(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(row_at(payload, item)->bytes_survived);
}

static gcv_cell cell_bytes_died(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(row_at(payload, item)->bytes_died);
}

static gcv_cell cell_bytes_born(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(row_at(payload, item)->bytes_born);
}

static gcv_cell cell_type(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const track_table *)payload)->join.names.data[item]);
}

static void type_columns(gcv_table *table)
{
    static const gcv_report_column columns[] = {
        {"survived", GCV_FIGURE, key_survived, cell_survived},
        {"died", GCV_FIGURE, key_died, cell_died},
        {"born", GCV_FIGURE, key_born, cell_born},
        {"bytes_survived", GCV_FIGURE, key_bytes_survived, cell_bytes_survived},
        {"bytes_died", GCV_FIGURE, key_bytes_died, cell_bytes_died},
        {"bytes_born", GCV_FIGURE, key_bytes_born, cell_bytes_born},
        {"type", GCV_NAME, gcv_number_key, cell_type}};
    gcv_table_init(table, "bytes_born", 0, gcv_number_before);
    gcv_table_add(table, columns, sizeof columns / sizeof columns[0]);
}

static void columns(const gcv_report_options *options, gcv_table *table)
{
    if (own(options)->ages) {
        gcv_track_ages_columns(table);
    } else if (own(options)->growing) {
        gcv_track_growing_columns(table);
    } else if (!own(options)->chains) {
        type_columns(table);
    }
}

/* ---- writing ------------------------------------------------------------------------------ */

static bool is_shown(const gcv_filter *filter, const track_row *row)
{
    return row->survived + row->died + row->born > 0 &&
           (gcv_filter_bytes(filter, row->bytes_survived) ||
            gcv_filter_bytes(filter, row->bytes_died) || gcv_filter_bytes(filter, row->bytes_born));
}

static gcv_status write_rows(track_table *types, gcv_error *err)
{
    gcv_report *report = types->report;
    gcv_table table;
    gcv_rows rows;
    gcv_status status;
    uint32_t item;
    type_columns(&table);
    status = gcv_table_rows(&table, report, types, &rows, err);
    for (item = 0; status == GCV_OK && item < types->join.names.n; item++) {
        if (is_shown(&report->options->select, &types->rows[item])) {
            status = gcv_rows_add(&rows, item, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_table_write(&table, report, types, &rows, err);
    }
    gcv_rows_release(&rows);
    return status;
}

static gcv_status write_table(gcv_report *report, const gcv_track *track, gcv_error *err)
{
    track_table table;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = report;
    table.track = track;
    status = count(&table, err);
    if (status == GCV_OK) {
        status = write_rows(&table, err);
    }
    gcv_free(report->ctx, table.rows, table.join.names.n, sizeof *table.rows);
    gcv_name_join_release(report->ctx, &table.join);
    close_side(report->ctx, &table.side[0]);
    close_side(report->ctx, &table.side[1]);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status check_chains(const gcv_report_options *options, gcv_error *err)
{
    if (options->limit.given && options->top.given) {
        return gcv_fail(err, GCV_ERR_USAGE, "--limit and --top are the same here: give one");
    }
    return options->sort == NULL && !options->reverse
               ? GCV_OK
               : gcv_fail(err, GCV_ERR_USAGE, "--chains have an order of their own: not --%s",
                          options->sort != NULL ? "sort" : "reverse");
}

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    if (own(options)->ages + own(options)->growing + own(options)->chains > 1) {
        return gcv_fail(err, GCV_ERR_USAGE, "--ages, --growing and --chains exclude each other");
    }
    if (own(options)->chains) {
        return check_chains(options, err);
    }
    if (own(options)->born || options->limit.given) {
        return gcv_fail(err, GCV_ERR_USAGE, "--%s goes with --chains",
                        own(options)->born ? "born" : "limit");
    }
    return GCV_OK;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    static const gcv_chain_options any_chain; /* no constraint */
    const gcv_report_options *options = report->options;
    gcv_track track;
    gcv_status status;
    if (own(options)->ages) {
        return gcv_track_write_ages(report, err);
    }
    status = gcv_track_follow(report, &track, err);
    if (status != GCV_OK) {
        return status;
    }
    status = own(options)->growing  ? gcv_track_write_growing(report, &track, err)
             : own(options)->chains ? gcv_track_write_chains(report, &track, &any_chain, err)
                                    : write_table(report, &track, err);
    gcv_track_release(report->ctx, &track);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only rows with at least BYTES in a column of bytes (--growing: in the delta)"},
    {"ages", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_track_options, ages), NULL, NULL,
     "objects of the last dump by the number of earlier dumps that held them"},
    {"growing", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_track_options, growing), NULL, NULL,
     "single objects that survived and retain more than before"},
    {"chains", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_track_options, chains), NULL, NULL,
     "chains in the last dump that keep the survivors alive, as 'chains' shows them"},
    {"born", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_track_options, born), NULL, NULL,
     "with --chains: chains of the objects that were born since"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const types[] = {&gcv_cost_of_track, NULL};
    static const gcv_cost *const growing[] = {&gcv_cost_of_track, &gcv_cost_of_growth, NULL};
    static const gcv_cost *const chains[] = {&gcv_cost_of_track, &gcv_cost_of_track_chains, NULL};
    needs->costs = own(options)->growing ? growing : types;
    needs->last_costs = own(options)->chains ? chains : needs->costs;
    needs->every_heap = own(options)->ages;
}

const gcv_command gcv_command_track = {
    .name = "track",
    .summary = "which objects survived, died, were born?",
    .description =
        "Follows every object from one dump to a later one by what the collections in\n"
        "between report: which addresses they moved, kept and condemned. One row per\n"
        "type: `survived` and `died` add up to the first dump, `survived` and `born` to\n"
        "the last. FILE is a trace with several snapshots, taken with the keyword for\n"
        "moved objects; or there is a file of any format for each dump of a moves log\n"
        "(--moves), or for the two of them that --from and --to name. Such a trace is\n"
        "recorded by one long session; a short session triggers each further snapshot\n"
        "(docs/tracking.md):\n"
        "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1D80001:5\n"
        "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1980001:5\n"
        "    --duration 00:00:05\n"
        "Nothing is guessed: if the reports are incomplete or contradict the dumps, the\n"
        "command ends with status 3.\n"
        "--ages needs all dumps from the first to the last; --growing lists objects\n"
        "that are reachable in both dumps (" GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says otherwise);\n"
        "--chains shows chains as 'chains' does, for all objects that --type and\n"
        "--exclude leave.",
    .columns =
        "survived died born bytes_survived bytes_died bytes_born type\n"
        "         --ages: count bytes age type\n"
        "         --growing: retained_delta retained_a retained_b references_gained object_a\n"
        "         object_b type\n"
        "         --chains: chain depth object bytes retained type root",
    .inputs = GCV_INPUT_FOLLOWED,
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_track_options),
    .shared = {&gcv_chain_limit_options, &gcv_order_options, &gcv_type_options, &gcv_root_options},
    .needs = needs,
    .table = columns,
    .check = check,
    .run = run,
};
