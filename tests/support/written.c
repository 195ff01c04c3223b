/* written.c - what the tests of the writers share; see written.h. */
#include "support/written.h"

#include "support/check.h"

#include "base/number.h"
#include "base/system.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

const char *const writer_formats[WRITER_FORMATS] = {"text", "tsv", "csv", "json", "md"};

/* ---- tables written to memory ------------------------------------------------------------- */

const gcv_table_head plain_head = {"stats", 1, NULL, 0, "complete", {0, 0, 0}};

/* Returns everything that was written to `file` up to its position, followed by a NUL that `size`
 * does not count. */
char *contents(FILE *file, size_t *size)
{
    long end = ftell(file);
    assert_true(end >= 0);
    rewind(file);
    char *bytes = malloc((size_t)end + 1);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)end, file);
    assert_true(*size == (size_t)end);
    bytes[*size] = '\0';
    return bytes;
}

static FILE *table_file; /* kept: to make one takes longer than to write most tables */

static void close_table_file(void) { (void)fclose(table_file); }

char *write_look(const char *format, const look *as, const gcv_table_head *head, const table *t,
                 size_t *size)
{
    gcv_context *ctx = gcv_context_new(0);
    if (table_file == NULL) {
        table_file = gcv_system_temporary();
        assert_true(table_file != NULL && atexit(close_table_file) == 0);
    }
    assert_non_null(ctx);
    rewind(table_file);
    gcv_writer *writer = gcv_writer_open(ctx, table_file, "out", format, as->human);
    gcv_writer_fit(writer, as->width);
    gcv_writer_look(writer, as->screen, as->color);
    gcv_writer_begin(writer, head, t->columns, t->n_columns);
    gcv_writer_more(writer, (gcv_more){.rows = as->more, .noun = "type", .option = "--top 0"});
    for (size_t row = 0; row < t->n_rows; row++) {
        gcv_writer_row(writer, t->cells + row * t->n_columns);
    }
    gcv_writer_end(writer);
    gcv_writer_close(writer);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
    return contents(table_file, size);
}

char *write_with_head(const char *format, bool human, const gcv_table_head *head, const table *t,
                      size_t *size)
{
    const look as = {.human = human};
    return write_look(format, &as, head, t, size);
}

char *write_in_width(const char *format, size_t width, const table *t, size_t *size)
{
    const look as = {.width = width};
    return write_look(format, &as, &plain_head, t, size);
}

char *write_table(const char *format, bool human, const table *t, size_t *size)
{
    return write_with_head(format, human, &plain_head, t, size);
}

void check_table(const char *format, bool human, const table *t, const char *expected)
{
    size_t size;
    char *bytes = write_table(format, human, t, &size);
    assert_string_equal(bytes, expected);
    assert_int_equal(size, strlen(expected));
    free(bytes);
}

const gcv_table_column stream_columns[2] = {{"type", GCV_SHAPE_TEXT}, {"n", GCV_SHAPE_NUMBER}};

void stream_open(stream *s, const char *format, FILE *file)
{
    s->ctx = gcv_context_new(0);
    s->file = file;
    assert_true(s->ctx != NULL && s->file != NULL);
    s->writer = gcv_writer_open(s->ctx, s->file, "x", format, false);
    gcv_writer_begin(s->writer, &plain_head, stream_columns, 2);
}

void stream_row(stream *s, gcv_slice name, uint64_t n)
{
    gcv_cell cells[2];
    cells[0] = gcv_cell_text(name);
    cells[1] = gcv_cell_count(n);
    gcv_writer_row(s->writer, cells);
}

void stream_close(stream *s)
{
    gcv_writer_close(s->writer);
    assert_true(gcv_context_used(s->ctx) == 0);
    gcv_context_free(s->ctx);
    (void)fclose(s->file);
}

/* ---- texts -------------------------------------------------------------------------------- */

void buffer_add(buffer *b, const char *bytes, size_t size)
{
    assert_true(size <= sizeof b->bytes - b->size);
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
}

void buffer_add_code(buffer *b, uint32_t code)
{
    char bytes[4];
    buffer_add(b, bytes, gcv_utf8_put(bytes, code));
}

/* Returns the text with U+FFFD for invalid UTF-8. */
void valid_part(gcv_slice text, buffer *out)
{
    out->size = 0;
    while (text.size > 0) {
        buffer_add_code(out, gcv_utf8_next(&text));
    }
}

/* Returns the value of `n` lower-case hexadecimal digits, or UINT32_MAX. */
static uint32_t lower_hex(gcv_slice text, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    uint32_t code = 0;
    for (size_t i = 0; i < n; i++) {
        const char *digit = i < text.size ? memchr(digits, text.data[i], 16) : NULL;
        if (digit == NULL) {
            return UINT32_MAX;
        }
        code = code << 4 | (uint32_t)(digit - digits);
    }
    return code;
}

/* Decodes the escape at the start of the text, and returns its length; 0: there is none. */
static size_t shown_escape(gcv_slice text, uint32_t *code)
{
    static const struct {
        const char *begins;
        size_t digits;
        uint32_t first, last;
    } forms[] = {{"\\x", 2, 0, 0x7f}, {"\\u", 4, 0x80, 0xffff}, {"\\U", 8, 0x10000, 0x10ffff}};
    for (size_t i = 0; i < CHECK_COUNT(forms); i++) {
        if (gcv_slice_begins(text, forms[i].begins)) {
            *code = lower_hex(gcv_slice_of(text.data + 2, text.size - 2), forms[i].digits);
            return *code >= forms[i].first && *code <= forms[i].last &&
                           (gcv_is_unseen(*code) || strchr("\\#:", (int)(*code & 0x7f)) != NULL)
                       ? 2 + forms[i].digits
                       : 0;
        }
    }
    return 0;
}

void meant_part(gcv_slice shown, buffer *out)
{
    out->size = 0;
    while (shown.size > 0) {
        uint32_t code;
        size_t size = shown_escape(shown, &code);
        if (size > 0) {
            shown = gcv_slice_of(shown.data + size, shown.size - size);
        } else {
            code = gcv_utf8_next(&shown);
        }
        buffer_add_code(out, code);
    }
}

static bool is_blank(uint32_t code)
{
    static const uint32_t blanks[] = {' ', 0xa0, 0x1680, 0x202f, 0x205f, 0x3000};
    for (size_t i = 0; i < CHECK_COUNT(blanks); i++) {
        if (code == blanks[i]) {
            return true;
        }
    }
    return code >= 0x2000 && code <= 0x200a;
}

void shown_part(gcv_slice text, buffer *out)
{
    char hex[16];
    uint32_t before = ' ', unused;
    out->size = 0;
    while (text.size > 0) {
        const bool command =
            gcv_slice_begins(text, "##") || (gcv_slice_begins(text, "::") && is_blank(before));
        const bool escape = shown_escape(text, &unused) > 0;
        const uint32_t code = gcv_utf8_next(&text);
        if (gcv_is_unseen(code) || command || escape) {
            (void)snprintf(hex, sizeof hex,
                           code < 0x80      ? "\\x%02x"
                           : code < 0x10000 ? "\\u%04x"
                                            : "\\U%08x",
                           (unsigned)code);
            buffer_add(out, hex, strlen(hex));
        } else {
            buffer_add_code(out, code);
        }
        before = code;
    }
}

void random_bytes(uint64_t *seed, buffer *out)
{
    /* clang-format off */
    static const char *const pieces[] = {
        "a", "n", "x41", "u0041", "List<T>", "\t", "\n", "\r", "\x1b", "\x7f", " ", "  ",
        "\\", "\"", ",", "|", "<", ">", "*", "_", "[", "]", "`", "~", "&", "$",
        "\xc2\x85", "\xe2\x80\xae", "\xe2\x80\xa9",               /* controls */
        "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",           /* letters */
        "\xff", "\xe2", "\x82", "\xc3",                            /* not UTF-8 */
        "\xe2\x80\x8b", "\xef\xbb\xbf", "\xf3\xa0\x81\x81",       /* cannot be seen */
        "\\x1b", "\\u200b", "\\U000e0041", "\\x86", "\\x5c",       /* read as escapes */
        "#", "##", "##[error]x", "##vso[a]b", "::", ":", "::a::b", "`1", ".",
        "=", "+", "-", "@", "'", "\xef\xbc\x9d", "\xe3\x80\x80",    /* in spreadsheets */
    };
    /* clang-format on */
    size_t n = check_below(seed, 12);
    out->size = 0;
    for (size_t i = 0; i < n; i++) {
        size_t which = check_below(seed, CHECK_COUNT(pieces) + 2);
        char any = (char)check_below(seed, 256);
        if (which < CHECK_COUNT(pieces)) {
            buffer_add(out, pieces[which], strlen(pieces[which]));
        } else {
            buffer_add(out, &any, 1);
        }
    }
}

/* The commands that GitHub and Azure look for in each line of a log. */
static void check_no_command(gcv_slice line)
{
    gcv_slice rest = line;
    while (rest.size > 0 && is_blank(gcv_utf8_next(&rest))) {
        line = rest;
    }
    assert_false(gcv_slice_begins(line, "::") && line.size > 2 && line.data[2] != ':');
    for (; line.size > 0; line = gcv_slice_of(line.data + 1, line.size - 1)) {
        assert_false(gcv_slice_begins(line, "##[") || gcv_slice_begins(line, "##vso["));
    }
}

void check_clean(const char *bytes, size_t size, const char *allowed)
{
    gcv_slice rest = gcv_slice_of(bytes, size);
    while (rest.size > 0) {
        size_t before = rest.size;
        uint32_t code = gcv_utf8_next(&rest);
        assert_false(code == 0xfffd && before - rest.size == 1);
        if (gcv_is_unseen(code)) {
            assert_true(code > 0 && code < 0x80 && strchr(allowed, (int)code) != NULL);
        }
    }
    while (size > 0) {
        const char *end = memchr(bytes, '\n', size);
        size_t line = end != NULL ? (size_t)(end - bytes) : size;
        check_no_command(gcv_slice_of(bytes, line));
        line += end != NULL;
        bytes += line;
        size -= line;
    }
}

/* ---- reading back ------------------------------------------------------------------------- */

char reader_take(reader *r)
{
    assert_true(r->at < r->end);
    return *r->at++;
}

void reader_expect(reader *r, const char *text)
{
    for (; *text != '\0'; text++) {
        assert_int_equal(reader_take(r), *text);
    }
}

bool reader_ahead(const reader *r, char c) { return r->at < r->end && *r->at == c; }

uint32_t reader_take_hex(reader *r, unsigned digits)
{
    uint32_t code = 0;
    for (; digits > 0; digits--) {
        uint8_t digit = gcv_hex_value[(unsigned char)reader_take(r)];
        assert_true(digit < 16);
        code = code << 4 | digit;
    }
    return code;
}

/* Reads one string of RFC 8259, and decodes it. */
void reader_json_string(reader *r, buffer *out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    out->size = 0;
    reader_expect(r, "\"");
    while (!reader_ahead(r, '"')) {
        char c = reader_take(r);
        assert_true((unsigned char)c >= 0x20);
        if (c == '\\') {
            c = reader_take(r);
            const char *letter = strchr(letters, c);
            if (c == 'u') {
                uint32_t code = reader_take_hex(r, 4);
                if (gcv_is_high_surrogate(code)) {
                    reader_expect(r, "\\u");
                    code = gcv_join_surrogates(code, reader_take_hex(r, 4));
                }
                buffer_add_code(out, code);
            } else {
                assert_true(c != '\0' && letter != NULL);
                buffer_add(out, &meanings[letter - letters], 1);
            }
        } else {
            buffer_add(out, &c, 1);
        }
    }
    reader_expect(r, "\"");
}

static void read_json_integer(reader *r)
{
    if (reader_ahead(r, '-')) {
        (void)reader_take(r);
    }
    if (reader_ahead(r, '0')) {
        (void)reader_take(r);
        return;
    }
    do {
        char c = reader_take(r);
        assert_true(c >= '0' && c <= '9');
    } while (r->at < r->end && *r->at >= '0' && *r->at <= '9');
}

/* Reads any value of RFC 8259 that gcview writes: every string and integer, but no fraction. */
static void read_json_value(reader *r, unsigned depth)
{
    static buffer ignored;
    assert_true(depth < 8);
    if (reader_ahead(r, '{') || reader_ahead(r, '[')) {
        bool object = reader_take(r) == '{';
        char close = object ? '}' : ']', c = ',';
        while (reader_ahead(r, '\n')) {
            (void)reader_take(r);
        }
        if (reader_ahead(r, close)) {
            (void)reader_take(r);
            return;
        }
        while (c == ',') {
            while (reader_ahead(r, '\n')) {
                (void)reader_take(r);
            }
            if (object) {
                reader_json_string(r, &ignored);
                reader_expect(r, ":");
            }
            read_json_value(r, depth + 1);
            while (reader_ahead(r, '\n')) {
                (void)reader_take(r);
            }
            c = reader_take(r);
        }
        assert_int_equal(c, close);
    } else if (reader_ahead(r, '"')) {
        reader_json_string(r, &ignored);
    } else if (reader_ahead(r, 'n')) {
        reader_expect(r, "null");
    } else if (reader_ahead(r, 't')) {
        reader_expect(r, "true");
    } else if (reader_ahead(r, 'f')) {
        reader_expect(r, "false");
    } else {
        read_json_integer(r);
    }
}

void check_json(const char *bytes, size_t size)
{
    reader r;
    r.at = bytes;
    r.end = bytes + size;
    read_json_value(&r, 0);
    reader_expect(&r, "\n");
    assert_true(r.at == r.end);
}
