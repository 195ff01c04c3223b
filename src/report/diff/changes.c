/* changes.c - what changed from the first dump to the last; see changes.h. */
#include "report/diff/changes.h"

#include "base/error.h"
#include "base/number.h"
#include "report/group_choice.h"
#include "report/select.h"

#include <string.h>

static const gcv_diff_options *own(const gcv_report_options *options) { return options->own; }

/* ---- totals of each heap ------------------------------------------------------------------ */

static const gcv_heap *heap_at(const gcv_changes *changes, size_t at)
{
    const gcv_report *report = changes->report;
    return at + 1 < changes->n ? report->heaps[at] : report->heaps[report->n_heaps - 1];
}

static void find_totals(gcv_changes *changes, size_t at)
{
    const gcv_report_options *options = changes->report->options;
    gcv_context *ctx = changes->report->ctx;
    gcv_totals_query query = gcv_report_totals_query(options);
    gcv_selection_find(ctx, heap_at(changes, at), &options->select, &changes->selections[at]);
    query.retained = query.retained && (at == 0 || at + 1 == changes->n);
    gcv_group_totals_find(ctx, &changes->selections[at], &query, &changes->totals[at]);
    changes->lists[at].names = changes->totals[at].groups.names;
    changes->lists[at].n = changes->totals[at].groups.n;
}

static void find_all_totals(gcv_changes *changes)
{
    bool any_section = false;
    for (size_t i = 0; i < changes->n; i++) {
        find_totals(changes, i);
        any_section = any_section || changes->selections[i].any_section;
    }
    if (!any_section) {
        gcv_report_no_such_domain(changes->report, changes->report->heap);
    }
    gcv_report_warn_idle_types(changes->report);
    gcv_name_join_find(changes->report->ctx, changes->lists, changes->n, &changes->join);
}

/* ---- rows --------------------------------------------------------------------------------- */

static uint64_t value_at(const gcv_changes *changes, uint32_t row, size_t at,
                         const uint64_t *values)
{
    uint32_t index = gcv_joined_index(&changes->join, row, at);
    return index != GCV_NONE ? values[index] : 0;
}

static uint64_t retained_at(const gcv_changes *changes, uint32_t row, size_t at, bool *retains)
{
    uint32_t index = gcv_joined_index(&changes->join, row, at);
    uint64_t retained = index != GCV_NONE ? changes->totals[at].retained[index] : GCV_NOT_REACHABLE;
    *retains = *retains || retained != GCV_NOT_REACHABLE;
    return retained != GCV_NOT_REACHABLE ? retained : 0;
}

static bool grew_at_every_step(const gcv_changes *changes, uint32_t row)
{
    for (size_t i = 1; i < changes->n; i++) {
        if (value_at(changes, row, i, changes->totals[i].bytes) <=
            value_at(changes, row, i - 1, changes->totals[i - 1].bytes)) {
            return false;
        }
    }
    return true;
}

static void find_rows(gcv_changes *changes)
{
    const gcv_group_totals *a = &changes->totals[0], *b = &changes->totals[changes->n - 1];
    changes->rows =
        gcv_alloc_zeroed(changes->report->ctx, changes->join.names.n, sizeof *changes->rows);
    for (uint32_t i = 0; i < changes->join.names.n; i++) {
        gcv_change *row = &changes->rows[i];
        row->count_a = value_at(changes, i, 0, a->counts);
        row->count_b = value_at(changes, i, changes->n - 1, b->counts);
        row->bytes_a = value_at(changes, i, 0, a->bytes);
        row->bytes_b = value_at(changes, i, changes->n - 1, b->bytes);
        if (changes->report->options->groups.retained) {
            row->retained_a = retained_at(changes, i, 0, &row->retains);
            row->retained_b = retained_at(changes, i, changes->n - 1, &row->retains);
        }
        row->grew = grew_at_every_step(changes, i);
    }
}

void gcv_changes_find(gcv_report *report, gcv_changes *changes)
{
    gcv_context *ctx = report->ctx;
    memset(changes, 0, sizeof *changes);
    changes->report = report;
    changes->n = own(report->options)->monotonic ? report->n_heaps : 2;
    changes->selections = gcv_alloc_zeroed(ctx, changes->n, sizeof *changes->selections);
    changes->totals = gcv_alloc_zeroed(ctx, changes->n, sizeof *changes->totals);
    changes->lists = gcv_alloc_zeroed(ctx, changes->n, sizeof *changes->lists);
    find_all_totals(changes);
    find_rows(changes);
}

void gcv_changes_release(gcv_changes *changes)
{
    gcv_context *ctx = changes->report->ctx;
    gcv_free(ctx, changes->rows);
    gcv_name_join_release(ctx, &changes->join);
    for (size_t i = 0; changes->totals != NULL && i < changes->n; i++) {
        gcv_group_totals_release(&changes->totals[i]);
    }
    for (size_t i = 0; changes->selections != NULL && i < changes->n; i++) {
        gcv_selection_release(ctx, &changes->selections[i]);
    }
    gcv_free(ctx, changes->selections);
    gcv_free(ctx, changes->totals);
    gcv_free(ctx, changes->lists);
}

/* ---- columns ------------------------------------------------------------------------------ */

static const gcv_change *row_at(const void *payload, uint32_t item)
{
    return &((const gcv_changes *)payload)->rows[item];
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
    const gcv_change *row = row_at(payload, item);
    return gcv_cell_signed(gcv_delta(row->count_a, row->count_b));
}

static gcv_cell cell_bytes_delta(const void *payload, uint32_t item)
{
    const gcv_change *row = row_at(payload, item);
    return gcv_cell_signed_bytes(gcv_delta(row->bytes_a, row->bytes_b));
}

static gcv_cell cell_retained_delta(const void *payload, uint32_t item)
{
    const gcv_change *row = row_at(payload, item);
    return row->retains ? gcv_cell_signed_bytes(gcv_delta(row->retained_a, row->retained_b))
                        : gcv_cell_none();
}

static gcv_cell cell_name(const void *payload, uint32_t item)
{
    return gcv_cell_text(((const gcv_changes *)payload)->join.names.data[item]);
}

bool gcv_change_is_shown(const void *payload, uint32_t item)
{
    const gcv_changes *changes = payload;
    const gcv_report_options *options = changes->report->options;
    const gcv_change *row = &changes->rows[item];
    bool changed = row->count_a != row->count_b || row->bytes_a != row->bytes_b ||
                   row->retained_a != row->retained_b;
    bool is_there = row->count_a > 0 || row->count_b > 0;
    return is_there && (changed || own(options)->unchanged) &&
           (row->grew || !own(options)->monotonic) &&
           gcv_filter_bytes(&options->select, distance(row->bytes_a, row->bytes_b));
}

/* Finds what all shown rows retain together in one of the dumps. If that is nothing, `*retained` is
 * 0 and `*retains` is unchanged, else `*retains` is set. */
static void retained_of_all(const gcv_changes *changes, size_t at, uint64_t *retained,
                            bool *retains)
{
    const gcv_group_totals *totals = &changes->totals[at];
    uint32_t *set_of = gcv_alloc(totals->ctx, totals->groups.n, sizeof *set_of), row;
    for (row = 0; row < totals->groups.n; row++) {
        set_of[row] = GCV_NONE;
    }
    for (row = 0; row < changes->join.names.n; row++) {
        uint32_t index = gcv_joined_index(&changes->join, row, at);
        if (index != GCV_NONE && gcv_change_is_shown(changes, row)) {
            set_of[index] = 0;
        }
    }
    *retained = GCV_NOT_REACHABLE;
    gcv_group_totals_retained(totals, set_of, 1, retained);
    gcv_free(totals->ctx, set_of);
    *retains = *retains || *retained != GCV_NOT_REACHABLE;
    *retained = *retained != GCV_NOT_REACHABLE ? *retained : 0;
}

/* Completes the cells of the total. Deltas are those of the sums, and retained bytes of rows do not
 * add up, so they are computed again. The columns are count_delta, bytes_delta, retained_delta if
 * shown, count_a, count_b, bytes_a, bytes_b. */
static void finish_total(void *payload, gcv_cell *cells)
{
    const gcv_changes *changes = payload;
    const bool shows_retained = changes->report->options->groups.retained;
    const gcv_cell *sides = &cells[shows_retained ? 3 : 2];
    uint64_t before, after;
    bool retains = false;
    cells[0] = gcv_cell_signed(gcv_delta(sides[0].number, sides[1].number));
    cells[1] = gcv_cell_signed_bytes(gcv_delta(sides[2].number, sides[3].number));
    if (!shows_retained) {
        return;
    }
    retained_of_all(changes, 0, &before, &retains);
    retained_of_all(changes, changes->n - 1, &after, &retains);
    cells[2] = retains ? gcv_cell_signed_bytes(gcv_delta(before, after)) : gcv_cell_none();
}

void gcv_changes_columns(const gcv_report_options *options, gcv_table *table)
{
    static const gcv_report_column deltas[] = {
        {"count_delta", GCV_FIGURE, key_count_delta, cell_count_delta},
        {"bytes_delta", GCV_FIGURE, key_bytes_delta, cell_bytes_delta}};
    static const gcv_report_column retained = {"retained_delta", GCV_FIGURE, key_retained_delta,
                                               cell_retained_delta};
    static const gcv_report_column sides[] = {{"count_a", GCV_COUNT, key_count_a, NULL},
                                              {"count_b", GCV_COUNT, key_count_b, NULL},
                                              {"bytes_a", GCV_BYTES, key_bytes_a, NULL},
                                              {"bytes_b", GCV_BYTES, key_bytes_b, NULL}};
    gcv_report_column name = gcv_group_name_column(options, cell_name);
    gcv_table_init(table, "bytes_delta", own(options)->cause ? GCV_TOP_CAUSES : 0,
                   gcv_number_before);
    gcv_table_add(table, deltas, sizeof deltas / sizeof deltas[0]);
    if (options->groups.retained) {
        gcv_table_add(table, &retained, 1);
    }
    gcv_table_add(table, sides, sizeof sides / sizeof sides[0]);
    gcv_table_add(table, &name, 1);
    table->total = finish_total;
}

/* ---- writing ------------------------------------------------------------------------------ */

void gcv_changes_write(gcv_changes *changes)
{
    gcv_report *report = changes->report;
    gcv_table table;
    gcv_changes_columns(report->options, &table);
    gcv_table_show(&table, report, changes, changes->join.names.n, gcv_change_is_shown);
}
