/* set_members.c - classes of objects by the sets they are in; see set_members.h. */
#include "analysis/set_members.h"

#include "base/bitset.h"
#include "base/error.h"

#include <string.h>

gcv_status gcv_set_members_init(gcv_context *ctx, gcv_set_members *members, const gcv_heap *heap,
                                gcv_error *err)
{
    uint32_t i;
    memset(members, 0, sizeof *members);
    members->heap = heap;
    members->class_of = gcv_alloc(ctx, heap->n_objects, sizeof *members->class_of, err);
    if (members->class_of == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->n_objects; i++) {
        members->class_of[i] = GCV_NONE;
    }
    return GCV_OK;
}

void gcv_set_members_release(gcv_context *ctx, gcv_set_members *members)
{
    if (members->heap != NULL) {
        gcv_free(ctx, members->class_of, members->heap->n_objects, sizeof *members->class_of);
    }
    gcv_u32_column_release(ctx, &members->before);
    gcv_u32_column_release(ctx, &members->set);
    gcv_id_map_release(ctx, &members->classes);
    memset(members, 0, sizeof *members);
}

gcv_status gcv_set_members_begin(gcv_context *ctx, gcv_set_members *members, uint32_t n,
                                 gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t set;
    for (set = 0; status == GCV_OK && set < n; set++) {
        status = gcv_u32_column_push(ctx, &members->before, GCV_NONE, err);
        if (status == GCV_OK) {
            status = gcv_u32_column_push(ctx, &members->set, set, err);
        }
    }
    return status;
}

gcv_status gcv_set_members_add(gcv_context *ctx, gcv_set_members *members, uint32_t object,
                               uint32_t set, gcv_error *err)
{
    uint32_t *class = &members->class_of[object];
    uint64_t key = (uint64_t) * class << 32 | set;
    uint32_t found = gcv_id_map_get(ctx, &members->classes, key);
    gcv_status status = GCV_OK;
    if (found == GCV_NONE) {
        found = (uint32_t)members->set.n;
        status = gcv_u32_column_push(ctx, &members->before, *class, err);
        if (status == GCV_OK) {
            status = gcv_u32_column_push(ctx, &members->set, set, err);
        }
        if (status == GCV_OK) {
            status = gcv_id_map_set(ctx, &members->classes, key, found, err);
        }
    }
    *class = found;
    return status;
}

/* Appends the sets of a class in ascending order. The chain of classes begins with the highest set,
 * which was added last, so the list is reversed. */
static gcv_status list_sets_of(gcv_context *ctx, const gcv_set_members *members, uint32_t class,
                               gcv_u32_column *sets, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i = sets->n, j;
    for (; status == GCV_OK && class != GCV_NONE; class = members->before.data[class]) {
        status = gcv_u32_column_push(ctx, sets, members->set.data[class], err);
    }
    for (j = sets->n; status == GCV_OK && i + 1 < j; i++) {
        uint32_t set = sets->data[i];
        sets->data[i] = sets->data[--j];
        sets->data[j] = set;
    }
    return status;
}

/* Lists the sets of each class in the form that gcv_set_classes requires. A class without objects,
 * because all have moved on to a larger class, gets no sets: otherwise an object in k sets would
 * cause lists of every length up to k. */
static gcv_status list_sets(gcv_context *ctx, const gcv_set_members *members, gcv_u32_column *first,
                            gcv_u32_column *sets, gcv_error *err)
{
    gcv_bitset used;
    gcv_status status = gcv_bitset_init(ctx, &used, members->set.n, err);
    uint32_t class, i;
    if (status != GCV_OK) {
        return status;
    }
    for (i = 0; i < members->heap->n_objects; i++) {
        if (members->class_of[i] != GCV_NONE) {
            (void)gcv_bitset_add(&used, members->class_of[i]);
        }
    }
    status = gcv_u32_column_push(ctx, first, 0, err);
    for (class = 0; status == GCV_OK && class < members->set.n; class ++) {
        if (gcv_bitset_has(&used, class)) {
            status = list_sets_of(ctx, members, class, sets, err);
        }
        if (status == GCV_OK) {
            status = gcv_u32_column_push(ctx, first, (uint32_t)sets->n, err);
        }
    }
    gcv_bitset_release(ctx, &used);
    return status;
}

gcv_status gcv_set_members_retained(gcv_context *ctx, const gcv_set_members *members,
                                    const gcv_root_set *roots, uint32_t n, uint64_t *retained,
                                    gcv_error *err)
{
    gcv_u32_column first = {NULL, 0, 0}, sets = {NULL, 0, 0};
    gcv_set_classes classes;
    gcv_status status = list_sets(ctx, members, &first, &sets, err);
    if (status == GCV_OK) {
        classes.class_of = members->class_of;
        classes.n_classes = (uint32_t)members->set.n;
        classes.n_sets = n;
        classes.first = first.data;
        classes.sets = sets.data;
        status = gcv_retained_of_sets(ctx, members->heap, roots, &classes, retained, err);
    }
    gcv_u32_column_release(ctx, &first);
    gcv_u32_column_release(ctx, &sets);
    return status;
}
