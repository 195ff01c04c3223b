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

static void choose_types(gcv_overview *overview)
{
    const gcv_group_totals *types = &overview->types;
    const gcv_row_order order = most_first(types, key_bytes);
    gcv_rows_init(&overview->shown, overview->report->ctx, &order, GCV_OVERVIEW_TYPES);
    for (uint32_t i = 0; i < types->groups.n; i++) {
        if (types->counts[i] > 0) {
            gcv_rows_add(&overview->shown, i);
        }
    }
    gcv_rows_finish(&overview->shown);
}

/* Finds the retained bytes of the shown types; each type is a set. */
static void find_retained(gcv_overview *overview)
{
    gcv_context *ctx = overview->report->ctx;
    const gcv_u32_column *shown = &overview->shown.items;
    const uint32_t n_groups = overview->types.groups.n;
    uint32_t *set_of = gcv_alloc(ctx, n_groups, sizeof *set_of), i;
    for (i = 0; i < n_groups; i++) {
        set_of[i] = GCV_NONE;
    }
    for (i = 0; i < shown->n; i++) {
        set_of[shown->data[i]] = i;
    }
    gcv_group_totals_retained(&overview->types, set_of, (uint32_t)shown->n, overview->retained);
    gcv_free(ctx, set_of);
}

/* Finds the types as `stats --retained --sort bytes` does. */
static void find_types(gcv_overview *overview)
{
    gcv_report *report = overview->report;
    gcv_totals_query query = {0};
    query.include_weak = report->options->include_weak;
    gcv_group_totals_find(report->ctx, &overview->selection, &query, &overview->types);
    choose_types(overview);
    find_retained(overview);
}

/* ---- growth ------------------------------------------------------------------------------- */

static uint64_t key_growth(const void *payload, uint32_t row)
{
    const gcv_change *change = &((const gcv_changes *)payload)->rows[row];
    return change->bytes_b - change->bytes_a;
}

static void choose_grown(gcv_overview *overview)
{
    const gcv_changes *changes = &overview->changes;
    const gcv_row_order order = most_first(changes, key_growth);
    gcv_rows_init(&overview->grown, overview->report->ctx, &order, GCV_OVERVIEW_GROWN);
    for (uint32_t i = 0; i < changes->join.names.n; i++) {
        if (changes->rows[i].bytes_b > changes->rows[i].bytes_a) {
            gcv_rows_add(&overview->grown, i);
        }
    }
    gcv_rows_finish(&overview->grown);
}

/* Finds the growth as `diff OLD FILE` does. */
static void find_growth(gcv_overview *overview)
{
    gcv_report *pair = &overview->pair;
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
    gcv_changes_find(pair, &overview->changes);
    choose_grown(overview);
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
    for (uint32_t i = 0; i < changes->join.names.n; i++) {
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
static void find_suspects(gcv_overview *overview)
{
    gcv_suspect_list *suspects = &overview->suspects;
    gcv_suspect_wish wish = {0};
    wish.top = GCV_OVERVIEW_SUSPECTS;
    gcv_suspect_list_find(overview->report, &wish, suspects);
    overview->reach = gcv_reach_totals_of(overview->report->heap, overview->selection.sections,
                                          &suspects->retention.roots, &suspects->paths);
    gcv_suspect_list_chains(suspects, &overview->chains);
}

void gcv_overview_find(gcv_report *report, gcv_overview *out)
{
    memset(out, 0, sizeof *out);
    out->report = report;
    gcv_report_select(report, &out->selection);
    find_types(out);
    if (report->baseline != NULL) {
        find_growth(out);
    }
    find_suspects(out);
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
