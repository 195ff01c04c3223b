/* page_types.c - choice of the types that the table shows, and their retained bytes; see page.h.
 *
 * Sets for all types would take half as long as the search for suspects. So there are none for
 * types that cannot be shown, nor for types whose bounds from that search are equal.
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
    return ((const gcv_group_totals *)payload)->retained[type] + 1; /* 0 for GCV_NOT_REACHABLE */
}

static uint64_t key_least(const void *payload, uint32_t type)
{
    return ((const gcv_type_bounds *)payload)[type].least;
}

/* Lists the types that have objects, highest keys first, then by name. */
static void sort_types(gcv_context *ctx, const gcv_group_totals *types, gcv_key_fn key,
                       const void *payload, gcv_u32_column *out)
{
    gcv_u32_column_reserve(ctx, out, types->groups.n);
    for (uint32_t i = 0; i < types->groups.n; i++) {
        if (types->counts[i] > 0) {
            out->data[out->n++] = i;
        }
    }
    gcv_sort_by_key(ctx, out->data, out->n, key, payload, true);
}

void gcv_page_types_by_bytes(gcv_context *ctx, const gcv_group_totals *types, gcv_u32_column *out)
{
    sort_types(ctx, types, key_bytes, types, out);
}

static void mark(const gcv_u32_column *types, size_t top, uint8_t *marks)
{
    for (size_t i = 0; i < types->n && i < top; i++) {
        marks[types->data[i]] = 1;
    }
}

/* Marks the `top` types with the highest keys. */
static void mark_first(const gcv_page *page, gcv_key_fn key, size_t top, uint8_t *marks)
{
    gcv_context *ctx = page->report->ctx;
    gcv_u32_column types = {NULL, 0, 0};
    sort_types(ctx, &page->types, key, &page->types, &types);
    mark(&types, top, marks);
    gcv_u32_column_release(ctx, &types);
}

/* ---- sets --------------------------------------------------------------------------------- */

static void read_bounds(const gcv_page *page, gcv_type_bounds *bounds)
{
    const gcv_heap *heap = page->report->heap;
    for (uint32_t i = 0; i < heap->n_types; i++) {
        if (gcv_heap_type_row(heap, i) == i) {
            bounds[page->types.groups.of[i]] = page->suspects.found.bounds[i];
        }
    }
}

/* Finds a bound for the types that are shown for what they retain: all have at least `*bytes`. If
 * all but one are shown, so is that one: it needs no bound. */
static uint64_t find_least(const gcv_page *page, const gcv_type_bounds *bounds)
{
    gcv_context *ctx = page->report->ctx;
    gcv_u32_column types = {NULL, 0, 0};
    sort_types(ctx, &page->types, key_least, bounds, &types);
    uint64_t bytes = gcv_page_shown(types.n, GCV_PAGE_TYPES) < types.n
                         ? bounds[types.data[GCV_PAGE_TYPES_RETAINED - 1]].least
                         : 0;
    gcv_u32_column_release(ctx, &types);
    return bytes;
}

static void choose_sets(gcv_page *page, gcv_type_bounds *bounds, uint32_t *set_of, uint32_t *n)
{
    const gcv_group_totals *types = &page->types;
    mark_first(page, key_bytes, GCV_PAGE_TYPES_BYTES, page->is_shown_type);
    mark_first(page, key_count, GCV_PAGE_TYPES_COUNT, page->is_shown_type);
    read_bounds(page, bounds);
    uint64_t least = find_least(page, bounds);
    for (uint32_t i = 0; i < types->groups.n; i++) {
        const bool may = page->is_shown_type[i] || bounds[i].most >= least;
        const bool known = bounds[i].least == bounds[i].most && bounds[i].least > 0;
        types->retained[i] = may && known ? bounds[i].least : GCV_NOT_REACHABLE;
        set_of[i] = types->counts[i] > 0 && may && !known ? (*n)++ : GCV_NONE;
    }
}

void gcv_page_type_sets(gcv_page *page, uint32_t *set_of, uint32_t *n)
{
    gcv_context *ctx = page->report->ctx;
    const uint32_t n_types = page->types.groups.n;
    gcv_type_bounds *bounds = gcv_alloc(ctx, n_types, sizeof *bounds);
    page->types.retained = gcv_alloc(ctx, n_types, sizeof *page->types.retained);
    page->is_shown_type = gcv_alloc_zeroed(ctx, n_types, sizeof *page->is_shown_type);
    *n = 0;
    choose_sets(page, bounds, set_of, n);
    gcv_free(ctx, bounds);
}

/* ---- rows --------------------------------------------------------------------------------- */

void gcv_page_choose_types(gcv_page *page)
{
    gcv_u32_column *types = &page->shown_types;
    sort_types(page->report->ctx, &page->types, key_retained, &page->types, types);
    size_t n = 0, shown = 0;
    mark(types, GCV_PAGE_TYPES_RETAINED, page->is_shown_type);
    for (size_t i = 0; i < types->n; i++) {
        shown += page->is_shown_type[types->data[i]];
    }
    shown = gcv_page_shown(types->n, shown);
    for (size_t i = 0; i < types->n; i++) {
        types->data[n] = types->data[i];
        n += shown == types->n || page->is_shown_type[types->data[i]];
    }
    types->n = n;
}
