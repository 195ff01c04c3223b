/* trace_tally.h - the part of a heap dump that a tally needs, while the dump is read: objects and
 * bytes by type, and proof that no address came twice, or addresses, or rows.
 *
 * An object counts once all its references have come. Until then nodes wait in a queue. Nodes after
 * the first that lacks references do not count in the end. The runtime alternates between nodes and
 * edges, so only a few thousand nodes wait.
 *
 * Memory: sums by type, 16 KB of runs and 24 bytes a waiting node; in addition, depending on
 * `keep`, 4 to 8 bytes an object for ids, and 8 more for rows.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_TALLY_H
#define GCV_INPUT_NETTRACE_TRACE_TALLY_H

#include "heap/builder_rows.h"

/* Objects of a type, or of one size class of a type. */
typedef struct gcv_trace_sum {
    uint32_t type, size_class; /* index of the type; 0: below all classes, or there are none */
    uint64_t count, bytes;     /* `bytes` is capped */
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
    bool repeats;            /* an address may have come twice, and `keep` is not enough to tell */
    uint64_t objects, edges; /* of the objects that count */
    gcv_trace_sum_column sums; /* in the order of their first objects */
    gcv_u32_column sum_of;     /* from type to index in `sums`, counted from 1; 0: no object */
    gcv_id_map classes;        /* from type and size class above 0 to index in `sums` */
    gcv_trace_waiting_column waiting; /* the queue is [queue_start, n) */
    size_t queue_start;
    gcv_id_runs *runs;           /* NULL: no address has come */
    gcv_builder_columns columns; /* without references; `slot` is an index in `sums` */
} gcv_trace_tally;

gcv_trace_tally *gcv_trace_tally_new(const gcv_builder *builder);
void gcv_trace_tally_free(gcv_context *ctx, gcv_trace_tally *tally);

/* Adds a node to the queue. */
void gcv_trace_tally_add(gcv_context *ctx, gcv_trace_tally *tally, const gcv_trace_waiting *node);
/* Gives the last node more edges. */
void gcv_trace_tally_extend(gcv_trace_tally *tally, uint32_t edges);
/* Counts the nodes whose references have come. `edges`: all edges so far. `last`: no more nodes or
 * edges come. */
void gcv_trace_tally_count(gcv_context *ctx, gcv_trace_tally *tally, uint64_t edges, bool last);

/* Returns the size class of an object. Other tools split types by the order of magnitude of sizes
 * above 1000 bytes. */
unsigned gcv_trace_size_class(uint64_t size);

#endif
