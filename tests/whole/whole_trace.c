/* whole_trace.c - commands on traces that are not in samples/. */
#include "support/nettrace_sample.h"
#include "whole/whole.h"

#include <string.h>

static trace_writer trace;

/* Writes a dump of one object, made by a collection that moves nothing. */
static void put_dump(uint64_t time, uint32_t count, uint64_t type)
{
    sample_start_of(&trace, time, count, 2, 0);
    sample_range(&trace, time + 1, 2, 0x1000, 0x100);
    sample_open(0, 1);
    sample_survivor(8, 0x1000, 0x100);
    sample_send(&trace, ID_SURVIVING, 1, time + 2);
    sample_open(0, 1);
    sample_node(8, 0x1000, 24, type, 0);
    sample_send(&trace, ID_NODES, 1, time + 3);
    sample_end_of(&trace, time + 4, count, 2);
}

/* Compares two dumps, each with an object of one of these types. Returns how often the standard
 * error contains `text`. */
static size_t count_warnings(uint64_t type_a, uint64_t type_b, const char *text)
{
    whole w;
    size_t n = 0;
    sample_begin(&trace, TRACE_V4, 8);
    put_dump(2000, 5, type_a);
    put_dump(3000, 6, type_b);
    trace_end(&trace);
    whole_open(&w);
    whole_give(&w, trace.out.data, trace.out.n);
    whole_call(&w, "track -");
    for (const char *at = w.err_text; (at = strstr(at, text)) != NULL; at++) {
        n++;
    }
    whole_close(&w);
    return n;
}

/* A warning about both dumps of a trace appears once; warnings that differ all appear. */
static void test_same_warnings(NO_STATE)
{
    assert_int_equal(
        count_warnings(0x777, 0x777,
                       "1 type has no record in the dump, and shows as <unknown type ID>: 777\n"),
        1);
    assert_int_equal(
        count_warnings(0x777, 0x888,
                       "1 type has no record in the dump, and shows as <unknown type ID>: 777\n"),
        1);
    assert_int_equal(
        count_warnings(0x777, 0x888,
                       "1 type has no record in the dump, and shows as <unknown type ID>: 888\n"),
        1);
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_warnings)};
    return cmocka_run_group_tests_name("whole.trace", tests, NULL, NULL);
}
