/* eventpipe_order.c - rows in order of time; see eventpipe.h. */
#include "input/eventpipe/eventpipe.h"

#include "base/sort.h"

#include <string.h>

void gcv_eventpipe_order_init(gcv_context *ctx, gcv_eventpipe_order *order, size_t limit,
                              gcv_eventpipe_take_fn take, void *self)
{
    *order = (gcv_eventpipe_order){.ctx = ctx,
                                   .take = take,
                                   .self = self,
                                   .limit = limit != 0 ? limit : GCV_EVENTPIPE_PENDING,
                                   .interval = 1,
                                   .lost_since = UINT32_MAX};
}

void gcv_eventpipe_order_forget(gcv_eventpipe_order *order)
{
    gcv_id_map_release(order->ctx, &order->thread_index);
    order->threads.n = 0;
}

void gcv_eventpipe_order_release(gcv_eventpipe_order *order)
{
    gcv_eventpipe_order_forget(order);
    GCV_RELEASE(order->ctx, &order->threads, &order->pending, &order->payloads);
}

/* ---- lost rows ------------------------------------------------------------------------------ */

static gcv_eventpipe_thread *find_thread(gcv_eventpipe_order *order, uint64_t id)
{
    const uint32_t at = gcv_id_map_enter(order->ctx, &order->thread_index, id, order->threads.n);
    if (at == order->threads.n) { /* a sequence point lists all threads that have written */
        const gcv_eventpipe_thread fresh = {.counted = order->interval};
        gcv_eventpipe_thread_column_push(order->ctx, &order->threads, fresh);
    }
    return &order->threads.data[at];
}

/* Counts rows of a thread that are missing after its last row. */
static void lose(gcv_eventpipe_order *order, const gcv_eventpipe_thread *thread, uint32_t rows)
{
    order->lost += rows;
    if (rows > 0 && thread->counted < order->lost_since) {
        order->lost_since = thread->counted;
    }
}

/* Checks the sequence number of a row. Numbers grow by one, modulo 2^32. A lower number belongs to
 * a new thread with the id of an earlier one; the numbers of a new thread start at 1. */
static void check_sequence(gcv_eventpipe_order *order, gcv_eventpipe_thread *thread,
                           const gcv_eventpipe_row *row)
{
    uint32_t step = row->sequence - thread->sequence;
    if (step == 0 || step > INT32_MAX) {
        step = row->sequence <= INT32_MAX ? row->sequence : 1;
    }
    lose(order, thread, step > 0 && row->sequence != 1 ? step - 1 : 0);
    thread->sequence = row->sequence;
    thread->counted = order->interval;
}

void gcv_eventpipe_order_mark(gcv_eventpipe_order *order, uint64_t thread, uint32_t sequence,
                              bool ended)
{
    const size_t before = order->threads.n;
    gcv_eventpipe_thread *known = find_thread(order, thread);
    uint32_t step = sequence - known->sequence;
    if (order->threads.n > before && !ended) { /* all its rows since the previous point are lost */
        known->counted = order->interval - 1;
    }
    if (sequence != 0 && step <= INT32_MAX) {
        lose(order, known, step);
    }
    known->sequence = ended ? 0 : sequence;
    known->counted = order->interval;
}

/* ---- order ---------------------------------------------------------------------------------- */

GCV_BEFORE(by_time, gcv_eventpipe_pending, of[a].when < of[b].when);

static void pass_on(gcv_eventpipe_order *order, const uint32_t *which, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gcv_eventpipe_pending *pending = &order->pending.data[which[i]];
        pending->row.payload = pending->row.size > 0 ? order->payloads.data + pending->payload
                                                     : (const unsigned char *)"";
        order->take(order->self, &pending->row);
    }
}

/* Keeps the rows `which` with their payloads, in order of arrival. */
static void keep_only(gcv_eventpipe_order *order, uint32_t *which, size_t n)
{
    size_t to = 0;
    gcv_sort_u32(which, n);
    for (size_t i = 0; i < n; i++) {
        gcv_eventpipe_pending pending = order->pending.data[which[i]];
        if (pending.row.size > 0) {
            memmove(order->payloads.data + to, order->payloads.data + pending.payload,
                    pending.row.size);
        }
        pending.payload = to;
        to += pending.row.size;
        order->pending.data[i] = pending;
    }
    order->pending.n = n;
    order->payloads.n = to;
}

/* Passes on the oldest rows, at most `most`. */
static void flush(gcv_eventpipe_order *order, size_t most)
{
    const size_t n = order->pending.n;
    if (n == 0) {
        return;
    }
    most = most < n ? most : n;
    uint32_t *which = gcv_numbers_sorted(order->ctx, n, by_time, order->pending.data);
    pass_on(order, which, most);
    keep_only(order, which + most, n - most);
    gcv_free(order->ctx, which);
}

void gcv_eventpipe_order_point(gcv_eventpipe_order *order)
{
    order->interval++;
    flush(order, SIZE_MAX);
}

static void keep(gcv_eventpipe_order *order, const gcv_eventpipe_row *row, uint64_t when)
{
    gcv_eventpipe_pending pending = {.row = *row, .when = when, .payload = order->payloads.n};
    gcv_eventpipe_pending_column_push(order->ctx, &order->pending, pending);
    gcv_u8_column_append(order->ctx, &order->payloads, row->payload, row->size);
}

void gcv_eventpipe_order_row(gcv_eventpipe_order *order, const gcv_eventpipe_row *row)
{
    gcv_eventpipe_thread *thread = find_thread(order, row->capture_thread);
    if (row->numbered) {
        check_sequence(order, thread, row);
    }
    /* Rows without an event count, too, so that the order of the other rows does not depend on
     * which events are needed. */
    if (thread->interval != order->interval || row->time > thread->latest) {
        thread->latest = row->time;
        thread->interval = order->interval;
    }
    if (row->event == 0) {
        return;
    }
    keep(order, row, thread->latest);
    if (order->payloads.n + order->pending.n * sizeof order->pending.data[0] >= order->limit) {
        flush(order, (order->pending.n + 1) / 2);
    }
}
