/* trace_properties.c - the properties of a trace, and how complete its kept dump is. */
#include "input/nettrace/trace.h"

#include "base/calendar.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOMENT_MAX = GCV_TIME_MAX + 4 };

/* Writes the time `ms` after the beginning of the trace; false: the time is impossible. */
static bool moment(const gcv_eventpipe_info *info, uint64_t ms, char *out)
{
    const uint16_t *utc = info->utc;
    if (utc[0] < 1970 || utc[0] > 9899 || utc[1] < 1 || utc[1] > 12 || utc[3] < 1 || utc[3] > 31 ||
        ms > UINT64_C(86400000) * 36500) {
        return false;
    }
    int64_t at = gcv_time_of_day(utc[0], utc[1], utc[3]) * 1000 + (int64_t)utc[4] * 3600000 +
                 (int64_t)utc[5] * 60000 + (int64_t)utc[6] * 1000 + utc[7] + (int64_t)ms;
    gcv_format_time(out, at / 1000);
    memcpy(out + strlen(out), " UTC", 5);
    return true;
}

/* ---- properties ----------------------------------------------------------------------------- */

static void text_property(gcv_trace *trace, const char *key, gcv_slice text)
{
    if (text.size > 0) {
        gcv_builder_add_property(trace->builder, key, text);
    }
}

void gcv_trace_emit_properties(gcv_trace *trace)
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
    if (process != NULL) {
        text_property(trace, "process", process->command);
    }
    for (size_t i = 0; i < GCV_LENGTH(numbers); i++) {
        if (numbers[i].there) {
            gcv_builder_add_number(trace->builder, numbers[i].key, numbers[i].value);
        }
    }
    if (info->session != 0) {
        (void)gcv_format_hex(session + 2, info->session);
        gcv_builder_add_property(trace->builder, "session", gcv_slice_str(session));
    }
    if (moment(info, heap->about.time_ms, text)) {
        gcv_builder_add_property(trace->builder, "collected", gcv_slice_str(text));
    }
    if (process != NULL) {
        text_property(trace, "os", process->os);
        text_property(trace, "architecture", process->architecture);
    }
}

/* ---- what is missing ---------------------------------------------------------------------- */

static void emit_gaps(gcv_trace *trace)
{
    static const char *const streams[] = {"node", "edge", "root", "dependent handle"};
    const gcv_trace_heap *heap = trace->kept;
    if (!heap->begun && !heap->mono) {
        gcv_builder_incomplete(trace->builder, "no start event of the collection");
    }
    if (!heap->ended) {
        gcv_builder_incomplete(trace->builder, "no end event of the collection");
    }
    for (unsigned s = 0; s < GCV_STREAMS; s++) {
        if (heap->streams[s].broken) {
            gcv_builder_incomplete(trace->builder, "%s event %lu is missing", streams[s],
                                   (unsigned long)heap->streams[s].next);
        }
    }
    if (heap->promised != heap->edges) {
        gcv_builder_incomplete(
            trace->builder, "edge count not balanced (objects have %" PRIu64 ", %" PRIu64 " came)",
            heap->promised, heap->edges);
    }
    if (trace->left_out > 0) {
        gcv_builder_incomplete(trace->builder, "%" PRIu64 " of %" PRIu64 " objects left out",
                               trace->left_out, heap->about.objects);
    }
}

/* Returns the likely reason for types without names. The runtime sends the record of a type only
 * once to all open sessions; NativeAOT has no names to send. If a dump is incomplete, names may be
 * among the missing data. */
static const char *why_nameless(const gcv_trace *trace)
{
    return trace->info->session == 0 || !trace->kept->about.complete ? ""
           : trace->unrecorded > 0 ? " (was another session open? gcview help capture)"
           : trace->named == 0     ? " (NativeAOT? gcview help capture)"
                                   : "";
}

/* Reports the types without names, and how many of them have no record. A note gives the latter
 * number, too; where both numbers are shown and differ, this verdict explains the difference. */
static void emit_nameless(gcv_trace *trace)
{
    char unrecorded[48] = "";
    if (trace->unrecorded > 0 && trace->unrecorded < trace->nameless) {
        (void)snprintf(unrecorded, sizeof unrecorded, ", %" PRIu64 " of them without a record",
                       trace->unrecorded);
    }
    gcv_builder_incomplete(trace->builder, "%" PRIu64 " %s%s%s", trace->nameless,
                           trace->nameless == 1 ? "type without a name" : "types without names",
                           unrecorded, why_nameless(trace));
}

void gcv_trace_emit_losses(gcv_trace *trace, uint64_t lost)
{
    const gcv_trace_heap *heap = trace->kept;
    /* Objects that a collection dumps have survived it, even if roots are missing. */
    if (heap->about.complete) {
        gcv_builder_all_are_live(trace->builder);
    }
    if (heap->ended) {
        gcv_builder_end_section(trace->builder);
    }
    if (lost > 0) {
        gcv_builder_incomplete(trace->builder, "%" PRIu64 " event%s lost%s", lost,
                               lost == 1 ? "" : "s",
                               gcv_trace_heap_balanced(heap) ? " (nodes and edges add up)" : "");
    }
    emit_gaps(trace);
    if (trace->nameless > 0) {
        emit_nameless(trace);
    }
    if (trace->types.conflicts > 0) {
        gcv_builder_anomaly(trace->builder, 0, "%" PRIu64 " types were told of twice, differently",
                            trace->types.conflicts);
    }
}
