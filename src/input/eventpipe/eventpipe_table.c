/* eventpipe_table.c - the table of heap events; see eventpipe_events.h. */
#include "input/eventpipe/eventpipe_events.h"

#include "base/text.h"

static const char runtime[] = "Microsoft-Windows-DotNETRuntime";
static const char rundown[] = "Microsoft-Windows-DotNETRuntimeRundown";
static const char mono[] = "Microsoft-DotNETRuntimeMonoProfiler";
static const char pipe[] = "Microsoft-DotNETCore-EventPipe";

static const struct row_kind {
    const char *provider;
    uint32_t id;
    gcv_heap_event event;
    uint32_t newest;  /* newest known version */
    uint32_t minimum; /* minimum payload in bytes, for every version and pointer size */
} table[] = {
    {runtime, 1, GCV_EV_START, 2, 8},
    {runtime, 2, GCV_EV_END, 1, 6},
    {runtime, 15, GCV_EV_TYPES, 0, 6},
    {runtime, 16, GCV_EV_ROOTS, 0, 10},
    {runtime, 17, GCV_EV_DEPENDENTS, 0, 10},
    {runtime, 18, GCV_EV_NODES, 0, 10},
    {runtime, 19, GCV_EV_EDGES, 0, 10},
    {runtime, 21, GCV_EV_SURVIVING, 0, 10},
    {runtime, 22, GCV_EV_MOVED, 0, 10},
    {runtime, 23, GCV_EV_RANGE, 0, 23},
    {runtime, 36, GCV_EV_CCW, 0, 6},
    {runtime, 37, GCV_EV_RCW, 0, 6},
    {runtime, 38, GCV_EV_STATICS, 0, 14},
    {runtime, 206, GCV_EV_AWARE_START, 0, 6},
    {runtime, 207, GCV_EV_AWARE_END, 0, 6},
    {runtime, 152, GCV_EV_MODULE, 2, 24},
    {runtime, 153, GCV_EV_MODULE, 2, 24},
    {rundown, 153, GCV_EV_MODULE, 2, 24},
    {rundown, 154, GCV_EV_MODULE, 2, 24},
    {pipe, 1, GCV_EV_PROCESS, 0, 6},
    {mono, 51, GCV_EV_MONO_START, 1, 0},
    {mono, 52, GCV_EV_MONO_END, 1, 0},
    {mono, 53, GCV_EV_MONO_OBJECT, 1, 29},
    {mono, 63, GCV_EV_MONO_CLASS, 1, 24},
    {mono, 50, GCV_EV_MONO_ROOTS, 1, 4},
    {mono, 48, GCV_EV_MONO_ROOT_RANGE, 1, 25},
    {mono, 49, GCV_EV_MONO_ROOT_RANGE_GONE, 1, 8},
};

uint32_t gcv_heap_event_of(const gcv_eventpipe_definition *definition)
{
    for (size_t i = 0; i < GCV_LENGTH(table); i++) {
        if (definition->id == table[i].id &&
            gcv_slice_is(definition->provider, table[i].provider)) {
            uint32_t version = definition->version;
            version = version < table[i].newest ? version : table[i].newest;
            return (uint32_t)table[i].event | version << 8;
        }
    }
    return GCV_EV_NONE;
}

uint32_t gcv_heap_event_minimum(uint32_t event)
{
    for (size_t i = 0; i < GCV_LENGTH(table); i++) {
        if (table[i].event == gcv_heap_event_kind(event)) {
            return table[i].minimum;
        }
    }
    return 0;
}
