/* trace_properties.c - the properties of a trace, and how complete its kept dump is. */
#include "input/nettrace/trace.h"

#include "base/calendar.h"
#include "base/number.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- time ------------------------------------------------------------------------------------ */

enum { MOMENT_MAX = GCV_TIME_MAX + 4 };

/* Writes the time `ms` after the beginning of the trace; false: the time is impossible. */
static bool moment(const gcv_eventpipe_info *info, uint64_t ms, char *out)
{
    const uint16_t *utc = info->utc;
    int64_t at;
    if (utc[0] < 1970 || utc[0] > 9899 || utc[1] < 1 || utc[1] > 12 || utc[3] < 1 || utc[3] > 31 ||
        ms > UINT64_C(86400000) * 36500) {
        return false;
    }
    at = gcv_time_of_day(utc[0], utc[1], utc[3]) * 1000 + (int64_t)utc[4] * 3600000 +
         (int64_t)utc[5] * 60000 + (int64_t)utc[6] * 1000 + utc[7] + (int64_t)ms;
    gcv_format_time(out, at / 1000);
    memcpy(out + strlen(out), " UTC", 5);
    return true;
}

/* ---- properties ----------------------------------------------------------------------------- */

static gcv_status text_property(gcv_trace *trace, const char *key, gcv_slice text, gcv_error *err)
{
    return text.size > 0 ? gcv_builder_add_property(trace->builder, key, text, err) : GCV_OK;
}

gcv_status gcv_trace_emit_properties(gcv_trace *trace, gcv_error *err)
{
    const gcv_eventpipe_info *info = trace->info;
    const gcv_trace_heap *heap = trace->kept;
    const struct {
        const char *key;
        uint64_t value;
        bool there;
    } numbers[] = {
        {"process_id", heap->process, heap->process != 0},
        {"pointer_size", info->pointer_size, true},
        {"processors", info->processors, info->has_processors},
        {"collection", heap->about.collection, heap->about.collection != 0},
        {"container_version", info->version, true},
        {"com_callable_wrappers", heap->ccws, heap->ccws != 0},
        {"runtime_callable_wrappers", heap->rcws, heap->rcws != 0},
    };
    const gcv_trace_process *process =
        gcv_trace_processes_described(&trace->processes, heap->process);
    char text[MOMENT_MAX], session[2 + GCV_NUMBER_MAX] = "0x";
    size_t i;
    gcv_status status =
        process != NULL ? text_property(trace, "process", process->command, err) : GCV_OK;
    for (i = 0; i < sizeof numbers / sizeof numbers[0] && status == GCV_OK; i++) {
        if (numbers[i].there) {
            status = gcv_builder_add_number(trace->builder, numbers[i].key, numbers[i].value, err);
        }
    }
    if (status == GCV_OK && info->session != 0) {
        (void)gcv_format_hex(session + 2, info->session);
        status = gcv_builder_add_property(trace->builder, "session", gcv_slice_str(session), err);
    }
    if (status == GCV_OK && moment(info, heap->about.time_ms, text)) {
        status = gcv_builder_add_property(trace->builder, "collected", gcv_slice_str(text), err);
    }
    if (status == GCV_OK && process != NULL) {
        status = text_property(trace, "os", process->os, err);
    }
    return status == GCV_OK && process != NULL
               ? text_property(trace, "architecture", process->architecture, err)
               : status;
}

/* ---- what is missing ------------------------------------------------------------------------- */

static gcv_status emit_gaps(gcv_trace *trace, gcv_error *err)
{
    static const char *const streams[] = {"node", "edge", "root", "dependent handle"};
    const gcv_trace_heap *heap = trace->kept;
    gcv_status status = GCV_OK;
    unsigned s;
    if (!heap->begun && !heap->mono) {
        status = gcv_builder_incomplete(trace->builder, err, "no start event of the collection");
    }
    if (status == GCV_OK && !heap->ended) {
        status = gcv_builder_incomplete(trace->builder, err, "no end event of the collection");
    }
    for (s = 0; s < GCV_STREAMS && status == GCV_OK; s++) {
        if (heap->streams[s].broken) {
            status = gcv_builder_incomplete(trace->builder, err, "%s event %lu is missing",
                                            streams[s], (unsigned long)heap->streams[s].next);
        }
    }
    if (status == GCV_OK && heap->promised != heap->edges) {
        status = gcv_builder_incomplete(trace->builder, err,
                                        "edge count not balanced (objects have %" PRIu64
                                        ", %" PRIu64 " came)",
                                        heap->promised, heap->edges);
    }
    if (status == GCV_OK && trace->left_out > 0) {
        status = gcv_builder_incomplete(trace->builder, err,
                                        "%" PRIu64 " of %" PRIu64 " objects left out",
                                        trace->left_out, heap->about.objects);
    }
    return status;
}

/* Returns the likely reason for types without names. The runtime sends the record of a type only
 * once to all open sessions; NativeAOT has no names to send. If a dump is incomplete, names may be
 * among the missing data. */
static const char *why_nameless(const gcv_trace *trace)
{
    if (trace->info->session == 0 || !trace->kept->about.complete) {
        return "";
    }
    return trace->unrecorded > 0 ? " (was another session open? gcview help capture)"
           : trace->named == 0   ? " (NativeAOT? gcview help capture)"
                                 : "";
}

/* Reports the types without names, and how many of them have no record. A note gives the latter
 * number, too; where both numbers are shown and differ, this verdict explains the difference. */
static gcv_status emit_nameless(gcv_trace *trace, gcv_error *err)
{
    char unrecorded[48] = "";
    if (trace->unrecorded > 0 && trace->unrecorded < trace->nameless) {
        (void)snprintf(unrecorded, sizeof unrecorded, ", %" PRIu64 " of them without a record",
                       trace->unrecorded);
    }
    return gcv_builder_incomplete(trace->builder, err, "%" PRIu64 " %s%s%s", trace->nameless,
                                  trace->nameless == 1 ? "type without a name"
                                                       : "types without names",
                                  unrecorded, why_nameless(trace));
}

gcv_status gcv_trace_emit_losses(gcv_trace *trace, uint64_t lost, gcv_error *err)
{
    const gcv_trace_heap *heap = trace->kept;
    gcv_status status = GCV_OK;
    /* Objects that a collection dumps have survived it, even if roots are missing. */
    if (heap->about.complete) {
        gcv_builder_all_are_live(trace->builder);
    }
    gcv_builder_section(trace->builder)->has_end = heap->ended;
    if (lost > 0) {
        status = gcv_builder_incomplete(
            trace->builder, err, "%" PRIu64 " event%s lost%s", lost, lost == 1 ? "" : "s",
            gcv_trace_heap_balanced(heap) ? " (nodes and edges add up)" : "");
    }
    if (status == GCV_OK) {
        status = emit_gaps(trace, err);
    }
    if (status == GCV_OK && trace->nameless > 0) {
        status = emit_nameless(trace, err);
    }
    if (status == GCV_OK && trace->types.conflicts > 0) {
        status = gcv_builder_anomaly(trace->builder, 0, err,
                                     "%" PRIu64 " types were told of twice, differently",
                                     trace->types.conflicts);
    }
    return status;
}
