/* set_members.c - classes of objects by the sets they are in; see set_members.h. */
#include "analysis/set_members.h"

#include "analysis/analyses.h"

void gcv_set_members_init(gcv_context *ctx, gcv_set_members *members, const gcv_heap *heap)
{
    *members = (gcv_set_members){.heap = heap, .class_of = gcv_alloc_none(ctx, heap->n_objects)};
}

void gcv_set_members_release(gcv_context *ctx, gcv_set_members *members)
{
    if (members->heap != NULL) {
        gcv_free(ctx, members->class_of);
    }
    GCV_RELEASE(ctx, &members->before, &members->set, &members->classes);
    *members = (gcv_set_members){0};
}

void gcv_set_members_begin(gcv_context *ctx, gcv_set_members *members, uint32_t n)
{
    for (uint32_t set = 0; set < n; set++) {
        gcv_u32_column_push(ctx, &members->before, GCV_NONE);
        gcv_u32_column_push(ctx, &members->set, set);
    }
}

void gcv_set_members_add(gcv_context *ctx, gcv_set_members *members, uint32_t object, uint32_t set)
{
    uint32_t *class = &members->class_of[object];
    uint64_t key = (uint64_t) * class << 32 | set;
    const uint32_t found = gcv_id_map_enter(ctx, &members->classes, key, members->set.n);
    if (found == members->set.n) {
        gcv_u32_column_push(ctx, &members->before, *class);
        gcv_u32_column_push(ctx, &members->set, set);
    }
    *class = found;
}

/* Appends the sets of a class in ascending order. The chain of classes begins with the highest set,
 * which was added last, so the list is reversed. */
static void list_sets_of(gcv_context *ctx, const gcv_set_members *members, uint32_t class,
                         gcv_u32_column *sets)
{
    const size_t first = sets->n;
    for (; class != GCV_NONE; class = members->before.data[class]) {
        gcv_u32_column_push(ctx, sets, members->set.data[class]);
    }
    if (sets->n > first) {
        gcv_reverse_u32(sets->data + first, sets->n - first);
    }
}

/* Lists the sets of each class in the form that gcv_set_classes requires. A class without objects,
 * because all have moved on to a larger class, gets no sets: otherwise an object in k sets would
 * cause lists of every length up to k. */
static void list_sets(gcv_context *ctx, const gcv_set_members *members, gcv_u32_column *first,
                      gcv_u32_column *sets)
{
    gcv_bitset used;
    gcv_bitset_init(ctx, &used, members->set.n);
    for (uint32_t i = 0; i < members->heap->n_objects; i++) {
        if (members->class_of[i] != GCV_NONE) {
            (void)gcv_bitset_add(&used, members->class_of[i]);
        }
    }
    gcv_u32_column_push(ctx, first, 0);
    for (uint32_t class = 0; class < members->set.n; class ++) {
        if (gcv_bitset_has(&used, class)) {
            list_sets_of(ctx, members, class, sets);
        }
        gcv_u32_column_push(ctx, first, (uint32_t)sets->n);
    }
    gcv_bitset_release(ctx, &used);
}

uint64_t *gcv_set_members_retained(gcv_context *ctx, gcv_set_members *members,
                                   const gcv_root_set *roots, const gcv_paths *paths, uint32_t n)
{
    gcv_u32_column first = {NULL, 0, 0}, sets = {NULL, 0, 0};
    uint64_t *retained = gcv_alloc(ctx, n, sizeof *retained);
    list_sets(ctx, members, &first, &sets);
    gcv_set_classes classes = {.class_of = members->class_of,
                               .n_classes = (uint32_t)members->set.n,
                               .n_sets = n,
                               .first = first.data,
                               .sets = sets.data};
    if (n > 0 && paths != NULL) {
        const gcv_set_query query = {members->heap, roots, &classes, paths, NULL};
        gcv_retained_on_chains(ctx, &query, retained);
    } else if (n > 0) {
        gcv_retained_compute(ctx, members->heap, roots, &classes, retained);
    }
    GCV_RELEASE(ctx, &first, &sets);
    gcv_set_members_release(ctx, members);
    return retained;
}
