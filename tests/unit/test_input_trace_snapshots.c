/* Which of several snapshots of a trace is read: the last or the first complete one, or one by
 * number. The choice must not depend on the form of the request: wherever the trace is cut off, the
 * heap is that of the number which the list of snapshots shows. */
#include "support/check.h"
#include "support/effort.h"
#include "support/nettrace_sample.h"
#include "support/trace_heaps.h"

#include "heap/heap.h"

#include <string.h>

enum { DUMPS = 4 };

/* Bit i of `whole`: dump i + 1 is complete. The collections distinguish the dumps. */
static void write_trace(unsigned whole)
{
    sample_begin(&trace, TRACE_V4, 8);
    sample_types(&trace, 1000);
    for (unsigned i = 0; i < DUMPS; i++) {
        sample_dump(&trace, 2000 + 1000 * i, 5 + i, whole >> i & 1 ? LOSE_NOTHING : LOSE_EDGES_1);
        trace_point(&trace, 4);
    }
    trace_end(&trace);
}

/* Returns the expected choice from the list, found from its other end. */
static uint32_t choice(const gcv_heap *heap, bool last)
{
    uint32_t n = (uint32_t)gcv_heap_n_snapshots(heap), number;
    for (uint32_t i = 0; i < n; i++) {
        number = last ? n - i : i + 1;
        if (gcv_heap_snapshot(heap, number - 1)->complete) {
            return number;
        }
    }
    return last ? n : 1;
}

static trace_heap load(size_t size, uint32_t snapshot)
{
    gcv_load_options options = {.snapshot = snapshot, .salvage = true};
    return trace_load_bytes(trace.out.data, size, &options);
}

/* Returns whether there is a heap, and checks that it is the one with the number. */
static bool check_choice(size_t size, uint32_t asked)
{
    static said_text by_place, by_number;
    trace_heap a = load(size, asked);
    if (a.status != GCV_OK) {
        trace_unload(&a);
        return false;
    }
    uint32_t number = choice(a.heap, asked == GCV_SNAPSHOT_LAST);
    assert_int_equal(gcv_heap_chosen_snapshot(a.heap), number);
    assert_int_equal(gcv_heap_snapshot_number(a.heap, asked), number);
    trace_heap b = load(size, number);
    assert_int_equal(b.status, GCV_OK);
    trace_describe(a.heap, &by_place);
    trace_describe(b.heap, &by_number);
    assert_string_equal(by_place.data, by_number.data);
    assert_string_equal(gcv_heap_verdict(a.heap), gcv_heap_verdict(b.heap));
    assert_int_equal(gcv_heap_chosen_snapshot(b.heap), number);
    trace_unload(&b);
    trace_unload(&a);
    return true;
}

static void test_patterns(NO_STATE)
{
    for (unsigned whole = 0; whole < 1u << DUMPS; whole++) {
        write_trace(whole);
        assert_true(check_choice(trace.out.n, GCV_SNAPSHOT_LAST));
        assert_true(check_choice(trace.out.n, GCV_SNAPSHOT_FIRST));
        trace_heap l = load(trace.out.n, GCV_SNAPSHOT_LAST);
        assert_int_equal(gcv_heap_chosen_snapshot(l.heap), whole >= 8   ? 4
                                                           : whole >= 4 ? 3
                                                           : whole >= 2 ? 2
                                                           : whole == 1 ? 1
                                                                        : 4);
        trace_unload(&l);
    }
}

static void test_cuts(NO_STATE)
{
    size_t readable = 0, step = effort_is_reduced() ? 8 : 1;
    write_trace(0xb); /* the third is incomplete */
    for (size_t size = 0; size <= trace.out.n; size += step) {
        readable += check_choice(size, GCV_SNAPSHOT_LAST);
        readable += check_choice(size, GCV_SNAPSHOT_FIRST);
    }
    assert_true(readable > trace.out.n / step / 2);
}

static void write_nodes(uint64_t time, uint32_t n)
{
    sample_open(0, n);
    for (uint32_t i = 0; i < n; i++) {
        sample_node(8, 0x1000 + i * 24, 24, 4, 1);
    }
    sample_send(&trace, ID_NODES, 2, time);
    sample_open(0, n);
    for (uint32_t i = 0; i < n; i++) {
        sample_edge(8, 0x1000);
    }
    sample_send(&trace, ID_EDGES, 2, time);
}

/* A dump that begins before another one and ends after it, as with two processes. */
static void test_overlap(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    sample_types(&trace, 1000);
    sample_start(&trace, 1500, 4);
    write_nodes(1600, 3);
    sample_dump(&trace, 2000, 5, LOSE_NOTHING);
    sample_end(&trace, 2900, 4);
    trace_point(&trace, 4);
    trace_end(&trace);
    assert_true(check_choice(trace.out.n, GCV_SNAPSHOT_LAST));
    assert_true(check_choice(trace.out.n, GCV_SNAPSHOT_FIRST));
}

/* However many dumps a trace has, one is kept in addition to the one that is read. */
static void test_memory(NO_STATE)
{
    enum { MANY = 10, NODES = 1000, BYTES_OF_NODE = 22 };
    uint64_t peak[2];
    sample_begin(&trace, TRACE_V4, 8);
    sample_types(&trace, 1000);
    for (unsigned i = 0; i < MANY; i++) {
        sample_start(&trace, 2000 + 1000 * i, 5 + i);
        write_nodes(2100 + 1000 * i, NODES);
        sample_end(&trace, 2200 + 1000 * i, 5 + i);
        trace_point(&trace, 4);
    }
    trace_end(&trace);
    for (unsigned i = 0; i < 2; i++) {
        trace_heap l = load(trace.out.n, i == 0 ? (uint32_t)MANY : GCV_SNAPSHOT_LAST);
        assert_int_equal(l.status, GCV_OK);
        assert_int_equal(gcv_heap_chosen_snapshot(l.heap), MANY);
        assert_true(gcv_heap_is_complete(l.heap));
        peak[i] = gcv_context_peak(l.ctx);
        trace_unload(&l);
    }
    assert_true(peak[1] <= peak[0] + 2 * NODES * BYTES_OF_NODE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("input.trace_snapshots", tests, NULL, NULL);
}
