/* freeze_order.c - rows to the order of ids; see freeze.h. Each column is freed as soon as it is
 * copied. */
#include "heap/freeze.h"

#include "base/error.h"

/* order[object] = arrival. */
static void find_order(gcv_freeze *freeze, uint32_t *order)
{
    gcv_builder *builder = freeze->builder;
    gcv_skip skip = {&freeze->duplicates, 0};
    size_t s, i;
    for (s = 0; s < freeze->heap->sections.n; s++) {
        const gcv_id_index *index = &freeze->heap->indexes[s];
        uint32_t first = freeze->heap->sections.data[s].first_object;
        size_t end = gcv_section_end(builder, s);
        for (i = builder->section_start.data[s]; i < end; i++) {
            if (!gcv_skips(&skip, i)) {
                uint64_t id = gcv_id_column_get(&builder->ids, i);
                order[first + gcv_id_index_find(index, id)] = (uint32_t)i;
            }
        }
    }
}

static gcv_status reorder_column(gcv_context *ctx, gcv_u32_column *col, const uint32_t *order,
                                 uint32_t n, gcv_error *err)
{
    gcv_u32_column moved = {NULL, 0, 0};
    gcv_status status = gcv_u32_column_reserve(ctx, &moved, n, err);
    uint32_t i;
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < n; i++) {
        moved.data[i] = col->data[order[i]];
    }
    moved.n = n;
    gcv_u32_column_release(ctx, col);
    *col = moved;
    return GCV_OK;
}

static gcv_status reorder_big(gcv_freeze *freeze, const uint32_t *order, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_big_size_column moved = {NULL, 0, 0};
    gcv_status status = gcv_big_size_column_reserve(builder->ctx, &moved, builder->big.n, err);
    uint32_t i;
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < freeze->heap->n_objects; i++) {
        if (builder->size.data[i] == GCV_BIG_SIZE) { /* sizes are in their new order by now */
            moved.data[moved.n].object = i;
            moved.data[moved.n++].bytes = gcv_big_size_of(&builder->big, order[i]);
        }
    }
    gcv_big_size_column_release(builder->ctx, &builder->big);
    builder->big = moved;
    return GCV_OK;
}

static gcv_status reorder_references(gcv_freeze *freeze, const uint32_t *order, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_context *ctx = builder->ctx;
    uint32_t n = freeze->heap->n_objects, i, r;
    const uint32_t *first = builder->first_ref.data;
    gcv_u32_column moved = {NULL, 0, 0}, moved_first = {NULL, 0, 0};
    gcv_status status;
    gcv_u32_column_shrink(ctx, &builder->refs.low);
    status = gcv_u32_column_reserve(ctx, &moved_first, (size_t)n + 1, err);
    if (status == GCV_OK) {
        status = gcv_u32_column_reserve(ctx, &moved, builder->refs.low.n, err);
    }
    if (status != GCV_OK) {
        gcv_u32_column_release(ctx, &moved_first);
        return status;
    }
    for (i = 0; i < n; i++) {
        uint32_t arrival = order[i];
        moved_first.data[i] = (uint32_t)moved.n;
        for (r = first[arrival]; r < first[arrival + 1]; r++) {
            moved.data[moved.n++] = builder->refs.low.data[r];
        }
    }
    moved_first.data[n] = (uint32_t)moved.n;
    moved_first.n = (size_t)n + 1;
    gcv_u32_column_release(ctx, &builder->refs.low);
    gcv_u32_column_release(ctx, &builder->first_ref);
    builder->refs.low = moved;
    builder->first_ref = moved_first;
    return GCV_OK;
}

gcv_status gcv_freeze_order(gcv_freeze *freeze, gcv_error *err)
{
    gcv_builder *builder = freeze->builder;
    gcv_context *ctx = builder->ctx;
    uint32_t n = freeze->heap->n_objects, *order;
    gcv_status status;
    if (freeze->ordered) {
        return GCV_OK;
    }
    gcv_phase(ctx, "order");
    order = gcv_alloc(ctx, n, sizeof *order, err);
    if (order == NULL) {
        return gcv_failed(err);
    }
    find_order(freeze, order);
    gcv_id_column_release(ctx, &builder->ids);
    status = reorder_references(freeze, order, err);
    if (status == GCV_OK) {
        status = reorder_column(ctx, &builder->slot, order, n, err);
    }
    if (status == GCV_OK) {
        status = reorder_column(ctx, &builder->size, order, n, err);
    }
    if (status == GCV_OK && builder->big.n > 0) {
        status = reorder_big(freeze, order, err);
    }
    gcv_free(ctx, order, n, sizeof *order);
    return status;
}
