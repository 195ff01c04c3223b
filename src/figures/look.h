/* look.h - the figures that the first look and the page share: what grew, what is suspect and what
 * holds it, how much is reachable, and which types fill the heap.
 *
 * What types, kinds of roots and steps of chains retain comes from one run of
 * gcv_retained_of_sets(), because most of its cost is the pass over all references, which all sets
 * share. Growth comes first and frees its large blocks; then the suspects, whose dominators and
 * chains serve all later figures. */
#ifndef GCV_FIGURES_LOOK_H
#define GCV_FIGURES_LOOK_H

#include "figures/findings.h"
#include "figures/heap_summary.h"

/* How many types are shown: those with the most retained bytes, bytes and objects. `owned`: objects
 * have the bytes of their parts, and parts without an owner come last (analysis/owners.h). */
typedef struct gcv_type_request {
    size_t by_retained, by_bytes, by_count;
    bool owned;
} gcv_type_request;

typedef struct gcv_look_request {
    gcv_suspect_request suspects; /* and both heaps */
    gcv_type_request types;
    size_t causes;        /* number of causes of growth */
    bool retained_growth; /* changes and causes have retained bytes */
    bool root_kinds;
} gcv_look_request;

typedef struct gcv_look {
    gcv_context *ctx;
    gcv_look_request request;
    gcv_suspect_list suspects;
    gcv_suspect_chains chains;
    gcv_findings findings; /* what the suspects come to */
    gcv_summary summary;
    gcv_group_totals types;     /* retained bytes: of the types that are shown */
    bool owned;                 /* in them, objects have the bytes of their parts (owners.h) */
    uint8_t *is_shown_type;     /* per type: 1 if it is shown */
    gcv_u32_column shown_types; /* most retained bytes first; most bytes first, if types are not
                                 * chosen by what they retain */
    gcv_root_kind_column root_kinds;

    /* With a baseline. */
    gcv_changes changes;
    gcv_changes rest; /* without what is left out of growth; empty: nothing is */
    gcv_rows grown;   /* rows of `rest` or, if that is empty, of `changes`: those whose bytes grew,
                         most growth first */
    gcv_causes causes;
    gcv_buffer calm; /* what a pair without findings comes to; empty: it has not grown */
    bool grew_much;  /* … and whether it grew by a tenth and more */
} gcv_look;

void gcv_look_find(gcv_context *ctx, const gcv_look_request *request, gcv_look *out);

/* A look without findings: returns why there are none, and stores a heading. */
const char *gcv_look_without_findings(const gcv_look *look, const char **heading);

/* Appends in one line what an incomplete baseline or dump means for the findings, and why it is
 * incomplete; if both are complete, that the heap has shrunk, if it has. Without findings, what
 * concerns the dump alone is left to the above. */
void gcv_look_caveat(const gcv_look *look, gcv_buffer *out);

/* Whether a cause is not worth a line: it is not the first, and less than one part in a thousand of
 * the growth of the heap; or it is no growth, but moved. */
bool gcv_look_is_small(const gcv_look *look, size_t cause);

static inline bool gcv_look_has_baseline(const gcv_look *look)
{
    return look->request.suspects.past != NULL;
}

/* Of `n` rows, of which `most` are to be shown, the number that is: one row more does not take more
 * room than the row that would say so. */
static inline size_t gcv_rows_shown(size_t n, size_t most) { return n <= most + 1 ? n : most; }

/* Lists the groups that have objects, most bytes first. */
void gcv_groups_by_bytes(gcv_context *ctx, const gcv_group_totals *totals, gcv_u32_column *out);

#endif
