/* page_find.c - the figures of the page; see page.h.
 *
 * The comparison with a baseline comes first, and frees its large blocks at the end. Then come the
 * suspects, whose dominators and chains serve all later steps.
 */
#include "base/error.h"
#include "base/number.h"
#include "report/object_columns.h"
#include "report/page/page.h"
#include "report/select.h"

#include <string.h>

static const gcv_page_options *own(const gcv_report_options *options) { return options->own; }

/* ---- growth ------------------------------------------------------------------------------- */

static void choose_changes(gcv_page *page)
{
    gcv_table table;
    page->diff_options.cause = false;
    gcv_changes_columns(&page->pair_options, &table);
    gcv_table_choose(&table, &page->pair, &page->changes, page->changes.join.names.n,
                     gcv_change_is_shown, &page->changed);
}

/* As `diff --retained OLD FILE` and `diff --cause --retained OLD FILE` find it. */
static void find_growth(gcv_page *page)
{
    gcv_report *pair = &page->pair;
    page->heaps[0] = page->report->baseline;
    page->heaps[1] = page->report->heap;
    page->pair_options = *page->report->options;
    page->pair_options.own = &page->diff_options;
    page->pair_options.groups.retained = true;
    page->diff_options.cause = true;
    *pair = *page->report;
    pair->heap = page->heaps[0];
    pair->heaps = page->heaps;
    pair->n_heaps = 2;
    pair->baseline = NULL;
    pair->options = &page->pair_options;
    gcv_changes_find(pair, &page->changes);
    gcv_causes_find(&page->changes, &page->causes);
    choose_changes(page);
}

/* Finds the tree of the baseline, and the totals of its selected domains. */
static void find_baseline_figures(gcv_page *page)
{
    gcv_report past = *page->report;
    gcv_retention retention;
    past.heap = page->report->baseline;
    page->past = gcv_summary_of(past.heap, page->changes.selections[0].sections,
                                past.options->select.domain);
    gcv_retention_find(&past, &retention);
    gcv_page_tree_find_past(&page->tree, past.ctx, &page->changes.selections[0],
                            &retention.dominators);
    gcv_retention_release(&past, &retention);
}

/* ---- suspects, and what their dominators tell --------------------------------------------- */

/* As `suspects` finds them. */
static void find_suspects(gcv_page *page)
{
    const gcv_page_options *options = own(page->report->options);
    gcv_suspect_list *suspects = &page->suspects;
    gcv_suspect_wish wish = {0};
    wish.min_share = options->min_share;
    wish.known = &options->known;
    wish.top = GCV_PAGE_SUSPECTS;
    gcv_suspect_list_find(page->report, &wish, suspects);
}

/* As `stats` finds them. */
static void find_totals(gcv_page *page, gcv_group_by by, bool unreachable, gcv_group_totals *out)
{
    const gcv_selection *selection = gcv_group_by_needs_objects(by) ? &page->all : &page->selection;
    gcv_totals_query query;
    query.by = by;
    query.include_weak = page->report->options->include_weak;
    query.unreachable = unreachable;
    query.retained = false;
    query.paths = &page->suspects.paths;
    gcv_group_totals_find(page->report->ctx, selection, &query, out);
}

static void find_reach(gcv_page *page)
{
    const gcv_heap *heap = page->report->heap;
    page->summary =
        gcv_summary_of(heap, page->selection.sections, page->report->options->select.domain);
    page->summary.reach = gcv_reach_totals_of(
        heap, page->selection.sections, &page->suspects.retention.roots, &page->suspects.paths);
}

static void find_groups(gcv_page *page)
{
    const gcv_reach_totals *reach = &page->summary.reach;
    find_reach(page);
    find_totals(page, GCV_BY_TYPE, false, &page->types);
    find_totals(page, GCV_BY_ROOT_KIND, false, &page->root_kinds);
    if (page->report->heap->ranges.n > 0) {
        find_totals(page, GCV_BY_GENERATION, false, &page->generations);
    }
    if (gcv_page_garbage_bytes(page) > 0 || reach->objects > reach->reachable_objects) {
        find_totals(page, GCV_BY_TYPE, true, &page->garbage);
    }
}

/* ---- what is shown of it ------------------------------------------------------------------ */

/* As `retained` finds them. */
static void find_objects(gcv_page *page)
{
    const gcv_object_rows payload = {page->report->heap, &page->suspects.retention.dominators};
    const gcv_row_order order = {&payload, gcv_object_key_retained, false, gcv_object_before, NULL};
    const gcv_dominators *dominators = payload.dominators;
    gcv_rows_init(&page->objects, page->report->ctx, &order, GCV_PAGE_OBJECTS);
    for (uint32_t number = 1; number <= dominators->n_reached; number++) {
        const uint32_t object = dominators->object[number];
        if (gcv_rows_may_take(&page->objects, dominators->retained[number] + 1) &&
            gcv_selection_has(&page->selection, object)) {
            gcv_rows_add(&page->objects, object);
        }
    }
    gcv_rows_finish(&page->objects);
    page->objects.order.payload = NULL; /* it was a local variable */
}

static void find_tree(gcv_page *page)
{
    gcv_page_tree_find(&page->tree, page->report->ctx, &page->selection,
                       &page->suspects.retention.dominators, &page->suspects.found.tree,
                       gcv_page_rows(page));
}

/* ---- all of it ---------------------------------------------------------------------------- */

void gcv_page_find(gcv_report *report, gcv_page *page)
{
    void (*const with_baseline[])(gcv_page *) = {find_growth, find_baseline_figures};
    void (*const steps[])(gcv_page *) = {find_suspects,         find_groups,  gcv_page_find_sets,
                                         gcv_page_choose_types, find_objects, find_tree};
    memset(page, 0, sizeof *page);
    page->report = report;
    page->tree.ctx = report->ctx;
    gcv_report_select(report, &page->selection);
    page->all = page->selection;
    page->all.generation = GCV_NONE;
    for (size_t i = 0; report->baseline != NULL && i < 2; i++) {
        with_baseline[i](page);
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        steps[i](page);
    }
}

void gcv_page_release(gcv_page *page)
{
    gcv_context *ctx = page->report->ctx;
    gcv_buffer_release(ctx, &page->text);
    gcv_page_tree_release(&page->tree);
    gcv_rows_release(&page->objects);
    gcv_suspect_chains_release(ctx, &page->chains);
    if (page->suspects.report != NULL) {
        gcv_suspect_list_release(&page->suspects);
    }
    gcv_rows_release(&page->changed);
    if (page->causes.ctx != NULL) {
        gcv_causes_release(&page->causes);
    }
    if (page->pair.ctx != NULL) {
        gcv_changes_release(&page->changes);
    }
    gcv_root_kind_column_release(ctx, &page->roots);
    gcv_u32_column_release(ctx, &page->shown_types);
    gcv_free(ctx, page->is_shown_type);
    gcv_group_totals_release(&page->garbage);
    gcv_group_totals_release(&page->generations);
    gcv_group_totals_release(&page->root_kinds);
    gcv_group_totals_release(&page->types);
    gcv_selection_release(ctx, &page->selection);
}
