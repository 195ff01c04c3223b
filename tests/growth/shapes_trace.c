/* shapes_trace.c - traces designed to be slow or large. */
#include "growth/growth.h"

#include "support/nettrace_sample.h"

static trace_writer the_trace;

static void begin(void)
{
    sample_begin(&the_trace, TRACE_V4, 8);
    sample_types(&the_trace, 1100);
}

static void finish(FILE *file)
{
    trace_point(&the_trace, 4);
    trace_end(&the_trace);
    (void)fwrite(the_trace.out.data, 1, the_trace.out.n, file);
}

/* Sends roots of n objects from `address` on, a hundred in each event. */
static void send_roots(uint64_t time, uint64_t address, uint64_t step, uint32_t n)
{
    uint32_t index = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i % 100 == 0) {
            sample_open(index++, n - i < 100 ? n - i : 100);
        }
        put_ptr(&sample_event, address + step * i, 8);
        put_u8(&sample_event, 2);
        put_u32(&sample_event, 0);
        put_ptr(&sample_event, 0x7777 + i, 8);
        if (i % 100 == 99 || i + 1 == n) {
            sample_send(&the_trace, ID_ROOTS, 1, time);
        }
    }
}

/* Sends n nodes from `address` on, without references; `index` is that of the first event. */
static void send_nodes(uint64_t time, uint32_t index, uint64_t address, uint64_t step, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i % 100 == 0) {
            sample_open(index++, n - i < 100 ? n - i : 100);
        }
        sample_node(8, address + step * i, growth_bytes(24), 1 + i % 4, 0);
        if (i % 100 == 99 || i + 1 == n) {
            sample_send(&the_trace, ID_NODES, 1, time);
        }
    }
}

static void send_dump(uint64_t time, uint32_t count, uint32_t n)
{
    sample_start(&the_trace, time, count);
    sample_range(&the_trace, time + 1, 2, 0x1000, 24 * (uint64_t)(n + 2)); /* some died */
    sample_open(0, 1);
    sample_survivor(8, 0x1000, 24 * (uint64_t)n);
    sample_send(&the_trace, ID_SURVIVING, 1, time + 1);
    send_nodes(time + 2, 0, 0x1000, 24, n);
    send_roots(time + 3, 0x1000, 24, n);
    sample_end(&the_trace, time + 4, count);
}

static void objects(FILE *file, uint32_t n)
{
    begin();
    send_dump(2000, 1, n);
    finish(file);
}

/* n objects with the same address, which is the key of n dependent handles. */
static void dependents(FILE *file, uint32_t n)
{
    begin();
    sample_start(&the_trace, 2000, 1);
    send_nodes(2001, 0, 0x1000, 0, n);
    send_nodes(2001, (n + 99) / 100, 0x2000, 24, 2);
    for (uint32_t i = 0; i < n; i++) {
        sample_open(i, 1);
        put_ptr(&sample_event, 0x1000, 8);
        put_ptr(&sample_event, i % 2 == 0 ? 0x2000 : 0x2018, 8);
        put_ptr(&sample_event, 0x9999, 8);
        sample_send(&the_trace, ID_DEPENDENTS, 1, 2002);
    }
    send_roots(2003, 0x1000, 0, 1);
    sample_end(&the_trace, 2004, 1);
    finish(file);
}

static void snapshots(FILE *file, uint32_t n)
{
    begin();
    for (uint32_t i = 0; i < n; i++) {
        send_dump(2000 + 100 * (uint64_t)i, i + 1, 2 + i % 3);
    }
    finish(file);
}

/* The same, with n ranges of memory that hold roots, as Mono reports them, in descending order. */
static void root_ranges(FILE *file, uint32_t n)
{
    begin();
    for (uint32_t i = 0; i < n; i++) {
        sample_event.n = 0;
        put_u64(&sample_event, 0x7000000 - 16 * (uint64_t)i);
        put_u64(&sample_event, 16);
        put_u8(&sample_event, 3);
        put_u64(&sample_event, 0);
        put_utf16z(&sample_event, "A");
        sample_send(&the_trace, ID_MONO_RANGE, 1, 1200);
    }
    for (uint32_t i = 0; i < n; i++) {
        send_dump(2000 + 100 * (uint64_t)i, i + 1, 2 + i % 3);
    }
    finish(file);
}

/* n collections between two dumps. They condemn all objects, and survivors do not move: 30 objects
 * of 40. The last dump has 20 others. */
static void collections(FILE *file, uint32_t n)
{
    begin();
    send_dump(2000, 1, 40);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t time = 3000 + 100 * (uint64_t)i;
        sample_start_of(&the_trace, time, i + 2, 2, 0);
        sample_range(&the_trace, time + 1, 2, 0x1000, 0x1000);
        sample_open(0, 1);
        sample_survivor(8, 0x1000, 24 * 30);
        sample_send(&the_trace, ID_SURVIVING, 1, time + 2);
        sample_end_of(&the_trace, time + 3, i + 2, 2);
    }
    send_dump(3000 + 100 * (uint64_t)(n + 1), n + 2, 50);
    finish(file);
}

static void type_definitions(FILE *file, uint32_t n)
{
    begin();
    for (uint32_t i = 0; i < n; i++) {
        sample_type(&the_trace, 1200, 100 + i, 0xbb, 0, i % 2 == 0 ? "Acme.Same" : "Acme.Other`1",
                    i % 2 == 0 ? 0 : 100 + i - 1);
    }
    send_dump(2000, 1, 10);
    finish(file);
}

/* n types, each an array of the previous one. */
static void nested_types(FILE *file, uint32_t n)
{
    begin();
    for (uint32_t i = 0; i < n; i++) {
        sample_type(&the_trace, 1200, 100 + i, 0xbb, 8, "", i > 0 ? 100 + i - 1 : 4);
    }
    sample_start(&the_trace, 2000, 1);
    for (uint32_t i = 0; i < n; i++) {
        sample_open(i, 1);
        sample_node(8, 0x1000 + 24 * (uint64_t)i, growth_bytes(24), 100 + i, 0);
        sample_send(&the_trace, ID_NODES, 1, 2001);
    }
    send_roots(2003, 0x1000, 24, n);
    sample_end(&the_trace, 2004, 1);
    finish(file);
}

static void generations(FILE *file, uint32_t n)
{
    begin();
    sample_start(&the_trace, 2000, 1);
    send_nodes(2001, 0, 0x1000, 24, n);
    send_roots(2002, 0x1000, 24, n);
    for (uint32_t i = 0; i < n; i++) {
        sample_range(&the_trace, 2003, i % 4, 0x1000 + 0x30 * (uint64_t)i, 0x30);
    }
    sample_end(&the_trace, 2004, 1);
    finish(file);
}

#define SHAPE(function, has, size)                                                                 \
    {                                                                                              \
        "trace " #function, has, size, "1000", function, NULL                                      \
    }

enum { MANY = GROWTH_HEAP | GROWTH_TRACE };

const growth_shape growth_traces[] = {
    SHAPE(objects, GROWTH_HEAP, 500),
    SHAPE(dependents, GROWTH_HEAP, 200),
    SHAPE(type_definitions, GROWTH_HEAP, 250),
    SHAPE(nested_types, GROWTH_HEAP, 100),
    SHAPE(generations, GROWTH_HEAP | GROWTH_AGES, 300),
    SHAPE(snapshots, MANY, 50),
    SHAPE(root_ranges, MANY, 100),
    SHAPE(collections, MANY, 100),
};

const size_t growth_n_traces = sizeof growth_traces / sizeof growth_traces[0];
