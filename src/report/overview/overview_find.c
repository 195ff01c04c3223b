/* overview_find.c - the figures of the overview; see overview_find.h.
 *
 * The types' retained bytes are computed first and their memory is freed, so that the search for
 * suspects sets the peak of memory. */
#include "report/overview/overview_find.h"

#include "base/error.h"
#include "base/number.h"
#include "report/select.h"

#include <string.h>

/* Orders rows by descending key, equal keys by ascending number. */
static gcv_row_order most_first(const void *payload,
                                uint64_t (*key)(const void *payload, uint32_t row))
{
    gcv_row_order order;
    order.payload = payload;
    order.key = key;
    order.ascending = false;
    order.tie = gcv_number_before;
    order.tie_keys = NULL;
    return order;
}

/* ---- types -------------------------------------------------------------------------------- */

static uint64_t key_bytes(const void *payload, uint32_t group)
{
    return ((const gcv_group_totals *)payload)->bytes[group];
}

static gcv_status choose_types(gcv_overview *overview, gcv_error *err)
{
    const gcv_group_totals *types = &overview->types;
    const gcv_row_order order = most_first(types, key_bytes);
    gcv_status status = GCV_OK;
    uint32_t i;
    gcv_rows_init(&overview->shown, overview->report->ctx, &order, GCV_OVERVIEW_TYPES);
    for (i = 0; status == GCV_OK && i < types->groups.n; i++) {
        status = types->counts[i] > 0 ? gcv_rows_add(&overview->shown, i, err) : GCV_OK;
    }
    return status == GCV_OK ? gcv_rows_finish(&overview->shown, err) : status;
}

/* Finds the retained bytes of the shown types; each type is a set. */
static gcv_status find_retained(gcv_overview *overview, gcv_error *err)
{
    gcv_context *ctx = overview->report->ctx;
    const gcv_u32_column *shown = &overview->shown.items;
    const uint32_t n_groups = overview->types.groups.n;
    uint32_t *set_of = gcv_alloc(ctx, n_groups, sizeof *set_of, err), i;
    gcv_status status;
    if (set_of == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < n_groups; i++) {
        set_of[i] = GCV_NONE;
    }
    for (i = 0; i < shown->n; i++) {
        set_of[shown->data[i]] = i;
    }
    status = gcv_group_totals_retained(&overview->types, set_of, (uint32_t)shown->n,
                                       overview->retained, err);
    gcv_free(ctx, set_of, n_groups, sizeof *set_of);
    return status;
}

/* Finds the types as `stats --retained --sort bytes` does. */
static gcv_status find_types(gcv_overview *overview, gcv_error *err)
{
    gcv_report *report = overview->report;
    gcv_totals_query query;
    gcv_status status;
    memset(&query, 0, sizeof query);
    query.include_weak = report->options->include_weak;
    status =
        gcv_group_totals_find(report->ctx, &overview->selection, &query, &overview->types, err);
    if (status == GCV_OK) {
        status = choose_types(overview, err);
    }
    return status == GCV_OK ? find_retained(overview, err) : status;
}

/* ---- growth ------------------------------------------------------------------------------- */

static uint64_t key_growth(const void *payload, uint32_t row)
{
    const gcv_change *change = &((const gcv_changes *)payload)->rows[row];
    return change->bytes_b - change->bytes_a;
}

static gcv_status choose_grown(gcv_overview *overview, gcv_error *err)
{
    const gcv_changes *changes = &overview->changes;
    const gcv_row_order order = most_first(changes, key_growth);
    gcv_status status = GCV_OK;
    uint32_t i;
    gcv_rows_init(&overview->grown, overview->report->ctx, &order, GCV_OVERVIEW_GROWN);
    for (i = 0; status == GCV_OK && i < changes->join.names.n; i++) {
        if (changes->rows[i].bytes_b > changes->rows[i].bytes_a) {
            status = gcv_rows_add(&overview->grown, i, err);
        }
    }
    return status == GCV_OK ? gcv_rows_finish(&overview->grown, err) : status;
}

/* Finds the growth as `diff OLD FILE` does. */
static gcv_status find_growth(gcv_overview *overview, gcv_error *err)
{
    gcv_report *pair = &overview->pair;
    gcv_status status;
    overview->heaps[0] = overview->report->baseline;
    overview->heaps[1] = overview->report->heap;
    overview->pair_options = *overview->report->options;
    overview->pair_options.own = &overview->diff_options;
    *pair = *overview->report;
    pair->heap = overview->heaps[0];
    pair->heaps = overview->heaps;
    pair->n_heaps = 2;
    pair->baseline = NULL;
    pair->options = &overview->pair_options;
    status = gcv_changes_find(pair, &overview->changes, err);
    return status == GCV_OK ? choose_grown(overview, err) : status;
}

bool gcv_overview_is_of_one_file(const gcv_overview *overview)
{
    const gcv_heap *heap = overview->report->heap, *baseline = overview->report->baseline;
    return baseline != NULL && gcv_heap_n_snapshots(heap) > 1 &&
           strcmp(gcv_heap_name(heap), gcv_heap_name(baseline)) == 0;
}

int64_t gcv_overview_growth(const gcv_overview *overview, int64_t *objects)
{
    const gcv_changes *changes = &overview->changes;
    uint64_t counts[2] = {0, 0}, bytes[2] = {0, 0};
    uint32_t i;
    for (i = 0; i < changes->join.names.n; i++) {
        counts[0] += changes->rows[i].count_a;
        counts[1] += changes->rows[i].count_b;
        bytes[0] += changes->rows[i].bytes_a;
        bytes[1] += changes->rows[i].bytes_b;
    }
    *objects = gcv_delta(counts[0], counts[1]);
    return gcv_delta(bytes[0], bytes[1]);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Finds the suspects as `suspects` does, and the reachable totals from the same paths. */
static gcv_status find_suspects(gcv_overview *overview, gcv_error *err)
{
    gcv_suspect_list *suspects = &overview->suspects;
    gcv_suspect_wish wish;
    gcv_status status;
    memset(&wish, 0, sizeof wish);
    wish.top = GCV_OVERVIEW_SUSPECTS;
    status = gcv_suspect_list_find(overview->report, &wish, suspects, err);
    if (status == GCV_OK) {
        overview->reach = gcv_reach_totals_of(overview->report->heap, overview->selection.sections,
                                              &suspects->retention.roots, &suspects->paths);
        status = gcv_suspect_list_chains(suspects, &overview->chains, err);
    }
    return status;
}

gcv_status gcv_overview_find(gcv_report *report, gcv_overview *out, gcv_error *err)
{
    gcv_status status;
    memset(out, 0, sizeof *out);
    out->report = report;
    status = gcv_report_select(report, &out->selection, err);
    if (status == GCV_OK) {
        status = find_types(out, err);
    }
    if (status == GCV_OK && report->baseline != NULL) {
        status = find_growth(out, err);
    }
    return status == GCV_OK ? find_suspects(out, err) : status;
}

void gcv_overview_release(gcv_overview *overview)
{
    gcv_context *ctx = overview->report->ctx;
    gcv_buffer_release(ctx, &overview->text);
    gcv_suspect_chains_release(ctx, &overview->chains);
    if (overview->suspects.report != NULL) {
        gcv_suspect_list_release(&overview->suspects);
    }
    gcv_rows_release(&overview->grown);
    if (overview->pair.ctx != NULL) {
        gcv_changes_release(&overview->changes);
    }
    gcv_rows_release(&overview->shown);
    gcv_group_totals_release(&overview->types);
    gcv_selection_release(ctx, &overview->selection);
}
