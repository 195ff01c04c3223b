/* The .gcdump reader: every variety reads the same, roots come out of pseudo nodes, damage is told
 * with its place. Truncations and mutations are the business of tests/whole and tests/fuzz. */
#include "support/check.h"
#include "support/gcdump_writer.h"

#include "base/context.h"
#include "base/text.h"
#include "input/format.h"
#include "input/gcdump.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the model ---------------------------------------------------------------------------- */

enum { A = 1, B, ROOTS, STATICS, STATIC_ITEMS, LOCALS, HANDLES, BIG, EMPTY, TYPES };

static const gcdump_type types[TYPES] = {
    {"UNDEFINED", 0, NULL, 0, 0, NULL},
    {"Acme.A", 24, "/x/acme.dll", 0, 0, NULL},
    {"Acme.B\xc3\xa9\xf0\x9f\x98\x80", -1, "b.dll", 0, 0, NULL},
    {"[.NET Roots]", 0, NULL, 0, 0, NULL},
    {"[static vars]", 0, NULL, 0, 0, NULL},
    {"[static var Acme.Cache.items]", 0, NULL, 0, 0, NULL},
    {"[local vars]", 0, NULL, 0, 0, NULL},
    {"[pinning Handles]", 0, NULL, 0, 0, NULL},
    {"Acme.A (Bytes > 1K)", 0, "/x/acme.dll", 0, 0, NULL},
    {"[]c", 8, "", 0, 0, NULL},
};

static const uint32_t children[] = {
    1, 3,  4,       /* node 0: the roots */
    2,              /* 1 */
    5, 5,           /* 2: a static refers to one object twice */
    6, 11,          /* 3: locals; 11 is null */
    7,              /* 4: handles */
    6, 5,  6, 8, 9, /* 5: with a reference to itself, one to a node that is not described, … */
    7, 0,           /* 6: … to the root node, which is no object */
};

static const gcdump_node nodes[] = {
    {ROOTS, -1, 0, 0, 3},           {STATICS, 0, 0, 3, 1},     {STATIC_ITEMS, -1, 0, 4, 2},
    {LOCALS, -1, 0, 6, 2},          {HANDLES, -1, 0, 8, 1},    {A, -1, 0x7000, 9, 5},
    {B, 200, 0x6000, 14, 2},        {BIG, 5000, 0x8000, 0, 0}, {0, -1, 0x9999, 0, 0},
    {EMPTY, -1, 0, 0, 0},           {A, 70000, 0x5000, 0, 0},  {0, -1, 0, 0, 0},
    {B, 2147483647, 0x5800, 15, 0},
};

static const char *const modules[] = {"/x/native.so", "/y/\xc3\xbc.so"};

static void model_init(gcdump_model *m)
{
    gcdump_model_init(m);
    m->types = types;
    m->n_types = TYPES;
    m->nodes = nodes;
    m->n_nodes = sizeof nodes / sizeof nodes[0];
    m->children = children;
    m->modules = modules;
    m->n_modules = 2;
}

/* ---- a heap in words ---------------------------------------------------------------------- */

typedef struct words {
    char text[6000];
    size_t n;
} words;

static void say(words *out, const char *format, ...) GCV_PRINTF(2, 3);
static void say(words *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out->n += (size_t)vsnprintf(out->text + out->n, sizeof out->text - out->n, format, args);
    va_end(args);
    assert_true(out->n < sizeof out->text);
}

static void say_slice(words *out, gcv_slice slice)
{
    say(out, " %.*s", (int)slice.size, slice.data != NULL ? slice.data : "");
}

static void describe(const gcv_heap *heap, words *out)
{
    uint32_t i, k, n;
    out->n = 0;
    for (i = 0; i < gcv_heap_n_objects(heap); i++) {
        const uint32_t *refs = gcv_heap_references(heap, i, &n);
        uint32_t type = gcv_heap_object_type(heap, i);
        say(out, "%" PRIx64 " %" PRIu64, gcv_heap_object_id(heap, i),
            gcv_heap_object_bytes(heap, i));
        say_slice(out, gcv_heap_type_name(heap, type));
        say_slice(out, gcv_heap_type_module(heap, type));
        for (k = 0; k < n; k++) {
            say(out, " %" PRIx64, gcv_heap_object_id(heap, refs[k]));
        }
        say(out, "\n");
    }
    for (i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        say(out, "root %" PRIx64 " %" PRIu32 " %" PRIu32, root->id, root->kind, root->flags);
        say_slice(out, root->label);
        say(out, "\n");
    }
    say(out, "%s", gcv_heap_verdict(heap));
}

typedef struct fixture {
    gcv_context *ctx;
    gcv_heap *heap;
    gcv_error err;
    gcv_load_options options;
    unsigned char *bytes;
    size_t size;
    words words;
} fixture;

static fixture *open_fixture(void)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->ctx = gcv_context_new(0);
    return f;
}

static void drop(fixture *f)
{
    gcv_heap_free(f->heap);
    f->heap = NULL;
    assert_true(gcv_context_used(f->ctx) == 0);
}

static void close_fixture(fixture *f)
{
    drop(f);
    gcv_context_free(f->ctx);
    free(f->bytes);
    free(f);
}

static gcv_status load_bytes(fixture *f)
{
    drop(f);
    return gcv_heap_load_memory(f->ctx, "f.gcdump", f->bytes, f->size, &f->options, &f->heap,
                                &f->err);
}

static void write_model(fixture *f, gcdump_model *m)
{
    free(f->bytes);
    f->bytes = gcdump_write(m, &f->size);
}

static gcv_heap *load(fixture *f, gcdump_model *m)
{
    write_model(f, m);
    if (load_bytes(f) != GCV_OK) {
        fail_msg("@%" PRIu64 ": %s", f->err.line, f->err.message);
    }
    if (f->options.level == GCV_LOAD_GRAPH) {
        describe(f->heap, &f->words);
    }
    return f->heap;
}

static const char expected[] =
    "5000 70000 Acme.A /x/acme.dll\n"
    "5800 2147483647 Acme.B\xc3\xa9\xf0\x9f\x98\x80 b.dll\n"
    "6000 200 Acme.B\xc3\xa9\xf0\x9f\x98\x80 b.dll 8000\n"
    "7000 24 Acme.A /x/acme.dll 6000 7000 6000 10009\n"
    "8000 5000 Acme.A /x/acme.dll\n"
    "10009 8 []c \n"
    "root 7000 4 0 Acme.Cache.items\n"
    "root 7000 4 0 Acme.Cache.items\n"
    "root 8000 3 1 \n"
    "root 6000 1 0 \n"
    "root 0 1 0 \n"
    "complete";

/* ---- varieties ---------------------------------------------------------------------------- */

static const uint64_t segments[][7] = {
    /* 7000 is in generation 2, 8000 in 0, 5000 is pinned, 6000 large */
    {0x6800, 0x9000, 0x9000, 0x7800, 0x7800, 0x6800, 0x6800},
    {0x5000, 0x5800, 0x5000, 0x5000, 0x5000, 0x5000, 0x5800},
    {0x6000, 0x6400, 0x6000, 0x6000, 0x6000, 0xffff, 0x6000},
};

static void test_varieties(void **state)
{
    static const int32_t versions[] = {0, 4, 5, 6, 7, 9, 10, 11};
    fixture *f = open_fixture();
    unsigned variety;
    (void)state;
    for (variety = 0; variety < 8 * 256; variety++) {
        gcdump_model m;
        unsigned bits = variety >> 3;
        model_init(&m);
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
        (void)load(f, &m);
        assert_string_equal(f->words.text, expected);
        /* an object of the largest size, or larger; references, roots without a record */
        assert_int_equal(gcv_heap_n_notes(f->heap), 3);
        assert_int_equal(gcv_heap_facts(f->heap)->anomalies, 1);
        assert_int_equal(gcv_heap_facts(f->heap)->dangling_references, 2);
        assert_int_equal(gcv_heap_facts(f->heap)->dangling_roots, 1);
    }
    close_fixture(f);
}

static void test_generations(void **state)
{
    static const uint32_t by_object[] = {4, GCV_NONE, 3, 2, 0, GCV_NONE};
    fixture *f = open_fixture();
    gcdump_model m;
    uint32_t i, old;
    (void)state;
    for (old = 0; old < 2; old++) {
        model_init(&m);
        m.segments = segments;
        m.n_segments = 3;
        m.old_segments = old != 0;
        m.label_size = 8; /* segments from the second on refer to their type by a label */
        (void)load(f, &m);
        for (i = 0; i < 6; i++) {
            uint32_t wanted = old != 0 && by_object[i] == 4 ? GCV_NONE : by_object[i];
            assert_int_equal(gcv_heap_object_generation(f->heap, i), wanted);
        }
    }
    close_fixture(f);
}

/* Names that were to be found in symbols: several types of a module refer to it by a label. */
static void test_deferred(void **state)
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
    fixture *f = open_fixture();
    unsigned variety;
    (void)state;
    for (variety = 0; variety < 8; variety++) {
        gcdump_model m;
        model_init(&m);
        m.types = deferred;
        m.n_types = sizeof deferred / sizeof deferred[0];
        m.nodes = tree;
        m.n_nodes = sizeof tree / sizeof tree[0];
        m.children = below;
        m.deferred = true;
        m.wide_modules = (variety & 1) != 0;
        m.wide_counts = (variety & 2) != 0;
        m.label_size = (variety & 4) != 0 ? 8 : 4;
        (void)load(f, &m);
        assert_string_equal(f->words.text,
                            "1000 16 TypeID(0xfffffff0) /x/native.so 2000 3000\n"
                            "2000 2000 TypeID(0x20) /y/\xc3\xbc.so\n"
                            "3000 24 TypeID(0x20) /y/\xc3\xbc.so\n"
                            "root 1000 4 0 TypeID(0x30)\n"
                            "incomplete: 3 types without names");
    }
    close_fixture(f);
}

static void test_size_classes(void **state)
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
    fixture *f = open_fixture();
    gcdump_model m;
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(names); i++) {
        gcv_slice found = gcv_gcdump_without_size_class(gcv_slice_str(names[i][0]));
        assert_true(gcv_slice_equal(found, gcv_slice_str(names[i][1])));
    }
    model_init(&m);
    f->options.keep_size_classes = true;
    (void)load(f, &m);
    assert_non_null(strstr(f->words.text, "8000 5000 Acme.A (Bytes > 1K) /x/acme.dll\n"));
    close_fixture(f);
}

/* ---- roots -------------------------------------------------------------------------------- */

/* One object below a group, below `.NET Roots`. */
static void check_group(fixture *f, const char *outer, const char *inner, const char *root)
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
    model_init(&m);
    m.types = kinds;
    m.n_types = 5;
    m.nodes = tree;
    m.n_nodes = 4;
    m.children = below;
    (void)load(f, &m);
    assert_string_equal(strstr(f->words.text, "root") + 8, root);
}

static void test_groups(void **state)
{
    static const char *const groups[][3] = {
        {"[static vars]", "[static var X.y]", "4 0 X.y\ncomplete"},
        {"[thread static vars]", "[static var X.y]", "4 0 X.y [thread]\ncomplete"},
        {"[static vars]", "[static vars]", "4 0 \ncomplete"},
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
    };
    fixture *f = open_fixture();
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(groups); i++) {
        check_group(f, groups[i][0], groups[i][1], groups[i][2]);
    }
    close_fixture(f);
}

/* The root may be any node, and need not refer to any group. */
static void test_objects_below_the_root(void **state)
{
    static const gcdump_type kinds[] = {{"UNDEFINED", 0, NULL, 0, 0, NULL},
                                        {"[JS Roots]", 0, NULL, 0, 0, NULL},
                                        {"f (Type  JSFunction)", 40, NULL, 0, 0, NULL}};
    static const uint32_t below[] = {0, 0, 1, 2};
    static const gcdump_node tree[] = {{2, -1, 0x100, 0, 1}, {1, -1, 0, 1, 3}, {2, 7, 0, 0, 0}};
    fixture *f = open_fixture();
    gcdump_model m;
    (void)state;
    model_init(&m);
    m.types = kinds;
    m.n_types = 3;
    m.nodes = tree;
    m.n_nodes = 3;
    m.children = below;
    m.root = 1;
    (void)load(f, &m);
    assert_string_equal(f->words.text,
                        "100 40 f (Type  JSFunction)  100\n"
                        "202 7 f (Type  JSFunction) \n"
                        "root 100 0 0 JavaScript\n"
                        "root 202 0 0 JavaScript\n"
                        "complete");
    close_fixture(f);
}

/* ---- ids ---------------------------------------------------------------------------------- */

static void check_ids(fixture *f, const uint64_t addresses[3], const char *ids)
{
    static const gcdump_type kinds[] = {{"UNDEFINED", 0, NULL, 0, 0, NULL},
                                        {"[.NET Roots]", 0, NULL, 0, 0, NULL},
                                        {"X", 8, NULL, 0, 0, NULL}};
    gcdump_node tree[] = {{1, -1, 0, 0, 0}, {2, -1, 0, 0, 0}, {2, -1, 0, 0, 0}, {2, -1, 0, 0, 0}};
    gcdump_model m;
    words found;
    uint32_t i;
    for (i = 0; i < 3; i++) {
        tree[i + 1].address = addresses[i];
    }
    model_init(&m);
    m.types = kinds;
    m.n_types = 3;
    m.nodes = tree;
    m.n_nodes = 4;
    (void)load(f, &m);
    found.n = 0;
    for (i = 0; i < gcv_heap_n_objects(f->heap); i++) {
        say(&found, "%" PRIx64 " ", gcv_heap_object_id(f->heap, i));
    }
    assert_string_equal(found.text, ids);
}

static void test_ids(void **state)
{
    static const uint64_t none[] = {0, 0, 0}, some[] = {0x30, 0, 0x10}, twice[] = {8, 8, 8},
                          high[] = {UINT64_MAX, 0, 5}, half[] = {INT64_MAX, 0, 1};
    fixture *f = open_fixture();
    (void)state;
    check_ids(f, none, "2 3 4 ");
    check_ids(f, some, "10 30 42 ");
    check_ids(f, twice, "8 12 13 ");
    assert_int_equal(gcv_heap_facts(f->heap)->anomalies, 1);
    check_ids(f, half, "1 7fffffffffffffff 8000000000000002 ");
    check_ids(f, high, "5 400000000000002 ffffffffffffffff ");
    close_fixture(f);
}

/* ---- samples and facts -------------------------------------------------------------------- */

static void test_sampled(void **state)
{
    static const float factors[] = {0, 2.5f, 0, 1, 1, 1, 1, 1, 4};
    uint64_t counts[TYPES], bytes[TYPES];
    fixture *f = open_fixture();
    gcdump_model m;
    int level;
    (void)state;
    for (level = 0; level < 2; level++) {
        model_init(&m);
        m.multipliers = factors;
        m.n_multipliers = 9;
        m.average = 2;
        f->options.level = level == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
        (void)load(f, &m);
        gcv_tally_types(f->heap, GCV_NONE, counts, bytes);
        /* 2 objects of Acme.A at 2.5, one above 1K at 4 */
        assert_int_equal(counts[0], 5 + 4);
        assert_int_equal(bytes[0], 175060 + 20000);
        assert_int_equal(counts[1], 2); /* a factor of 0 says nothing */
        assert_non_null(strstr(gcv_heap_verdict(f->heap), "incomplete: sampled, 6 objects of "));
    }
    model_init(&m);
    m.average = 2;
    (void)load(f, &m);
    assert_string_equal(gcv_heap_verdict(f->heap),
                        "incomplete: sampled, one object for about "
                        "2.00, without the factors of types");
    close_fixture(f);
}

static void test_facts(void **state)
{
    static const char wanted[] =
        "process p\xc3\xa9\nprocess_id 77\nmachine BOX\ntool test\n"
        "collected 2024-02-29 23:59:58\npointer_size 8\ncommit 123\n"
        "working_set 45\ncollection_log one\ncollection_log two\n";
    fixture *f = open_fixture();
    gcdump_model m;
    words found;
    size_t i;
    (void)state;
    model_init(&m);
    m.process = "p\xc3\xa9";
    m.process_id = 77;
    m.machine = "BOX";
    m.log = "one\r\n\r\ntwo";
    m.ticks = INT64_C(638448479980000000);
    m.commit = 123;
    m.working_set = 45;
    (void)load(f, &m);
    found.n = 0;
    for (i = 0; i < gcv_heap_n_facts(f->heap); i++) {
        say(&found, "%s", gcv_heap_fact(f->heap, i)->key);
        say_slice(&found, gcv_heap_fact(f->heap, i)->value);
        say(&found, "\n");
    }
    assert_string_equal(found.text, wanted);
    model_init(&m);
    m.version = 7;
    m.not_all = true;
    (void)load(f, &m);
    assert_string_equal(gcv_heap_verdict(f->heap), "incomplete: not all objects were dumped");
    close_fixture(f);
}

static void test_dates(void **state)
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
    fixture *f = open_fixture();
    gcdump_model m;
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(dates); i++) {
        const gcv_fact *fact;
        model_init(&m);
        m.ticks = dates[i].ticks;
        (void)load(f, &m);
        fact = gcv_heap_fact(f->heap, 1);
        assert_string_equal(fact->key, "collected");
        assert_string_equal(fact->value.data, dates[i].text);
    }
    close_fixture(f);
}

/* Types share a module, and pseudo nodes in turn two types, all with very long names: no more
 * memory is taken than for a file of that size, and no name is looked at again for every node. What
 * is too long for a path or a label is cut. */
static void test_shared_names(void **state)
{
    enum { N = 700, LONG = 40000 };
    static char names[2][LONG + 1];
    static gcdump_type many[N];
    static gcdump_node tree[2 * N + 1];
    static uint32_t below[2 * N];
    static const char *const paths[] = {names[0]};
    fixture *f = open_fixture();
    gcdump_model m;
    uint32_t i;
    (void)state;
    memset(names[0], 'm', LONG);
    memset(names[1], 'n', LONG);
    memset(many, 0, sizeof many);
    memset(tree, 0, sizeof tree);
    many[0].name = "UNDEFINED";
    many[1].name = names[0];
    many[2].name = names[1];
    for (i = 3; i < N; i++) {
        many[i].id = i;
        many[i].module_row = 1;
    }
    tree[0].type = 1;
    tree[0].n = N;
    for (i = 0; i < N; i++) { /* pseudo nodes with an object each */
        below[i] = 1 + i;
        below[N + i] = 1 + N + i;
        tree[1 + i].type = 1 + i % 2;
        tree[1 + i].first = N + i;
        tree[1 + i].n = 1;
        tree[1 + N + i].type = 3 + i % (N - 3);
        tree[1 + N + i].size = 8;
        tree[1 + N + i].address = 0x1000 + 8 * (uint64_t)i;
    }
    model_init(&m);
    m.types = many;
    m.n_types = N;
    m.nodes = tree;
    m.n_nodes = 2 * N + 1;
    m.children = below;
    m.modules = paths;
    m.n_modules = 1;
    m.deferred = true;
    f->bytes = gcdump_write(&m, &f->size);
    assert_int_equal(load_bytes(f), GCV_OK);
    assert_int_equal(gcv_heap_n_objects(f->heap), N);
    assert_int_equal(gcv_heap_type_module(f->heap, 0).size, 4096);
    assert_int_equal(gcv_heap_root(f->heap, 0)->label.size, 4096);
    assert_true(gcv_context_peak(f->ctx) < 64 * f->size + (16u << 20));
    assert_true(f->ctx->steps <= f->size);
    close_fixture(f);
}

/* ---- damage ------------------------------------------------------------------------------- */

typedef struct damage {
    gcdump_mark mark;
    int offset; /* from the mark */
    const char *bytes;
    size_t n;
    const char *message;
    uint64_t place; /* of the message, from the mark */
} damage;

static void test_damage(void **state)
{
    static const damage all[] = {
        {GCDUMP_AT_VERSION, 0, "\x08", 1, "version 8 (for readers from 8 on) is not known", 0},
        {GCDUMP_AT_VERSION, 0, "\x03", 1, "version 3 (for readers from 8 on) is not known", 0},
        {GCDUMP_AT_VERSION, 4, "\x0b", 1, "version 10 (for readers from 11 on) is not known", 0},
        {GCDUMP_AT_CLASS, 4, "X", 1, "not a heap dump: an object of another class", 0},
        {GCDUMP_AT_CLASS, 0, "\xff\xff\xff\x7f", 4,
         "a string of 2147483647 characters goes beyond the end", 0},
        {GCDUMP_AT_ROOT, 0, "\x0d", 1, "the root is node 13 of 13", 0},
        {GCDUMP_AT_ROOT, 0, "\xff\xff\xff\xff", 4, "the root is node -1", 0},
        {GCDUMP_AT_TYPES, 0, "\xff\xff\xff\xff", 4, "the number of types is -1", 0},
        {GCDUMP_AT_TYPES, 0, "\xff\xff\xff\x7f", 4,
         "2147483647 types do not fit into the rest of the file", 0},
        {GCDUMP_AT_TYPES, 4, "\xfe\xff\xff\xff", 4, "the length of a string is -2", 4},
        {GCDUMP_AT_NODES, 0, "\xff\xff\xff\x7f", 4,
         "2147483647 nodes do not fit into the rest of the file", 0},
        {GCDUMP_AT_BLOB, 0, "\xff\xff\xff\xff", 4, "the number of bytes of nodes is -1", 0},
        {GCDUMP_AT_BLOB, 0, "\0\x40\0\0", 4,
         "16384 bytes of nodes do not fit into the rest of the file", 0},
        {GCDUMP_AT_NODES, 4, "\0\x40", 2, "node 0 is at 16384 of 53 bytes", 4},
        {GCDUMP_AT_ADDRESSES, 0, "\x0e", 1, "14 addresses for 13 nodes", 0},
        {GCDUMP_AT_GRAPH_END, 0, "\x0f", 1, "no field begins with tag 15", 0},
        {GCDUMP_AT_RECORDS, 2, "\x3f", 1, "node 0 has type 31 of 10", 2},
        {GCDUMP_AT_RECORDS, 2, "\x7f", 1, "node 0 has type -1 of 10", 2},
        {GCDUMP_AT_RECORDS, 3, "\x7f", 1, "node 0 has -1 references", 3},
        {GCDUMP_AT_RECORDS, 3, "\x80\x7f", 2, "node 0 has 127 references", 3},
        {GCDUMP_AT_RECORDS, 4, "\x3f", 1, "node 0 refers to node 63 of 13", 4},
        {GCDUMP_AT_RECORDS, 4, "\x7f", 1, "node 0 refers to node -1 of 13", 4},
        {GCDUMP_AT_RECORDS, 4, "\x80\x80\x80\x80\x80", 5, "a number of more than five bytes", 4},
        {GCDUMP_AT_RECORDS, 52, "\x80", 1, "a number goes beyond the last node", 52},
    };
    fixture *f = open_fixture();
    size_t i;
    int level;
    (void)state;
    for (i = 0; i < 2 * CHECK_COUNT(all); i++) {
        const damage *d = &all[i / 2];
        gcdump_model m;
        size_t at;
        model_init(&m);
        write_model(f, &m);
        at = m.mark[d->mark];
        memcpy(f->bytes + at + d->offset, d->bytes, d->n);
        level = (int)(i % 2);
        f->options.level = level == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
        assert_int_equal(load_bytes(f), GCV_ERR_INPUT);
        assert_string_equal(f->err.message, d->message);
        assert_true(f->err.at_offset);
        if (d->mark > GCDUMP_AT_CLASS) {
            assert_int_equal(f->err.line, at + d->place);
        }
        assert_string_equal(f->err.file, "f.gcdump");
    }
    close_fixture(f);
}

/* Many nodes that share one long record would be more references than any file can hold. */
static void test_shared_records(void **state)
{
    enum { NODES = 3000 };
    static gcdump_node tree[NODES];
    static uint32_t below[NODES];
    fixture *f = open_fixture();
    gcdump_model m;
    size_t i;
    (void)state;
    for (i = 0; i < NODES; i++) {
        tree[i].type = i == 0 ? ROOTS : A;
        tree[i].size = -1;
        tree[i].address = 8 * (i + 1);
        below[i] = 2000;
    }
    tree[1].n = 900;
    model_init(&m);
    m.nodes = tree;
    m.n_nodes = NODES;
    m.children = below;
    write_model(f, &m);
    for (i = 2; i < NODES;
         i++) { /* 900 references each, of which the record has room for 2 bytes */
        memcpy(f->bytes + m.mark[GCDUMP_AT_NODES] + 4 + 4 * i,
               f->bytes + m.mark[GCDUMP_AT_NODES] + 4 + 4, 4);
    }
    assert_int_equal(load_bytes(f), GCV_ERR_INPUT);
    close_fixture(f);
}

static void check_friendly(fixture *f, const char *note, const char *verdict)
{
    f->options.strict = false;
    if (load_bytes(f) != GCV_OK) {
        fail_msg("@%" PRIu64 ": %s", f->err.line, f->err.message);
    }
    describe(f->heap, &f->words);
    assert_memory_equal(f->words.text, expected, strlen(expected) - strlen("complete"));
    assert_string_equal(gcv_heap_note(f->heap, 0)->message, note);
    assert_true(gcv_heap_note(f->heap, 0)->at_offset);
    assert_string_equal(gcv_heap_verdict(f->heap), verdict);
}

/* What is broken behind the graph leaves the heap whole. */
static void test_broken_surroundings(void **state)
{
    fixture *f = open_fixture();
    gcdump_model m;
    (void)state;
    model_init(&m);
    write_model(f, &m);
    f->size -= 1;
    check_friendly(f, "the end of the file: the file ends within the trailer", "complete");
    write_model(f, &m);
    f->bytes[m.mark[GCDUMP_AT_META_END]] = 9;
    check_friendly(f, "the end of the file: the end of objects: tag 6 is expected, not 9",
                   "complete");
    write_model(f, &m);
    f->bytes[m.mark[GCDUMP_AT_TRAILER]]++;
    check_friendly(f, "the end of the file: the trailer does not lead back", "complete");
    write_model(f, &m);
    f->bytes = realloc(f->bytes, f->size + 3);
    memset(f->bytes + f->size, 'x', 3);
    f->size += 3;
    check_friendly(f, "the end of the file: 3 bytes after the end", "complete");
    write_model(f, &m);
    f->size = m.mark[GCDUMP_AT_META] + 20;
    check_friendly(f, "the file ends within the time of the dump",
                   "incomplete: cut off at offset 620, behind the objects and references");
    f->options.strict = true;
    assert_int_equal(load_bytes(f), GCV_OK);
    write_model(f, &m);
    f->bytes[m.mark[GCDUMP_AT_META] + 9] = 7;
    check_friendly(f, "malformed, skipped: JSHeapInfo: tag 4 is expected, not 7",
                   "incomplete: damaged at offset 614, behind the objects and references");
    f->options.strict = true;
    assert_int_equal(load_bytes(f), GCV_ERR_INPUT);
    assert_string_equal(f->err.message, "malformed: JSHeapInfo: tag 4 is expected, not 7");
    assert_true(f->err.at_offset);
    close_fixture(f);
}

/* ---- other ways in ------------------------------------------------------------------------ */

static void test_pipe_and_tally(void **state)
{
    fixture *f = open_fixture();
    gcdump_model m;
    size_t chunk;
    (void)state;
    model_init(&m);
    write_model(f, &m);
    for (chunk = 0; chunk < 40; chunk += 13) {
        int level;
        for (level = 0; level < 2; level++) {
            gcv_source source;
            FILE *file = tmpfile();
            assert_non_null(file);
            assert_int_equal(fwrite(f->bytes, 1, f->size, file), f->size);
            rewind(file);
            assert_int_equal(gcv_source_open(&source, "-", file, &f->err), GCV_OK);
            source.rewind = NULL; /* as a pipe */
            drop(f);
            f->options.chunk_size = chunk;
            f->options.level = level == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
            assert_int_equal(gcv_heap_load_source(f->ctx, &source, &f->options, &f->heap, &f->err),
                             GCV_OK);
            assert_int_equal(gcv_heap_facts(f->heap)->objects, 6);
            assert_int_equal(gcv_heap_facts(f->heap)->bytes, 2147483647 + INT64_C(75232));
            assert_int_equal(gcv_heap_facts(f->heap)->roots, 5);
            (void)fclose(file);
        }
    }
    f->options.snapshot = 2;
    assert_int_equal(load_bytes(f), GCV_ERR_USAGE);
    assert_string_equal(f->err.message, "there is no snapshot 2; the file has 1");
    close_fixture(f);
}

static void test_recognise(void **state)
{
    char head[64];
    gcv_slice slice;
    (void)state;
    memset(head, 0, sizeof head);
    memcpy(head, "\x14\0\0\0!FastSerialization.1", 24);
    slice = gcv_slice_of(head, sizeof head);
    assert_true(gcv_gcdump_recognise(slice));
    memcpy(head + 35, "\x05\0\0\0Trace", 9); /* what traces of the oldest kind begin with */
    assert_false(gcv_gcdump_recognise(slice));
    slice.size = 24;
    assert_true(gcv_gcdump_recognise(slice));
    slice.size = 23;
    assert_false(gcv_gcdump_recognise(slice));
}

static void test_no_memory(void **state)
{
    fixture *f = open_fixture();
    uint64_t n = 0;
    gcv_status status;
    gcdump_model m;
    (void)state;
    model_init(&m);
    m.segments = segments;
    m.n_segments = 3;
    m.log = "\xc3\xa9";
    write_model(f, &m);
    do {
        f->ctx->allocations = 0;
        f->ctx->fail_at = ++n;
        status = load_bytes(f);
        f->ctx->fail_at = 0;
        assert_true(status == GCV_OK || status == GCV_ERR_MEMORY);
    } while (status != GCV_OK);
    assert_true(n > 30);
    close_fixture(f);
}

static void test_packed(void **state)
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
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(all); i++) {
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
        cmocka_unit_test(test_packed),
        cmocka_unit_test(test_varieties),
        cmocka_unit_test(test_generations),
        cmocka_unit_test(test_deferred),
        cmocka_unit_test(test_size_classes),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_objects_below_the_root),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_sampled),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_shared_names),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_shared_records),
        cmocka_unit_test(test_broken_surroundings),
        cmocka_unit_test(test_pipe_and_tally),
        cmocka_unit_test(test_recognise),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
