/* trace_heap.h - one heap dump of a trace while it is read.
 *
 * Objects and references come as two streams, which are joined at the end: the edges of a node are
 * as many of the next ones as the node says. Behind a missing event of either stream no edge can be
 * assigned to a node, so a stream ends at its first gap.
 *
 * Memory: about 17 bytes an object and 5 a reference, which the builder takes over; for a tally
 * what trace_tally.h says.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_HEAP_H
#define GCV_INPUT_NETTRACE_TRACE_HEAP_H

#include "input/eventpipe/eventpipe_events.h"
#include "input/nettrace/trace_tally.h"
#include "input/nettrace/trace_types.h"

/* Streams whose events are numbered. */
enum { GCV_STREAM_NODES, GCV_STREAM_EDGES, GCV_STREAM_ROOTS, GCV_STREAM_DEPENDENTS, GCV_STREAMS };

typedef struct gcv_trace_stream {
    uint32_t next;      /* index that the next event must have */
    bool broken;        /* an event is missing: the one with index `next` */
    uint64_t broken_at; /* offset of the event that came in its place */
} gcv_trace_stream;

/* What a root is besides its kind. */
enum {
    GCV_LABEL_NONE,
    GCV_LABEL_STRONG,
    GCV_LABEL_COUNTED,
    GCV_LABEL_COM,
    GCV_LABEL_OTHER,
    GCV_LABEL_THREAD
};

typedef struct gcv_trace_root {
    uint64_t object, id;
    uint32_t type;              /* of a static: its place among the types; else GCV_NONE */
    uint32_t name, name_size;   /* of a static: where its name is in `names` */
    uint8_t kind, flags, label; /* kind and flags are those of the heap */
} gcv_trace_root;

typedef struct gcv_trace_dependent {
    uint64_t key, value;
} gcv_trace_dependent;

GCV_COLUMN(gcv_trace_root_column, gcv_trace_root);
GCV_COLUMN(gcv_trace_dependent_column, gcv_trace_dependent);

typedef struct gcv_trace_heap {
    gcv_snapshot about; /* number, collection, counts; `complete` once it is closed */
    uint64_t process;
    bool wanted; /* its records are kept; if not, only counted */
    bool begun, ended, mono;
    gcv_trace_stream streams[GCV_STREAMS];
    uint64_t promised, edges; /* edges that the nodes announce, and edges that came */
    uint64_t rcws, ccws;
    uint64_t edges_kept;      /* those that came before a gap */
    gcv_trace_tally *tally;   /* NULL: rows are kept */
    gcv_builder_columns rows; /* of nodes, each with the place of its type as its slot; `first_ref`
                               * is 0, then the number of edges of each */
    gcv_trace_root_column roots;
    gcv_char_column names;
    gcv_trace_dependent_column dependents; /* none for a tally */
    gcv_range_column ranges;
    uint64_t last_address; /* of the last node */
} gcv_trace_heap;          /* zeroed: empty */

void gcv_trace_heap_release(gcv_context *ctx, gcv_trace_heap *heap);

/* Gives back what the large columns do not use. */
void gcv_trace_heap_shrink(gcv_context *ctx, gcv_trace_heap *heap);

/* A bulk event begins, whose records follow. */
void gcv_trace_heap_run(gcv_trace_heap *heap, const gcv_ev_run *run);
GCV_CHECKED gcv_status gcv_trace_heap_nodes(gcv_context *ctx, gcv_trace_heap *heap,
                                            gcv_trace_types *types, const gcv_ev_node *nodes,
                                            size_t n, gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_heap_edges(gcv_context *ctx, gcv_trace_heap *heap,
                                            const uint64_t *targets, size_t n, gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_heap_root(gcv_context *ctx, gcv_trace_heap *heap,
                                           gcv_trace_types *types, gcv_heap_event event,
                                           const gcv_ev_root *root, gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_heap_dependent(gcv_context *ctx, gcv_trace_heap *heap,
                                                uint64_t key, uint64_t value, gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_heap_range(gcv_context *ctx, gcv_trace_heap *heap, uint64_t start,
                                            uint64_t size, uint32_t generation, gcv_error *err);

/* Whether no node or edge is missing, by their indexes and by the number of edges. */
bool gcv_trace_heap_balanced(const gcv_trace_heap *heap);

/* No more records come: sets `about.complete`. */
GCV_CHECKED gcv_status gcv_trace_heap_close(gcv_context *ctx, gcv_trace_heap *heap, gcv_error *err);

#endif
