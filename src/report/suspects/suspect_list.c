/* suspect_list.c - suspects, selected and ranked; see suspect_list.h. */
#include "report/suspects/suspect_list.h"

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "report/select.h"

#include <string.h>

/* 100 % in thousandths of a percent. */
enum { SHARE_OF_ALL = 100000 };

/* Minimum for a crowd: its share of the reachable bytes, or its growth's share of the total
 * growth. */
enum { CROWD_SHARE = SHARE_OF_ALL / 1000, GROWN_SHARE = SHARE_OF_ALL / 100 };

/* ---- which rows --------------------------------------------------------------------------- */

/* `share` thousandths of a percent of `whole`, rounded up. */
static uint64_t share_of(uint64_t whole, uint64_t share)
{
    uint64_t rest = whole % SHARE_OF_ALL * share;
    return whole / SHARE_OF_ALL * share + rest / SHARE_OF_ALL + (rest % SHARE_OF_ALL > 0);
}

/* What growth is compared with: the total growth, but at least 1 % of the reachable bytes. */
static uint64_t growth_whole(const gcv_suspect_list *list, uint64_t reachable)
{
    const uint64_t before = list->past.paths.reached_bytes;
    const uint64_t least = share_of(reachable, SHARE_OF_ALL / 100);
    return reachable > before && reachable - before > least ? reachable - before : least;
}

/* Sets the limits of the search. --min alone replaces the default share. Crowds may be smaller than
 * other suspects, unless --min-share or --min sets a minimum. */
static void set_limits(gcv_suspect_list *list)
{
    const gcv_report_options *options = list->report->options;
    gcv_suspect_input *input = &list->input;
    uint64_t reachable = list->retention.dominators.retained[0];
    bool is_default = !list->wish.min_share.given && !options->select.min.given;
    uint64_t share = list->wish.min_share.given  ? list->wish.min_share.value
                     : options->select.min.given ? 0
                                                 : GCV_SUSPECT_PERCENT * (SHARE_OF_ALL / 100);
    input->whole = list->report->baseline != NULL ? growth_whole(list, reachable) : reachable;
    uint64_t least = share_of(input->whole, share);
    if (options->select.min.given && options->select.min.value > least) {
        least = options->select.min.value;
    }
    list->heavy = input->heavy = least > 0 ? least : 1;
    least = is_default
                ? share_of(input->whole, list->report->baseline != NULL ? GROWN_SHARE : CROWD_SHARE)
                : input->heavy;
    input->small = least > 0 ? least : 1;
}

/* Bytes by which a row is measured: what it retains, or with a baseline its growth. */
static uint64_t bytes_of(const gcv_suspect_list *list, uint32_t item)
{
    uint64_t retained = list->found.rows.data[item].retained;
    const uint64_t before =
        list->retained_before != NULL ? list->retained_before[item] : GCV_NOT_REACHABLE;
    return before == GCV_NOT_REACHABLE ? retained : before < retained ? retained - before : 0;
}

static bool is_shown(const gcv_suspect_list *list, uint32_t item)
{
    const gcv_suspect *row = &list->found.rows.data[item];
    const gcv_selection *selection = &list->selection;
    bool type = row->type != GCV_NONE
                    ? selection->types[row->type] != 0
                    : gcv_filter_name(list->report->ctx, selection->filter, row->name);
    bool place = row->object == GCV_NONE || gcv_selection_has_place(selection, row->object);
    uint64_t bytes = bytes_of(list, item);
    bool enough = bytes >= list->heavy ||
                  (bytes >= list->input.small && list->points[item] >= GCV_POINTS_ENOUGH);
    return !row->folded && type && place && enough && (row->mine || !list->wish.mine);
}

static uint64_t key_of(const void *payload, uint32_t item)
{
    const gcv_suspect_list *list = payload;
    return list->wish.by_bytes ? bytes_of(list, item) : list->points[item];
}

/* Breaks ties: by growth, by retained bytes, by name, objects before groups; then objects by id and
 * section, groups by fingerprint. */
static bool row_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_suspect_list *list = payload;
    const gcv_suspect *x = &list->found.rows.data[a], *y = &list->found.rows.data[b];
    const gcv_heap *heap = list->report->heap;
    int names = gcv_slice_compare(x->name, y->name);
    uint64_t id_x = bytes_of(list, a), id_y = bytes_of(list, b);
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

/* Whether a suspect is suppressed. A crowd is suppressed by the fingerprint of the suspect that is
 * folded into it, too. */
static bool is_known(const gcv_suspect_list *list, const gcv_suspect *row)
{
    const gcv_suppressions *known = list->wish.known;
    const gcv_glob_list *exact = &list->selection.filter->exact;
    gcv_context *ctx = list->report->ctx;
    if (known == NULL) {
        return false;
    }
    return gcv_is_suppressed(ctx, known, exact, row->fingerprint, row->name) ||
           (row->crowd != GCV_NONE && row->like != GCV_NONE &&
            gcv_is_suppressed(ctx, known, exact, list->found.rows.data[row->like].fingerprint,
                              row->name));
}

static void choose(gcv_suspect_list *list)
{
    for (uint32_t i = 0; i < list->found.rows.n; i++) {
        const gcv_suspect *row = &list->found.rows.data[i];
        if (!is_shown(list, i)) {
            continue;
        }
        if (is_known(list, row)) {
            list->n_suppressed++;
            continue;
        }
        gcv_rows_add(&list->rows, i);
    }
    gcv_glob_check(list->report->ctx);
    gcv_rows_finish(&list->rows);
}

/* ---- finding ------------------------------------------------------------------------------ */

/* Finds the chains of the baseline, for what --domain and --generation select there. */
static void find_past(gcv_suspect_list *list)
{
    gcv_report *report = list->report;
    gcv_selection_find(report->ctx, report->baseline, &report->options->select,
                       &list->past_selection);
    if (!list->past_selection.any_section) {
        gcv_report_warn_of(report, report->baseline, "no domain '%.60s' here: all of it is new",
                           report->options->select.domain);
    }
    gcv_suspect_past_find(report->ctx, &list->past, &list->past_selection,
                          report->options->include_weak);
}

/* Finds what the counterparts of the rows retain in the baseline. */
static void match_baseline(gcv_suspect_list *list)
{
    gcv_report *report = list->report;
    list->retained_before =
        gcv_alloc(report->ctx, list->found.rows.n, sizeof *list->retained_before);
    gcv_suspects_match(report->ctx, &list->found.rows, &list->selection, &list->past,
                       list->retained_before);
}

static void search(gcv_suspect_list *list)
{
    gcv_report *report = list->report;
    gcv_suspect_input *input = &list->input;
    input->heap = report->heap;
    input->roots = &list->retention.roots;
    input->dominators = &list->retention.dominators;
    input->paths = &list->paths;
    input->order = &list->order;
    input->selection = &list->selection;
    input->growing = report->baseline != NULL;
    if (report->baseline != NULL) {
        find_past(list);
    }
    set_limits(list);
    gcv_suspects_find(report->ctx, input, &list->found);
    if (report->baseline != NULL) {
        match_baseline(list);
    }
}

static void rank(gcv_suspect_list *list)
{
    gcv_context *ctx = list->report->ctx;
    gcv_row_order order;
    list->points = gcv_alloc(ctx, list->found.rows.n, sizeof *list->points);
    for (uint32_t i = 0; i < list->found.rows.n; i++) {
        gcv_points points =
            gcv_suspect_points(&list->input, &list->found, i, list->retained_before);
        list->points[i] = gcv_points_sum(&points);
    }
    order.payload = list;
    order.key = key_of;
    order.ascending = false;
    order.tie = row_before;
    order.tie_keys = NULL;
    gcv_rows_init(&list->rows, ctx, &order, list->wish.top);
    choose(list);
}

void gcv_suspect_list_find(gcv_report *report, const gcv_suspect_wish *wish, gcv_suspect_list *out)
{
    memset(out, 0, sizeof *out);
    out->report = report;
    out->wish = *wish;
    gcv_report_select_groups(report, &out->selection);
    gcv_retention_find(report, &out->retention);
    gcv_paths_find_in_order(report->ctx, report->heap, &out->retention.roots, &out->paths,
                            &out->order);
    search(out);
    rank(out);
    gcv_reasons_init(report->ctx, &out->reasons, &out->input, &out->found);
}

void gcv_suspect_list_release(gcv_suspect_list *list)
{
    gcv_context *ctx = list->report->ctx;
    gcv_reasons_release(&list->reasons);
    if (list->rows.ctx != NULL) {
        gcv_rows_release(&list->rows);
    }
    gcv_free(ctx, list->points);
    gcv_free(ctx, list->retained_before);
    gcv_suspects_release(ctx, &list->found);
    gcv_suspect_past_release(ctx, &list->past);
    gcv_selection_release(ctx, &list->past_selection);
    gcv_chain_order_release(ctx, &list->order);
    gcv_paths_release(ctx, &list->paths);
    gcv_retention_release(list->report, &list->retention);
    gcv_selection_release(ctx, &list->selection);
}

/* ---- one row ------------------------------------------------------------------------------ */

void gcv_suspect_list_describe(gcv_suspect_list *list, size_t at)
{
    uint32_t item = list->rows.items.data[at];
    gcv_reasons_describe(&list->reasons, &list->found.rows.data[item],
                         list->retained_before != NULL ? &list->retained_before[item] : NULL);
}

gcv_points gcv_suspect_list_points(const gcv_suspect_list *list, size_t at)
{
    return gcv_suspect_points(&list->input, &list->found, list->rows.items.data[at],
                              list->retained_before);
}

void gcv_suspect_list_chains(const gcv_suspect_list *list, gcv_suspect_chains *out)
{
    gcv_suspect_chains_find(list->report->ctx, &list->input, &list->found, list->rows.items.data,
                            list->rows.items.n, out);
}

void gcv_suspect_list_collect(const gcv_suspect_list *list, gcv_set_members *members,
                              uint32_t first_set, gcv_suspect_chains *out)
{
    gcv_suspect_chains_collect(list->report->ctx, &list->input, &list->found, list->rows.items.data,
                               list->rows.items.n, members, first_set, out);
}
