/* Moved objects in traces: collections in the order of their ends, condemned ranges, the positions
 * of dumps between them, and every way in which evidence can be missing. */
#include "support/check.h"
#include "support/nettrace_sample.h"
#include "support/said.h"

#include "heap/moves.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static trace_writer w;

/* ---- moves as text -------------------------------------------------------------------------- */

static said_text said;
static char *const text = said.data;

static void tell(const gcv_moves *moves)
{
    for (size_t i = 0; i < moves->collections.n; i++) {
        assert_true(moves->collections.data[i].place.at_offset);
    }
    say_moves(&said, moves, false);
}

static void load_from(size_t size, uint32_t snapshot, gcv_load_level level, bool salvage)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {
        .level = level, .with_moves = true, .snapshot = snapshot, .salvage = salvage};
    gcv_heap *heap = NULL;
    gcv_error err;
    if (gcv_heap_load_memory(ctx, "trace", w.out.data, size, &options, &heap, &err) != GCV_OK) {
        fail_msg("%s", err.message);
    }
    assert_non_null(gcv_heap_moves(heap));
    tell(gcv_heap_moves(heap));
    gcv_heap_free(heap);
    check_context_free(ctx);
}

/* Checks the moves of the current trace, which do not depend on the level. */
static void check_moves(const char *expected)
{
    load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
    assert_string_equal(text, expected);
    load_from(w.out.n, 0, GCV_LOAD_TALLY, false);
    assert_string_equal(text, expected);
}

/* The same of a trace that ends here. */
static void expect(const char *expected)
{
    trace_end(&w);
    check_moves(expected);
}

/* ---- pieces of traces ----------------------------------------------------------------------- */

static void begin(void)
{
    sample_begin(&w, TRACE_V4, 8);
    sample_types(&w, 1100);
}

static void move(uint64_t time, uint64_t old, uint64_t fresh, uint64_t length)
{
    sample_open(0, 1);
    sample_moved(w.pointer_size, old, fresh, length);
    sample_send(&w, ID_MOVED, 1, time);
}

static void survive(uint64_t time, uint64_t start, uint64_t length)
{
    sample_open(0, 1);
    sample_survivor(w.pointer_size, start, length);
    sample_send(&w, ID_SURVIVING, 1, time);
}

/* A collection with all events, and without a dump. */
static void collect(uint64_t time, uint32_t count)
{
    sample_start_of(&w, time, count, 0, 0);
    sample_range(&w, time + 1, 0, 0x100, 0x80);
    move(time + 2, 0x100, 0x80, 0x10);
    sample_range(&w, time + 3, 0, 0x200, 0x80);
    sample_end_of(&w, time + 4, count, 0);
}

static const char whole[] =
    "5 gen 2: r 100-180\n6 gen 0: r 100-180 100>80+10\n7 gen 2: r 100-180\n"
    "dump 1 after 1\ndump 2 after 3\n";

/* Dump, collection, dump, with sequence points between them. */
static void write_whole(void)
{
    begin();
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    trace_point(&w, 4);
    collect(3000, 6);
    trace_point(&w, 4);
    sample_dump(&w, 4000, 7, LOSE_NOTHING);
    trace_point(&w, 4);
    trace_end(&w);
}

/* ---- what is told --------------------------------------------------------------------------- */

static void test_every_container(NO_STATE)
{
    static const unsigned sizes[] = {4, 8};
    for (int variety = 0; variety < TRACE_VARIETIES; variety++) {
        for (size_t i = 0; i < CHECK_COUNT(sizes); i++) {
            if (variety == TRACE_NETPERF2 && sizes[i] == 4) {
                continue; /* does not give the size of pointers: 8 bytes */
            }
            sample_begin(&w, (trace_variety)variety, sizes[i]);
            sample_types(&w, 1100);
            sample_dump(&w, 2000, 5, LOSE_NOTHING);
            sample_start_of(&w, 3000, 6, 1, 0);
            sample_range(&w, 3001, 2, 0x9000, 0x1000);
            sample_range(&w, 3002, 1, 0x5000, 0x1000);
            sample_range(&w, 3003, 0, 0x1000, 0x1000);
            sample_open(0, 2);
            sample_moved(sizes[i], 0x1000, 0x800, 0x18);
            sample_moved(sizes[i], 0x1018, 0x1018, 0x28);
            sample_send(&w, ID_MOVED, 1, 3004);
            move(3005, 0x1070, 0xfffff000, 0x1e); /* indexes start again */
            sample_open(0, 2);
            sample_survivor(sizes[i], 0x5000, 0x20);
            sample_survivor(sizes[i], 0xff000000, 0x30);
            sample_send(&w, ID_SURVIVING, 1, 3006);
            sample_range(&w, 3007, 0, 0x7000, 0x1000);
            sample_end_of(&w, 3008, 6, 1);
            sample_dump(&w, 4000, 7, LOSE_NOTHING);
            trace_point(&w, 4);
            expect(
                "5 gen 2: r 100-180\n"
                "6 gen 1: r 5000-6000 r 1000-2000 1000>800+18 1018>1018+28 1070>fffff000+1e "
                "5000>5000+20 ff000000>ff000000+30\n"
                "7 gen 2: r 100-180\n"
                "dump 1 after 1\n"
                "dump 2 after 3\n");
        }
    }
}

static void test_not_asked_for(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap;
    write_whole();
    assert_int_equal(gcv_heap_load_memory(ctx, "trace", w.out.data, w.out.n, NULL, &heap, NULL),
                     GCV_OK);
    assert_null(gcv_heap_moves(heap));
    gcv_heap_free(heap);
    gcv_context_free(ctx);
    check_moves(whole);
    load_from(w.out.n, 2, GCV_LOAD_GRAPH, false);
    assert_string_equal(text, whole);
}

static void test_what_is_condemned(NO_STATE)
{
    static const uint32_t depths[] = {0, 1, 2, 3};
    static const char *const expected[] = {
        "6 gen 0: r 0-10", "6 gen 1: r 0-10 r 100-110",
        "6 gen 2: r 0-10 r 100-110 r 200-210 r 300-310 r 400-410", "6 gen -1:"};
    for (size_t i = 0; i < CHECK_COUNT(depths); i++) {
        begin();
        sample_start_of(&w, 2000, 6, 1, 0); /* the end event has the right one */
        for (unsigned g = 0; g < 5; g++) {
            sample_range(&w, 2001, g, g * 0x100, 0x10);
        }
        survive(2002, 0x5000, 8);
        sample_end_of(&w, 2003, 6, depths[i]);
        sample_dump(&w, 4000, 7, LOSE_NOTHING);
        trace_end(&w);
        load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
        assert_memory_equal(text, expected[i], strlen(expected[i]));
        assert_memory_equal(text + strlen(expected[i]), " 5000>5000+8\n7 ", 15);
    }
}

/* Without an event between them, only their number separates the ranges before and after. */
static void test_nothing_survives(NO_STATE)
{
    begin();
    sample_start_of(&w, 2000, 4, 0, 0);
    sample_range(&w, 2001, 0, 0x100, 0x80);
    sample_range(&w, 2002, 1, 0x200, 0x80);
    sample_range(&w, 2003, 0, 0x300, 0);
    sample_range(&w, 2004, 1, 0x200, 0x80);
    sample_end_of(&w, 2005, 4, 0);
    sample_start_of(&w, 2010, 5, 0, 0);
    sample_range(&w, 2011, 0, 0x100, 0x80);
    sample_range(&w, 2012, 0, 0x200, 0x80);
    sample_range(&w, 2013, 0, 0x300, 0x80);
    sample_end_of(&w, 2014, 5, 0);
    sample_start_of(&w, 2020, 6, 0, 0);
    sample_end_of(&w, 2021, 6, 0);
    sample_start_of(&w, 2030, 7, 0, 0); /* one region more than before, or one event lost */
    sample_range(&w, 2031, 1, 0x200, 0x80);
    sample_range(&w, 2032, 0, 0x100, 0x80);
    sample_range(&w, 2033, 1, 0x200, 0x80);
    sample_range(&w, 2034, 1, 0x100, 0x80);
    sample_end_of(&w, 2035, 7, 0);
    sample_dump(&w, 4000, 8, LOSE_NOTHING);
    expect(
        "4 gen 0: r 100-180\n5 gen 0:\n6 gen 0:\n7 gen 0:\n8 gen 2: r 100-180\n"
        "dump 1 after 5\n");
}

/* A dump without memory ranges in a trace that has others; this occurs only in made-up traces. */
static void test_silent_dump(NO_STATE)
{
    begin();
    collect(1500, 4);
    sample_start(&w, 2000, 5);
    sample_lone_node(&w, 2001, 0x1000);
    sample_end(&w, 2002, 5);
    expect("4 gen 0: r 100-180 100>80+10\n5 gen 2: r 0-0\ndump 1 after 2\n");
}

static void test_background(NO_STATE)
{
    begin();
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    sample_start_of(&w, 3000, 6, 2, 1);
    sample_range(&w, 3001, 2, 0x1000, 0x1000);
    collect(3100, 7);
    survive(3200, 0x1000, 0x500);
    collect(3300, 8);
    sample_end_of(&w, 3400, 6, 2);
    sample_dump(&w, 4000, 9, LOSE_NOTHING);
    expect(
        "5 gen 2: r 100-180\n7 gen 0: r 100-180 100>80+10\n8 gen 0: r 100-180 100>80+10\n"
        "6 gen 2 background: r 1000-2000 1000>1000+500\n9 gen 2: r 100-180\n"
        "dump 1 after 1\ndump 2 after 5\n");
}

/* Ranges never belong to the background collection while another one is open. */
static void test_background_within(NO_STATE)
{
    begin();
    sample_start_of(&w, 2000, 6, 0, 0);
    sample_start_of(&w, 2001, 7, 2, 1);
    sample_range(&w, 2002, 0, 0x100, 0x80);
    survive(2003, 0x100, 8);
    sample_end_of(&w, 2004, 6, 0);
    sample_range(&w, 2005, 2, 0x1000, 0x80);
    survive(2006, 0x1000, 8);
    sample_end_of(&w, 2007, 7, 2);
    sample_dump(&w, 4000, 8, LOSE_NOTHING);
    expect(
        "6 gen 0: r 100-180 100>100+8\n7 gen 2 background: r 1000-1080 1000>1000+8\n"
        "8 gen 2: r 100-180\ndump 1 after 3\n");
}

/* ---- dumps ---------------------------------------------------------------------------------- */

static void dump_of_its_own(uint64_t time, uint32_t count)
{
    sample_event.n = 0;
    put_u32(&sample_event, count);
    put_u16(&sample_event, 0);
    sample_send(&w, ID_AWARE_START, 1, time);
    sample_lone_node(&w, time + 1, 0x1000);
    sample_event.n = 0;
    put_u32(&sample_event, count);
    put_u16(&sample_event, 0);
    sample_send(&w, ID_AWARE_END, 1, time + 2);
}

/* Within a collection, after it, and outside of any. */
static void test_places_of_dumps(NO_STATE)
{
    begin();
    sample_lone_node(&w, 1500, 0x1000);
    sample_start_of(&w, 2000, 5, 0, 0);
    sample_range(&w, 2001, 0, 0x100, 0x80);
    survive(2002, 0x100, 8);
    dump_of_its_own(2003, 5);
    sample_end_of(&w, 2010, 5, 0);
    collect(2100, 6);
    dump_of_its_own(2200, 6);
    collect(2300, 7);
    sample_lone_node(&w, 2400, 0x1000);
    expect(
        "5 gen 0: r 100-180 100>100+8\n6 gen 0: r 100-180 100>80+10\n"
        "7 gen 0: r 100-180 100>80+10\n"
        "dump 1 after 0\ndump 2 after 1\ndump 3 after 2\ndump 4 after 3\n");
}

static void test_dump_over_collections(NO_STATE)
{
    begin();
    sample_start_of(&w, 2000, 5, 2, 1);
    sample_range(&w, 2001, 0, 0x100, 0x80);
    sample_lone_node(&w, 2002, 0x1000);
    collect(2100, 6);
    sample_end_of(&w, 2200, 5, 2);
    expect(
        "6 gen 0: r 100-180 100>80+10\n5 gen 2 background: r 100-180\n"
        "dump 1 after 2\ngap 0-2 dump 1: other collections ended while the dump was taken\n");
}

static void test_processes(NO_STATE)
{
    sample_begin(&w, TRACE_V6, 8);
    trace_thread(&w, 1, 100);
    trace_thread(&w, 2, 100);
    trace_thread(&w, 3, 100);
    sample_types(&w, 1100);
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    trace_point(&w, 4);
    trace_thread(&w, 1, 200);
    trace_thread(&w, 2, 200);
    collect(3000, 5);
    sample_dump(&w, 3100, 6, LOSE_NOTHING);
    trace_end(&w);
    load_from(w.out.n, 1, GCV_LOAD_GRAPH, false);
    assert_string_equal(text, "5 gen 2: r 100-180\ndump 1 after 1\n");
    load_from(w.out.n, 2, GCV_LOAD_GRAPH, false);
    assert_string_equal(text, "5 gen 0: r 100-180 100>80+10\n6 gen 2: r 100-180\ndump 2 after 2\n");
}

/* If there are too many processes, the later ones have no evidence. */
static void test_too_many_processes(NO_STATE)
{
    enum { STORIES = 64 };
    for (unsigned last = STORIES; last <= STORIES + 1; last++) {
        sample_begin(&w, TRACE_V6, 8);
        for (unsigned process = 1; process <= last; process++) {
            trace_thread(&w, 1, process);
            trace_thread(&w, 2, process);
            trace_thread(&w, 3, process);
            if (process < last) {
                sample_start_of(&w, 1000 + process, 1, 0, 0);
                sample_end_of(&w, 1000 + process, 1, 0);
            }
        }
        sample_types(&w, 2000);
        sample_dump(&w, 3000, 5, LOSE_NOTHING);
        expect(last == STORIES ? "5 gen 2: r 100-180\ndump 1 after 1\n"
                               : "gap 0-0 dump 1: the trace has too many processes\n");
    }
}

/* ---- what is missing ------------------------------------------------------------------------ */

static const char lacking[] =
    "gap 0-1 dump 1: the trace does not say what moved: it was taken without the keyword 0x400000 "
    "(GCHeapSurvivalAndMovement); take it with Microsoft-Windows-DotNETRuntime:0x1D80001:4\n";

static void test_without_the_keyword(NO_STATE)
{
    begin();
    sample_start(&w, 2000, 5);
    sample_lone_node(&w, 2001, 0x1000);
    sample_end(&w, 2002, 5);
    trace_end(&w);
    load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
    size_t n = strlen(text) - strlen(lacking);
    assert_string_equal(text + n, lacking);
    assert_memory_equal(text, "5 gen 2:\ndump 1 after 1\n", n);
}

/* NativeAOT: each collection has generations, but none has ranges of objects. */
static void test_without_ranges_of_objects(NO_STATE)
{
    begin();
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    sample_dump(&w, 3000, 6, LOSE_NOTHING);
    expect(
        "5 gen 2: r 100-180\n"
        "6 gen 2: r 100-180\n"
        "dump 1 after 1\n"
        "dump 2 after 2\n"
        "gap 0-2 dump 1: the runtime tells of generations, but not what survived or moved "
        "(NativeAOT does not)\n");
}

static void test_no_end_or_beginning(NO_STATE)
{
    begin();
    collect(1500, 4);
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    sample_start_of(&w, 3000, 6, 0, 0);
    sample_end_of(&w, 3100, 7, 0);
    sample_dump(&w, 4000, 8, LOSE_NOTHING);
    expect(
        "4 gen 0: r 100-180 100>80+10\n5 gen 2: r 100-180\n7 gen -1:\n8 gen 2: r 100-180\n"
        "dump 1 after 2\ndump 2 after 4\n"
        "gap 2-2 dump 2: a collection ends here that did not begin\n"
        "gap 2-4 dump 2: collection 6 does not end\n");
}

static void test_begun_again(NO_STATE)
{
    begin();
    sample_start_of(&w, 3000, 6, 0, 0);
    collect(3100, 6);
    sample_dump(&w, 4000, 7, LOSE_NOTHING);
    expect(
        "6 gen 0: r 100-180 100>80+10\n7 gen 2: r 100-180\n"
        "dump 1 after 2\ngap 0-0 dump 1: collection 6 does not end\n");
}

/* For all that is known, the collection may have moved objects after its dump. */
static void test_dump_without_end(NO_STATE)
{
    begin();
    collect(1500, 4);
    sample_dump(&w, 2000, 5, LOSE_END);
    sample_dump(&w, 3000, 5, LOSE_NOTHING);
    expect(
        "4 gen 0: r 100-180 100>80+10\n"
        "5 gen 2: r 100-180\ndump 1 after 1\ndump 2 after 2\n"
        "gap 1-2 dump 1: collection 5 does not end\n");
}

static void test_too_many_at_once(NO_STATE)
{
    begin();
    for (uint32_t i = 1; i <= 9; i++) {
        sample_start_of(&w, 2000 + i, i, 0, 0);
    }
    for (uint32_t i = 9; i >= 2; i--) {
        sample_range(&w, 3000 + 9 - i, 0, 0x100, 0x80);
        survive(3000 + 9 - i, i * 0x100, 8);
        sample_end_of(&w, 3000 + 9 - i, i, 0);
    }
    sample_dump(&w, 4000, 10, LOSE_NOTHING);
    trace_end(&w);
    load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
    assert_non_null(strstr(text, "9 gen 0: r 100-180 900>900+8\n8 gen 0: r 100-180 800>800+8\n"));
    assert_non_null(strstr(text, "gap 0-0 dump 1: collection 1 does not end\n"));
}

static void test_outside(NO_STATE)
{
    begin();
    survive(1500, 0x100, 8);
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    expect(
        "5 gen 2: r 100-180\ndump 1 after 1\n"
        "gap 0-0 dump 1: ranges of objects outside of a collection\n");
}

/* An event that cannot be read invalidates its collection, wherever this is noticed. */
static void test_malformed(NO_STATE)
{
    for (int kind = 0; kind < 4; kind++) {
        static const char *const reasons[] = {
            "an event is shorter than the records it tells of", "an event is too short",
            "memory of a generation that there is not",
            "memory of a generation ends behind the last address"};
        char gap[100];
        begin();
        sample_dump(&w, 2000, 5, LOSE_NOTHING);
        trace_point(&w, 4);
        sample_start_of(&w, 3000, 6, 0, 0);
        sample_range(&w, 3001, kind == 2 ? 5 : 0, 0x100, kind == 3 ? UINT64_MAX : 0x80);
        if (kind == 0) {
            sample_open(0, 2);
            sample_survivor(8, 0x100, 8);
            sample_send(&w, ID_SURVIVING, 1, 3002);
        } else if (kind == 1) {
            sample_event.n = 0;
            put_u32(&sample_event, 0);
            sample_send(&w, ID_MOVED, 1, 3002);
        }
        survive(3003, 0x100, 8);
        sample_end_of(&w, 3004, 6, 0);
        trace_point(&w, 4);
        sample_dump(&w, 4000, 7, LOSE_NOTHING);
        trace_end(&w);
        (void)snprintf(gap, sizeof gap, "gap 1-%d dump 2: %s\n", kind == 1 ? 2 : 1, reasons[kind]);
        load_from(w.out.n, 0, GCV_LOAD_TALLY, false);
        assert_non_null(strstr(text, gap));
        assert_non_null(strstr(text, "\n6 gen 0:"));
        assert_null(strstr(text, "gap 0"));
        assert_null(strstr(text, "gap 2"));
    }
}

/* A loss is known to be between two points, which is the hole, however it is noticed: by the next
 * row of the thread, or by the numbers of the point. */
static void test_lost(NO_STATE)
{
    for (unsigned part = 0; part < 3; part++) {
        for (unsigned shown = 0; shown < 2; shown++) {
            char gap[100];
            begin();
            w.sequence[1] += part == 0 && shown == 0 ? 2 : 0;
            sample_dump(&w, 2000, 5, LOSE_NOTHING);
            w.sequence[1] += part == 0 && shown == 1 ? 2 : 0;
            trace_point(&w, 4);
            w.sequence[1] += part == 1 && shown == 0 ? 2 : 0;
            collect(3000, 6);
            w.sequence[1] += part == 1 && shown == 1 ? 2 : 0;
            trace_point(&w, 4);
            w.sequence[1] += part == 2 && shown == 0 ? 2 : 0;
            sample_dump(&w, 4000, 7, LOSE_NOTHING);
            w.sequence[1] += part == 2 && shown == 1 ? 2 : 0;
            trace_point(&w, 4);
            trace_end(&w);
            (void)snprintf(gap, sizeof gap, "gap %u-%u dump %u: 2 events lost before this one\n",
                           part, part + 1, part == 0 ? 1 : 2);
            load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
            assert_string_equal(strstr(text, "gap"), gap);
            assert_memory_equal(text, whole, strlen(whole));
        }
    }
}

/* A point may have a thread without rows: then all ranges that the thread reported are lost.
 */
static void test_lost_with_its_thread(NO_STATE)
{
    for (unsigned part = 0; part < 3; part++) {
        char gap[100];
        begin();
        sample_dump(&w, 2000, 5, LOSE_NOTHING);
        w.sequence[4] = part == 0 ? 2 : 0;
        trace_point(&w, 4);
        collect(3000, 6);
        w.sequence[4] = part <= 1 ? 2 : 0;
        trace_point(&w, 4);
        sample_dump(&w, 4000, 7, LOSE_NOTHING);
        w.sequence[4] = 2;
        trace_point(&w, 4);
        trace_end(&w);
        (void)snprintf(gap, sizeof gap, "gap %u-%u dump %u: 2 events lost before this one\n", part,
                       part + 1, part == 0 ? 1 : 2);
        load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
        assert_non_null(strstr(text, "gap"));
        assert_string_equal(strstr(text, "gap"), gap);
    }
}

static void numbered(unsigned thread, uint32_t index, uint64_t old)
{
    sample_open(index, 1);
    sample_moved(w.pointer_size, old, old, 8);
    sample_send(&w, ID_MOVED, thread, 3002);
}

/* Threads number their range events, from 0 for every part of the heap. */
static void test_lost_by_index(NO_STATE)
{
    /* threads and numbers, in pairs */
    static const unsigned whole_ones[] = {1, 0, 1, 1, 2, 0, 1, 2, 2, 1, 1, 0, 1, 1, 1, 0, 1, 0};
    static const unsigned broken[][6] = {{1, 1, 1, 2, 1, 3}, {1, 0, 1, 2, 1, 3},
                                         {1, 0, 1, 1, 1, 1}, {1, 0, 2, 1, 2, 2},
                                         {1, 0, 1, 1, 2, 2}, {1, 2, 1, 0, 1, 1}};
    for (size_t i = 0; i <= CHECK_COUNT(broken); i++) {
        sample_begin(&w, TRACE_NETPERF3, 8); /* nothing else shows the loss */
        sample_types(&w, 1100);
        collect(1200, 4); /* the numbers of the next collection are independent */
        sample_dump(&w, 2000, 5, LOSE_NOTHING);
        sample_start_of(&w, 3000, 6, 0, 0);
        sample_range(&w, 3001, 0, 0x100, 0x80);
        for (size_t k = 0; k < (i == 0 ? CHECK_COUNT(whole_ones) : 6); k += 2) {
            const unsigned *pair = i == 0 ? &whole_ones[k] : &broken[i - 1][k];
            numbered(pair[0], pair[1], 0x100 + k * 8);
        }
        sample_open(0, 1); /* the other kind has numbers of its own */
        sample_survivor(8, 0x170, 8);
        sample_send(&w, ID_SURVIVING, 1, 3003);
        sample_end_of(&w, 3008, 6, 0);
        sample_dump(&w, 4000, 7, LOSE_NOTHING);
        trace_end(&w);
        load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
        if (i == 0) {
            assert_null(strstr(text, "gap"));
        } else {
            assert_non_null(strstr(text, "gap"));
            assert_string_equal(strstr(text, "gap"),
                                "gap 2-2 dump 2: events of ranges are missing ahead of this one\n");
        }
    }
}

static void test_cut_off(NO_STATE)
{
    write_whole();
    for (size_t cut = w.out.n - 1; cut > w.out.n - 40; cut--) {
        load_from(cut, 0, GCV_LOAD_GRAPH, false);
        assert_memory_equal(text, whole, strlen(whole));
        assert_string_equal(text + strlen(whole), "gap 3-3 dump 3: the trace is cut off\n");
    }
    w.out.data[w.out.n - 1] = 0x77; /* damaged */
    load_from(w.out.n, 0, GCV_LOAD_GRAPH, true);
    assert_string_equal(text + strlen(whole), "gap 3-3 dump 3: the trace is cut off\n");
}

/* After a cut, events may be missing since the last point, as the threads come one after the other.
 */
static void test_cut_off_between_points(NO_STATE)
{
    begin();
    sample_dump(&w, 2000, 5, LOSE_NOTHING);
    trace_point(&w, 4);
    collect(3000, 6);
    sample_dump(&w, 4000, 7, LOSE_NOTHING);
    trace_close_block(&w);
    load_from(w.out.n, 0, GCV_LOAD_GRAPH, false);
    assert_memory_equal(text, whole, strlen(whole));
    assert_string_equal(text + strlen(whole), "gap 1-3 dump 2: the trace is cut off\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_container),
        cmocka_unit_test(test_not_asked_for),
        cmocka_unit_test(test_what_is_condemned),
        cmocka_unit_test(test_nothing_survives),
        cmocka_unit_test(test_silent_dump),
        cmocka_unit_test(test_background),
        cmocka_unit_test(test_background_within),
        cmocka_unit_test(test_places_of_dumps),
        cmocka_unit_test(test_dump_over_collections),
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_too_many_processes),
        cmocka_unit_test(test_without_the_keyword),
        cmocka_unit_test(test_without_ranges_of_objects),
        cmocka_unit_test(test_no_end_or_beginning),
        cmocka_unit_test(test_begun_again),
        cmocka_unit_test(test_dump_without_end),
        cmocka_unit_test(test_too_many_at_once),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_lost),
        cmocka_unit_test(test_lost_with_its_thread),
        cmocka_unit_test(test_lost_by_index),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_cut_off_between_points),
    };
    return cmocka_run_group_tests_name("input.trace_moves", tests, NULL, NULL);
}
