/* The line tokenizer: blocks of whole lines that add up to the input, whatever the size of reads.
 */
#include "support/check.h"
#include "support/tried.h"

#include "base/text.h"
#include "input/line_records.h"

#include <stdlib.h>
#include <string.h>

static const size_t chunks[] = {1, 2, 3, 4, 5, 4096};

/* Tokenizes a text and joins the results. A discarded line becomes `!` and a newline. */
typedef struct outcome {
    size_t size, n_overlong;
    uint64_t peak;
    bool unterminated;
    char *text;
} outcome;

static void outcome_free(outcome *out)
{
    free(out->text);
    out->text = NULL;
}

static void add_block(outcome *out, gcv_lines *lines)
{
    const size_t n = (size_t)(lines->limit - lines->at);
    assert_true(n > 0 && lines->limit[-1] == '\n');
    memcpy(out->text + out->size, lines->at, n);
    out->size += n;
    while (lines->at < lines->limit) { /* as a parser does */
        lines->line += *lines->at++ == '\n';
    }
}

/* `line_max` 0: the default. */
static void run(gcv_context *ctx, gcv_source *source, size_t chunk, size_t line_max, outcome *out)
{
    gcv_lines lines;
    uint64_t line = 1;
    gcv_lines_init(ctx, &lines, source, chunk);
    assert_int_equal(lines.line_max, GCV_LINE_MAX);
    lines.line_max = line_max == 0 ? lines.line_max : line_max;
    for (;;) {
        gcv_lines_next(&lines);
        if (lines.at == lines.limit && !lines.overlong) {
            break;
        }
        assert_int_equal(lines.line, line); /* the parser counts lines, not the tokenizer */
        if (lines.overlong) {
            assert_ptr_equal(lines.at, lines.limit);
            memcpy(out->text + out->size, "!\n", 2);
            out->size += 2;
            out->n_overlong++;
            lines.line++;
        } else {
            add_block(out, &lines);
        }
        line = lines.line;
    }
    out->unterminated = lines.unterminated;
    gcv_lines_release(&lines);
}

static void tokenize(const char *text, size_t size, size_t chunk, size_t line_max, outcome *out)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_source source;
    memset(out, 0, sizeof *out);
    out->text = malloc(3 * size + 2); /* the shortest line may become `!` */
    assert_non_null(out->text);
    gcv_source_memory(ctx, &source, "text", text, size);
    run(ctx, &source, chunk, line_max, out);
    out->peak = gcv_context_peak(ctx);
    check_context_free(ctx);
}

static void check_joined(const char *text, size_t size)
{
    const bool ended = size == 0 || text[size - 1] == '\n';
    for (size_t i = 0; i < CHECK_COUNT(chunks); i++) {
        outcome out;
        tokenize(text, size, chunks[i], 0, &out);
        assert_int_equal(out.size, size + !ended);
        assert_memory_equal(out.text, text, size);
        assert_true(ended || out.text[size] == '\n');
        assert_int_equal(out.unterminated, !ended);
        assert_int_equal(out.n_overlong, 0);
        outcome_free(&out);
    }
}

static void test_blocks_join_to_the_input(NO_STATE)
{
    static const char *const texts[] = {
        "",         "\n",           "\n\n\n",
        "a",        "a\n",          "ab\ncd",
        "\n\na",    "a\r\nb\r\n",   "a\r\n\r\nb\r\n",
        "a\n\n\n",  "\r",           "abcdefghij\n\nk\n",
        "a\nb\nc",  "abcd\nefgh\n", "abc\ndef\n",
        "\nx\n\ny", "abcde\n\n\nf",
    };
    for (size_t i = 0; i < CHECK_COUNT(texts); i++) {
        check_joined(texts[i], strlen(texts[i]));
    }
    check_joined("a\0b\n\0\n\0\0\n", 9);
    check_joined("\0", 1);
    check_joined("\n\0", 2);
    check_joined("\xff\xfe\n\x80", 4);
}

static void test_blocks_at_random(NO_STATE)
{
    static char text[6000];
    uint64_t seed = 5;
    for (unsigned round = 0; round < 60; round++) {
        size_t n = check_below(&seed, round < 50 ? 300 : sizeof text);
        size_t rare = 1 + check_below(&seed, round % 2 == 0 ? 4 : 400); /* newlines */
        for (size_t i = 0; i < n; i++) {
            text[i] = check_below(&seed, rare) == 0 ? '\n' : (char)check_below(&seed, 256);
        }
        check_joined(text, n);
    }
}

static void test_default_chunk(NO_STATE)
{
    const size_t size = 3 * (size_t)GCV_CHUNK_MAX + 77;
    char *text = malloc(size);
    outcome out;
    assert_non_null(text);
    for (size_t i = 0; i < size; i++) {
        text[i] = i % 40 == 39 ? '\n' : 'x';
    }
    tokenize(text, size, 0, 0, &out);
    assert_int_equal(out.size, size + 1);
    assert_memory_equal(out.text, text, size);
    assert_true(out.peak <= 2 * (uint64_t)GCV_CHUNK_MAX + 100);
    outcome_free(&out);
    free(text);
}

/* ---- lines that are too long -------------------------------------------------------------- */

/* Makes a text with these line lengths, and the expected result: lines above `most` are discarded.
 */
static void check_lengths(const size_t *lengths, size_t n, bool ended, size_t chunk, size_t most)
{
    size_t size = 0, expected_size = 0, n_overlong = 0;
    outcome out;
    for (size_t i = 0; i < n; i++) {
        size += lengths[i] + 1;
    }
    char *text = malloc(size + 1);
    char *expected = malloc(size + 2 * n + 1);
    assert_true(text != NULL && expected != NULL);
    size = 0;
    for (size_t i = 0; i < n; i++) {
        memset(text + size, (int)('a' + i % 26), lengths[i]);
        text[size + lengths[i]] = '\n';
        if (lengths[i] > most) {
            memcpy(expected + expected_size, "!\n", 2);
            expected_size += 2;
            n_overlong++;
        } else {
            memcpy(expected + expected_size, text + size, lengths[i] + 1);
            expected_size += lengths[i] + 1;
        }
        size += lengths[i] + 1;
    }
    tokenize(text, ended ? size : size - 1, chunk, most, &out);
    assert_int_equal(out.n_overlong, n_overlong);
    assert_int_equal(out.size, expected_size);
    assert_memory_equal(out.text, expected, expected_size);
    outcome_free(&out);
    free(text);
    free(expected);
}

static void test_overlong(NO_STATE)
{
    enum { MOST = 20, LONG = 60 };
    static const size_t lengths[][6] = {
        {LONG, 0, 0, 0, 0, 0},          {3, LONG, 3, 0, 2, 1},
        {LONG, LONG, 1, 2, 3, 4},       {1, LONG, LONG, LONG, 5, 1},
        {5, 5, 5, 5, 5, LONG},          {5, 0, LONG, 0, LONG, LONG},
        {MOST, LONG, MOST, 1, LONG, 2}, {LONG + 1, LONG + 2, LONG + 3, LONG + 4, 1, LONG},
        {500, 1, 700, MOST, 0, 900},    {0, LONG, 0, LONG, 0, 9},
    };
    for (size_t i = 0; i < CHECK_COUNT(lengths); i++) {
        for (size_t chunk = 1; chunk <= MOST; chunk++) { /* LONG is above MOST and a chunk */
            for (size_t n = 1; n <= 6; n++) {
                check_lengths(lengths[i], n, true, chunk, MOST);
                if (lengths[i][n - 1] > 0) {
                    check_lengths(lengths[i], n, false, chunk, MOST);
                }
            }
        }
    }
}

/* The limit is the same for every size of reads. */
static void test_overlong_does_not_depend_on_the_chunk(NO_STATE)
{
    static const size_t lengths[] = {19, 20, 21, 22, 20, 23, 40, 20, 41, 5, 25, 26, 20, 21};
    for (size_t chunk = 1; chunk <= 20; chunk++) {
        for (size_t n = 1; n <= CHECK_COUNT(lengths); n++) {
            check_lengths(lengths, n, true, chunk, 20);
            check_lengths(lengths, n, false, chunk, 20);
        }
    }
}

/* ---- memory and failures ------------------------------------------------------------------ */

static void test_memory_is_bounded(NO_STATE)
{
    enum { SIZE = 400000 };
    static char text[SIZE];
    outcome out;
    memset(text, 'x', sizeof text);
    text[SIZE / 2] = '\n';
    tokenize(text, sizeof text, 64, 1000, &out); /* two lines that are far too long */
    assert_int_equal(out.n_overlong, 2);
    assert_true(out.peak <= 2 * (1000 + 2 * 64 + 1));
    outcome_free(&out);
    memset(text, '\n', sizeof text);
    tokenize(text, sizeof text, 64, 1000, &out);
    assert_int_equal(out.size, SIZE);
    assert_true(out.peak == 65);
    outcome_free(&out);
    memset(text, 'x', sizeof text);
    tokenize(text, sizeof text, 64, SIZE, &out); /* one line that is kept */
    assert_int_equal(out.size, SIZE + 1);
    assert_true(out.peak <= 2 * (SIZE + 2 * 64));
    outcome_free(&out);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    static char text[3000], joined[3100];
    gcv_context *ctx = gcv_context_new(0);
    uint64_t failing = 0;
    gcv_status status;
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = (i & (i + 1)) == 0 ? '\n' : 'x'; /* lines that double */
    }
    do {
        gcv_source source;
        outcome out = {0};
        out.text = joined;
        gcv_source_memory(ctx, &source, "text", text, sizeof text);
        ctx->fail_at = ctx->allocations + ++failing;
        status = tried(ctx, NULL, run(ctx, &source, 4, 0, &out));
        assert_int_equal(out.size == sizeof text + 1, status == GCV_OK);
        assert_memory_equal(joined, text, status == GCV_OK ? sizeof text : out.size);
        assert_true(gcv_context_used(ctx) == 0);
    } while (status == GCV_ERR_MEMORY);
    assert_true(status == GCV_OK && failing > 5);
    check_context_free(ctx);
}

static size_t broken_read(gcv_source *self, unsigned char *to, size_t size)
{
    if (self->at == self->as.memory.size) {
        gcv_fail_line(self->ctx, GCV_ERR_INPUT, self->name, 0, "cannot read");
    }
    (void)size;
    *to = self->as.memory.bytes[self->at++];
    return 1;
}

/* Within a line, after a line, and within a discarded line. */
static void test_a_read_error_ends_it(NO_STATE)
{
    static const struct {
        const char *text, *before;
    } cases[] = {{"", ""}, {"ab", ""}, {"ab\n", "ab\n"}, {"a\nb", "a\n"}, {"a\n123456789", "a\n"}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_context *ctx = gcv_context_new(0);
        gcv_source source;
        gcv_error err;
        outcome out = {0};
        char joined[100];
        out.text = joined;
        gcv_source_memory(ctx, &source, "broken", cases[i].text, strlen(cases[i].text));
        source.read = broken_read;
        assert_int_equal(tried(ctx, &err, run(ctx, &source, 3, 4, &out)), GCV_ERR_INPUT);
        assert_string_equal(err.file, "broken");
        assert_int_equal(out.size, strlen(cases[i].before));
        assert_memory_equal(joined, cases[i].before, out.size);
        check_context_free(ctx);
    }
}

static void test_bytes_are_counted(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_source source;
    gcv_lines lines;
    gcv_source_memory(ctx, &source, "text", "ab\ncdef\ng", 9);
    gcv_lines_init(ctx, &lines, &source, 4);
    assert_true(lines.bytes == 0 && lines.line == 1 && lines.at == lines.limit);
    gcv_lines_next(&lines);
    assert_true(lines.bytes == 4 && lines.limit - lines.at == 3 && !lines.unterminated);
    lines.at = lines.limit;
    gcv_lines_next(&lines);
    assert_true(lines.bytes == 8 && lines.limit - lines.at == 5 && !lines.unterminated);
    lines.at = lines.limit;
    gcv_lines_next(&lines);
    assert_true(lines.bytes == 9 && lines.limit - lines.at == 2 && lines.unterminated);
    lines.at = lines.limit;
    gcv_lines_next(&lines);
    assert_true(lines.bytes == 9 && lines.limit == lines.at && !lines.overlong && lines.ended);
    gcv_lines_release(&lines);
    gcv_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_join_to_the_input),
        cmocka_unit_test(test_blocks_at_random),
        cmocka_unit_test(test_default_chunk),
        cmocka_unit_test(test_overlong),
        cmocka_unit_test(test_overlong_does_not_depend_on_the_chunk),
        cmocka_unit_test(test_memory_is_bounded),
        cmocka_unit_test(test_every_allocation_fails_once),
        cmocka_unit_test(test_a_read_error_ends_it),
        cmocka_unit_test(test_bytes_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
