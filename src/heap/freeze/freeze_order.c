/* freeze_order.c - sorts rows by id; see freeze_steps.h. Each column is freed as soon as it is
 * copied. */
#include "heap/freeze/freeze_steps.h"

#include <string.h>

/* All access here is random. It is done in batches, one kind of access at a time, so that cache
 * misses overlap: 0.50 instead of 1.36 seconds for 10 M objects. */
enum { BATCH = 256 };

/* Number of references copied at a time. */
enum { FEW = GCV_SPARE_REFERENCES };

/* Sets order[object] = arrival. */
static void find_order(gcv_freeze *freeze, uint32_t *order)
{
    gcv_builder *builder = freeze->builder;
    gcv_skip skip = {&freeze->duplicates, 0};
    uint32_t ranks[BATCH];
    if (freeze->places.n > 0) {
        for (size_t at = 0; at < freeze->places.n; at++) {
            order[freeze->places.data[at]] = (uint32_t)at;
        }
        return;
    }
    for (size_t s = 0; s < freeze->heap->sections.n; s++) {
        uint32_t first = freeze->heap->sections.data[s].first_object;
        size_t end = gcv_section_end(builder, s);
        for (size_t at = builder->section_start.data[s]; at < end;) {
            size_t n = end - at < BATCH ? end - at : BATCH;
            gcv_id_index_find_batch(gcv_heap_ids(freeze->heap, s), &builder->rows.ids, at, n,
                                    ranks);
            for (size_t i = 0; i < n; i++, at++) {
                if (!gcv_skips(&skip, at)) {
                    order[first + ranks[i]] = (uint32_t)at;
                }
            }
        }
    }
}

/* Reorders a column. `*spare` is memory for the new column, and becomes the old one. */
static void reorder_column(gcv_u32_column *col, gcv_u32_column *spare, const uint32_t *order,
                           uint32_t n)
{
    gcv_u32_column moved = *spare;
    for (uint32_t i = 0; i < n; i++) {
        moved.data[i] = col->data[order[i]];
    }
    moved.n = n;
    *spare = *col;
    *col = moved;
}

static void reorder_big(gcv_freeze *freeze, const uint32_t *order)
{
    gcv_builder *builder = freeze->builder;
    gcv_big_size_column moved = {NULL, 0, 0};
    gcv_big_size_column_reserve(builder->ctx, &moved, builder->rows.big.n);
    for (uint32_t i = 0; i < freeze->heap->n_objects; i++) {
        if (builder->rows.size.data[i] == GCV_BIG_SIZE) { /* sizes are in their new order by now */
            moved.data[moved.n].object = i;
            moved.data[moved.n++].bytes = gcv_big_size_of(&builder->rows.big, order[i]);
        }
    }
    gcv_big_size_column_release(builder->ctx, &builder->rows.big);
    builder->rows.big = moved;
}

/* Appends the references of the next rows, in the new order, to `moved`. Most rows have few
 * references: FEW of them are copied unconditionally, as the count is unpredictable. */
static void move_batch(const gcv_builder *builder, const uint32_t *order, uint32_t n,
                       gcv_u32_column *moved, uint32_t *moved_first)
{
    const uint32_t *first = builder->rows.first_ref.data, *refs = builder->rows.refs.low.data;
    const size_t n_refs = builder->rows.refs.low.n;
    uint32_t at[BATCH], end[BATCH];
    size_t to = moved->n;
    for (uint32_t i = 0; i < n; i++) {
        at[i] = first[order[i]];
        end[i] = first[order[i] + 1];
    }
    for (uint32_t i = 0; i < n; i++) {
        const size_t count = end[i] - at[i];
        moved_first[i] = (uint32_t)to;
        if (count <= FEW && n_refs - at[i] >= FEW) {
            memcpy(moved->data + to, refs + at[i], FEW * sizeof *refs);
        } else if (count > 0) {
            memcpy(moved->data + to, refs + at[i], count * sizeof *refs);
        }
        to += count;
    }
    moved->n = to;
}

static void reorder_references(gcv_freeze *freeze, const uint32_t *order, gcv_u32_column *spare)
{
    gcv_builder *builder = freeze->builder;
    gcv_context *ctx = builder->ctx;
    uint32_t n = freeze->heap->n_objects;
    gcv_u32_column moved = builder->spare, moved_first = *spare;
    memset(&builder->spare, 0, sizeof builder->spare);
    memset(spare, 0, sizeof *spare);
    moved_first.n = 0;
    gcv_u32_column_shrink(ctx, &builder->rows.refs.low);
    gcv_u32_column_reserve(ctx, &moved_first, (size_t)n + 1);
    gcv_u32_column_reserve(ctx, &moved, builder->rows.refs.low.n + FEW);
    for (uint32_t i = 0; i < n; i += BATCH) {
        move_batch(builder, order + i, n - i < BATCH ? n - i : BATCH, &moved, moved_first.data + i);
    }
    moved_first.data[n] = (uint32_t)moved.n;
    moved_first.n = (size_t)n + 1;
    gcv_u32_column_release(ctx, &builder->rows.refs.low);
    builder->rows.refs.low = moved;
    *spare = builder->rows.first_ref;
    builder->rows.first_ref = moved_first;
}

/* Takes memory for the order: that of the ids, if final numbers have been found already. */
static void take_memory(gcv_freeze *freeze, gcv_u32_column *order)
{
    gcv_id_column *ids = &freeze->builder->rows.ids;
    memset(order, 0, sizeof *order);
    if (freeze->places.n > 0) {
        *order = ids->low;
        memset(&ids->low, 0, sizeof ids->low);
        gcv_id_column_release(freeze->builder->ctx, ids);
    }
    order->n = 0;
    gcv_u32_column_reserve(freeze->builder->ctx, order, freeze->heap->n_objects);
}

void gcv_freeze_order(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_context *ctx = builder->ctx;
    uint32_t n = freeze->heap->n_objects;
    gcv_u32_column order;
    if (freeze->ordered) {
        gcv_u32_column_release(ctx, &builder->spare);
        return;
    }
    gcv_phase(ctx, "order");
    take_memory(freeze, &order);
    find_order(freeze, order.data);
    gcv_id_column_release(ctx, &builder->rows.ids);
    gcv_u32_column spare = freeze->places;
    memset(&freeze->places, 0, sizeof freeze->places);
    reorder_references(freeze, order.data, &spare);
    reorder_column(&builder->rows.slot, &spare, order.data, n);
    reorder_column(&builder->rows.size, &spare, order.data, n);
    if (builder->rows.mark.n > 0) {
        reorder_column(&builder->rows.mark, &spare, order.data, n);
    }
    if (builder->rows.fields.first.n > 0) {
        reorder_column(&builder->rows.fields.first, &spare, order.data, n);
    }
    gcv_u32_column_release(ctx, &spare);
    if (builder->rows.big.n > 0) {
        reorder_big(freeze, order.data);
    }
    gcv_u32_column_release(ctx, &order);
}
