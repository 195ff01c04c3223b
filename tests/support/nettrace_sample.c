/* nettrace_sample.c - a small heap dump as a trace; see nettrace_sample.h. */
#include "support/nettrace_sample.h"

trace_bytes sample_event;

/* The dependent handle from 1000 to 10a8 is one more reference; 2000 lies in no generation and has
 * no root. */
const char sample_log[] =
    "a 2 sample 1\n"
    "t 1 Acme.Cache\n"
    "t 2 System.Collections.Generic.List<System.String>\n"
    "t 3 System.Int32[,]\n"
    "t 4 System.String\n"
    "t 5 System.String[]\n"
    "o 1000 1 18 1018 1040 10a8\n"
    "o 1018 2 28 1070\n"
    "o 1040 3 30\n"
    "o 1070 4 1e\n"
    "o 1090 5 18 1070 1070\n"
    "o 10a8 1 20 10a8\n"
    "o 2000 4 1a\n"
    "r 1000 4 0 1\n"
    "r 1090 3 0\n"
    "r 1040 1 1\n"
    "r 10a8 3 2\n"
    "r 1018 2 0\n"
    "r 2000 5 0\n"
    "c sample 2\n";

static const char runtime[] = "Microsoft-Windows-DotNETRuntime";
static const char mono[] = "Microsoft-DotNETRuntimeMonoProfiler";

void sample_begin(trace_writer *w, trace_variety variety, unsigned pointer_size)
{
    static const struct {
        uint32_t id;
        const char *provider;
        uint32_t event, version;
    } events[] = {
        {ID_START, runtime, 1, 2},
        {ID_END, runtime, 2, 1},
        {ID_TYPES, runtime, 15, 0},
        {ID_ROOTS, runtime, 16, 0},
        {ID_DEPENDENTS, runtime, 17, 0},
        {ID_NODES, runtime, 18, 0},
        {ID_EDGES, runtime, 19, 0},
        {ID_RANGE, runtime, 23, 0},
        {ID_CCW, runtime, 36, 0},
        {ID_RCW, runtime, 37, 0},
        {ID_STATICS, runtime, 38, 0},
        {ID_MODULE, "Microsoft-Windows-DotNETRuntimeRundown", 154, 2},
        {ID_PROCESS, "Microsoft-DotNETCore-EventPipe", 1, 1},
        {ID_NOISE, runtime, 80, 1},
        {ID_MONO_START, mono, 51, 1},
        {ID_MONO_END, mono, 52, 1},
        {ID_MONO_OBJECT, mono, 53, 1},
        {ID_MONO_CLASS, mono, 63, 1},
        {ID_MONO_ROOTS, mono, 50, 1},
        {ID_MONO_RANGE, mono, 48, 1},
        {ID_AWARE_START, runtime, 206, 0},
        {ID_AWARE_END, runtime, 207, 0},
        {ID_SURVIVING, runtime, 21, 0},
        {ID_MOVED, runtime, 22, 0},
    };
    trace_begin(w, variety, pointer_size);
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        trace_define(w, events[i].id, events[i].provider, events[i].event, events[i].version);
    }
}

void sample_send(trace_writer *w, uint32_t id, unsigned thread, uint64_t time)
{
    trace_row(w, id, thread, time, &sample_event);
}

void sample_lone_node(trace_writer *w, uint64_t time, uint64_t address)
{
    sample_open(0, 1);
    sample_node(8, address, 24, 1, 0);
    sample_send(w, ID_NODES, 1, time);
}

/* ---- events ---------------------------------------------------------------------------------- */

void sample_start_of(trace_writer *w, uint64_t time, uint32_t count, uint32_t depth, uint32_t type)
{
    sample_event.n = 0;
    put_u32(&sample_event, count);
    put_u32(&sample_event, depth);
    put_u32(&sample_event, 1); /* induced */
    put_u32(&sample_event, type);
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0);
    sample_send(w, ID_START, 2, time); /* not the thread of the dump in a server collector */
}

void sample_start(trace_writer *w, uint64_t time, uint32_t count)
{
    sample_start_of(w, time, count, 2, 0);
}

void sample_end_of(trace_writer *w, uint64_t time, uint32_t count, uint32_t depth)
{
    sample_event.n = 0;
    put_u32(&sample_event, count);
    put_u32(&sample_event, depth);
    put_u16(&sample_event, 0);
    sample_send(w, ID_END, 1, time);
}

void sample_end(trace_writer *w, uint64_t time, uint32_t count)
{
    sample_end_of(w, time, count, 2);
}

void sample_type(trace_writer *w, uint64_t time, uint64_t id, uint64_t module, uint32_t flags,
                 const char *name, uint64_t parameter)
{
    sample_event.n = 0;
    put_u32(&sample_event, 1);
    put_u16(&sample_event, 0);
    put_u64(&sample_event, id);
    put_u64(&sample_event, module);
    put_u32(&sample_event, 0x2000000 + (uint32_t)id);
    put_u32(&sample_event, flags);
    put_u8(&sample_event, 18);
    put_utf16z(&sample_event, name);
    put_u32(&sample_event, parameter != 0);
    if (parameter != 0) {
        put_u64(&sample_event, parameter);
    }
    sample_send(w, ID_TYPES, 3, time);
}

void sample_open(uint32_t index, uint32_t count)
{
    sample_event.n = 0;
    put_u32(&sample_event, index);
    put_u32(&sample_event, count);
    put_u16(&sample_event, 0);
}

void sample_node(unsigned pointer_size, uint64_t address, uint64_t size, uint64_t type,
                 uint64_t edges)
{
    put_ptr(&sample_event, address, pointer_size);
    put_u64(&sample_event, size);
    put_u64(&sample_event, type);
    put_u64(&sample_event, edges);
}

void sample_edge(unsigned pointer_size, uint64_t target)
{
    put_ptr(&sample_event, target, pointer_size);
    put_u32(&sample_event, 0);
}

static void put_root(unsigned pointer_size, uint64_t object, unsigned kind, uint32_t flags)
{
    put_ptr(&sample_event, object, pointer_size);
    put_u8(&sample_event, kind);
    put_u32(&sample_event, flags);
    put_ptr(&sample_event, 0x7777, pointer_size);
}

void sample_range(trace_writer *w, uint64_t time, unsigned generation, uint64_t start,
                  uint64_t size)
{
    sample_event.n = 0;
    put_u8(&sample_event, generation);
    put_ptr(&sample_event, start, w->pointer_size);
    put_u64(&sample_event, size);
    put_u64(&sample_event, size * 2);
    put_u16(&sample_event, 0);
    sample_send(w, ID_RANGE, 1, time);
}

void sample_moved(unsigned pointer_size, uint64_t old, uint64_t fresh, uint64_t length)
{
    put_ptr(&sample_event, old, pointer_size);
    put_ptr(&sample_event, fresh, pointer_size);
    put_u64(&sample_event, length);
}

void sample_survivor(unsigned pointer_size, uint64_t start, uint64_t length)
{
    put_ptr(&sample_event, start, pointer_size);
    put_u64(&sample_event, length);
}

static void send_static(trace_writer *w, uint64_t time, uint64_t object, uint64_t type,
                        const char *name)
{
    sample_event.n = 0;
    put_u32(&sample_event, 1);
    put_u64(&sample_event, 1);
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0x8888);
    put_u64(&sample_event, object);
    put_u64(&sample_event, type);
    put_u32(&sample_event, 0);
    put_utf16z(&sample_event, name);
    sample_send(w, ID_STATICS, 1, time);
}

/* Sends the event, or loses it: then its sequence number is used up. */
static void send_or_lose(trace_writer *w, uint32_t id, uint64_t time, bool lose)
{
    if (lose) {
        w->sequence[1]++;
    } else {
        sample_send(w, id, 1, time);
    }
}

/* ---- the dump -------------------------------------------------------------------------------- */

static void send_nodes_and_edges(trace_writer *w, uint64_t time, sample_loss loss)
{
    unsigned p = w->pointer_size;
    sample_open(0, 3);
    sample_node(p, 0x1000, 24, 1, 2);
    sample_node(p, 0x1018, 40, 2, 1);
    sample_node(p, 0x1040, 48, 3, 0);
    send_or_lose(w, ID_NODES, time, loss == LOSE_NODES_0);
    sample_open(0, 4); /* edges come before or after their nodes */
    sample_edge(p, 0x1018);
    sample_edge(p, 0x1040);
    sample_edge(p, 0x1070);
    sample_edge(p, 0x1070);
    send_or_lose(w, ID_EDGES, time + 1, loss == LOSE_EDGES_0);
    sample_open(1, 4);
    sample_node(p, 0x1070, 30, 4, 0);
    sample_node(p, 0x1090, 24, 5, 2);
    sample_node(p, 0x10a8, 32, 1, 1);
    sample_node(p, 0x2000, 26, 4, 0);
    send_or_lose(w, ID_NODES, time + 2, loss == LOSE_NODES_1);
    sample_open(1, 2);
    sample_edge(p, 0x1070);
    sample_edge(p, 0x10a8);
    send_or_lose(w, ID_EDGES, time + 3, loss == LOSE_EDGES_1);
}

static void send_roots(trace_writer *w, uint64_t time, sample_loss loss)
{
    unsigned p = w->pointer_size;
    sample_open(0, 3);
    put_root(p, 0x1090, 2, 0);
    put_root(p, 0, 0, 0); /* an empty variable */
    put_root(p, 0x1040, 0, 1);
    send_or_lose(w, ID_ROOTS, time, loss == LOSE_ROOTS);
    sample_open(1, 2);
    put_root(p, 0x10a8, 2, 2);
    put_root(p, 0x1018, 1, 0);
    sample_send(w, ID_ROOTS, 1, time + 1);
    sample_open(0, 3);
    put_ptr(&sample_event, 0x1000, p);
    put_ptr(&sample_event, 0x10a8, p);
    put_ptr(&sample_event, 0x9999, p);
    put_ptr(&sample_event, 0, p); /* a handle without a key */
    put_ptr(&sample_event, 0x10a8, p);
    put_ptr(&sample_event, 0x9999, p);
    put_ptr(&sample_event, 0x1018, p); /* and one from an object to itself */
    put_ptr(&sample_event, 0x1018, p);
    put_ptr(&sample_event, 0x9999, p);
    sample_send(w, ID_DEPENDENTS, 1, time + 2);
}

void sample_dump(trace_writer *w, uint64_t time, uint32_t count, sample_loss loss)
{
    /* In the file, the start comes after the dump, because it is from another thread. */
    sample_range(w, time + 1, 0, 0x100, 0x80);
    send_static(w, time + 2, 0x1000, 1, "instance");
    send_nodes_and_edges(w, time + 3, loss);
    send_roots(w, time + 10, loss);
    sample_range(w, time + 20, 2, 0x1000, 0x90);
    sample_range(w, time + 20, 3, 0x1090, 0x100);
    if (loss != LOSE_START) {
        sample_start(w, time, count);
    }
    if (loss != LOSE_END) {
        sample_end(w, time + 30, count);
    }
    sample_event.n = 0;
    put_u32(&sample_event, 0);
    send_or_lose(w, ID_NOISE, time + 31, loss == LOSE_NOISE);
}

void sample_types(trace_writer *w, uint64_t time)
{
    sample_type(w, time, 1, 0xaa, 0, "Acme.Cache", 0);
    sample_type(w, time, 2, 0xbb, 0, "System.Collections.Generic.List`1[System.String]", 4);
    sample_type(w, time, 3, 0xbb, 8 | 2 << 8, "System.Int32[,]", 9);
    sample_type(w, time, 4, 0xbb, 0, "System.String", 0);
}

void sample_modules(trace_writer *w, uint64_t time)
{
    sample_event.n = 0;
    put_u64(&sample_event, 0xaa);
    put_u64(&sample_event, 1);
    put_u32(&sample_event, 0);
    put_u32(&sample_event, 0);
    put_utf16z(&sample_event, "/app/Acme.dll");
    put_utf16z(&sample_event, "");
    sample_send(w, ID_MODULE, 3, time);
}

void sample_trace(trace_writer *w, trace_variety variety, unsigned pointer_size, sample_loss loss)
{
    sample_begin(w, variety, pointer_size);
    sample_event.n = 0;
    put_utf16z(&sample_event, "/app/acme --fast");
    put_utf16z(&sample_event, "Linux");
    put_utf16z(&sample_event, "x64");
    sample_send(w, ID_PROCESS, 4, 1000);
    if (loss != LOSE_TYPES) {
        sample_types(w, 1100);
    }
    sample_dump(w, 2000, 5, loss);
    sample_type(w, 2100, 5, 0xbb, 8, "System.String[]", 4); /* after its objects */
    trace_point(w, 4);
    sample_modules(w, 3000);
    trace_point(w, 4);
    trace_end(w);
}
