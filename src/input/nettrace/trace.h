/* trace.h - declarations that the parts of the reader of traces share; private to them.
 *
 * trace_types.c         types and modules, and readable names
 * trace_processes.c     processes
 * trace_collections.c   collections that have begun and not ended
 * trace_tally.c         objects and bytes by type of a dump, if no graph is asked for
 * trace_heap.c          one heap dump while it is read
 * trace_dumps.c         the dumps that collections take
 * trace_completeness.c  one collection's report of moves, and whether it is complete
 * trace_history.c       moves of all collections by process, and the holes in them
 * trace_moves.c         reports of collections to the history of their process
 * trace_roots.c         roots of the kept dump to the builder
 * trace.c               events to the parts above
 * trace_properties.c    properties and losses of the kept dump to the builder
 * trace_used_types.c    types of the kept dump to the builder
 * trace_objects.c       objects of the kept dump with their references, or its tally
 * trace_emit.c          the kept dump to the builder, unless it is unusable
 * single_dump.c         the end of the dump in a session for one dump
 * nettrace.c            the reader: container, order, trace, builder
 *
 * circle: the parts share the state declared here; each part calls only parts above it.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_H
#define GCV_INPUT_NETTRACE_TRACE_H

#include "input/nettrace/trace_heap.h"
#include "input/nettrace/trace_moves.h"

/* Memory of Mono that holds roots. */
typedef struct gcv_trace_root_range {
    uint64_t start, end;
    uint32_t name, name_size; /* in `range_names` */
    gcv_slice kept;           /* the name as the builder keeps it, … */
    uint32_t kept_for;        /* … in this emission */
} gcv_trace_root_range;

GCV_COLUMN(gcv_trace_root_range_column, gcv_trace_root_range);
GCV_COLUMN(gcv_trace_heap_column, gcv_trace_heap *);

/* All dumps of a trace. Rows of all kinds arrive mixed, so all that they fill is in reach of each.
 */
typedef struct gcv_trace {
    gcv_context *ctx;
    gcv_builder *builder; /* gets malformed rows at once, the kept dump at the end */
    const gcv_eventpipe_info *info;
    gcv_trace_types types;
    gcv_trace_processes processes;
    gcv_trace_collections collections;
    gcv_trace_moves *moves; /* NULL: moves are not asked for */

    /* dumps; see trace_dumps.c */
    uint32_t wanted;      /* number of the dump that is asked for, or GCV_SNAPSHOT_… */
    uint32_t wanted_last; /* the last one if several dumps are asked for; 0: only one is */
    gcv_snapshot_column snapshots;
    gcv_trace_heap *kept; /* the best dump so far; at the end, the one that becomes the heap */
    gcv_trace_heap_column series; /* all dumps, by number, if several are asked for */
    gcv_trace_heap *target;       /* of the current bulk event */
    gcv_heap_event event;         /* the current bulk event */

    gcv_trace_root_range_column root_ranges;
    gcv_u32_column root_order; /* `root_ranges` by start; made for the first dump */
    gcv_char_column range_names;
    uint32_t emitted;     /* number of dumps given to a builder so far */
    bool lists_snapshots; /* the next dump gets the list of all */
    uint64_t left_out;    /* objects of the kept dump that were not given to the builder */
    uint64_t named;       /* types in use with a name */
    uint64_t nameless;    /* types in use without a name */
    uint64_t unrecorded;  /* those of them without a record */
} gcv_trace;

/* ---- trace_dumps.c -------------------------------------------------------------------------- */

/* Called at the first record of a dump: gives the collection a heap. */
void gcv_trace_begin_dump(gcv_trace *trace, gcv_trace_collection *collection);
/* Called at the end of the collection that takes the dump: keeps the dump, or frees it and only
 * lists it. */
void gcv_trace_close_dump(gcv_trace *trace, gcv_trace_heap *heap);
void gcv_trace_free_dump(gcv_context *ctx, gcv_trace_heap *heap);

/* Replaces the kept dump by the next one, if there are several. */
void gcv_trace_next_dump(gcv_trace *trace);

/* ---- trace_roots.c -------------------------------------------------------------------------- */

void gcv_trace_add_root_range(gcv_trace *trace, uint64_t start, uint64_t size, gcv_cursor name);
void gcv_trace_emit_roots(gcv_trace *trace);

/* ---- trace.c -------------------------------------------------------------------------------- */

void gcv_trace_init(gcv_trace *trace, gcv_builder *builder, const gcv_eventpipe_info *info);
void gcv_trace_release(gcv_trace *trace);

/* Returns the functions that receive the events of a trace, in order; they are valid as long as
 * `trace`. */
gcv_heap_events gcv_trace_events(gcv_trace *trace);

/* Called after the last event; collections that are still open have no end. */
void gcv_trace_finish(gcv_trace *trace);

/* ---- trace_properties.c --------------------------------------------------------------------- */

/* Gives the builder the properties of the trace. */
void gcv_trace_emit_properties(gcv_trace *trace);
/* Gives the builder what the dump lacks. `lost`: number of rows missing anywhere in the trace. */
void gcv_trace_emit_losses(gcv_trace *trace, uint64_t lost);

/* State of giving the kept dump to the builder. */
typedef struct gcv_trace_emitter {
    gcv_trace *trace;
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_trace_heap *heap;
    gcv_id_map size_types; /* from type and size class to index in `size_ids` */
    gcv_u64_column size_ids;
    uint64_t free_id; /* the search for unused ids for such types goes down from here */
} gcv_trace_emitter;

/* ---- trace_used_types.c --------------------------------------------------------------------- */

/* Adds a type to the builder, unless it has been used before. */
void gcv_trace_use_type(gcv_trace_emitter *e, uint32_t at);
/* Uses a type and gives its slot, or that of one of its size classes (0: of the type itself). */
uint32_t gcv_trace_slot_of(gcv_trace_emitter *e, uint32_t at, unsigned size_class);

/* ---- trace_objects.c ------------------------------------------------------------------------ */

void gcv_trace_emit_objects(gcv_trace_emitter *e);

/* ---- trace_emit.c --------------------------------------------------------------------------- */

/* Gives the kept dump to the builder; fails if there is none, or if it is unusable. */
void gcv_trace_emit(gcv_trace *trace);

/* ---- single_dump.c -------------------------------------------------------------------------- */

typedef struct gcv_single_dump {
    bool takes_first; /* the first dump is all that is asked for */
    bool continues;   /* the session reports moves, and later dumps are asked for */
    bool has_nodes, has_start, has_end;
    uint32_t started, ended; /* numbers of the collections that began last and ended last */
    bool may_be_over;        /* worth passing on the rows to check */
} gcv_single_dump;           /* zeroed: nothing has come */

/* Takes a row as it arrives; the payload must be long enough for the event. */
void gcv_single_dump_row(gcv_single_dump *dump, const gcv_eventpipe_row *row);

/* Tells whether the rows that were passed on contain the whole dump. */
bool gcv_single_dump_is_over(gcv_single_dump *dump, const gcv_trace *trace);

#endif
