/* fresh_ids.c - see convert.h. */
#include "report/convert/convert.h"

enum { STEP = 8 };

typedef struct by_id {
    const gcv_heap *heap;
    uint32_t *order; /* NULL: the order of the heap, which then has one domain */
    uint32_t n;
} by_id;

GCV_KEY(key_of, gcv_heap_object_id(payload, row));

static uint32_t nth(const by_id *objects, uint32_t i)
{
    return objects->order != NULL ? objects->order[i] : i;
}

static void find_objects(gcv_context *ctx, const by_id *objects, gcv_fresh_ids *out)
{
    uint64_t before = 0; /* so that an id of 0 is replaced, too */
    for (uint32_t i = 0; i < objects->n; i++) {
        uint64_t id = gcv_heap_object_id(objects->heap, nth(objects, i));
        if (id == before) {
            gcv_u32_column_push(ctx, &out->objects, nth(objects, i));
        }
        before = id;
        if (objects->order == NULL) {
            break; /* ids ascend: only the first can be 0 */
        }
    }
    gcv_sort_u32(out->objects.data, out->objects.n);
}

static void find_room(const by_id *objects, uint64_t room, gcv_fresh_ids *out)
{
    uint64_t before = 0;
    uint32_t i = objects->n;
    if (i > 0) {
        before = out->highest = gcv_heap_object_id(objects->heap, nth(objects, i - 1));
    }
    if (before > UINT64_MAX - room) {
        for (before = 0, i = 0; i < objects->n; i++) {
            uint64_t id = gcv_heap_object_id(objects->heap, nth(objects, i));
            if (id - before > room) {
                break;
            }
            before = id;
        }
        if (i == objects->n) {
            gcv_fail(objects->heap->ctx, GCV_ERR_LIMIT, "ids leave no room for others");
        }
    }
    out->first = (before | (STEP - 1)) + 1;
    out->next = out->first + STEP * (uint64_t)out->objects.n;
    if (out->objects.n > 0 && out->next > out->highest) {
        out->highest = out->next - STEP;
    }
}

void gcv_fresh_ids_find(gcv_context *ctx, const gcv_heap *heap, uint64_t more, gcv_fresh_ids *out)
{
    by_id objects = {heap, NULL, heap->n_objects};
    *out = (gcv_fresh_ids){0};
    if (heap->n_indexes > 1) { /* by id, equal ids by domain */
        objects.order = gcv_numbers_new(ctx, objects.n);
        gcv_sort_by_key(ctx, objects.order, objects.n, key_of, heap, false);
    }
    find_objects(ctx, &objects, out);
    find_room(&objects, STEP * (out->objects.n + more + 2), out);
    gcv_free(ctx, objects.order);
}

uint64_t gcv_fresh_id(const gcv_fresh_ids *fresh, uint32_t object, uint64_t own)
{
    const uint32_t *objects = fresh->objects.data;
    const size_t at = gcv_find_u32(objects, sizeof *objects, fresh->objects.n, object);
    return at != SIZE_MAX ? fresh->first + STEP * (uint64_t)at : own;
}

const uint64_t *gcv_reference_ids_at(gcv_reference_ids *known, const gcv_heap *heap, uint32_t from,
                                     uint32_t n, gcv_reference_order order)
{
    const uint32_t end = from + n, all = (uint32_t)heap->refs.n;
    if (from < known->first || end > known->first + known->n) {
        known->first = from;
        known->n = n;
        if (order == GCV_REFERENCES_UP) {
            known->n = all - from < GCV_ID_BATCH ? all - from : GCV_ID_BATCH;
        } else if (order == GCV_REFERENCES_DOWN) {
            known->n = end < GCV_ID_BATCH ? end : GCV_ID_BATCH;
            known->first = end - known->n;
        }
        gcv_heap_object_ids(heap, heap->refs.data + known->first, known->n, known->ids);
    }
    return known->ids + (from - known->first);
}
