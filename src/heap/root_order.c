/* root_order.c - the order of root records; see heap.h. */
#include "heap/heap.h"

#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"
#include "heap/vocabulary.h"

static bool before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_root *x = (const gcv_root *)payload + a, *y = (const gcv_root *)payload + b;
    if (x->kind != y->kind) {
        return gcv_root_kind_rank(x->kind) < gcv_root_kind_rank(y->kind);
    }
    if (x->object != y->object) {
        return x->object < y->object;
    }
    if (x->id != y->id) {
        return x->id < y->id;
    }
    if (x->flags != y->flags) {
        return x->flags < y->flags;
    }
    if (x->container != y->container) {
        return x->container < y->container;
    }
    if (x->section != y->section) {
        return x->section < y->section;
    }
    return gcv_slice_compare(x->label, y->label) < 0;
}

/* A heap may have a root for each object. So roots are radix-sorted by kind and object as one
 * number; only roots that are equal in both are compared. */
static gcv_status sort_by_radix(gcv_context *ctx, const gcv_root_column *roots, uint32_t *order,
                                gcv_error *err)
{
    size_t n = roots->n, i, first = 0;
    uint64_t *keys = gcv_alloc(ctx, n, sizeof *keys, err);
    uint64_t *spare_keys = gcv_alloc(ctx, n, sizeof *spare_keys, err);
    uint32_t *spare = gcv_alloc(ctx, n, sizeof *spare, err);
    gcv_status status =
        keys == NULL || spare_keys == NULL || spare == NULL ? gcv_failed(err) : GCV_OK;
    for (i = 0; status == GCV_OK && i < n; i++) {
        const gcv_root *root = &roots->data[i];
        keys[i] = (uint64_t)gcv_root_kind_rank(root->kind) << 32 | root->object;
    }
    if (status == GCV_OK) {
        gcv_sort_u64(keys, order, spare_keys, spare, n);
    }
    for (i = 1; status == GCV_OK && i <= n; i++) {
        if (i == n || keys[i] != keys[first]) {
            status = gcv_sort(ctx, order + first, i - first, before, roots->data, err);
            first = i;
        }
    }
    gcv_free(ctx, keys, n, sizeof *keys);
    gcv_free(ctx, spare_keys, n, sizeof *spare_keys);
    gcv_free(ctx, spare, n, sizeof *spare);
    return status;
}

/* Puts rows in order, in place: each cycle of the permutation is followed once. */
static void arrange(gcv_root_column *roots, uint32_t *order)
{
    uint32_t i;
    for (i = 0; i < roots->n; i++) {
        const gcv_root first = roots->data[i];
        uint32_t to = i;
        while (order[to] != i) {
            const uint32_t from = order[to];
            roots->data[to] = roots->data[from];
            order[to] = to;
            to = from;
        }
        roots->data[to] = first;
        order[to] = to;
    }
}

gcv_status gcv_roots_sort(gcv_context *ctx, gcv_root_column *roots, uint32_t n_objects,
                          gcv_error *err)
{
    const size_t n = roots->n;
    gcv_status status;
    uint32_t *order;
    gcv_root_column_shrink(ctx, roots);
    order = gcv_numbers_new(ctx, n, err);
    if (order == NULL) {
        return gcv_failed(err);
    }
    status = n > n_objects ? gcv_sort(ctx, order, n, before, roots->data, err)
                           : sort_by_radix(ctx, roots, order, err);
    if (status == GCV_OK) {
        arrange(roots, order);
    }
    gcv_free(ctx, order, n, sizeof *order);
    return status;
}
