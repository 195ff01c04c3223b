/* joined_steps.h - the chains of two heaps merged into one tree of steps (step_index.h) by root
 * labels and type names, so that the heaps can be compared step by step.
 *
 * Chains are added object by object and can be removed all at once, so one struct serves many
 * groups of objects. The objects of selected steps are collected as sets, whose retained bytes are
 * found in one run for each heap.
 *
 * Bytes: 12 per object of each heap, besides its paths, which take 4; O(objects on chains).
 */
#ifndef GCV_ANALYSIS_CHAINS_JOINED_STEPS_H
#define GCV_ANALYSIS_CHAINS_JOINED_STEPS_H

#include "analysis/basis.h"
#include "analysis/chains/step_index.h"
#include "analysis/groups.h"
#include "analysis/name_join.h"
#include "analysis/set_members.h"
#include "base/buffer.h"
#include "base/distinct_texts.h"

typedef struct gcv_joined_step {
    uint64_t objects[2], bytes[2]; /* on chains at this step, in each heap */
    uint64_t target_bytes[2];      /* of objects whose chains end here */
} gcv_joined_step;

GCV_COLUMN(gcv_joined_step_column, gcv_joined_step);

/* One of the two heaps. */
typedef struct gcv_joined_side {
    const gcv_heap *heap; /* its sizes count */
    gcv_groups types;     /* each type's row among the joined types */
    const gcv_root_set *roots;
    const gcv_paths *paths;
    uint32_t *label_of;      /* per object of the root set: its label */
    uint32_t *step_of;       /* per object; GCV_NONE: on no chain yet */
    gcv_u32_column placed;   /* objects that have a step */
    gcv_u32_column pending;  /* objects that still need a step, the target first */
    gcv_set_members members; /* of the collected sets */
} gcv_joined_side;

typedef struct gcv_joined_steps {
    gcv_context *ctx;
    gcv_joined_side side[2];
    gcv_name_join types;
    gcv_step_index index; /* a start is a label number, a type is a row of `types` */
    gcv_joined_step_column steps;
    gcv_distinct_texts labels; /* labels of roots */
    gcv_buffer text;
} gcv_joined_steps;

/* `basis`: of both heaps; it must outlive `joined`. `owned`: objects have the bytes of their parts,
 * which have none (gcv_basis_owned(), which must not be NULL). */
void gcv_joined_steps_init(gcv_context *ctx, gcv_joined_steps *joined, gcv_basis *const basis[2],
                           bool owned);
/* Frees all but the names of types and the labels of roots. */
void gcv_joined_steps_close(gcv_joined_steps *joined);

/* Adds the chain of a reachable object of one heap (0 or 1). */
void gcv_joined_steps_add(gcv_joined_steps *joined, size_t side, uint32_t target);
/* Removes all chains, but not the sets. */
void gcv_joined_steps_clear(gcv_joined_steps *joined);

/* A total order of steps: by depth, then by the path from the root. */
bool gcv_joined_step_before(const gcv_joined_steps *joined, uint32_t a, uint32_t b);

/* Adds the objects of each step to a set: set_of[step]; GCV_NONE: to no set. */
void gcv_joined_steps_collect(gcv_joined_steps *joined, const uint32_t *set_of);
/* Finds what each of the sets 0 to n - 1 retains in one heap. `retained` has room for n. */
void gcv_joined_steps_retained(gcv_joined_steps *joined, size_t side, uint32_t n,
                               uint64_t *retained);

static inline const gcv_step_key *gcv_joined_key(const gcv_joined_steps *joined, uint32_t step)
{
    return &joined->index.keys.data[step];
}

/* For each heap; includes paths and retained bytes. */
extern const gcv_cost gcv_cost_of_joined_chains;

#endif
