/* heap_events.c - the table of heap events, and their records to the parts of the trace that they
 * concern; see trace.h.
 *
 * A version newer than the newest known one is read like that one, since new versions only append
 * fields. Nodes and references, which make up nearly all of a dump, are passed on in batches, other
 * records one by one. Strings stay in UTF-16, as in the input.
 */
#include "input/nettrace/trace.h"

/* Maximum number of nodes or references that are passed on at a time. */
enum { BATCH = 128 };

/* A row whose payload is being decoded. */
typedef struct decoder {
    const gcv_eventpipe_row *row;
    gcv_trace *trace;
    gcv_heap_event event;
    gcv_cursor cursor;
    unsigned pointer; /* size in bytes */
} decoder;

static void malformed(const decoder *d, const char *reason)
{
    gcv_trace_malformed(d->trace, d->row, reason);
}

/* Whether the payload had all that was taken from it; else the event is malformed. */
static bool is_whole(const decoder *d, const char *reason)
{
    if (d->cursor.failed) {
        malformed(d, reason);
    }
    return !d->cursor.failed;
}

static uint64_t load_pointer(const decoder *d, const unsigned char *p)
{
    return d->pointer == 8 ? gcv_load_u64(p) : gcv_load_u32(p);
}

/* ---- collections ---------------------------------------------------------------------------- */

static void decode_collection(decoder *d)
{
    uint32_t version = d->row->event >> 8;
    gcv_ev_collection gc = {.event = d->event,
                            .process = d->row->process,
                            .time = d->row->time,
                            .offset = d->row->offset};
    if (gc.event != GCV_EV_MONO_START && gc.event != GCV_EV_MONO_END) {
        gc.count = gcv_cursor_u32(&d->cursor);
    }
    if (gc.event == GCV_EV_START && version == 0) {
        gcv_cursor_skip(&d->cursor, 4); /* reason */
    } else if (gc.event == GCV_EV_START) {
        gc.depth = gcv_cursor_u32(&d->cursor);
        gcv_cursor_skip(&d->cursor, 4); /* reason */
        gc.type = gcv_cursor_u32(&d->cursor);
        gc.has_details = true;
    } else if (gc.event == GCV_EV_END) {
        gc.depth = version == 0 ? gcv_cursor_u16(&d->cursor) : gcv_cursor_u32(&d->cursor);
    }
    if (!is_whole(d, "an event of a collection is too short")) {
        return;
    }
    (gc.event == GCV_EV_START || gc.event == GCV_EV_AWARE_START || gc.event == GCV_EV_MONO_START
         ? gcv_trace_begin
         : gcv_trace_end)(d->trace, &gc);
}

/* ---- bulk events ---------------------------------------------------------------------------- */

static void begin_run(const decoder *d, uint32_t index, uint16_t instance, bool numbered)
{
    const gcv_ev_run run = {.event = d->event,
                            .process = d->row->process,
                            .offset = d->row->offset,
                            .thread = d->row->capture_thread,
                            .index = index,
                            .runtime = instance,
                            .numbered = numbered};
    gcv_trace_run(d->trace, &run);
}

static void decode_nodes(const decoder *d, const unsigned char *p, uint32_t count)
{
    gcv_ev_node nodes[BATCH];
    const bool wide = d->pointer == 8;
    while (count > 0) {
        uint32_t n = count < BATCH ? count : BATCH;
        for (uint32_t i = 0; i < n; i++) {
            nodes[i].address = wide ? gcv_load_u64(p) : gcv_load_u32(p);
            p += d->pointer;
            nodes[i].size = gcv_load_u64(p);
            nodes[i].type = gcv_load_u64(p + 8);
            nodes[i].edges = gcv_load_u64(p + 16);
            p += 24;
        }
        gcv_trace_heap_nodes(d->trace, nodes, n);
        count -= n;
    }
}

/* Passes on targets of references, one in each `size` bytes. */
static void pass_edges(const decoder *d, const unsigned char *p, size_t size, bool wide,
                       uint32_t count)
{
    uint64_t targets[BATCH];
    while (count > 0) {
        uint32_t n = count < BATCH ? count : BATCH;
        for (uint32_t i = 0; i < n; i++, p += size) {
            targets[i] = wide ? gcv_load_u64(p) : gcv_load_u32(p);
        }
        gcv_trace_heap_edges(d->trace, targets, n);
        count -= n;
    }
}

static void decode_edges(const decoder *d, const unsigned char *p, uint32_t count)
{
    pass_edges(d, p, d->pointer + 4, d->pointer == 8, count);
}

static void decode_dependent(const decoder *d, const unsigned char *p)
{
    gcv_trace_heap_dependent(d->trace, load_pointer(d, p), load_pointer(d, p + d->pointer));
}

static void decode_root(const decoder *d, const unsigned char *p)
{
    gcv_ev_root root = {.object = load_pointer(d, p)};
    p += d->pointer;
    root.kind = p[0];
    root.flags = gcv_load_u32(p + 1);
    root.id = load_pointer(d, p + 5);
    root.name = gcv_cursor_of(p, 0, 0);
    gcv_trace_heap_root(d->trace, d->event, &root);
}

/* Decodes an object that COM callers may hold; one that represents a COM object is no root. Callers
 * hold it now if it has strong or pegged references, or certain flags. */
static void decode_com(const decoder *d, const unsigned char *p)
{
    gcv_ev_root root = {.name = gcv_cursor_of(p, 0, 0), .kind = GCV_EV_HANDLE};
    if (d->event == GCV_EV_CCW) {
        bool held = gcv_load_u32(p + 32) != 0 || gcv_load_u32(p + 36) != 0 ||
                    (gcv_load_u32(p + 40) & 3) != 0;
        root.id = gcv_load_u64(p);
        root.object = gcv_load_u64(p + 8);
        root.flags = 8 | (held ? 0 : GCV_ROOT_WEAK);
    }
    gcv_trace_heap_root(d->trace, d->event, &root);
}

static void decode_move(const decoder *d, const unsigned char *p)
{
    gcv_move move;
    move.old = load_pointer(d, p);
    move.fresh = move.old;
    p += d->pointer;
    if (d->event == GCV_EV_MOVED) {
        move.fresh = load_pointer(d, p);
        p += d->pointer;
    }
    move.length = gcv_load_u64(p);
    gcv_trace_moves_add(d->trace, &move);
}

/* Decodes an event whose records all have the same size. If the payload is too short for its
 * records, the whole event is malformed. */
static void decode_bulk(decoder *d)
{
    static const struct bulk {
        gcv_heap_event event;
        unsigned fixed, pointers; /* for the size of a record: bytes, pointers */
        bool indexed, numbered;   /* the head has an index; the index counts up by one */
        void (*records)(const decoder *d, const unsigned char *p, uint32_t count);
        void (*record)(const decoder *d, const unsigned char *p); /* if `records` is NULL */
    } bulks[] = {{GCV_EV_NODES, 24, 1, true, true, decode_nodes, NULL},
                 {GCV_EV_EDGES, 4, 1, true, true, decode_edges, NULL},
                 {GCV_EV_ROOTS, 5, 2, true, true, NULL, decode_root},
                 {GCV_EV_DEPENDENTS, 0, 3, true, true, NULL, decode_dependent},
                 {GCV_EV_SURVIVING, 8, 1, true, false, NULL, decode_move},
                 {GCV_EV_MOVED, 8, 2, true, false, NULL, decode_move},
                 {GCV_EV_CCW, 44, 0, false, false, NULL, decode_com},
                 {GCV_EV_RCW, 40, 0, false, false, NULL, decode_com}};
    const struct bulk *bulk = bulks;
    while (bulk->event != d->event) {
        bulk++;
    }
    size_t size = bulk->fixed + (size_t)bulk->pointers * d->pointer;
    uint32_t index = bulk->indexed ? gcv_cursor_u32(&d->cursor) : 0;
    uint32_t count = gcv_cursor_u32(&d->cursor);
    uint16_t instance = gcv_cursor_u16(&d->cursor);
    if (d->cursor.failed || count > gcv_cursor_left(&d->cursor) / size) {
        malformed(d, "an event is shorter than the records it tells of");
        return;
    }
    begin_run(d, index, instance, bulk->numbered);
    if (bulk->records != NULL) {
        bulk->records(d, d->cursor.at, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        bulk->record(d, d->cursor.at + i * size);
    }
}

static void decode_types(decoder *d)
{
    uint32_t count = gcv_cursor_u32(&d->cursor);
    gcv_cursor_skip(&d->cursor, 2);
    for (uint32_t i = 0; i < count; i++) {
        gcv_ev_type type;
        type.process = d->row->process;
        type.id = gcv_cursor_u64(&d->cursor);
        type.module = gcv_cursor_u64(&d->cursor);
        type.token = gcv_cursor_u32(&d->cursor);
        type.flags = gcv_cursor_u32(&d->cursor);
        gcv_cursor_skip(&d->cursor, 1); /* element kind of an array */
        type.name = gcv_cursor_utf16z(&d->cursor);
        type.parameters = gcv_cursor_split(&d->cursor, (uint64_t)gcv_cursor_u32(&d->cursor) * 8);
        if (!is_whole(d, "an event is shorter than the types it tells of")) {
            return;
        }
        gcv_trace_types_add(d->trace->ctx, &d->trace->types, &type);
    }
}

static void decode_statics(decoder *d)
{
    uint32_t count = gcv_cursor_u32(&d->cursor);
    gcv_cursor_skip(&d->cursor, 8); /* application domain */
    uint16_t instance = gcv_cursor_u16(&d->cursor);
    begin_run(d, 0, instance, false);
    for (uint32_t i = 0; i < count; i++) {
        gcv_ev_root root;
        root.kind = GCV_EV_OTHER;
        root.id = gcv_cursor_u64(&d->cursor);
        root.object = gcv_cursor_u64(&d->cursor);
        root.type = gcv_cursor_u64(&d->cursor);
        root.flags = gcv_cursor_u32(&d->cursor);
        root.name = gcv_cursor_utf16z(&d->cursor);
        if (!is_whole(d, "an event is shorter than the statics it tells of")) {
            return;
        }
        gcv_trace_heap_root(d->trace, d->event, &root);
    }
}

static void decode_range(decoder *d)
{
    gcv_ev_range range;
    range.process = d->row->process;
    range.offset = d->row->offset;
    range.generation = gcv_cursor_u8(&d->cursor);
    range.start = gcv_cursor_pointer(&d->cursor, d->pointer);
    range.size = gcv_cursor_u64(&d->cursor);
    if (is_whole(d, "a range of a generation is cut short")) {
        gcv_trace_range(d->trace, &range);
    }
}

static void decode_module(decoder *d)
{
    uint64_t id = gcv_cursor_u64(&d->cursor);
    gcv_cursor_skip(&d->cursor, 16); /* assembly, flags, reserved */
    gcv_cursor path = gcv_cursor_utf16z(&d->cursor);
    if (is_whole(d, "a module is cut short")) {
        gcv_trace_types_add_module(d->trace->ctx, &d->trace->types, d->row->process, id, path);
    }
}

static void decode_process(decoder *d)
{
    gcv_cursor command = gcv_cursor_utf16z(&d->cursor);
    gcv_cursor os = gcv_cursor_utf16z(&d->cursor);
    gcv_cursor architecture = gcv_cursor_utf16z(&d->cursor);
    if (!d->cursor.failed) {
        gcv_trace_describe(d->trace, d->row->process, command, os, architecture);
    }
}

/* ---- events of Mono -------------------------------------------------------------------------- */

static void decode_mono_object(decoder *d)
{
    gcv_ev_node node;
    node.address = gcv_cursor_u64(&d->cursor);
    node.type = gcv_cursor_u64(&d->cursor);
    node.size = gcv_cursor_u64(&d->cursor);
    gcv_cursor_skip(&d->cursor, 1); /* generation */
    node.edges = gcv_cursor_u32(&d->cursor);
    if (d->cursor.failed || node.edges > gcv_cursor_left(&d->cursor) / 12) {
        malformed(d, "an object is shorter than the references it tells of");
        return;
    }
    begin_run(d, 0, GCV_EV_RUNTIME_MONO, false);
    gcv_trace_heap_nodes(d->trace, &node, 1);
    if (node.edges > 0 /* each reference follows the offset of its field */) {
        pass_edges(d, d->cursor.at + 4, 12, true, (uint32_t)node.edges);
    }
}

static void decode_mono_class(decoder *d)
{
    gcv_ev_type type = {.process = d->row->process, .id = gcv_cursor_u64(&d->cursor)};
    gcv_cursor_skip(&d->cursor, 8); /* class */
    type.module = gcv_cursor_u64(&d->cursor);
    type.name = gcv_cursor_utf16z(&d->cursor);
    type.parameters = gcv_cursor_split(&d->cursor, 0);
    if (is_whole(d, "a class is cut short")) {
        gcv_trace_types_add(d->trace->ctx, &d->trace->types, &type);
    }
}

static void decode_mono_roots(decoder *d)
{
    uint32_t count = gcv_cursor_u32(&d->cursor);
    if (count > gcv_cursor_left(&d->cursor) / 16) {
        malformed(d, "an event is shorter than the roots it tells of");
        return;
    }
    begin_run(d, 0, GCV_EV_RUNTIME_MONO, false);
    for (uint32_t i = 0; i < count; i++) {
        gcv_ev_root root = {0};
        root.kind = GCV_EV_OTHER;
        root.object = gcv_cursor_u64(&d->cursor);
        root.id = gcv_cursor_u64(&d->cursor);
        root.name = gcv_cursor_split(&d->cursor, 0);
        gcv_trace_heap_root(d->trace, d->event, &root);
    }
}

static void decode_mono_root_range(decoder *d)
{
    bool gone = d->event == GCV_EV_MONO_ROOT_RANGE_GONE;
    uint64_t start = gcv_cursor_u64(&d->cursor), size = 0;
    gcv_cursor name = gcv_cursor_split(&d->cursor, 0);
    if (!gone) {
        size = gcv_cursor_u64(&d->cursor);
        gcv_cursor_skip(&d->cursor, 9); /* type, key */
        name = gcv_cursor_utf16z(&d->cursor);
    }
    if (is_whole(d, "a range of roots is cut short")) {
        gcv_trace_add_root_range(d->trace, start, size, name);
    }
}

/* ---- the table ------------------------------------------------------------------------------- */

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
    void (*decode)(decoder *d);
} table[] = {
    {runtime, 1, GCV_EV_START, 2, 8, decode_collection},
    {runtime, 2, GCV_EV_END, 1, 6, decode_collection},
    {runtime, 15, GCV_EV_TYPES, 0, 6, decode_types},
    {runtime, 16, GCV_EV_ROOTS, 0, 10, decode_bulk},
    {runtime, 17, GCV_EV_DEPENDENTS, 0, 10, decode_bulk},
    {runtime, 18, GCV_EV_NODES, 0, 10, decode_bulk},
    {runtime, 19, GCV_EV_EDGES, 0, 10, decode_bulk},
    {runtime, 21, GCV_EV_SURVIVING, 0, 10, decode_bulk},
    {runtime, 22, GCV_EV_MOVED, 0, 10, decode_bulk},
    {runtime, 23, GCV_EV_RANGE, 0, 23, decode_range},
    {runtime, 36, GCV_EV_CCW, 0, 6, decode_bulk},
    {runtime, 37, GCV_EV_RCW, 0, 6, decode_bulk},
    {runtime, 38, GCV_EV_STATICS, 0, 14, decode_statics},
    {runtime, 206, GCV_EV_AWARE_START, 0, 6, decode_collection},
    {runtime, 207, GCV_EV_AWARE_END, 0, 6, decode_collection},
    {runtime, 152, GCV_EV_MODULE, 2, 24, decode_module},
    {runtime, 153, GCV_EV_MODULE, 2, 24, decode_module},
    {rundown, 153, GCV_EV_MODULE, 2, 24, decode_module},
    {rundown, 154, GCV_EV_MODULE, 2, 24, decode_module},
    {pipe, 1, GCV_EV_PROCESS, 0, 6, decode_process},
    {mono, 51, GCV_EV_MONO_START, 1, 0, decode_collection},
    {mono, 52, GCV_EV_MONO_END, 1, 0, decode_collection},
    {mono, 53, GCV_EV_MONO_OBJECT, 1, 29, decode_mono_object},
    {mono, 63, GCV_EV_MONO_CLASS, 1, 24, decode_mono_class},
    {mono, 50, GCV_EV_MONO_ROOTS, 1, 4, decode_mono_roots},
    {mono, 48, GCV_EV_MONO_ROOT_RANGE, 1, 25, decode_mono_root_range},
    {mono, 49, GCV_EV_MONO_ROOT_RANGE_GONE, 1, 8, decode_mono_root_range},
};

/* The row of an event, whose low byte counts rows from 1. */
static const struct row_kind *kind_of(uint32_t event) { return &table[(event & 0xff) - 1]; }

uint32_t gcv_heap_event_of(const gcv_eventpipe_definition *definition)
{
    for (size_t i = 0; i < GCV_LENGTH(table); i++) {
        if (definition->id == table[i].id &&
            gcv_slice_is(definition->provider, table[i].provider)) {
            uint32_t version = definition->version;
            version = version < table[i].newest ? version : table[i].newest;
            return (uint32_t)(i + 1) | version << 8;
        }
    }
    return 0;
}

gcv_heap_event gcv_heap_event_kind(uint32_t event)
{
    return event != 0 ? kind_of(event)->event : GCV_EV_NONE;
}

uint32_t gcv_heap_event_minimum(uint32_t event) { return event != 0 ? kind_of(event)->minimum : 0; }

void gcv_heap_event_decode(gcv_trace *trace, const gcv_eventpipe_row *row)
{
    decoder d = {.row = row,
                 .trace = trace,
                 .cursor = gcv_cursor_of(row->payload, row->size, row->payload_offset),
                 .pointer = trace->info->pointer_size,
                 .event = gcv_heap_event_kind(row->event)};
    kind_of(row->event)->decode(&d);
}
