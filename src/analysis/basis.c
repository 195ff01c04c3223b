/* basis.c - roots, chains and dominators, each found once; see basis.h. */
#include "analysis/basis.h"

#include "analysis/analyses.h"
#include "analysis/dominators.h"
#include "analysis/type_kinds.h"

gcv_basis gcv_basis_of(gcv_context *ctx, const gcv_heap *heap, bool include_weak)
{
    return (gcv_basis){.ctx = ctx, .heap = heap, .include_weak = include_weak};
}

/* Finds the objects of the root set that local variables hold, and no other roots. */
static void find_locals(const gcv_basis *basis, gcv_bitset *out)
{
    const gcv_root_column *roots = &basis->heap->roots;
    gcv_bitset_init(basis->ctx, out, basis->heap->n_objects);
    for (uint32_t i = 0; i < basis->roots.n; i++) {
        (void)gcv_bitset_add(out, basis->roots.object[i]);
    }
    for (size_t i = 0; i < roots->n; i++) {
        const gcv_root *root = &roots->data[i];
        if (root->object != GCV_NONE && root->kind != GCV_ROOT_KIND_LOCAL &&
            ((root->flags & GCV_ROOT_WEAK) == 0 || basis->include_weak)) {
            gcv_bitset_remove(out, root->object);
        }
    }
}

/* Leaves out those of types most of whose objects variables hold: a host, workers. Of Ruby, any
 * word of the stack may look like a variable, so all stay. */
static void leave_out_types(const gcv_basis *basis, gcv_bitset *locals)
{
    const gcv_heap *heap = basis->heap;
    uint32_t *objects = gcv_alloc_zeroed(basis->ctx, heap->n_types, sizeof *objects);
    uint32_t *held = gcv_alloc_zeroed(basis->ctx, heap->n_types, sizeof *held);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        const uint32_t row = gcv_heap_object_row(heap, i);
        objects[row]++;
        held[row] += gcv_bitset_has(locals, i);
    }
    for (uint32_t i = 0; i < basis->roots.n && !gcv_heap_is_ruby(heap); i++) {
        const uint32_t row = gcv_heap_object_row(heap, basis->roots.object[i]);
        if (held[row] > objects[row] / 2) {
            gcv_bitset_remove(locals, basis->roots.object[i]);
        }
    }
    GCV_FREE(basis->ctx, objects, held);
}

/* Makes chains begin at such a variable only where no other root leads: what a call uses at the
 * moment still is in the collection that has it. */
static void put_locals_last(gcv_basis *basis)
{
    gcv_root_set *set = &basis->roots;
    const gcv_root_set all = *set;
    const uint32_t n_first = all.n_first > 0 ? all.n_first : all.n;
    uint32_t n = 0;
    gcv_bitset locals;
    find_locals(basis, &locals);
    leave_out_types(basis, &locals);
    set->object = gcv_alloc(basis->ctx, all.n, sizeof *set->object);
    set->root = gcv_alloc(basis->ctx, all.n, sizeof *set->root);
    for (int last = 0; last < 2; last++) {
        for (uint32_t i = 0; i < all.n; i++) {
            const bool is_last = i >= n_first || gcv_bitset_has(&locals, all.object[i]);
            if (is_last == (last > 0)) {
                set->object[n] = all.object[i];
                set->root[n++] = all.root[i];
            }
        }
        set->n_first = last > 0 ? set->n_first : n;
    }
    set->n_next = n_first;
    gcv_bitset_release(basis->ctx, &locals);
    GCV_FREE(basis->ctx, all.object, all.root);
}

const gcv_root_set *gcv_basis_roots(gcv_basis *basis)
{
    if (basis->roots.object == NULL) {
        basis->roots = gcv_root_set_of(basis->ctx, basis->heap, basis->include_weak, NULL);
        if (!basis->heap->static_first) {
            put_locals_last(basis);
        }
    }
    return &basis->roots;
}

const gcv_paths *gcv_basis_paths(gcv_basis *basis)
{
    if (basis->paths.parent == NULL) {
        gcv_step_paths_find(basis->ctx, basis->heap, gcv_basis_roots(basis), &basis->paths, NULL);
    }
    return &basis->paths;
}

gcv_chain_order *gcv_basis_order(gcv_basis *basis)
{
    if (basis->order.object == NULL) {
        gcv_paths_release(basis->ctx, &basis->paths);
        gcv_step_paths_find(basis->ctx, basis->heap, gcv_basis_roots(basis), &basis->paths,
                            &basis->order);
    }
    return &basis->order;
}

const gcv_paths *gcv_basis_shown_paths(gcv_basis *basis)
{
    if (!gcv_has_elements(basis->heap)) {
        return gcv_basis_paths(basis);
    }
    if (basis->shown.parent == NULL) {
        gcv_shown_paths_find(basis->ctx, basis->heap, gcv_basis_roots(basis), &basis->shown);
    }
    return &basis->shown;
}

const gcv_dominators *gcv_basis_dominators(gcv_basis *basis)
{
    if (basis->dominators.number == NULL) {
        gcv_dominators_compute(basis->ctx, basis->heap, gcv_basis_roots(basis), &basis->dominators);
    }
    return &basis->dominators;
}

const gcv_heap *gcv_basis_rest(const gcv_basis *basis)
{
    return basis->rest != NULL ? basis->rest : basis->heap;
}

const gcv_selection *gcv_basis_rest_selection(gcv_basis *basis)
{
    if (basis->rest == NULL) {
        return basis->selection;
    }
    basis->rest_selection = *basis->selection;
    basis->rest_selection.heap = basis->rest;
    return &basis->rest_selection;
}

const gcv_dominators *gcv_basis_rest_dominators(gcv_basis *basis)
{
    const gcv_dominators *all = gcv_basis_dominators(basis);
    if (basis->rest == NULL) {
        return all;
    }
    if (basis->rest_dominators.retained == NULL) {
        const size_t n = (size_t)all->n_reached + 1;
        uint64_t *retained = gcv_alloc(basis->ctx, n, sizeof *retained);
        gcv_retained_without(basis->rest, all, retained);
        basis->rest_dominators = *all;
        basis->rest_dominators.retained = retained;
    }
    return &basis->rest_dominators;
}

const gcv_heap *gcv_basis_owned(gcv_basis *basis)
{
    if (basis->heap->scales != NULL || !gcv_heap_is_v8(basis->heap)) {
        return NULL;
    }
    if (basis->owners.heap.left_out == NULL) {
        gcv_owners_find(basis->ctx, basis->heap, gcv_basis_dominators(basis), &basis->owners);
    }
    return &basis->owners.heap;
}

const gcv_selection *gcv_basis_owned_selection(gcv_basis *basis)
{
    basis->owned_selection = *basis->selection;
    basis->owned_selection.heap = gcv_basis_owned(basis);
    return basis->owned_selection.heap != NULL ? &basis->owned_selection : NULL;
}

void gcv_basis_release(gcv_basis *basis)
{
    if (basis->ctx != NULL) {
        gcv_chain_order_release(basis->ctx, &basis->order);
        gcv_paths_release(basis->ctx, &basis->paths);
        gcv_paths_release(basis->ctx, &basis->shown);
        gcv_owners_release(basis->ctx, &basis->owners);
        gcv_free(basis->ctx, basis->rest_dominators.retained);
        basis->rest_dominators.retained = NULL;
        gcv_dominators_release(basis->ctx, &basis->dominators);
        gcv_root_set_release(basis->ctx, &basis->roots);
    }
}
