/* trace_dumps.h - the collections of a trace and the heap dumps that some of them take.
 *
 * Takes the heap events of a trace in order. Of several dumps only the one asked for is kept in
 * memory (without a wish the first complete one, or the first if none is); of the others only what
 * the list of snapshots says.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_DUMPS_H
#define GCV_INPUT_NETTRACE_TRACE_DUMPS_H

#include "input/nettrace/trace_heap.h"
#include "input/nettrace/trace_moves.h"

/* A collection that has begun and not ended. */
typedef struct gcv_trace_open {
    gcv_ev_collection start;
    bool implied;         /* no event told of it: records came outside of any collection */
    gcv_trace_heap *heap; /* what it dumps; NULL as long as nothing came */
} gcv_trace_open;

enum { GCV_TRACE_OPEN = 8 }; /* a background one, a foreground one, for a few processes */

typedef struct gcv_trace_root_range {
    uint64_t start, end;
    uint32_t name, name_size; /* in `range_names` */
    gcv_slice kept;           /* the name as the roots have it; data NULL: none has yet */
} gcv_trace_root_range;

GCV_COLUMN(gcv_trace_root_range_column, gcv_trace_root_range);

/* What a process says of itself; of the first few, as no real trace has more. */
typedef struct gcv_trace_process {
    uint64_t id;
    gcv_slice command, os, architecture; /* UTF-8; in the arena of the types */
} gcv_trace_process;

GCV_COLUMN(gcv_trace_process_column, gcv_trace_process);

enum { GCV_TRACE_PROCESSES = 64 };

typedef struct gcv_trace_dumps {
    gcv_context *ctx;
    gcv_builder *builder; /* is told what is malformed, and gets the heap in the end */
    const gcv_eventpipe_info *info;
    uint32_t wish; /* number of the snapshot asked for; 0: none */
    gcv_trace_types types;
    gcv_trace_open open[GCV_TRACE_OPEN];
    size_t n_open;
    gcv_trace_moves *moves; /* NULL: nobody asked for them; belongs to this */
    gcv_trace_heap *target; /* of the bulk event at hand */
    gcv_heap_event event;   /* that it is */
    gcv_trace_heap *kept;   /* the snapshot that the heap will be, so far */
    gcv_snapshot_column snapshots;
    uint64_t left_out; /* objects of the snapshot that the builder did not get */
    uint64_t nameless; /* types in use that have no name */
    gcv_trace_root_range_column root_ranges; /* Mono's */
    gcv_char_column range_names;
    gcv_trace_process_column processes;
} gcv_trace_dumps;

void gcv_trace_dumps_init(gcv_trace_dumps *dumps, gcv_builder *builder,
                          const gcv_eventpipe_info *info);
void gcv_trace_dumps_release(gcv_trace_dumps *dumps);

/* The functions that take events; they go with `dumps`. */
gcv_heap_events gcv_trace_dumps_events(gcv_trace_dumps *dumps);

/* trace_process.c: of these, what is true of a whole process. */
void gcv_trace_dumps_process_events(gcv_heap_events *events);

/* What a process said of itself, or NULL. */
const gcv_trace_process *gcv_trace_dumps_process(const gcv_trace_dumps *dumps, uint64_t id);

/* No more events come: what is open stays without its end. */
GCV_CHECKED gcv_status gcv_trace_dumps_finish(gcv_trace_dumps *dumps, gcv_error *err);

/* trace_emit.c: gives the kept snapshot to the builder. */
GCV_CHECKED gcv_status gcv_trace_dumps_emit(gcv_trace_dumps *dumps, gcv_error *err);

/* trace_roots.c: its roots. */
GCV_CHECKED gcv_status gcv_trace_dumps_emit_roots(gcv_trace_dumps *dumps, gcv_error *err);

/* trace_properties.c: what the trace says of itself, and how complete its snapshot is. `lost`: rows
 * that are missing somewhere in the trace. */
GCV_CHECKED gcv_status gcv_trace_dumps_properties(gcv_trace_dumps *dumps, gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_dumps_verdict(gcv_trace_dumps *dumps, uint64_t lost,
                                               gcv_error *err);

#endif
