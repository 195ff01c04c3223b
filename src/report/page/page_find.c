/* page_find.c - the figures of the page; see page.h. */
#include "report/table.h"
#include "report/page/page.h"

/* As `stats` finds them. */
static void find_totals(gcv_page *page, gcv_group_by by, bool unreachable, gcv_group_totals *out)
{
    gcv_totals_query query = {.by = by,
                              .include_weak = page->sides.now.include_weak,
                              .unreachable = unreachable,
                              .paths = gcv_basis_paths(&page->sides.now)};
    gcv_group_totals_find(page->report->ctx,
                          gcv_group_by_needs_objects(by) ? &page->all : page->sides.now.selection,
                          &query, out);
}

static void find_groups(gcv_page *page)
{
    const gcv_reach_totals *reach = &page->look.summary.reach;
    find_totals(page, GCV_BY_ROOT_KIND, false, &page->root_kinds);
    if (page->report->in.heap->ranges.n > 0) {
        find_totals(page, GCV_BY_GENERATION, false, &page->generations);
    }
    if (gcv_page_garbage_bytes(page) > 0 || reach->objects > reach->reachable_objects) {
        find_totals(page, GCV_BY_TYPE, true, &page->garbage);
    }
}

/* As `retained --distinct` finds them. */
static void find_objects(gcv_page *page)
{
    const gcv_object_rows payload = {.heap = page->report->in.heap,
                                     .dominators = gcv_basis_dominators(&page->sides.now)};
    const gcv_row_order order = {&payload, gcv_object_key_retained, false, gcv_object_before, NULL};
    const gcv_dominators *dominators = payload.dominators;
    gcv_rows_init(&page->objects, page->report->ctx, &order, GCV_PAGE_OBJECTS);
    for (uint32_t number = 1; number <= dominators->n_reached; number++) {
        const uint32_t object = dominators->object[number];
        if (gcv_rows_may_take(&page->objects, dominators->retained[number] + 1) &&
            gcv_selection_has(&page->sides.selections[0], object) &&
            !gcv_object_is_inside(dominators, &page->sides.selections[0], object)) {
            gcv_rows_add(&page->objects, object);
        }
    }
    gcv_rows_finish(&page->objects);
    page->objects.order.payload = NULL; /* it was a local variable */
}

void gcv_page_find(gcv_report *report, gcv_page *page)
{
    const gcv_look_request request = {
        .suspects = {.now = &page->sides.now,
                     .past = report->in.baseline != NULL ? &page->sides.past : NULL,
                     .min_share = report->options->suspects.min_share,
                     .known = &report->options->suspects.known,
                     .top = GCV_PAGE_SUSPECTS},
        .types = {GCV_PAGE_TYPES_RETAINED, GCV_PAGE_TYPES_BYTES, GCV_PAGE_TYPES_COUNT, false},
        .causes = GCV_PAGE_CAUSES,
        .retained_growth = true,
        .root_kinds = true};
    *page = (gcv_page){.report = report, .tree.ctx = report->ctx};
    gcv_sides_find(report, &page->sides);
    page->all = page->sides.selections[0];
    page->all.generation = GCV_NONE;
    gcv_look_find(report->ctx, &request, &page->look);
    gcv_page_tree_find(&page->tree, report->ctx, &page->sides.selections[0],
                       gcv_basis_dominators(&page->sides.now), &page->look.suspects.found.tree,
                       gcv_page_rows(page));
    if (report->in.baseline != NULL) {
        gcv_basis *past = &page->sides.past;
        gcv_changes_largest(&page->look.changes, false, &page->changed);
        page->past = gcv_summary_of(past->selection);
        gcv_page_tree_find_past(&page->tree, past->selection, gcv_basis_dominators(past));
        gcv_basis_release(past);
    }
    find_groups(page);
    find_objects(page);
}
