/* change_table.c - the table of `diff`; see diff_tables.h. */
#include "report/diff/diff_tables.h"

#include "base/error.h"
#include "base/number.h"
#include "report/group_choice.h"

static const gcv_diff_options *own(const gcv_report_options *options) { return options->own; }

/* ---- columns ------------------------------------------------------------------------------ */

static const gcv_change *row_at(const void *payload, uint32_t item)
{
    return &((const gcv_changes *)payload)->rows[item];
}

static uint64_t distance(uint64_t a, uint64_t b) { return a < b ? b - a : a - b; }

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
    const bool shows_retained = changes->request.totals.retained;
    const gcv_cell *sides = &cells[shows_retained ? 3 : 2];
    uint64_t before, after;
    bool retains = false;
    cells[0] = gcv_cell_signed(gcv_delta(sides[0].number, sides[1].number));
    cells[1] = gcv_cell_signed_bytes(gcv_delta(sides[2].number, sides[3].number));
    if (!shows_retained) {
        return;
    }
    retained_of_all(changes, 0, &before, &retains);
    retained_of_all(changes, changes->request.n_heaps - 1, &after, &retains);
    cells[2] = retains ? gcv_cell_signed_bytes(gcv_delta(before, after)) : gcv_cell_none();
}

void gcv_change_columns(const gcv_report_options *options, gcv_table *table)
{
    static const gcv_report_column deltas[] = {
        {"count_delta", GCV_FIGURE, key_count_delta, cell_count_delta},
        {"bytes_delta", GCV_FIGURE, gcv_change_key_bytes, cell_bytes_delta}};
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
    gcv_table_add_extra(table, sides, sizeof sides / sizeof sides[0]);
    gcv_table_add(table, &name, 1);
    table->total = finish_total;
}
