/* trace.h - declarations that the parts of the reader of traces share; private to them.
 *
 * trace_types.c         types and modules, and readable names
 * trace_processes.c     processes
 * trace_collections.c   collections that have begun and not ended
 * trace_tally.c         objects and bytes by type of a dump, if no graph is asked for
 * trace_heap.c          one heap dump while it is read
 * trace_dumps.c         the dumps that collections take
 * trace_history.c       moves of all collections by process, and the holes in them
 * trace_moves.c         reports of collections to the history of their process
 * trace_roots.c         roots of the kept dump to the builder
 * trace.c               collections, and the dump or report to which an event belongs
 * heap_events.c         rows to the parts above
 * trace_properties.c    properties and losses of the kept dump to the builder
 * trace_emit.c          types and objects of the kept dump, or its tally, to the builder
 * nettrace.c            the reader: container, order, trace, builder
 *
 * circle: the parts share the state declared here; each part calls only parts above it.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_H
#define GCV_INPUT_NETTRACE_TRACE_H

#include "heap/builder_rows.h"
#include "input/nettrace/heap_events.h"

typedef struct gcv_trace gcv_trace;
typedef struct gcv_trace_report gcv_trace_report; /* trace_moves.c */

/* ---- trace_types.c ------------------------------------------------------------------------ */

/* Types and modules of a trace, and their names. Their records may come before,
 * between or after the objects that use them.
 *
 * The runtime sends names in the style of reflection: `List`1[System.String]`. They are kept as
 * `List<System.String>`; brackets of arrays are unchanged. */

typedef struct gcv_trace_type {
    uint64_t id, process, module;
    gcv_slice name;                   /* size 0: the record has no name */
    uint32_t token, flags;            /* GCV_TYPE_… */
    uint32_t parameter, n_parameters; /* in `parameters` */
    bool known;                       /* a record has come */
    uint32_t used;                    /* for the caller, 0 at first */
} gcv_trace_type;

enum { GCV_TYPE_ARRAY = 8 };

typedef struct gcv_trace_module {
    uint64_t id, process;
    gcv_slice path;
    gcv_slice kept;    /* for the caller … */
    uint32_t kept_for; /* … 0 at first */
} gcv_trace_module;

GCV_COLUMN(gcv_trace_type_column, gcv_trace_type);
GCV_COLUMN(gcv_trace_module_column, gcv_trace_module);

typedef struct gcv_trace_types {
    gcv_arena arena;
    gcv_trace_type_column types;
    gcv_id_map index; /* from process and id to index in `types` */
    gcv_u64_column parameters;
    gcv_trace_module_column modules;
    gcv_id_map module_index;
    gcv_buffer scratch; /* the current name */
    uint64_t conflicts; /* records that contradict an earlier one; the later record counts */
} gcv_trace_types;      /* zeroed: empty */

void gcv_trace_types_release(gcv_context *ctx, gcv_trace_types *types);

/* Returns a key for ids, so that ids of different processes do not collide. Usually there is one
 * process. */
static inline uint64_t gcv_trace_key_of(uint64_t process, uint64_t id)
{
    return id ^ process * UINT64_C(0x9e3779b97f4a7c15);
}

/* Returns the index of a type; GCV_NONE: there is none. */
static inline uint32_t gcv_trace_types_find(const gcv_context *ctx, const gcv_trace_types *types,
                                            uint64_t process, uint64_t id)
{
    return gcv_id_map_get(ctx, &types->index, gcv_trace_key_of(process, id));
}

/* The same; adds the type if it is new. */
uint32_t gcv_trace_types_enter(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                               uint64_t id);
void gcv_trace_types_add(gcv_context *ctx, gcv_trace_types *types, const gcv_ev_type *record);
void gcv_trace_types_add_module(gcv_context *ctx, gcv_trace_types *types, uint64_t process,
                                uint64_t id, gcv_cursor path);

/* Gives the name of a type, valid until the next call. `*own` false: its record has no name, and
 * the result is composed of what else is known. */
void gcv_trace_types_name(gcv_context *ctx, gcv_trace_types *types, uint32_t at, gcv_slice *name,
                          bool *own);
/* Returns the module of a type; NULL: its record has none. A module without a record gets the name
 * `Module(0x<id>)`, so no record of a module may follow. */
gcv_trace_module *gcv_trace_types_module(gcv_context *ctx, gcv_trace_types *types, uint32_t at);

/* Converts UTF-16 to UTF-8; the text lives as long as `types`. */
gcv_slice gcv_trace_types_text(gcv_context *ctx, gcv_trace_types *types, gcv_cursor text);

/* Appends UTF-16 as UTF-8; lone surrogates become U+FFFD. */
void gcv_append_utf16(gcv_context *ctx, gcv_char_column *out, gcv_cursor text);

/* ---- trace_processes.c -------------------------------------------------------------------- */

/* The processes of a trace: their descriptions and the moves of their
 * collections.
 *
 * Nearly all traces have one process; a trace of a whole machine may have hundreds. Only the first
 * GCV_TRACE_PROCESSES are described, and moves are gathered for as many. */

/* A time, expressed as what a process has done so far. */
typedef struct gcv_trace_time {
    size_t collections, dumps; /* collections ended, dumps marked */
    uint32_t interval; /* number of the interval between sequence points, as in eventpipe.h */
} gcv_trace_time;

GCV_COLUMN(gcv_trace_time_column, gcv_trace_time);

typedef struct gcv_trace_process {
    uint64_t id;
    bool described;
    gcv_slice command, os, architecture; /* UTF-8; in the arena of gcv_trace_types */
    gcv_moves *moves;                    /* NULL: not gathered; otherwise see trace.h: */
    gcv_trace_time_column points;        /* sequence points; the first of those at the same time */
    bool has_moves;                      /* a range of objects or of a generation has come … */
    bool has_survivors;                  /* … and one of objects */
} gcv_trace_process;

GCV_COLUMN(gcv_trace_process_column, gcv_trace_process);

enum { GCV_TRACE_PROCESSES = 64 };

typedef struct gcv_trace_processes {
    gcv_trace_process_column rows;
    size_t n_described, n_with_moves; /* at most GCV_TRACE_PROCESSES each */
} gcv_trace_processes;                /* zeroed: empty */

void gcv_trace_processes_release(gcv_context *ctx, gcv_trace_processes *processes);

/* Returns the index of a process; `rows.n`: it has none. */
size_t gcv_trace_processes_find(const gcv_trace_processes *processes, uint64_t id);
/* The same; adds a row for a process without one. */
size_t gcv_trace_processes_enter(gcv_context *ctx, gcv_trace_processes *processes, uint64_t id);

/* Returns a process that has described itself; NULL: it has not. */
const gcv_trace_process *gcv_trace_processes_described(const gcv_trace_processes *processes,
                                                       uint64_t id);

/* ---- trace_collections.c ------------------------------------------------------------------ */

/* The collections of a trace that have begun and not ended.
 *
 * Collections nest: a background collection lets others run, and a collection that takes a dump may
 * report another one within itself. Several processes may collect at the same time. Records belong
 * to the innermost collection of their process. */

typedef struct gcv_trace_collection {
    gcv_ev_collection start;
    bool implied;                /* no event began it: records came outside any collection */
    struct gcv_trace_heap *heap; /* its dump; NULL: no record of a dump has come */
    gcv_trace_report *report;    /* its report of moves; NULL: moves are not gathered */
} gcv_trace_collection;

enum {
    GCV_TRACE_KINDS = 4, /* events that begin a collection, and no event */
    GCV_TRACE_OPEN = 8   /* maximum open of a kind; if there are more, ends were lost */
};

typedef struct gcv_trace_collections {
    gcv_trace_collection open[GCV_TRACE_KINDS * GCV_TRACE_OPEN]; /* in order of beginning */
    size_t n;
} gcv_trace_collections; /* zeroed: empty */

/* The next three functions return an index in `open`; `n`: there is none. */

/* Finds the collection that this event with this number began in this process. */
size_t gcv_trace_collections_find(const gcv_trace_collections *collections, gcv_heap_event event,
                                  uint64_t process, uint32_t number);
/* Finds a collection that must be over when `start` comes: it was implied, or has the same
 * number. */
size_t gcv_trace_collections_superseded(const gcv_trace_collections *collections,
                                        const gcv_ev_collection *start);
/* Finds the oldest collection of a kind if there is no room for another one of that kind. */
size_t gcv_trace_collections_surplus(const gcv_trace_collections *collections,
                                     gcv_heap_event event);

/* Returns the innermost collection of a process that is not a background collection; if there is
 * none, the innermost one; NULL: the process has no collection. `event`: only collections that this
 * event began; GCV_EV_NONE: any. */
gcv_trace_collection *gcv_trace_collections_innermost(gcv_trace_collections *collections,
                                                      gcv_heap_event event, uint64_t process);

/* Begins a collection; there must be no surplus of its kind. The result is valid until a collection
 * is removed. */
gcv_trace_collection *gcv_trace_collections_add(gcv_trace_collections *collections,
                                                const gcv_ev_collection *start, bool implied);
gcv_trace_collection gcv_trace_collections_remove(gcv_trace_collections *collections, size_t at);

/* ---- trace_tally.c ------------------------------------------------------------------------ */

/* The part of a heap dump that a tally needs, while the dump is read: objects and
 * bytes by type, and proof that no address came twice, or addresses, or rows.
 *
 * An object counts once all its references have come. Until then nodes wait in a queue. Nodes after
 * the first that lacks references do not count in the end. The runtime alternates between nodes and
 * edges, so only a few thousand nodes wait.
 *
 * Memory: sums by type, 16 KB of runs and 24 bytes a waiting node; in addition, depending on
 * `keep`, 4 to 8 bytes an object for ids, and 8 more for rows. */

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

/* Gives the last node in the queue more edges. */
void gcv_trace_tally_extend(gcv_trace_tally *tally, uint32_t edges);
/* Counts the nodes whose references have come. `edges`: all edges so far. `last`: no more nodes or
 * edges come. */
void gcv_trace_tally_count(gcv_context *ctx, gcv_trace_tally *tally, uint64_t edges, bool last);

/* Returns the size class of an object. Other tools split types by the order of magnitude of sizes
 * above 1000 bytes. */
unsigned gcv_trace_size_class(uint64_t size);

/* ---- trace_heap.c ------------------------------------------------------------------------- */

/* One heap dump of a trace while it is read.
 *
 * Objects and references come as two streams, which are joined at the end. Each node gives the
 * number of its edges, and these are the next edges of their stream. After a missing event in
 * either stream, edges cannot be assigned to nodes; so a stream ends at its first gap.
 *
 * Memory: about 17 bytes an object and 5 a reference, which the builder takes over; for a tally,
 * see trace.h. */

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

/* Begins a bulk event; its records follow. */
void gcv_trace_heap_run(gcv_trace_heap *heap, const gcv_ev_run *run);
/* Take its records; those of a root also if it is a static variable or a COM object. */
void gcv_trace_heap_nodes(gcv_trace *trace, const gcv_ev_node *nodes, size_t n);
void gcv_trace_heap_edges(gcv_trace *trace, const uint64_t *targets, size_t n);
void gcv_trace_heap_root(gcv_trace *trace, gcv_heap_event event, const gcv_ev_root *root);
void gcv_trace_heap_dependent(gcv_trace *trace, uint64_t key, uint64_t value);
void gcv_trace_heap_range(gcv_context *ctx, gcv_trace_heap *heap, const gcv_ev_range *range);

/* Tells whether all nodes and edges have come, according to their indexes and to the number of
 * edges. */
bool gcv_trace_heap_balanced(const gcv_trace_heap *heap);

/* Called after the last record: sets `about.complete`. */
void gcv_trace_heap_close(gcv_context *ctx, gcv_trace_heap *heap);

/* ---- trace_history.c ---------------------------------------------------------------------- */

/* The next numbers of a thread's events, of surviving and of moved objects, unless the thread
 * restarts. */
typedef struct gcv_trace_sequence {
    uint64_t collection; /* serial of the report to which the thread's last event belongs */
    uint32_t next[2];
} gcv_trace_sequence;

GCV_COLUMN(gcv_trace_sequence_column, gcv_trace_sequence);

typedef struct gcv_trace_sequences {
    gcv_id_map index; /* from thread to index in `rows` */
    gcv_trace_sequence_column rows;
} gcv_trace_sequences; /* zeroed: empty */

/* The known moves of each process of a trace, and the holes in the evidence.
 *
 * Where a trace loses events, only the two sequence points around the loss are known, so the
 * evidence has a hole from one to the other. If moves are not asked for, no process has any, and
 * the functions below and in trace_moves.c have no effect. */
typedef struct gcv_trace_moves {
    bool asked;
    uint32_t interval;      /* the current one; intervals are between sequence points */
    bool invalid;           /* evidence is missing, see `reason` and `place`, … */
    uint32_t invalid_since; /* … perhaps since this interval */
    char reason[64];
    gcv_place place;
    gcv_trace_sequences sequences;
    uint64_t begun;           /* number of collections so far */
    gcv_trace_report *target; /* report of the current run of ranges; NULL: none */
} gcv_trace_moves;

/* Gives the index of a process and from now on gathers its moves; SIZE_MAX: they are not asked for,
 * or the moves of too many other processes are gathered. */
size_t gcv_trace_history_enter(gcv_trace *trace, uint64_t id);
gcv_trace_time gcv_trace_history_now(const gcv_trace *trace, size_t process);
/* Adds a hole in the evidence of a process, from `since` to now. */
void gcv_trace_history_add_gap(gcv_trace *trace, size_t process, gcv_trace_time since,
                               gcv_place place, const char *reason);

/* Notes that something needed is missing or unreadable in the rows of the current interval so far,
 * or from the earlier interval `since` on, which an event at `offset` shows. */
void gcv_trace_history_invalidate(gcv_trace *trace, uint32_t since, uint64_t offset,
                                  const char *format, ...) GCV_PRINTF(4, 5);
/* Called at a sequence point, after all rows of the intervals before `interval` have been passed
 * on. */
void gcv_trace_history_point(gcv_trace *trace, uint32_t interval);

/* Returns the evidence of a process at the end; the caller owns it. */
gcv_moves *gcv_trace_history_take(gcv_trace *trace, uint64_t id);

/* ---- trace_moves.c ------------------------------------------------------------------------- */

void gcv_trace_report_free(gcv_context *ctx, gcv_trace_report *report);

/* Begins a collection: gives it a report, unless there are too many processes. */
void gcv_trace_moves_begin(gcv_trace *trace, gcv_trace_collection *collection);
/* Ends a collection whose beginning is not in the trace. */
void gcv_trace_moves_end_unknown(gcv_trace *trace, const gcv_ev_collection *end);
/* Ends a collection and frees its report, if it has one; `end` NULL: its end is not known. */
void gcv_trace_moves_close(gcv_trace *trace, gcv_trace_report *report,
                           const gcv_ev_collection *end);

/* Take the other events, in order; events that do not concern moves are ignored. */
void gcv_trace_moves_run(gcv_trace *trace, const gcv_ev_run *run);
void gcv_trace_moves_add(gcv_trace *trace, const gcv_move *move);
void gcv_trace_moves_range(gcv_trace *trace, const gcv_ev_range *range);
/* Takes a row that cannot be read, at its place in the order. */
void gcv_trace_moves_malformed(gcv_trace *trace, const gcv_eventpipe_row *row, const char *reason);
/* Called at the first record of a dump, within a collection or not. */
void gcv_trace_moves_dump(gcv_trace *trace, uint32_t number, const gcv_ev_collection *within);

/* Tells whether the rows of an event concern moves. */
bool gcv_trace_moves_depend_on(uint32_t event);

/* ---- the trace ---------------------------------------------------------------------------- */

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
struct gcv_trace {
    gcv_context *ctx;
    gcv_builder *builder; /* gets malformed rows at once, the kept dump at the end */
    const gcv_eventpipe_info *info;
    gcv_trace_types types;
    gcv_trace_processes processes;
    gcv_trace_collections collections;
    gcv_trace_moves moves;

    /* dumps; see trace_dumps.c */
    uint32_t wanted;      /* number of the dump that is asked for, or GCV_SNAPSHOT_… */
    uint32_t wanted_last; /* the last one if several dumps are asked for; 0: only one is */
    gcv_snapshot_column snapshots;
    gcv_trace_heap *kept; /* the best dump so far; at the end, the one that becomes the heap */
    gcv_trace_heap_column series; /* all dumps, by number, if several are asked for */
    gcv_trace_heap *target;       /* of the current bulk event */

    gcv_trace_root_range_column root_ranges;
    uint32_t *root_order; /* `root_ranges` by start; made for the first dump */
    gcv_char_column range_names;
    uint32_t emitted;     /* number of dumps given to a builder so far */
    bool lists_snapshots; /* the next dump gets the list of all */
    uint64_t left_out;    /* objects of the kept dump that were not given to the builder */
    uint64_t named;       /* types in use with a name */
    uint64_t nameless;    /* types in use without a name */
    uint64_t unrecorded;  /* those of them without a record */
};

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

/* Mono: memory that holds roots, and its name; `size` 0: it no longer holds roots. */
void gcv_trace_add_root_range(gcv_trace *trace, uint64_t start, uint64_t size, gcv_cursor name);
void gcv_trace_emit_roots(gcv_trace *trace);

/* ---- trace.c -------------------------------------------------------------------------------- */

void gcv_trace_init(gcv_trace *trace, gcv_builder *builder, const gcv_eventpipe_info *info);
void gcv_trace_release(gcv_trace *trace);

/* Take events, in order. A run chooses the dump that gets its records. */
void gcv_trace_begin(gcv_trace *trace, const gcv_ev_collection *start);
void gcv_trace_end(gcv_trace *trace, const gcv_ev_collection *end);
void gcv_trace_run(gcv_trace *trace, const gcv_ev_run *run);
void gcv_trace_range(gcv_trace *trace, const gcv_ev_range *range);
void gcv_trace_describe(gcv_trace *trace, uint64_t process, gcv_cursor command, gcv_cursor os,
                        gcv_cursor architecture);
/* Takes an event that contradicts itself; its records are dropped. */
void gcv_trace_malformed(gcv_trace *trace, const gcv_eventpipe_row *row, const char *reason);

/* Called after the last event; collections that are still open have no end. */
void gcv_trace_finish(gcv_trace *trace);

/* ---- heap_events.c -------------------------------------------------------------------------- */

/* Takes a row with a heap event; the payload must be long enough for the event. */
void gcv_heap_event_decode(gcv_trace *trace, const gcv_eventpipe_row *row);

/* ---- trace_properties.c --------------------------------------------------------------------- */

void gcv_trace_emit_properties(gcv_trace *trace);
/* Gives the builder what the dump lacks. `lost`: number of rows missing anywhere in the trace. */
void gcv_trace_emit_losses(gcv_trace *trace, uint64_t lost);

/* ---- trace_emit.c --------------------------------------------------------------------------- */

/* Gives the kept dump to the builder; fails if there is none, or if it is unusable. */
void gcv_trace_emit(gcv_trace *trace);

#endif
