/* The reader of Java heap dumps: names, references and roots of a made heap; each kind of damage
 * that docs/formats/hprof.md lists. Sizes are tested by property.hprof_sizes. */
#include "support/check.h"
#include "support/hprof_file.h"
#include "support/loaded.h"
#include "support/reported.h"

#include "heap/heap.h"
#include "input/load/load_heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECT = 2, BYTE = 8, INT = 10 };

/* Ids of classes and of the objects of the made heap. Sizes: header 12, references 4. */
enum {
    CLASS_OBJECT = 0x1000,
    CLASS_CLASS = 0x1070,
    CLASS_NODE = 0x10e0,
    CLASS_WEAK = 0x1158,
    CLASS_REFERENCE = 0x11c8,
    CLASS_NODES = 0x1238,
    FIRST = 0x12a8,  /* a node, 24 bytes */
    SECOND = 0x12c0, /* a node, 24 bytes */
    WEAK = 0x12d8,   /* 24 bytes with two fields */
    ARRAY = 0x12f0,  /* 3 elements: 32 bytes */
    BYTES = 0x1310,  /* 5 elements: 24 bytes */
    LAST = 0x1328
};

/* Ids of texts. */
/* Longer than the name of any type. */
#define LONG_NAME "ROOT_OF_ALL_NODES_OF_THE_HEAP"

enum { T_NEXT = 1, T_NAME, T_COUNT, T_REFERENT, T_QUEUE, T_ROOT, T_CLASSES };

static const hprof_field node_fields[] = {{T_NEXT, OBJECT, 0}, {T_COUNT, INT, 0}};
static const hprof_field reference_fields[] = {{T_REFERENT, OBJECT, 0}, {T_QUEUE, OBJECT, 0}};
static const hprof_field node_statics[] = {{T_ROOT, OBJECT, FIRST}};

/* The name of the second field of a Reference. */
static const char *queue_name = "queue";

static void put_names(hprof_file *f)
{
    static const struct {
        uint64_t class_id;
        const char *name;
    } classes[] = {{CLASS_OBJECT, "java/lang/Object"},
                   {CLASS_CLASS, "java/lang/Class"},
                   {CLASS_NODE, "acme/Node$$Lambda+0x00007f1d2c0a"},
                   {CLASS_WEAK, "java/lang/ref/WeakReference"},
                   {CLASS_REFERENCE, "java/lang/ref/Reference"},
                   {CLASS_NODES, "[[Lacme/Node;"}};
    const char *const fields[] = {"next", "name", "count", "referent", queue_name, LONG_NAME};
    for (size_t i = 0; i < CHECK_COUNT(fields); i++) {
        hprof_text(f, T_NEXT + i, fields[i]);
    }
    for (size_t i = 0; i < CHECK_COUNT(classes); i++) {
        hprof_text(f, T_CLASSES + i, classes[i].name);
        hprof_load(f, classes[i].class_id, T_CLASSES + i);
    }
}

static void put_classes(hprof_file *f)
{
    hprof_class(f, CLASS_OBJECT, 0, 0, NULL, 0);
    hprof_fields(f, NULL, 0);
    hprof_class(f, CLASS_CLASS, CLASS_OBJECT, 0, NULL, 0);
    hprof_fields(f, NULL, 0);
    hprof_class(f, CLASS_NODE, CLASS_OBJECT, 0, node_statics, 1);
    hprof_fields(f, node_fields, 2);
    hprof_class(f, CLASS_WEAK, CLASS_REFERENCE, 0, NULL, 0);
    hprof_fields(f, NULL, 0);
    hprof_class(f, CLASS_REFERENCE, CLASS_OBJECT, 0, NULL, 0);
    hprof_fields(f, reference_fields, 2);
    hprof_class(f, CLASS_NODES, CLASS_OBJECT, 0, NULL, 0);
    hprof_fields(f, NULL, 0);
}

static void put_node(hprof_file *f, uint64_t id, uint64_t next)
{
    hprof_instance(f, id, CLASS_NODE, f->id_size + 4);
    hprof_id(f, next);
    hprof_number(f, 7, 4);
}

static void put_objects(hprof_file *f)
{
    put_node(f, FIRST, SECOND);
    put_node(f, SECOND, 0);
    hprof_instance(f, WEAK, CLASS_WEAK, 2 * f->id_size);
    hprof_id(f, FIRST); /* holds nothing */
    hprof_id(f, SECOND);
    hprof_objects(f, ARRAY, CLASS_NODES, 3);
    hprof_id(f, SECOND);
    hprof_id(f, 0);
    hprof_id(f, WEAK);
    hprof_values(f, BYTES, BYTE, 5);
    hprof_number(f, 0, 5);
    put_node(f, LAST, 0);
}

static void put_roots(hprof_file *f)
{
    hprof_root(f, 0x05, CLASS_NODE);
    hprof_root(f, 0x07, ARRAY);
    hprof_root(f, 0x90, LAST); /* Android's word for no root */
}

/* The parts of the heap, in an order of choice. */
static void put_heap(hprof_file *f, const char *order)
{
    static void (*const parts[])(hprof_file *) = {put_classes, put_objects, put_roots};
    for (; *order != '\0'; order++) {
        hprof_open(f, 0x1c);
        parts[strchr("cor", *order) - "cor"](f);
        hprof_close(f);
    }
    hprof_end(f);
}

static void make(hprof_file *f, unsigned id_size, const char *order)
{
    hprof_begin(f, id_size);
    put_names(f);
    put_heap(f, order);
}

static void load_file(loaded *l, const hprof_file *f)
{
    load_good(l, (const char *)f->bytes, f->n, 0, GCV_LOAD_GRAPH);
}

/* What the heap must be. All objects are dense where ids have 8 bytes; 4 bytes mean a header of 8.
 */
static const char expected[] =
    "1000 java.lang.Class 112\n1070 java.lang.Class 112 1000\n"
    "10e0 java.lang.Class 120 1000 12a8\n1158 java.lang.Class 112 11c8\n"
    "11c8 java.lang.Class 112 1000\n1238 java.lang.Class 112 1000\n"
    "12a8 acme.Node$$Lambda 24 10e0 12c0\n12c0 acme.Node$$Lambda 24 10e0\n"
    "12d8 java.lang.ref.WeakReference 24 1158 12c0\n12f0 acme.Node[][] 32 1238 12c0 12d8\n"
    "1310 byte[] 24\n1328 acme.Node$$Lambda 24 10e0\n";

static const char expected_of_4[] =
    "1000 java.lang.Class 112\n1070 java.lang.Class 112 1000\n"
    "10e0 java.lang.Class 120 1000 12a8\n1158 java.lang.Class 112 11c8\n"
    "11c8 java.lang.Class 112 1000\n1238 java.lang.Class 112 1000\n"
    "12a8 acme.Node$$Lambda 16 10e0 12c0\n12c0 acme.Node$$Lambda 16 10e0\n"
    "12d8 java.lang.ref.WeakReference 16 1158 12c0\n12f0 acme.Node[][] 24 1238 12c0 12d8\n"
    "1310 byte[] 24\n1328 acme.Node$$Lambda 16 10e0\n";

static const char expected_roots[] =
    "static java.lang.Object 1000\nstatic java.lang.Class 1070\nstatic acme.Node$$Lambda 10e0\n"
    "static java.lang.ref.WeakReference 1158\nstatic java.lang.ref.Reference 11c8\n"
    "static acme.Node[][] 1238\nhandle monitor 12f0\n";

static void check_heap(const gcv_heap *heap, unsigned id_size)
{
    const char *objects = id_size == 8 ? expected : expected_of_4;
    char text[4096];
    describe(heap, false, text, sizeof text);
    assert_memory_equal(text, objects, strlen(objects));
    assert_string_equal(text + strlen(objects), expected_roots);
}

static void test_any_order(NO_STATE)
{
    static const char *const orders[] = {"cor", "roc", "ocr"};
    hprof_file f = {0};
    for (size_t i = 0; i < CHECK_COUNT(orders); i++) {
        for (unsigned id_size = 4; id_size <= 8; id_size += 4) {
            loaded l;
            make(&f, id_size, orders[i]);
            load_file(&l, &f);
            assert_string_equal(gcv_heap_verdict(l.heap), "complete");
            assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 0);
            check_heap(l.heap, id_size);
            unload(&l);
        }
    }
    hprof_free(&f);
}

static void test_chunks(NO_STATE)
{
    static const size_t chunks[] = {1, 7, 100};
    hprof_file f = {0};
    make(&f, 8, "cor");
    for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
        loaded l;
        load_good(&l, (const char *)f.bytes, f.n, chunks[i], GCV_LOAD_GRAPH);
        check_heap(l.heap, 8);
        unload(&l);
        load_good(&l, (const char *)f.bytes, f.n, chunks[i], GCV_LOAD_TALLY);
        assert_int_equal(gcv_heap_counts(l.heap)->objects, 12);
        unload(&l);
    }
    hprof_free(&f);
}

static uint32_t count_references(const gcv_heap *heap, uint64_t id)
{
    uint32_t n;
    const uint32_t object = gcv_heap_find(heap, 0, id);
    assert_int_not_equal(object, GCV_NONE);
    (void)gcv_heap_references(heap, object, &n);
    return n;
}

/* Classes whose records are longer than what is read of one at first, by any factor. */
static void test_long_classes(NO_STATE)
{
    hprof_field statics[400];
    hprof_file f = {0};
    for (size_t i = 0; i < CHECK_COUNT(statics); i++) {
        statics[i] = node_statics[0];
    }
    for (size_t n = 50; n <= CHECK_COUNT(statics); n *= 2) {
        loaded l;
        hprof_begin(&f, 8);
        put_names(&f);
        hprof_open(&f, 0x1c);
        hprof_class(&f, CLASS_NODE, 0, 0, statics, n);
        hprof_fields(&f, node_fields, 2);
        put_node(&f, FIRST, 0);
        hprof_close(&f);
        hprof_end(&f);
        load_good(&l, (const char *)f.bytes, f.n, 1, GCV_LOAD_GRAPH);
        assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 0);
        assert_int_equal(count_references(l.heap, CLASS_NODE), n);
        unload(&l);
    }
    hprof_free(&f);
}

/* ---- damage ------------------------------------------------------------------------------- */

/* Loads a damaged file; checks its verdict, the malformed records and the number of objects. */
static void check_damage(const hprof_file *f, const char *verdict, uint64_t malformed,
                         uint64_t objects)
{
    for (int level = GCV_LOAD_GRAPH; level <= GCV_LOAD_TALLY; level++) {
        loaded l;
        load_good(&l, (const char *)f->bytes, f->n, 0, (gcv_load_level)level);
        assert_string_equal(gcv_heap_verdict(l.heap), verdict);
        assert_int_equal(gcv_heap_counts(l.heap)->objects, objects);
        if (level == GCV_LOAD_GRAPH) {
            assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, malformed);
        }
        unload(&l);
    }
}

static void test_header(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    hprof_begin(&f, 8);
    load_level(&l, (const char *)f.bytes, f.n - 1, 0, GCV_LOAD_GRAPH);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    unload(&l);
    hprof_begin(&f, 6);
    load_level(&l, (const char *)f.bytes, f.n, 0, GCV_LOAD_GRAPH);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_string_equal(l.err.message, "ids of 6 bytes, not 4 or 8");
    unload(&l);
    hprof_free(&f);
}

/* A verdict of a file of n bytes says where it was cut, unless it ends where a record does. */
static void check_cut(const char *verdict, size_t n)
{
    unsigned long at = n;
    if (strcmp(verdict, "incomplete: no heap") != 0 &&
        strcmp(verdict, "incomplete: no end record") != 0) {
        assert_int_equal(sscanf(verdict, "incomplete: truncated file (at offset %lu)", &at), 1);
        assert_true(at <= n);
    }
}

/* Every prefix of a file is read as far as it goes, and is incomplete. */
static void test_every_cut(NO_STATE)
{
    hprof_file f = {0};
    uint64_t before = 0;
    make(&f, 8, "cor");
    for (size_t n = 31; n < f.n; n++) {
        loaded l;
        load_good(&l, (const char *)f.bytes, n, 0, GCV_LOAD_GRAPH);
        assert_false(gcv_heap_is_complete(l.heap));
        check_cut(gcv_heap_verdict(l.heap), n);
        assert_true(gcv_heap_counts(l.heap)->objects >= before);
        assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 0);
        before = gcv_heap_counts(l.heap)->objects;
        unload(&l);
    }
    assert_int_equal(before, 12);
    hprof_free(&f);
}

static void test_no_end(NO_STATE)
{
    hprof_file f = {0};
    make(&f, 8, "cor");
    f.n -= 9;
    check_damage(&f, "incomplete: no end record", 0, 12);
    hprof_free(&f);
}

/* Makes a heap in one old record; returns where its length is. */
static size_t make_old(hprof_file *f)
{
    hprof_begin(f, 4);
    put_names(f);
    hprof_open(f, 0x0c);
    const size_t length_at = f->length_at;
    put_classes(f);
    put_objects(f);
    put_roots(f);
    hprof_close(f);
    return length_at;
}

/* The length of the record is right, or 0. */
static void test_old_heap(NO_STATE)
{
    hprof_file f = {0};
    const size_t length_at = make_old(&f);
    check_damage(&f, "complete", 0, 12);
    memset(f.bytes + length_at, 0, 4);
    check_damage(&f, "complete", 0, 12);
    hprof_end(&f); /* ends a heap of unknown length */
    check_damage(&f, "complete", 0, 12);
    hprof_free(&f);
}

/* What the collector has discovered, a Reference does not hold. */
static void test_discovered(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    char text[4096];
    queue_name = "discovered";
    make(&f, 8, "cor");
    queue_name = "queue";
    load_file(&l, &f);
    describe(l.heap, false, text, sizeof text);
    assert_non_null(strstr(text, "java.lang.ref.WeakReference 24 1158\n"));
    unload(&l);
    hprof_free(&f);
}

/* The length of the record, 5 bytes, is 2^32 less than what the file has, or one byte less or more.
 * A file that claims its size stands for one that has it. */
static void test_old_heap_above_4_gib(NO_STATE)
{
    static const struct {
        uint64_t size; /* of what follows the length, without 2^32 */
        uint64_t objects, malformed;
        uint64_t anomalies; /* one of them: sizes are assumed */
    } cases[] = {{5, 12, 0, 2}, {4, 0, 1, 1}, {6, 0, 1, 1}};
    hprof_file f = {0};
    const size_t length_at = make_old(&f);
    memcpy(f.bytes + length_at, "\0\0\0\5", 4);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        loaded l = {.ctx = gcv_context_new(0)};
        gcv_source source;
        gcv_load_options options = {0};
        gcv_source_memory(l.ctx, &source, "x", f.bytes, f.n);
        source.size = length_at + 4 + cases[i].size + (1ULL << 32);
        gcv_heap_load_source(l.ctx, &source, &options, &l.heap);
        assert_int_equal(gcv_heap_counts(l.heap)->objects, cases[i].objects);
        assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, cases[i].malformed);
        assert_int_equal(gcv_heap_counts(l.heap)->anomalies, cases[i].anomalies);
        unload(&l);
    }
    hprof_free(&f);
}

static void test_empty_segment(NO_STATE)
{
    hprof_file f = {0};
    hprof_begin(&f, 8);
    put_names(&f);
    hprof_open(&f, 0x1c);
    hprof_close(&f);
    put_heap(&f, "cor");
    check_damage(&f, "complete", 0, 12);
    hprof_free(&f);
}

/* What crosses the end of its segment, or has an unknown tag or type, ends the segment. */
static void test_bad_sub_records(NO_STATE)
{
    hprof_file f = {0};
    for (int kind = 0; kind < 9; kind++) {
        hprof_begin(&f, 8);
        put_names(&f);
        hprof_open(&f, 0x1c);
        if (kind == 0) {
            hprof_number(&f, 0x42, 1);
        } else if (kind == 1) {
            hprof_values(&f, 0x2000, BYTE, UINT32_MAX);
        } else if (kind == 2) {
            hprof_objects(&f, 0x2000, CLASS_NODES, UINT32_MAX);
        } else if (kind == 3) {
            hprof_instance(&f, 0x2000, CLASS_NODE, UINT32_MAX);
        } else if (kind == 4) {
            hprof_values(&f, 0x2000, 3, 1);
        } else if (kind < 7) {
            const hprof_field bad = {T_NEXT, 3, 0};
            hprof_class(&f, 0x2000, 0, 0, &bad, kind == 5);
            hprof_fields(&f, &bad, kind == 6);
        } else if (kind == 7) {
            hprof_class(&f, 0x2000, 0, 0, NULL, 0);
            hprof_number(&f, 9, 2); /* more fields than there is room for */
        } else {
            hprof_number(&f, 0x08, 1); /* a root of 16 bytes */
        }
        hprof_number(&f, 0, 8);
        hprof_close(&f);
        put_heap(&f, "cor");
        check_damage(&f, "complete", 1, 12);
    }
    hprof_free(&f);
}

/* Nothing is allocated from the length of an array that nothing limits but the file. */
static void test_long_array(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    for (int kind = 0; kind < 2; kind++) {
        const size_t length_at = make_old(&f);
        memset(f.bytes + length_at, 0, 4);
        if (kind == 0) {
            hprof_values(&f, 0x2000, 11, UINT32_MAX);
        } else {
            hprof_objects(&f, 0x2000, CLASS_NODES, UINT32_MAX);
        }
        hprof_number(&f, 0, 8);
        load_file(&l, &f);
        assert_int_equal(gcv_heap_n_objects(l.heap), 12);
        assert_false(gcv_heap_is_complete(l.heap));
        assert_true(gcv_context_peak(l.ctx) < 2 << 20);
        unload(&l);
    }
    hprof_free(&f);
}

/* Records that are too short for what they must have are left out. */
static void test_short_records(NO_STATE)
{
    static const unsigned tags[] = {0x02, 0x04, 0x05};
    hprof_file f = {0};
    hprof_begin(&f, 8);
    for (size_t i = 0; i < CHECK_COUNT(tags); i++) {
        hprof_record(&f, tags[i], 11);
        hprof_number(&f, 0, 8);
        hprof_number(&f, 0, 3);
    }
    hprof_record(&f, 0x01, 5); /* a text without a whole id is none */
    hprof_number(&f, 0, 5);
    hprof_record(&f, 0x05, 12); /* a stack has as many frames as there are */
    hprof_number(&f, 0, 8);
    hprof_number(&f, UINT32_MAX, 4);
    put_names(&f);
    put_heap(&f, "cor");
    check_damage(&f, "complete", 3, 12);
    hprof_free(&f);
}

static void test_short_instance(NO_STATE)
{
    hprof_file f = {0};
    hprof_begin(&f, 8);
    put_names(&f);
    hprof_open(&f, 0x1c);
    put_classes(&f);
    hprof_instance(&f, 0x2000, CLASS_NODE, 8);
    hprof_id(&f, FIRST); /* the second field is missing */
    hprof_close(&f);
    put_heap(&f, "or");
    check_damage(&f, "complete", 1, 13);
    hprof_free(&f);
}

/* A class without a record, a name, or a superclass. */
static void test_missing_classes(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    hprof_begin(&f, 8);
    put_names(&f);
    hprof_load(&f, 0x3100, T_ROOT);
    hprof_text(&f, 0x3000, "");
    hprof_load(&f, 0x3180, 0x3000);
    hprof_open(&f, 0x1c);
    hprof_class(&f, 0x3000, CLASS_OBJECT, 0, NULL, 0); /* without a name */
    hprof_fields(&f, node_fields, 2);
    hprof_instance(&f, 0x3080, 0x3000, 12);
    hprof_id(&f, FIRST);
    hprof_number(&f, 0, 4);
    hprof_instance(&f, 0x30a0, 0x9999, 20); /* of a class without a record */
    hprof_number(&f, 0, 8);
    hprof_number(&f, 0, 8);
    hprof_number(&f, 0, 4);
    hprof_class(&f, 0x3100, 0x8888, 0, NULL, 0); /* without a superclass */
    hprof_fields(&f, node_fields, 2);
    hprof_class(&f, 0x3180, CLASS_OBJECT, 0, NULL, 0); /* with an empty name */
    hprof_fields(&f, NULL, 0);
    hprof_instance(&f, 0x3200, 0x3180, 0);
    hprof_instance(&f, 0x3220, 0x3100, 12);
    hprof_id(&f, FIRST);
    hprof_number(&f, 0, 4);
    hprof_close(&f);
    put_heap(&f, "cor");
    load_file(&l, &f);
    assert_int_equal(gcv_heap_counts(l.heap)->unknown_types, 3);
    assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 0);
    assert_int_equal(count_references(l.heap, 0x3080), 2);
    assert_int_equal(count_references(l.heap, 0x3220), 2);
    assert_int_equal(count_references(l.heap, 0x30a0), 0); /* its class is not in the dump */
    assert_int_equal(gcv_heap_object_bytes(l.heap, gcv_heap_find(l.heap, 0, 0x30a0)), 32);
    unload(&l);
    hprof_free(&f);
}

static void test_cycle_of_superclasses(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    hprof_begin(&f, 8);
    put_names(&f);
    hprof_open(&f, 0x1c);
    hprof_class(&f, 0x3000, 0x3080, 0, NULL, 0);
    hprof_fields(&f, node_fields, 2);
    hprof_class(&f, 0x3080, 0x3000, 0, NULL, 0);
    hprof_fields(&f, node_fields, 2);
    hprof_instance(&f, 0x3100, 0x3000, 24);
    hprof_id(&f, FIRST);
    hprof_number(&f, 0, 4);
    hprof_id(&f, SECOND);
    hprof_number(&f, 0, 4);
    hprof_close(&f);
    put_heap(&f, "cor");
    load_file(&l, &f);
    assert_true(count_references(l.heap, 0x3100) >= 2);
    unload(&l);
    hprof_free(&f);
}

/* The first record of an id counts, for classes and for objects. */
static void test_duplicates(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    hprof_begin(&f, 8);
    put_names(&f);
    hprof_open(&f, 0x1c);
    put_classes(&f);
    hprof_class(&f, CLASS_NODE, CLASS_OBJECT, 0, NULL, 0);
    hprof_fields(&f, NULL, 0);
    put_objects(&f);
    put_node(&f, FIRST, LAST);
    put_roots(&f);
    hprof_close(&f);
    hprof_end(&f);
    load_file(&l, &f);
    assert_int_equal(count_references(l.heap, FIRST), 2);      /* as in the first record, … */
    assert_int_equal(count_references(l.heap, CLASS_NODE), 2); /* … of a class, too */
    assert_int_equal(count_references(l.heap, LAST), 1);
    assert_int_equal(gcv_heap_counts(l.heap)->duplicate_objects, 2);
    assert_int_equal(gcv_heap_counts(l.heap)->anomalies, 1); /* all sizes are assumed */
    unload(&l);
    check_damage(&f, "complete", 0, 12);
    hprof_free(&f);
}

/* The last complete heap of a file counts, unless another one is asked for. */
static void test_several_heaps(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    gcv_load_options options = {0};
    make(&f, 8, "cor");
    hprof_open(&f, 0x1c);
    put_classes(&f);
    hprof_close(&f);
    hprof_end(&f);
    load_file(&l, &f);
    assert_int_equal(gcv_heap_n_objects(l.heap), 6);
    assert_int_equal(gcv_heap_n_snapshots(l.heap), 2);
    assert_int_equal(gcv_heap_snapshot(l.heap, 0)->objects, 12);
    unload(&l);
    f.n -= 9; /* without its end, the second heap is not complete */
    load_file(&l, &f);
    assert_int_equal(gcv_heap_n_objects(l.heap), 12);
    assert_true(gcv_heap_is_complete(l.heap));
    unload(&l);
    options.snapshot = 2;
    load_with(&l, (const char *)f.bytes, f.n, options);
    assert_int_equal(gcv_heap_n_objects(l.heap), 6);
    assert_false(gcv_heap_is_complete(l.heap));
    unload(&l);
    options.snapshot = 3;
    load_with(&l, (const char *)f.bytes, f.n, options);
    assert_int_equal(l.status, GCV_ERR_USAGE);
    unload(&l);
    hprof_free(&f);
}

/* Arrays without values, and the heaps that objects of Android are in. */
static void test_android(NO_STATE)
{
    hprof_file f = {0};
    hprof_begin(&f, 4);
    put_names(&f);
    hprof_open(&f, 0x1c);
    hprof_number(&f, 0xfe, 1);
    hprof_number(&f, 1, 4);
    hprof_id(&f, T_NAME);
    put_classes(&f);
    put_objects(&f);
    hprof_values(&f, 0x2000, BYTE, 1000);
    f.bytes[f.n - 14] = 0xc3;
    put_roots(&f);
    hprof_close(&f);
    hprof_end(&f);
    check_damage(&f, "complete", 0, 13);
    hprof_free(&f);
}

/* ---- names -------------------------------------------------------------------------------- */

/* Returns the name of the type of an array of a class that is called so. */
static gcv_slice name_of_array(loaded *l, const char *name)
{
    hprof_file f = {0};
    hprof_begin(&f, 8);
    hprof_text(&f, T_CLASSES, name);
    hprof_load(&f, CLASS_NODES, T_CLASSES);
    hprof_open(&f, 0x1c);
    hprof_class(&f, CLASS_NODES, 0, 0, NULL, 0);
    hprof_fields(&f, NULL, 0);
    hprof_objects(&f, ARRAY, CLASS_NODES, 0);
    hprof_close(&f);
    hprof_end(&f);
    load_file(l, &f);
    hprof_free(&f);
    return gcv_heap_type_name(l->heap,
                              gcv_heap_object_type(l->heap, gcv_heap_find(l->heap, 0, ARRAY)));
}

/* A character above U+FFFF has two surrogates of three bytes each, NUL has two bytes. */
static void test_names(NO_STATE)
{
    static const struct {
        const char *from, *to;
        size_t size;
    } names[] = {
        {"[Lacme/Node;", "acme.Node[]", 11},
        {"acme/Node+0x1f/0x2", "acme.Node", 9},
        {"\xed\xa0\xbd\xed\xb8\x80", "\xf0\x9f\x98\x80", 4},
        {"\xed\xa0\xbdx\xed\xb8\x80", "\xef\xbf\xbdx\xef\xbf\xbd", 7},
        {"\xed\xb8\x80\xed\xa0\xbd", "\xef\xbf\xbd\xef\xbf\xbd", 6},
        {"\xed\xa0\xbd\xed\xa0\xbd\xed\xb8\x80", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7},
        {"a\xc0\x80z\xed\xa0", "a\0z\xed\xa0", 5},
        {"\xed\x9f\xbf\xc0", "\xed\x9f\xbf\xc0", 4},
    };
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        loaded l;
        const gcv_slice name = name_of_array(&l, names[i].from);
        assert_int_equal(name.size, names[i].size);
        assert_memory_equal(name.data, names[i].to, name.size);
        unload(&l);
    }
}

/* ---- names of references ------------------------------------------------------------------ */

static void test_fields(NO_STATE)
{
    hprof_file f = {0};
    loaded l;
    gcv_load_options options = {0};
    options.with_fields = true;
    make(&f, 8, "cor");
    load_with(&l, (const char *)f.bytes, f.n, options);
    assert_int_equal(l.status, GCV_OK);
    const gcv_fields *fields = &l.heap->fields;
    const uint32_t mirror = gcv_heap_find(l.heap, 0, CLASS_NODE);
    const uint32_t array = gcv_heap_find(l.heap, 0, ARRAY);
    const uint32_t of_static = gcv_fields_first(fields, mirror, l.heap->type.data[mirror]) + 1;
    const uint32_t element = gcv_fields_first(fields, array, l.heap->type.data[array]) + 2;
    assert_int_equal(fields->kind.data[of_static], GCV_FIELD_STATIC);
    const gcv_slice name = gcv_word_list_at(&l.heap->places.words, fields->name.data[of_static]);
    assert_true(name.size == 47);
    assert_memory_equal(name.data, "acme.Node$$Lambda." LONG_NAME, 47);
    assert_int_equal(fields->kind.data[element], GCV_FIELD_ELEMENT);
    assert_int_equal(fields->name.data[element], 2);
    unload(&l);
    hprof_free(&f);
}

/* ---- chains ------------------------------------------------------------------------------- */

/* A heap whose static field holds a list of nodes; another object keeps the class alive, or a root
 * of its own. */
static void load_list(loaded *l, bool is_long)
{
    hprof_file f = {0};
    hprof_begin(&f, 8);
    put_names(&f);
    hprof_open(&f, 0x1c);
    put_classes(&f);
    put_node(&f, FIRST, is_long ? SECOND : 0);
    if (is_long) {
        put_node(&f, SECOND, LAST);
        put_node(&f, LAST, 0);
        hprof_root(&f, 0x05, CLASS_NODE);
    } else {
        hprof_objects(&f, ARRAY, CLASS_NODES, 1);
        hprof_id(&f, CLASS_NODE);
        hprof_root(&f, 0x07, ARRAY);
    }
    hprof_close(&f);
    hprof_end(&f);
    load_file(l, &f);
    hprof_free(&f);
}

/* A chain begins at the static field that it passes, whatever keeps the class alive. */
static void test_chains(NO_STATE)
{
    loaded l[2];
    for (int i = 0; i < 2; i++) {
        load_list(&l[i], i > 0);
    }
    const gcv_heap *heaps[] = {l[0].heap, l[1].heap};
    const reported both = {l[1].ctx, heaps, 2, NULL, NULL, NULL};
    char *text = reported_text(&both, "diff --cause --top 0", NULL);
    assert_non_null(strstr(text,
                           "\n1\t1\t2\t48\t48\t1\t3\t24\t72\tacme.Node$$Lambda\t"
                           "static acme.Node$$Lambda." LONG_NAME "\n"));
    free(text);
    text = reported_of(l[1].ctx, l[1].heap, "chains --type acme.Node$$Lambda", NULL);
    assert_string_equal(text,
                        "chain\tdepth\tobject\tbytes\tretained\ttype\troot\n"
                        "1\t1\t*3\t72\t72\tacme.Node$$Lambda\t"
                        "static acme.Node$$Lambda." LONG_NAME "\n");
    free(text);
    text = reported_of(l[1].ctx, l[1].heap, "suspects --min 1 --top 1", NULL);
    assert_non_null(strstr(text, "\tstatic acme.Node$$Lambda." LONG_NAME "\t"));
    free(text);
    unload(&l[1]);
    unload(&l[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_chunks),
        cmocka_unit_test(test_long_classes),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_no_end),
        cmocka_unit_test(test_old_heap),
        cmocka_unit_test(test_discovered),
        cmocka_unit_test(test_old_heap_above_4_gib),
        cmocka_unit_test(test_empty_segment),
        cmocka_unit_test(test_bad_sub_records),
        cmocka_unit_test(test_short_instance),
        cmocka_unit_test(test_short_records),
        cmocka_unit_test(test_long_array),
        cmocka_unit_test(test_missing_classes),
        cmocka_unit_test(test_duplicates),
        cmocka_unit_test(test_cycle_of_superclasses),
        cmocka_unit_test(test_several_heaps),
        cmocka_unit_test(test_android),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
