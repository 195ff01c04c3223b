/* The reader of V8 heap snapshots: every form gives the same heap as a log of it; truncation and
 * damage are reported. tests/fuzz tests mutations. */
#include "support/check.h"
#include "support/loaded.h"
#include "support/v8_writer.h"

#include "heap/heap.h"
#include "heap/reference_names.h"
#include "input/load/load_heap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY "2 / part of key (Key @12) -> value (Value @13) pair in WeakMap (table @10)"

static const v8_node nodes[] = {
    {V8_SYNTHETIC, "", 1, 0, 5, 0},
    {V8_SYNTHETIC, "(Handle scope)", 2, 0, 2, 0},
    {V8_SYNTHETIC, "(Global handles)", 3, 0, 3, 0},
    {V8_SYNTHETIC, "Node / Environment", 4, 50, 0, 0},
    {V8_OBJECT, "Window / https://host/x", 5, 40, 3, 0},
    {V8_CLOSURE, "secret name", 6, 64, 1, 0},
    {V8_STRING, "secret text", 7, 48, 0, 0},
    {V8_OBJECT, "Weak", 8, 7, 0, 0},
    {V8_HIDDEN, "system / Map", 9, 80, 0, 0},
    {V8_ARRAY, "", 10, 16, 3, 0},
    {V8_NATIVE, "<div class=\\\"secret\\\">", 11, 100, 1, 2},
    {V8_OBJECT, "Key", 12, 20, 1, 0},
    {V8_OBJECT, "Value", 13, 5000000000u, 0, 0},
    {V8_NATIVE, "<p>", 14, 9, 1, 0},
    {V8_OBJECT, "Lost", 15, 3, 1, 0},
};
static const v8_edge edges[] = {
    {V8_ELEMENT, NULL, 1},
    {V8_ELEMENT, NULL, 2},
    {V8_ELEMENT, NULL, 3},
    {V8_SHORTCUT, "global", 4},
    {V8_INTERNAL, "extra", 8},
    /* (Handle scope) */
    {V8_ELEMENT, NULL, 5},
    {V8_SHORTCUT, "again", 4},
    /* (Global handles) */
    {V8_ELEMENT, NULL, 10},
    {V8_WEAK, NULL, 7},
    {V8_INTERNAL, "x", 14},
    /* Window: a self reference, and a root that is not an object */
    {V8_PROPERTY, "self", 4},
    {V8_PROPERTY, "table", 9},
    {V8_INTERNAL, "scope", 1},
    /* Function */
    {V8_CONTEXT, "text", 6},
    /* (array): the key has its first entry, too; the second belongs to another table */
    {V8_INTERNAL, ENTRY, 12},
    {V8_INTERNAL, "3 / part of key (K @1) -> value (V @2) pair in WeakMap (table @11)", 12},
    {V8_INTERNAL, "key", 11},
    /* <div> */
    {V8_ELEMENT, NULL, 13},
    /* Key */
    {V8_INTERNAL, ENTRY, 12},
    /* <p> */
    {V8_SHORTCUT, "up", 10},
    /* Lost */
    {V8_WEAK, NULL, 4},
};

enum { N_NODES = sizeof nodes / sizeof nodes[0], N_EDGES = sizeof edges / sizeof edges[0] };

static const char expected[] =
    "4 Node / Environment 50\n5 Window 40 5 10\n6 Function 64 7\n7 (string) 48\n8 Weak 7\n"
    "9 (system) 80\n10 (array) 16 13 12\n11 Detached <div> 100 14\n12 Key 20 13\n"
    "13 Value 5000000000\n14 Detached <p> 9\n15 Lost 3\n"
    "static global 5\nhandle (Global handles) 8 weak\nhandle (Global handles) 11\n"
    "handle (Global handles) 15\nlocal (Handle scope) 6\ninternal extra 9\nruntime (root) 4\n";

/* The same heap as a log. */
static const char as_log[] =
    "a 1 x 0\nt 1 Node / Environment\nt 2 Window\nt 3 Function\nt 4 (string)\nt 5 Weak\n"
    "t 6 (system)\nt 7 (array)\nt 8 Detached <div>\nt 9 Key\nt a Value\nt b Detached <p>\n"
    "t c Lost\nt d global\nt e (Global handles)\nt f (Handle scope)\nt 10 extra\nt 11 (root)\n"
    "o 4 1 32\no 5 2 28 5 a\no 6 3 40 7\no 7 4 30\no 8 5 7\no 9 6 50\no a 7 10 d c\n"
    "o b 8 64 e\no c 9 14 d\no d a 12a05f200\no e b 9\no f c 3\n"
    "r 5 4 0 d\nr 8 3 2 e\nr b 3 0 e\nr f 3 0 e\nr 6 1 0 f\nr 9 0 0 10\nr 4 5 0 11\nc x 0\n";

enum { N_FORMS = 6 * 2 * 2 * 2 * 2 * 3 };

/* The model in one of the forms. */
static void model_init(v8_model *model, unsigned form)
{
    const unsigned bits = form / 18;
    memset(model, 0, sizeof *model);
    model->nodes = nodes;
    model->edges = edges;
    model->n_nodes = N_NODES;
    model->n_edges = N_EDGES;
    model->order = form % 6;
    model->fields = (bits & 1) != 0 ? 6 : 7;
    model->shuffled = (bits & 2) != 0;
    model->spaced = (bits & 4) != 0;
    model->no_counts = (bits & 8) != 0;
}

static const size_t chunks[] = {0, 1, 7};

/* Returns the heap in one of the forms; the caller frees it. */
static char *write_form(unsigned form, size_t *size)
{
    v8_model model;
    model_init(&model, form);
    return v8_write(&model, size);
}

static void test_forms(NO_STATE)
{
    for (unsigned form = 0; form < N_FORMS; form++) {
        size_t size;
        char *bytes = write_form(form, &size), text[4096];
        loaded l;
        load_good(&l, bytes, size, chunks[form / 6 % 3], GCV_LOAD_GRAPH);
        assert_string_equal(gcv_heap_format(l.heap), "heapsnapshot");
        assert_string_equal(gcv_heap_verdict(l.heap), "complete");
        describe(l.heap, true, text, sizeof text);
        assert_string_equal(text, expected);
        assert_int_equal(gcv_heap_n_notes(l.heap), 0);
        assert_int_equal(gcv_heap_counts(l.heap)->types, 12);
        assert_int_equal(gcv_heap_number(l.heap, "weak_edges"), 2);
        assert_int_equal(gcv_heap_number(l.heap, "shortcut_edges"), 2); /* without the root's */
        unload(&l);
        free(bytes);
    }
}

/* Newlines may be on either side of the commas between numbers. */
static void test_newlines(NO_STATE)
{
    static const char *const commas[] = {"\n,", ",\n", "\n,\n", "\n\n,", ",\n\n"};
    size_t size;
    char *bytes = write_form(0, &size);
    for (size_t c = 0; c < CHECK_COUNT(commas); c++) {
        char *other = malloc(4 * size), text[4096];
        size_t n = 0;
        loaded l;
        assert_non_null(other);
        for (size_t i = 0; i < size; i++) {
            const bool between = i > 0 && i + 1 < size && bytes[i] == ',' && bytes[i - 1] >= '0' &&
                                 bytes[i - 1] <= '9' && bytes[i + 1] >= '0' && bytes[i + 1] <= '9';
            const char *put = between ? commas[c] : "";
            memcpy(other + n, put, strlen(put));
            n += strlen(put);
            if (!between) {
                other[n++] = bytes[i];
            }
        }
        assert_true(n > size + 100);
        load_good(&l, other, n, 0, GCV_LOAD_GRAPH);
        describe(l.heap, true, text, sizeof text);
        assert_string_equal(text, expected);
        unload(&l);
        free(other);
    }
    free(bytes);
}

static void describe_types(const gcv_heap *heap, char *out, size_t size)
{
    uint64_t count[16], bytes[16];
    size_t n = 0;
    assert_true(gcv_heap_n_types(heap) <= 16);
    gcv_heap_tally_types(heap, GCV_NONE, count, bytes);
    for (uint32_t i = 0; i < gcv_heap_n_types(heap); i++) {
        gcv_slice type = gcv_heap_type_name(heap, i);
        n += (size_t)snprintf(out + n, size - n, "%.*s %" PRIu64 " %" PRIu64 "\n", (int)type.size,
                              type.data, count[i], bytes[i]);
    }
}

/* A tally has no rows, but the same sums. */
static void test_tally(NO_STATE)
{
    static const char types[] =
        "(array) 1 16\n(string) 1 48\n(system) 1 80\nDetached <div> 1 100\n"
        "Detached <p> 1 9\nFunction 1 64\nKey 1 20\nLost 1 3\n"
        "Node / Environment 1 50\nValue 1 5000000000\nWeak 1 7\nWindow 1 40\n";
    for (unsigned form = 0; form < N_FORMS; form++) {
        size_t size;
        char *bytes = write_form(form, &size), text[4096];
        loaded l;
        load_good(&l, bytes, size, chunks[form / 6 % 3], GCV_LOAD_TALLY);
        assert_int_equal(gcv_heap_n_objects(l.heap), 0);
        assert_int_equal(gcv_heap_counts(l.heap)->objects, 12);
        assert_int_equal(gcv_heap_counts(l.heap)->roots, 7);
        describe_types(l.heap, text, sizeof text);
        assert_string_equal(text, types);
        unload(&l);
        free(bytes);
    }
}

/* The prototype of a function is no object of the class that V8 names it after; what other edges
 * and other properties lead to is. */
static void test_prototypes(NO_STATE)
{
    static const v8_node of[] = {
        {V8_SYNTHETIC, "", 1, 0, 1, 0},
        {V8_OBJECT, "Window", 2, 40, 5, 0},
        {V8_CLOSURE, "Base", 3, 64, 5, 0},
        {V8_CLOSURE, "Derived", 4, 64, 1, 0},
        {V8_CLOSURE, "", 5, 64, 4, 0},
        {V8_OBJECT, "Object", 6, 16, 0, 0},
        {V8_OBJECT, "Base", 7, 5000000000u, 0, 0},
        {V8_OBJECT, "Base", 8, 24, 0, 0},
        {V8_OBJECT, "Base", 9, 24, 0, 0},
        {V8_OBJECT, "Base", 10, 24, 0, 0},
        {V8_NATIVE, "<p>", 11, 80, 0, 0},
    };
    static const v8_edge from[] = {
        {V8_SHORTCUT, "global", 1},
        /* Window */
        {V8_PROPERTY, "prototype", 7},
        {V8_PROPERTY, "Base", 2},
        {V8_PROPERTY, "Derived", 3},
        {V8_PROPERTY, "other", 4},
        {V8_ELEMENT, NULL, 9},
        /* Base */
        {V8_PROPERTY, "prototype", 5},
        {V8_PROPERTY, "last", 8},
        {V8_INTERNAL, "prototype", 9},
        {V8_CONTEXT, "prototype", 9},
        {V8_WEAK, "prototype", 9},
        /* Derived, and another function with the same prototype */
        {V8_PROPERTY, "prototype", 6},
        {V8_PROPERTY, "prototype", 6},
        {V8_PROPERTY, "prototype", 10},
        {V8_PROPERTY, "prototype", 3},
        {V8_ELEMENT, NULL, 8},
    };
    for (unsigned form = 0; form < 2 * N_FORMS; form++) {
        size_t size;
        v8_model model;
        char text[400];
        loaded l;
        model_init(&model, form / 2);
        model.nodes = of;
        model.edges = from;
        model.n_nodes = CHECK_COUNT(of);
        model.n_edges = CHECK_COUNT(from);
        char *bytes = v8_write(&model, &size);
        load_good(&l, bytes, size, chunks[form / 12 % 3],
                  form % 2 == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY);
        describe_types(l.heap, text, sizeof text);
        assert_string_equal(text,
                            "(prototype) 1 5000000000\n<p> 1 80\nBase 3 72\n"
                            "Function 3 192\nObject 1 16\nWindow 1 40\n");
        unload(&l);
        free(bytes);
    }
}

static void test_log(NO_STATE)
{
    char text[4096];
    loaded l;
    load_good(&l, as_log, sizeof as_log - 1, 0, GCV_LOAD_GRAPH);
    describe(l.heap, true, text, sizeof text);
    assert_string_equal(text, expected);
    unload(&l);
}

/* Without the field, only names can show the states. */
static void test_five_fields(NO_STATE)
{
    v8_model model;
    size_t size;
    char text[4096];
    loaded l;
    model_init(&model, 0);
    model.fields = 5;
    char *bytes = v8_write(&model, &size);
    load_good(&l, bytes, size, 0, GCV_LOAD_GRAPH);
    describe(l.heap, true, text, sizeof text);
    assert_null(strstr(text, "Detached"));
    assert_non_null(strstr(text, "11 <div> 100 14\n"));
    unload(&l);
    free(bytes);
}

/* A file that is cut off gives an error as long as no name was read, then an incomplete dump of all
 * objects, and a complete dump only with the last brace. */
static void test_cut(NO_STATE)
{
    for (unsigned shuffled = 0; shuffled < 2; shuffled++) {
        v8_model model;
        size_t size, last = 0;
        model_init(&model, 0);
        model.shuffled = shuffled != 0;
        char *bytes = v8_write(&model, &size);
        for (size_t cut = 15; cut < size; cut++) {
            loaded l;
            load_level(&l, bytes, cut, 0, GCV_LOAD_GRAPH);
            if (l.status == GCV_OK) {
                last = last != 0 ? last : cut;
                assert_string_equal(gcv_heap_verdict(l.heap), "incomplete: truncated file");
                assert_int_equal(gcv_heap_n_objects(l.heap), 12);
            } else {
                assert_int_equal(l.status, GCV_ERR_INPUT);
                assert_int_equal(last, 0);
                assert_true(l.err.at_offset);
                assert_non_null(strstr(l.err.message, "file ends "));
            }
            unload(&l);
        }
        assert_true(last > size / 2 && last < size);
        free(bytes);
    }
}

static void test_counts(NO_STATE)
{
    v8_model model;
    size_t size;
    loaded l;
    model_init(&model, 0);
    model.claim = "\"node_count\":20,\"edge_count\":99";
    char *bytes = v8_write(&model, &size);
    load_good(&l, bytes, size, 0, GCV_LOAD_GRAPH);
    assert_string_equal(gcv_heap_verdict(l.heap), "incomplete: 15 nodes of 20; 21 edges of 99");
    unload(&l);
    free(bytes);
}

#define META                                                                                       \
    "\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\",\"edge_count\"],"           \
    "\"node_types\":[[\"synthetic\",\"object\"]],"                                                 \
    "\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],\"edge_types\":[[\"element\"]]}"
#define HEAD "{\"snapshot\":{" META "},"
#define NODES "\"nodes\":[0,0,1,0,1,1,0,2,9,0],"
#define EDGES "\"edges\":[0,0,5],"
#define STRINGS "\"strings\":[\"A\"]"

static void test_damage(NO_STATE)
{
    static const struct {
        const char *text, *message, *rest; /* the text from the offset of the error */
    } cases[] = {
        {HEAD NODES EDGES STRINGS ",}", "expected a string", "}"},
        {HEAD NODES EDGES "\"x\":1}", "no \"strings\"", "}"},
        {HEAD NODES STRINGS "}", "no \"edges\"", "}"},
        {HEAD EDGES STRINGS "}", "no \"nodes\"", "}"},
        {HEAD NODES NODES EDGES STRINGS "}", "duplicate key \"nodes\"", NODES EDGES STRINGS "}"},
        {HEAD "\"nodes\":[],", "no nodes", "],"},
        {HEAD "\"nodes\":[0,0,1,0,1,1],", "\"nodes\" holds 6 numbers, not a multiple of 5", "],"},
        {HEAD NODES "\"edges\":[0,0],", "\"edges\" holds 2 numbers, not a multiple of 3", "],"},
        {HEAD NODES "\"edges\":[0,0,7],", "edge 0: to_node 7 is not a node", "],"},
        {HEAD NODES "\"edges\":[0,0,10],", "edge 0: to_node 10 is not a node", "],"},
        {HEAD NODES "\"edges\":[0,0,5,0,0,5],", "nodes claim 1 edges, the file has 2", "],"},
        {HEAD NODES "\"edges\":[],", "nodes claim 1 edges, the file has 0", "],"},
        {HEAD "\"nodes\":[0,0,-1,", "number -1 is not a plain unsigned integer", "-1,"},
        {HEAD "\"nodes\":[0,0,1.5,", "number 1.5 is not a plain unsigned integer", "1.5,"},
        {HEAD "\"nodes\":[0,00,1,", "number 00 is not a plain unsigned integer", "00,1,"},
        {HEAD "\"nodes\":[18446744073709551616,", "number too large", "18446744073709551616,"},
        {HEAD "\"nodes\":[,", "not a number", ","},
        {HEAD "\"nodes\":[1 2,", "expected , or ]", "2,"},
        {HEAD "\"nodes\":[\"1\",", "not a number", "\"1\","},
        {HEAD NODES EDGES "\"strings\"",
         "file ends inside \"strings\", without the names of everything: take the snapshot again",
         ""},
        {HEAD NODES EDGES "\"strings\":[\"A",
         "file ends inside \"strings\", without the names of everything: take the snapshot again",
         ""},
        {HEAD NODES EDGES "\"strings\":[\"\\x\"]", "bad escape", "\\x\"]"},
        {HEAD NODES EDGES "\"strings\":[\"\\u12x4\"]", "bad \\u escape", "\\u12x4\"]"},
        {"{\"snapshot\":{},", "no \"meta\" in \"snapshot\"", "{},"},
        {"{\"snapshot\":{\"meta\":{}},", "\"node_fields\" is not a list of names", ","},
        {"{\"snapshot\":{\"meta\":{\"node_fields\":[1]", "\"node_fields\" is not a list of names",
         "[1]"},
        {"{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\"]}},", "no \"name\" in \"node_fields\"",
         "[\"type\"]}},"},
        {"{\"snapshot\":{" META ",\"root_index\":3}," NODES, "root_index 3 is not a node", "],"},
        {"{\"snapshot\":{" META ",\"root_index\":10}," NODES, "root_index 10 is not a node", "],"},
        {"{\"snapshot\":{" META ",\"root_index\":3,\"root_index\":3}",
         "duplicate key \"root_index\"", "\"root_index\":3}"},
        {"{\"snapshot\":{" META "," META "}", "duplicate key \"meta\"", META "}"},
        {"{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\"],\"node_fields\":[\"id\"]}",
         "duplicate key \"node_fields\"", "\"node_fields\":[\"id\"]}"},
        {"{\"snapshot\":{" META "},\"snapshot\":{}", "duplicate key \"snapshot\"",
         "\"snapshot\":{}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        loaded l;
        load_level(&l, cases[i].text, strlen(cases[i].text), 0, GCV_LOAD_GRAPH);
        assert_int_equal(l.status, GCV_ERR_INPUT);
        assert_string_equal(l.err.message, cases[i].message);
        assert_true(l.err.at_offset);
        assert_string_equal(cases[i].text + l.err.line, cases[i].rest);
        unload(&l);
    }
}

/* Two nodes with one id are two objects. A name beyond the strings is shown as a number, and so is
 * a type beyond the types; both have a maximum. An edge may have such a type or name, too. */
static void test_oddities(NO_STATE)
{
    static const char same[] = HEAD
        "\"nodes\":[0,0,1,0,2,1,0,2,9,0,1,7,2,8,0,9,0,5,4,0,1,4294967295,3,1,0,"
        "4294967297,0,4,2,0],"
        "\"edges\":[4294967296,0,5,1,4294967296,10],\"samples\":[0,2,50,4,99,6],"
        "\"strings\":[\"A\"]} x";
    char text[400];
    loaded l;
    load_good(&l, same, sizeof same - 1, 0, GCV_LOAD_GRAPH);
    describe(l.heap, true, text, sizeof text);
    assert_string_equal(text,
                        "2 A 9\n3 (name 4294967294) 1\n4 (type 2147483645) 2\n5 (type 9) 4\n"
                        "6 (name 7) 8\ninternal A 2\ninternal (root) 6\n");
    assert_int_equal(gcv_heap_counts(l.heap)->duplicate_objects, 1);
    assert_int_equal(gcv_heap_counts(l.heap)->unknown_types, 2);
    assert_int_equal(gcv_heap_number(l.heap, "samples"), 3); /* of a time and an id */
    assert_int_equal(gcv_heap_counts(l.heap)->anomalies, 1); /* bytes after the end */
    unload(&l);
}

/* A name without the data in it may be short or empty. */
static void test_short_names(NO_STATE)
{
    static const char empty[] = HEAD
        "\"nodes\":[0,0,1,0,3,1,1,2,9,0,1,2,3,8,0,1,3,4,7,0],\"edges\":[0,0,5,0,0,10,0,0,15],"
        "\"strings\":[\"\",\" / \",\" / http://host\",\"system / A / b\"]}";
    char text[400];
    loaded l;
    load_good(&l, empty, sizeof empty - 1, 0, GCV_LOAD_GRAPH);
    describe(l.heap, true, text, sizeof text);
    assert_string_equal(text,
                        "2 (object) 9\n3 (object) 8\n4 system / A 7\ninternal (root) 2\ninternal "
                        "(root) 3\ninternal (root) 4\n");
    unload(&l);
}

/* A name counts once, however many of its bytes are replaced, and one that has U+FFFD itself does
 * not. */
static void test_not_utf8(NO_STATE)
{
    static const char bad[] = HEAD
        "\"nodes\":[0,0,1,0,3,1,1,2,9,0,1,2,3,8,0,1,3,4,7,0],\"edges\":[0,0,5,0,0,10,0,0,15],"
        "\"strings\":[\"\",\"A\xff\xc3\",\"\xe2\x82"
        "B\",\"\xef\xbf\xbd\"]}";
    char text[400];
    loaded l;
    load_good(&l, bad, sizeof bad - 1, 0, GCV_LOAD_GRAPH);
    describe(l.heap, true, text, sizeof text);
    assert_string_equal(text,
                        "2 A\xef\xbf\xbd\xef\xbf\xbd 9\n3 \xef\xbf\xbd\xef\xbf\xbd"
                        "B 8\n4 \xef\xbf\xbd 7\n"
                        "internal (root) 2\ninternal (root) 3\ninternal (root) 4\n");
    assert_int_equal(gcv_heap_n_notes(l.heap), 1);
    assert_string_equal(gcv_heap_note(l.heap, 0)->message, "names that are not UTF-8 (2)");
    unload(&l);
}

/* A DOM node of each state, with sizes near 64 bits, and a root of that size: a tally and a graph
 * agree on them. */
static void test_large_sums(NO_STATE)
{
#define DOM                                                                                        \
    "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","            \
    "\"edge_count\",\"detachedness\"],\"node_types\":[[\"synthetic\",\"native\"]],"                \
    "\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],\"edge_types\":[[\"element\"]]}},"   \
    "\"nodes\":["
#define DOM_REST "],\"edges\":[],\"strings\":[\"\"]}"
    static const struct {
        const char *text;
        gcv_status status;
        uint64_t bytes;
    } cases[] = {
        {DOM "0,0,1,18446744073709551615,0,0,0,0,3,7,0,0" DOM_REST, GCV_OK, 7},
        {DOM "0,0,1,0,0,0,1,0,3,4294967295,0,2,1,0,5,4294967294,0,2" DOM_REST, GCV_OK, 8589934589u},
        {DOM "0,0,1,0,0,0,1,0,3,18446744073709551614,0,2,1,0,5,0,0,0" DOM_REST, GCV_OK,
         UINT64_MAX - 1},
        {DOM "0,0,1,0,0,0,1,0,3,9223372036854775808,0,2,1,0,5,9223372036854775808,0,2" DOM_REST,
         GCV_ERR_LIMIT, 0},
        {DOM "0,0,1,0,0,0,1,0,3,18446744073709551615,0,2,1,0,5,1,0,1" DOM_REST, GCV_ERR_LIMIT, 0},
    };
    static const gcv_load_level levels[] = {GCV_LOAD_GRAPH, GCV_LOAD_TALLY};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        loaded l;
        load_level(&l, cases[i / 2].text, strlen(cases[i / 2].text), 0, levels[i % 2]);
        assert_int_equal(l.status, cases[i / 2].status);
        if (l.status == GCV_OK) {
            assert_int_equal(gcv_heap_counts(l.heap)->bytes, cases[i / 2].bytes);
        }
        unload(&l);
    }
}

/* Loads a graph with the names of references. Returns the bytes, for free(). */
static char *load_named(loaded *l, unsigned form, const v8_node *of, unsigned n_of,
                        const v8_edge *from, unsigned n_from)
{
    const gcv_load_options options = {.level = GCV_LOAD_GRAPH, .with_fields = true};
    size_t size;
    v8_model model;
    model_init(&model, form);
    model.nodes = of;
    model.edges = from;
    model.n_nodes = n_of;
    model.n_edges = n_from;
    char *bytes = v8_write(&model, &size);
    load_with(l, bytes, size, options);
    assert_int_equal(l->status, GCV_OK);
    return bytes;
}

/* Keys of one WeakMap have the same names of references, and one list of them, though each entry
 * has a name of its own in the file. */
static void test_lists_of_keys(NO_STATE)
{
#define PAIR(N, KEY, TABLE)                                                                        \
    N " / part of key (Key @" KEY ") -> value (Value @9) pair in WeakMap (table @" TABLE ")"
    static const v8_node of[] = {
        {V8_SYNTHETIC, "", 1, 0, 5, 0},   {V8_ARRAY, "", 3, 16, 2, 0},
        {V8_OBJECT, "Key", 4, 20, 2, 0},  {V8_OBJECT, "Key", 5, 20, 2, 0},
        {V8_OBJECT, "Key", 6, 20, 2, 0},  {V8_OBJECT, "Key", 7, 20, 2, 0},
        {V8_OBJECT, "Value", 9, 8, 0, 0},
    };
    static const v8_edge from[] = {
        {V8_ELEMENT, NULL, 1},
        {V8_ELEMENT, NULL, 2},
        {V8_ELEMENT, NULL, 3},
        {V8_ELEMENT, NULL, 4},
        {V8_ELEMENT, NULL, 5},
        /* the table */
        {V8_INTERNAL, PAIR("7", "4", "3"), 6},
        {V8_INTERNAL, PAIR("8", "5", "3"), 6},
        /* the keys: two of this table, one of another, one with a name that is not new */
        {V8_INTERNAL, PAIR("1", "4", "3"), 6},
        {V8_PROPERTY, "p", 6},
        {V8_INTERNAL, PAIR("1", "5", "3"), 6},
        {V8_PROPERTY, "p", 6},
        {V8_INTERNAL, PAIR("1", "6", "99"), 6},
        {V8_PROPERTY, "p", 6},
        {V8_INTERNAL, PAIR("1", "4", "3"), 6},
        {V8_PROPERTY, "p", 6},
    };
    for (unsigned form = 0; form < N_FORMS; form++) {
        loaded l;
        uint32_t list[4];
        char *bytes = load_named(&l, form, of, CHECK_COUNT(of), from, CHECK_COUNT(from));
        for (uint32_t i = 0; i < 4; i++) { /* object 0 is the table */
            const gcv_field entry = gcv_field_of(l.heap, i + 1, 0);
            const gcv_field property = gcv_field_of(l.heap, i + 1, 1);
            list[i] = gcv_fields_first(&l.heap->fields, i + 1, l.heap->type.data[i + 1]);
            assert_int_equal(entry.kind, GCV_FIELD_INTERNAL);
            assert_true(gcv_slice_is(entry.name, i == 2 ? "WeakMap @99" : "WeakMap @3"));
            assert_true(gcv_slice_is(property.name, "p"));
        }
        assert_int_equal(list[0], list[1]);
        assert_true(list[2] != list[0]);
        unload(&l);
        free(bytes);
    }
}

/* Names of synthetic roots are forgotten, but not those of an object that has the same list. Those
 * of any other root are kept. */
static void test_names_of_roots(NO_STATE)
{
    static const v8_node of[] = {
        {V8_OBJECT, "root", 1, 0, 3, 0},      {V8_SYNTHETIC, "(group)", 3, 0, 1, 0},
        {V8_SYNTHETIC, "(more)", 9, 0, 1, 0}, {V8_OBJECT, "A", 5, 8, 1, 0},
        {V8_OBJECT, "B", 7, 8, 0, 0},
    };
    static const v8_edge from[] = {
        {V8_INTERNAL, "first", 1},  {V8_INTERNAL, "second", 2},    {V8_INTERNAL, "third", 3},
        {V8_INTERNAL, "shared", 4}, {V8_INTERNAL, "forgotten", 4}, {V8_INTERNAL, "shared", 4},
    };
    for (unsigned form = 0; form < N_FORMS; form++) {
        loaded l;
        char *bytes = load_named(&l, form, of, CHECK_COUNT(of), from, CHECK_COUNT(from));
        assert_int_equal(l.heap->n_objects, 2);
        for (size_t i = 0; i < l.heap->places.words.end.n; i++) {
            assert_false(gcv_slice_is(gcv_word_list_at(&l.heap->places.words, i), "forgotten"));
        }
        assert_true(gcv_slice_is(gcv_field_of(l.heap, 0, 0).name, "shared"));
        unload(&l);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_newlines),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_tally),
        cmocka_unit_test(test_five_fields),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_oddities),
        cmocka_unit_test(test_short_names),
        cmocka_unit_test(test_large_sums),
        cmocka_unit_test(test_prototypes),
        cmocka_unit_test(test_not_utf8),
        cmocka_unit_test(test_lists_of_keys),
        cmocka_unit_test(test_names_of_roots),
    };
    return cmocka_run_group_tests_name("heapsnapshot", tests, NULL, NULL);
}
