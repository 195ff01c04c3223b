/* basis.c - roots, chains and dominators, each found once; see basis.h. */
#include "analysis/basis.h"

#include "analysis/analyses.h"

gcv_basis gcv_basis_of(gcv_context *ctx, const gcv_heap *heap, bool include_weak)
{
    gcv_basis basis = {0};
    basis.ctx = ctx;
    basis.heap = heap;
    basis.include_weak = include_weak;
    return basis;
}

const gcv_root_set *gcv_basis_roots(gcv_basis *basis)
{
    if (basis->roots.object == NULL) {
        gcv_root_set_compute(basis->ctx, basis->heap, basis->include_weak, &basis->roots);
    }
    return &basis->roots;
}

const gcv_paths *gcv_basis_paths(gcv_basis *basis)
{
    if (basis->paths.parent == NULL) {
        gcv_paths_compute(basis->ctx, basis->heap, gcv_basis_roots(basis), &basis->paths);
    }
    return &basis->paths;
}

gcv_chain_order *gcv_basis_order(gcv_basis *basis)
{
    if (basis->order.object == NULL) {
        gcv_paths_release(basis->ctx, &basis->paths);
        gcv_paths_find_in_order(basis->ctx, basis->heap, gcv_basis_roots(basis), &basis->paths,
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

void gcv_basis_release(gcv_basis *basis)
{
    if (basis->ctx != NULL) {
        gcv_chain_order_release(basis->ctx, &basis->order);
        gcv_paths_release(basis->ctx, &basis->paths);
        gcv_dominators_release(basis->ctx, &basis->dominators);
        gcv_root_set_release(basis->ctx, &basis->roots);
    }
}
