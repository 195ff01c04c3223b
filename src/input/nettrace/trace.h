/* trace.h - what the parts of the reader of traces share; nobody else includes this.
 *
 * trace_types.c         types and modules, and names that can be read
 * trace_processes.c     processes
 * trace_collections.c   collections that have begun and not ended
 * trace_tally.c         objects and bytes by type of a dump, where no graph is asked for
 * trace_heap.c          one heap dump while it is read
 * trace_dumps.c         the dumps that collections take
 * trace_completeness.c  what one collection reports of moves, and whether that is all there
 * trace_history.c       moves of all collections, process by process, and the holes in them
 * trace_moves.c         reports of collections to the history of their process
 * trace_roots.c         roots of the kept dump to the builder
 * trace.c               events to those of the above that they concern
 * trace_properties.c    properties and losses of the kept dump to the builder
 * trace_used_types.c    types of the kept dump to the builder
 * trace_objects.c       its objects with their references, or its tally
 * trace_emit.c          the kept dump to the builder, unless it may not be used
 * nettrace.c            the reader: container, order, trace, builder
 *
 * circle: the parts share the state declared here; each calls parts above it only.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_H
#define GCV_INPUT_NETTRACE_TRACE_H

#include "input/nettrace/trace_collections.h"
#include "input/nettrace/trace_heap.h"
#include "input/nettrace/trace_moves.h"
#include "input/nettrace/trace_processes.h"

/* Memory of Mono that holds roots. */
typedef struct gcv_trace_root_range {
    uint64_t start, end;
    uint32_t name, name_size; /* in `range_names` */
    gcv_slice kept;           /* the name as the builder keeps it … */
    uint32_t kept_for;        /* … for this emission */
} gcv_trace_root_range;

GCV_COLUMN(gcv_trace_root_range_column, gcv_trace_root_range);
GCV_COLUMN(gcv_trace_heap_column, gcv_trace_heap *);

typedef struct gcv_trace {
    gcv_context *ctx;
    gcv_builder *builder; /* gets what is malformed at once, the kept dump in the end */
    const gcv_eventpipe_info *info;
    gcv_trace_types types;
    gcv_trace_processes processes;
    gcv_trace_collections collections;
    gcv_trace_moves *moves; /* NULL: nobody asked for them */

    /* dumps; see trace_dumps.c */
    uint32_t wanted;      /* number of the dump asked for, or GCV_SNAPSHOT_… */
    uint32_t wanted_last; /* of the last dump asked for, if they are several; 0: they are not */
    gcv_snapshot_column snapshots;
    gcv_trace_heap *kept;         /* the best dump so far: in the end, what the heap will be */
    gcv_trace_heap_column series; /* if several are asked for: all of them, by number */
    gcv_trace_heap *target;       /* of the current bulk event */
    gcv_heap_event event;         /* that one */

    gcv_trace_root_range_column root_ranges;
    gcv_u32_column root_order; /* these by start; made when the first dump is emitted */
    gcv_char_column range_names;
    uint32_t emitted;     /* dumps given to a builder so far */
    bool lists_snapshots; /* the next one gets the list of all */
    uint64_t left_out;    /* objects of the kept dump that the builder did not get */
    uint64_t named;       /* types in use that have a name */
    uint64_t nameless;    /* those that have none */
    uint64_t untold;      /* of these: no record came */
} gcv_trace;

/* ---- trace_dumps.c -------------------------------------------------------------------------- */

/* The first record of a dump comes: the collection gets a heap. */
GCV_CHECKED gcv_status gcv_trace_begin_dump(gcv_trace *trace, gcv_trace_collection *collection,
                                            gcv_error *err);
/* The collection that takes the dump is over: it is kept, or freed and only listed. */
GCV_CHECKED gcv_status gcv_trace_close_dump(gcv_trace *trace, gcv_trace_heap *heap, gcv_error *err);
void gcv_trace_free_dump(gcv_context *ctx, gcv_trace_heap *heap);

/* Makes the next dump of several the kept one, in place of the one before it. */
void gcv_trace_next_dump(gcv_trace *trace);

/* ---- trace_roots.c -------------------------------------------------------------------------- */

GCV_CHECKED gcv_status gcv_trace_add_root_range(gcv_trace *trace, uint64_t start, uint64_t size,
                                                gcv_cursor name, gcv_error *err);
GCV_CHECKED gcv_status gcv_trace_emit_roots(gcv_trace *trace, gcv_error *err);

/* ---- trace.c -------------------------------------------------------------------------------- */

void gcv_trace_init(gcv_trace *trace, gcv_builder *builder, const gcv_eventpipe_info *info);
void gcv_trace_release(gcv_trace *trace);

/* The functions that take the events of a trace, in order; they go with `trace`. */
gcv_heap_events gcv_trace_events(gcv_trace *trace);

/* No more events come: collections that are open stay without an end. */
GCV_CHECKED gcv_status gcv_trace_finish(gcv_trace *trace, gcv_error *err);

/* ---- trace_properties.c --------------------------------------------------------------------- */

/* What the trace says of itself. */
GCV_CHECKED gcv_status gcv_trace_emit_properties(gcv_trace *trace, gcv_error *err);
/* What the dump lacks. `lost`: rows that are missing somewhere in the trace. */
GCV_CHECKED gcv_status gcv_trace_emit_losses(gcv_trace *trace, uint64_t lost, gcv_error *err);

/* The kept dump on its way to the builder. */
typedef struct gcv_trace_emitter {
    gcv_trace *trace;
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_trace_heap *heap;
    gcv_id_map size_types; /* type and size class to a place in `size_ids` */
    gcv_u64_column size_ids;
    uint64_t free_id; /* from here downwards ids for such types are looked for */
} gcv_trace_emitter;

/* ---- trace_used_types.c --------------------------------------------------------------------- */

/* The first use of a type adds it to the builder. */
GCV_CHECKED gcv_status gcv_trace_use_type(gcv_trace_emitter *e, uint32_t at, gcv_error *err);
/* Uses a type; its slot, or that of one of its size classes (0: of the type itself). */
GCV_CHECKED gcv_status gcv_trace_slot_of(gcv_trace_emitter *e, uint32_t at, unsigned size_class,
                                         uint32_t *slot, gcv_error *err);

/* ---- trace_objects.c ------------------------------------------------------------------------ */

GCV_CHECKED gcv_status gcv_trace_emit_objects(gcv_trace_emitter *e, gcv_error *err);

/* ---- trace_emit.c --------------------------------------------------------------------------- */

/* Gives the kept dump to the builder; fails if there is none, or if it may not be used. */
GCV_CHECKED gcv_status gcv_trace_emit(gcv_trace *trace, gcv_error *err);

#endif
