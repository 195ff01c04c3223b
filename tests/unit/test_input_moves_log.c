/* The reader of moves logs: the effect of each record, and of each invalid record, with its line;
 * and that a trace equals the log that it is converted to. */
#include "support/check.h"
#include "support/nettrace_sample.h"
#include "support/said.h"
#include "support/tried.h"

#include "heap/heap.h"
#include "heap/moves.h"
#include "input/format.h"
#include "support/reported.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static said_text said;
static char *const text = said.data;

static gcv_status load(gcv_context *ctx, const char *log, size_t size, bool strict,
                       gcv_moves **moves, gcv_error *err)
{
    gcv_source source;
    gcv_source_memory(ctx, &source, "log", log, size);
    return tried(ctx, err, *moves = gcv_moves_load_source(ctx, &source, strict));
}

/* A log has no objects. */
static void see_progress(void *payload, uint64_t bytes, uint64_t total, uint64_t objects)
{
    assert_int_equal(objects, 0);
    *(bool *)payload = bytes == total;
}

static void read_bytes(const char *log, size_t size)
{
    bool ended = false;
    const gcv_watch watch = {NULL, see_progress, &ended};
    gcv_context *ctx = gcv_context_new(0);
    gcv_moves *moves;
    gcv_error err;
    gcv_context_watch(ctx, &watch);
    if (load(ctx, log, size, false, &moves, &err) != GCV_OK) {
        fail_msg("%s", err.message);
    }
    assert_true(ended);
    say_moves(&said, moves, true);
    gcv_moves_free(moves);
    check_context_free(ctx);
}

static void expect(const char *log, const char *expected)
{
    read_bytes(log, strlen(log));
    assert_string_equal(text, expected);
}

static void expect_error(const char *log, bool strict, uint64_t line, const char *message)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_moves *moves;
    gcv_error err;
    assert_int_equal(load(ctx, log, strlen(log), strict, &moves, &err), GCV_ERR_INPUT);
    assert_string_equal(err.message, message);
    assert_string_equal(err.file, "log");
    assert_int_equal(err.line, line);
    assert_false(err.at_offset);
    check_context_free(ctx);
}

/* ---- valid logs ----------------------------------------------------------------------------- */

#define HEAD "v 1 gcview-moves\n"

static void test_records(NO_STATE)
{
    static const char log[] = "# made by hand\n\n" HEAD
                              "d 1 a 11e\ng 1f 2\nr 100 20\n"
                              "r 0 0\nm 100 80 8\ns 110 4\nm FF ffffffffffffffff 1\ne 1f\nd 2\n"
                              "g 20\ne 20\nx the-disk-was-full\nd 10 0 0\n";
    static const char expected[] =
        "31 gen 2: r 100-120 r 0-0 100>80+8 110>110+4 ff>ffffffffffffffff+1\n32 gen -1:\n"
        "dump 1 after 0 (10, 286)\ndump 2 after 1\ndump 16 after 2 (0, 0)\n"
        "gap 2-2 dump 3 line 15: the-disk-was-full\n";
    char other[sizeof log * 3];
    size_t i, n = 0;
    expect(log, expected);
    for (i = 0; log[i] != '\0'; i++) { /* other line ends, more blanks, a byte order mark */
        n += (size_t)snprintf(other + n, sizeof other - n, "%s",
                              log[i] == '\n'  ? " \r\n"
                              : log[i] == ' ' ? " \t"
                                              : (char[]){log[i], '\0'});
    }
    expect(other, expected);
    (void)snprintf(other, sizeof other, "\xef\xbb\xbf%s", log);
    expect(other, expected);
    for (i = 0, n = 0; log[i] != '\0'; i++) {
        n += (size_t)snprintf(other + n, sizeof other - n, "%s%c", log[i] == '\n' ? "\r" : "",
                              log[i]);
    }
    expect(other, expected);
    read_bytes(log, sizeof log - 2); /* the last line has no end */
    assert_string_equal(text, expected);
}

static void test_no_log(NO_STATE)
{
    static const char other[] =
        "not a moves log: the first record is not 'v 1 gcview-moves' ('gcview convert --to moves' "
        "writes one from a trace)";
    expect_error("", false, 0, "the file is empty");
    expect_error("\n# nothing\n", false, 0, "not a moves log: there is no record in it");
    expect_error("a 2 domain 1\nt 1 System.String\n", false, 1, other);
    expect_error("\nd 1\n", false, 2, other);
    expect_error("v 1\n", false, 1, other);
    expect_error("v 1 gcview-move\n", false, 1, other);
    expect_error("v one gcview-moves\n", false, 1, other);
    expect_error("v 2 gcview-moves\n", false, 1, "version 2 of the moves log is not known");
}

/* ---- invalid lines -------------------------------------------------------------------------- */

/* Each replaces the line `@` of a collection, then one between collections. It makes a hole there
 * and nowhere else; an error under --strict. */
static void test_malformed(NO_STATE)
{
    static const struct {
        const char *line, *inside, *outside; /* NULL: valid there */
    } bad[] = {
        {"q 1 2", "unknown record 'q'", "unknown record 'q'"},
        {"mm 1 2 3", "unknown record 'mm'", "unknown record 'mm'"},
        {"v 1 gcview-moves", "unknown record 'v'", "unknown record 'v'"},
        {"\x1b[2J\xff", "unknown record '\xef\xbf\xbd[2J\xef\xbf\xbd'",
         "unknown record '\xef\xbf\xbd[2J\xef\xbf\xbd'"},
        {"m 1 2", "2 numbers behind 'm'; it wants 3", "2 numbers behind 'm'; it wants 3"},
        {"m", "0 numbers behind 'm'; it wants 3", "0 numbers behind 'm'; it wants 3"},
        {"m 1 2 3 4", "more behind 'm' than 3 numbers", "more behind 'm' than 3 numbers"},
        {"m 1 2 g", "'g' is no hexadecimal number", "'g' is no hexadecimal number"},
        {"m 0x1 2 3", "'0x1' is no hexadecimal number", "'0x1' is no hexadecimal number"},
        {"m 1 -2 3", "'-2' is no hexadecimal number", "'-2' is no hexadecimal number"},
        {"m 11112222333344445 2 3", "'11112222333344445' is no hexadecimal number",
         "'11112222333344445' is no hexadecimal number"},
        {"m 1 2 3", NULL, "'m' outside of a collection"},
        {"s 1", "1 numbers behind 's'; it wants 2", "1 numbers behind 's'; it wants 2"},
        {"s 1 2 3", "more behind 's' than 2 numbers", "more behind 's' than 2 numbers"},
        {"s 1 2", NULL, "'s' outside of a collection"},
        {"r 1", "1 numbers behind 'r'; it wants 2", "1 numbers behind 'r'; it wants 2"},
        {"r 1 2", NULL, "'r' outside of a collection"},
        {"r 2 ffffffffffffffff", "a range at 2 that ends behind the last address",
         "'r' outside of a collection"},
        {"e", "0 numbers behind 'e'; it wants 1", "0 numbers behind 'e'; it wants 1"},
        {"e 8 8", "more behind 'e' than 1 numbers", "more behind 'e' than 1 numbers"},
        {"e 9", NULL, "collection 9 ends, but did not begin"},
        {"g", "0 numbers behind 'g'; it wants 1", "0 numbers behind 'g'; it wants 1"},
        {"d", "0 numbers behind 'd'; it wants 1", "0 numbers behind 'd'; it wants 1"},
        {"d 2 5", "a dump with a number of objects and none of bytes",
         "a dump with a number of objects and none of bytes"},
        {"d 0", "dump 0 here: numbers ascend from 1", "dump 0 here: numbers ascend from 1"},
        {"d 1", "dump 1 here: numbers ascend from 1", "dump 1 here: numbers ascend from 1"},
        {"d 100000000", "dump 4294967296 here: numbers ascend from 1",
         "dump 4294967296 here: numbers ascend from 1"},
    };
    for (size_t i = 0; i < CHECK_COUNT(bad); i++) {
        char log[256], expected[512];
        (void)snprintf(log, sizeof log, HEAD "d 1\ng 8 2\nr 100 20\n%s\ns 100 8\ne 8\nd 9\n",
                       bad[i].line);
        if (bad[i].inside != NULL) {
            (void)snprintf(expected, sizeof expected,
                           "8 gen 2: r 100-120 100>100+8\ndump 1 after 0\ndump 9 after 1\n"
                           "gap 0-0 dump 2 line 5: %s\n",
                           bad[i].inside);
            expect(log, expected);
            expect_error(log, true, 5, bad[i].inside);
        }
        (void)snprintf(log, sizeof log, HEAD "d 1\ng 8 2\nr 100 20\ns 100 8\ne 8\n%s\nd 9\n",
                       bad[i].line);
        (void)snprintf(expected, sizeof expected,
                       "8 gen 2: r 100-120 100>100+8\ndump 1 after 0\ndump 9 after 1\n"
                       "gap 1-1 dump 2 line 7: %s\n",
                       bad[i].outside);
        expect(log, expected);
        expect_error(log, true, 7, bad[i].outside);
    }
}

static void test_blocks(NO_STATE)
{
    static const char within[] = HEAD "g 8\ng 9\ne 9\ne 8\nd 1\n";
    static const char dump[] = HEAD "g 8\nr 1 2\nd 1\ns 1 1\ne 8\nd 2\n";
    expect(within,
           "8 gen -1:\n9 gen -1:\ndump 1 after 2\n"
           "gap 0-0 dump 1 line 3: collection 9 begins before 8 has ended\n"
           "gap 2-2 dump 1 line 5: collection 8 ends, but did not begin\n");
    expect_error(within, true, 3, "collection 9 begins before 8 has ended");
    expect(dump,
           "8 gen -1: r 1-3 1>1+1\ndump 1 after 0\ndump 2 after 1\n"
           "gap 0-0 dump 1 line 4: dump 1 within collection 8\n");
    expect(HEAD "g 8\ne 7\nd 1\n",
           "8 gen -1:\ndump 1 after 1\ngap 0-0 dump 1 line 3: collection 7 ends within 8\n");
    expect(HEAD "d 1\ng 8 2\nr 1 2\n",
           "dump 1 after 0\ngap 0-0 dump 2 line 5: the log ends within collection 8\n");
    expect_error(HEAD "g 8", true, 3, "the log ends within collection 8");
    /* One hole at a place is enough. */
    expect(HEAD "z\nz\nx\nd 1\nx\nz\nx \ng 8\nz\nz\ne 8\nx\n",
           "8 gen -1:\ndump 1 after 0\ngap 0-0 dump 1 line 2: unknown record 'z'\n"
           "gap 0-0 dump 2 line 6: evidence is missing here\n"
           "gap 1-1 dump 2 line 13: evidence is missing here\n");
}

static void test_long_line(NO_STATE)
{
    static char log[200 * 1024];
    size_t n = (size_t)sprintf(log, HEAD "d 1\nx ");
    memset(log + n, 'y', 100 * 1024);
    n += 100 * 1024;
    n += (size_t)sprintf(log + n, "\nd 2\n");
    read_bytes(log, n);
    assert_string_equal(text,
                        "dump 1 after 0\ndump 2 after 0\n"
                        "gap 0-0 dump 2 line 3: a line longer than 64 KiB\n");
    memset(log, 'y', 100 * 1024);
    log[100 * 1024] = '\0';
    expect_error(log, false, 1,
                 "not a moves log: the first record is not 'v 1 gcview-moves' ('gcview convert "
                 "--to moves' writes one from a trace)");
}

/* ---- what it means -------------------------------------------------------------------------- */

/* The dumps between which objects can be followed, as pairs of digits. */
static void expect_whole(const char *log, const char *expected)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_moves *moves;
    size_t n = 0;
    char whole[64] = "";
    assert_int_equal(load(ctx, log, strlen(log), false, &moves, NULL), GCV_OK);
    for (size_t i = 0; i < moves->dumps.n; i++) {
        for (size_t k = i + 1; k < moves->dumps.n; k++) {
            if (tried(ctx, NULL,
                      gcv_moves_verify(moves, &moves->dumps.data[i], &moves->dumps.data[k])) ==
                GCV_OK) {
                n += (size_t)snprintf(whole + n, sizeof whole - n, "%" PRIu32 "%" PRIu32 " ",
                                      moves->dumps.data[i].number, moves->dumps.data[k].number);
            }
        }
    }
    assert_string_equal(whole, expected);
    gcv_moves_free(moves);
    gcv_context_free(ctx);
}

/* A hole prevents following across it, and nowhere else. */
static void test_holes(NO_STATE)
{
#define ONE(number) "g " number " 0\nr 100 20\ns 100 8\ne " number "\n"
    expect_whole(HEAD "d 1\n" ONE("1") "d 2\n" ONE("2") "d 3\n", "12 13 23 ");
    expect_whole(HEAD "d 1\nx\n" ONE("1") "d 2\n" ONE("2") "d 3\n", "23 ");
    expect_whole(HEAD "d 1\n" ONE("1") "x\nd 2\n" ONE("2") "d 3\n", "23 ");
    expect_whole(HEAD "d 1\n" ONE("1") "d 2\nx\n" ONE("2") "d 3\n", "12 ");
    expect_whole(HEAD "d 1\n" ONE("1") "d 2\n" ONE("2") "x\nd 3\n", "12 ");
    expect_whole(HEAD "d 1\n" ONE("1") "d 2\n" ONE("2") "d 3\nx\n", "12 13 23 ");
    expect_whole(HEAD "d 1\nx\nd 2\nd 3\n", "23 ");
    expect_whole(HEAD "d 1\nd 2\nx\nd 3\n", "12 ");
    expect_whole(HEAD "d 1\ng 1\ne 1\nd 2\ng 2\nr 0 0\ne 2\nd 3\n", "23 ");
}

static const char cut_log[] = HEAD "d 1 a 11e\n" ONE("1e") "d 2\n" ONE("1f") "x gone\nd 13 7 8\n";

/* Wherever a log is cut off: it reads like the whole log, or has a hole at the end. */
static void test_cut(NO_STATE)
{
    for (size_t cut = 0; cut < sizeof cut_log; cut++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_moves *moves;
        gcv_error err;
        gcv_status status = load(ctx, cut_log, cut, false, &moves, &err);
        assert_int_equal(status, cut < sizeof HEAD - 2 ? GCV_ERR_INPUT : GCV_OK);
        for (size_t i = 0; status == GCV_OK && i < moves->collections.n; i++) {
            const gcv_collection *collection = &moves->collections.data[i];
            assert_int_equal(collection->number, 0x1e + i);
            assert_int_equal(collection->condemned.n, 1);
            assert_int_equal(collection->moves.n, 1);
            assert_int_equal(collection->moves.data[0].length, 8);
        }
        if (status == GCV_OK) {
            gcv_moves_free(moves);
        } else {
            assert_true(err.message[0] != '\0');
        }
        check_context_free(ctx);
    }
}

/* Loads the log with one failing allocation, each in turn, until all succeed. */
static gcv_moves *load_at_last(gcv_context **ctx, const char *log, size_t size)
{
    gcv_moves *moves;
    gcv_error err;
    gcv_status status;
    for (uint64_t n = 1;; n++) {
        *ctx = gcv_context_new(0);
        (*ctx)->fail_at = n;
        status = load(*ctx, log, size, false, &moves, &err);
        if (status == GCV_OK) {
            assert_true((*ctx)->allocations < n && n > 5);
            return moves;
        }
        assert_int_equal(status, GCV_ERR_MEMORY);
        check_context_free(*ctx);
    }
}

/* The first invalid lines are kept, and the number of such lines; declared holes do not count. */
static void test_malformed_count(NO_STATE)
{
    static const char bad_log[] = HEAD "x gone\nq 1\nd 1\n" ONE("1e") "m 1\nd 2\ng 1f\n";
    gcv_context *ctx;
    gcv_moves *moves = load_at_last(&ctx, bad_log, sizeof bad_log - 1);
    assert_int_equal(moves->malformed, 3);
    assert_int_equal(moves->malformed_place[0].line, 3);
    assert_string_equal(moves->malformed_reason[0], "unknown record 'q'");
    gcv_moves_free(moves);
    gcv_context_free(ctx);
}

static void test_out_of_memory(NO_STATE)
{
    gcv_context *ctx;
    gcv_moves *moves = load_at_last(&ctx, cut_log, sizeof cut_log - 1);
    assert_int_equal(moves->malformed, 0);
    gcv_moves_free(moves);
    gcv_context_free(ctx);
}

/* ---- round trips ---------------------------------------------------------------------------- */

static trace_writer w;
static char log_bytes[16 * 1024];

/* Writes the log of a heap; returns its size. */
static size_t convert(gcv_context *ctx, const gcv_heap *heap)
{
    const reported input = {ctx, &heap, 1, NULL, NULL, NULL};
    size_t n;
    char *written = reported_text(&input, "convert --to moves", &n);
    assert_true(n > 0 && n < sizeof log_bytes);
    memcpy(log_bytes, written, n);
    free(written);
    return n;
}

static void ranges(uint64_t time, uint32_t count, bool whole)
{
    sample_start_of(&w, time, count, 1, 0);
    sample_range(&w, time + 1, 0, 0x1000, 0x1000);
    sample_open(0, 1);
    sample_moved(8, 0x1000, 0x800, 0x18);
    sample_send(&w, ID_MOVED, 1, time + 2);
    sample_open(0, whole ? 1 : 2);
    sample_survivor(8, 0x1100, 0x20);
    sample_send(&w, ID_SURVIVING, 1, time + 3);
    sample_end_of(&w, time + 4, count, 1);
}

static void test_round_trip(NO_STATE)
{
    static char before[sizeof said.data];
    for (int broken = 0; broken < 3; broken++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_load_options options = {.level = GCV_LOAD_TALLY, .with_moves = true};
        gcv_heap *heap;
        gcv_moves *moves;
        sample_begin(&w, TRACE_V4, 8);
        sample_types(&w, 1100);
        sample_dump(&w, 2000, 5, LOSE_NOTHING);
        trace_point(&w, 4);
        ranges(3000, 6, broken != 1);
        w.sequence[1] += broken == 2;
        trace_point(&w, 4);
        ranges(3100, 7, true);
        sample_dump(&w, 4000, 8, LOSE_NOTHING);
        trace_end(&w);
        assert_int_equal(
            gcv_heap_load_memory(ctx, "trace", w.out.data, w.out.n, &options, &heap, NULL), GCV_OK);
        say_moves(&said, heap->moves, false);
        memcpy(before, text, said.n + 1);
        assert_int_equal(load(ctx, log_bytes, convert(ctx, heap), true, &moves, NULL), GCV_OK);
        say_moves(&said, moves, false);
        if (broken == 2) { /* a hole over several places becomes one at each */
            char *gaps = strstr(before, "gap");
            assert_string_equal(gaps, "gap 1-2 dump 2: 1 event lost before this one\n");
            (void)snprintf(gaps, sizeof before - (size_t)(gaps - before), "%s",
                           "gap 1-1 dump 2: 1 event lost before this one\n"
                           "gap 2-2 dump 2: 1 event lost before this one\n");
        }
        assert_string_equal(text, before);
        assert_true(moves->dumps.data[0].counted && moves->dumps.data[1].counted);
        assert_int_equal(moves->dumps.data[0].objects, 7);
        assert_int_equal(moves->dumps.data[0].bytes, 224);
        gcv_moves_free(moves);
        gcv_heap_free(heap);
        check_context_free(ctx);
    }
}

/* Gaps become known at their ends, here the later one first. */
static void test_order_of_gaps(NO_STATE)
{
    static const gcv_moves_gap gaps[] = {{1, 1, "behind dump 1", {0, true}, 2, false},
                                         {1, 1, "ahead of it", {0, true}, 1, false}};
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {.level = GCV_LOAD_TALLY, .with_moves = true};
    gcv_heap *heap;
    gcv_moves *moves;
    assert_int_equal(gcv_heap_load(ctx, "samples/two-snapshots.nettrace", &options, &heap, NULL),
                     GCV_OK);
    gcv_moves_add_gap(heap->moves, &gaps[0]);
    gcv_moves_add_gap(heap->moves, &gaps[1]);
    assert_int_equal(load(ctx, log_bytes, convert(ctx, heap), true, &moves, NULL), GCV_OK);
    say_moves(&said, moves, false);
    assert_string_equal(strstr(text, "gap"),
                        "gap 1-1 dump 1: ahead of it\ngap 1-1 dump 2: behind dump 1\n");
    gcv_moves_free(moves);
    gcv_heap_free(heap);
    check_context_free(ctx);
}

/* From a file, as the library offers it. */
static void test_load_file(NO_STATE)
{
    static char bytes[1000];
    static said_text from_file;
    gcv_context *ctx = gcv_context_new(0);
    gcv_moves *moves = NULL;
    gcv_error err;
    FILE *file = fopen("samples/sessions.moves", "rb");
    assert_non_null(file); /* the tests run in the source root */
    size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_in_range(size, 1, sizeof bytes - 1);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(gcv_moves_load(ctx, "samples/sessions.moves", true, &moves, &err), GCV_OK);
    say_moves(&from_file, moves, true);
    gcv_moves_free(moves);
    read_bytes(bytes, size);
    assert_string_equal(text, from_file.data);
    moves = NULL;
    assert_int_equal(gcv_moves_load(ctx, "samples/no-such.moves", false, &moves, &err),
                     GCV_ERR_INPUT);
    assert_string_equal(err.file, "samples/no-such.moves");
    assert_null(moves);
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_records),       cmocka_unit_test(test_no_log),
        cmocka_unit_test(test_malformed),     cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_long_line),     cmocka_unit_test(test_holes),
        cmocka_unit_test(test_cut),           cmocka_unit_test(test_malformed_count),
        cmocka_unit_test(test_out_of_memory), cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_order_of_gaps), cmocka_unit_test(test_load_file),
    };
    return cmocka_run_group_tests_name("input.moves_log", tests, NULL, NULL);
}
