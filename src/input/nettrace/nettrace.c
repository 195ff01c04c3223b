/* nettrace.c - the reader of EventPipe traces, layer by layer; docs/formats/nettrace.md.
 *
 *     blocks -> rows -> rows in order -> heap events -> collections and dumps -> builder
 */
#include "input/format.h"

#include "input/nettrace/trace.h"

#include <inttypes.h>

/* The rows so far of a session that may have been opened for one dump. */
typedef struct single_dump {
    bool takes_first; /* the first dump is all that is asked for */
    bool continues;   /* the session reports moves, and later dumps are asked for */
    bool has_nodes, has_start, has_end;
    uint32_t started, ended; /* numbers of the collections that began last and ended last */
    bool may_be_over;        /* worth passing on the rows to check */
} single_dump;

typedef struct reader {
    gcv_builder *builder;
    gcv_eventpipe pipe;
    gcv_eventpipe_order order;
    gcv_trace trace;
    single_dump single; /* for a trace that the runtime sends while events happen */
} reader;

/* ---- the end of the dump in a session for one dump ---------------------------------------- */

/* A runtime that was asked for a heap dump sends it and keeps the session open, so a reader that
 * waits for the end of the session waits for nothing. The rows of a dump come from several threads,
 * and their order in the stream is not that of time; so the beginning of the dump may come after
 * its end. The payload must be long enough for the event. */
static void notice(single_dump *dump, const gcv_eventpipe_row *row)
{
    const gcv_heap_event event = gcv_heap_event_kind(row->event);
    gcv_cursor payload = gcv_cursor_of(row->payload, row->size, 0);
    if (event == GCV_EV_START || event == GCV_EV_END) {
        bool *has = event == GCV_EV_START ? &dump->has_start : &dump->has_end;
        *(event == GCV_EV_START ? &dump->started : &dump->ended) = gcv_cursor_u32(&payload);
        *has = true;
        dump->may_be_over = !dump->continues && dump->has_nodes && dump->has_start &&
                            dump->has_end && dump->started == dump->ended;
    } else if (event == GCV_EV_NODES) {
        dump->has_nodes = true;
    } else if (event == GCV_EV_RANGE || event == GCV_EV_SURVIVING || event == GCV_EV_MOVED) {
        dump->continues = !dump->takes_first;
    }
}

/* Tells whether all types are known. A record may still be on its way, as threads of the program
 * send records of types, too. */
static bool has_all_types(const gcv_trace_types *types)
{
    size_t i = 0;
    while (i < types->types.n && types->types.data[i].known) {
        i++;
    }
    return i == types->types.n;
}

/* Whether the rows that were passed on contain the whole dump. */
static bool is_over(single_dump *dump, const gcv_trace *trace)
{
    const gcv_snapshot_column *snapshots = &trace->snapshots;
    dump->may_be_over = snapshots->n > 0 && snapshots->data[snapshots->n - 1].complete;
    return dump->may_be_over && has_all_types(&trace->types);
}

/* ---- from the container ------------------------------------------------------------------- */

/* Returns the event of a definition. Ranges of objects are needed only if moves are asked for. */
static uint32_t on_classify(void *self, const gcv_eventpipe_definition *definition)
{
    const reader *r = self;
    uint32_t event = gcv_heap_event_of(definition);
    bool ranges = gcv_heap_event_kind(event) == GCV_EV_SURVIVING ||
                  gcv_heap_event_kind(event) == GCV_EV_MOVED;
    return ranges && !r->trace.moves.asked ? 0 : event;
}

/* Notes any loss of rows since `before`: moves are not known since the last row of the thread. */
static void notice_loss(reader *r, uint64_t before, uint64_t offset)
{
    uint64_t lost = r->order.lost - before;
    if (lost > 0) {
        gcv_trace_history_invalidate(&r->trace, r->order.lost_since, offset,
                                     "%" PRIu64 " event%s lost before this one", lost,
                                     lost == 1 ? "" : "s");
    }
    r->order.lost_since = UINT32_MAX;
}

/* Takes a row. A row whose payload is too short for its event is kept without an event, since its
 * sequence number still counts. */
static void on_row(void *self, const gcv_eventpipe_row *row)
{
    static const char reason[] = "an event is too short";
    reader *r = self;
    uint64_t before = r->order.lost;
    gcv_eventpipe_row own = *row;
    if (row->size < gcv_heap_event_minimum(row->event)) {
        own.event = 0;
        gcv_builder_malformed(r->builder, row->offset, reason);
        if (gcv_trace_moves_depend_on(row->event)) {
            gcv_trace_history_invalidate(&r->trace, r->order.interval, row->offset, reason);
        }
    }
    gcv_eventpipe_order_row(&r->order, &own);
    if (r->pipe.answered) {
        notice(&r->single, &own);
    }
    notice_loss(r, before, row->offset);
}

static void on_point(void *self)
{
    reader *r = self;
    gcv_eventpipe_order_point(&r->order);
    gcv_trace_history_point(&r->trace, r->order.interval);
}

/* Takes a mark, which shows losses before its sequence point. The rows of that interval have
 * already been passed on. */
static void on_mark(void *self, uint64_t thread, uint32_t sequence, bool ended)
{
    reader *r = self;
    uint64_t before = r->order.lost;
    gcv_eventpipe_order_mark(&r->order, thread, sequence, ended);
    bool loses = r->order.lost > before;
    notice_loss(r, before, r->pipe.stream.offset);
    if (loses && !ended) {
        gcv_trace_history_point(&r->trace, r->order.interval);
    }
}

/* Passes on all rows so far, as at a sequence point, to see whether they contain the dump. */
static void on_look(void *self, bool *ends)
{
    reader *r = self;
    if (r->single.may_be_over) {
        on_point(r);
        *ends = is_over(&r->single, &r->trace);
    }
}

static void on_forget(void *self) { gcv_eventpipe_order_forget(&((reader *)self)->order); }

/* ---- in order ----------------------------------------------------------------------------- */

static void on_ordered(void *self, const gcv_eventpipe_row *row)
{
    reader *r = self;
    gcv_heap_event_decode(&r->trace, row);
}

/* Reports where the trace stopped; what precedes the stop is used. A client that relays the
 * runtime's stream may leave at any time, which loses nothing if the dump is complete. */
static void note_stop(reader *r)
{
    if (r->pipe.damaged) {
        gcv_builder_incomplete(r->builder, "damaged at byte %" PRIu64, r->pipe.stopped_at);
        return;
    }
    if (r->pipe.truncated && !(r->pipe.answered && r->trace.kept->about.complete)) {
        gcv_builder_incomplete(r->builder, "truncated at byte %" PRIu64, r->pipe.stopped_at);
    }
}

/* Gives the kept dump to the builder, with its properties and losses. */
static void emit(reader *r)
{
    if (r->trace.kept != NULL) {
        note_stop(r);
    }
    gcv_trace_emit(&r->trace);
    if (gcv_builder_wants_more(r->builder)) {
        return;
    }
    gcv_trace_emit_losses(&r->trace, r->order.lost);
    gcv_trace_emit_properties(&r->trace);
    if (r->trace.moves.asked) {
        gcv_builder_set_moves(r->builder,
                              gcv_trace_history_take(&r->trace, r->trace.kept->process));
    }
}

/* Gives each of several dumps to the builder, which becomes a heap after each dump. */
static void emit_series(reader *r)
{
    const gcv_builder_relay *relay = r->builder->relay;
    for (size_t i = 0; i < r->trace.series.n; i++) {
        if (i > 0) {
            relay->next(relay->self, r->builder);
            gcv_builder_begin_section(r->builder);
        }
        gcv_trace_next_dump(&r->trace);
        emit(r);
    }
}

/* Tells whether the first dump of a session is all that is asked for. A file has an end, and the
 * list of its dumps is worth reading on. */
static bool takes_first(const reader *r, const gcv_source *source)
{
    const uint32_t number = r->trace.wanted;
    return source->live && !r->trace.moves.asked &&
           (number == GCV_SNAPSHOT_LAST || number == GCV_SNAPSHOT_FIRST || number == 1);
}

static void read_all(reader *r, gcv_source *source, size_t chunk)
{
    const gcv_eventpipe_sink sink = {.self = r,
                                     .salvage = gcv_builder_options(r->builder)->salvage,
                                     .classify = on_classify,
                                     .row = on_row,
                                     .point = on_point,
                                     .mark = on_mark,
                                     .forget = on_forget,
                                     .look = on_look};
    r->single.takes_first = takes_first(r, source);
    gcv_eventpipe_read(r->trace.ctx, &r->pipe, source, chunk, &sink);
    if (r->pipe.truncated || r->pipe.damaged) {
        gcv_trace_history_invalidate(&r->trace, r->order.interval, r->pipe.stopped_at,
                                     "the trace is cut off");
    }
    on_point(r);
    gcv_trace_finish(&r->trace);
    if (r->pipe.truncated && r->trace.snapshots.n == 0) {
        gcv_fail_offset(r->trace.ctx, GCV_ERR_INPUT, source->name, r->pipe.stopped_at,
                        "the trace ends here, before any heap dump");
    }
    (r->trace.series.n > 0 ? emit_series : emit)(r);
}

static void read_nettrace(gcv_source *source, size_t chunk, gcv_builder *builder)
{
    gcv_context *ctx = gcv_builder_context(builder);
    gcv_builder_begin_section(builder);
    reader *r = gcv_alloc_zeroed(ctx, 1, sizeof *r);
    r->builder = builder;
    r->pipe.ctx = ctx;
    gcv_trace_init(&r->trace, builder, &r->pipe.info);
    gcv_eventpipe_order_init(ctx, &r->order, 0, on_ordered, r);
    read_all(r, source, chunk);
    gcv_trace_release(&r->trace);
    gcv_eventpipe_order_release(&r->order);
    gcv_eventpipe_release(&r->pipe);
    gcv_free(ctx, r);
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
