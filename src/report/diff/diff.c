/* diff.c - what changed between two dumps, or from the first to the last of several?
 *
 * Ids mean nothing across dumps: rows are joined by the name of what they stand for. Each dump is
 * counted as `stats` counts it, so the deltas of all rows add up to the difference of what two runs
 * of `stats` add up to.
 */
#include "report/diff/diff.h"

#include "analysis/chains/joined_steps.h"
#include "base/error.h"
#include "base/number.h"
#include "report/commands.h"
#include "report/group_choice.h"
#include "report/rule_outcomes.h"
#include "report/rule_options.h"
#include "report/select.h"

#include <string.h>

static const gcv_diff_options *own(const gcv_report_options *options) { return options->own; }

/* ---- totals of each heap ------------------------------------------------------------------ */

static const gcv_heap *heap_at(const gcv_diff *diff, size_t at)
{
    const gcv_report *report = diff->report;
    return at + 1 < diff->n ? report->heaps[at] : report->heaps[report->n_heaps - 1];
}

static gcv_status find_totals(gcv_diff *diff, size_t at, gcv_error *err)
{
    const gcv_report_options *options = diff->report->options;
    gcv_context *ctx = diff->report->ctx;
    gcv_totals_query query = gcv_report_totals_query(options);
    gcv_status status =
        gcv_selection_find(ctx, heap_at(diff, at), &options->select, &diff->selections[at], err);
    query.retained = query.retained && (at == 0 || at + 1 == diff->n);
    if (status == GCV_OK) {
        status = gcv_group_totals_find(ctx, &diff->selections[at], &query, &diff->totals[at], err);
    }
    diff->lists[at].names = diff->totals[at].groups.names;
    diff->lists[at].n = diff->totals[at].groups.n;
    return status;
}

static gcv_status find_all_totals(gcv_diff *diff, gcv_error *err)
{
    gcv_status status = GCV_OK;
    bool any_section = false;
    size_t i;
    for (i = 0; status == GCV_OK && i < diff->n; i++) {
        status = find_totals(diff, i, err);
        any_section = any_section || diff->selections[i].any_section;
    }
    if (status == GCV_OK && !any_section) {
        status = gcv_report_no_such_domain(diff->report, diff->report->heap, err);
    }
    if (status == GCV_OK) {
        gcv_report_warn_idle_types(diff->report);
        status = gcv_name_join_find(diff->report->ctx, diff->lists, diff->n, &diff->join, err);
    }
    return status;
}

/* ---- rows --------------------------------------------------------------------------------- */

static uint64_t value_at(const gcv_diff *diff, uint32_t row, size_t at, const uint64_t *values)
{
    uint32_t place = gcv_joined_place(&diff->join, row, at);
    return place != GCV_NONE ? values[place] : 0;
}

static uint64_t retained_at(const gcv_diff *diff, uint32_t row, size_t at, bool *retains)
{
    uint32_t place = gcv_joined_place(&diff->join, row, at);
    uint64_t retained = place != GCV_NONE ? diff->totals[at].retained[place] : GCV_NOT_REACHABLE;
    *retains = *retains || retained != GCV_NOT_REACHABLE;
    return retained != GCV_NOT_REACHABLE ? retained : 0;
}

static bool grew_at_every_step(const gcv_diff *diff, uint32_t row)
{
    size_t i;
    for (i = 1; i < diff->n; i++) {
        if (value_at(diff, row, i, diff->totals[i].bytes) <=
            value_at(diff, row, i - 1, diff->totals[i - 1].bytes)) {
            return false;
        }
    }
    return true;
}

static gcv_status find_rows(gcv_diff *diff, gcv_error *err)
{
    const gcv_group_totals *a = &diff->totals[0], *b = &diff->totals[diff->n - 1];
    uint32_t i;
    diff->rows = gcv_alloc_zeroed(diff->report->ctx, diff->join.names.n, sizeof *diff->rows, err);
    if (diff->rows == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < diff->join.names.n; i++) {
        gcv_diff_row *row = &diff->rows[i];
        row->count_a = value_at(diff, i, 0, a->counts);
        row->count_b = value_at(diff, i, diff->n - 1, b->counts);
        row->bytes_a = value_at(diff, i, 0, a->bytes);
        row->bytes_b = value_at(diff, i, diff->n - 1, b->bytes);
        if (diff->report->options->groups.retained) {
            row->retained_a = retained_at(diff, i, 0, &row->retains);
            row->retained_b = retained_at(diff, i, diff->n - 1, &row->retains);
        }
        row->grew = grew_at_every_step(diff, i);
    }
    return GCV_OK;
}

/* ---- columns ------------------------------------------------------------------------------ */

static const gcv_diff_row *row_at(const void *payload, uint32_t item)
{
    return &((const gcv_diff *)payload)->rows[item];
}

static uint64_t distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

static uint64_t key_bytes_delta(const void *payload, uint32_t item)
{
    return distance(row_at(payload, item)->bytes_a, row_at(payload, item)->bytes_b);
}

static uint64_t key_count_delta(const void *payload, uint32_t item)
{
    return distance(row_at(payload, item)->count_a, row_at(payload, item)->count_b);
}

static uint64_t key_retained_delta(const void *payload, uint32_t item)
{
    return distance(row_at(payload, item)->retained_a, row_at(payload, item)->retained_b);
}

static uint64_t key_count_a(const void *payload, uint32_t item)
{
    return row_at(payload, item)->count_a;
}

static uint64_t key_count_b(const void *payload, uint32_t item)
{
    return row_at(payload, item)->count_b;
}

static uint64_t key_bytes_a(const void *payload, uint32_t item)
{
    return row_at(payload, item)->bytes_a;
}

static uint64_t key_bytes_b(const void *payload, uint32_t item)
{
    return row_at(payload, item)->bytes_b;
}

static gcv_cell cell_count_delta(const void *payload, uint32_t item)
{
    const gcv_diff_row *row = row_at(payload, item);
    return gcv_cell_signed(gcv_delta(row->count_a, row->count_b));
}

static gcv_cell cell_bytes_delta(const void *payload, uint32_t item)
{
    const gcv_diff_row *row = row_at(payload, item);
    return gcv_cell_signed_bytes(gcv_delta(row->bytes_a, row->bytes_b));
}

static gcv_cell cell_retained_delta(const void *payload, uint32_t item)
{
    const gcv_diff_row *row = row_at(payload, item);
    return row->retains ? gcv_cell_signed_bytes(gcv_delta(row->retained_a, row->retained_b))
                        : gcv_cell_none();
}

static gcv_cell cell_count_a(const void *payload, uint32_t item)
{
    return gcv_cell_count(row_at(payload, item)->count_a);
}

static gcv_cell cell_count_b(const void *payload, uint32_t item)
{
    return gcv_cell_count(row_at(payload, item)->count_b);
}

static gcv_cell cell_bytes_a(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(row_at(payload, item)->bytes_a);
}

static gcv_cell cell_bytes_b(const void *payload, uint32_t item)
{
    return gcv_cell_bytes(row_at(payload, item)->bytes_b);
}

static gcv_cell cell_name(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const gcv_diff *)payload)->join.names.data[item]);
}

void gcv_diff_columns(const gcv_report_options *options, gcv_table *table)
{
    static const gcv_report_column deltas[] = {
        {"count_delta", GCV_FIGURE, key_count_delta, cell_count_delta},
        {"bytes_delta", GCV_FIGURE, key_bytes_delta, cell_bytes_delta}};
    static const gcv_report_column retained = {"retained_delta", GCV_FIGURE, key_retained_delta,
                                               cell_retained_delta};
    static const gcv_report_column sides[] = {{"count_a", GCV_FIGURE, key_count_a, cell_count_a},
                                              {"count_b", GCV_FIGURE, key_count_b, cell_count_b},
                                              {"bytes_a", GCV_FIGURE, key_bytes_a, cell_bytes_a},
                                              {"bytes_b", GCV_FIGURE, key_bytes_b, cell_bytes_b}};
    gcv_report_column name = {NULL, GCV_NAME, gcv_number_key, cell_name};
    name.name = gcv_group_by_word(gcv_group_by_named(options->groups.by));
    gcv_table_init(table, "bytes_delta", own(options)->cause ? GCV_TOP_CAUSES : 0,
                   gcv_number_before);
    gcv_table_add(table, deltas, sizeof deltas / sizeof deltas[0]);
    if (options->groups.retained) {
        gcv_table_add(table, &retained, 1);
    }
    gcv_table_add(table, sides, sizeof sides / sizeof sides[0]);
    gcv_table_add(table, &name, 1);
}

/* ---- writing ------------------------------------------------------------------------------ */

bool gcv_diff_is_shown(const gcv_diff *diff, uint32_t item)
{
    const gcv_report_options *options = diff->report->options;
    const gcv_diff_row *row = &diff->rows[item];
    bool changed = row->count_a != row->count_b || row->bytes_a != row->bytes_b ||
                   row->retained_a != row->retained_b;
    bool is_there = row->count_a > 0 || row->count_b > 0;
    return is_there && (changed || own(options)->unchanged) &&
           (row->grew || !own(options)->monotonic) &&
           gcv_filter_bytes(&options->select, distance(row->bytes_a, row->bytes_b));
}

static gcv_status write_rows(gcv_diff *diff, gcv_error *err)
{
    gcv_report *report = diff->report;
    gcv_table table;
    gcv_rows rows;
    gcv_status status;
    uint32_t item;
    gcv_diff_columns(report->options, &table);
    status = gcv_table_rows(&table, report, diff, &rows, err);
    for (item = 0; status == GCV_OK && item < diff->join.names.n; item++) {
        if (gcv_diff_is_shown(diff, item)) {
            status = gcv_rows_add(&rows, item, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_table_write(&table, report, diff, &rows, err);
    }
    gcv_rows_release(&rows);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    if (options->groups.retained && options->groups.unreachable) {
        return gcv_fail(err, GCV_ERR_USAGE, "--retained and --unreachable exclude each other");
    }
    if (own(options)->cause && options->groups.unreachable) {
        return gcv_fail(err, GCV_ERR_USAGE, "--cause and --unreachable exclude each other");
    }
    return gcv_rule_options_check(&options->rules, true, err);
}

/* --fail-if: rules about the last dump, growth since the first. */
static gcv_status run_gate(gcv_report *report, gcv_error *err)
{
    const gcv_rules *rules = &report->options->rules.rules;
    const gcv_heap *a = report->heaps[0], *b = report->heaps[report->n_heaps - 1];
    gcv_outcome *outcomes;
    gcv_status status;
    if (rules->list.n == 0) {
        return GCV_OK;
    }
    outcomes = gcv_alloc(report->ctx, rules->list.n, sizeof *outcomes, err);
    status =
        outcomes == NULL ? gcv_failed(err) : gcv_report_hold_rules(report, b, a, outcomes, err);
    if (status == GCV_OK) {
        gcv_report_tell_broken(report, b, outcomes);
    }
    gcv_free(report->ctx, outcomes, rules->list.n, sizeof *outcomes);
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_diff diff;
    gcv_status status = GCV_OK;
    size_t i;
    memset(&diff, 0, sizeof diff);
    diff.report = report;
    diff.n = own(report->options)->monotonic ? report->n_heaps : 2;
    diff.selections = gcv_alloc_zeroed(ctx, diff.n, sizeof *diff.selections, err);
    diff.totals = gcv_alloc_zeroed(ctx, diff.n, sizeof *diff.totals, err);
    diff.lists = gcv_alloc_zeroed(ctx, diff.n, sizeof *diff.lists, err);
    if (diff.selections == NULL || diff.totals == NULL || diff.lists == NULL) {
        status = gcv_failed(err);
    }
    if (status == GCV_OK) {
        status = find_all_totals(&diff, err);
    }
    if (status == GCV_OK) {
        status = find_rows(&diff, err);
    }
    if (status == GCV_OK) {
        status = run_gate(report, err);
    }
    if (status == GCV_OK) {
        status = own(report->options)->cause ? gcv_diff_write_causes(&diff, err)
                                             : write_rows(&diff, err);
    }
    gcv_free(ctx, diff.rows, diff.join.names.n, sizeof *diff.rows);
    gcv_name_join_release(ctx, &diff.join);
    for (i = 0; diff.totals != NULL && i < diff.n; i++) {
        gcv_group_totals_release(&diff.totals[i]);
    }
    for (i = 0; diff.selections != NULL && i < diff.n; i++) {
        gcv_selection_release(ctx, &diff.selections[i]);
    }
    gcv_free(ctx, diff.selections, diff.n, sizeof *diff.selections);
    gcv_free(ctx, diff.totals, diff.n, sizeof *diff.totals);
    gcv_free(ctx, diff.lists, diff.n, sizeof *diff.lists);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static gcv_status prepare(gcv_context *ctx, gcv_report_options *options, gcv_error *err)
{
    return gcv_rule_options_prepare(ctx, &options->rules, true, err);
}

static void release(gcv_context *ctx, gcv_report_options *options)
{
    gcv_rule_options_release(ctx, &options->rules);
}

static const gcv_option option_rows[] = {
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only rows whose bytes changed by at least BYTES; 4k, 1MiB"},
    {"monotonic", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_diff_options, monotonic), NULL, NULL,
     "only rows whose bytes grew from each file to the next"},
    {"unchanged", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_diff_options, unchanged), NULL, NULL,
     "show rows that did not change, too"},
    {"cause", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_diff_options, cause), NULL, NULL,
     "for the rows that grew most (" GCV_TEXT_OF(
         GCV_TOP_CAUSES) "; --top), the chain that holds most of the growth"},
    {"fail-if", '\0', GCV_OPTION_WORDS, GCV_SHARED(rules.words), "RULE", NULL,
     "status 1 if the last file breaks this rule (docs/rules.md); may be repeated"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const cause[] = {&gcv_cost_of_joined_chains, NULL};
    static const gcv_cost *const sets[] = {&gcv_cost_of_dominators, &gcv_cost_of_rule_sets, NULL};
    static const gcv_cost *const totals[] = {&gcv_cost_of_totals, NULL};
    gcv_rules_need rules = gcv_rules_find_need(&options->rules.rules);
    gcv_group_needs(options, needs);
    needs->every_heap = own(options)->monotonic;
    if (own(options)->cause) {
        needs->costs = cause;
    } else if (rules == GCV_RULES_NEED_RETAINED) {
        needs->costs = sets;
    } else if (rules == GCV_RULES_NEED_TRAITS && needs->level == GCV_LOAD_TALLY) {
        needs->costs = totals;
    }
    if (needs->costs != NULL) {
        needs->level = GCV_LOAD_GRAPH;
    }
}

const gcv_command gcv_command_diff = {
    .name = "diff",
    .summary = "what changed between two dumps, or over several?",
    .description =
        "Compares the first file (a) with the last one (b). Types are joined by name; a\n"
        "type that only one file has shows zeros for the other; rows that did not\n"
        "change are left out. The largest change of bytes comes first, be it growth or\n"
        "decline; the same holds for --sort by any delta. The deltas of all rows add up\n"
        "to the difference of the two summaries. --retained adds the change of what all\n"
        "objects of a row retain as a set. --monotonic also looks at the files in\n"
        "between.\n"
        "--cause shows, for each of the rows that grew most, the row (depth 0) and then\n"
        "the merged chain (see `chains`) on which its objects grew most, from the root\n"
        "down: what each step holds, and how much more it retains than before.",
    .columns =
        "count_delta bytes_delta count_a count_b bytes_a bytes_b type\n"
        "         (--retained: retained_delta behind bytes_delta; --by: its name instead of type)\n"
        "         --cause: cause depth count_delta bytes_delta retained_delta count_a count_b\n"
        "         bytes_a bytes_b type root",
    .inputs = GCV_INPUT_SEVERAL,
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_diff_options),
    .shared = {&gcv_group_options, &gcv_order_options, &gcv_type_options, &gcv_root_options},
    .needs = needs,
    .table = gcv_diff_columns,
    .check = check,
    .prepare = prepare,
    .release = release,
    .run = run,
};
