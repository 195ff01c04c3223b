/* joined_steps.h - the chains of two heaps, in which steps of the same root labels, type names and
 * fields (step_fields.h) are one step (chain_steps.h), so that the heaps can be compared step by
 * step.
 *
 * The objects of selected steps are collected as sets, whose retained bytes are found in one run
 * for each heap.
 *
 * Bytes: 18 per object of each heap, besides its paths, which take 4.
 */
#ifndef GCV_ANALYSIS_CHAINS_JOINED_STEPS_H
#define GCV_ANALYSIS_CHAINS_JOINED_STEPS_H

#include "analysis/basis.h"
#include "analysis/chains/chain_steps.h"
#include "analysis/set_members.h"

/* One of the two heaps. */
typedef struct gcv_joined_side {
    const gcv_heap *heap; /* its sizes count */
    gcv_groups types;     /* each type's row among the joined types */
    const gcv_root_set *roots;
    const gcv_paths *paths, *shown; /* as they are, and as they are shown */
    gcv_chain_steps steps; /* starts and fields are label numbers, types rows of the joined types */
    gcv_set_members members; /* of the collected sets; the caller begins them */
} gcv_joined_side;

typedef struct gcv_joined_steps {
    gcv_context *ctx;
    gcv_joined_side side[2];
    gcv_name_join types;
    gcv_distinct_texts labels; /* of roots and fields */
} gcv_joined_steps;

/* `basis`: of both heaps; it must outlive `joined`. `owned`: objects have the bytes of their parts,
 * which have none (gcv_basis_owned(), which must not be NULL). */
void gcv_joined_steps_init(gcv_context *ctx, gcv_joined_steps *joined, gcv_basis *const basis[2],
                           bool owned);
/* Frees all but the names of types and the labels of roots. */
void gcv_joined_steps_close(gcv_joined_steps *joined);

/* A total order of steps, each the last of a list from the root down: by depth, then by what
 * differs closest to the root. */
bool gcv_joined_step_before(const gcv_joined_steps *joined, const gcv_step_key_column *a,
                            const gcv_step_key_column *b);

/* Returns what each of the sets 0 to n - 1 retains in one heap, for the caller to free; the members
 * are gone then. */
uint64_t *gcv_joined_steps_retained(gcv_joined_steps *joined, size_t side, uint32_t n);

/* For each heap; includes paths and retained bytes. */
extern const gcv_cost gcv_cost_of_joined_chains;

#endif
