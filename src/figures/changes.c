/* changes.c - what changed from the first dump to the last; see changes.h. */
#include "figures/changes.h"

#include "base/number.h"

/* ---- totals of each heap ------------------------------------------------------------------ */

static void find_totals(gcv_changes *changes, size_t at)
{
    const gcv_change_request *request = &changes->request;
    gcv_selection *selection = &changes->selections[at];
    gcv_totals_query query = request->totals;
    gcv_selection_find(changes->ctx, request->heaps[at], request->filter, selection);
    query.across_dumps = true;
    query.retained = query.retained && (at == 0 || at + 1 == request->n_heaps);
    gcv_group_totals_find(changes->ctx, selection, &query, &changes->totals[at]);
    changes->lists[at].names = changes->totals[at].groups.names;
    changes->lists[at].n = changes->totals[at].groups.n;
    changes->any_section = changes->any_section || selection->any_section;
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
    for (size_t i = 1; i < changes->request.n_heaps; i++) {
        if (value_at(changes, row, i, changes->totals[i].bytes) <=
            value_at(changes, row, i - 1, changes->totals[i - 1].bytes)) {
            return false;
        }
    }
    return true;
}

static void find_rows(gcv_changes *changes)
{
    const size_t last = changes->request.n_heaps - 1;
    const gcv_group_totals *a = &changes->totals[0], *b = &changes->totals[last];
    changes->rows = gcv_alloc_zeroed(changes->ctx, changes->join.names.n, sizeof *changes->rows);
    for (uint32_t i = 0; i < changes->join.names.n; i++) {
        gcv_change *row = &changes->rows[i];
        row->count_a = value_at(changes, i, 0, a->counts);
        row->count_b = value_at(changes, i, last, b->counts);
        row->bytes_a = value_at(changes, i, 0, a->bytes);
        row->bytes_b = value_at(changes, i, last, b->bytes);
        if (changes->request.totals.retained) {
            row->retained_a = retained_at(changes, i, 0, &row->retains);
            row->retained_b = retained_at(changes, i, last, &row->retains);
        }
        row->grew = grew_at_every_step(changes, i);
    }
}

void gcv_changes_find(gcv_context *ctx, const gcv_change_request *request, gcv_changes *out)
{
    const size_t n = request->n_heaps;
    *out = (gcv_changes){.ctx = ctx, .request = *request};
    out->selections = gcv_alloc_zeroed(ctx, n, sizeof *out->selections);
    out->totals = gcv_alloc_zeroed(ctx, n, sizeof *out->totals);
    out->lists = gcv_alloc_zeroed(ctx, n, sizeof *out->lists);
    for (size_t i = 0; i < n; i++) {
        find_totals(out, i);
    }
    gcv_name_join_find(ctx, out->lists, n, &out->join);
    find_rows(out);
    out->request.heaps = NULL; /* the caller may reuse its list */
}

gcv_change gcv_change_named(const gcv_changes *changes, gcv_slice name)
{
    const gcv_slice_column *names = &changes->join.names;
    const size_t at = gcv_slices_before(names->data, names->n, name);
    return at < names->n && gcv_slice_equal(names->data[at], name) ? changes->rows[at]
                                                                   : (gcv_change){0};
}

/* ---- which rows --------------------------------------------------------------------------- */

uint64_t gcv_change_key_bytes(const void *payload, uint32_t item)
{
    const gcv_change *row = &((const gcv_changes *)payload)->rows[item];
    return row->bytes_a < row->bytes_b ? row->bytes_b - row->bytes_a : row->bytes_a - row->bytes_b;
}

bool gcv_change_is_shown(const void *payload, uint32_t item)
{
    const gcv_changes *changes = payload;
    const gcv_change *row = &changes->rows[item];
    bool changed = row->count_a != row->count_b || row->bytes_a != row->bytes_b ||
                   row->retained_a != row->retained_b;
    bool is_there = row->count_a > 0 || row->count_b > 0;
    return is_there && (changed || changes->request.unchanged) &&
           (row->grew || !changes->request.monotonic) &&
           gcv_filter_bytes(changes->request.filter, gcv_change_key_bytes(payload, item));
}

bool gcv_change_is_growth(const void *payload, uint32_t item)
{
    const gcv_change *row = &((const gcv_changes *)payload)->rows[item];
    return row->bytes_b > row->bytes_a && gcv_change_is_shown(payload, item);
}

/* Returns what all shown rows retain together in one of the dumps; sets `*retains` if they retain
 * anything. */
static uint64_t retained_together(const gcv_changes *changes, size_t at, bool *retains)
{
    const gcv_group_totals *totals = &changes->totals[at];
    uint32_t *set_of = gcv_alloc_none(totals->ctx, totals->groups.n);
    for (uint32_t row = 0; row < changes->join.names.n; row++) {
        uint32_t index = gcv_joined_index(&changes->join, row, at);
        if (index != GCV_NONE && gcv_change_is_shown(changes, row)) {
            set_of[index] = 0;
        }
    }
    const uint64_t retained = gcv_group_totals_retained(totals, set_of);
    gcv_free(totals->ctx, set_of);
    *retains = *retains || retained != GCV_NOT_REACHABLE;
    return retained != GCV_NOT_REACHABLE ? retained : 0;
}

void gcv_change_add(gcv_change *sum, const gcv_change *row)
{
    sum->count_a = gcv_add_capped(sum->count_a, row->count_a);
    sum->count_b = gcv_add_capped(sum->count_b, row->count_b);
    sum->bytes_a = gcv_add_capped(sum->bytes_a, row->bytes_a);
    sum->bytes_b = gcv_add_capped(sum->bytes_b, row->bytes_b);
}

void gcv_changes_add_up(gcv_changes *changes)
{
    gcv_change *total = &changes->total;
    for (uint32_t i = 0; i < changes->join.names.n; i++) {
        if (gcv_change_is_shown(changes, i)) {
            gcv_change_add(total, &changes->rows[i]);
        }
    }
    if (changes->request.totals.retained) {
        total->retained_a = retained_together(changes, 0, &total->retains);
        total->retained_b =
            retained_together(changes, changes->request.n_heaps - 1, &total->retains);
    }
}

void gcv_changes_largest(const gcv_changes *changes, bool growth, gcv_rows *out)
{
    const gcv_row_order order = {changes, gcv_change_key_bytes, false, NULL, NULL};
    gcv_rows_init(out, changes->ctx, &order, 0);
    for (uint32_t i = 0; i < changes->join.names.n; i++) {
        if (growth ? gcv_change_is_growth(changes, i) : gcv_change_is_shown(changes, i)) {
            gcv_rows_add(out, i);
        }
    }
    gcv_rows_finish(out);
}

int64_t gcv_changes_growth(const gcv_changes *changes, int64_t *objects)
{
    gcv_change sum = {0};
    for (uint32_t i = 0; i < changes->join.names.n; i++) {
        gcv_change_add(&sum, &changes->rows[i]);
    }
    *objects = gcv_delta(sum.count_a, sum.count_b);
    return gcv_delta(sum.bytes_a, sum.bytes_b);
}
