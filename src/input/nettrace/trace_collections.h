/* trace_collections.h - the collections of a trace that have begun and not ended.
 *
 * Collections nest: a background collection lets others in, and a collection that takes a dump may
 * report another within itself. Several processes collect at a time. Records belong to the
 * innermost collection of their process.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_COLLECTIONS_H
#define GCV_INPUT_NETTRACE_TRACE_COLLECTIONS_H

#include "input/eventpipe/eventpipe_events.h"

typedef struct gcv_trace_collection {
    gcv_ev_collection start;
    bool implied;                    /* no event began it: records came outside of a collection */
    struct gcv_trace_heap *heap;     /* what it dumps; NULL: no record of a dump came */
    struct gcv_trace_report *report; /* what it reports of moves; NULL: they are not gathered */
} gcv_trace_collection;

enum {
    GCV_TRACE_KINDS = 4, /* events that begin a collection, and none */
    GCV_TRACE_OPEN = 8   /* open ones of a kind: if there are more, ends were lost */
};

typedef struct gcv_trace_collections {
    gcv_trace_collection open[GCV_TRACE_KINDS * GCV_TRACE_OPEN]; /* in the order they began */
    size_t n;
} gcv_trace_collections; /* zeroed: empty */

/* Each of the following three gives a place among the open collections, `n` if there is none. */

/* The one that this event, with this number, began in this process. */
size_t gcv_trace_collections_find(const gcv_trace_collections *collections, gcv_heap_event event,
                                  uint64_t process, uint32_t number);
/* One that must be over when `start` comes: it was implied, or has the same number. */
size_t gcv_trace_collections_superseded(const gcv_trace_collections *collections,
                                        const gcv_ev_collection *start);
/* The oldest of a kind of which no more fit. */
size_t gcv_trace_collections_surplus(const gcv_trace_collections *collections,
                                     gcv_heap_event event);

/* The innermost collection of a process that is not a background one; if there is none, the
 * innermost. `event`: only collections that it began; GCV_EV_NONE: any. NULL: there is none. */
gcv_trace_collection *gcv_trace_collections_innermost(gcv_trace_collections *collections,
                                                      gcv_heap_event event, uint64_t process);

/* Begins a collection; there must be no surplus of its kind. It is in place until another one is
 * removed. */
gcv_trace_collection *gcv_trace_collections_add(gcv_trace_collections *collections,
                                                const gcv_ev_collection *start, bool implied);
gcv_trace_collection gcv_trace_collections_remove(gcv_trace_collections *collections, size_t at);

#endif
