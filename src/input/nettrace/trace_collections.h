/* trace_collections.h - the collections of a trace that have begun and not ended.
 *
 * Collections nest: a background collection lets others run, and a collection that takes a dump may
 * report another one within itself. Several processes may collect at the same time. Records belong
 * to the innermost collection of their process.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_COLLECTIONS_H
#define GCV_INPUT_NETTRACE_TRACE_COLLECTIONS_H

#include "input/eventpipe/eventpipe_events.h"

typedef struct gcv_trace_collection {
    gcv_ev_collection start;
    bool implied;                    /* no event began it: records came outside any collection */
    struct gcv_trace_heap *heap;     /* its dump; NULL: no record of a dump has come */
    struct gcv_trace_report *report; /* its report of moves; NULL: moves are not gathered */
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

#endif
