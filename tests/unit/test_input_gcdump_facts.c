/* The contents of a .gcdump file apart from its graph: factors of a sample, properties, dates,
 * shared names. */
#include "support/check.h"
#include "support/gcdump_sample.h"

#include "input/format.h"

#include <stdio.h>
#include <string.h>

static void test_sampled(NO_STATE)
{
    static const float factors[] = {0, 2.5f, 0, 1, 1, 1, 1, 1, 4};
    uint64_t counts[SAMPLE_TYPES], bytes[SAMPLE_TYPES];
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (int level = 0; level < 2; level++) {
        gcdump_sample_init(&m);
        m.multipliers = factors;
        m.n_multipliers = 9;
        m.average = 2;
        f->options.level = level == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
        (void)gcdump_load(f, &m);
        gcv_heap_tally_types(f->heap, GCV_NONE, counts, bytes);
        /* 2 objects of Acme.A at 2.5, one above 1K at 4 */
        assert_int_equal(counts[1], 5);
        assert_int_equal(counts[2], 4);
        assert_int_equal(bytes[1], 175060);
        assert_int_equal(bytes[2], 20000);
        assert_int_equal(counts[3], 2); /* a factor of 0 is ignored */
        assert_non_null(strstr(gcv_heap_verdict(f->heap), "incomplete: sampled, 6 objects of "));
    }
    gcdump_sample_init(&m);
    m.average = 2;
    (void)gcdump_load(f, &m);
    assert_string_equal(gcv_heap_verdict(f->heap),
                        "incomplete: sampled, one object for about "
                        "2.00, without the factors of types");
    gcdump_close(f);
}

static void test_properties(NO_STATE)
{
    static const char wanted[] =
        "process p\xc3\xa9\nprocess_id 77\nmachine BOX\ntool test\n"
        "collected 2024-02-29 23:59:58\npointer_size 8\ncommit 123\n"
        "working_set 45\ncollection_log one\ncollection_log two\n";
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    said_text found;
    gcdump_sample_init(&m);
    m.process = "p\xc3\xa9";
    m.process_id = 77;
    m.machine = "BOX";
    m.log = "one\r\n\r\ntwo";
    m.ticks = INT64_C(638448479980000000);
    m.commit = 123;
    m.working_set = 45;
    (void)gcdump_load(f, &m);
    found.n = 0;
    for (size_t i = 0; i < gcv_heap_n_properties(f->heap); i++) {
        say(&found, "%s", gcv_heap_property(f->heap, i)->key);
        gcdump_say_slice(&found, gcv_heap_property(f->heap, i)->value);
        say(&found, "\n");
    }
    assert_string_equal(found.data, wanted);
    gcdump_sample_init(&m);
    m.version = 7;
    m.not_all = true;
    (void)gcdump_load(f, &m);
    assert_string_equal(gcv_heap_verdict(f->heap), "incomplete: not all objects were dumped");
    gcdump_close(f);
}

/* A flag in the graph counts more than one in the description of the dump. */
static void test_pointer_size(NO_STATE)
{
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (unsigned variety = 0; variety < 8; variety++) {
        const bool old = (variety & 1) != 0, wide = (variety & 2) != 0;
        gcdump_sample_init(&m);
        m.version = old ? 7 : 10;
        m.no_flag = (variety & 4) != 0;
        m.no_tool = true;
        gcdump_write_model(f, &m);
        f->bytes[old ? m.mark[GCDUMP_AT_META_END] - 2 : m.mark[GCDUMP_AT_META]] = wide;
        assert_int_equal(gcdump_load_bytes(f), GCV_OK);
        const gcv_property *property = gcv_heap_property(f->heap, 0);
        assert_string_equal(property->key, "pointer_size");
        assert_string_equal(property->value.data, m.no_flag && !wide ? "4" : "8");
    }
    f->size = m.mark[GCDUMP_AT_META_END] - 2; /* the last variety, cut off before the flag */
    assert_int_equal(gcdump_load_bytes(f), GCV_OK);
    assert_int_equal(gcv_heap_n_properties(f->heap), 0);
    gcdump_close(f);
}

static void test_dates(NO_STATE)
{
    static const struct {
        int64_t ticks;
        const char *text;
    } dates[] = {
        {1, "0001-01-01 00:00:00"},
        {INT64_C(3155378975999999999), "9999-12-31 23:59:59"},
        {INT64_C(630822816000000000), "2000-01-01 00:00:00"},
        {INT64_C(630873791990000000), "2000-02-28 23:59:59"},
        {INT64_C(630874656000000000), "2000-03-01 00:00:00"},
        {INT64_C(599266080000000000), "1900-01-01 00:00:00"},
    };
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (size_t i = 0; i < CHECK_COUNT(dates); i++) {
        gcdump_sample_init(&m);
        m.ticks = dates[i].ticks;
        (void)gcdump_load(f, &m);
        const gcv_property *property = gcv_heap_property(f->heap, 1);
        assert_string_equal(property->key, "collected");
        assert_string_equal(property->value.data, dates[i].text);
    }
    gcdump_close(f);
}

/* Types share a module, and pseudo nodes alternate between two types, all with very long names:
 * memory stays within that for a file of this size, and no name is read again for every node. Paths
 * and labels that are too long are cut. */
static void test_shared_names(NO_STATE)
{
    enum { N = 700, LONG = 40000 };
    static char names[2][LONG + 1];
    static gcdump_type many[N];
    static gcdump_node tree[2 * N + 1];
    static uint32_t below[2 * N];
    static const char *const paths[] = {names[0]};
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    memset(names[0], 'm', LONG);
    memset(names[1], 'n', LONG);
    memset(many, 0, sizeof many);
    memset(tree, 0, sizeof tree);
    many[0].name = "UNDEFINED";
    many[1].name = names[0];
    many[2].name = names[1];
    for (uint32_t i = 3; i < N; i++) {
        many[i].id = i;
        many[i].module_row = 1;
    }
    tree[0].type = 1;
    tree[0].n = N;
    for (uint32_t i = 0; i < N; i++) { /* pseudo nodes with an object each */
        below[i] = 1 + i;
        below[N + i] = 1 + N + i;
        tree[1 + i].type = 1 + i % 2;
        tree[1 + i].first = N + i;
        tree[1 + i].n = 1;
        tree[1 + N + i].type = 3 + i % (N - 3);
        tree[1 + N + i].size = 8;
        tree[1 + N + i].address = 0x1000 + 8 * (uint64_t)i;
    }
    gcdump_sample_graph(&m, many, N, tree, 2 * N + 1, below);
    m.modules = paths;
    m.n_modules = 1;
    m.deferred = true;
    f->bytes = gcdump_write(&m, &f->size);
    assert_int_equal(gcdump_load_bytes(f), GCV_OK);
    assert_int_equal(gcv_heap_n_objects(f->heap), N);
    assert_int_equal(gcv_heap_type_module(f->heap, 0).size, 4096);
    assert_int_equal(gcv_heap_root(f->heap, 0)->label.size, 4096);
    assert_true(gcv_context_peak(f->ctx) < 64 * f->size + (16u << 20));
    assert_true(f->ctx->steps <= f->size);
    gcdump_close(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sampled),      cmocka_unit_test(test_properties),
        cmocka_unit_test(test_pointer_size), cmocka_unit_test(test_dates),
        cmocka_unit_test(test_shared_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
