/* causes.h - what holds growth: for types (or other groups) that grew, the chain on which their
 * objects grew most. */
#ifndef GCV_FIGURES_CAUSES_H
#define GCV_FIGURES_CAUSES_H

#include "analysis/basis.h"
#include "analysis/chains/joined_steps.h"
#include "figures/changes.h"

/* At depth 0 a row of the changes, below it a step of the chain. */
typedef struct gcv_cause_row {
    uint32_t cause, depth;
    uint32_t item;  /* depth 0: the row of the changes; else GCV_NONE */
    uint32_t type;  /* number among the joined types; GCV_NONE: any type */
    uint32_t label; /* number of the root's label; GCV_NONE: no root */
    uint32_t set;   /* number of the set that is retained; GCV_NONE: none */
    bool unreachable;
    uint64_t objects[2], bytes[2];
} gcv_cause_row;

GCV_COLUMN(gcv_cause_row_column, gcv_cause_row);

/* The objects of one heap that belong to the rows, sorted by row. */
typedef struct gcv_cause_targets {
    uint32_t *sorted;
    uint32_t *end; /* by row: where its objects end */
    size_t n;
} gcv_cause_targets;

typedef struct gcv_causes {
    const gcv_changes *changes;
    gcv_context *ctx;
    gcv_joined_steps joined;
    gcv_cause_row_column rows;
    gcv_cause_targets targets[2]; /* while causes are searched for */
    uint32_t n_causes, n_sets;
    uint32_t n_rows, n_chained; /* rows of the changes; the first n_chained have chains */
    uint64_t placed;            /* objects on chains, for each chain */
    uint64_t unreachable_objects[2], unreachable_bytes[2]; /* of the current cause */
    uint64_t *retained[2];                                 /* by set */
} gcv_causes;

/* Finds the cause of each of some rows of changes between two heaps. `basis`: of the first and of
 * the last heap. */
void gcv_causes_find(const gcv_changes *changes, const gcv_u32_column *items,
                     gcv_basis *const basis[2], gcv_causes *out);
void gcv_causes_release(gcv_causes *causes); /* zeroed causes are fine */

/* The name of a row's type or group; `<unreachable>`; `<deeper, any type>`. */
gcv_slice gcv_cause_name(const gcv_causes *causes, const gcv_cause_row *row);
/* The growth of what a row retains. False: it is not known. */
bool gcv_cause_retained(const gcv_causes *causes, const gcv_cause_row *row, int64_t *delta);
/* The label of the root at which the chain begins; data NULL: not its first step. */
gcv_slice gcv_cause_root(const gcv_causes *causes, const gcv_cause_row *row);

#endif
