/* RPM logs as bytes: texts that only some encodings allow, named formats and files, long lines and
 * many pieces, lack of memory; and which roots count. */
#include "support/check.h"
#include "support/effort.h"
#include "support/rpm_logs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- texts that only some encodings allow ------------------------------------------------- */

static void test_bytes_that_are_no_utf8(NO_STATE)
{
    static const char log[] = "a 2 \xff\nt 1 \x80T\xc3\no 1 1 1\nc \xff\n";
    static const char expected[] =
        "s '\xff' v2\no 1 1 \x80T\xc3\nf objects=1 bytes=1 types=1\ncomplete\n";
    log_check(log, sizeof log - 1, LOG_LITTLE, expected, NULL); /* not possible in UTF-16 */
}

/* A file with a NUL among its first bytes is not a log; later a NUL is a byte like any other. */
static void test_nul_bytes(NO_STATE)
{
    static const char early[] = "a 2 x\nt 1 T\no 1 1 1\0\nc x\n";
    static const char late[] = "o 1 1 1\0\no 2 1 1\nr 1 0 0\0\n\0\nc x\n";
    static log_bytes log;
    static said_text out;
    log_encode(&log, early, sizeof early - 1, LOG_PLAIN);
    log_load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data,
                        "2 0 not a heap dump gcview knows (--input-format reads it as "
                        "one all the same)\n");
    log.n = 0;
    for (size_t i = 0; i < 60; i++) {
        memcpy(log.data + log.n, "t 1 Type\n\n", 10);
        log.n += 10;
    }
    memcpy(log.data + log.n, late, sizeof late - 1);
    log.n += sizeof late - 1;
    for (size_t i = 0; i < LOG_CHUNKS; i++) {
        log_load(&log, GCV_LOAD_GRAPH, false, log_chunks[i], false, &out);
        assert_string_equal(out.data,
                            "s\no 2 1 Type\nn a 1 records outside of a section\n"
                            "n m 121 malformed, skipped: bad size '1\xef\xbf\xbd'\n"
                            "n m 123 malformed, skipped: bad flags '0\xef\xbf\xbd'\n"
                            "n m 124 malformed, skipped: unknown record '\xef\xbf\xbd'\n"
                            "f objects=1 bytes=1 types=1 malformed=3 anomalies=1\ncomplete\n");
    }
}

static void test_hardly_any_bytes(NO_STATE)
{
    static log_bytes log;
    static said_text out;
    log_encode(&log, "a 2 x\nt 1 T\no 1 1 1\nc x\n", 24, LOG_LITTLE);
    log.data[log.n++] = 'r';
    log_load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data,
                        "s 'x' v2\no 1 1 T\n"
                        "n m 5 malformed, skipped: unknown record '\xef\xbf\xbd'\n"
                        "f objects=1 bytes=1 types=1 malformed=1\ncomplete\n");
    log.n = 2; /* only the byte order mark */
    log_load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data, "2 0 not a heap dump gcview knows: all lines are blank\n");
    log_encode(&log, "", 0, LOG_MARKED);
    log_load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data, "2 0 not a heap dump gcview knows: all lines are blank\n");
    log.n = 0;
    log_load(&log, GCV_LOAD_GRAPH, false, 0, false, &out);
    assert_string_equal(out.data, "2 0 the file is empty\n");
}

/* ---- formats and files -------------------------------------------------------------------- */

static void test_named_format(NO_STATE)
{
    static const char log[] = "a 2 x\nt 1 T\no 1 1 1\x01\no 2 1 1\nc x\n";
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {.format = "rpm"};
    gcv_heap *heap = NULL;
    gcv_error err;
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, &err),
                     GCV_OK);
    assert_true(gcv_heap_counts(heap)->objects == 1 && gcv_heap_counts(heap)->malformed_lines == 1);
    gcv_heap_free(heap);
    options.format = "rpm2";
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, &err),
                     GCV_ERR_USAGE);
    assert_string_equal(err.message, "no input format 'rpm2'");
    options.format = "";
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, &err),
                     GCV_ERR_USAGE);
    check_context_free(ctx);
}

static void test_files(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {0};
    gcv_heap *heap = NULL;
    gcv_error err;
    assert_int_equal(gcv_heap_load(ctx, "samples/published-example.log", &options, &heap, &err),
                     GCV_OK);
    assert_string_equal(gcv_heap_name(heap), "samples/published-example.log");
    assert_true(gcv_heap_counts(heap)->objects == 6 && gcv_heap_is_complete(heap));
    gcv_heap_free(heap);
    assert_int_equal(gcv_heap_load(ctx, "samples", &options, &heap, &err), GCV_ERR_INPUT);
    assert_string_equal(err.file, "samples");
    assert_int_equal(gcv_heap_load(ctx, "samples/none.log", &options, &heap, &err), GCV_ERR_INPUT);
    assert_string_equal(err.message, "cannot open");
    check_context_free(ctx);
}

/* ---- roots that count --------------------------------------------------------------------- */

static void check_root_set(const gcv_heap *heap, gcv_context *ctx, bool weak,
                           const uint32_t *objects, uint32_t n)
{
    gcv_root_set set;
    assert_int_equal(gcv_root_set_find(ctx, heap, weak, &set, NULL), GCV_OK);
    assert_int_equal(set.n, n);
    assert_memory_equal(set.object, objects, n * sizeof *objects);
    gcv_root_set_release(ctx, &set);
}

/* A root with the weak flag keeps nothing alive, whatever its kind and other flags; one with an
 * unknown kind or flag does. */
static void test_weak_roots(NO_STATE)
{
    static const char log[] =
        "a 2 x\nt 1 T\no 1 1 1\no 2 1 1\no 3 1 1\no 4 1 1\no 5 1 1\no 6 1 1\n"
        "r 1 3 2\nr 2 3 0\nr 3 9 0\nr 4 9 2\nr 5 1 f0\nr 6 1 f2\nr 2 3 2\n"
        "r 2 1 0\nr 3 9 2\nr 9 3 0\nc x\n";
    static const uint32_t strong[] = {1, 4, 2}, all[] = {0, 1, 4, 5, 2, 3};
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {0};
    gcv_heap *heap = NULL;
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, sizeof log - 1, &options, &heap, NULL),
                     GCV_OK);
    assert_int_equal(gcv_heap_n_roots(heap), 10); /* all are listed */
    check_root_set(heap, ctx, false, strong, CHECK_COUNT(strong));
    check_root_set(heap, ctx, true, all, CHECK_COUNT(all));
    gcv_heap_free(heap);
    check_context_free(ctx);
}

/* ---- size --------------------------------------------------------------------------------- */

/* A line above 256 MiB, by more than the size of a read, only with full effort: unit.input_lines
 * has shorter limits. */
static void test_a_line_above_256_mib(NO_STATE)
{
    if (!effort_is_full()) {
        return;
    }
    static const char before[] = "a 2 x\nt 1 T\no 1 1 1\no 2 1 1";
    static const char after[] = "\no 3 1 1\nhm\nc x\n";
    const size_t middle = (size_t)257 << 20, size = sizeof before - 1 + middle + sizeof after - 1;
    char *log = malloc(size);
    gcv_context *ctx = gcv_context_new(0);
    gcv_load_options options = {0};
    gcv_heap *heap = NULL;
    gcv_error err;
    static said_text out;
    assert_non_null(log);
    memcpy(log, before, sizeof before - 1);
    memset(log + sizeof before - 1, '1', middle);
    memcpy(log + size - (sizeof after - 1), after, sizeof after - 1);
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, &err), GCV_OK);
    log_say_heap(&out, heap);
    assert_string_equal(out.data,
                        "s 'x' v2\no 1 1 T\no 3 1 T\n"
                        "n m 4 malformed, skipped: line longer than 256 MiB\n"
                        "n m 6 malformed, skipped: unknown record 'hm'\n"
                        "f objects=2 bytes=2 types=1 malformed=2\ncomplete\n");
    gcv_heap_free(heap);
    assert_true(gcv_context_peak(ctx) < (uint64_t)258 << 20);
    options.strict = true;
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, &err),
                     GCV_ERR_INPUT);
    assert_string_equal(err.message, "malformed: line longer than 256 MiB");
    assert_int_equal(err.line, 4);
    check_context_free(ctx);
    free(log);
}

static gcv_heap *load_plainly(gcv_context *ctx, const char *log, size_t size, size_t chunk)
{
    gcv_load_options options = {.chunk_size = chunk};
    gcv_heap *heap = NULL;
    assert_int_equal(gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, NULL), GCV_OK);
    return heap;
}

static void check_same_heap(const gcv_heap *a, const gcv_heap *b)
{
    assert_int_equal(gcv_heap_n_objects(a), gcv_heap_n_objects(b));
    assert_memory_equal(gcv_heap_counts(a), gcv_heap_counts(b), sizeof(gcv_counts));
    for (uint32_t i = 0; i < gcv_heap_n_objects(a); i++) {
        uint32_t n, m;
        const uint32_t *x = gcv_heap_references(a, i, &n), *y = gcv_heap_references(b, i, &m);
        assert_true(n == m && (n == 0 || memcmp(x, y, n * sizeof *x) == 0));
        assert_true(gcv_heap_object_id(a, i) == gcv_heap_object_id(b, i));
        assert_true(gcv_heap_object_bytes(a, i) == gcv_heap_object_bytes(b, i));
        assert_true(gcv_heap_object_type(a, i) == gcv_heap_object_type(b, i));
    }
}

/* Many lines of very different lengths, so that reads end at all places. */
static void test_chunks_of_a_longer_log(NO_STATE)
{
    enum { OBJECTS = 2500, ROOM = 60 * OBJECTS };
    static char log[ROOM + 9 * 4 * OBJECTS];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t seed = 9;
    size_t n = (size_t)sprintf(log, "a 2 x 1\n");
    for (size_t i = 0; i < OBJECTS; i++) {
        size_t refs = check_below(&seed, 50) == 0 ? check_below(&seed, 150) : check_below(&seed, 4);
        n += (size_t)sprintf(log + n, "o %x %x %x", (unsigned)(i * 1023 % 4099 * 8),
                             (unsigned)check_below(&seed, 9), (unsigned)check_below(&seed, 999));
        for (size_t k = 0; k < refs; k++) {
            n += (size_t)sprintf(log + n, " %x", (unsigned)check_below(&seed, 4099) * 8);
        }
        log[n++] = '\n';
        assert_true(n < sizeof log - 1500);
    }
    n += (size_t)sprintf(log + n, "c x 2\n");
    gcv_heap *whole = load_plainly(ctx, log, n, n + 1);
    assert_int_equal(gcv_heap_n_objects(whole), OBJECTS);
    for (size_t i = 0; i < LOG_CHUNKS + 3; i++) {
        gcv_heap *pieces = load_plainly(ctx, log, n, i < LOG_CHUNKS ? log_chunks[i] : i * 37);
        check_same_heap(whole, pieces);
        gcv_heap_free(pieces);
    }
    gcv_heap_free(whole);
    check_context_free(ctx);
}

/* Ids of 12 digits, split by reads at every place: near the end of a block the fast method cannot
 * read them. */
static void test_every_chunk(NO_STATE)
{
    static const char log[] =
        "a 2 x 1\nt 7f31d4a01350 A\nt 7f31d4a01360 B\n"
        "o 7f3285e00008 7f31d4a01350 16\n"
        "o 7f3285e00020 7f31d4a01350 20 7f3285e00040 7f3285e00008\n"
        "o 7F3285E00040 7f31d4a01360 ff 7f3285e00020 7f3285E0006g\n"
        "o 7f3285e00040 7f31d4a01360 100 7f3285e00020\r\n"
        "o 7f3285e0006 7f31d4a01360 8 7f3285e00020 40 7f3285e00008\n"
        "o 107f3285e00060 1 7 107f3285e00060 107f3285e00060\n"
        "o 7f3285e00080 7f31d4a01350 18 7f3285e00020 7f3285e00040\n"
        "r 7f3285e00080 1 0\nc x 2\n";
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *whole = load_plainly(ctx, log, sizeof log - 1, sizeof log);
    assert_int_equal(gcv_heap_n_objects(whole), 6);
    assert_int_equal(gcv_heap_counts(whole)->references, 10);
    assert_int_equal(gcv_heap_counts(whole)->malformed_lines, 1);
    for (size_t chunk = 1; chunk < sizeof log; chunk++) {
        gcv_heap *pieces = load_plainly(ctx, log, sizeof log - 1, chunk);
        check_same_heap(whole, pieces);
        gcv_heap_free(pieces);
    }
    gcv_heap_free(whole);
    gcv_context_free(ctx);
}

/* ---- failures ----------------------------------------------------------------------------- */

static gcv_status load_failing(const char *log, size_t size, gcv_load_level level, uint64_t fail_at,
                               uint64_t limit)
{
    gcv_context *ctx = gcv_context_new(limit);
    gcv_load_options options = {.level = level, .chunk_size = 16};
    gcv_heap *heap = NULL;
    gcv_error err = {0};
    ctx->fail_at = fail_at;
    gcv_status status = gcv_heap_load_memory(ctx, "log", log, size, &options, &heap, &err);
    if (status == GCV_OK) {
        gcv_heap_free(heap);
    } else {
        assert_null(heap);
        assert_int_equal(err.status, status); /* the error has the returned status */
    }
    check_context_free(ctx);
    return status;
}

/* UTF-16 with all oddities, so that every module takes part. */
static void make_odd_log(log_bytes *out)
{
    static said_text log;
    log.n = 0;
    for (size_t i = 0; i < 12; i++) {
        say(&log, "a 2 section-%u 1\nt 1 Type%u\no 9 1 1 1 2 3\nhm\no 5 2 ffffffffff 9 77 3\n",
            (unsigned)i, (unsigned)i);
        say(&log, "o 9 1 1\nr 5 4 0 1\nr 9 8 8 3\nr 88 1 1\no %x 1 1\n%s", (unsigned)i + 1,
            i % 4 == 0 ? "" : "c x\n");
    }
    log_encode(out, log.data, log.n, LOG_BIG);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    static log_bytes log;
    make_odd_log(&log);
    for (int level = GCV_LOAD_GRAPH; level <= GCV_LOAD_TALLY; level++) {
        uint64_t n = 0;
        gcv_status status;
        do {
            n++;
            status = load_failing(log.data, log.n, (gcv_load_level)level, n, 0);
            assert_true(status == GCV_OK || status == GCV_ERR_MEMORY);
        } while (status != GCV_OK);
        assert_true(n > 20);
    }
}

static void test_every_memory_limit(NO_STATE)
{
    static log_bytes log;
    make_odd_log(&log);
    for (int level = GCV_LOAD_GRAPH; level <= GCV_LOAD_TALLY; level++) {
        uint64_t limit = 1;
        gcv_status status;
        do {
            status = load_failing(log.data, log.n, (gcv_load_level)level, 0, limit);
            assert_true(status == GCV_OK || status == GCV_ERR_LIMIT);
            limit += 101;
        } while (status != GCV_OK);
        assert_true(limit > 10000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bytes_that_are_no_utf8),
        cmocka_unit_test(test_nul_bytes),
        cmocka_unit_test(test_hardly_any_bytes),
        cmocka_unit_test(test_named_format),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_weak_roots),
        cmocka_unit_test(test_a_line_above_256_mib),
        cmocka_unit_test(test_chunks_of_a_longer_log),
        cmocka_unit_test(test_every_chunk),
        cmocka_unit_test(test_every_allocation_fails_once),
        cmocka_unit_test(test_every_memory_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
