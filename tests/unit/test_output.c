/* The writers: exact bytes for each kind of cell, for difficult texts and for heads in each format.
 */
#include "support/check.h"
#include "support/written.h"

#include "base/text.h"
#include "output/escape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- each kind of cell in each format ----------------------------------------------------- */

static gcv_cell difference(gcv_cell_kind kind, int64_t delta)
{
    gcv_cell cell = gcv_cell_none();
    cell.kind = kind;
    cell.delta = delta;
    return cell;
}

enum { KINDS = 6 };

static const gcv_table_column kind_columns[KINDS] = {
    {"count", GCV_SHAPE_NUMBER},       {"bytes", GCV_SHAPE_NUMBER},
    {"count_delta", GCV_SHAPE_NUMBER}, {"bytes_delta", GCV_SHAPE_NUMBER},
    {"object", GCV_SHAPE_TEXT},        {"type", GCV_SHAPE_TEXT},
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
    for (size_t i = 12; i < 18; i++) {
        cells[i] = gcv_cell_none();
    }
    t->columns = kind_columns;
    t->n_columns = KINDS;
    t->cells = cells;
    t->n_rows = 3;
}

static void test_kinds_in_each_format(NO_STATE)
{
    gcv_cell cells[3 * KINDS];
    table t;
    kinds_table(cells, &t);
    for (size_t i = 0; i < CHECK_COUNT(kinds_as); i++) {
        check_table(kinds_as[i][0], false, &t, kinds_as[i][1]);
        if (strcmp(kinds_as[i][0], "text") != 0) {
            check_table(kinds_as[i][0], true, &t, kinds_as[i][1]); /* human is for text only */
        }
    }
}

static void test_human(NO_STATE)
{
    gcv_cell cells[3 * KINDS];
    table t;
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

static void test_cells(NO_STATE)
{
    gcv_cell cell = gcv_cell_none();
    assert_int_equal(cell.kind, GCV_CELL_NONE);
    cell = gcv_cell_count(3);
    assert_true(cell.kind == GCV_CELL_COUNT && cell.number == 3 && cell.indent == 0);
    cell = gcv_cell_bytes(4);
    assert_true(cell.kind == GCV_CELL_BYTES && cell.number == 4 && cell.indent == 0);
    cell = gcv_cell_id(5);
    assert_true(cell.kind == GCV_CELL_ID && cell.number == 5 && cell.indent == 0);
    cell = gcv_cell_decimal_id(5);
    assert_true(cell.kind == GCV_CELL_DECIMAL_ID && cell.number == 5 && cell.indent == 0);
    cell = gcv_cell_text(gcv_slice_of("abc", 2));
    assert_true(cell.kind == GCV_CELL_TEXT && cell.text.size == 2 && cell.indent == 0);
    cell = gcv_cell_str("abc");
    assert_true(cell.kind == GCV_CELL_TEXT && cell.text.size == 3 && cell.indent == 0);
}

static void test_no_rows(NO_STATE)
{
    static const gcv_table_column columns[] = {{"bytes", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TEXT}};
    table t = {NULL, 2, NULL, 0};
    t.columns = columns;
    check_table("text", false, &t, "bytes  type\n");
    check_table("tsv", false, &t, "bytes\ttype\n");
    check_table("csv", false, &t, "bytes,type\r\n");
    check_table("md", false, &t, "| bytes | type |\n| ---: | --- |\n");
    check_table("json", false, &t,
                "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\",\"rows\":[\n"
                "]}\n");
}

static void test_json_head(NO_STATE)
{
    static const gcv_table_column columns[] = {{"a\"b", GCV_SHAPE_TEXT}};
    gcv_head_item items[4] = {{"path", {GCV_CELL_NONE, 0, 0, 0, {NULL, 0}, NULL}}};
    gcv_table_head head = {"what-if", 12, NULL, 4, "incomplete: \"lost\"\n", {0, 0, 0}};
    gcv_cell cell = gcv_cell_count(1);
    table t = {NULL, 1, NULL, 1};
    size_t size;
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
    char *bytes = write_with_head("json", false, &head, &t, &size);
    assert_string_equal(bytes,
                        "{\"schema\":\"gcview.what-if/12\",\"input\":{"
                        "\"path\":\"C:\\\\a \\\"b\\\".log\",\"objects\":7,\"do\\nmain\":null,"
                        "\"id\":\"ff\"},\"verdict\":\"incomplete: \\\"lost\\\"\\n\",\"rows\":[\n"
                        "{\"a\\\"b\":1}\n"
                        "]}\n");
    free(bytes);
}

/* ---- details of a row ---------------------------------------------------------------------- */

static void write_details(gcv_writer *writer)
{
    static const char *const keys[] = {"object", "weak"};
    gcv_cell cells[2];
    cells[0] = gcv_cell_id(0x1c);
    cells[1] = gcv_cell_flag(true);
    gcv_writer_value(writer, "n", gcv_cell_count(3));
    gcv_writer_open_list(writer, "chain");
    gcv_writer_group(writer, NULL, keys, cells, 2);
    cells[1] = gcv_cell_flag(false);
    gcv_writer_group(writer, NULL, keys, cells, 2);
    gcv_writer_close_list(writer);
    gcv_writer_open_group(writer, "a\"b");
    gcv_writer_open_list(writer, "none");
    gcv_writer_close_list(writer);
    gcv_writer_open_list(writer, "plain");
    gcv_writer_value(writer, NULL, gcv_cell_str("x\n"));
    gcv_writer_value(writer, NULL, gcv_cell_none());
    gcv_writer_close_list(writer);
    gcv_writer_group(writer, "empty", NULL, NULL, 0);
    gcv_writer_close_group(writer);
    gcv_writer_value(writer, "last", gcv_cell_signed(-1));
}

/* Two rows with details and one without, between them. */
static char *write_detailed(const char *format, const gcv_table_column *columns, size_t n,
                            size_t *size)
{
    stream s;
    gcv_cell cell = gcv_cell_count(7);
    FILE *file = tmpfile();
    s.ctx = gcv_context_new(0);
    assert_true(s.ctx != NULL && file != NULL);
    s.writer = gcv_writer_open(s.ctx, file, "x", format, false);
    assert_int_equal(gcv_writer_nests(s.writer), strcmp(format, "json") == 0);
    gcv_writer_begin(s.writer, &plain_head, columns, n);
    for (size_t i = 0; i < 3; i++) {
        gcv_writer_row(s.writer, &cell);
        if (i != 1) {
            write_details(s.writer);
        }
    }
    gcv_writer_end(s.writer);
    char *bytes = contents(file, size);
    s.file = file;
    stream_close(&s);
    return bytes;
}

#define DETAILS                                                                                    \
    "\"n\":3,\"chain\":[{\"object\":\"1c\",\"weak\":true},{\"object\":\"1c\",\"weak\":false}],"    \
    "\"a\\\"b\":{\"none\":[],\"plain\":[\"x\\n\",null],\"empty\":{}},\"last\":-1}"

static void test_details(NO_STATE)
{
    static const gcv_table_column column = {"bytes", GCV_SHAPE_NUMBER};
    static const char head[] =
        "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\",\"rows\":[\n";
    char expected[1000];
    size_t size;
    char *bytes = write_detailed("json", &column, 1, &size);
    (void)snprintf(expected, sizeof expected,
                   "%s{\"bytes\":7,%s,\n{\"bytes\":7},\n{\"bytes\":7,%s%s", head, DETAILS, DETAILS,
                   "\n]}\n");
    assert_string_equal(bytes, expected);
    check_json(bytes, size);
    free(bytes);
    bytes = write_detailed("json", NULL, 0, &size); /* rows of details only */
    (void)snprintf(expected, sizeof expected, "%s{%s,\n{},\n{%s%s", head, DETAILS, DETAILS,
                   "\n]}\n");
    assert_string_equal(bytes, expected);
    free(bytes);
}

static void test_details_do_not_show_elsewhere(NO_STATE)
{
    static const gcv_table_column column = {"bytes", GCV_SHAPE_NUMBER};
    static const char *const expected[][2] = {
        {"text", "bytes\n    7\n    7\n    7\n"},
        {"tsv", "bytes\n7\n7\n7\n"},
        {"csv", "bytes\r\n7\r\n7\r\n7\r\n"},
        {"md", "| bytes |\n| ---: |\n| 7 |\n| 7 |\n| 7 |\n"},
    };
    size_t size;
    for (size_t i = 0; i < CHECK_COUNT(expected); i++) {
        char *bytes = write_detailed(expected[i][0], &column, 1, &size);
        assert_string_equal(bytes, expected[i][1]);
        free(bytes);
    }
}

static void test_flags(NO_STATE)
{
    static const gcv_table_column columns[] = {{"weak", GCV_SHAPE_TEXT},
                                               {"pinned", GCV_SHAPE_TEXT}};
    static const char *const expected[][2] = {
        {"text", "weak  pinned\nyes   no\n"},
        {"tsv", "weak\tpinned\nyes\tno\n"},
        {"csv", "weak,pinned\r\nyes,no\r\n"},
        {"md", "| weak | pinned |\n| --- | --- |\n| yes | no |\n"},
        {"json",
         "{\"schema\":\"gcview.stats/1\",\"input\":{},\"verdict\":\"complete\",\"rows\":[\n"
         "{\"weak\":true,\"pinned\":false}\n]}\n"},
    };
    gcv_cell cells[2];
    table t = {columns, 2, NULL, 1};
    cells[0] = gcv_cell_flag(true);
    cells[1] = gcv_cell_flag(false);
    t.cells = cells;
    for (size_t i = 0; i < CHECK_COUNT(expected); i++) {
        check_table(expected[i][0], false, &t, expected[i][1]);
    }
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
    {NASTY("\xc2\x80\xc2\x9b\xc2\x9f"), "\\u0080\\u009b\\u009f", "\\x80\\x9b\\x9f",
     "\\u0080\\u009b\\u009f", "\\u0080\\u009b\\u009f", "\\\\u0080\\\\u009b\\\\u009f"},
    {NASTY("\xe2\x80\xae"
           "gpj\xe2\x81\xa6\xe2\x80\xa8"),
     "\\u202egpj\\u2066\\u2028", "\\u202egpj\\u2066\\u2028", "\\u202egpj\\u2066\\u2028",
     "\\u202egpj\\u2066\\u2028", "\\\\u202egpj\\\\u2066\\\\u2028"},
    /* characters without width: zero-width space, byte order mark, soft hyphen, tag, selector */
    {NASTY("a\xe2\x80\x8b\xef\xbb\xbf\xc2\xad\xf3\xa0\x81\x81\xef\xb8\x8f"),
     "a\\u200b\\ufeff\\u00ad\\U000e0041\\ufe0f", "a\\u200b\\ufeff\\xad\\U000e0041\\ufe0f",
     "a\\u200b\\ufeff\\u00ad\\U000e0041\\ufe0f", "a\\u200b\\ufeff\\u00ad\\udb40\\udc41\\ufe0f",
     "a\\\\u200b\\\\ufeff\\\\u00ad\\\\U000e0041\\\\ufe0f"},
    /* a backslash that would look like such an escape, and others: paths stay unchanged */
    {NASTY("\\x1b\\u202e\\U000e0041"), "\\x5cx1b\\x5cu202e\\x5cU000e0041",
     "\\\\x1b\\\\u202e\\\\U000e0041", "\\x5cx1b\\x5cu202e\\x5cU000e0041",
     "\\\\x1b\\\\u202e\\\\U000e0041", "\\\\x5cx1b\\\\x5cu202e\\\\x5cU000e0041"},
    {NASTY("\\x5c1b"), "\\x5cx5c1b", "\\\\x5c1b", "\\x5cx5c1b", "\\\\x5c1b", "\\\\x5cx5c1b"},
    {NASTY("C:\\x86\\x64\\x1A\\x1F\\x1"), "C:\\x86\\x64\\x1A\\x1F\\x1",
     "C:\\\\x86\\\\x64\\\\x1A\\\\x1F\\\\x1", "C:\\x86\\x64\\x1A\\x1F\\x1",
     "C:\\\\x86\\\\x64\\\\x1A\\\\x1F\\\\x1", "C:\\\\x86\\\\x64\\\\x1A\\\\x1F\\\\x1"},
    {NASTY("\\x23\\x3a\\x3b\\u001b"), "\\x5cx23\\x5cx3a\\x3b\\u001b",
     "\\\\x23\\\\x3a\\\\x3b\\\\u001b", "\\x5cx23\\x5cx3a\\x3b\\u001b",
     "\\\\x23\\\\x3a\\\\x3b\\\\u001b", "\\\\x5cx23\\\\x5cx3a\\\\x3b\\\\u001b"},
    /* lines that build servers obey, and lines that they do not */
    {NASTY("::error::x ::y a::b : :c"), "\\x3a:error::x \\x3a:y a::b : :c",
     "\\x3a:error::x \\x3a:y a::b : :c", "\\x3a:error::x \\x3a:y a::b : :c",
     "::error::x ::y a::b : :c", "\\::error::x \\::y a::b : :c"},
    {NASTY("C#.##[e]###vso[#1"), "C#.\\x23#[e]\\x23\\x23#vso[#1", "C#.\\x23#[e]\\x23\\x23#vso[#1",
     "C#.\\x23#[e]\\x23\\x23#vso[#1", "C#.\\u0023#[e]\\u0023\\u0023#vso[#1",
     "C#.##\\[e\\]###vso\\[#1"},
    {NASTY("=1+1"), "=1+1", "=1+1", "'=1+1", "=1+1", "=1+1"},
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

static void test_nasty_texts(NO_STATE)
{
    static const gcv_table_column column = {"x", GCV_SHAPE_TEXT};
    char expected[300];
    for (size_t i = 0; i < CHECK_COUNT(nasty); i++) {
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

/* What a spreadsheet would take for a formula, and what it would not. */
static void test_formulas(NO_STATE)
{
    static const gcv_table_column column = {"x", GCV_SHAPE_TEXT};
    static const char *const cases[][2] = {{"+1", "'+1"},
                                           {"@A", "'@A"},
                                           {"-1,2", "\"'-1,2\""},
                                           {"  =1", "\"'  =1\""},
                                           {"'=1", "''=1"},
                                           {"\xef\xbc\x8b", "'\xef\xbc\x8b"}, /* full width */
                                           {"\xef\xbc\x8d", "'\xef\xbc\x8d"},
                                           {"\xef\xbc\x9d", "'\xef\xbc\x9d"},
                                           {"\xef\xbc\xa0", "'\xef\xbc\xa0"},
                                           {"\xef\xbc\x8c", "\xef\xbc\x8c"},
                                           {"-", "-"},
                                           {"a=-1", "a=-1"}};
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        gcv_cell cell = gcv_cell_str(cases[i][0]);
        const table t = {&column, 1, &cell, 1};
        char expected[40];
        (void)snprintf(expected, sizeof expected, "x\r\n%s\r\n", cases[i][1]);
        check_table("csv", false, &t, expected);
    }
}

/* The examples above are valid JSON. */
static void test_json_is_json(NO_STATE)
{
    static const gcv_table_column column = {"a\"b", GCV_SHAPE_TEXT};
    gcv_head_item items[2] = {{"path", {GCV_CELL_NONE, 0, 0, 0, {NULL, 0}, NULL}}};
    gcv_table_head head = {"stats", 1, NULL, 2, "incomplete: \"lost\"\n", {0, 0, 0}};
    gcv_cell cells[3 * KINDS];
    table t = {&column, 1, cells, 0};
    char *bytes;
    size_t size;
    items[0].value = gcv_cell_str("C:\\a \"b\".log");
    items[1].key = "n\t";
    items[1].value = gcv_cell_count(0);
    head.input = items;
    for (size_t i = 0; i <= CHECK_COUNT(nasty); i++) {
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

/* ---- commands to build servers ------------------------------------------------------------- */

/* Joins the pieces of a text. */
static size_t escaped(gcv_escape_style style, gcv_slice text, char *out)
{
    gcv_escape escape = gcv_escape_start(style, text);
    gcv_slice piece;
    size_t n = 0;
    while (gcv_escape_next(&escape, &piece)) {
        memcpy(out + n, piece.data, piece.size);
        n += piece.size;
    }
    return n;
}

/* A command is broken where it may begin a line: after each blank of Unicode (category Zs), and
 * after no other character. */
static void test_blanks_before_commands(NO_STATE)
{
    static const uint32_t blanks[] = {0x20,   0xa0,   0x1680, 0x2000, 0x2001, 0x2002,
                                      0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
                                      0x2009, 0x200a, 0x202f, 0x205f, 0x3000};
    uint32_t next = 0;
    for (uint32_t code = 0x20; code <= 0x3001; code++) {
        const bool is_blank = next < CHECK_COUNT(blanks) && code == blanks[next];
        char text[8], out[40];
        size_t n = gcv_utf8_put(text, code);
        memcpy(text + n, "::", 2);
        n = escaped(GCV_ESCAPE_TEXT, gcv_slice_of(text, n + 2), out);
        if ((n > 5 && memcmp(out + n - 5, "\\x3a:", 5) == 0) != is_blank) {
            fail_msg("U+%04x", (unsigned)code);
        }
        next += is_blank;
    }
    assert_int_equal(next, CHECK_COUNT(blanks));
}

/* ---- texts that are copied as they are ---------------------------------------------------- */

static void check_copy(gcv_slice text)
{
    char copy[64], expected[64 * 16];
    for (unsigned style = 0; style < GCV_ESCAPE_STYLES; style++) {
        if (gcv_escape_copy((gcv_escape_style)style, text, copy)) {
            assert_true(escaped((gcv_escape_style)style, text, expected) == text.size);
            assert_memory_equal(copy, text.data, text.size);
            assert_memory_equal(expected, text.data, text.size);
        }
    }
}

/* Each byte at each place, in texts of all lengths that matter. */
static void test_copies_are_harmless(NO_STATE)
{
    char text[40], copy[40];
    for (size_t size = 1; size <= 34; size++) {
        for (size_t at = 0; at < size; at++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                memset(text, 'a' + (int)(byte % 26), sizeof text);
                text[at] = (char)byte;
                check_copy(gcv_slice_of(text, size));
            }
        }
    }
    for (unsigned byte = ' '; byte < 0x7f;
         byte++) { /* the fast method handles the characters of names */
        memset(text, (int)byte, sizeof text);
        if (strchr("\"#:\\", (int)byte) == NULL) {
            assert_true(gcv_escape_copy(GCV_ESCAPE_TSV, gcv_slice_of(text, 7), copy));
            assert_true(gcv_escape_copy(GCV_ESCAPE_TSV, gcv_slice_of(text, 30), copy));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds_in_each_format),
        cmocka_unit_test(test_human),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_no_rows),
        cmocka_unit_test(test_json_head),
        cmocka_unit_test(test_details),
        cmocka_unit_test(test_details_do_not_show_elsewhere),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_nasty_texts),
        cmocka_unit_test(test_formulas),
        cmocka_unit_test(test_json_is_json),
        cmocka_unit_test(test_blanks_before_commands),
        cmocka_unit_test(test_copies_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
