/* The .gcdump reader: every variety gives the same heap, from every kind of source, and pseudo
 * nodes become roots. tests/whole and tests/fuzz test truncations and mutations. */
#include "support/check.h"
#include "support/gcdump_sample.h"

#include "base/text.h"
#include "input/format.h"
#include "input/gcdump/gcdump_reader.h"
#include "input/load/load_heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint64_t segments[][7] = {
    /* 7000 is in generation 2, 8000 in 0, 5000 is pinned, 6000 large */
    {0x6800, 0x9000, 0x9000, 0x7800, 0x7800, 0x6800, 0x6800},
    {0x5000, 0x5800, 0x5000, 0x5000, 0x5000, 0x5000, 0x5800},
    {0x6000, 0x6400, 0x6000, 0x6000, 0x6000, 0xffff, 0x6000},
};

static void test_varieties(NO_STATE)
{
    static const int32_t versions[] = {0, 4, 5, 6, 7, 9, 10, 11};
    gcdump_fixture *f = gcdump_open();
    for (unsigned variety = 0; variety < 8 * 256; variety++) {
        gcdump_model m;
        unsigned bits = variety >> 3;
        gcdump_sample_init(&m);
        m.version = versions[variety & 7];
        m.label_size = (bits & 1) != 0 ? 8 : 4;
        m.wide_counts = (bits & 2) != 0;
        m.no_flag = (bits & 4) != 0;
        m.no_tool = m.no_interop = (bits & 8) != 0;
        m.interop_rows = m.unknown_fields = (bits & 16) != 0;
        m.backwards = (bits & 32) != 0;
        m.old_segments = (bits & 64) != 0;
        if ((bits & 128) != 0) {
            m.segments = segments;
            m.n_segments = 3;
        }
        (void)gcdump_load(f, &m);
        assert_string_equal(f->words.data, gcdump_sample_text);
        /* an object of the largest size, or larger; references, roots without a record */
        assert_int_equal(gcv_heap_n_notes(f->heap), 3);
        assert_int_equal(gcv_heap_counts(f->heap)->anomalies, 1);
        assert_int_equal(gcv_heap_counts(f->heap)->dangling_references, 2);
        assert_int_equal(gcv_heap_counts(f->heap)->dangling_roots, 1);
    }
    gcdump_close(f);
}

static void test_generations(NO_STATE)
{
    static const uint32_t by_object[] = {4, GCV_NONE, 3, 2, 0, GCV_NONE};
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (uint32_t old = 0; old < 2; old++) {
        gcdump_sample_init(&m);
        m.segments = segments;
        m.n_segments = 3;
        m.old_segments = old != 0;
        m.label_size = 8; /* segments after the first refer to their type by a label */
        (void)gcdump_load(f, &m);
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t wanted = old != 0 && by_object[i] == 4 ? GCV_NONE : by_object[i];
            assert_int_equal(gcv_heap_object_generation(f->heap, i), wanted);
        }
    }
    gcdump_close(f);
}

/* Deferred names: several types of a module refer to it by a label. */
static void test_deferred(NO_STATE)
{
    static const gcdump_type deferred[] = {
        {"UNDEFINED", 0, NULL, 0, 0, NULL},
        {NULL, 16, NULL, 0xfffffff0, 1, NULL},
        {NULL, 16, NULL, 0x20, 2, " (Bytes > 1K)"},
        {"[.NET Roots]", 0, NULL, 0, 0, NULL},
        {"[static vars]", 0, NULL, 0, 0, NULL},
        {NULL, 0, NULL, 0x30, 1, " (static var)"},
        {NULL, 24, NULL, 0x20, 2, NULL},
    };
    static const uint32_t below[] = {1, 2, 3, 4, 5};
    static const gcdump_node tree[] = {
        {3, -1, 0, 0, 1},      {4, -1, 0, 1, 1},        {5, -1, 0, 2, 1},
        {1, -1, 0x1000, 3, 2}, {2, 2000, 0x2000, 0, 0}, {6, -1, 0x3000, 0, 0},
    };
    gcdump_fixture *f = gcdump_open();
    for (unsigned variety = 0; variety < 8; variety++) {
        gcdump_model m;
        gcdump_sample_graph(&m, deferred, CHECK_COUNT(deferred), tree, CHECK_COUNT(tree), below);
        m.deferred = true;
        m.wide_modules = (variety & 1) != 0;
        m.wide_counts = (variety & 2) != 0;
        m.label_size = (variety & 4) != 0 ? 8 : 4;
        (void)gcdump_load(f, &m);
        assert_string_equal(f->words.data,
                            "1000 16 TypeID(0xfffffff0) /x/native.so 2000 3000\n"
                            "2000 2000 TypeID(0x20) /y/\xc3\xbc.so\n"
                            "3000 24 TypeID(0x20) /y/\xc3\xbc.so\n"
                            "root 1000 4 0 TypeID(0x30)\n"
                            "incomplete: 3 types without names");
    }
    gcdump_close(f);
}

/* `[]` for the `<>` of what a compiler makes. */
static void test_names_of_compilers(NO_STATE)
{
    static const char *const names[][2] = {
        {"[]c__DisplayClass2_0", "<>c__DisplayClass2_0"},
        {"Acme.Job+[]c[]", "Acme.Job+<>c[]"},
        {"L<A[],[]c.D>", "L<A[],<>c.D>"},
        {"[]f__AnonymousType0<A[]>", "<>f__AnonymousType0<A[]>"},
        {"[]cat", "[]cat"},
        {"A[]c", "A[]c"},
        {"L<[]c,A[][]>", "L<<>c,A[][]>"},
        {"A\xc3\xa9.[]c", "A\xc3\xa9.<>c"},
        {"A[]", "A[]"},
        {"A[,]", "A[,]"},
        {"[A]", "[A]"},
        {"A[", "A["},
    };
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        gcdump_type types[SAMPLE_TYPES];
        char line[64];
        gcdump_sample_init(&m);
        memcpy(types, m.types, sizeof types);
        types[EMPTY].name = names[i][0];
        m.types = types;
        (void)gcdump_load(f, &m);
        (void)snprintf(line, sizeof line, "10009 8 %s \n", names[i][1]);
        assert_non_null(strstr(f->words.data, line));
    }
    gcdump_close(f);
}

static void test_size_classes(NO_STATE)
{
    static const char *const names[][2] = {
        {"A (Bytes > 1K)", "A"},
        {"A[] (Bytes > 100M)", "A[]"},
        {"A[] (Bytes > 10K,Ptrs,ElemSize=4)", "A[]"},
        {"A[] (NoPtrs,ElemSize=1)", "A[]"},
        {"A[] (Ptrs,ElemSize=8)", "A[]"},
        {"A (B)", "A (B)"},
        {"A(Bytes > 1K)", "A(Bytes > 1K)"},
        {" (Bytes > 1K)", " (Bytes > 1K)"},
        {"A (Bytes > 1K)B", "A (Bytes > 1K)B"},
        {")", ")"},
        {"", ""},
        {"(", "("},
        {"()", "()"},
    };
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        gcv_slice found = gcv_gcdump_without_size_class(gcv_slice_str(names[i][0]));
        assert_true(gcv_slice_is(found, names[i][1]));
    }
    gcdump_sample_init(&m);
    f->options.keep_size_classes = true;
    (void)gcdump_load(f, &m);
    assert_non_null(strstr(f->words.data, "8000 5000 Acme.A (Bytes > 1K) /x/acme.dll\n"));
    gcdump_close(f);
}

/* ---- roots -------------------------------------------------------------------------------- */

/* One object below a group, below `.NET Roots`. */
static void check_group(gcdump_fixture *f, const char *outer, const char *inner, const char *root)
{
    gcdump_type kinds[] = {
        {"UNDEFINED", 0, NULL, 0, 0, NULL},    {"X", 8, NULL, 0, 0, NULL},
        {"[.NET Roots]", 0, NULL, 0, 0, NULL}, {NULL, 0, NULL, 0, 0, NULL},
        {NULL, 0, NULL, 0, 0, NULL},
    };
    static const uint32_t below[] = {1, 2, 3};
    static const gcdump_node tree[] = {
        {2, -1, 0, 0, 1}, {3, -1, 0, 1, 1}, {4, -1, 0, 2, 1}, {1, -1, 0x10, 0, 0}};
    gcdump_model m;
    kinds[3].name = outer;
    kinds[4].name = inner;
    gcdump_sample_graph(&m, kinds, 5, tree, 4, below);
    (void)gcdump_load(f, &m);
    assert_string_equal(strstr(f->words.data, "root") + 8, root);
}

static void test_groups(NO_STATE)
{
    static const char *const groups[][3] = {
        {"[static vars]", "[static var X.y]", "4 0 X.y\ncomplete"},
        {"[thread static vars]", "[static var X.y]", "4 0 X.y [thread]\ncomplete"},
        {"[static vars]", "[static vars]", "4 0 \ncomplete"},
        {"[thread static vars]", "[thread static vars]", "4 0 \ncomplete"},
        {"[thread static vars]", "[JS Roots]", "0 0 JavaScript\ncomplete"},
        {"[other roots]", "[strong Handles]", "3 0 strong\ncomplete"},
        {"[other roots]", "[StrongHandle]", "3 0 strong\ncomplete"},
        {"[other roots]", "[Strong handles]", "3 0 strong\ncomplete"},
        {"[other roots]", "[pinning Handles]", "3 1 \ncomplete"},
        {"[other roots]", "[PinnedHandle]", "3 1 \ncomplete"},
        {"[other roots]", "[Pinned handles]", "3 1 \ncomplete"},
        {"[other roots]", "[AsyncPinnedHandle]", "3 1 async\ncomplete"},
        {"[other roots]", "[SizedRefHandle]", "3 0 sized reference\ncomplete"},
        {"[other roots]", "[finalizer Handles]", "2 0 \ncomplete"},
        {"[other roots]", "[FinalizerQueue]", "2 0 \ncomplete"},
        {"[other roots]", "[other Handles]", "3 0 other\ncomplete"},
        {"[other roots]", "[Dependent Handles]", "3 0 dependent\ncomplete"},
        {"[other roots]", "[COM/WinRT Objects]", "3 0 COM/WinRT\ncomplete"},
        {"[other roots]", "[None]", "0 0 \ncomplete"},
        {"[other roots]", "[other roots]", "0 0 \ncomplete"},
        {"[.NET Roots]", "[local vars]", "1 0 \ncomplete"},
        {"[.NET Roots]", "[Pinned local vars]", "1 1 \ncomplete"},
        {"[GC Heaps]", "[JS Roots]", "0 0 JavaScript\ncomplete"},
        {"Other Roots", "Stack", "1 0 Stack\ncomplete"},
        {"Other Roots", "Finalizer Queue", "2 0 Finalizer Queue\ncomplete"},
        {"Other Roots", "Weak handle", "3 2 Weak handle\ncomplete"},
        {"Other Roots", "Something", "0 0 Something\ncomplete"},
        {"[local vars]", "[thread 7 handle]", "1 0 thread 7 handle\ncomplete"},
        {"[static vars]", "TypeID(0x7) (static var)", "4 0 TypeID(0x7)\ncomplete"},
        {"[static vars]", NULL, "4 0 TypeID(0x4)\ncomplete"},
    };
    gcdump_fixture *f = gcdump_open();
    for (size_t i = 0; i < CHECK_COUNT(groups); i++) {
        check_group(f, groups[i][0], groups[i][1], groups[i][2]);
    }
    gcdump_close(f);
}

/* The root may be any node, and does not have to refer to a group. */
static void test_objects_below_the_root(NO_STATE)
{
    static const gcdump_type kinds[] = {{"UNDEFINED", 0, NULL, 0, 0, NULL},
                                        {"[JS Roots]", 0, NULL, 0, 0, NULL},
                                        {"f (Type  JSFunction)", 40, NULL, 0, 0, NULL}};
    static const uint32_t below[] = {0, 0, 1, 2};
    static const gcdump_node tree[] = {{2, -1, 0x100, 0, 1}, {1, -1, 0, 1, 3}, {2, 7, 0, 0, 0}};
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    gcdump_sample_graph(&m, kinds, 3, tree, 3, below);
    m.root = 1;
    (void)gcdump_load(f, &m);
    assert_string_equal(f->words.data,
                        "100 40 f (Type  JSFunction)  100\n202 7 f (Type  JSFunction) \n"
                        "root 100 0 0 JavaScript\nroot 202 0 0 JavaScript\ncomplete");
    gcdump_close(f);
}

/* ---- ids ---------------------------------------------------------------------------------- */

static const gcdump_type few_types[] = {{"UNDEFINED", 0, NULL, 0, 0, NULL},
                                        {"[.NET Roots]", 0, NULL, 0, 0, NULL},
                                        {"X", 8, NULL, 0, 0, NULL}};

static void check_ids(gcdump_fixture *f, const uint64_t addresses[3], const char *ids)
{
    gcdump_node tree[] = {{1, -1, 0, 0, 0}, {2, -1, 0, 0, 0}, {2, -1, 0, 0, 0}, {2, -1, 0, 0, 0}};
    gcdump_model m;
    said_text found;
    for (uint32_t i = 0; i < 3; i++) {
        tree[i + 1].address = addresses[i];
    }
    gcdump_sample_graph(&m, few_types, 3, tree, 4, NULL);
    (void)gcdump_load(f, &m);
    found.n = 0;
    for (uint32_t i = 0; i < gcv_heap_n_objects(f->heap); i++) {
        say(&found, "%" PRIx64 " ", gcv_heap_object_id(f->heap, i));
    }
    assert_string_equal(found.data, ids);
}

static void test_ids(NO_STATE)
{
    static const uint64_t none[] = {0, 0, 0}, mixed[] = {0x30, 0, 0x10}, twice[] = {8, 8, 8},
                          high[] = {UINT64_MAX, 0, 5}, half[] = {INT64_MAX, 0, 1};
    gcdump_fixture *f = gcdump_open();
    check_ids(f, none, "2 3 4 ");
    check_ids(f, mixed, "10 30 42 ");
    check_ids(f, twice, "8 12 13 ");
    assert_int_equal(gcv_heap_counts(f->heap)->anomalies, 1);
    check_ids(f, half, "1 7fffffffffffffff 8000000000000002 ");
    check_ids(f, high, "5 400000000000002 ffffffffffffffff ");
    gcdump_close(f);
}

/* Each of the 64 parts of the id space has an address, the first has the most: the search for a
 * free range continues in the second part, whose own first part is taken. */
static void test_ids_between_addresses(NO_STATE)
{
    enum { PARTS = 64 };
    gcdump_node tree[PARTS + 2] = {{1, -1, 0, 0, 0}, {2, -1, 0, 0, 0}};
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    for (uint64_t i = 0; i < PARTS; i++) {
        tree[i + 2].type = 2;
        tree[i + 2].size = -1;
        tree[i + 2].address = i << 58 | (uint64_t)1 << 50;
    }
    gcdump_sample_graph(&m, few_types, 3, tree, PARTS + 2, NULL);
    (void)gcdump_load(f, &m);
    assert_int_equal(gcv_heap_n_objects(f->heap), PARTS + 1);
    assert_int_equal(gcv_heap_object_id(f->heap, 1), 0x404000000000000);
    assert_int_equal(gcv_heap_object_id(f->heap, 2), 0x410000000000001);
    gcdump_close(f);
}

/* ---- other ways in ------------------------------------------------------------------------ */

static void test_pipe_and_tally(NO_STATE)
{
    gcdump_fixture *f = gcdump_open();
    gcdump_model m;
    gcdump_sample_init(&m);
    gcdump_write_model(f, &m);
    for (size_t chunk = 0; chunk < 40; chunk += 13) {
        for (int level = 0; level < 2; level++) {
            gcv_source source;
            FILE *file = tmpfile();
            assert_non_null(file);
            assert_int_equal(fwrite(f->bytes, 1, f->size, file), f->size);
            rewind(file);
            gcv_source_open(f->ctx, &source, "-", file);
            source.rewind = NULL; /* as a pipe */
            gcdump_drop(f);
            f->options.chunk_size = chunk;
            f->options.level = level == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
            gcv_heap_load_source(f->ctx, &source, &f->options, &f->heap);
            assert_int_equal(gcv_heap_counts(f->heap)->objects, 6);
            assert_int_equal(gcv_heap_counts(f->heap)->bytes, 2147483647 + INT64_C(75232));
            assert_int_equal(gcv_heap_counts(f->heap)->roots, 5);
            (void)fclose(file);
        }
    }
    f->options.snapshot = 2;
    assert_int_equal(gcdump_load_bytes(f), GCV_ERR_USAGE);
    assert_string_equal(f->err.message, "there is no snapshot 2; the file has 1");
    gcdump_close(f);
}

static void test_recognise(NO_STATE)
{
    char head[64];
    memset(head, 0, sizeof head);
    memcpy(head, "\x14\0\0\0!FastSerialization.1", 24);
    gcv_slice slice = gcv_slice_of(head, sizeof head);
    assert_true(gcv_gcdump_format.recognise(slice));
    memcpy(head + 35, "\x05\0\0\0Trace", 9); /* the start of the oldest kind of traces */
    assert_false(gcv_gcdump_format.recognise(slice));
    slice.size = 24;
    assert_true(gcv_gcdump_format.recognise(slice));
    slice.size = 23;
    assert_false(gcv_gcdump_format.recognise(slice));
}

static void test_no_memory(NO_STATE)
{
    gcdump_fixture *f = gcdump_open();
    uint64_t n = 0;
    gcv_status status;
    gcdump_model m;
    gcdump_sample_init(&m);
    m.segments = segments;
    m.n_segments = 3;
    m.log = "\xc3\xa9";
    gcdump_write_model(f, &m);
    do {
        f->ctx->allocations = 0;
        f->ctx->fail_at = ++n;
        status = gcdump_load_bytes(f);
        f->ctx->fail_at = 0;
        assert_true(status == GCV_OK || status == GCV_ERR_MEMORY);
    } while (status != GCV_OK);
    assert_true(n > 30);
    gcdump_close(f);
}

static void test_packed(NO_STATE)
{
    static const struct {
        int32_t value;
        const char *bytes;
    } all[] = {{0, "\x00"},        {63, "\x3f"},
               {-64, "\x40"},      {-2, "\x7e"},
               {64, "\x80\x40"},   {88, "\x80\x58"},
               {244, "\x81\x74"},  {-69, "\xff\x3b"},
               {-147, "\xfe\x6d"}, {2147483647, "\x87\xff\xff\xff\x7f"}};
    unsigned char bytes[5];
    for (size_t i = 0; i < CHECK_COUNT(all); i++) {
        size_t n = gcdump_packed(bytes, all[i].value);
        assert_memory_equal(bytes, all[i].bytes, n);
        assert_int_equal(n, all[i].value == 0 ? 1 : strlen(all[i].bytes));
    }
    assert_int_equal(gcdump_packed(bytes, INT32_MIN), 5);
    assert_memory_equal(bytes, "\xf8\x80\x80\x80\x00", 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_varieties),
        cmocka_unit_test(test_generations),
        cmocka_unit_test(test_deferred),
        cmocka_unit_test(test_names_of_compilers),
        cmocka_unit_test(test_size_classes),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_objects_below_the_root),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_ids_between_addresses),
        cmocka_unit_test(test_pipe_and_tally),
        cmocka_unit_test(test_recognise),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_packed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
