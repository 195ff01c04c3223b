/* The reader of Ruby's heap dumps: types, roots and references, compared with a log of the same
 * heap; truncation and damage are reported, line by line. tests/fuzz tests mutations. */
#include "support/check.h"
#include "support/loaded.h"

#include "heap/heap.h"
#include "input/load/load_heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TINY "tests/fuzz/corpus/ruby/tiny.json"

/* The same heap as a log. */
static const char as_log[] =
    "a 1 x 0\nt 1 Class\nt 2 Module\nt 3 (imemo ment)\nt 4 Shop::Session\nt 5 String\nt 6 Hash\n"
    "t 7 #<Class < Shop::Session>\nt 8 (data memory_view/registry)\nt 9 Array\nt a (zombie)\n"
    "t b global_tbl\nt c machine_context\nt d finalizers\nt e vm\n"
    "o 1010 1 190 1010 1020\no 1018 2 12c 1010 1028\no 1020 1 1f4 1010\n"
    "o 1028 1 15e 1010 1020 1030\no 1030 3 30 1028\no 1038 1 c8 1010 1028\n"
    "o 1040 4 28 1028 1048 1050\no 1048 5 28 1088\no 1050 6 c0 1090 1048 1040 1048 1058\n"
    "o 1058 7 28 1038 1070\no 1060 8 40\no 1068 4 28 1078\no 1070 9 1f40\no 1078 1 d2 1010\n"
    "o 1080 a 0\no 1088 1 258 1010\no 1090 1 262 1010\no 1098 4 28 1028 1060 fff8\n"
    "r 1010 0 0 e\nr 1018 0 0 e\nr 1020 0 0 e\nr 1028 0 0 e\nr 1040 1 0 c\nr 1040 1 0 c\n"
    "r 1050 4 0 b\nr 1098 4 0 b\nr 1060 2 0 d\nc x 0\n";

static const char expected[] =
    "1010 Class 400 1010 1020\n1018 Module 300 1010 1028\n1020 Class 500 1010\n"
    "1028 Class 350 1010 1020 1030\n1030 (imemo ment) 48 1028\n1038 Class 200 1010 1028\n"
    "1040 Shop::Session 40 1028 1048 1050\n1048 String 40 1088\n"
    "1050 Hash 192 1090 1048 1040 1048 1058\n1058 #<Class < Shop::Session> 40 1038 1070\n"
    "1060 (data memory_view/registry) 64\n1068 Shop::Session 40 1078\n1070 Array 8000\n"
    "1078 Class 210 1010\n1080 (zombie) 0\n1088 Class 600 1010\n1090 Class 610 1010\n"
    "1098 Shop::Session 40 1028 1060\n"
    "static global_tbl 1050\nstatic global_tbl 1098\nlocal machine_context 1040\n"
    "local machine_context 1040\nfinalizer finalizers 1060\n"
    "internal vm 1010\ninternal vm 1018\ninternal vm 1020\ninternal vm 1028\n";

static const size_t chunks[] = {0, 1, 7, 100};

/* Returns a file of the corpus; the caller frees it. */
static char *read_file(const char *name, size_t *size)
{
    enum { MOST = 64 * 1024 };
    char *bytes = malloc(MOST);
    FILE *file = fopen(name, "rb");
    assert_non_null(bytes);
    assert_non_null(file);
    *size = fread(bytes, 1, MOST, file);
    assert_true(*size > 0 && *size < MOST);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

static void test_heap(NO_STATE)
{
    size_t size;
    char *bytes = read_file(TINY, &size), text[4096];
    for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
        loaded l;
        load_good(&l, bytes, size, chunks[i], GCV_LOAD_GRAPH);
        assert_string_equal(gcv_heap_format(l.heap), "ruby");
        assert_string_equal(gcv_heap_verdict(l.heap), "complete");
        describe(l.heap, false, text, sizeof text);
        assert_string_equal(text, expected);
        assert_int_equal(gcv_heap_counts(l.heap)->dangling_references, 1);
        assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 0);
        unload(&l);
    }
    free(bytes);
}

static void test_log(NO_STATE)
{
    char text[4096];
    loaded l;
    load_good(&l, as_log, sizeof as_log - 1, 0, GCV_LOAD_GRAPH);
    describe(l.heap, false, text, sizeof text);
    assert_string_equal(text, expected);
    assert_int_equal(gcv_heap_counts(l.heap)->dangling_references, 1);
    unload(&l);
}

/* A tally has no rows, but the same counts. */
static void test_tally(NO_STATE)
{
    size_t size;
    char *bytes = read_file(TINY, &size);
    for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
        uint64_t count[16], sum[16];
        uint32_t type;
        loaded l;
        load_good(&l, bytes, size, chunks[i], GCV_LOAD_TALLY);
        assert_int_equal(gcv_heap_n_objects(l.heap), 0);
        assert_int_equal(gcv_heap_counts(l.heap)->objects, 18);
        assert_int_equal(gcv_heap_counts(l.heap)->bytes, 11674);
        assert_int_equal(gcv_heap_counts(l.heap)->roots, 9);
        assert_int_equal(gcv_heap_n_types(l.heap), 10);
        gcv_heap_tally_types(l.heap, GCV_NONE, count, sum);
        for (type = 0; type < 10; type++) {
            if (gcv_slice_is(gcv_heap_type_name(l.heap, type), "Shop::Session")) {
                assert_int_equal(count[type], 3);
                assert_int_equal(sum[type], 120);
                break;
            }
        }
        assert_true(type < 10);
        unload(&l);
    }
    free(bytes);
}

static void check_file(const char *name, const char *verdict, const char *description)
{
    size_t size;
    char *bytes = read_file(name, &size), text[4096];
    for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
        loaded l;
        load_good(&l, bytes, size, chunks[i], GCV_LOAD_GRAPH);
        assert_string_equal(gcv_heap_verdict(l.heap), verdict);
        describe(l.heap, false, text, sizeof text);
        assert_string_equal(text, description);
        unload(&l);
    }
    free(bytes);
}

/* Objects without a class are named by how they are stored; a shape is not an object. */
static void test_kinds(NO_STATE)
{
    check_file("tests/fuzz/corpus/ruby/kinds.json", "incomplete: no roots",
               "10 (object) 1\n11 String 1\n12 Array 1\n13 Hash 1\n14 (struct) 1\n"
               "15 (data) 1\n16 (data iseq) 1\n17 File 1\n18 Regexp 1\n19 MatchData 1\n"
               "1a Symbol 1\n1b Float 1\n1c Integer 1\n1d Rational 1\n1e Complex 1\n"
               "1f (imemo) 1\n20 (imemo iseq) 1\n21 (node) 1\n22 (moved) 1\n23 (iclass) 1\n"
               "25 (unknown) 1\n26 String 1\n27 (object) 1\n");
}

/* Any order of keys, escapes, white space, unused values, cycles of classes. */
static void test_unusual(NO_STATE)
{
    check_file("tests/fuzz/corpus/ruby/unusual.json", "incomplete: truncated file",
               "a Class 0\nc B\xc3\xa9\xef\xbf\xbd 9223372036854775808 a a\n"
               "d (object) 0 e\ne Class 0\nf Class 0\nffffffffffffffff String 4294967296\n");
}

/* ---- damage ------------------------------------------------------------------------------- */

/* A line that is cut off is malformed unless only its newline is missing; a file that ends after a
 * line reads as complete. */
static void test_cut(NO_STATE)
{
    size_t size, lines = 0;
    char *bytes = read_file(TINY, &size);
    for (size_t cut = 1; cut <= size; cut++) {
        bool at_line = bytes[cut - 1] == '\n';
        bool whole = at_line || bytes[cut] == '\n';
        size_t records = lines + whole;
        for (unsigned level = 0; level < 2; level++) {
            gcv_load_options options = {0};
            loaded l;
            options.level = level == 0 ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
            options.format = "ruby";
            load_with(&l, bytes, cut, options);
            if (records == 0) {
                assert_int_equal(l.status, GCV_ERR_INPUT);
                assert_int_equal(l.err.line, 1);
            } else {
                assert_int_equal(l.status, GCV_OK);
                assert_string_equal(gcv_heap_verdict(l.heap),
                                    at_line ? "complete" : "incomplete: truncated file");
                assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, !whole);
                assert_int_equal(gcv_heap_counts(l.heap)->objects, records < 4 ? 0 : records - 4);
            }
            unload(&l);
        }
        lines += at_line;
    }
    assert_int_equal(lines, 22);
    free(bytes);
}

static void test_malformed(NO_STATE)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"[1]", "not a JSON object (byte 1 of the line)"},
        {"  not json", "not a JSON object (byte 3 of the line)"},
        {"{\"address\":\"0x1\"", "the line ends too early (byte 17 of the line)"},
        {"{\"address\":\"0x1", "the line ends too early (byte 16 of the line)"},
        {"{\"address\" \"0x1\"}", "expected : (byte 12 of the line)"},
        {"{\"a\":1 \"b\":2}", "expected , or } (byte 8 of the line)"},
        {"{\"a\":}", "not a value (byte 6 of the line)"},
        {"{1:2}", "expected a string (byte 2 of the line)"},
        {"{\"type\":7}", "expected a string (byte 9 of the line)"},
        {"{\"address\":\"1\",\"type\":\"X\"}", "not an address (byte 12 of the line)"},
        {"{\"address\":\"0x\",\"type\":\"X\"}", "not an address (byte 12 of the line)"},
        {"{\"address\":\"0x10000000000000000\"}", "not an address (byte 12 of the line)"},
        {"{\"address\":\"0x00000000000000001\"}", "not an address (byte 12 of the line)"},
        {"{\"class\":\"0xg\"}", "not an address (byte 10 of the line)"},
        {"{\"superclass\":\"1x5\"}", "not an address (byte 15 of the line)"},
        {"{\"memsize\":-1}", "number -1 is not a plain unsigned integer (byte 12 of the line)"},
        {"{\"memsize\":1.5}", "number 1.5 is not a plain unsigned integer (byte 12 of the line)"},
        {"{\"memsize\":9223372036854775809}", "memsize too large (byte 12 of the line)"},
        {"{\"memsize\":\"1\"}", "not a number (byte 12 of the line)"},
        {"{\"references\":{}}", "\"references\" is not a list (byte 15 of the line)"},
        {"{\"references\":[\"0x1\",5]}", "expected a string (byte 22 of the line)"},
        {"{\"references\":[\"0x1\" \"0x2\"]}", "expected , or ] (byte 22 of the line)"},
        {"{\"value\":\"\\x\"}", "bad escape (byte 11 of the line)"},
        {"{\"type\":\"OBJECT\"}", "no address"},
        {"{\"address\":\"0x1\"}", "no type"},
        {"{\"type\":\"ROOT\",\"references\":[]}", "a ROOT without its name"},
        {"{\"address\":\"0x1\",\"type\":\"X\"} {}",
         "something follows the object (byte 30 of the line)"},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        static const char good[] = "{\"address\":\"0xa\", \"type\":\"OBJECT\", \"memsize\":8}";
        char text[400], message[200];
        gcv_load_options options = {.strict = true};
        loaded l;
        (void)snprintf(text, sizeof text, "%s\n\n%s\n%s\n", good, cases[i].line, good);
        load_good(&l, text, strlen(text), 0, GCV_LOAD_GRAPH);
        assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 1);
        assert_int_equal(gcv_heap_counts(l.heap)->duplicate_objects, 1);
        assert_int_equal(gcv_heap_counts(l.heap)->bytes, 8);
        unload(&l);
        load_with(&l, text, strlen(text), options);
        (void)snprintf(message, sizeof message, "malformed: %s", cases[i].message);
        assert_int_equal(l.status, GCV_ERR_INPUT);
        assert_string_equal(l.err.message, message);
        assert_int_equal(l.err.line, 3);
        assert_false(l.err.at_offset);
        unload(&l);
    }
}

static void test_damaged(NO_STATE)
{
    size_t size;
    char *bytes = read_file("tests/fuzz/corpus/ruby/damaged.json", &size);
    for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
        loaded l;
        load_good(&l, bytes, size, chunks[i], GCV_LOAD_GRAPH);
        assert_string_equal(gcv_heap_verdict(l.heap), "incomplete: truncated file; no roots");
        assert_int_equal(gcv_heap_counts(l.heap)->malformed_lines, 17);
        assert_int_equal(gcv_heap_counts(l.heap)->duplicate_objects, 1);
        assert_int_equal(gcv_heap_counts(l.heap)->objects, 1);
        assert_int_equal(gcv_heap_counts(l.heap)->bytes, 8);
        unload(&l);
    }
    free(bytes);
}

/* A file without records is not a Ruby dump. */
static void test_nothing(NO_STATE)
{
    gcv_load_options options = {.format = "ruby"};
    loaded l;
    load_with(&l, "\n\nx\ny\n", 6, options);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_int_equal(l.err.line, 3);
    assert_string_equal(l.err.message,
                        "not a heap dump of Ruby: no line is a record (here: not a JSON object "
                        "(byte 1 of the line))");
    unload(&l);
    load_with(&l, "\n \n", 3, options);
    assert_int_equal(l.status, GCV_ERR_INPUT);
    assert_int_equal(l.err.line, 0);
    assert_string_equal(l.err.message, "not a heap dump of Ruby: no line is a record");
    unload(&l);
}

/* ---- names -------------------------------------------------------------------------------- */

/* Long names are cut: many types may share one. */
static void test_long_name(NO_STATE)
{
    enum { LONG = 6000, KEPT = 1024, SHARED = 256 };
    char *text = malloc(2 * LONG);
    loaded l;
    assert_non_null(text);
    size_t n = (size_t)sprintf(text, "{\"address\":\"0x1\", \"type\":\"CLASS\", \"name\":\"A");
    for (size_t i = 0; i < LONG; i += 2) {
        n += (size_t)sprintf(text + n, "\xc3\xa9");
    }
    n += (size_t)sprintf(text + n,
                         "\"}\n{\"address\":\"0x2\", \"type\":\"CLASS\", "
                         "\"superclass\":\"0x1\"}\n"
                         "{\"address\":\"0x3\", \"type\":\"OBJECT\", \"class\":\"0x1\"}\n"
                         "{\"address\":\"0x4\", \"type\":\"OBJECT\", \"class\":\"0x2\"}\n");
    load_good(&l, text, n, 0, GCV_LOAD_GRAPH);
    assert_int_equal(gcv_heap_n_types(l.heap), 3); /* a Class among them */
    assert_int_equal(l.heap->types.name[l.heap->type.data[2]].size, 2 * KEPT - 1);
    assert_int_equal(l.heap->types.name[l.heap->type.data[3]].size,
                     strlen("#<Class < >") + 2 * SHARED - 1);
    unload(&l);
    free(text);
}

/* A superclass more than 64 steps away gives no name. */
static void test_steps(NO_STATE)
{
    for (unsigned steps = 64; steps <= 65; steps++) {
        char text[8000];
        size_t n = (size_t)sprintf(text,
                                   "{\"address\":\"0x1000\", \"type\":\"OBJECT\", "
                                   "\"class\":\"0x1001\"}\n");
        unsigned i;
        loaded l;
        for (i = 1; i <= steps; i++) {
            n += (size_t)sprintf(text + n,
                                 "{\"address\":\"0x%x\", \"type\":\"CLASS\", "
                                 "\"superclass\":\"0x%x\"}\n",
                                 0x1000 + i, 0x1001 + i);
        }
        n += (size_t)sprintf(
            text + n, "{\"address\":\"0x%x\", \"type\":\"CLASS\", \"name\":\"Top\"}\n", 0x1000 + i);
        assert_true(n < sizeof text);
        load_good(&l, text, n, 0, GCV_LOAD_GRAPH);
        gcv_slice name = l.heap->types.name[l.heap->type.data[0]];
        assert_true(gcv_slice_is(name, steps == 64 ? "#<Class < Top>" : "(object)"));
        unload(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heap),      cmocka_unit_test(test_log),
        cmocka_unit_test(test_tally),     cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_unusual),   cmocka_unit_test(test_cut),
        cmocka_unit_test(test_malformed), cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_nothing),   cmocka_unit_test(test_long_name),
        cmocka_unit_test(test_steps),
    };
    return cmocka_run_group_tests_name("ruby", tests, NULL, NULL);
}
