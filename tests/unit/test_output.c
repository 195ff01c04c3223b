/* The writers: exact bytes for each format, parsers of our own that read them back, and every way
 * in which writing can fail. */
#if defined(__unix__)
#define _POSIX_C_SOURCE 200809L /* for the test with a pipe; gcview itself needs none of it */
#endif

#include "support/check.h"

#include "base/number.h"
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

static const char *const formats[] = {"text", "tsv", "csv", "json", "md"};

/* ---- writing to memory -------------------------------------------------------------------- */

typedef struct table {
    const gcv_table_column *columns;
    size_t n_columns;
    const gcv_cell *cells; /* row by row */
    size_t n_rows;
} table;

static const gcv_table_head plain_head = {"stats", NULL, 0, "complete", {0, 0, 0}};

/* Everything that was written to `file`, with a NUL that does not count. */
static char *contents(FILE *file, size_t *size)
{
    long end;
    char *bytes;
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    end = ftell(file);
    assert_true(end >= 0);
    rewind(file);
    bytes = malloc((size_t)end + 1);
    assert_non_null(bytes);
    *size = fread(bytes, 1, (size_t)end, file);
    assert_true(*size == (size_t)end);
    bytes[*size] = '\0';
    return bytes;
}

static char *write_with_head(const char *format, bool human, const gcv_table_head *head,
                             const table *t, size_t *size)
{
    gcv_context *ctx = gcv_context_new(0);
    FILE *file = tmpfile();
    gcv_writer *writer;
    char *bytes;
    size_t row;
    assert_true(ctx != NULL && file != NULL);
    assert_int_equal(gcv_writer_open(ctx, file, "out", format, human, &writer, NULL), GCV_OK);
    assert_int_equal(gcv_writer_begin(writer, head, t->columns, t->n_columns, NULL), GCV_OK);
    for (row = 0; row < t->n_rows; row++) {
        assert_int_equal(gcv_writer_row(writer, t->cells + row * t->n_columns, NULL), GCV_OK);
    }
    assert_int_equal(gcv_writer_end(writer, NULL), GCV_OK);
    gcv_writer_close(writer);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
    bytes = contents(file, size);
    (void)fclose(file);
    return bytes;
}

static char *write_table(const char *format, bool human, const table *t, size_t *size)
{
    return write_with_head(format, human, &plain_head, t, size);
}

static void check_table(const char *format, bool human, const table *t, const char *expected)
{
    size_t size;
    char *bytes = write_table(format, human, t, &size);
    assert_string_equal(bytes, expected);
    assert_int_equal(size, strlen(expected));
    free(bytes);
}

static gcv_cell difference(gcv_cell_kind kind, int64_t delta)
{
    gcv_cell cell = gcv_cell_none();
    cell.kind = kind;
    cell.delta = delta;
    return cell;
}

/* ---- each kind of cell in each format ----------------------------------------------------- */

enum { KINDS = 6 };

static const gcv_table_column kind_columns[KINDS] = {
    {"count", true},       {"bytes", true},   {"count_delta", true},
    {"bytes_delta", true}, {"object", false}, {"type", false},
};

static const char *const kinds_as[][2] = {
    {"tsv",
     "count\tbytes\tcount_delta\tbytes_delta\tobject\ttype\n"
     "1\t1536\t-5\t-2048\t1ce113\tSystem.String\n"
     "18446744073709551615\t18446744073709551615\t-9223372036854775808\t"
     "9223372036854775807\tffffffffffffffff\t\n"
     "-\t-\t-\t-\t-\t-\n"},
    {"csv",
     "count,bytes,count_delta,bytes_delta,object,type\r\n"
     "1,1536,-5,-2048,1ce113,System.String\r\n"
     "18446744073709551615,18446744073709551615,-9223372036854775808,"
     "9223372036854775807,ffffffffffffffff,\"\"\r\n"
     "-,-,-,-,-,-\r\n"},
    {"json",
     "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\",\"rows\":[\n"
     "{\"count\":1,\"bytes\":1536,\"count_delta\":-5,\"bytes_delta\":-2048,"
     "\"object\":\"1ce113\",\"type\":\"System.String\"},\n"
     "{\"count\":18446744073709551615,\"bytes\":18446744073709551615,"
     "\"count_delta\":-9223372036854775808,\"bytes_delta\":9223372036854775807,"
     "\"object\":\"ffffffffffffffff\",\"type\":\"\"},\n"
     "{\"count\":null,\"bytes\":null,\"count_delta\":null,\"bytes_delta\":null,"
     "\"object\":null,\"type\":null}\n"
     "]}\n"},
    {"md",
     "| count | bytes | count\\_delta | bytes\\_delta | object | type |\n"
     "| ---: | ---: | ---: | ---: | --- | --- |\n"
     "| 1 | 1536 | -5 | -2048 | 1ce113 | System.String |\n"
     "| 18446744073709551615 | 18446744073709551615 | -9223372036854775808 | "
     "9223372036854775807 | ffffffffffffffff |  |\n"
     "| - | - | - | - | - | - |\n"},
    {"text",
     "               count                 bytes           count_delta          bytes_delta"
     "  object            type\n"
     "                   1                  1536                    -5                -2048"
     "  1ce113            System.String\n"
     "18446744073709551615  18446744073709551615  -9223372036854775808  9223372036854775807"
     "  ffffffffffffffff\n"
     "                   -                     -                     -                    -"
     "  -                 -\n"},
};

static void kinds_table(gcv_cell *cells, table *t)
{
    size_t i;
    cells[0] = gcv_cell_count(1);
    cells[1] = gcv_cell_bytes(1536);
    cells[2] = difference(GCV_CELL_SIGNED, -5);
    cells[3] = difference(GCV_CELL_SIGNED_BYTES, -2048);
    cells[4] = gcv_cell_id(0x1ce113);
    cells[5] = gcv_cell_str("System.String");
    cells[6] = gcv_cell_count(UINT64_MAX);
    cells[7] = gcv_cell_bytes(UINT64_MAX);
    cells[8] = difference(GCV_CELL_SIGNED, INT64_MIN);
    cells[9] = difference(GCV_CELL_SIGNED_BYTES, INT64_MAX);
    cells[10] = gcv_cell_id(UINT64_MAX);
    cells[11] = gcv_cell_text(gcv_slice_of(NULL, 0));
    for (i = 12; i < 18; i++) {
        cells[i] = gcv_cell_none();
    }
    t->columns = kind_columns;
    t->n_columns = KINDS;
    t->cells = cells;
    t->n_rows = 3;
}

static void test_kinds_in_each_format(void **state)
{
    gcv_cell cells[3 * KINDS];
    table t;
    size_t i;
    (void)state;
    kinds_table(cells, &t);
    for (i = 0; i < CHECK_COUNT(kinds_as); i++) {
        check_table(kinds_as[i][0], false, &t, kinds_as[i][1]);
        if (strcmp(kinds_as[i][0], "text") != 0) {
            check_table(kinds_as[i][0], true, &t, kinds_as[i][1]); /* human is for text only */
        }
    }
}

static void test_human(void **state)
{
    gcv_cell cells[3 * KINDS];
    table t;
    (void)state;
    kinds_table(cells, &t);
    cells[3] = difference(GCV_CELL_SIGNED_BYTES, INT64_MIN);
    cells[15] = difference(GCV_CELL_SIGNED_BYTES, -1536);
    check_table(
        "text", true, &t,
        "               count    bytes           count_delta  bytes_delta  object            type\n"
        "                   1   1.5KiB                    -5      -8.0EiB  1ce113            "
        "System.String\n"
        "18446744073709551615  16.0EiB  -9223372036854775808       8.0EiB  ffffffffffffffff\n"
        "                   -        -                     -      -1.5KiB  -                 -\n");
}

static void test_cells(void **state)
{
    gcv_cell cell = gcv_cell_none();
    (void)state;
    assert_int_equal(cell.kind, GCV_CELL_NONE);
    cell = gcv_cell_count(3);
    assert_true(cell.kind == GCV_CELL_COUNT && cell.number == 3 && cell.indent == 0);
    cell = gcv_cell_bytes(4);
    assert_true(cell.kind == GCV_CELL_BYTES && cell.number == 4 && cell.indent == 0);
    cell = gcv_cell_id(5);
    assert_true(cell.kind == GCV_CELL_ID && cell.number == 5 && cell.indent == 0);
    cell = gcv_cell_text(gcv_slice_of("abc", 2));
    assert_true(cell.kind == GCV_CELL_TEXT && cell.text.size == 2 && cell.indent == 0);
    cell = gcv_cell_str("abc");
    assert_true(cell.kind == GCV_CELL_TEXT && cell.text.size == 3 && cell.indent == 0);
}

static void test_no_rows(void **state)
{
    static const gcv_table_column columns[] = {{"bytes", true}, {"type", false}};
    table t = {NULL, 2, NULL, 0};
    (void)state;
    t.columns = columns;
    check_table("text", false, &t, "bytes  type\n");
    check_table("tsv", false, &t, "bytes\ttype\n");
    check_table("csv", false, &t, "bytes,type\r\n");
    check_table("md", false, &t, "| bytes | type |\n| ---: | --- |\n");
    check_table("json", false, &t,
                "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\",\"rows\":[\n"
                "]}\n");
}

static void test_json_head(void **state)
{
    static const gcv_table_column columns[] = {{"a\"b", false}};
    gcv_head_item items[4] = {{"path", {GCV_CELL_NONE, 0, 0, {NULL, 0}, 0}}};
    gcv_table_head head = {"what-if", NULL, 4, "incomplete: \"lost\"\n", {0, 0, 0}};
    gcv_cell cell = gcv_cell_count(1);
    table t = {NULL, 1, NULL, 1};
    size_t size;
    char *bytes;
    (void)state;
    items[0].value = gcv_cell_str("C:\\a \"b\".log");
    items[1].key = "objects";
    items[1].value = gcv_cell_count(7);
    items[2].key = "do\nmain";
    items[2].value = gcv_cell_none();
    items[3].key = "id";
    items[3].value = gcv_cell_id(255);
    head.input = items;
    t.columns = columns;
    t.cells = &cell;
    bytes = write_with_head("json", false, &head, &t, &size);
    assert_string_equal(bytes,
                        "{\"schema\":\"gcview.what-if/1\",\"input\":{"
                        "\"path\":\"C:\\\\a \\\"b\\\".log\",\"objects\":7,\"do\\nmain\":null,"
                        "\"id\":\"ff\"},\"verdict\":\"incomplete: \\\"lost\\\"\\n\",\"rows\":[\n"
                        "{\"a\\\"b\":1}\n"
                        "]}\n");
    free(bytes);
}

/* ---- nasty texts, exactly ----------------------------------------------------------------- */

#define NASTY(bytes) sizeof(bytes) - 1, bytes
#define FFFD "\xef\xbf\xbd" /* stands for a byte that is not UTF-8 */

static const struct {
    size_t size;
    const char *bytes;
    const char *text, *tsv, *csv, *json, *md;
} nasty[] = {
    {NASTY("a\tb\nc\rd"), "a\\x09b\\x0ac\\x0dd", "a\\tb\\nc\\rd", "a\\x09b\\x0ac\\x0dd",
     "a\\tb\\nc\\rd", "a\\\\x09b\\\\x0ac\\\\x0dd"},
    {NASTY("\b\f\0\x1b[31m\x7f"), "\\x08\\x0c\\x00\\x1b[31m\\x7f", "\\x08\\x0c\\x00\\x1b[31m\\x7f",
     "\\x08\\x0c\\x00\\x1b[31m\\x7f", "\\b\\f\\u0000\\u001b[31m\\u007f",
     "\\\\x08\\\\x0c\\\\x00\\\\x1b\\[31m\\\\x7f"},
    {NASTY("a\\b\\n"), "a\\b\\n", "a\\\\b\\\\n", "a\\b\\n", "a\\\\b\\\\n", "a\\\\b\\\\n"},
    /* C1 controls; marks that reorder text; separators of lines */
    {NASTY("\xc2\x80\xc2\x9b\xc2\x9f"), "\\x80\\x9b\\x9f", "\\x80\\x9b\\x9f", "\\x80\\x9b\\x9f",
     "\\u0080\\u009b\\u009f", "\\\\x80\\\\x9b\\\\x9f"},
    {NASTY("\xe2\x80\xae"
           "gpj\xe2\x81\xa6\xe2\x80\xa8"),
     "\\u202egpj\\u2066\\u2028", "\\u202egpj\\u2066\\u2028", "\\u202egpj\\u2066\\u2028",
     "\\u202egpj\\u2066\\u2028", "\\\\u202egpj\\\\u2066\\\\u2028"},
    /* characters that are fine */
    {NASTY("\xc2\xa0" FFFD), "\xc2\xa0" FFFD, "\xc2\xa0" FFFD, "\xc2\xa0" FFFD, "\xc2\xa0" FFFD,
     "\xc2\xa0" FFFD},
    {NASTY("\xe2\x82\xac\xf0\x9f\x98\x80"), "\xe2\x82\xac\xf0\x9f\x98\x80",
     "\xe2\x82\xac\xf0\x9f\x98\x80", "\xe2\x82\xac\xf0\x9f\x98\x80", "\xe2\x82\xac\xf0\x9f\x98\x80",
     "\xe2\x82\xac\xf0\x9f\x98\x80"},
    /* not UTF-8: a stray byte; a cut character; an overlong one; a surrogate */
    {NASTY("\xff|"), FFFD "|", FFFD "|", FFFD "|", FFFD "|", FFFD "\\|"},
    {NASTY("\xe2\x82-"), FFFD FFFD "-", FFFD FFFD "-", FFFD FFFD "-", FFFD FFFD "-", FFFD FFFD "-"},
    {NASTY("\xc0\x80"), FFFD FFFD, FFFD FFFD, FFFD FFFD, FFFD FFFD, FFFD FFFD},
    {NASTY("\xed\xa0\x80"), FFFD FFFD FFFD, FFFD FFFD FFFD, FFFD FFFD FFFD, FFFD FFFD FFFD,
     FFFD FFFD FFFD},
    /* csv */
    {NASTY("Dictionary<K,V>"), "Dictionary<K,V>", "Dictionary<K,V>", "\"Dictionary<K,V>\"",
     "Dictionary<K,V>", "Dictionary\\<K,V\\>"},
    {NASTY("say \"hi\""), "say \"hi\"", "say \"hi\"", "\"say \"\"hi\"\"\"", "say \\\"hi\\\"",
     "say \"hi\""},
    {NASTY(" x"), " x", " x", "\" x\"", " x", " x"},
    {NASTY("x "), "x", "x ", "\"x \"", "x ", "x "},
    {NASTY("a b"), "a b", "a b", "a b", "a b", "a b"},
    /* markdown */
    {NASTY("List<T>"), "List<T>", "List<T>", "List<T>", "List<T>", "List\\<T\\>"},
    {NASTY("<unknown type 1d>"), "<unknown type 1d>", "<unknown type 1d>", "<unknown type 1d>",
     "<unknown type 1d>", "\\<unknown type 1d\\>"},
    {NASTY("a|b\\|c"), "a|b\\|c", "a|b\\\\|c", "a|b\\|c", "a|b\\\\|c", "a\\|b\\\\\\|c"},
    {NASTY("_a_*b*`c`[d](e)~f~&lt;$g$"), "_a_*b*`c`[d](e)~f~&lt;$g$", "_a_*b*`c`[d](e)~f~&lt;$g$",
     "_a_*b*`c`[d](e)~f~&lt;$g$", "_a_*b*`c`[d](e)~f~&lt;$g$",
     "\\_a\\_\\*b\\*\\`c\\`\\[d\\](e)\\~f\\~\\&lt;\\$g\\$"},
    {NASTY("Foo_Bar/+c!#'()-.:;=?@^{}%"), "Foo_Bar/+c!#'()-.:;=?@^{}%",
     "Foo_Bar/+c!#'()-.:;=?@^{}%", "Foo_Bar/+c!#'()-.:;=?@^{}%", "Foo_Bar/+c!#'()-.:;=?@^{}%",
     "Foo\\_Bar/+c!#'()-.:;=?@^{}%"},
};

static void test_nasty_texts(void **state)
{
    static const gcv_table_column column = {"x", false};
    char expected[300];
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(nasty); i++) {
        gcv_cell cell = gcv_cell_text(gcv_slice_of(nasty[i].bytes, nasty[i].size));
        table t = {NULL, 1, NULL, 1};
        t.columns = &column;
        t.cells = &cell;
        (void)snprintf(expected, sizeof expected, "x\n%s\n", nasty[i].text);
        check_table("text", false, &t, expected);
        (void)snprintf(expected, sizeof expected, "x\n%s\n", nasty[i].tsv);
        check_table("tsv", false, &t, expected);
        (void)snprintf(expected, sizeof expected, "x\r\n%s\r\n", nasty[i].csv);
        check_table("csv", false, &t, expected);
        (void)snprintf(expected, sizeof expected, "| x |\n| --- |\n| %s |\n", nasty[i].md);
        check_table("md", false, &t, expected);
        (void)snprintf(expected, sizeof expected,
                       "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\","
                       "\"rows\":[\n{\"x\":\"%s\"}\n]}\n",
                       nasty[i].json);
        check_table("json", false, &t, expected);
    }
}

/* ---- random texts, read back -------------------------------------------------------------- */

typedef struct buffer {
    char bytes[4096];
    size_t size;
} buffer;

static void add(buffer *b, const char *bytes, size_t size)
{
    assert_true(size <= sizeof b->bytes - b->size);
    memcpy(b->bytes + b->size, bytes, size);
    b->size += size;
}

static void add_code(buffer *b, uint32_t code)
{
    char bytes[4];
    add(b, bytes, gcv_utf8_put(bytes, code));
}

/* The text with U+FFFD for what is not UTF-8. */
static void valid_part(gcv_slice text, buffer *out)
{
    out->size = 0;
    while (text.size > 0) {
        add_code(out, gcv_utf8_next(&text));
    }
}

/* The same as people see it: controls as \xNN or \uNNNN. */
static void shown_part(gcv_slice text, buffer *out)
{
    char hex[16];
    out->size = 0;
    while (text.size > 0) {
        uint32_t code = gcv_utf8_next(&text);
        if (gcv_is_control(code)) {
            (void)snprintf(hex, sizeof hex, code < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)code);
            add(out, hex, strlen(hex));
        } else {
            add_code(out, code);
        }
    }
}

static void random_bytes(uint64_t *seed, buffer *out)
{
    /* clang-format off */
    static const char *const pieces[] = {
        "a", "n", "x41", "u0041", "List<T>", "\t", "\n", "\r", "\x1b", "\x7f", " ", "  ",
        "\\", "\"", ",", "|", "<", ">", "*", "_", "[", "]", "`", "~", "&", "$",
        "\xc2\x85", "\xe2\x80\xae", "\xe2\x80\xa9",               /* controls */
        "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80",           /* letters */
        "\xff", "\xe2", "\x82", "\xc3",                            /* not UTF-8 */
    };
    /* clang-format on */
    size_t n = check_below(seed, 12), i;
    out->size = 0;
    for (i = 0; i < n; i++) {
        size_t which = check_below(seed, CHECK_COUNT(pieces) + 2);
        char any = (char)check_below(seed, 256);
        if (which < CHECK_COUNT(pieces)) {
            add(out, pieces[which], strlen(pieces[which]));
        } else {
            add(out, &any, 1);
        }
    }
}

/* Valid UTF-8 without controls but those in `allowed`. */
static void check_clean(const char *bytes, size_t size, const char *allowed)
{
    gcv_slice rest = gcv_slice_of(bytes, size);
    while (rest.size > 0) {
        size_t before = rest.size;
        uint32_t code = gcv_utf8_next(&rest);
        assert_false(code == 0xfffd && before - rest.size == 1);
        if (gcv_is_control(code)) {
            assert_true(code > 0 && code < 0x80 && strchr(allowed, (int)code) != NULL);
        }
    }
}

/* Where a reader stands. Every reader below fails the test on what it does not understand. */
typedef struct reader {
    const char *at, *end;
} reader;

static char take(reader *r)
{
    assert_true(r->at < r->end);
    return *r->at++;
}

static void expect(reader *r, const char *text)
{
    for (; *text != '\0'; text++) {
        assert_int_equal(take(r), *text);
    }
}

static bool ahead(const reader *r, char c) { return r->at < r->end && *r->at == c; }

static uint32_t take_hex(reader *r, unsigned digits)
{
    uint32_t code = 0;
    for (; digits > 0; digits--) {
        uint8_t digit = gcv_hex_value[(unsigned char)take(r)];
        assert_true(digit < 16);
        code = code << 4 | digit;
    }
    return code;
}

static void read_tsv(reader *r, buffer *out)
{
    static const char letters[] = "tnr\\", meanings[] = "\t\n\r\\";
    out->size = 0;
    while (!ahead(r, '\t') && !ahead(r, '\n')) {
        char c = take(r);
        if (c == '\\') {
            const char *letter;
            c = take(r);
            letter = strchr(letters, c);
            if (c == 'x') {
                add_code(out, take_hex(r, 2));
            } else if (c == 'u') {
                add_code(out, take_hex(r, 4));
            } else {
                assert_true(c != '\0' && letter != NULL);
                add(out, &meanings[letter - letters], 1);
            }
        } else {
            add(out, &c, 1);
        }
    }
}

static void read_csv(reader *r, buffer *out)
{
    bool quoted = ahead(r, '"');
    out->size = 0;
    if (quoted) {
        (void)take(r);
    }
    for (;;) {
        char c;
        if (quoted ? ahead(r, '"') : ahead(r, ',') || ahead(r, '\r')) {
            if (!quoted) {
                return;
            }
            (void)take(r);
            if (!ahead(r, '"')) {
                return;
            }
        }
        c = take(r);
        assert_true(quoted || (c != '"' && c != '\n'));
        add(out, &c, 1);
    }
}

/* A cell as GitHub shows it, without the blanks at its ends. Nothing that is markup may be bare. */
static void read_md(reader *r, buffer *out)
{
    out->size = 0;
    while (!ahead(r, '|')) {
        char c = take(r);
        assert_null(memchr("<>*_[]`~&$", c, 10));
        if (c == '\\') {
            c = take(r);
            assert_non_null(memchr("<>*_[]`~&$\\|", c, 12));
        }
        add(out, &c, 1);
    }
}

static void trim(buffer *b)
{
    size_t blanks = 0;
    while (b->size > 0 && b->bytes[b->size - 1] == ' ') {
        b->size--;
    }
    while (blanks < b->size && b->bytes[blanks] == ' ') {
        blanks++;
    }
    b->size -= blanks;
    memmove(b->bytes, b->bytes + blanks, b->size);
}

static void check_same(const buffer *a, const buffer *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->bytes, b->bytes, a->size);
}

/* One string of RFC 8259, decoded. */
static void read_json_string(reader *r, buffer *out)
{
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    out->size = 0;
    expect(r, "\"");
    while (!ahead(r, '"')) {
        char c = take(r);
        assert_true((unsigned char)c >= 0x20);
        if (c == '\\') {
            const char *letter;
            c = take(r);
            letter = strchr(letters, c);
            if (c == 'u') {
                add_code(out, take_hex(r, 4));
            } else {
                assert_true(c != '\0' && letter != NULL);
                add(out, &meanings[letter - letters], 1);
            }
        } else {
            add(out, &c, 1);
        }
    }
    expect(r, "\"");
}

static void read_json_integer(reader *r)
{
    if (ahead(r, '-')) {
        (void)take(r);
    }
    if (ahead(r, '0')) {
        (void)take(r);
        return;
    }
    do {
        char c = take(r);
        assert_true(c >= '0' && c <= '9');
    } while (r->at < r->end && *r->at >= '0' && *r->at <= '9');
}

/* Any value of RFC 8259 of which we write some: every string and integer, but no fraction. */
static void read_json_value(reader *r, unsigned depth)
{
    static buffer ignored;
    assert_true(depth < 5);
    if (ahead(r, '{') || ahead(r, '[')) {
        bool object = take(r) == '{';
        char close = object ? '}' : ']', c = ',';
        while (ahead(r, '\n')) {
            (void)take(r);
        }
        if (ahead(r, close)) {
            (void)take(r);
            return;
        }
        while (c == ',') {
            while (ahead(r, '\n')) {
                (void)take(r);
            }
            if (object) {
                read_json_string(r, &ignored);
                expect(r, ":");
            }
            read_json_value(r, depth + 1);
            while (ahead(r, '\n')) {
                (void)take(r);
            }
            c = take(r);
        }
        assert_int_equal(c, close);
    } else if (ahead(r, '"')) {
        read_json_string(r, &ignored);
    } else if (ahead(r, 'n')) {
        expect(r, "null");
    } else {
        read_json_integer(r);
    }
}

static void check_json(const char *bytes, size_t size)
{
    reader r;
    r.at = bytes;
    r.end = bytes + size;
    read_json_value(&r, 0);
    expect(&r, "\n");
    assert_true(r.at == r.end);
}

/* The examples above are JSON, too, and not only what we think it is. */
static void test_json_is_json(void **state)
{
    static const gcv_table_column column = {"a\"b", false};
    gcv_head_item items[2] = {{"path", {GCV_CELL_NONE, 0, 0, {NULL, 0}, 0}}};
    gcv_table_head head = {"stats", NULL, 2, "incomplete: \"lost\"\n", {0, 0, 0}};
    gcv_cell cells[3 * KINDS];
    table t = {&column, 1, cells, 0};
    char *bytes;
    size_t size, i;
    (void)state;
    items[0].value = gcv_cell_str("C:\\a \"b\".log");
    items[1].key = "n\t";
    items[1].value = gcv_cell_count(0);
    head.input = items;
    for (i = 0; i <= CHECK_COUNT(nasty); i++) {
        if (i == CHECK_COUNT(nasty)) {
            kinds_table(cells, &t);
        } else if (i > 0) {
            t.n_rows = 1;
            cells[0] = gcv_cell_text(gcv_slice_of(nasty[i].bytes, nasty[i].size));
        }
        bytes = write_with_head("json", false, &head, &t, &size);
        check_json(bytes, size);
        free(bytes);
    }
}

enum { READ_COLUMNS = 3, READ_ROWS = 5 };

static const gcv_table_column read_columns[READ_COLUMNS] = {
    {"count", true}, {"type", false}, {"label", false}};

/* Reads one row back and compares it with what went in. */
static void read_row(reader *r, const char *format, uint64_t count, const gcv_slice *texts)
{
    static buffer got, expected;
    char number[GCV_NUMBER_MAX];
    size_t i;
    (void)gcv_format_u64(number, count);
    if (strcmp(format, "json") == 0) {
        expect(r, "{\"count\":");
        expect(r, number);
        for (i = 0; i < 2; i++) {
            expect(r, i == 0 ? ",\"type\":" : ",\"label\":");
            read_json_string(r, &got);
            valid_part(texts[i], &expected);
            check_same(&got, &expected);
        }
        expect(r, "}");
        return;
    }
    expect(r, strcmp(format, "md") == 0 ? "| " : "");
    expect(r, number);
    expect(r, strcmp(format, "md") == 0 ? " " : "");
    for (i = 0; i < 2; i++) {
        if (strcmp(format, "tsv") == 0) {
            expect(r, "\t");
            read_tsv(r, &got);
            valid_part(texts[i], &expected);
        } else {
            expect(r, strcmp(format, "csv") == 0 ? "," : "|");
            (strcmp(format, "csv") == 0 ? read_csv : read_md)(r, &got);
            shown_part(texts[i], &expected);
        }
        if (strcmp(format, "md") == 0) {
            trim(&got);
            trim(&expected);
        }
        check_same(&got, &expected);
    }
    expect(r, strcmp(format, "md") == 0 ? "|" : "");
}

static void test_what_is_written_can_be_read_back(void **state)
{
    static const char *const begins[][3] = {
        {"tsv", "count\ttype\tlabel\n", "\n"},
        {"csv", "count,type,label\r\n", "\r\n"},
        {"md", "| count | type | label |\n| ---: | --- | --- |\n", "\n"},
        {"json",
         "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\",\"rows\":[\n", ""},
    };
    static buffer texts[READ_ROWS * 2];
    gcv_cell cells[READ_ROWS * READ_COLUMNS];
    gcv_slice slices[READ_ROWS * 2];
    table t = {read_columns, READ_COLUMNS, NULL, READ_ROWS};
    uint64_t seed = 12;
    unsigned round;
    size_t i, f;
    (void)state;
    t.cells = cells;
    for (round = 0; round < 1500; round++) {
        for (i = 0; i < READ_ROWS * 2; i++) {
            random_bytes(&seed, &texts[i]);
            slices[i] = gcv_slice_of(texts[i].bytes, texts[i].size);
            cells[i / 2 * READ_COLUMNS] = gcv_cell_count(round + i / 2);
            cells[i / 2 * READ_COLUMNS + 1 + i % 2] = gcv_cell_text(slices[i]);
        }
        for (f = 0; f < CHECK_COUNT(begins); f++) {
            size_t size;
            char *bytes = write_table(begins[f][0], false, &t, &size);
            reader r;
            r.at = bytes;
            r.end = bytes + size;
            check_clean(bytes, size, f == 0 ? "\t\n" : f == 1 ? "\r\n" : "\n");
            expect(&r, begins[f][1]);
            for (i = 0; i < READ_ROWS; i++) {
                read_row(&r, begins[f][0], round + i, &slices[i * 2]);
                if (strcmp(begins[f][0], "json") == 0) {
                    expect(&r, i + 1 < READ_ROWS ? ",\n" : "\n]}\n");
                }
                expect(&r, begins[f][2]);
            }
            assert_true(r.at == r.end);
            if (strcmp(begins[f][0], "json") == 0) {
                check_json(bytes, size);
            }
            free(bytes);
        }
    }
}

/* ---- text: alignment ---------------------------------------------------------------------- */

/* Puts `n` blanks at the end of `b`. */
static void add_blanks(buffer *b, size_t n)
{
    for (; n > 0; n--) {
        add(b, " ", 1);
    }
}

static size_t characters(const buffer *b)
{
    gcv_slice rest = gcv_slice_of(b->bytes, b->size);
    size_t n = 0;
    for (; rest.size > 0; n++) {
        (void)gcv_utf8_next(&rest);
    }
    return n;
}

enum { GRID_ROWS = 4, GRID_COLUMNS = 3 }; /* the first row is the header */

/* The text format by another way: all widths first, then padded lines, then blanks taken off. */
static void naive_text(const gcv_table_column *columns, gcv_cell cells[][GRID_COLUMNS], buffer *all)
{
    static buffer shown[GRID_ROWS][GRID_COLUMNS];
    size_t widths[GRID_COLUMNS] = {0}, i, j;
    for (i = 0; i < GRID_ROWS; i++) {
        for (j = 0; j < GRID_COLUMNS; j++) {
            shown_part(cells[i][j].text, &shown[i][j]);
            if (characters(&shown[i][j]) > widths[j]) {
                widths[j] = characters(&shown[i][j]);
            }
        }
    }
    all->size = 0;
    for (i = 0; i < GRID_ROWS; i++) {
        size_t start = all->size;
        for (j = 0; j < GRID_COLUMNS; j++) {
            size_t lacking = widths[j] - characters(&shown[i][j]);
            add_blanks(all, columns[j].number ? lacking : 0);
            add(all, shown[i][j].bytes, shown[i][j].size);
            add_blanks(all, (columns[j].number ? 0 : lacking) + 2);
        }
        while (all->size > start && all->bytes[all->size - 1] == ' ') {
            all->size--;
        }
        add(all, "\n", 1);
    }
}

static void test_text_against_naive(void **state)
{
    static buffer raw[GRID_ROWS][GRID_COLUMNS], expected;
    uint64_t seed = 13;
    unsigned round;
    (void)state;
    for (round = 0; round < 3000; round++) {
        gcv_table_column columns[GRID_COLUMNS] = {{"a", false}, {"bcd", false}, {"efghij", false}};
        gcv_cell cells[GRID_ROWS][GRID_COLUMNS];
        table t = {NULL, GRID_COLUMNS, NULL, GRID_ROWS - 1};
        size_t size, i, j;
        char *bytes;
        for (j = 0; j < GRID_COLUMNS; j++) {
            columns[j].number = check_below(&seed, 2) == 0;
            cells[0][j] = gcv_cell_str(columns[j].name);
            for (i = 1; i < GRID_ROWS; i++) {
                random_bytes(&seed, &raw[i][j]);
                cells[i][j] = gcv_cell_text(gcv_slice_of(raw[i][j].bytes, raw[i][j].size));
            }
        }
        naive_text(columns, cells, &expected);
        t.columns = columns;
        t.cells = cells[1];
        bytes = write_table("text", false, &t, &size);
        check_clean(bytes, size, "\n");
        assert_int_equal(size, expected.size);
        assert_memory_equal(bytes, expected.bytes, size);
        free(bytes);
    }
}

static void test_text_alignment(void **state)
{
    static const gcv_table_column columns[] = {
        {"bytes", true}, {"type", false}, {"object", false}, {"n", true}};
    gcv_cell cells[] = {
        gcv_cell_count(7),
        gcv_cell_str("\xc3\xa9t\xc3\xa9"),
        gcv_cell_id(10),
        gcv_cell_count(1),
        gcv_cell_count(1234567),
        gcv_cell_str("a\tb  "),
        gcv_cell_none(),
        gcv_cell_count(10),
        gcv_cell_none(),
        gcv_cell_str(""),
        gcv_cell_str("trailing   "),
        gcv_cell_str(" "),
        gcv_cell_count(2),
        gcv_cell_str(" x"),
        gcv_cell_str(""),
        gcv_cell_str(""),
    };
    table t = {NULL, 4, NULL, 4};
    (void)state;
    t.columns = columns;
    t.cells = cells;
    check_table("text", false, &t,
                "  bytes  type      object        n\n"
                "      7  \xc3\xa9t\xc3\xa9       a             1\n"
                "1234567  a\\x09b    -            10\n"
                "      -            trailing\n"
                "      2   x\n");
}

static void test_indent(void **state)
{
    static const gcv_table_column columns[] = {{"object", false}, {"type", false}};
    static const uint32_t levels[] = {0, 1, 3, 63, 64, 65, 1000000, UINT32_MAX};
    char expected[4096];
    size_t i;
    (void)state;
    for (i = 0; i < CHECK_COUNT(levels); i++) {
        size_t capped = levels[i] < 64 ? levels[i] : 64, k;
        gcv_cell cells[2];
        table t = {NULL, 2, NULL, 1};
        t.columns = columns;
        t.cells = cells;
        cells[0] = gcv_cell_id(1);
        cells[1] = gcv_cell_str("T");
        cells[1].indent = levels[i];
        (void)snprintf(expected, sizeof expected, "object  type\n1       %*sT\n", (int)capped * 2,
                       "");
        check_table("text", false, &t, expected);
        strcpy(expected, "| object | type |\n| --- | --- |\n| 1 | ");
        for (k = 0; k < capped * 2; k++) {
            strcat(expected, "&nbsp;");
        }
        strcat(expected, "T |\n");
        check_table("md", false, &t, expected);
        check_table("tsv", false, &t, "object\ttype\n1\tT\n");
        check_table("csv", false, &t, "object,type\r\n1,T\r\n");
        check_table("json", false, &t,
                    "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\","
                    "\"rows\":[\n{\"object\":\"1\",\"type\":\"T\"}\n]}\n");
    }
}

/* One monster of a name does not pad every other row to its width. */
static void test_width_is_capped(void **state)
{
    static const gcv_table_column columns[] = {{"type", false}, {"n", false}};
    char name[301], expected[2000];
    gcv_cell cells[4];
    table t = {NULL, 2, NULL, 2};
    (void)state;
    t.columns = columns;
    t.cells = cells;
    memset(name, 'N', 300);
    name[300] = '\0';
    cells[0] = gcv_cell_str(name);
    cells[1] = gcv_cell_count(1);
    cells[2] = gcv_cell_str("x");
    cells[3] = gcv_cell_count(2);
    (void)snprintf(expected, sizeof expected, "%-256s  n\n%s  1\n%-256s  2\n", "type", name, "x");
    check_table("text", false, &t, expected);
    name[256] = '\0';
    cells[0] = gcv_cell_str(name);
    (void)snprintf(expected, sizeof expected, "%-256s  n\n%s  1\n%-256s  2\n", "type", name, "x");
    check_table("text", false, &t, expected);
}

/* ---- text: rows that wait ----------------------------------------------------------------- */

typedef struct stream {
    gcv_context *ctx;
    FILE *file;
    gcv_writer *writer;
} stream;

static const gcv_table_column stream_columns[] = {{"type", false}, {"n", true}};

static void stream_open(stream *s, const char *format, FILE *file)
{
    s->ctx = gcv_context_new(0);
    s->file = file;
    assert_true(s->ctx != NULL && s->file != NULL);
    assert_int_equal(gcv_writer_open(s->ctx, s->file, "x", format, false, &s->writer, NULL),
                     GCV_OK);
    assert_int_equal(gcv_writer_begin(s->writer, &plain_head, stream_columns, 2, NULL), GCV_OK);
}

static void stream_row(stream *s, gcv_slice name, uint64_t n)
{
    gcv_cell cells[2];
    cells[0] = gcv_cell_text(name);
    cells[1] = gcv_cell_count(n);
    assert_int_equal(gcv_writer_row(s->writer, cells, NULL), GCV_OK);
}

static void stream_close(stream *s)
{
    gcv_writer_close(s->writer);
    assert_true(gcv_context_used(s->ctx) == 0);
    gcv_context_free(s->ctx);
    (void)fclose(s->file);
}

static void test_rows_wait_up_to_a_number(void **state)
{
    enum { WAIT = 65536 };
    stream s;
    size_t i, size, at;
    uint64_t used;
    char *bytes;
    (void)state;
    stream_open(&s, "text", tmpfile());
    for (i = 1; i < WAIT; i++) {
        stream_row(&s, gcv_slice_str("abc"), i);
    }
    assert_int_equal(ftell(s.file), 0); /* nothing is out yet */
    stream_row(&s, gcv_slice_str("abcdefgh"), WAIT);
    assert_true(ftell(s.file) > 0);
    used = gcv_context_used(s.ctx);
    stream_row(&s, gcv_slice_str("abcdefghijkl"), 1); /* too wide now: pushes */
    for (i = 0; i < 100000; i++) {
        stream_row(&s, gcv_slice_str("x"), 1234567);
    }
    assert_true(gcv_context_used(s.ctx) == used);
    assert_int_equal(gcv_writer_end(s.writer, NULL), GCV_OK);
    bytes = contents(s.file, &size);
    at = 16; /* "type          n\n": 8 + 2 + 5 characters */
    assert_memory_equal(bytes, "type          n\n", at);
    assert_memory_equal(bytes + at, "abc           1\n", 16);
    assert_memory_equal(bytes + at * 10, "abc          10\n", 16);
    at *= WAIT;
    assert_memory_equal(bytes + at, "abcdefgh  65536\n", 16);
    assert_memory_equal(bytes + at + 16, "abcdefghijkl      1\n", 20);
    for (at += 36; at < size; at += 18) {
        assert_memory_equal(bytes + at, "x         1234567\n", 18);
    }
    assert_int_equal(at, size);
    assert_int_equal(size, 16 * (WAIT + 1) + 20 + 18 * 100000);
    free(bytes);
    stream_close(&s);
}

static void test_rows_wait_up_to_a_size(void **state)
{
    enum { MEGABYTE = 1024 * 1024 };
    char *name = malloc(MEGABYTE);
    stream s;
    unsigned i;
    size_t size, at = 256 + 2 + 1 + 1;
    char *bytes;
    (void)state;
    assert_non_null(name);
    memset(name, 'm', MEGABYTE);
    stream_open(&s, "text", tmpfile());
    for (i = 0; i < 3; i++) {
        stream_row(&s, gcv_slice_of(name, MEGABYTE), i);
    }
    assert_int_equal(ftell(s.file), 0);
    stream_row(&s, gcv_slice_of(name, MEGABYTE), 3);
    assert_true(ftell(s.file) > 4 * MEGABYTE);
    for (i = 4; i < 40; i++) {
        stream_row(&s, gcv_slice_of(name, MEGABYTE), i);
    }
    assert_true(gcv_context_peak(s.ctx) < 8 * MEGABYTE);
    assert_int_equal(gcv_writer_end(s.writer, NULL), GCV_OK);
    bytes = contents(s.file, &size);
    for (i = 0; i < 40; i++) {
        char end[8];
        (void)snprintf(end, sizeof end, "  %u\n", i);
        assert_memory_equal(bytes + at, name, MEGABYTE);
        assert_memory_equal(bytes + at + MEGABYTE, end, strlen(end));
        at += MEGABYTE + strlen(end);
    }
    assert_int_equal(at, size);
    free(bytes);
    free(name);
    stream_close(&s);
}

/* ---- the buffer --------------------------------------------------------------------------- */

/* Texts about as long as the buffer, and longer, in every format that writes at once. */
static void test_texts_around_the_buffer_size(void **state)
{
    enum { BUFFER = 64 * 1024 };
    static const size_t sizes[] = {BUFFER - 12, BUFFER, 2 * BUFFER, 5 * BUFFER + 1};
    char *name = malloc(6 * BUFFER);
    size_t i, k, more;
    (void)state;
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

static void test_many_small_rows(void **state)
{
    enum { ROWS = 40000 };
    stream s;
    size_t i, size, at = 7;
    char *bytes, line[64];
    (void)state;
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

static void test_unknown_format(void **state)
{
    static const char *const names[] = {"", "TEXT", "tex", "texts", "xml", "json "};
    gcv_context *ctx = gcv_context_new(0);
    size_t i;
    (void)state;
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

/* Writes rows until a call fails; gives its status. At most `rows` rows, then the end. */
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
    memset(&again, 0, sizeof again);
    assert_int_equal(gcv_writer_end(s->writer, &again), first->status);
    assert_memory_equal(&again, first, sizeof again);
}

static void test_full_disk(void **state)
{
    static const unsigned rows[] = {0, 1, 5000, 200000};
    size_t f, k;
    (void)state;
    for (f = 0; f < CHECK_COUNT(formats); f++) {
        for (k = 0; k < CHECK_COUNT(rows); k++) {
            FILE *file = fopen("/dev/full", "wb");
            gcv_error err;
            stream s;
            if (file == NULL) {
                skip();
            }
            memset(&err, 0, sizeof err);
            stream_open(&s, formats[f], file);
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

/* The failure is seen while rows are still coming: a large table does not go on in vain. */
static void test_failure_is_seen_early(void **state)
{
    FILE *file = fopen("/dev/full", "wb");
    gcv_cell cells[2];
    stream s;
    unsigned i;
    (void)state;
    if (file == NULL) {
        skip();
    }
    stream_open(&s, "tsv", file);
    cells[0] = gcv_cell_str("abc");
    cells[1] = gcv_cell_none();
    for (i = 0; i < 100000 && gcv_writer_row(s.writer, cells, NULL) == GCV_OK; i++) {
    }
    assert_true(i < 20000);
    stream_close(&s);
}

static void test_reader_has_gone_away(void **state)
{
#if defined(__unix__) && defined(EPIPE)
    static const unsigned rows[] = {1, 200000};
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    size_t f, k;
    (void)state;
    for (f = 0; f < CHECK_COUNT(formats); f++) {
        for (k = 0; k < CHECK_COUNT(rows); k++) {
            int ends[2];
            gcv_error err;
            stream s;
            memset(&err, 0, sizeof err);
            assert_int_equal(pipe(ends), 0);
            assert_int_equal(close(ends[0]), 0);
            stream_open(&s, formats[f], fdopen(ends[1], "wb"));
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
    (void)state;
    skip();
#endif
}

/* A whole table with whatever limits `ctx` has. Every call is made, as a careless caller would. */
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

static void test_out_of_memory_everywhere(void **state)
{
    size_t f;
    (void)state;
    for (f = 0; f < CHECK_COUNT(formats); f++) {
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
            status = whole_table(ctx, file, formats[f], failures % 3 == 2 ? NULL : &err);
            assert_true(gcv_context_used(ctx) == 0);
            if (status != GCV_OK) {
                assert_int_equal(status, GCV_ERR_MEMORY);
                assert_true(failures % 3 == 2 || err.status == GCV_ERR_MEMORY);
                failures++;
            }
        }
        assert_true(failures == ctx->allocations);
        assert_true(failures >= (strcmp(formats[f], "text") == 0 ? 8u : 1u));
        gcv_context_free(ctx);
        (void)fclose(file);
    }
}

/* Nothing comes out after a failure, not even what was waiting in the buffer: half a table that
 * ends well would look like a whole one. */
static void test_nothing_is_written_after_a_failure(void **state)
{
    static char name[4 * 1024 * 1024];
    gcv_cell cells[2];
    gcv_error err;
    stream s;
    unsigned i;
    long written;
    (void)state;
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

static void test_memory_limit(void **state)
{
    gcv_context *ctx = gcv_context_new(80 * 1024);
    FILE *file = tmpfile();
    gcv_error err;
    (void)state;
    assert_true(ctx != NULL && file != NULL);
    assert_int_equal(whole_table(ctx, file, "text", &err), GCV_ERR_LIMIT);
    assert_int_equal(err.status, GCV_ERR_LIMIT);
    assert_int_equal(whole_table(ctx, file, "text", NULL), GCV_ERR_LIMIT);
    assert_int_equal(whole_table(ctx, file, "json", &err), GCV_OK);
    ctx->limit = 1000;
    assert_int_equal(whole_table(ctx, file, "json", &err), GCV_ERR_LIMIT);
    assert_int_equal(whole_table(ctx, file, "json", NULL), GCV_ERR_LIMIT);
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
    (void)fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_in_each_format),
        cmocka_unit_test(test_human),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_no_rows),
        cmocka_unit_test(test_json_head),
        cmocka_unit_test(test_nasty_texts),
        cmocka_unit_test(test_json_is_json),
        cmocka_unit_test(test_what_is_written_can_be_read_back),
        cmocka_unit_test(test_text_against_naive),
        cmocka_unit_test(test_text_alignment),
        cmocka_unit_test(test_indent),
        cmocka_unit_test(test_width_is_capped),
        cmocka_unit_test(test_rows_wait_up_to_a_number),
        cmocka_unit_test(test_rows_wait_up_to_a_size),
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
