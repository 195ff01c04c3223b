/* page_types.c - which types the table shows, and what these retain; see page.h.
 *
 * Sets for all types would take half as long as the search for suspects. So there are none for
 * types that cannot be shown, nor where the bounds of that search meet.
 */
#include "base/error.h"
#include "base/number.h"
#include "report/page/page.h"

#include <string.h>

static uint64_t key_count(const void *payload, uint32_t type)
{
    return ((const gcv_group_totals *)payload)->counts[type];
}

static uint64_t key_bytes(const void *payload, uint32_t type)
{
    return ((const gcv_group_totals *)payload)->bytes[type];
}

static uint64_t key_retained(const void *payload, uint32_t type)
{
    return ((const gcv_group_totals *)payload)->retained[type] + 1; /* what is not reachable: 0 */
}

static uint64_t key_least(const void *payload, uint32_t type)
{
    return ((const gcv_type_bounds *)payload)[type].least;
}

/* Chooses the `top` types of the highest keys. The rows are to be released even if it fails. */
static gcv_status first_types(const gcv_page *page, const gcv_row_order *order, uint64_t top,
                              gcv_rows *rows, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    gcv_rows_init(rows, page->report->ctx, order, top);
    for (i = 0; status == GCV_OK && i < page->types.groups.n; i++) {
        status = page->types.counts[i] > 0 ? gcv_rows_add(rows, i, err) : GCV_OK;
    }
    return status == GCV_OK ? gcv_rows_finish(rows, err) : status;
}

/* Marks them. */
static gcv_status mark_first(const gcv_page *page, gcv_key_fn key, uint64_t top, uint8_t *marks,
                             gcv_error *err)
{
    const gcv_row_order order = {&page->types, key, false, gcv_number_before, NULL};
    gcv_rows rows;
    gcv_status status = first_types(page, &order, top, &rows, err);
    size_t i;
    for (i = 0; status == GCV_OK && i < rows.items.n; i++) {
        marks[rows.items.data[i]] = 1;
    }
    gcv_rows_release(&rows);
    return status;
}

/* ---- sets --------------------------------------------------------------------------------- */

static void read_bounds(const gcv_page *page, gcv_type_bounds *bounds)
{
    const gcv_heap *heap = page->report->heap;
    uint32_t i;
    for (i = 0; i < heap->n_types; i++) {
        if (gcv_heap_type_row(heap, i) == i) {
            bounds[page->types.groups.of[i]] = page->suspects.found.bounds[i];
        }
    }
}

/* The types that are shown for what they retain have `*bytes` at least. */
static gcv_status find_least(const gcv_page *page, const gcv_type_bounds *bounds, uint64_t *bytes,
                             gcv_error *err)
{
    const gcv_row_order order = {bounds, key_least, false, gcv_number_before, NULL};
    gcv_rows rows;
    gcv_status status = first_types(page, &order, GCV_PAGE_TYPES_RETAINED, &rows, err);
    *bytes = status == GCV_OK && rows.items.n == GCV_PAGE_TYPES_RETAINED
                 ? bounds[rows.items.data[rows.items.n - 1]].least
                 : 0;
    gcv_rows_release(&rows);
    return status;
}

static gcv_status choose_sets(gcv_page *page, gcv_type_bounds *bounds, uint32_t *set_of,
                              uint32_t *n, gcv_error *err)
{
    const gcv_group_totals *types = &page->types;
    uint64_t least;
    uint32_t i;
    gcv_status status = mark_first(page, key_bytes, GCV_PAGE_TYPES_BYTES, page->large_types, err);
    if (status == GCV_OK) {
        status = mark_first(page, key_count, GCV_PAGE_TYPES_COUNT, page->large_types, err);
    }
    read_bounds(page, bounds);
    if (status == GCV_OK) {
        status = find_least(page, bounds, &least, err);
    }
    for (i = 0; status == GCV_OK && i < types->groups.n; i++) {
        const bool may = page->large_types[i] || bounds[i].most >= least;
        const bool known = bounds[i].least == bounds[i].most && bounds[i].least > 0;
        types->retained[i] = may && known ? bounds[i].least : GCV_NOT_REACHABLE;
        set_of[i] = types->counts[i] > 0 && may && !known ? (*n)++ : GCV_NONE;
    }
    return status;
}

gcv_status gcv_page_type_sets(gcv_page *page, uint32_t *set_of, uint32_t *n, gcv_error *err)
{
    gcv_context *ctx = page->report->ctx;
    const uint32_t n_types = page->types.groups.n;
    gcv_type_bounds *bounds = gcv_alloc(ctx, n_types, sizeof *bounds, err);
    gcv_status status;
    page->types.retained = gcv_alloc(ctx, n_types, sizeof *page->types.retained, err);
    page->large_types = gcv_alloc_zeroed(ctx, n_types, sizeof *page->large_types, err);
    *n = 0;
    status = bounds == NULL || page->types.retained == NULL || page->large_types == NULL
                 ? gcv_failed(err)
                 : choose_sets(page, bounds, set_of, n, err);
    gcv_free(ctx, bounds, n_types, sizeof *bounds);
    return status;
}

/* ---- rows --------------------------------------------------------------------------------- */

gcv_status gcv_page_choose_types(gcv_page *page, gcv_error *err)
{
    const gcv_row_order order = {&page->types, key_retained, false, gcv_number_before, NULL};
    uint8_t *marks = page->large_types;
    gcv_status status = mark_first(page, key_retained, GCV_PAGE_TYPES_RETAINED, marks, err);
    uint32_t i;
    gcv_rows_init(&page->shown, page->report->ctx, &order, 0);
    for (i = 0; status == GCV_OK && i < page->types.groups.n; i++) {
        status = marks[i] ? gcv_rows_add(&page->shown, i, err) : GCV_OK;
    }
    return status == GCV_OK ? gcv_rows_finish(&page->shown, err) : status;
}
