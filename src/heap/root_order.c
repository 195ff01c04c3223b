/* root_order.c - the order of root records; see heap.h. */
#include "heap/heap.h"

#include "heap/vocabulary.h"

static bool before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_root *x = (const gcv_root *)payload + a, *y = (const gcv_root *)payload + b;
    return x->kind != y->kind       ? gcv_root_kind_rank(x->kind) < gcv_root_kind_rank(y->kind)
           : x->object != y->object ? x->object < y->object
           : x->id != y->id         ? x->id < y->id
           : x->flags != y->flags   ? x->flags < y->flags
           : x->container != y->container ? x->container < y->container
           : x->section != y->section     ? x->section < y->section
                                          : gcv_slice_compare(x->label, y->label) < 0;
}

/* A heap may have a root for each object. So roots are radix-sorted by kind and object as one
 * number; only roots that are equal in both are compared. */
static void sort_by_radix(gcv_context *ctx, const gcv_root_column *roots, uint32_t *order)
{
    size_t n = roots->n, first = 0;
    uint64_t *keys = gcv_alloc(ctx, n, sizeof *keys);
    for (size_t i = 0; i < n; i++) {
        const gcv_root *root = &roots->data[i];
        keys[i] = (uint64_t)gcv_root_kind_rank(root->kind) << 32 | root->object;
    }
    gcv_sort_u64(ctx, keys, order, n);
    for (size_t i = 1; i <= n; i++) {
        if (i == n || keys[i] != keys[first]) {
            gcv_sort(ctx, order + first, i - first, before, roots->data);
            first = i;
        }
    }
    gcv_free(ctx, keys);
}

void gcv_roots_sort(gcv_context *ctx, gcv_root_column *roots, uint32_t n_objects)
{
    const size_t n = roots->n;
    gcv_root_column_shrink(ctx, roots);
    uint32_t *order = gcv_numbers_new(ctx, n);
    if (n > n_objects) {
        gcv_sort(ctx, order, n, before, roots->data);
    } else {
        sort_by_radix(ctx, roots, order);
    }
    gcv_root_column_arrange(ctx, roots, order);
}
