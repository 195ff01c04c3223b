/* Traces with wrappers of COM objects, and traces of Mono, which has its own events. */
#include "support/check.h"
#include "support/nettrace_sample.h"
#include "support/trace_heaps.h"

#include "base/text.h"

static void put_zeroes(size_t n)
{
    while (n-- > 0) {
        put_u8(&sample_event, 0);
    }
}

static void test_com(NO_STATE)
{
    static const char log[] =
        "a 2 x 1\nt 1 T\no 100 1 18\no 200 1 18\no 300 1 18\n"
        "r 100 3 0\nr 200 3 2\nr 200 5 0\nr 300 5 0\nc x 2\n";
    sample_begin(&trace, TRACE_V4, 8);
    sample_start(&trace, 2000, 1);
    sample_open(0, 3);
    sample_node(8, 0x100, 24, 1, 0);
    sample_node(8, 0x200, 24, 1, 0);
    sample_node(8, 0x300, 24, 1, 0);
    sample_send(&trace, ID_NODES, 1, 2001);
    sample_event.n = 0;
    put_u32(&sample_event, 2);
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0x77);
    put_u64(&sample_event, 0x100);
    put_zeroes(16);
    put_u32(&sample_event, 3); /* held three times */
    put_zeroes(8);
    put_u64(&sample_event, 0x77);
    put_u64(&sample_event, 0x200);
    put_zeroes(28); /* no longer held */
    sample_send(&trace, ID_CCW, 1, 2002);
    sample_event.n = 0;
    put_u32(&sample_event, 1);
    put_u16(&sample_event, 0);
    put_u64(&sample_event, 0x300);
    put_zeroes(32);
    sample_send(&trace, ID_RCW, 1, 2003);
    sample_end(&trace, 2004, 1);
    sample_type(&trace, 2005, 1, 1, 0, "T", 0);
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    trace_check_same(l.heap, log);
    assert_true(gcv_slice_is(gcv_heap_root(l.heap, 0)->label, "COM"));
    assert_string_equal(trace_property(l.heap, "com_callable_wrappers"), "2");
    assert_string_equal(trace_property(l.heap, "runtime_callable_wrappers"), "1");
    trace_unload(&l);
}

static void mono_object(uint64_t id, uint64_t size, unsigned n, uint64_t a, uint64_t b)
{
    sample_event.n = 0;
    put_u64(&sample_event, id);
    put_u64(&sample_event, 0x50); /* of its class */
    put_u64(&sample_event, size);
    put_u8(&sample_event, 1);
    put_u32(&sample_event, n);
    put_u32(&sample_event, 8);
    put_u64(&sample_event, a);
    if (n > 1) {
        put_u32(&sample_event, 16);
        put_u64(&sample_event, b);
    }
    sample_send(&trace, ID_MONO_OBJECT, 1, 2001);
}

static void mono_range(uint64_t start, const char *name)
{
    sample_event.n = 0;
    put_u64(&sample_event, start);
    put_u64(&sample_event, 0x100);
    put_u8(&sample_event, 3);
    put_u64(&sample_event, 0);
    put_utf16z(&sample_event, name);
    sample_send(&trace, ID_MONO_RANGE, 1, 1000);
}

/* With `bounds` within a collection, else outside of collections. */
static void check_mono(bool bounds)
{
    static const char log[] =
        "a 2 x 1\nt 1 Mono.Thing\no 100 1 20 200 100 200\no 200 1 20 100\nr 100 3 0\nc x 2\n";
    sample_begin(&trace, TRACE_V4, 8);
    mono_range(0xa000, "Above");
    mono_range(0x9000, "Static Fields");
    mono_range(0x8000, "Below");
    if (bounds) {
        sample_event.n = 0;
        sample_send(&trace, ID_MONO_START, 1, 2000);
    }
    mono_object(0x100, 32, 2, 0x200, 0x100);
    mono_object(0x100, 0, 1, 0x200, 0); /* more of it */
    mono_object(0x200, 32, 1, 0x100, 0);
    sample_event.n = 0;
    put_u32(&sample_event, 1);
    put_u64(&sample_event, 0x100);
    put_u64(&sample_event, 0x9010);
    sample_send(&trace, ID_MONO_ROOTS, 1, 2002);
    sample_event.n = 0;
    put_u64(&sample_event, 0x50);
    put_u64(&sample_event, 0x51);
    put_u64(&sample_event, 0x52);
    put_utf16z(&sample_event, "Mono.Thing");
    sample_send(&trace, ID_MONO_CLASS, 1, 2003);
    if (bounds) {
        sample_event.n = 0;
        sample_send(&trace, ID_MONO_END, 1, 2004);
    }
    trace_end(&trace);
    trace_heap l = trace_load(0, false);
    assert_int_equal(l.status, GCV_OK);
    assert_string_equal(gcv_heap_verdict(l.heap), "complete");
    trace_check_same(l.heap, log);
    assert_true(gcv_slice_is(gcv_heap_root(l.heap, 0)->label, "Static Fields"));
    trace_unload(&l);
}

static void test_mono(NO_STATE)
{
    check_mono(true);
    check_mono(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_com),
        cmocka_unit_test(test_mono),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
