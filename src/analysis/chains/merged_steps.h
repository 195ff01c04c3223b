/* merged_steps.h - merges the chains of many objects of one heap into steps, by the labels of their
 * roots and the types that they pass (step_index.h).
 *
 * O(objects on chains), plus one run of gcv_retained_of_sets() for the steps whose retained bytes
 * are asked for. Bytes: 4 per state of the paths (one or two for each object), 4 per object, and up
 * to 150 per step.
 */
#ifndef GCV_ANALYSIS_CHAINS_MERGED_STEPS_H
#define GCV_ANALYSIS_CHAINS_MERGED_STEPS_H

#include "analysis/chains/step_index.h"
#include "analysis/constrained_paths.h"
#include "heap/java_class.h"
#include "heap/reference_names.h"

typedef struct gcv_merged_step {
    uint32_t rank;           /* position in the order by depth, then by the path from the root */
    uint32_t set;            /* index of its retained bytes and names; GCV_NONE: not asked for */
    uint32_t object;         /* one of the objects at this step */
    uint64_t objects, bytes; /* on chains at this step */
    uint64_t targets, target_bytes; /* of objects whose chains end here */
} gcv_merged_step;

GCV_COLUMN(gcv_merged_step_column, gcv_merged_step);

typedef struct gcv_merged_steps {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_constrained_paths *paths;
    bool begins_at_statics; /* a chain that passes a static field of Java begins there */
    gcv_step_index index;   /* of starts with one label, the first one met represents all */
    gcv_merged_step_column steps;
    gcv_id_map starts;      /* by hash of the label: the root record that represents it */
    uint32_t *root_of;      /* per object of the root set: its root record */
    uint32_t *step_of;      /* per state of the paths; GCV_NONE: on no chain yet */
    gcv_u32_column pending; /* states that still need a step, the target first */
    uint64_t *retained;     /* by set */
    gcv_step_name *names;   /* likewise; NULL: the heap has no names of references */
    uint32_t n_retained;
} gcv_merged_steps;

/* Merges the chains of all targets and ranks their steps. Each target must have a chain in `paths`,
 * which begins at one of `starts`. `out` is zeroed, but for `begins_at_statics`. */
void gcv_merged_steps_find(gcv_context *ctx, const gcv_heap *heap,
                           const gcv_constrained_paths *paths, const gcv_root_set *starts,
                           const gcv_u32_column *targets, gcv_merged_steps *out);

/* Finds the retained bytes of the steps on the chains that end at `ends`, each as the set of its
 * objects, and their names. `roots` are all roots, even if chains start only at some of them. Call
 * it once. */
void gcv_merged_steps_retained(gcv_merged_steps *merged, const gcv_root_set *roots,
                               const uint32_t *ends, size_t n_ends);

static inline const gcv_step_key *gcv_merged_key(const gcv_merged_steps *merged, uint32_t step)
{
    return &merged->index.keys.data[step];
}

/* The root of a first step. */
static inline gcv_root gcv_merged_root(const gcv_merged_steps *merged, uint32_t step)
{
    return gcv_start_root(merged->heap, gcv_merged_key(merged, step)->label);
}

/* Include paths and retained bytes; the second is for chains that must pass one of some objects. */
extern const gcv_cost gcv_cost_of_merged_chains, gcv_cost_of_merged_states;

#endif
