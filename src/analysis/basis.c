/* basis.c - roots, chains and dominators, each found once; see basis.h. */
#include "analysis/basis.h"

#include "analysis/analyses.h"
#include "analysis/dominators.h"
#include "analysis/type_kinds.h"

gcv_basis gcv_basis_of(gcv_context *ctx, const gcv_heap *heap, bool include_weak)
{
    return (gcv_basis){.ctx = ctx, .heap = heap, .include_weak = include_weak};
}

const gcv_root_set *gcv_basis_roots(gcv_basis *basis)
{
    if (basis->roots.object == NULL) {
        basis->roots = gcv_root_set_of(basis->ctx, basis->heap, basis->include_weak, NULL);
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
        gcv_owners_release(basis->ctx, &basis->owners);
        gcv_free(basis->ctx, basis->rest_dominators.retained);
        basis->rest_dominators.retained = NULL;
        gcv_dominators_release(basis->ctx, &basis->dominators);
        gcv_root_set_release(basis->ctx, &basis->roots);
    }
}
