/* Whole traces: the heap is that of the RPM log written by hand, whatever the container; size
 * classes, snapshots, processes. */
#include "support/check.h"
#include "support/nettrace_sample.h"
#include "support/trace_heaps.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* ---- varieties ---------------------------------------------------------------------------- */

static void test_same_heap(NO_STATE)
{
    for (unsigned variety = 0; variety < TRACE_VARIETIES; variety++) {
        for (unsigned pointer_size = 4; pointer_size <= 8; pointer_size += 4) {
            if (variety == TRACE_NETPERF2 && pointer_size == 4) {
                continue; /* does not give the size of pointers */
            }
            sample_trace(&trace, (trace_variety)variety, pointer_size, LOSE_NOTHING);
            trace_heap l = trace_load(0, false);
            if (l.status != GCV_OK) {
                fail_msg("variety %u: %s", variety, l.err.message);
            }
            assert_string_equal(gcv_heap_format(l.heap), "nettrace");
            assert_string_equal(gcv_heap_verdict(l.heap), "complete");
            trace_check_same(l.heap, sample_log);
            assert_int_equal(gcv_heap_counts(l.heap)->references, 7);
            assert_int_equal(gcv_heap_counts(l.heap)->anomalies, 0);
            trace_unload(&l);
        }
    }
}

static gcv_slice module_of(const gcv_heap *heap, uint64_t id)
{
    return gcv_heap_type_module(heap, gcv_heap_object_type(heap, gcv_heap_find(heap, 0, id)));
}

static void test_beside_the_graph(NO_STATE)
{
    static const uint64_t ids[] = {0x1000, 0x1070, 0x1090, 0x10a8, 0x2000};
    static const uint32_t generations[] = {2, 2, 3, 3, GCV_NONE};
    static const char *const labels[] = {
        "Acme.Cache.instance", "strong", NULL, NULL, NULL, "frozen"};
    sample_trace(&trace, TRACE_V4, 8, LOSE_NOTHING);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    for (size_t i = 0; i < CHECK_COUNT(ids); i++) {
        assert_int_equal(gcv_heap_object_generation(l.heap, gcv_heap_find(l.heap, 0, ids[i])),
                         generations[i]);
    }
    assert_true(gcv_slice_is(module_of(l.heap, 0x1000), "/app/Acme.dll"));
    assert_true(gcv_slice_is(module_of(l.heap, 0x1070), "Module(0xbb)"));
    assert_int_equal(gcv_heap_n_roots(l.heap), CHECK_COUNT(labels));
    for (size_t i = 0; i < CHECK_COUNT(labels); i++) {
        gcv_slice label = gcv_heap_root(l.heap, (uint32_t)i)->label;
        assert_int_equal(label.data != NULL, labels[i] != NULL);
        assert_true(labels[i] == NULL || gcv_slice_is(label, labels[i]));
    }
    trace_unload(&l);
}

static void test_properties(NO_STATE)
{
    sample_trace(&trace, TRACE_V4, 8, LOSE_NOTHING);
    trace_heap l = trace_load(0, false);
    assert_string_equal(trace_property(l.heap, "process"), "/app/acme --fast");
    assert_string_equal(trace_property(l.heap, "process_id"), "4321");
    assert_string_equal(trace_property(l.heap, "pointer_size"), "8");
    assert_string_equal(trace_property(l.heap, "os"), "Linux");
    assert_string_equal(trace_property(l.heap, "architecture"), "x64");
    assert_string_equal(trace_property(l.heap, "collection"), "5");
    /* One millisecond after the beginning, which is 1.5 s before the end of February. */
    assert_string_equal(trace_property(l.heap, "collected"), "2026-02-28 23:59:58 UTC");
    trace_unload(&l);
    for (uint64_t ms = 1499; ms <= 1500; ms++) {
        sample_begin(&trace, TRACE_V4, 8);
        sample_dump(&trace, 1000 + 1000 * ms, 5, LOSE_NOTHING);
        trace_end(&trace);
        l = trace_load(0, false);
        assert_string_equal(trace_property(l.heap, "collected"),
                            ms < 1500 ? "2026-02-28 23:59:59 UTC" : "2026-03-01 00:00:00 UTC");
        assert_int_equal(gcv_heap_snapshot(l.heap, 0)->time_ms, ms);
        trace_unload(&l);
    }
    sample_begin(&trace, TRACE_V4, 8); /* empty texts are ignored */
    sample_event.n = 0;
    put_utf16z(&sample_event, "acme");
    put_utf16z(&sample_event, "");
    put_utf16z(&sample_event, "x64");
    sample_send(&trace, ID_PROCESS, 4, 1000);
    sample_dump(&trace, 2000, 5, LOSE_NOTHING);
    trace_end(&trace);
    l = trace_load(0, false);
    assert_string_equal(trace_property(l.heap, "process"), "acme");
    assert_null(trace_property(l.heap, "os"));
    assert_string_equal(trace_property(l.heap, "architecture"), "x64");
    trace_unload(&l);
}

/* ---- size classes ------------------------------------------------------------------------- */

static void test_size_classes(NO_STATE)
{
    static const uint64_t sizes[] = {1000,    1001,     10000,     10001,     100001,
                                     1000001, 10000001, 100000001, 5000000000};
    static const char *const names[] = {"T",
                                        "T (Bytes > 1K)",
                                        "T (Bytes > 1K)",
                                        "T (Bytes > 10K)",
                                        "T (Bytes > 100K)",
                                        "T (Bytes > 1M)",
                                        "T (Bytes > 10M)",
                                        "T (Bytes > 100M)",
                                        "T (Bytes > 100M)"};
    gcv_load_options options = {0};
    sample_begin(&trace, TRACE_V6, 8);
    sample_start(&trace, 2000, 1);
    sample_open(0, CHECK_COUNT(sizes));
    for (size_t i = 0; i < CHECK_COUNT(sizes); i++) {
        sample_node(8, 0x100 * (i + 1), sizes[i], UINT64_MAX, 0); /* an id that might be in use */
    }
    sample_send(&trace, ID_NODES, 1, 2001);
    sample_end(&trace, 2002, 1);
    sample_type(&trace, 2003, UINT64_MAX, 1, 0, "T", 0);
    trace_end(&trace);
    for (unsigned keep = 0; keep < 2; keep++) {
        options.keep_size_classes = keep == 1;
        trace_heap l = trace_load_bytes(trace.out.data, trace.out.n, &options);
        assert_int_equal(l.status, GCV_OK);
        assert_string_equal(gcv_heap_verdict(l.heap), "complete");
        for (size_t i = 0; i < CHECK_COUNT(sizes); i++) {
            uint32_t object = gcv_heap_find(l.heap, 0, 0x100 * (i + 1));
            assert_int_equal(gcv_heap_object_bytes(l.heap, object), sizes[i]);
            assert_true(
                gcv_slice_is(gcv_heap_type_name(l.heap, gcv_heap_object_type(l.heap, object)),
                             keep ? names[i] : "T"));
        }
        trace_unload(&l);
    }
}

/* ---- snapshots ---------------------------------------------------------------------------- */

static void test_snapshots(NO_STATE)
{
    trace_heap l;
    sample_begin(&trace, TRACE_V4, 8);
    sample_types(&trace, 1000);
    sample_start(&trace, 1500, 4); /* a collection without a dump is no snapshot */
    sample_end(&trace, 1600, 4);
    sample_dump(&trace, 2000, 5, LOSE_EDGES_1);
    sample_dump(&trace, 3000, 6, LOSE_NOTHING);
    sample_dump(&trace, 4000, 7, LOSE_NOTHING);
    sample_type(&trace, 5000, 5, 0xbb, 8, "System.String[]", 4);
    trace_end(&trace);
    for (uint32_t i = 0; i <= 3; i++) {
        uint32_t chosen = i == 0 ? 3 : i, k; /* by default the last complete one */
        l = trace_load(i, i == 1);
        assert_int_equal(l.status, GCV_OK);
        assert_int_equal(gcv_heap_n_snapshots(l.heap), 3);
        for (k = 0; k < 3; k++) {
            const gcv_snapshot *snapshot = gcv_heap_snapshot(l.heap, k);
            assert_int_equal(snapshot->number, k + 1);
            assert_int_equal(snapshot->collection, k + 5);
            assert_int_equal(snapshot->generation, 2);
            assert_int_equal(snapshot->time_ms, k + 1);
            assert_int_equal(snapshot->objects, 7);
            assert_int_equal(snapshot->bytes, 224);
            assert_int_equal(snapshot->references, k == 0 ? 5 : 7);
            assert_int_equal(snapshot->roots, 5);
            assert_int_equal(snapshot->complete, k != 0);
            assert_int_equal(snapshot->chosen, k + 1 == chosen);
        }
        if (chosen > 1) {
            trace_check_same(l.heap, sample_log);
        }
        trace_unload(&l);
    }
    l = trace_load(4, false);
    assert_int_equal(l.status, GCV_ERR_USAGE);
    assert_non_null(strstr(l.err.message, "no snapshot 4; the file has 3"));
    trace_unload(&l);
}

static void test_no_dump(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    sample_types(&trace, 1000);
    sample_start(&trace, 1500, 4);
    sample_end(&trace, 1600, 4);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_non_null(strstr(l.err.message, "no heap dump"));
    trace_unload(&l);
}

/* A foreground collection within a background one: the dump belongs to the foreground collection.
 */
static void test_nested_collections(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    sample_types(&trace, 1000);
    sample_event.n = 0;
    put_u32(&sample_event, 8);
    put_u32(&sample_event, 2);
    put_u32(&sample_event, 0);
    put_u32(&sample_event, 1); /* background */
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0);
    sample_send(&trace, ID_START, 2, 1500);
    sample_dump(&trace, 2000, 9, LOSE_NOTHING);
    sample_end(&trace, 3000, 8);
    sample_type(&trace, 5000, 5, 0xbb, 8, "System.String[]", 4);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_string_equal(gcv_heap_verdict(l.heap), "complete");
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 1);
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->collection, 9);
    trace_check_same(l.heap, sample_log);
    trace_unload(&l);
}

/* A background collection begins within the one that dumps: the dump does not belong to the
 * background collection.
 */
static void test_background_within_dump(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    sample_start(&trace, 1500, 5);
    sample_start_of(&trace, 1600, 6, 2, 1);
    sample_lone_node(&trace, 1700, 0x100);
    sample_end(&trace, 1800, 5);
    sample_end_of(&trace, 1900, 6, 2);
    sample_start_of(&trace, 2000, 7, 2, 1); /* a single one has its own */
    sample_lone_node(&trace, 2100, 0x100);
    sample_end_of(&trace, 2200, 7, 2);
    sample_type(&trace, 3000, 1, 1, 0, "T", 0);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 2);
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->collection, 5);
    assert_int_equal(gcv_heap_snapshot(l.heap, 1)->collection, 7);
    trace_unload(&l);
}

/* A collection can take a dump between its own events. The dump is whole when it ends, even if the
 * collection does not end. */
static void test_aware(NO_STATE)
{
    sample_begin(&trace, TRACE_V4, 8);
    sample_start(&trace, 2000, 3);
    sample_event.n = 0;
    put_u32(&sample_event, 3);
    put_u16(&sample_event, 0);
    sample_send(&trace, ID_AWARE_START, 1, 2001);
    sample_lone_node(&trace, 2002, 0x100);
    sample_event.n = 0;
    put_u32(&sample_event, 3);
    put_u16(&sample_event, 0);
    sample_send(&trace, ID_AWARE_END, 1, 2003);
    sample_type(&trace, 2004, 1, 1, 0, "T", 0);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_string_equal(gcv_heap_verdict(l.heap), "complete");
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 1);
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->collection, 3);
    trace_unload(&l);
}

/* Two processes in one trace at once: their records are not mixed, nor are types with one id, nor
 * the properties of the processes. */
static void test_processes(NO_STATE)
{
    static const char *const names[] = {"One", "Two"};
    static const unsigned generations[] = {2, 0};
    sample_begin(&trace, TRACE_V6, 8);
    trace_thread(&trace, 1, 11);
    trace_thread(&trace, 2, 22);
    sample_event.n = 0;
    put_utf16z(&sample_event, "/app/one");
    put_utf16z(&sample_event, "Linux");
    put_utf16z(&sample_event, "x64");
    sample_send(&trace, ID_PROCESS, 1, 1000);
    for (unsigned k = 0; k < 4; k++) {
        for (unsigned i = 0; i < 2 && k == 2; i++) {
            sample_event.n = 0;
            put_u8(&sample_event, generations[i]);
            put_ptr(&sample_event, 0x100, 8);
            put_u64(&sample_event, 0x80);
            put_u64(&sample_event, 0x100);
            put_u16(&sample_event, 0);
            sample_send(&trace, ID_RANGE, 1 + i, 2000 + k);
        }
        for (unsigned i = 0; i < 2; i++) { /* start, nodes, end and types of both, alternating */
            sample_event.n = 0;
            put_u32(&sample_event, k == 1 ? 0 : 1);
            if (k == 0) {
                put_u32(&sample_event, 2);
                put_u32(&sample_event, 1);
                put_u32(&sample_event, 0);
            } else if (k == 1) {
                put_u32(&sample_event, 1);
            } else if (k == 2) {
                put_u32(&sample_event, 2);
            }
            put_u16(&sample_event, 0);
            if (k == 1) {
                sample_node(8, 0x100, 24 + i, 1, 0);
            } else if (k == 3) {
                put_u64(&sample_event, 1);
                put_u64(&sample_event, 0);
                put_u64(&sample_event, 0);
                put_u8(&sample_event, 18);
                put_utf16z(&sample_event, names[i]);
                put_u32(&sample_event, 0);
            }
            sample_send(&trace,
                        k == 0   ? ID_START
                        : k == 1 ? ID_NODES
                        : k == 2 ? ID_END
                                 : ID_TYPES,
                        1 + i, 2000 + k);
        }
    }
    trace_end(&trace);
    for (unsigned i = 0; i < 2; i++) {
        trace_heap l = trace_load(i + 1, false);
        assert_int_equal(l.status, GCV_OK);
        assert_string_equal(gcv_heap_verdict(l.heap), "complete");
        assert_int_equal(gcv_heap_n_snapshots(l.heap), 2);
        assert_int_equal(gcv_heap_n_objects(l.heap), 1);
        assert_int_equal(gcv_heap_object_bytes(l.heap, 0), 24 + i);
        assert_true(gcv_slice_is(gcv_heap_type_name(l.heap, 0), names[i]));
        assert_int_equal(gcv_heap_object_generation(l.heap, 0), generations[i]);
        assert_string_equal(trace_property(l.heap, "process_id"), i == 0 ? "11" : "22");
        assert_true(i == 0 ? strcmp(trace_property(l.heap, "process"), "/app/one") == 0
                           : trace_property(l.heap, "process") == NULL &&
                                 trace_property(l.heap, "os") == NULL);
        trace_unload(&l);
    }
}

/* Types share a module with a very long path: memory stays within that for a trace of this size.
 */
static void test_shared_module(NO_STATE)
{
    enum { N = 1500, LONG = 40000 };
    static char path[LONG + 1];
    memset(path, 'm', LONG);
    sample_begin(&trace, TRACE_V4, 8);
    sample_start(&trace, 2000, 1);
    for (uint32_t i = 1; i <= N; i++) {
        sample_type(&trace, 2001, i, 0xaa, 0, "T", 0);
    }
    sample_open(0, N);
    for (uint32_t i = 1; i <= N; i++) {
        sample_node(8, 0x1000 + 8 * i, 8, i, 0);
    }
    sample_send(&trace, ID_NODES, 1, 2002);
    sample_end(&trace, 2003, 1);
    sample_event.n = 0;
    put_u64(&sample_event, 0xaa);
    put_u64(&sample_event, 1);
    put_u64(&sample_event, 0);
    put_utf16z(&sample_event, path);
    sample_send(&trace, ID_MODULE, 3, 3000);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_int_equal(gcv_heap_n_objects(l.heap), N);
    assert_int_equal(gcv_heap_type_module(l.heap, 0).size, 4096);
    assert_true(gcv_context_peak(l.ctx) < 64 * trace.out.n + (16u << 20));
    trace_unload(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_heap),
        cmocka_unit_test(test_beside_the_graph),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_size_classes),
        cmocka_unit_test(test_snapshots),
        cmocka_unit_test(test_no_dump),
        cmocka_unit_test(test_nested_collections),
        cmocka_unit_test(test_background_within_dump),
        cmocka_unit_test(test_aware),
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_shared_module),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
