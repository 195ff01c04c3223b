/* suspects.c - where is the leak? analysis/suspects/suspects.h defines what a suspect is. */
#include "analysis/suspects/suspect_match.h"
#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "heap/root_label.h"
#include "report/commands.h"
#include "report/select.h"
#include "report/suspects/suppressions.h"
#include "analysis/suspects/suspect_reason.h"
#include "report/unreachable.h"

#include <inttypes.h>
#include <string.h>

/* Thousandths of a percent. */
enum { SHARE_OF_ALL = 100000 };

#define DEFAULT_PERCENT 10 /* --min-share */

/* The least that a crowd retains, of the reachable bytes, or has grown by, of the total growth. */
enum { CROWD_SHARE = SHARE_OF_ALL / 1000, GROWN_SHARE = SHARE_OF_ALL / 100 };

enum { SUSPECT_CELLS = 8 };

typedef struct gcv_suspects_options {
    gcv_optional min_share; /* thousandths of a percent */
    bool chains;
    bool mine;
    const char *sort; /* NULL: by evidence */
    gcv_text_file suppressions;
    gcv_suppressions known; /* the content of that file */
} gcv_suspects_options;

static const gcv_suspects_options *own(const gcv_report_options *options) { return options->own; }

typedef struct gcv_suspect_table {
    gcv_report *report;
    gcv_retention retention;
    gcv_paths paths;
    gcv_suspect_input input;
    gcv_suspects found;
    uint64_t *old;  /* per row: bytes that it retains in the baseline; NULL */
    uint64_t heavy; /* bytes that a row retains, or has grown by, to need no other evidence */
    gcv_suspect_past past;
    gcv_selection past_selection;
    gcv_selection selection;
    gcv_reasons reasons;
    gcv_buffer label;
    uint64_t n_suppressed;
} gcv_suspect_table;

/* ---- which rows --------------------------------------------------------------------------- */

/* `share` thousandths of a percent of `whole`, rounded up. */
static uint64_t share_of(uint64_t whole, uint64_t share)
{
    uint64_t rest = whole % SHARE_OF_ALL * share;
    return whole / SHARE_OF_ALL * share + rest / SHARE_OF_ALL + (rest % SHARE_OF_ALL > 0);
}

/* What growth is compared with: the total growth, but at least 1 % of the reachable bytes. */
static uint64_t growth_whole(const gcv_suspect_table *table, uint64_t reachable)
{
    uint64_t old = table->past.paths.reached_bytes;
    uint64_t least = share_of(reachable, SHARE_OF_ALL / 100);
    return reachable > old && reachable - old > least ? reachable - old : least;
}

/* Sets the limits of the search. --min alone replaces the default share. Unless one of these says
 * how large a suspect is at least, crowds may be smaller. */
static void set_limits(gcv_suspect_table *table)
{
    const gcv_report_options *options = table->report->options;
    gcv_suspect_input *input = &table->input;
    uint64_t reachable = table->retention.dominators.retained[0], least;
    bool is_default = !own(options)->min_share.given && !options->select.min.given;
    uint64_t share = own(options)->min_share.given ? own(options)->min_share.value
                     : options->select.min.given   ? 0
                                                   : DEFAULT_PERCENT * (SHARE_OF_ALL / 100);
    input->whole = table->report->baseline != NULL ? growth_whole(table, reachable) : reachable;
    least = share_of(input->whole, share);
    if (options->select.min.given && options->select.min.value > least) {
        least = options->select.min.value;
    }
    table->heavy = input->heavy = least > 0 ? least : 1;
    least = is_default ? share_of(input->whole,
                                  table->report->baseline != NULL ? GROWN_SHARE : CROWD_SHARE)
                       : input->heavy;
    input->small = least > 0 ? least : 1;
}

/* Bytes that a row counts for: what it retains, or has grown by. */
static uint64_t bytes_of(const gcv_suspect_table *table, uint32_t item)
{
    uint64_t retained = table->found.rows.data[item].retained;
    return table->old == NULL || table->old[item] == GCV_NOT_REACHABLE ? retained
           : table->old[item] < retained                               ? retained - table->old[item]
                                                                       : 0;
}

static uint32_t points_of(const gcv_suspect_table *table, uint32_t item)
{
    gcv_points points = gcv_suspect_points(&table->input, &table->found,
                                           &table->found.rows.data[item], bytes_of(table, item));
    return gcv_points_sum(&points);
}

static bool is_shown(const gcv_suspect_table *table, uint32_t item)
{
    const gcv_suspect *row = &table->found.rows.data[item];
    const gcv_selection *selection = &table->selection;
    bool type = row->type != GCV_NONE ? selection->types[row->type] != 0
                                      : gcv_filter_name(selection->filter, row->name);
    bool section = row->object == GCV_NONE ||
                   selection->sections[gcv_heap_object_section(table->report->heap, row->object)];
    uint64_t bytes = bytes_of(table, item);
    bool enough = bytes >= table->heavy ||
                  (bytes >= table->input.small && points_of(table, item) >= GCV_POINTS_ENOUGH);
    return !row->folded && type && section && enough &&
           (row->mine || !own(table->report->options)->mine);
}

static uint64_t key_of(const void *payload, uint32_t item)
{
    const gcv_suspect_table *table = payload;
    return own(table->report->options)->sort == NULL ? points_of(table, item)
                                                     : bytes_of(table, item);
}

/* By growth, by retained bytes, then by name, objects before groups, then by id and section, or by
 * fingerprint. */
static bool row_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_suspect_table *table = payload;
    const gcv_suspect *x = &table->found.rows.data[a], *y = &table->found.rows.data[b];
    const gcv_heap *heap = table->report->heap;
    int names = gcv_slice_compare(x->name, y->name);
    uint64_t id_x = bytes_of(table, a), id_y = bytes_of(table, b);
    if (id_x != id_y) {
        return id_x > id_y;
    }
    if (x->retained != y->retained) {
        return x->retained > y->retained;
    }
    if (names != 0) {
        return names < 0;
    }
    if (x->object == GCV_NONE || y->object == GCV_NONE) {
        return x->object == GCV_NONE && y->object == GCV_NONE ? x->fingerprint < y->fingerprint
                                                              : y->object == GCV_NONE;
    }
    id_x = gcv_heap_object_id(heap, x->object);
    id_y = gcv_heap_object_id(heap, y->object);
    return id_x != id_y ? id_x < id_y : x->object < y->object;
}

/* A crowd is known by the fingerprint of what is folded into it, too. */
static bool is_known(const gcv_suspect_table *table, const gcv_suspect *row)
{
    const gcv_suppressions *known = &own(table->report->options)->known;
    bool ignore_case = table->report->options->select.ignore_case;
    return gcv_is_suppressed(known, row->fingerprint, row->name, ignore_case) ||
           (row->crowd != GCV_NONE && row->like != GCV_NONE &&
            gcv_is_suppressed(known, table->found.rows.data[row->like].fingerprint, row->name,
                              ignore_case));
}

static gcv_status choose(gcv_suspect_table *table, gcv_rows *rows, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < table->found.rows.n; i++) {
        const gcv_suspect *row = &table->found.rows.data[i];
        if (!is_shown(table, i)) {
            continue;
        }
        if (is_known(table, row)) {
            table->n_suppressed++;
            continue;
        }
        status = gcv_rows_add(rows, i, err);
    }
    return status == GCV_OK ? gcv_rows_finish(rows, err) : status;
}

/* ---- writing ------------------------------------------------------------------------------ */

static gcv_cell share_cell(const gcv_suspect_table *table, uint64_t bytes)
{
    return gcv_cell_count(gcv_percent_of(bytes, table->retention.dominators.retained[0]));
}

/* The label of the root; its kind if the chains of a group begin with several roots of one kind. */
static gcv_status root_cell(gcv_suspect_table *table, uint32_t root, uint32_t kind, gcv_cell *cell,
                            gcv_error *err)
{
    gcv_context *ctx = table->report->ctx;
    const gcv_heap *heap = table->report->heap;
    gcv_status status = GCV_OK;
    *cell = gcv_cell_none();
    if (kind == GCV_NONE) {
        return GCV_OK;
    }
    status = root != GCV_NONE
                 ? gcv_root_label(ctx, heap, &heap->roots.data[root], &table->label, err)
                 : gcv_root_kind_name(ctx, kind, &table->label, err);
    if (status == GCV_OK) {
        *cell = gcv_cell_text(gcv_buffer_slice(&table->label));
    }
    return status;
}

/* --chains: a row for each object of the chain, root object first. */
static gcv_status write_chain(gcv_suspect_table *table, uint64_t rank, const gcv_suspect *row,
                              gcv_u32_column *chain, gcv_error *err)
{
    const gcv_heap *heap = table->report->heap;
    const gcv_dominators *d = &table->retention.dominators;
    gcv_status status = GCV_OK;
    uint32_t at, depth;
    chain->n = 0;
    for (at = row->object; status == GCV_OK && at < GCV_ROOTED; at = table->paths.parent[at]) {
        status = gcv_u32_column_push(table->report->ctx, chain, at, err);
    }
    for (depth = 1; status == GCV_OK && chain->n > 0; depth++) {
        uint32_t object = chain->data[--chain->n], number = d->number[object];
        gcv_cell cells[SUSPECT_CELLS];
        cells[0] = gcv_cell_count(rank);
        cells[1] = gcv_retained_cell(d, object);
        cells[2] = share_cell(table, d->retained[number]);
        cells[3] = gcv_cell_count(table->found.tree.size[number]);
        cells[4] = gcv_object_id_cell(heap, object);
        cells[5] = gcv_type_cell(heap, heap->type.data[object]);
        cells[5].indent = depth;
        cells[6] = cells[7] = gcv_cell_none();
        if (depth == 1) {
            status = root_cell(table, row->root, row->root_kind, &cells[6], err);
        }
        if (status == GCV_OK) {
            status = gcv_writer_row(table->report->writer, cells, err);
        }
    }
    return status;
}

static gcv_status write_row(gcv_suspect_table *table, uint64_t rank, uint32_t item, gcv_error *err)
{
    const gcv_suspect *row = &table->found.rows.data[item];
    const uint64_t *old = table->old != NULL ? &table->old[item] : NULL;
    gcv_cell cells[SUSPECT_CELLS];
    gcv_status status = gcv_reasons_describe(&table->reasons, row, old, err);
    if (status == GCV_OK) {
        status = gcv_reasons_add_fingerprint(&table->reasons, row, err);
    }
    cells[0] = gcv_cell_count(rank);
    cells[1] = gcv_cell_bytes(row->retained);
    cells[2] = share_cell(table, row->retained);
    cells[3] = gcv_cell_count(row->objects);
    cells[4] = row->object != GCV_NONE ? gcv_object_id_cell(table->report->heap, row->object)
                                       : gcv_cell_none();
    cells[5] = gcv_cell_text(row->name);
    if (status == GCV_OK) {
        status = root_cell(table, row->root, row->root_kind, &cells[6], err);
    }
    cells[7] = gcv_cell_text(gcv_buffer_slice(&table->reasons.text));
    return status == GCV_OK ? gcv_writer_row(table->report->writer, cells, err) : status;
}

static gcv_status write_rows(gcv_suspect_table *table, const gcv_rows *rows, gcv_error *err)
{
    static const gcv_table_column columns[SUSPECT_CELLS] = {
        {"rank", GCV_SHAPE_NUMBER},    {"retained", GCV_SHAPE_NUMBER}, {"share", GCV_SHAPE_NUMBER},
        {"objects", GCV_SHAPE_NUMBER}, {"object", GCV_SHAPE_NUMBER},   {"type", GCV_SHAPE_TYPE},
        {"root", GCV_SHAPE_TEXT},      {"reason", GCV_SHAPE_NOTE}};
    gcv_u32_column chain = {NULL, 0, 0};
    gcv_status status = gcv_report_begin(table->report, columns, SUSPECT_CELLS, err);
    size_t i;
    for (i = 0; status == GCV_OK && i < rows->items.n; i++) {
        uint32_t item = rows->items.data[i];
        status = write_row(table, i + 1, item, err);
        if (status == GCV_OK && own(table->report->options)->chains &&
            table->found.rows.data[item].object != GCV_NONE) {
            status = write_chain(table, i + 1, &table->found.rows.data[item], &chain, err);
        }
    }
    gcv_u32_column_release(table->report->ctx, &chain);
    if (status == GCV_OK && own(table->report->options)->suppressions.path != NULL) {
        gcv_report_warn(table->report, "suspects silenced by '%.100s': %" PRIu64,
                        own(table->report->options)->suppressions.name, table->n_suppressed);
    }
    return status;
}

static gcv_status write_table(gcv_suspect_table *table, gcv_error *err)
{
    const gcv_report_options *options = table->report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status =
        gcv_reasons_init(table->report->ctx, &table->reasons, &table->input, &table->found, err);
    if (status != GCV_OK) {
        return status;
    }
    order.payload = table;
    order.key = key_of;
    order.ascending = false;
    order.tie = row_before;
    gcv_rows_init(&rows, table->report->ctx, &order,
                  options->top.given ? options->top.value : GCV_TOP_OBJECTS);
    status = choose(table, &rows, err);
    if (status == GCV_OK) {
        status = write_rows(table, &rows, err);
    }
    gcv_rows_release(&rows);
    gcv_reasons_release(&table->reasons);
    return status;
}

/* Finds the chains of the baseline, whose domains --domain selects, too. */
static gcv_status find_past(gcv_suspect_table *table, gcv_error *err)
{
    gcv_report *report = table->report;
    gcv_status status = gcv_selection_find(report->ctx, report->baseline, &report->options->select,
                                           &table->past_selection, err);
    if (status == GCV_OK && !table->past_selection.any_section) {
        gcv_report_warn_of(report, report->baseline, "no domain '%.60s' here: all of it is new",
                           report->options->select.domain);
    }
    return status == GCV_OK ? gcv_suspect_past_find(report->ctx, &table->past, report->baseline,
                                                    table->past_selection.sections,
                                                    report->options->include_weak, err)
                            : status;
}

/* Says by how much all has grown, which the growth of rows is to be seen against. */
static void tell_growth(const gcv_suspect_table *table)
{
    uint64_t now = table->retention.dominators.retained[0], old = table->past.paths.reached_bytes;
    gcv_report_warn(table->report,
                    "reachable bytes since the baseline: %s%" PRIu64 ", %" PRIu64 " to %" PRIu64,
                    now < old ? "-" : "+", now < old ? old - now : now - old, old, now);
}

/* Finds what the rows retain in the baseline. */
static gcv_status match_baseline(gcv_suspect_table *table, gcv_error *err)
{
    gcv_report *report = table->report;
    table->old = gcv_alloc(report->ctx, table->found.rows.n, sizeof *table->old, err);
    if (table->old == NULL) {
        return gcv_failed(err);
    }
    tell_growth(table);
    return gcv_suspects_match(report->ctx, &table->found.rows, &table->past, table->old, err);
}

static gcv_status find_suspects(gcv_suspect_table *table, gcv_error *err)
{
    gcv_report *report = table->report;
    gcv_suspect_input *input = &table->input;
    gcv_status status;
    input->heap = report->heap;
    input->roots = &table->retention.roots;
    input->dominators = &table->retention.dominators;
    input->paths = &table->paths;
    input->sections = table->selection.sections;
    if (report->baseline != NULL) {
        status = find_past(table, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    set_limits(table);
    if (report->heap->n_objects > 0 && input->dominators->n_reached == 0) {
        gcv_report_warn(report, "no object is reachable from any %sroot: none can be suspected",
                        report->options->include_weak ? "" : "strong ");
    }
    status = gcv_report_warn_garbage(report, table->retention.dominators.retained[0], err);
    if (status == GCV_OK) {
        status = gcv_suspects_find(report->ctx, input, &table->found, err);
    }
    return status == GCV_OK && report->baseline != NULL ? match_baseline(table, err) : status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_suspect_table table;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = report;
    status = gcv_report_select_groups(report, &table.selection, err);
    if (status == GCV_OK) {
        status = gcv_retention_find(report, &table.retention, err);
    }
    if (status == GCV_OK) {
        status = gcv_paths_find(ctx, report->heap, &table.retention.roots, &table.paths, err);
        if (status == GCV_OK) {
            status = find_suspects(&table, err);
            if (status == GCV_OK) {
                status = write_table(&table, err);
            }
            gcv_free(ctx, table.old, table.found.rows.n, sizeof *table.old);
            gcv_suspects_release(ctx, &table.found);
            gcv_suspect_past_release(ctx, &table.past);
            gcv_selection_release(ctx, &table.past_selection);
            gcv_paths_release(ctx, &table.paths);
        }
        gcv_retention_release(report, &table.retention);
    }
    gcv_buffer_release(ctx, &table.label);
    gcv_selection_release(ctx, &table.selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static gcv_status prepare(gcv_context *ctx, gcv_report_options *options, gcv_error *err)
{
    gcv_suspects_options *mine = options->own;
    return gcv_suppressions_add_text(ctx, &mine->known, mine->suppressions.name,
                                     mine->suppressions.text, err);
}

static void release(gcv_context *ctx, gcv_report_options *options)
{
    gcv_suppressions_release(ctx, &((gcv_suspects_options *)options->own)->known);
}

static const gcv_option option_rows[] = {
    {"min-share", '\0', GCV_OPTION_PERCENT, GCV_OWN(gcv_suspects_options, min_share), "PERCENT",
     NULL,
     "only what retains at least this percentage of the reachable bytes (" GCV_TEXT_OF(
         DEFAULT_PERCENT) ")"},
    {"chains", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_suspects_options, chains), NULL, NULL,
     "below each object its chain, indented, with the rank of its suspect"},
    {"mine", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_suspects_options, mine), NULL, NULL,
     "only types of yours, or what keeps objects of yours: not System, Microsoft, Mono, Android …"},
    {"sort", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_suspects_options, sort), "retained", NULL,
     "by bytes instead of by evidence"},
    {"suppressions", '\0', GCV_OPTION_TEXT_FILE, GCV_OWN(gcv_suspects_options, suppressions),
     "FILE", NULL, "leave out what FILE lists: a fingerprint or a GLOB of types per line"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, &gcv_cost_of_suspects, NULL};
    (void)options;
    needs->costs = costs;
}

const gcv_command gcv_command_suspects = {
    .name = "suspects",
    .summary = "where is the leak?",
    .description =
        "What holds much, and what repeats where it should not. Three things are\n"
        "suspects: an object, or all objects of a type or namespace, that retain at least\n"
        "10 % of the reachable bytes (--min-share; --min BYTES instead, or both); and, of\n"
        "any size, several objects of one type that are kept in the same way: by event\n"
        "handlers, timers, tasks, collections. Types of yours come first, then what is\n"
        "kept by what should let go of it, then size; gcview help definitions has the\n"
        "points. `objects` is the number that an object dominates, itself included, or of\n"
        "the objects of a group, which has no `object`. `reason` ends in a [fingerprint]\n"
        "that stays the same in other runs and builds: see --suppressions. A suspect is\n"
        "not yet a leak. What proves one is growth: --baseline OLD shows only what retains\n"
        "more than its counterpart in OLD, and measures all shares by the total growth. "
        GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows\n"
        "unless --top says otherwise. Suspects do not change the exit status.",
    .columns = "rank retained share objects object type root reason",
    .inputs = GCV_INPUT_BASELINE,
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_suspects_options),
    .shared = {&gcv_top_options, &gcv_type_options, &gcv_min_options, &gcv_root_options},
    .needs = needs,
    .prepare = prepare,
    .release = release,
    .run = run,
};
