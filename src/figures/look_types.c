/* look_types.c - choice of the types that are shown, and their retained bytes; see look.h.
 *
 * Sets for all types would take half as long as the search for suspects. So there are none for
 * types that cannot be shown, nor for types whose bounds from that search are equal.
 */
#include "figures/look.h"

#include "base/text.h"

/* Keys of types, by their totals or bounds; that of GCV_NOT_REACHABLE is 0. */
GCV_KEY(key_count, ((const gcv_group_totals *)payload)->counts[row]);
GCV_KEY(key_bytes, ((const gcv_group_totals *)payload)->bytes[row]);
GCV_KEY(key_retained, ((const gcv_group_totals *)payload)->retained[row] + 1);
GCV_KEY(key_least, ((const gcv_type_bounds *)payload)[row].least);

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

void gcv_groups_by_bytes(gcv_context *ctx, const gcv_group_totals *totals, gcv_u32_column *out)
{
    sort_types(ctx, totals, key_bytes, totals, out);
}

static void mark(const gcv_u32_column *types, size_t top, uint8_t *marks)
{
    for (size_t i = 0; i < types->n && i < top; i++) {
        marks[types->data[i]] = 1;
    }
}

/* Marks the `top` types with the highest keys. */
static void mark_first(const gcv_look *look, gcv_key_fn key, size_t top, uint8_t *marks)
{
    gcv_context *ctx = look->ctx;
    gcv_u32_column types = {NULL, 0, 0};
    sort_types(ctx, &look->types, key, &look->types, &types);
    mark(&types, top, marks);
    gcv_u32_column_release(ctx, &types);
}

/* ---- sets --------------------------------------------------------------------------------- */

/* Suspects are about what is not left out of the heap: with the rest, types may retain any more,
 * and so may types that are one group. */
static void read_bounds(const gcv_look *look, gcv_type_bounds *bounds)
{
    for (uint32_t i = 0; i < look->types.groups.n; i++) {
        bounds[i].least = bounds[i].most = 0;
    }
    const gcv_heap *heap = look->suspects.heap;
    const bool whole = gcv_basis_rest(look->request.suspects.now) == heap;
    for (uint32_t i = 0; i < heap->n_types; i++) {
        if (gcv_heap_type_row(heap, i) == i) {
            const gcv_type_bounds *type = &look->suspects.found.bounds[i];
            gcv_type_bounds *group = &bounds[look->types.groups.of[i]];
            group->most = whole && group->most == 0 ? type->most : UINT64_MAX;
            group->least = type->least > group->least ? type->least : group->least;
        }
    }
}

/* Finds a bound for the types that are shown for what they retain: all have at least as much. If
 * all but one are shown, so is that one: it needs no bound. */
static uint64_t find_least(const gcv_look *look, const gcv_type_bounds *bounds)
{
    const gcv_type_request *top = &look->request.types;
    gcv_u32_column types = {NULL, 0, 0};
    if (top->by_retained == 0) {
        return UINT64_MAX;
    }
    sort_types(look->ctx, &look->types, key_least, bounds, &types);
    const size_t most = top->by_retained + top->by_bytes + top->by_count;
    uint64_t bytes = gcv_rows_shown(types.n, most) < types.n
                         ? bounds[types.data[top->by_retained - 1]].least
                         : 0;
    gcv_u32_column_release(look->ctx, &types);
    return bytes;
}

static void choose_sets(gcv_look *look, gcv_type_bounds *bounds, uint32_t *set_of, uint32_t *n)
{
    const gcv_group_totals *types = &look->types;
    mark_first(look, key_bytes, look->request.types.by_bytes, look->is_shown_type);
    mark_first(look, key_count, look->request.types.by_count, look->is_shown_type);
    read_bounds(look, bounds);
    uint64_t least = find_least(look, bounds);
    for (uint32_t i = 0; i < types->groups.n; i++) {
        const bool may = look->is_shown_type[i] || bounds[i].most >= least;
        const bool known = bounds[i].least == bounds[i].most && bounds[i].least > 0;
        types->retained[i] = may && known ? bounds[i].least : GCV_NOT_REACHABLE;
        set_of[i] = types->counts[i] > 0 && may && !known ? (*n)++ : GCV_NONE;
    }
}

void gcv_look_type_sets(gcv_look *look, uint32_t *set_of, uint32_t *n)
{
    gcv_context *ctx = look->ctx;
    const uint32_t n_types = look->types.groups.n;
    gcv_type_bounds *bounds = gcv_alloc(ctx, n_types, sizeof *bounds);
    look->types.retained = gcv_alloc(ctx, n_types, sizeof *look->types.retained);
    look->is_shown_type = gcv_alloc_zeroed(ctx, n_types, sizeof *look->is_shown_type);
    *n = 0;
    choose_sets(look, bounds, set_of, n);
    gcv_free(ctx, bounds);
}

/* ---- rows --------------------------------------------------------------------------------- */

static void put_internals_last(gcv_look *look)
{
    const gcv_slice *names = look->types.groups.names;
    gcv_u32_column *types = &look->shown_types;
    for (size_t i = 0; look->types.query.owned && i + 1 < types->n; i++) {
        const uint32_t type = types->data[i];
        if (gcv_slice_is(names[type], GCV_INTERNALS)) {
            types->data[i] = types->data[i + 1];
            types->data[i + 1] = type;
        }
    }
}

void gcv_look_choose_types(gcv_look *look)
{
    const gcv_type_request *top = &look->request.types;
    gcv_u32_column *types = &look->shown_types;
    size_t n = 0, shown = 0;
    if (top->by_retained == 0) {
        sort_types(look->ctx, &look->types, key_bytes, &look->types, types);
        types->n = types->n < top->by_bytes ? types->n : top->by_bytes;
        put_internals_last(look);
        return;
    }
    sort_types(look->ctx, &look->types, key_retained, &look->types, types);
    mark(types, top->by_retained, look->is_shown_type);
    for (size_t i = 0; i < types->n; i++) {
        shown += look->is_shown_type[types->data[i]];
    }
    shown = gcv_rows_shown(types->n, shown);
    for (size_t i = 0; i < types->n; i++) {
        types->data[n] = types->data[i];
        n += shown == types->n || look->is_shown_type[types->data[i]];
    }
    types->n = n;
    put_internals_last(look);
}
