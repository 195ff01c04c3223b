/* heap_events.h - the heap events of a trace: how rows are recognised as such, and their records.
 */
#ifndef GCV_INPUT_NETTRACE_HEAP_EVENTS_H
#define GCV_INPUT_NETTRACE_HEAP_EVENTS_H

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
    GCV_EV_MONO_ROOT_RANGE_GONE
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

/* A run of records, which follow it. It continues the earlier runs of its kind: `index` counts from
 * 0 in each dump. */
typedef struct gcv_ev_run {
    gcv_heap_event event;
    uint64_t process, offset, thread; /* the thread that wrote the run */
    uint32_t index;
    uint16_t runtime; /* instance number of the runtime */
    bool numbered; /* `index` counts up; Mono's own events have no index, that of others restarts */
} gcv_ev_run;

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

/* Returns a number for the events of a definition, of which the functions below tell more; 0: they
 * are no heap events. */
uint32_t gcv_heap_event_of(const gcv_eventpipe_definition *definition);
gcv_heap_event gcv_heap_event_kind(uint32_t event);
/* Returns the minimum size of a payload of this event, in bytes. */
uint32_t gcv_heap_event_minimum(uint32_t event);

#endif
