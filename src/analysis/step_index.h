/* step_index.h - steps of merged chains, found by what makes them one.
 *
 * An object of the same type as its referrer on the chain stays in that one's step, and what is
 * deeper than GCV_MERGED_DEPTH steps is one last step of any type. Whoever merges keeps the steps,
 * each with its key and what it sums up; a step is a number here. Up to 48 bytes a step.
 */
#ifndef GCV_ANALYSIS_STEP_INDEX_H
#define GCV_ANALYSIS_STEP_INDEX_H

#include "base/id_map.h"
#include "heap/heap.h"

enum { GCV_MERGED_DEPTH = 100 };

typedef struct gcv_step_key {
    uint32_t before; /* step; GCV_NONE: the first */
    uint32_t start;  /* of the first step: a number for what roots have in common */
    uint32_t type;   /* GCV_NONE: any, below GCV_MERGED_DEPTH */
    uint32_t depth;  /* from 1 */
} gcv_step_key;

/* The step of an object that a root holds. */
gcv_step_key gcv_step_first(uint32_t start, uint32_t type);
/* Whether an object of this type takes another step than `step`, which has the key `before` and is
 * that of its referrer; if so, the key of that step. */
bool gcv_step_next(const gcv_step_key *before, uint32_t step, uint32_t type, gcv_step_key *next);

/* Zeroed: empty. */
typedef struct gcv_step_index {
    gcv_id_map firsts, nexts; /* by start and type, by step before and type */
} gcv_step_index;

/* GCV_NONE: there is no such step. */
uint32_t gcv_step_index_get(const gcv_context *ctx, const gcv_step_index *index,
                            const gcv_step_key *key);
GCV_CHECKED gcv_status gcv_step_index_set(gcv_context *ctx, gcv_step_index *index,
                                          const gcv_step_key *key, uint32_t step, gcv_error *err);
void gcv_step_index_release(gcv_context *ctx, gcv_step_index *index);

/* Whether two roots of one heap have the same label, so that chains from them merge. */
bool gcv_same_root_label(const gcv_root *a, const gcv_root *b);

#endif
