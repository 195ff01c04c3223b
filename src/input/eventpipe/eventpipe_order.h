/* eventpipe_order.h - merges the rows of all threads by time and counts lost rows.
 *
 * A trace contains runs of rows of one thread at a time, so its rows are not in order of time. The
 * rows between two sequence points are kept and merged by time; rows of the same thread keep their
 * order. Only rows with an event are kept, with their payloads.
 *
 * Memory: the payloads between two sequence points (the runtime sets one every 10 MB), up to a
 * limit. When the limit is reached before a sequence point, the older rows are passed on.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_ORDER_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_ORDER_H

#include "base/column.h"
#include "base/id_map.h"
#include "input/eventpipe/eventpipe.h"

/* A thread and the sequence number of its last row. */
typedef struct gcv_eventpipe_thread {
    uint64_t latest; /* time of its newest pending row */
    uint32_t sequence;
    uint32_t interval; /* to which `latest` belongs */
    uint32_t counted;  /* to which `sequence` belongs */
} gcv_eventpipe_thread;

typedef struct gcv_eventpipe_pending {
    gcv_eventpipe_row row;
    uint64_t when;  /* time of the row, or of an earlier row of its thread if that is later */
    size_t payload; /* start in `payloads` */
} gcv_eventpipe_pending;

GCV_COLUMN(gcv_eventpipe_thread_column, gcv_eventpipe_thread);
GCV_COLUMN(gcv_eventpipe_pending_column, gcv_eventpipe_pending);

typedef void (*gcv_eventpipe_take_fn)(void *self, const gcv_eventpipe_row *row);

typedef struct gcv_eventpipe_order {
    gcv_context *ctx;
    gcv_eventpipe_take_fn take;
    void *self;
    size_t limit;            /* maximum of pending bytes */
    uint64_t lost;           /* number of lost rows, from sequence numbers */
    uint32_t lost_since;     /* first interval with lost rows; the caller may set UINT32_MAX */
    gcv_id_map thread_index; /* from thread to index in `threads` */
    gcv_eventpipe_thread_column threads;
    gcv_eventpipe_pending_column pending;
    gcv_u8_column payloads;
    uint32_t interval; /* number of sequence points so far, plus one */
} gcv_eventpipe_order;

enum { GCV_EVENTPIPE_PENDING = 64 * 1024 * 1024 };

/* `take` is called for every row with an event, in order of time. `limit` 0:
 * GCV_EVENTPIPE_PENDING. */
void gcv_eventpipe_order_init(gcv_context *ctx, gcv_eventpipe_order *order, size_t limit,
                              gcv_eventpipe_take_fn take, void *self);
void gcv_eventpipe_order_release(gcv_eventpipe_order *order);

void gcv_eventpipe_order_row(gcv_eventpipe_order *order, const gcv_eventpipe_row *row);
/* Passes on all pending rows, at a sequence point or at the end. */
void gcv_eventpipe_order_point(gcv_eventpipe_order *order);
/* Notes the last number that a thread has used, from a sequence point or the end of the thread. */
void gcv_eventpipe_order_mark(gcv_eventpipe_order *order, uint64_t thread, uint32_t sequence,
                              bool ended);
void gcv_eventpipe_order_forget(gcv_eventpipe_order *order);

#endif
