/* eventpipe_events.h - the heap events of a trace: which rows they are, and their records.
 *
 * The table is keyed by provider, event id and version; a newer version than the newest known is
 * read as that one, since versions only append. Nodes and references, which are nearly all of a
 * dump, are passed on many at a time, other records one by one; strings stay as they are in the
 * input (UTF-16).
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_EVENTS_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_EVENTS_H

#include "input/cursor.h"
#include "input/eventpipe/eventpipe.h"

typedef enum gcv_heap_event {
    GCV_EV_NONE, /* not one of them */
    GCV_EV_START,
    GCV_EV_END,
    GCV_EV_TYPES,
    GCV_EV_ROOTS,
    GCV_EV_DEPENDENTS,
    GCV_EV_NODES,
    GCV_EV_EDGES,
    GCV_EV_SURVIVING, /* objects that a collection did not move … */
    GCV_EV_MOVED,     /* … and that it moved */
    GCV_EV_RANGE,
    GCV_EV_CCW,
    GCV_EV_RCW,
    GCV_EV_STATICS,
    GCV_EV_AWARE_START, /* of a collection that takes a dump by itself, inside of it */
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

/* A collection or a dump of its own begins or ends. */
typedef struct gcv_ev_collection {
    gcv_heap_event event;
    uint64_t process, time, offset;
    uint32_t count; /* the number of the collection; 0 if it has none */
    uint32_t depth, type;
    bool has_details; /* depth, type */
} gcv_ev_collection;

typedef struct gcv_ev_type {
    uint64_t process, id, module;
    uint32_t token, flags;
    gcv_cursor name, parameters; /* UTF-16; 8 bytes each */
} gcv_ev_type;

enum { GCV_EV_RUNTIME_MONO = 9 }; /* instance number of Mono */

/* A run of records that continues the earlier ones of its kind: `index` counts from 0 in a dump. */
typedef struct gcv_ev_run {
    gcv_heap_event event;
    uint64_t process, offset, thread; /* that wrote it */
    uint32_t index, count;
    uint16_t runtime; /* its instance number */
    bool numbered;    /* `index` counts; Mono's own events have none, others start again */
} gcv_ev_run;

/* Objects of [old, old + length) are at [fresh, fresh + length) now, which may be the same. */
typedef struct gcv_ev_move {
    uint64_t old, fresh, length;
} gcv_ev_move;

/* Memory of a generation; not part of a run. */
typedef struct gcv_ev_range {
    uint64_t process, offset, start, size;
    uint32_t generation;
} gcv_ev_range;

typedef struct gcv_ev_node {
    uint64_t address, size, type, edges;
} gcv_ev_node;

typedef struct gcv_ev_root {
    uint64_t object, id, type;
    uint32_t kind, flags;
    gcv_cursor name; /* of a static */
} gcv_ev_root;

enum { GCV_EV_LOCAL, GCV_EV_FINALIZER, GCV_EV_HANDLE, GCV_EV_OTHER };

/* Nodes or references that are passed on at a time, at most. */
enum { GCV_EV_BATCH = 128 };

/* Takes heap events. `run` comes before the records of a bulk event. */
typedef struct gcv_heap_events {
    void *self;
    gcv_status (*begin)(void *self, const gcv_ev_collection *collection, gcv_error *err);
    gcv_status (*end)(void *self, const gcv_ev_collection *collection, gcv_error *err);
    gcv_status (*type)(void *self, const gcv_ev_type *type, gcv_error *err);
    gcv_status (*run)(void *self, const gcv_ev_run *run, gcv_error *err);
    gcv_status (*nodes)(void *self, const gcv_ev_node *nodes, size_t n, gcv_error *err);
    gcv_status (*edges)(void *self, const uint64_t *targets, size_t n, gcv_error *err);
    /* A root, a static or an object of COM, by the event of the run. */
    gcv_status (*root)(void *self, const gcv_ev_root *root, gcv_error *err);
    gcv_status (*dependent)(void *self, uint64_t key, uint64_t value, gcv_error *err);
    /* Of the runs of SURVIVING and MOVED. */
    gcv_status (*move)(void *self, const gcv_ev_move *move, gcv_error *err);
    gcv_status (*range)(void *self, const gcv_ev_range *range, gcv_error *err);
    gcv_status (*module)(void *self, uint64_t process, uint64_t id, gcv_cursor path,
                         gcv_error *err);
    gcv_status (*process)(void *self, uint64_t process, gcv_cursor command, gcv_cursor os,
                          gcv_cursor architecture, gcv_error *err);
    /* Mono: memory that holds roots, and its name; `size` 0: it holds roots no more. */
    gcv_status (*root_range)(void *self, uint64_t start, uint64_t size, gcv_cursor name,
                             gcv_error *err);
    /* An event that contradicts itself; its records are left out. */
    gcv_status (*malformed)(void *self, const gcv_eventpipe_row *row, const char *reason,
                            gcv_error *err);
} gcv_heap_events;

/* The GCV_EV_… of a definition, with its version in the upper bits: for the functions below. */
uint32_t gcv_heap_event_of(const gcv_eventpipe_definition *definition);
static inline gcv_heap_event gcv_heap_event_kind(uint32_t event)
{
    return (gcv_heap_event)(event & 0xff);
}

/* The least number of bytes that a payload of this event has. */
uint32_t gcv_heap_event_minimum(uint32_t event);

GCV_CHECKED gcv_status gcv_heap_event_decode(const gcv_eventpipe_row *row, unsigned pointer_size,
                                             const gcv_heap_events *to, gcv_error *err);

#endif
