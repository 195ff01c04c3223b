/* The writers: texts longer than their buffer, and every way in which writing can fail. */
#if defined(__unix__)
#define _POSIX_C_SOURCE 200809L /* for the test with a pipe; gcview itself needs none of it */
#endif

#include "support/check.h"
#include "support/tried.h"
#include "support/written.h"

#include "base/text.h"
#include "output/writer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__unix__)
#include <signal.h>
#include <unistd.h>
#endif

/* ---- the buffer --------------------------------------------------------------------------- */

/* Texts about as long as the buffer, and longer, in every format that writes at once. */
static void test_texts_around_the_buffer_size(NO_STATE)
{
    enum { BUFFER = 64 * 1024 };
    static const size_t sizes[] = {BUFFER - 12, BUFFER, 2 * BUFFER, 5 * BUFFER + 1};
    char *name = malloc(6 * BUFFER);
    assert_non_null(name);
    for (size_t i = 0; i < 6 * BUFFER; i++) {
        name[i] = (char)('a' + i % 23);
    }
    for (size_t k = 0; k < CHECK_COUNT(sizes); k++) {
        for (size_t more = 0; more < 24; more++) {
            size_t length = sizes[k] + more, size;
            stream s;
            stream_open(&s, "tsv", tmpfile());
            stream_row(&s, gcv_slice_of(name, length), 1);
            stream_row(&s, gcv_slice_of(name, 5), 2);
            gcv_writer_end(s.writer);
            char *bytes = contents(s.file, &size);
            assert_int_equal(size, 7 + length + 3 + 8);
            assert_memory_equal(bytes, "type\tn\n", 7);
            assert_memory_equal(bytes + 7, name, length);
            assert_memory_equal(bytes + 7 + length, "\t1\nabcde\t2\n", 11);
            free(bytes);
            stream_close(&s);
        }
    }
    free(name);
}

static void test_many_small_rows(NO_STATE)
{
    enum { ROWS = 40000 };
    stream s;
    size_t size, at = 7;
    char line[64];
    stream_open(&s, "tsv", tmpfile());
    for (size_t i = 0; i < ROWS; i++) {
        stream_row(&s, gcv_slice_of("<<<<<<<<<<<<<<<<", i % 17), i);
    }
    gcv_writer_end(s.writer);
    char *bytes = contents(s.file, &size);
    for (size_t i = 0; i < ROWS; i++) {
        int n = snprintf(line, sizeof line, "%.*s\t%u\n", (int)(i % 17), "<<<<<<<<<<<<<<<<",
                         (unsigned)i);
        assert_memory_equal(bytes + at, line, (size_t)n);
        at += (size_t)n;
    }
    assert_int_equal(at, size);
    free(bytes);
    stream_close(&s);
}

/* ---- failures ----------------------------------------------------------------------------- */

static void test_unknown_format(NO_STATE)
{
    static const char *const names[] = {"", "TEXT", "tex", "texts", "xml", "json "};
    gcv_context *ctx = gcv_context_new(0);
    for (size_t i = 0; i < CHECK_COUNT(names); i++) {
        char expected[64];
        gcv_writer *writer;
        gcv_error err;
        assert_int_equal(
            tried(ctx, &err, writer = gcv_writer_open(ctx, stdout, "out", names[i], false)),
            GCV_ERR_USAGE);
        (void)snprintf(expected, sizeof expected, "unknown output format '%s'", names[i]);
        assert_string_equal(err.message, expected);
    }
    gcv_writer_close(NULL);
    check_context_free(ctx);
}

static unsigned rows_put;

static void put_table(gcv_context *ctx, FILE *file, const char *format, unsigned rows)
{
    gcv_cell cells[2];
    cells[0] = gcv_cell_str("System.Collections.Generic.List<System.String>");
    cells[1] = gcv_cell_count(1);
    gcv_writer *writer = gcv_writer_open(ctx, file, "x", format, false);
    gcv_writer_begin(writer, &plain_head, stream_columns, 2);
    for (rows_put = 0; rows_put < rows; rows_put++) {
        gcv_writer_row(writer, cells);
    }
    gcv_writer_end(writer);
    gcv_writer_close(writer);
}

/* Writes a table to a file that accepts nothing, and closes it. Returns errno. */
static int check_refused(FILE *file, const char *format, unsigned rows, gcv_status status)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_error err;
    assert_int_equal(tried(ctx, &err, put_table(ctx, file, format, rows)), status);
    assert_string_equal(err.message, "cannot write to 'x'");
    assert_true(err.file == NULL && err.line == 0);
    check_context_free(ctx);
    (void)fclose(file);
    return err.sys;
}

static void test_full_disk(NO_STATE)
{
    static const unsigned rows[] = {0, 1, 5000, 200000};
    for (size_t f = 0; f < WRITER_FORMATS; f++) {
        for (size_t k = 0; k < CHECK_COUNT(rows); k++) {
            FILE *file = fopen("/dev/full", "wb");
            if (file == NULL) {
                check_skip("no /dev/full");
            }
            int sys = check_refused(file, writer_formats[f], rows[k], GCV_ERR_OUTPUT);
#ifdef ENOSPC
            assert_int_equal(sys, ENOSPC);
#endif
            (void)sys;
        }
    }
}

/* The failure is noticed while rows are still coming: a large table does not continue in vain. */
static void test_failure_is_seen_early(NO_STATE)
{
    FILE *file = fopen("/dev/full", "wb");
    if (file == NULL) {
        check_skip("no /dev/full");
    }
    (void)check_refused(file, "tsv", 100000, GCV_ERR_OUTPUT);
    assert_true(rows_put < 20000);
}

static void test_reader_has_gone_away(NO_STATE)
{
#if defined(__unix__) && defined(EPIPE)
    static const unsigned rows[] = {1, 200000};
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    for (size_t f = 0; f < WRITER_FORMATS; f++) {
        for (size_t k = 0; k < CHECK_COUNT(rows); k++) {
            int ends[2];
            assert_int_equal(pipe(ends), 0);
            assert_int_equal(close(ends[0]), 0);
            assert_int_equal(check_refused(fdopen(ends[1], "wb"), writer_formats[f], rows[k],
                                           GCV_ERR_OUTPUT_PIPE),
                             EPIPE);
        }
    }
    (void)signal(SIGPIPE, before);
#else
    check_skip("no pipes");
#endif
}

static void test_out_of_memory_everywhere(NO_STATE)
{
    for (size_t f = 0; f < WRITER_FORMATS; f++) {
        gcv_context *ctx = gcv_context_new(0);
        FILE *file = tmpfile();
        assert_true(ctx != NULL && file != NULL);
        check_allocations(ctx, strcmp(writer_formats[f], "text") == 0 ? 8 : 1,
                          put_table(ctx, file, writer_formats[f], 500));
        check_context_free(ctx);
        (void)fclose(file);
    }
}

/* Nothing is written after a failure, not even what was in the buffer: half a table that ends
 * properly would look like a whole one. */
static void test_nothing_is_written_after_a_failure(NO_STATE)
{
    static char name[4 * 1024 * 1024];
    gcv_cell cells[2];
    stream s;
    memset(name, 'x', sizeof name);
    stream_open(&s, "text", tmpfile());
    for (unsigned i = 0; i < 66000; i++) {
        stream_row(&s, gcv_slice_str("abc"), i);
    }
    long written = ftell(s.file);
    assert_true(written > 0 && written < 12 * 66001); /* the rest is in the buffer */
    s.ctx->limit = gcv_context_used(s.ctx);
    cells[0] = gcv_cell_str("abc");
    cells[1] = gcv_cell_text(gcv_slice_of(name, sizeof name));
    assert_int_equal(tried(s.ctx, NULL, gcv_writer_row(s.writer, cells)), GCV_ERR_LIMIT);
    gcv_writer_close(s.writer);
    s.writer = NULL;
    assert_int_equal(ftell(s.file), written);
    stream_close(&s);
}

static void test_memory_limit(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(80 * 1024);
    FILE *file = tmpfile();
    assert_true(ctx != NULL && file != NULL);
    assert_int_equal(tried(ctx, NULL, put_table(ctx, file, "text", 500)), GCV_ERR_LIMIT);
    put_table(ctx, file, "json", 500);
    ctx->limit = 1000;
    assert_int_equal(tried(ctx, NULL, put_table(ctx, file, "json", 500)), GCV_ERR_LIMIT);
    check_context_free(ctx);
    (void)fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_around_the_buffer_size),
        cmocka_unit_test(test_many_small_rows),
        cmocka_unit_test(test_unknown_format),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_failure_is_seen_early),
        cmocka_unit_test(test_reader_has_gone_away),
        cmocka_unit_test(test_out_of_memory_everywhere),
        cmocka_unit_test(test_nothing_is_written_after_a_failure),
        cmocka_unit_test(test_memory_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
