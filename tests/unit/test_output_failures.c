/* The writers: texts longer than their buffer, and every way in which writing can fail. */
#if defined(__unix__)
#define _POSIX_C_SOURCE 200809L /* for the test with a pipe; gcview itself needs none of it */
#endif

#include "support/check.h"
#include "support/written.h"

#include "base/text.h"
#include "output/document.h"

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
    size_t i, k, more;
    assert_non_null(name);
    for (i = 0; i < 6 * BUFFER; i++) {
        name[i] = (char)('a' + i % 23);
    }
    for (k = 0; k < CHECK_COUNT(sizes); k++) {
        for (more = 0; more < 24; more++) {
            size_t length = sizes[k] + more, size;
            stream s;
            char *bytes;
            stream_open(&s, "tsv", tmpfile());
            stream_row(&s, gcv_slice_of(name, length), 1);
            stream_row(&s, gcv_slice_of(name, 5), 2);
            assert_int_equal(gcv_writer_end(s.writer, NULL), GCV_OK);
            bytes = contents(s.file, &size);
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
    size_t i, size, at = 7;
    char *bytes, line[64];
    stream_open(&s, "tsv", tmpfile());
    for (i = 0; i < ROWS; i++) {
        stream_row(&s, gcv_slice_of("<<<<<<<<<<<<<<<<", i % 17), i);
    }
    assert_int_equal(gcv_writer_end(s.writer, NULL), GCV_OK);
    bytes = contents(s.file, &size);
    for (i = 0; i < ROWS; i++) {
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
    size_t i;
    for (i = 0; i < CHECK_COUNT(names); i++) {
        char expected[64];
        gcv_writer *writer;
        gcv_error err;
        assert_int_equal(gcv_writer_open(ctx, stdout, "out", names[i], false, &writer, &err),
                         GCV_ERR_USAGE);
        assert_null(writer);
        (void)snprintf(expected, sizeof expected, "unknown output format '%s'", names[i]);
        assert_string_equal(err.message, expected);
        assert_int_equal(err.status, GCV_ERR_USAGE);
        assert_int_equal(gcv_writer_open(ctx, stdout, "out", names[i], false, &writer, NULL),
                         GCV_ERR_USAGE);
    }
    assert_true(gcv_context_used(ctx) == 0);
    gcv_writer_close(NULL);
    gcv_context_free(ctx);
}

/* Writes at most `rows` rows, then the end, until a call fails; returns its status. */
static gcv_status write_until_failure(stream *s, unsigned rows, gcv_error *err)
{
    gcv_cell cells[2];
    gcv_status status = GCV_OK;
    unsigned i;
    cells[0] = gcv_cell_str("System.Collections.Generic.List<System.String>");
    cells[1] = gcv_cell_count(1);
    for (i = 0; i < rows && status == GCV_OK; i++) {
        status = gcv_writer_row(s->writer, cells, err);
    }
    if (status == GCV_OK) {
        status = gcv_writer_end(s->writer, err);
    }
    return status;
}

/* After a failure every call reports it again. */
static void check_it_stays_failed(stream *s, const gcv_error *first)
{
    gcv_cell cells[2];
    gcv_error again;
    cells[0] = cells[1] = gcv_cell_none();
    memset(&again, 0, sizeof again);
    assert_int_equal(gcv_writer_row(s->writer, cells, &again), first->status);
    assert_memory_equal(&again, first, sizeof again);
    assert_int_equal(gcv_writer_row(s->writer, cells, NULL), first->status);
    assert_int_equal(gcv_document_put(s->writer, GCV_PART_LINE, gcv_slice_str("x"), NULL),
                     first->status);
    assert_int_equal(gcv_document_table(s->writer, NULL, 0, NULL), first->status);
    memset(&again, 0, sizeof again);
    assert_int_equal(gcv_writer_end(s->writer, &again), first->status);
    assert_memory_equal(&again, first, sizeof again);
}

static void test_full_disk(NO_STATE)
{
    static const unsigned rows[] = {0, 1, 5000, 200000};
    size_t f, k;
    for (f = 0; f < WRITER_FORMATS; f++) {
        for (k = 0; k < CHECK_COUNT(rows); k++) {
            FILE *file = fopen("/dev/full", "wb");
            gcv_error err;
            stream s;
            if (file == NULL) {
                check_skip("no /dev/full");
            }
            memset(&err, 0, sizeof err);
            stream_open(&s, writer_formats[f], file);
            assert_int_equal(write_until_failure(&s, rows[k], &err), GCV_ERR_OUTPUT);
            assert_int_equal(err.status, GCV_ERR_OUTPUT);
            assert_string_equal(err.message, "cannot write to 'x'");
            assert_true(err.file == NULL && err.line == 0);
#ifdef ENOSPC
            assert_int_equal(err.sys, ENOSPC);
#endif
            check_it_stays_failed(&s, &err);
            stream_close(&s);
        }
    }
}

/* The failure is noticed while rows are still coming: a large table does not continue in vain. */
static void test_failure_is_seen_early(NO_STATE)
{
    FILE *file = fopen("/dev/full", "wb");
    gcv_cell cells[2];
    stream s;
    unsigned i;
    if (file == NULL) {
        check_skip("no /dev/full");
    }
    stream_open(&s, "tsv", file);
    cells[0] = gcv_cell_str("abc");
    cells[1] = gcv_cell_none();
    for (i = 0; i < 100000 && gcv_writer_row(s.writer, cells, NULL) == GCV_OK; i++) {
    }
    assert_true(i < 20000);
    stream_close(&s);
}

static void test_reader_has_gone_away(NO_STATE)
{
#if defined(__unix__) && defined(EPIPE)
    static const unsigned rows[] = {1, 200000};
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    size_t f, k;
    for (f = 0; f < WRITER_FORMATS; f++) {
        for (k = 0; k < CHECK_COUNT(rows); k++) {
            int ends[2];
            gcv_error err;
            stream s;
            memset(&err, 0, sizeof err);
            assert_int_equal(pipe(ends), 0);
            assert_int_equal(close(ends[0]), 0);
            stream_open(&s, writer_formats[f], fdopen(ends[1], "wb"));
            assert_int_equal(write_until_failure(&s, rows[k], &err), GCV_ERR_OUTPUT_PIPE);
            assert_int_equal(err.status, GCV_ERR_OUTPUT_PIPE);
            assert_int_equal(err.sys, EPIPE);
            assert_string_equal(err.message, "cannot write to 'x'");
            check_it_stays_failed(&s, &err);
            stream_close(&s);
        }
    }
    (void)signal(SIGPIPE, before);
#else
    check_skip("no pipes");
#endif
}

/* Writes a whole table with the limits of `ctx`. Makes every call, like a careless caller. */
static gcv_status whole_table(gcv_context *ctx, FILE *file, const char *format, gcv_error *err)
{
    gcv_writer *writer;
    gcv_cell cells[2];
    gcv_status status = gcv_writer_open(ctx, file, "x", format, false, &writer, err);
    gcv_status later;
    unsigned i;
    if (status != GCV_OK) {
        assert_null(writer);
        return status;
    }
    cells[0] = gcv_cell_str("System.Collections.Generic.List<System.String>");
    cells[1] = gcv_cell_count(1);
    status = gcv_writer_begin(writer, &plain_head, stream_columns, 2, err);
    for (i = 0; i < 500; i++) {
        later = gcv_writer_row(writer, cells, err);
        assert_true(status == GCV_OK || later == status);
        status = later;
    }
    later = gcv_writer_end(writer, err);
    assert_true(status == GCV_OK || later == status);
    gcv_writer_close(writer);
    return later;
}

static void test_out_of_memory_everywhere(NO_STATE)
{
    size_t f;
    for (f = 0; f < WRITER_FORMATS; f++) {
        gcv_context *ctx = gcv_context_new(0);
        FILE *file = tmpfile();
        gcv_status status = GCV_ERR_MEMORY;
        uint64_t failures = 0;
        assert_true(ctx != NULL && file != NULL);
        while (status != GCV_OK) {
            gcv_error err;
            memset(&err, 0, sizeof err);
            ctx->allocations = 0;
            ctx->fail_at = failures + 1;
            status = whole_table(ctx, file, writer_formats[f], failures % 3 == 2 ? NULL : &err);
            assert_true(gcv_context_used(ctx) == 0);
            if (status != GCV_OK) {
                assert_int_equal(status, GCV_ERR_MEMORY);
                assert_true(failures % 3 == 2 || err.status == GCV_ERR_MEMORY);
                failures++;
            }
        }
        assert_true(failures == ctx->allocations);
        assert_true(failures >= (strcmp(writer_formats[f], "text") == 0 ? 8u : 1u));
        gcv_context_free(ctx);
        (void)fclose(file);
    }
}

/* Nothing is written after a failure, not even what was in the buffer: half a table that ends
 * properly would look like a whole one. */
static void test_nothing_is_written_after_a_failure(NO_STATE)
{
    static char name[4 * 1024 * 1024];
    gcv_cell cells[2];
    gcv_error err;
    stream s;
    unsigned i;
    long written;
    memset(name, 'x', sizeof name);
    stream_open(&s, "text", tmpfile());
    for (i = 0; i < 66000; i++) {
        stream_row(&s, gcv_slice_str("abc"), i);
    }
    written = ftell(s.file);
    assert_true(written > 0 && written < 12 * 66001); /* the rest is in the buffer */
    s.ctx->limit = gcv_context_used(s.ctx);
    cells[0] = gcv_cell_str("abc");
    cells[1] = gcv_cell_text(gcv_slice_of(name, sizeof name));
    assert_int_equal(gcv_writer_row(s.writer, cells, &err), GCV_ERR_LIMIT);
    check_it_stays_failed(&s, &err);
    assert_int_equal(ftell(s.file), written);
    stream_close(&s);
}

static void test_memory_limit(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(80 * 1024);
    FILE *file = tmpfile();
    gcv_error err;
    assert_true(ctx != NULL && file != NULL);
    assert_int_equal(whole_table(ctx, file, "text", &err), GCV_ERR_LIMIT);
    assert_int_equal(err.status, GCV_ERR_LIMIT);
    assert_int_equal(whole_table(ctx, file, "text", NULL), GCV_ERR_LIMIT);
    assert_int_equal(whole_table(ctx, file, "json", &err), GCV_OK);
    ctx->limit = 1000;
    assert_int_equal(whole_table(ctx, file, "json", &err), GCV_ERR_LIMIT);
    assert_int_equal(whole_table(ctx, file, "json", NULL), GCV_ERR_LIMIT);
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
