/* trace_collections.c - open collections of a trace; see trace.h. */
#include "input/nettrace/trace.h"

#include <string.h>

size_t gcv_trace_collections_find(const gcv_trace_collections *collections, gcv_heap_event event,
                                  uint64_t process, uint32_t number)
{
    size_t at = 0;
    while (at < collections->n && (collections->open[at].start.event != event ||
                                   collections->open[at].start.process != process ||
                                   collections->open[at].start.count != number)) {
        at++;
    }
    return at;
}

size_t gcv_trace_collections_superseded(const gcv_trace_collections *collections,
                                        const gcv_ev_collection *start)
{
    size_t at = 0;
    while (at < collections->n && (collections->open[at].start.process != start->process ||
                                   !collections->open[at].implied)) {
        at++;
    }
    return at < collections->n ? at
                               : gcv_trace_collections_find(collections, start->event,
                                                            start->process, start->count);
}

size_t gcv_trace_collections_surplus(const gcv_trace_collections *collections, gcv_heap_event event)
{
    size_t oldest = collections->n, n = 0;
    for (size_t at = collections->n; at > 0; at--) {
        if (collections->open[at - 1].start.event == event) {
            oldest = at - 1;
            n++;
        }
    }
    return n < GCV_TRACE_OPEN ? collections->n : oldest;
}

gcv_trace_collection *gcv_trace_collections_innermost(gcv_trace_collections *collections,
                                                      gcv_heap_event event, uint64_t process)
{
    gcv_trace_collection *background = NULL;
    for (size_t at = collections->n; at > 0; at--) {
        gcv_trace_collection *open = &collections->open[at - 1];
        if (open->start.process == process &&
            (event == GCV_EV_NONE || open->start.event == event)) {
            if (open->start.type != GCV_EV_BACKGROUND) {
                return open;
            }
            background = background != NULL ? background : open;
        }
    }
    return background;
}

gcv_trace_collection *gcv_trace_collections_add(gcv_trace_collections *collections,
                                                const gcv_ev_collection *start, bool implied)
{
    gcv_trace_collection *added = &collections->open[collections->n++];
    *added = (gcv_trace_collection){.start = *start, .implied = implied};
    return added;
}

gcv_trace_collection gcv_trace_collections_remove(gcv_trace_collections *collections, size_t at)
{
    gcv_trace_collection removed = collections->open[at];
    collections->n--;
    memmove(&collections->open[at], &collections->open[at + 1],
            (collections->n - at) * sizeof collections->open[0]);
    return removed;
}
