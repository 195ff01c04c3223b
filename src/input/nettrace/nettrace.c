/* nettrace.c - the reader of EventPipe traces, layer by layer; docs/formats/nettrace.md.
 *
 *     blocks -> rows -> rows in order -> heap events -> collections and dumps -> builder
 */
#include "input/format.h"

#include "base/error.h"
#include "input/eventpipe/eventpipe_container.h"
#include "input/eventpipe/eventpipe_events.h"
#include "input/eventpipe/eventpipe_order.h"
#include "input/nettrace/trace.h"

#include <inttypes.h>

typedef struct reader {
    gcv_builder *builder;
    gcv_eventpipe pipe;
    gcv_eventpipe_order order;
    gcv_trace trace;
    gcv_heap_events events;
    gcv_single_dump single; /* for a trace that the runtime sends while events happen */
    bool salvaged;          /* the trace is damaged; what precedes the damage is used */
} reader;

/* ---- from the container ---------------------------------------------------------------------- */

/* Returns the event of a definition. Ranges of objects are needed only if moves are asked for. */
static uint32_t on_classify(void *self, const gcv_eventpipe_definition *definition)
{
    const reader *r = self;
    uint32_t event = gcv_heap_event_of(definition);
    bool ranges = gcv_heap_event_kind(event) == GCV_EV_SURVIVING ||
                  gcv_heap_event_kind(event) == GCV_EV_MOVED;
    return ranges && r->trace.moves == NULL ? (uint32_t)GCV_EV_NONE : event;
}

/* Notes any loss of rows since `before`: moves are not known since the last row of the thread. */
static void notice_loss(reader *r, uint64_t before, uint64_t offset)
{
    uint64_t lost = r->order.lost - before;
    if (lost > 0 && r->trace.moves != NULL) {
        gcv_trace_history_invalidate(
            &r->trace.moves->history, r->order.lost_since, gcv_place_at_offset(offset),
            "%" PRIu64 " event%s lost before this one", lost, lost == 1 ? "" : "s");
    }
    r->order.lost_since = UINT32_MAX;
}

/* Takes a row. A row whose payload is too short for its event is kept without an event, since its
 * sequence number still counts. */
static gcv_status on_row(void *self, const gcv_eventpipe_row *row, gcv_error *err)
{
    static const char reason[] = "an event is too short";
    reader *r = self;
    uint64_t before = r->order.lost;
    gcv_eventpipe_row own = *row;
    gcv_status status = GCV_OK;
    if (row->event != GCV_EV_NONE && row->size < gcv_heap_event_minimum(row->event)) {
        own.event = GCV_EV_NONE;
        status = gcv_builder_malformed(r->builder, row->offset, reason, err);
        if (r->trace.moves != NULL && gcv_trace_moves_depend_on(row->event)) {
            gcv_trace_history_invalidate(&r->trace.moves->history, r->order.interval,
                                         gcv_place_at_offset(row->offset), reason);
        }
    }
    if (status == GCV_OK) {
        status = gcv_eventpipe_order_row(&r->order, &own, err);
    }
    if (r->pipe.answered) {
        gcv_single_dump_row(&r->single, &own);
    }
    notice_loss(r, before, row->offset);
    return status;
}

static gcv_status on_point(void *self, gcv_error *err)
{
    reader *r = self;
    gcv_status status = gcv_eventpipe_order_point(&r->order, err);
    return status == GCV_OK && r->trace.moves != NULL
               ? gcv_trace_history_point(&r->trace.moves->history, r->order.interval, err)
               : status;
}

/* Takes a mark, which shows losses before its sequence point. The rows of that interval have
 * already been passed on. */
static gcv_status on_mark(void *self, uint64_t thread, uint32_t sequence, bool ended,
                          gcv_error *err)
{
    reader *r = self;
    uint64_t before = r->order.lost;
    gcv_status status = gcv_eventpipe_order_mark(&r->order, thread, sequence, ended, err);
    bool loses = r->order.lost > before;
    notice_loss(r, before, r->pipe.stream.offset);
    return status == GCV_OK && loses && r->trace.moves != NULL && !ended
               ? gcv_trace_history_point(&r->trace.moves->history, r->order.interval, err)
               : status;
}

/* Passes on all rows so far, as at a sequence point, to see whether they contain the dump. */
static gcv_status on_look(void *self, bool *ends, gcv_error *err)
{
    reader *r = self;
    gcv_status status = GCV_OK;
    if (r->single.may_be_over) {
        status = on_point(r, err);
        *ends = gcv_single_dump_is_over(&r->single, &r->trace);
    }
    return status;
}

static void on_forget(void *self) { gcv_eventpipe_order_forget(&((reader *)self)->order); }

/* ---- in order -------------------------------------------------------------------------------- */

static gcv_status on_ordered(void *self, const gcv_eventpipe_row *row, gcv_error *err)
{
    reader *r = self;
    return gcv_heap_event_decode(row, r->pipe.info.pointer_size, &r->events, err);
}

/* Tells whether --salvage allows the use of what precedes the damage. */
static bool is_salvaged(const reader *r, gcv_status status)
{
    return status == GCV_ERR_INPUT && r->pipe.damaged && r->pipe.has_info &&
           gcv_builder_options(r->builder)->salvage;
}

/* Reports where the trace stopped; what precedes the stop is used. A client that relays the
 * runtime's stream may leave at any time, which loses nothing if the dump is complete. */
static gcv_status note_stop(reader *r, gcv_error *err)
{
    if (r->salvaged) {
        return gcv_builder_incomplete(r->builder, err, "damaged at byte %" PRIu64,
                                      r->pipe.stopped_at);
    }
    return r->pipe.truncated && !(r->pipe.answered && r->trace.kept->about.complete)
               ? gcv_builder_incomplete(r->builder, err, "truncated at byte %" PRIu64,
                                        r->pipe.stopped_at)
               : GCV_OK;
}

/* Gives the builder the moves of the process of the kept dump. */
static gcv_status hand_over_moves(reader *r, gcv_error *err)
{
    gcv_moves *moves;
    gcv_status status = GCV_OK;
    if (r->trace.moves != NULL) {
        status =
            gcv_trace_history_take(&r->trace.moves->history, r->trace.kept->process, &moves, err);
        if (status == GCV_OK) {
            gcv_builder_set_moves(r->builder, moves);
        }
    }
    return status;
}

/* Gives the kept dump to the builder, with its properties and losses. */
static gcv_status emit(reader *r, gcv_error *err)
{
    gcv_status status = r->trace.kept != NULL ? note_stop(r, err) : GCV_OK;
    if (status == GCV_OK) {
        status = gcv_trace_emit(&r->trace, err);
    }
    if (status != GCV_OK || gcv_builder_wants_more(r->builder)) {
        return status;
    }
    status = gcv_trace_emit_losses(&r->trace, r->order.lost, err);
    if (status == GCV_OK) {
        status = gcv_trace_emit_properties(&r->trace, err);
    }
    return status == GCV_OK ? hand_over_moves(r, err) : status;
}

/* Gives each of several dumps to the builder, which becomes a heap after each dump. */
static gcv_status emit_series(reader *r, gcv_error *err)
{
    const gcv_builder_relay *relay = r->builder->relay;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < r->trace.series.n; i++) {
        if (i > 0) {
            status = relay->next(relay->self, r->builder, err);
            if (status == GCV_OK) {
                status = gcv_builder_begin_section(r->builder, err);
            }
        }
        gcv_trace_next_dump(&r->trace);
        if (status == GCV_OK) {
            status = emit(r, err);
        }
    }
    return status;
}

static gcv_status read_all(reader *r, gcv_source *source, size_t chunk, gcv_error *err)
{
    gcv_eventpipe_sink sink;
    gcv_status status;
    sink.self = r;
    sink.classify = on_classify;
    sink.row = on_row;
    sink.point = on_point;
    sink.mark = on_mark;
    sink.forget = on_forget;
    sink.look = on_look;
    status = gcv_eventpipe_read(r->trace.ctx, &r->pipe, source, chunk, &sink, err);
    r->salvaged = is_salvaged(r, status);
    status = r->salvaged ? GCV_OK : status;
    if (r->trace.moves != NULL && (r->pipe.truncated || r->pipe.damaged)) {
        gcv_trace_history_invalidate(&r->trace.moves->history, r->order.interval,
                                     gcv_place_at_offset(r->pipe.stopped_at),
                                     "the trace is cut off");
    }
    if (status == GCV_OK) {
        status = on_point(r, err);
    }
    if (status == GCV_OK) {
        status = gcv_trace_finish(&r->trace, err);
    }
    if (status == GCV_OK && r->pipe.truncated && r->trace.snapshots.n == 0) {
        return gcv_fail_offset(err, GCV_ERR_INPUT, source->name, r->pipe.stopped_at,
                               "the trace ends here, before any heap dump");
    }
    if (status != GCV_OK) {
        return status;
    }
    return r->trace.series.n > 0 ? emit_series(r, err) : emit(r, err);
}

static gcv_status read_nettrace(gcv_source *source, size_t chunk, gcv_builder *builder,
                                gcv_error *err)
{
    gcv_context *ctx = gcv_builder_context(builder);
    gcv_status status = gcv_builder_begin_section(builder, err);
    reader *r;
    if (status != GCV_OK) {
        return status;
    }
    r = gcv_alloc_zeroed(ctx, 1, sizeof *r, err);
    if (r == NULL) {
        return gcv_failed(err);
    }
    r->builder = builder;
    r->pipe.ctx = ctx;
    gcv_trace_init(&r->trace, builder, &r->pipe.info);
    gcv_eventpipe_order_init(ctx, &r->order, 0, on_ordered, r);
    r->events = gcv_trace_events(&r->trace);
    if (gcv_builder_options(builder)->with_moves) {
        r->trace.moves =
            gcv_trace_moves_new(ctx, source->name, &r->trace.collections, &r->trace.processes, err);
        status = r->trace.moves != NULL ? GCV_OK : gcv_failed(err);
    }
    if (status == GCV_OK) {
        status = read_all(r, source, chunk, err);
    }
    gcv_trace_release(&r->trace);
    gcv_eventpipe_order_release(&r->order);
    gcv_eventpipe_release(&r->pipe);
    gcv_free(ctx, r, 1, sizeof *r);
    return status;
}

const gcv_format gcv_nettrace_format = {
    .name = "nettrace",
    .summary = "EventPipe trace of .NET (.nettrace, .netperf) with a heap dump in it",
    .endings = "nettrace netperf",
    .recognise = gcv_eventpipe_recognise,
    .read = read_nettrace,
    .binary = true,
    .has_snapshots = true,
};
