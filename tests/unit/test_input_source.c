/* Sources: every kind of source gives the same bytes, in pieces of any size, any number of times.
 */
#include "support/check.h"
#include "support/tried.h"

#include "base/text.h"
#include "input/source.h"

#include <string.h>

enum { MOST = 16384 };

static gcv_context ctx[1];

static int nothing_is_left(NO_STATE)
{
    assert_true(ctx->used == 0);
    return 0;
}

/* Reads to the end in pieces of at most `step` bytes. */
static size_t read_all(gcv_source *source, size_t step, unsigned char *out)
{
    size_t n = 0, got;
    do {
        assert_true(n + step <= MOST);
        got = SIZE_MAX;
        got = gcv_source_read(source, out + n, step);
        assert_true(got <= step);
        n += got;
    } while (got > 0);
    got = gcv_source_read(source, out + n, step);
    assert_int_equal(got, 0); /* the end stays the end */
    return n;
}

static void fill(unsigned char *bytes, size_t n, uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (unsigned char)check_random(&seed);
    }
}

/* Checks everything that a source must do, for known bytes. */
static void check_source(gcv_source *source, const unsigned char *bytes, size_t size, size_t step,
                         bool peek)
{
    static unsigned char out[MOST];
    const size_t head_size = size < GCV_SOURCE_HEAD ? size : GCV_SOURCE_HEAD;
    for (unsigned round = 0; round < 3; round++) {
        gcv_slice head;
        size_t got;
        if (peek || round == 2) {
            head = gcv_source_peek(source);
            assert_int_equal(head.size, head_size);
            assert_memory_equal(head.data, bytes, head_size);
            head = gcv_source_peek(source); /* nothing was used */
            assert_int_equal(head.size, head_size);
        }
        if (round == 1 && size > 0) { /* back from within */
            got = gcv_source_read(source, out, step);
            assert_true(got > 0 && got <= size);
            assert_memory_equal(out, bytes, got);
            assert_true(gcv_source_rewind(source));
        }
        assert_int_equal(read_all(source, step, out), size);
        assert_memory_equal(out, bytes, size);
        assert_true(gcv_source_can_rewind(source) && gcv_source_rewind(source));
    }
}

static void test_memory(NO_STATE)
{
    static const size_t sizes[] = {0, 1, 2, 511, 512, 513, 1024, 5000};
    static const size_t steps[] = {1, 3, 511, 512, 513, 4096};
    static unsigned char bytes[5000];
    fill(bytes, sizeof bytes, 1);
    for (size_t i = 0; i < CHECK_COUNT(sizes); i++) {
        for (size_t k = 0; k < CHECK_COUNT(steps); k++) {
            gcv_source source;
            gcv_source_memory(ctx, &source, "name", bytes, sizes[i]);
            assert_string_equal(source.name, "name");
            check_source(&source, bytes, sizes[i], steps[k], false);
            check_source(&source, bytes, sizes[i], steps[k], true);
            gcv_source_close(&source);
        }
    }
}

static void test_nothing_in_memory(NO_STATE)
{
    gcv_source source;
    gcv_slice head;
    unsigned char byte;
    size_t got = 1;
    gcv_source_memory(ctx, &source, "nothing", NULL, 0);
    head = gcv_source_peek(&source);
    assert_int_equal(head.size, 0);
    got = gcv_source_read(&source, &byte, 1);
    assert_int_equal(got, 0);
    assert_true(gcv_source_rewind(&source));
    gcv_source_close(&source);
    gcv_source_close(&source); /* any number of times */
}

/* ---- files -------------------------------------------------------------------------------- */

static const char sample[] = "samples/published-example.log";

static void test_file(NO_STATE)
{
    static unsigned char bytes[MOST];
    FILE *file = fopen(sample, "rb"), *nobody = NULL;
    gcv_source source;
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_true(size > 100 && size < MOST / 2);
    (void)fclose(file);
    for (size_t step = 1; step < 1000; step = step * 3 + 1) {
        gcv_source_open(ctx, &source, sample, nobody);
        assert_string_equal(source.name, sample);
        check_source(&source, bytes, size, step, step % 2 == 0);
        gcv_source_close(&source);
        gcv_source_close(&source);
    }
}

/* Standard input is read from its current position, goes back to it, and stays open. */
static void test_standard_input(NO_STATE)
{
    static const long starts[] = {0, 1, 511, 700, 1999, 2000};
    static unsigned char bytes[2000];
    fill(bytes, sizeof bytes, 2);
    for (size_t i = 0; i < CHECK_COUNT(starts); i++) {
        FILE *input = tmpfile();
        gcv_source source;
        assert_non_null(input);
        assert_int_equal(fwrite(bytes, 1, sizeof bytes, input), sizeof bytes);
        assert_int_equal(fseek(input, starts[i], SEEK_SET), 0);
        gcv_source_open(ctx, &source, "-", input);
        assert_string_equal(source.name, "standard input");
        check_source(&source, bytes + starts[i], sizeof bytes - (size_t)starts[i], 300, false);
        check_source(&source, bytes + starts[i], sizeof bytes - (size_t)starts[i], 1, true);
        gcv_source_close(&source);
        assert_int_equal(fseek(input, 5, SEEK_SET), 0);
        assert_int_equal(fgetc(input), bytes[5]);
        assert_int_equal(fclose(input), 0);
    }
}

static void test_not_to_be_opened(NO_STATE)
{
    static const char *const paths[] = {"no-such-folder/no-such-file", "samples", ""};
    for (size_t i = 0; i < CHECK_COUNT(paths); i++) {
        gcv_source source;
        gcv_error err = {0};
        assert_int_equal(tried(ctx, &err, gcv_source_open(ctx, &source, paths[i], NULL)),
                         GCV_ERR_INPUT);
        assert_int_equal(err.status, GCV_ERR_INPUT);
        assert_ptr_equal(err.file, paths[i]);
        assert_true(err.line == 0 && err.sys != 0);
        /* Some systems can open a folder, but none can read it. */
        assert_true(strcmp(err.message, "cannot open") == 0 ||
                    (i == 1 && strcmp(err.message, "cannot read") == 0));
        assert_int_equal(tried(ctx, NULL, gcv_source_open(ctx, &source, paths[i], NULL)),
                         GCV_ERR_INPUT);
    }
}

/* ---- a source that fails, gives few bytes, and cannot go back ----------------------------- */

typedef struct dribble {
    gcv_source source; /* first */
    const unsigned char *bytes;
    size_t size, at, most, fail_at;
} dribble;

static size_t dribble_read(gcv_source *self, unsigned char *to, size_t size)
{
    dribble *d = (dribble *)(void *)self;
    size_t n = d->size - d->at;
    gcv_error err;
    if (d->at >= d->fail_at) {
        (void)gcv_error_fill(&err, GCV_ERR_INPUT, self->name, 5, "cannot read");
        gcv_fail_again(self->ctx, &err);
    }
    n = n < size ? n : size;
    n = n < d->most ? n : d->most;
    memcpy(to, d->bytes + d->at, n);
    d->at += n;
    return n;
}

static void dribble_init(dribble *d, const void *bytes, size_t size, size_t most)
{
    memset(d, 0, sizeof *d);
    d->source.ctx = ctx;
    d->source.name = "dribble";
    d->source.read = dribble_read;
    d->bytes = bytes;
    d->size = size;
    d->most = most;
    d->fail_at = SIZE_MAX;
}

/* Peeking takes several reads if needed, and peeked bytes are read before the rest. */
static void test_dribble(NO_STATE)
{
    static unsigned char bytes[1500], out[MOST];
    fill(bytes, sizeof bytes, 3);
    for (size_t most = 1; most < 1000; most = most * 2 + 1) {
        for (size_t peeked = 0; peeked < 2; peeked++) {
            dribble d;
            dribble_init(&d, bytes, sizeof bytes, most);
            if (peeked == 1) {
                gcv_slice head = gcv_source_peek(&d.source);
                assert_int_equal(head.size, GCV_SOURCE_HEAD);
                assert_memory_equal(head.data, bytes, GCV_SOURCE_HEAD);
            }
            assert_int_equal(read_all(&d.source, 100, out), sizeof bytes);
            assert_memory_equal(out, bytes, sizeof bytes);
            assert_false(gcv_source_can_rewind(&d.source));
            assert_false(gcv_source_rewind(&d.source));
            gcv_source_close(&d.source);
        }
    }
}

/* Bytes that were read before come again, and no more is read than is asked for. */
static void test_kept(NO_STATE)
{
    static unsigned char bytes[1500], out[MOST];
    fill(bytes, sizeof bytes, 4);
    for (size_t most = 1; most < 1000; most = most * 2 + 1) {
        dribble d;
        gcv_u8_column kept = {NULL, 0, 0};
        gcv_source first, second;
        size_t got, n = 0;
        dribble_init(&d, bytes, sizeof bytes, most);
        d.fail_at = 1000; /* the first one must not get there */
        gcv_source_keep(&first, ctx, &d.source, &kept);
        assert_string_equal(first.name, "dribble");
        while (n < 900) {
            size_t left = 900 - n;
            got = gcv_source_read(&first, out, left);
            assert_memory_equal(out, bytes + n, got);
            n += got;
        }
        d.fail_at = SIZE_MAX;
        gcv_source_close(&first);
        gcv_source_keep(&second, ctx, &d.source, &kept);
        check_source(&second, bytes, sizeof bytes, 100, most % 2 == 1);
        gcv_source_close(&second);
        gcv_u8_column_release(ctx, &kept);
    }
}

static void test_errors_are_handed_on(NO_STATE)
{
    static unsigned char bytes[3000], out[MOST];
    for (size_t fail_at = 0; fail_at < 3000; fail_at += 250) {
        for (size_t wide = 0; wide < 2; wide++) {
            dribble d;
            gcv_source utf8, *source = &d.source;
            gcv_error err;
            dribble_init(&d, bytes, sizeof bytes, 50);
            d.fail_at = fail_at;
            gcv_status status = tried(ctx, &err, (void)gcv_source_peek(source));
            assert_int_equal(status, fail_at < GCV_SOURCE_HEAD ? GCV_ERR_INPUT : GCV_OK);
            if (wide == 1) {
                gcv_source_utf16(&utf8, source, false);
                source = &utf8;
            }
            if (status == GCV_OK) {
                status = tried(ctx, &err, read_all(source, 100, out));
            }
            assert_int_equal(status, GCV_ERR_INPUT);
            assert_true(err.status == GCV_ERR_INPUT && err.sys == 5);
            assert_string_equal(err.file, "dribble");
        }
    }
}

/* ---- UTF-16 ------------------------------------------------------------------------------- */

typedef struct utf16_case {
    unsigned units[8];
    unsigned n;
    bool half; /* and one byte more */
    const char *text;
    size_t size;
} utf16_case;

#define UTF8(text) (text), sizeof(text) - 1
#define BAD "\xef\xbf\xbd"

static const utf16_case utf16_cases[] = {
    {{0}, 0, false, UTF8("")},
    {{0xfeff}, 1, false, UTF8("")},
    {{0xfeff, 'a', ' ', '2'}, 4, false, UTF8("a 2")},
    {{'\r', '\n', 0x7f, 0}, 4, false, UTF8("\r\n\x7f\0")},
    {{0x80, 0x7ff, 0x800, 0xffff}, 4, false, UTF8("\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf")},
    {{0xd7ff, 0xe000, 0xfffe}, 3, false, UTF8("\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbe")},
    {{0xd800, 0xdc00, 'x'}, 3, false, UTF8("\xf0\x90\x80\x80x")},
    {{0xdbff, 0xdfff}, 2, false, UTF8("\xf4\x8f\xbf\xbf")},
    {{0xd83d, 0xde00}, 2, false, UTF8("\xf0\x9f\x98\x80")},
    {{'a', 0xd800}, 2, false, UTF8("a" BAD)},
    {{0xdbff, 'b'}, 2, false, UTF8(BAD "b")},
    {{0xdc00, 'b'}, 2, false, UTF8(BAD "b")},
    {{0xdfff, 0xd800}, 2, false, UTF8(BAD BAD)},
    {{0xd800, 0xd83d, 0xde00}, 3, false, UTF8(BAD "\xf0\x9f\x98\x80")},
    {{0xd83d, 0xde00, 0xde00}, 3, false, UTF8("\xf0\x9f\x98\x80" BAD)},
    {{0xd800, 0xd800, 0xd800, 'c'}, 4, false, UTF8(BAD BAD BAD "c")},
    {{0xd800, 0xffff}, 2, false, UTF8(BAD "\xef\xbf\xbf")},
    {{0}, 0, true, UTF8(BAD)},
    {{'a', '\n'}, 2, true, UTF8("a\n" BAD)},
};

static size_t put_units(unsigned char *out, const unsigned *units, size_t n, bool big_endian)
{
    size_t size = 0;
    for (size_t i = 0; i < n; i++) {
        const unsigned char high = (unsigned char)(units[i] >> 8);
        const unsigned char low = (unsigned char)(units[i] & 0xff);
        out[size++] = big_endian ? high : low;
        out[size++] = big_endian ? low : high;
    }
    return size;
}

/* Decodes with every size of reads on both sides. */
static void check_utf16(const unsigned char *bytes, size_t size, bool big_endian, const char *text,
                        size_t text_size)
{
    static const size_t steps[] = {1, 2, 3, 4, 5, 7, 4096};
    static unsigned char out[MOST];
    for (size_t i = 0; i < CHECK_COUNT(steps); i++) {
        gcv_source inner, source;
        gcv_source_memory(ctx, &inner, "inner", bytes, size);
        gcv_source_utf16(&source, &inner, big_endian);
        assert_string_equal(source.name, "inner");
        check_source(&source, (const unsigned char *)text, text_size, steps[i], i % 2 == 0);
        for (size_t k = 0; k < CHECK_COUNT(steps); k++) {
            dribble d;
            dribble_init(&d, bytes, size, steps[k]);
            gcv_source_utf16(&source, &d.source, big_endian);
            assert_int_equal(read_all(&source, steps[i], out), text_size);
            assert_memory_equal(out, text, text_size);
            assert_false(gcv_source_can_rewind(&source));
            assert_false(gcv_source_rewind(&source));
        }
    }
}

/* The size and the bytes read so far, as stored bytes. */
static void test_size(NO_STATE)
{
    static unsigned char bytes[MOST];
    gcv_source source;
    FILE *file = tmpfile();
    size_t got;
    assert_non_null(file);
    assert_true(fwrite("0123456789", 1, 10, file) == 10);
    assert_int_equal(fseek(file, 3, SEEK_SET), 0); /* earlier bytes do not belong to the source */
    gcv_source_open(ctx, &source, "-", file);
    assert_true(gcv_source_size(&source) == 7 && gcv_source_taken(&source) == 0);
    got = gcv_source_read(&source, bytes, 4);
    assert_true(got == 4 && memcmp(bytes, "3456", 4) == 0 && gcv_source_taken(&source) == 4);
    assert_true(read_all(&source, 5, bytes) == 3 && gcv_source_taken(&source) == 7);
    assert_true(gcv_source_rewind(&source) && gcv_source_taken(&source) == 0);
    assert_true(read_all(&source, 5, bytes) == 7 && memcmp(bytes, "3456789", 7) == 0);
    gcv_source_close(&source);
    fclose(file);
    gcv_source_open(ctx, &source, "/dev/null", NULL);
    assert_true(gcv_source_size(&source) == 0);
    gcv_source_close(&source);
}

static void test_size_of_utf16(NO_STATE)
{
    static const char wide[] =
        "\xff\xfe"
        "a\0b\0c";
    static unsigned char bytes[MOST];
    gcv_source source, utf8;
    gcv_source_memory(ctx, &source, "wide", wide, 8);
    gcv_source_utf16(&utf8, &source, false);
    (void)gcv_source_peek(&utf8);
    assert_true(gcv_source_size(&utf8) == 8);
    assert_true(read_all(&utf8, 5, bytes) == 3 && gcv_source_taken(&utf8) == 8);
}

static void test_utf16(NO_STATE)
{
    for (size_t i = 0; i < CHECK_COUNT(utf16_cases); i++) {
        const utf16_case *c = &utf16_cases[i];
        for (size_t order = 0; order < 2; order++) {
            unsigned char bytes[20];
            size_t size = put_units(bytes, c->units, c->n, order == 1);
            if (c->half) {
                bytes[size++] = 'h';
            }
            check_utf16(bytes, size, order == 1, c->text, c->size);
        }
    }
}

/* The byte order mark is left out; the same code point later is part of the text. */
static void test_utf16_mark_is_only_at_the_start(NO_STATE)
{
    static const unsigned units[] = {0xfeff, 'a', 0xfeff, 'b'};
    unsigned char bytes[8];
    (void)put_units(bytes, units, CHECK_COUNT(units), true);
    check_utf16(bytes, sizeof bytes, true,
                UTF8("a\xef\xbb\xbf"
                     "b"));
}

/* Half a pair followed by half a unit is an error, too. */
static void test_utf16_half_of_everything(NO_STATE)
{
    static unsigned char out[MOST];
    gcv_source inner, source;
    gcv_source_memory(ctx, &inner, "inner", "a\0\0\xd8h", 5);
    gcv_source_utf16(&source, &inner, false);
    size_t n = read_all(&source, 100, out);
    assert_true(n == 4 || n == 7);
    assert_memory_equal(out, "a" BAD BAD, n);
}

static size_t put_code(unsigned *units, uint32_t code)
{
    if (code < 0x10000) {
        units[0] = code;
        return 1;
    }
    units[0] = 0xd800 + ((code - 0x10000) >> 10);
    units[1] = 0xdc00 + ((code - 0x10000) & 0x3ff);
    return 2;
}

/* Long texts of all kinds of characters: pieces end within characters and within pairs. */
static void test_utf16_at_random(NO_STATE)
{
    static unsigned units[2 * 1500];
    static unsigned char bytes[4 * 1500];
    static char text[4 * 1500];
    uint64_t seed = 4;
    for (unsigned round = 0; round < 6; round++) {
        size_t n_units = 0, size = 0, n = check_below(&seed, 1500);
        for (size_t i = 0; i < n; i++) {
            uint32_t code = (uint32_t)(check_random(&seed) >> 43 >> check_below(&seed, 15));
            code %= 0x110000;
            if ((code >= 0xd800 && code <= 0xdfff) || code == 0xfeff) {
                code = 'x';
            }
            n_units += put_code(units + n_units, code);
            size += gcv_utf8_put(text + size, code);
        }
        (void)put_units(bytes, units, n_units, round % 2 == 1);
        check_utf16(bytes, 2 * n_units, round % 2 == 1, text, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_nothing_in_memory),
        cmocka_unit_test(test_file),
        cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_not_to_be_opened),
        cmocka_unit_test(test_dribble),
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_errors_are_handed_on),
        cmocka_unit_test(test_size),
        cmocka_unit_test(test_size_of_utf16),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_utf16_mark_is_only_at_the_start),
        cmocka_unit_test(test_utf16_half_of_everything),
        cmocka_unit_test(test_utf16_at_random),
    };
    return cmocka_run_group_tests(tests, NULL, nothing_is_left);
}
