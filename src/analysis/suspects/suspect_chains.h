/* suspect_chains.h - the chain that holds a suspect, as a short list of steps.
 *
 * The shortest chains of all objects of a suspect are merged by the label of their root and the
 * types they pass, as `chains --type` does (analysis/chains/step_index.h). Of several merged chains
 * the one is taken at whose end most bytes of the suspect are.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECT_CHAINS_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECT_CHAINS_H

#include "analysis/set_members.h"
#include "analysis/suspects/suspects.h"

typedef struct gcv_suspect_step {
    uint32_t type;     /* row of the type; GCV_NONE: any, far down */
    uint32_t object;   /* if it is one; GCV_NONE: several */
    uint32_t objects;  /* on chains, at this step */
    uint64_t bytes;    /* their shallow bytes */
    uint64_t retained; /* of all of them as a set */
    uint32_t root;     /* of the first step: a root record with the label; GCV_NONE */
} gcv_suspect_step;

GCV_COLUMN(gcv_suspect_step_column, gcv_suspect_step);

/* Chains are found until there are so many, or so many steps; the suspects behind have none. Else
 * chains of all objects of a long list would be as many steps as the square of its length. */
enum { GCV_SUSPECT_CHAINS_MAX = 100, GCV_SUSPECT_STEPS_MAX = 100000 };

typedef struct gcv_suspect_chains {
    gcv_suspect_step_column steps;
    gcv_u32_column first; /* the steps of the n-th suspect are first[n] … first[n + 1] - 1 */
    size_t n;             /* suspects whose chains were found: the first ones */
    gcv_u32_column sets;  /* steps of several objects, in the order of their sets */
} gcv_suspect_chains;

/* Finds the chains of `n` rows of `found`, from the root down. O(objects + objects on
 * chains) for each chain that is found, besides one run of gcv_retained_of_sets() for all of them;
 * 12 bytes an object. To be released even if it fails. */
GCV_CHECKED gcv_status gcv_suspect_chains_find(gcv_context *ctx, const gcv_suspect_input *input,
                                               const gcv_suspects *found, const uint32_t *items,
                                               size_t n, gcv_suspect_chains *out, gcv_error *err);

/* The same in two steps, for a caller who has more sets for that run. Puts the objects of steps
 * into sets from `first_set` on, chains->sets.n in all; their retained bytes are to be handed in.
 */
GCV_CHECKED gcv_status gcv_suspect_chains_collect(gcv_context *ctx, const gcv_suspect_input *input,
                                                  const gcv_suspects *found, const uint32_t *items,
                                                  size_t n, gcv_set_members *members,
                                                  uint32_t first_set, gcv_suspect_chains *out,
                                                  gcv_error *err);
void gcv_suspect_chains_take(gcv_suspect_chains *chains, const uint64_t *retained);

void gcv_suspect_chains_release(gcv_context *ctx, gcv_suspect_chains *chains);

#endif
