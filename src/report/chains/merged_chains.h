/* merged_chains.h - the parts of merged chains: merged_steps.c folds chains into steps,
 * merged_chains.c chooses and writes them, merged_tree.c writes them as a tree.
 */
#ifndef GCV_REPORT_CHAINS_MERGED_CHAINS_H
#define GCV_REPORT_CHAINS_MERGED_CHAINS_H

#include "report/chains/chains.h"
#include "report/rows.h"
#include "analysis/step_index.h"

typedef struct gcv_step {
    gcv_step_key key;               /* the start: a root record for all with its label */
    uint32_t rank;                  /* in the order of rank_steps() */
    uint32_t shown;                 /* set of its objects, if it is to be shown; GCV_NONE */
    uint32_t object;                /* one of those on chains, at this step */
    uint64_t objects, bytes;        /* of all of these */
    uint64_t targets, target_bytes; /* that end here */
} gcv_step;

GCV_COLUMN(gcv_step_column, gcv_step);

typedef struct gcv_merge {
    gcv_report *report;
    const gcv_routes *routes;
    uint32_t *step_of; /* per state of the routes; GCV_NONE: not on a chain so far */
    gcv_step_column steps;
    gcv_step_index index;
    gcv_id_map starts;       /* root records for all with their label, by its hash */
    gcv_u32_column way;      /* objects whose steps are being found */
    const uint32_t *root_of; /* per object of the root set: its root record */
    uint64_t *retained;      /* per shown step, n_retained of them */
    uint32_t n_retained;
    gcv_buffer label;
} gcv_merge;

/* merged_steps.c: adds the chain to a target that has one. A step always comes after the one before
 * it. */
GCV_CHECKED gcv_status gcv_merge_add(gcv_merge *merge, uint32_t target, gcv_error *err);
/* Retained bytes of the steps to be shown, each as the set of its objects; `roots` are all there
 * are. Ends the use of step_of. */
GCV_CHECKED gcv_status gcv_merge_retained(gcv_merge *merge, const gcv_root_set *roots,
                                          const gcv_rows *rows, gcv_error *err);

static inline const gcv_root *gcv_merge_root(const gcv_merge *merge, uint32_t root)
{
    return &merge->report->heap->roots.data[root];
}

/* Cells of a step: its type, and its root in words (valid until the next call). */
gcv_cell gcv_step_type_cell(const gcv_merge *merge, const gcv_step *step);
GCV_CHECKED gcv_status gcv_step_root_cell(gcv_merge *merge, const gcv_step *step, gcv_cell *cell,
                                          gcv_error *err);

/* merged_tree.c: the chosen chains as one tree. */
GCV_CHECKED gcv_status gcv_merged_tree_write(gcv_merge *merge, gcv_error *err);

#endif
