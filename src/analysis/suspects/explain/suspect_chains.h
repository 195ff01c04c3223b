/* suspect_chains.h - the chain that holds a suspect, as a short list of steps.
 *
 * The shortest chains of all objects of a suspect are merged by the label of their root and the
 * types they pass, as in `chains --type` (analysis/chains/chain_steps.h). Of several merged chains,
 * the one is taken at whose end the suspect's objects retain the most, in sum over those that no
 * object of their type dominates directly; with an older dump, at whose end they retain the most
 * more than there. Of equals, the one to the first object by domain and id.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_CHAINS_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_CHAINS_H

#include "analysis/set_members.h"
#include "analysis/suspects/explain/suspect_past.h"
#include "analysis/suspects/find/suspects.h"
#include "base/buffer.h"
#include "heap/reference_names.h"

typedef struct gcv_suspect_step {
    uint32_t type;      /* row of the type; GCV_NONE: any type, below the deepest step;
                           after it come the objects of the suspect there */
    uint32_t object;    /* the object at this step; GCV_NONE: several */
    uint32_t objects;   /* number of objects at this step */
    uint64_t bytes;     /* their shallow bytes */
    uint64_t retained;  /* bytes that they retain as a set */
    uint32_t root;      /* first step: a root record with the label; else GCV_NONE. In a Java heap a
                           chain through a class object begins there, without a record */
    gcv_step_name name; /* empty in a heap without names of references */
} gcv_suspect_step;

GCV_COLUMN(gcv_suspect_step_column, gcv_suspect_step);

/* Limits: only the first GCV_SUSPECT_CHAINS_MAX suspects get chains, and none gets one once all
 * chains together have GCV_SUSPECT_STEPS_MAX steps. Without limits, the chains to all objects of a
 * long list would have a number of steps quadratic in its length. */
enum { GCV_SUSPECT_CHAINS_MAX = 100, GCV_SUSPECT_STEPS_MAX = 100000 };

typedef struct gcv_suspect_chains {
    gcv_suspect_step_column steps;
    gcv_u32_column first; /* the steps of the n-th suspect are first[n] … first[n + 1] - 1 */
    size_t n;             /* number of suspects with chains: the first ones */
    gcv_u32_column sets;  /* steps with several objects, in the order of their sets */
} gcv_suspect_chains;

/* Suspects whose chains are asked for. */
typedef struct gcv_suspect_query {
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    const uint32_t *items; /* rows of `found` */
    size_t n;
    const gcv_suspect_past *past;
    const gcv_paths *shown; /* as chains are shown */
} gcv_suspect_query;

/* Finds the chains of suspects, each from the root down, but for what steps of several objects
 * retain: puts these into the out->sets.n sets from `first_set` on. gcv_suspect_chains_take()
 * stores the bytes that these sets retain. O(objects on chains + objects / 32) per chain, of a
 * group O(objects); 13 bytes per object, with an older dump 29. */
void gcv_suspect_chains_collect(gcv_context *ctx, const gcv_suspect_query *query,
                                gcv_set_members *members, uint32_t first_set,
                                gcv_suspect_chains *out);
void gcv_suspect_chains_take(gcv_suspect_chains *chains, const uint64_t *retained);

/* Writes what holds a step that is the first: the label of its root or, for a class object, `static
 * CLASS`, or `static CLASS.FIELD` if the object of the next step, which is step[1] unless this is
 * the last one, has this name; empty for any other step. */
void gcv_suspect_step_root(gcv_context *ctx, const gcv_heap *heap, const gcv_suspect_step *step,
                           bool is_last, gcv_buffer *out);

#endif
