/* basis.h - what the figures of a heap are computed from: its roots, chains and dominators. Each is
 * found once, when a figure first asks for it, and lent to all figures.
 */
#ifndef GCV_ANALYSIS_BASIS_H
#define GCV_ANALYSIS_BASIS_H

#include "analysis/chain_order.h"
#include "analysis/owners.h"
#include "analysis/selection.h"

typedef struct gcv_basis {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_selection *selection; /* what figures are about; NULL: all of the heap */
    const gcv_heap *rest; /* the heap without what suspects and growth leave out; NULL: all of it */
    bool include_weak;    /* weak roots hold objects, too */
    gcv_root_set roots;
    gcv_paths paths;
    gcv_chain_order order; /* of the paths */
    gcv_paths shown;       /* only of a page */
    gcv_dominators dominators;
    gcv_selection rest_selection;   /* the selection, of `rest` */
    gcv_dominators rest_dominators; /* share all but `retained` */
    gcv_owners owners;              /* of `heap` */
    gcv_selection owned_selection;  /* the selection, of these */
} gcv_basis;

gcv_basis gcv_basis_of(gcv_context *ctx, const gcv_heap *heap, bool include_weak);
const gcv_root_set *gcv_basis_roots(gcv_basis *basis);
/* Chains of the fewest steps (chain_order.h). */
const gcv_paths *gcv_basis_paths(gcv_basis *basis);
/* The same as chains are shown: the nodes of a page hang on their parents (gcv_hang_elements()). */
const gcv_paths *gcv_basis_shown_paths(gcv_basis *basis);
/* Searches anew if only the paths are there, so ask for their order first. The caller may release
 * it. */
gcv_chain_order *gcv_basis_order(gcv_basis *basis);
const gcv_dominators *gcv_basis_dominators(gcv_basis *basis);
/* What suspects and growth are about: the heap, what is selected of it and what objects retain,
 * without what is left out (analysis/capture.h). */
const gcv_heap *gcv_basis_rest(const gcv_basis *basis);
const gcv_selection *gcv_basis_rest_selection(gcv_basis *basis);
const gcv_dominators *gcv_basis_rest_dominators(gcv_basis *basis);
/* The heap with parts in their owners (analysis/owners.h), and what is selected of it; NULL: no
 * such parts are known. */
const gcv_heap *gcv_basis_owned(gcv_basis *basis);
const gcv_selection *gcv_basis_owned_selection(gcv_basis *basis);
void gcv_basis_release(gcv_basis *basis); /* a zeroed basis is fine */

#endif
