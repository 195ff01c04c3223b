/* trace_tally.h - what a tally needs of one heap dump of a trace while it is read: objects and
 * bytes by type, and proof that no address came twice, or addresses, or rows.
 *
 * An object counts once all its references have come. Until then nodes wait in line: those behind
 * the first that lacks references are left out in the end. The runtime sends nodes and edges in
 * turn, so a few thousand wait.
 *
 * Memory: sums by type, 16 KB of runs and 24 bytes a waiting node; beyond that what `keep` asks
 * for: 4 to 8 bytes an object for ids, 8 more for rows.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_TALLY_H
#define GCV_INPUT_NETTRACE_TRACE_TALLY_H

#include "base/id_map.h"
#include "heap/builder_rows.h"

/* Objects of a type, or of one class of sizes of it. */
typedef struct gcv_trace_sum {
    uint32_t type,
        size_class;        /* place of the type; 0: below the classes, or they are not told apart */
    uint64_t count, bytes; /* the latter capped */
} gcv_trace_sum;

typedef struct gcv_trace_waiting {
    uint64_t address, size;
    uint32_t type, edges;
} gcv_trace_waiting;

GCV_COLUMN(gcv_trace_sum_column, gcv_trace_sum);
GCV_COLUMN(gcv_trace_waiting_column, gcv_trace_waiting);

typedef struct gcv_trace_tally {
    gcv_keep keep;
    bool by_size_class;
    bool repeats;                     /* an address may have come twice, and `keep` is too little */
    uint64_t objects, edges;          /* of the objects that count */
    gcv_trace_sum_column sums;        /* in the order of their first objects */
    gcv_u32_column sum_of;            /* by place of the type, counted from 1; 0: no object */
    gcv_id_map classes;               /* type and size class above 0 to a place in `sums` */
    gcv_trace_waiting_column waiting; /* [first, n) */
    size_t first;
    gcv_id_runs *runs;           /* NULL: no address yet */
    gcv_builder_columns columns; /* no references; `slot` is a place in `sums` */
} gcv_trace_tally;

gcv_trace_tally *gcv_trace_tally_new(const gcv_builder *builder, gcv_error *err);
void gcv_trace_tally_free(gcv_context *ctx, gcv_trace_tally *tally);

/* A node comes. */
GCV_CHECKED gcv_status gcv_trace_tally_add(gcv_context *ctx, gcv_trace_tally *tally,
                                           const gcv_trace_waiting *node, gcv_error *err);
/* The last node that came has more edges. */
void gcv_trace_tally_extend(gcv_trace_tally *tally, uint32_t edges);
/* So many edges have come in all. `last`: no more nodes or edges come. */
GCV_CHECKED gcv_status gcv_trace_tally_count(gcv_context *ctx, gcv_trace_tally *tally,
                                             uint64_t edges, bool last, gcv_error *err);

/* Other tools split types by the magnitude of the sizes of objects above 1000 bytes. */
unsigned gcv_trace_size_class(uint64_t size);

#endif
