/* step_index.h - the steps of merged chains: a tree in which the chains of many objects share their
 * common steps.
 *
 * A step is a number. The first step of a chain is identified by its start (a number that
 * identifies the root) and a type, any other step by the previous step, a type and, if the caller
 * tells fields apart, the number of a field. An object of the same type as its referrer on the
 * chain stays in that referrer's step unless a field tells them apart, so a list of a million links
 * is one step. Lists of alternating types are not folded, but everything below the deepest step
 * that the caller allows is one last step of any type.
 *
 * Bytes: up to 36 per step. The caller keeps the sums that a table shows.
 */
#ifndef GCV_ANALYSIS_CHAINS_STEP_INDEX_H
#define GCV_ANALYSIS_CHAINS_STEP_INDEX_H

#include "base/column.h"
#include "base/id_map.h"
#include "heap/heap.h"

enum { GCV_MERGED_DEPTH = 100 }; /* depth of the deepest step in tables of chains */

typedef struct gcv_step_key {
    uint32_t previous; /* GCV_NONE: this is the first step */
    uint32_t label;    /* in a first step its start; in another its field, GCV_NONE: none */
    uint32_t type;     /* GCV_NONE: any type, below the deepest step */
    uint32_t depth;    /* counted from 1 */
} gcv_step_key;

GCV_COLUMN(gcv_step_key_column, gcv_step_key);

/* Zeroed: empty. */
typedef struct gcv_step_index {
    gcv_step_key_column keys; /* by step: each step comes after its previous step */
    uint32_t *slots;          /* hash table, at most half full: step + 1; 0: free */
    size_t n_slots;           /* a power of two, or 0 */
} gcv_step_index;

/* The start of a chain that begins at a root record: the first record seen with the same label.
 * `starts` stores these records by hash. */
uint32_t gcv_step_start(gcv_context *ctx, gcv_id_map *starts, const gcv_heap *heap, uint32_t root);

/* The step of an object of this type held by a root with this start; added if new. */
uint32_t gcv_step_index_first(gcv_context *ctx, gcv_step_index *index, uint32_t start,
                              uint32_t type);
/* The step of an object of this type, in field `label`, whose referrer is in step `previous`: the
 * same step, or another, added if new. Pass the same `deepest` in all calls. */
uint32_t gcv_step_index_next(gcv_context *ctx, gcv_step_index *index, uint32_t previous,
                             uint32_t label, uint32_t type, uint32_t deepest);
/* Frees the lookup table. Only the following two functions may be called afterwards. */
void gcv_step_index_close(gcv_context *ctx, gcv_step_index *index);
/* Removes all steps. */
void gcv_step_index_clear(gcv_context *ctx, gcv_step_index *index);
void gcv_step_index_release(gcv_context *ctx, gcv_step_index *index);

#endif
