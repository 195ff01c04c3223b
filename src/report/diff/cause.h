/* cause.h - `diff --cause`: what holds the growth? */
#ifndef GCV_REPORT_DIFF_CAUSE_H
#define GCV_REPORT_DIFF_CAUSE_H

#include "analysis/chains/joined_steps.h"
#include "report/diff/changes.h"

/* A row of the table. */
typedef struct gcv_cause_row {
    uint32_t cause, depth;
    uint32_t item;  /* depth 0: row of the changes */
    uint32_t type;  /* of the joined types; GCV_NONE: any */
    uint32_t label; /* GCV_NONE: none */
    uint32_t set;   /* GCV_NONE: nothing is retained */
    bool unreachable;
    uint64_t objects[2], bytes[2];
} gcv_cause_row;

GCV_COLUMN(gcv_cause_row_column, gcv_cause_row);

typedef struct gcv_causes {
    const gcv_changes *changes;
    gcv_context *ctx;
    gcv_joined_steps joined;
    gcv_cause_row_column rows;
    uint32_t n_causes, n_sets;
    uint64_t unreachable_objects[2], unreachable_bytes[2]; /* of the current row */
    uint64_t *retained[2];
} gcv_causes;

/* Finds the rows that grew most, each with the chain that holds most of its growth. To be released
 * even if it fails. */
GCV_CHECKED gcv_status gcv_causes_find(const gcv_changes *changes, gcv_causes *out, gcv_error *err);
void gcv_causes_release(gcv_causes *causes);

/* Cells of a row. */
gcv_cell gcv_cause_name(const gcv_causes *causes, const gcv_cause_row *row);
gcv_cell gcv_cause_retained(const gcv_causes *causes, const gcv_cause_row *row); /* the change */
gcv_cell gcv_cause_root(const gcv_causes *causes, const gcv_cause_row *row);

/* Finds and writes them. */
GCV_CHECKED gcv_status gcv_causes_write(const gcv_changes *changes, gcv_error *err);

#endif
