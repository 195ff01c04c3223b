/* trace_heap.h - one heap dump of a trace while it is read.
 *
 * Objects and references come as two streams, which are joined at the end. Each node gives the
 * number of its edges, and these are the next edges of their stream. After a missing event in
 * either stream, edges cannot be assigned to nodes; so a stream ends at its first gap.
 *
 * Memory: about 17 bytes an object and 5 a reference, which the builder takes over; for a tally,
 * see trace_tally.h.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_HEAP_H
#define GCV_INPUT_NETTRACE_TRACE_HEAP_H

#include "input/nettrace/trace_tally.h"
#include "input/nettrace/trace_types.h"

/* Streams whose events are numbered. */
enum { GCV_STREAM_NODES, GCV_STREAM_EDGES, GCV_STREAM_ROOTS, GCV_STREAM_DEPENDENTS, GCV_STREAMS };

typedef struct gcv_trace_stream {
    uint32_t next;      /* required index of the next event */
    bool broken;        /* the event with index `next` is missing */
    uint64_t broken_at; /* offset of the event that came instead */
} gcv_trace_stream;

/* What a root is, in addition to its kind. */
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
    uint32_t type;              /* index of the type of a static variable; otherwise GCV_NONE */
    uint32_t name, name_size;   /* name of a static variable, in `names` */
    uint8_t kind, flags, label; /* kind and flags as in the heap */
} gcv_trace_root;

typedef struct gcv_trace_dependent {
    uint64_t key, value;
} gcv_trace_dependent;

GCV_COLUMN(gcv_trace_root_column, gcv_trace_root);
GCV_COLUMN(gcv_trace_dependent_column, gcv_trace_dependent);

/* One dump: its columns, and what tells whether they are complete. */
typedef struct gcv_trace_heap {
    gcv_snapshot about; /* number, collection, counts; gcv_trace_heap_close() sets `complete` */
    uint64_t process;
    bool wanted; /* the records are kept; false: they are only counted */
    bool begun, ended, mono;
    gcv_trace_stream streams[GCV_STREAMS];
    uint64_t promised, edges; /* the sum of the nodes' edge counts; edges that have come */
    uint64_t rcws, ccws;
    uint64_t edges_kept;      /* edges before the first gap */
    gcv_trace_tally *tally;   /* NULL: rows are kept */
    gcv_builder_columns rows; /* of nodes. `slot` is the index of the type; `first_ref` is 0, then
                                 the number of edges of each node */
    gcv_trace_root_column roots;
    gcv_char_column names;
    gcv_trace_dependent_column dependents; /* empty for a tally */
    gcv_range_column ranges;
    uint64_t last_address; /* of the last node */
} gcv_trace_heap;          /* zeroed: empty */

void gcv_trace_heap_release(gcv_context *ctx, gcv_trace_heap *heap);

/* Releases the unused memory of the large columns. */
void gcv_trace_heap_shrink(gcv_context *ctx, gcv_trace_heap *heap);

/* Begins a bulk event; its records follow. */
void gcv_trace_heap_run(gcv_trace_heap *heap, const gcv_ev_run *run);
void gcv_trace_heap_nodes(gcv_context *ctx, gcv_trace_heap *heap, gcv_trace_types *types,
                          const gcv_ev_node *nodes, size_t n);
void gcv_trace_heap_edges(gcv_context *ctx, gcv_trace_heap *heap, const uint64_t *targets,
                          size_t n);
void gcv_trace_heap_root(gcv_context *ctx, gcv_trace_heap *heap, gcv_trace_types *types,
                         gcv_heap_event event, const gcv_ev_root *root);
void gcv_trace_heap_dependent(gcv_context *ctx, gcv_trace_heap *heap, uint64_t key, uint64_t value);
void gcv_trace_heap_range(gcv_context *ctx, gcv_trace_heap *heap, const gcv_ev_range *range);

/* Tells whether all nodes and edges have come, according to their indexes and to the number of
 * edges. */
bool gcv_trace_heap_balanced(const gcv_trace_heap *heap);

/* Called after the last record: sets `about.complete`. */
void gcv_trace_heap_close(gcv_context *ctx, gcv_trace_heap *heap);

#endif
