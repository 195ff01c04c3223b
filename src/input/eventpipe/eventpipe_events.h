/* eventpipe_events.h - the heap events of a trace: how rows are recognised as such, and their
 * records.
 *
 * The table of events is keyed by provider, event id and version. A version newer than the newest
 * known one is read like that one, since new versions only append fields. Nodes and references,
 * which make up nearly all of a dump, are passed on in batches, other records one by one. Strings
 * stay in UTF-16, as in the input.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_EVENTS_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_EVENTS_H

#include "input/cursor.h"
#include "input/eventpipe/eventpipe.h"

typedef enum gcv_heap_event {
    GCV_EV_NONE, /* not a heap event */
    GCV_EV_START,
    GCV_EV_END,
    GCV_EV_TYPES,
    GCV_EV_ROOTS,
    GCV_EV_DEPENDENTS,
    GCV_EV_NODES,
    GCV_EV_EDGES,
    GCV_EV_SURVIVING, /* objects that a collection did not move */
    GCV_EV_MOVED,     /* objects that a collection moved */
    GCV_EV_RANGE,
    GCV_EV_CCW,
    GCV_EV_RCW,
    GCV_EV_STATICS,
    GCV_EV_AWARE_START, /* of a dump that a collection takes by itself, within the collection */
    GCV_EV_AWARE_END,
    GCV_EV_MODULE,
    GCV_EV_PROCESS,
    GCV_EV_MONO_START,
    GCV_EV_MONO_END,
    GCV_EV_MONO_OBJECT,
    GCV_EV_MONO_CLASS,
    GCV_EV_MONO_ROOTS,
    GCV_EV_MONO_ROOT_RANGE,
    GCV_EV_MONO_ROOT_RANGE_GONE,
    GCV_EV_KINDS
} gcv_heap_event;

enum { GCV_EV_BACKGROUND = 1 }; /* type of a collection */

/* The beginning or the end of a collection, or of a dump with events of its own. */
typedef struct gcv_ev_collection {
    gcv_heap_event event;
    uint64_t process, time, offset;
    uint32_t count; /* number of the collection; 0: it has none */
    uint32_t depth, type;
    bool has_details; /* `depth` and `type` are known */
} gcv_ev_collection;

typedef struct gcv_ev_type {
    uint64_t process, id, module;
    uint32_t token, flags;
    gcv_cursor name, parameters; /* UTF-16; 8 bytes for each parameter */
} gcv_ev_type;

enum { GCV_EV_RUNTIME_MONO = 9 }; /* instance number of the Mono runtime */

/* A run of records. It continues the earlier runs of its kind: `index` counts from 0 in each
 * dump. */
typedef struct gcv_ev_run {
    gcv_heap_event event;
    uint64_t process, offset, thread; /* the thread that wrote the run */
    uint32_t index, count;
    uint16_t runtime; /* instance number of the runtime */
    bool numbered; /* `index` counts up; Mono's own events have no index, that of others restarts */
} gcv_ev_run;

/* Objects in [old, old + length) are now in [fresh, fresh + length), which may be the same
 * range. */
typedef struct gcv_ev_move {
    uint64_t old, fresh, length;
} gcv_ev_move;

/* Memory of a generation; not a part of any run. */
typedef struct gcv_ev_range {
    uint64_t process, offset, start, size;
    uint32_t generation;
} gcv_ev_range;

typedef struct gcv_ev_node {
    uint64_t address, size, type, edges;
} gcv_ev_node;

typedef struct gcv_ev_root {
    uint64_t object, id; /* object 0: none */
    uint64_t type;       /* that a static variable belongs to */
    uint32_t kind, flags;
    gcv_cursor name; /* of a static variable */
} gcv_ev_root;

enum { GCV_EV_LOCAL, GCV_EV_FINALIZER, GCV_EV_HANDLE, GCV_EV_OTHER };

/* Maximum number of nodes or references that are passed on at a time. */
enum { GCV_EV_BATCH = 128 };

/* Receives heap events. `run` precedes the records of a bulk event. */
typedef struct gcv_heap_events {
    void *self;
    void (*begin)(void *self, const gcv_ev_collection *collection);
    void (*end)(void *self, const gcv_ev_collection *collection);
    void (*type)(void *self, const gcv_ev_type *type);
    void (*run)(void *self, const gcv_ev_run *run);
    void (*nodes)(void *self, const gcv_ev_node *nodes, size_t n);
    void (*edges)(void *self, const uint64_t *targets, size_t n);
    /* A root, a static variable or a COM object, depending on the event of the run. */
    void (*root)(void *self, const gcv_ev_root *root);
    void (*dependent)(void *self, uint64_t key, uint64_t value);
    /* A record of a run of SURVIVING or MOVED. */
    void (*move)(void *self, const gcv_ev_move *move);
    void (*range)(void *self, const gcv_ev_range *range);
    void (*module)(void *self, uint64_t process, uint64_t id, gcv_cursor path);
    void (*process)(void *self, uint64_t process, gcv_cursor command, gcv_cursor os,
                    gcv_cursor architecture);
    /* Mono: memory that holds roots, and its name; `size` 0: it no longer holds roots. */
    void (*root_range)(void *self, uint64_t start, uint64_t size, gcv_cursor name);
    /* An event that contradicts itself; its records are dropped. */
    void (*malformed)(void *self, const gcv_eventpipe_row *row, const char *reason);
} gcv_heap_events;

/* Returns the GCV_EV_… of a definition, with its version in the upper bits; for the functions
 * below. */
uint32_t gcv_heap_event_of(const gcv_eventpipe_definition *definition);
static inline gcv_heap_event gcv_heap_event_kind(uint32_t event)
{
    return (gcv_heap_event)(event & 0xff);
}

/* Returns the minimum size of a payload of this event, in bytes. */
uint32_t gcv_heap_event_minimum(uint32_t event);

void gcv_heap_event_decode(const gcv_eventpipe_row *row, unsigned pointer_size,
                           const gcv_heap_events *to);

#endif
