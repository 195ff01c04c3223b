/* step_index.h - the steps of merged chains: a tree in which the chains of many objects share what
 * they have in common.
 *
 * A step is a number. The first step of a chain is made one by its start (a number for what the
 * root is) and a type, any other by the step before it and a type. An object of the same type as
 * its referrer on the chain stays in the step of that referrer, so a list of a million links is one
 * step. Lists whose types alternate are not folded, but everything deeper than the deepest step
 * that whoever merges allows is one last step of any type.
 *
 * Bytes: up to 36 a step. The sums that a table shows are kept by whoever merges.
 */
#ifndef GCV_ANALYSIS_CHAINS_STEP_INDEX_H
#define GCV_ANALYSIS_CHAINS_STEP_INDEX_H

#include "base/column.h"
#include "base/id_map.h"
#include "heap/heap.h"

enum { GCV_MERGED_DEPTH = 100 }; /* of the deepest step that tables of chains show */

typedef struct gcv_step_key {
    uint32_t before; /* step; GCV_NONE: this is the first */
    uint32_t start;  /* of a first step, else GCV_NONE */
    uint32_t type;   /* GCV_NONE: any, below the deepest */
    uint32_t depth;  /* from 1 */
} gcv_step_key;

GCV_COLUMN(gcv_step_key_column, gcv_step_key);

/* Zeroed: empty. */
typedef struct gcv_step_index {
    gcv_step_key_column keys; /* by step: a step comes after the one before it */
    uint32_t *slots;          /* a hash table, at most half full: a step plus 1; 0: free */
    size_t n_slots;           /* a power of two, or 0 */
} gcv_step_index;

/* The start of a chain that a root record begins: the first record met with its label. `starts`
 * keeps these records, by hash. */
GCV_CHECKED gcv_status gcv_step_start(gcv_context *ctx, gcv_id_map *starts, const gcv_heap *heap,
                                      uint32_t root, uint32_t *start, gcv_error *err);

/* The step of an object of this type that a root with this start holds, added if it is new. */
GCV_CHECKED gcv_status gcv_step_index_first(gcv_context *ctx, gcv_step_index *index, uint32_t start,
                                            uint32_t type, uint32_t *step, gcv_error *err);
/* The step of an object of this type whose referrer is in step `before`: the same one, or another,
 * added if it is new. `deepest` is the same in all calls. */
GCV_CHECKED gcv_status gcv_step_index_next(gcv_context *ctx, gcv_step_index *index, uint32_t before,
                                           uint32_t type, uint32_t deepest, uint32_t *step,
                                           gcv_error *err);
/* Frees what only looking steps up needs; there can be no other call behind it but the next two. */
void gcv_step_index_close(gcv_context *ctx, gcv_step_index *index);
/* Removes all steps. */
void gcv_step_index_clear(gcv_context *ctx, gcv_step_index *index);
void gcv_step_index_release(gcv_context *ctx, gcv_step_index *index);

#endif
