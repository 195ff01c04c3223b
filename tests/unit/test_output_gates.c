/* The formats of test reports, with any bytes in every text: the output follows the format, and no
 * line is a command to a build server except those intended. */
#include "support/check.h"
#include "support/written.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { GATE_ROWS = 4 };

static const gcv_table_column gate_columns[GCV_GATE_CELLS] = {{"status", GCV_SHAPE_TEXT},
                                                              {"rule", GCV_SHAPE_TEXT},
                                                              {"actual", GCV_SHAPE_NUMBER},
                                                              {"limit", GCV_SHAPE_NUMBER},
                                                              {"note", GCV_SHAPE_NOTE}};
static const char *const statuses[] = {"pass", "warn", "fail"};

typedef struct gate {
    buffer texts[1 + GATE_ROWS * GCV_GATE_CELLS]; /* the name of the input is the first */
    gcv_cell cells[GATE_ROWS * GCV_GATE_CELLS];
    gcv_head_item input;
    gcv_table_head head;
    table t;
} gate;

static gcv_cell text_of(const buffer *b) { return gcv_cell_text(gcv_slice_of(b->bytes, b->size)); }

static gcv_slice slice_of(const buffer *b) { return gcv_slice_of(b->bytes, b->size); }

static void fill(uint64_t *seed, gate *g)
{
    memset(&g->head, 0, sizeof g->head);
    random_bytes(seed, &g->texts[0]);
    g->input.key = "file";
    g->input.value = text_of(&g->texts[0]);
    g->head.command = "check";
    g->head.schema = 2;
    g->head.input = &g->input;
    g->head.n_input = 1;
    g->head.verdict = "complete";
    g->head.gate.rows = GATE_ROWS;
    for (size_t i = 0; i < GATE_ROWS * GCV_GATE_CELLS; i++) {
        random_bytes(seed, &g->texts[1 + i]);
        g->cells[i] = text_of(&g->texts[1 + i]);
        if (i % GCV_GATE_CELLS == GCV_GATE_STATUS) {
            g->cells[i] = gcv_cell_str(statuses[check_below(seed, 3)]);
        } else if (i % GCV_GATE_CELLS >= GCV_GATE_ACTUAL && check_below(seed, 2) == 0) {
            g->cells[i] =
                i % GCV_GATE_CELLS == GCV_GATE_NOTE ? gcv_cell_none() : gcv_cell_signed(-5);
        }
    }
    g->t.columns = gate_columns;
    g->t.n_columns = GCV_GATE_CELLS;
    g->t.cells = g->cells;
    g->t.n_rows = GATE_ROWS;
}

static const gcv_cell *cell_of(const gate *g, size_t row, size_t column)
{
    return &g->cells[row * GCV_GATE_CELLS + column];
}

/* Checks that the text at the place of a cell means the cell. */
static void check_means(const buffer *shown, const gcv_cell *cell)
{
    static buffer got, expected;
    meant_part(slice_of(shown), &got);
    expected.size = 0;
    if (cell->kind == GCV_CELL_TEXT) {
        valid_part(cell->text, &expected);
    } else {
        buffer_add(&expected, cell->kind == GCV_CELL_NONE ? "-" : "-5",
                   cell->kind == GCV_CELL_NONE ? 1 : 2);
    }
    assert_int_equal(got.size, expected.size);
    assert_memory_equal(got.bytes, expected.bytes, got.size);
}

/* The texts of a row in junit or github. */
static const gcv_cell *reason_of(const gate *g, size_t row)
{
    const gcv_cell *note = cell_of(g, row, GCV_GATE_NOTE);
    return note->kind != GCV_CELL_NONE ? note : cell_of(g, row, GCV_GATE_ACTUAL);
}

static bool has_status(const gate *g, size_t row, const char *status)
{
    return gcv_slice_is(cell_of(g, row, GCV_GATE_STATUS)->text, status);
}

/* ---- tap ------------------------------------------------------------------------------------ */

/* Reads up to a directive or the end of the line; in TAP `\#` and `\\` are one character each. */
static void read_tap(reader *r, buffer *out)
{
    out->size = 0;
    while (!reader_ahead(r, '\n') && !reader_ahead(r, '#')) {
        char c = reader_take(r);
        if (c == '\\') {
            c = reader_take(r);
            assert_true(c == '\\' || c == '#');
        }
        buffer_add(out, &c, 1);
    }
}

static void read_yaml(reader *r, const char *key, const gcv_cell *cell)
{
    static buffer got;
    reader_expect(r, key);
    if (cell->kind == GCV_CELL_TEXT) {
        static buffer expected;
        reader_json_string(r, &got);
        valid_part(cell->text, &expected);
        assert_int_equal(got.size, expected.size);
        assert_memory_equal(got.bytes, expected.bytes, got.size);
    } else {
        reader_expect(r, "-5");
    }
    reader_expect(r, "\n");
}

static void read_tap_row(reader *r, const gate *g, size_t row)
{
    static buffer shown;
    char start[32];
    (void)snprintf(start, sizeof start, "%s %zu - ", has_status(g, row, "pass") ? "ok" : "not ok",
                   row + 1);
    reader_expect(r, start);
    read_tap(r, &shown);
    if (has_status(g, row, "warn")) {
        shown.size--; /* the blank before the directive */
        check_means(&shown, cell_of(g, row, GCV_GATE_RULE));
        reader_expect(r, "# TODO ");
        read_tap(r, &shown);
        check_means(&shown, reason_of(g, row));
    } else {
        check_means(&shown, cell_of(g, row, GCV_GATE_RULE));
    }
    reader_expect(r, "\n");
    if (has_status(g, row, "fail")) {
        reader_expect(r, "  ---\n");
        read_yaml(r, "  actual: ", cell_of(g, row, GCV_GATE_ACTUAL));
        read_yaml(r, "  limit: ", cell_of(g, row, GCV_GATE_LIMIT));
        if (cell_of(g, row, GCV_GATE_NOTE)->kind != GCV_CELL_NONE) {
            read_yaml(r, "  note: ", cell_of(g, row, GCV_GATE_NOTE));
        }
        reader_expect(r, "  ...\n");
    }
}

static void read_tap_report(reader *r, const gate *g)
{
    reader_expect(r, "TAP version 13\n1..4\n");
    for (size_t row = 0; row < GATE_ROWS; row++) {
        read_tap_row(r, g, row);
    }
}

/* ---- junit ---------------------------------------------------------------------------------- */

/* Reads an XML 1.0 attribute in double quotes. */
static void read_attribute(reader *r, buffer *out)
{
    static const char *const entities[][2] = {
        {"amp;", "&"}, {"lt;", "<"}, {"gt;", ">"}, {"quot;", "\""}};
    out->size = 0;
    while (!reader_ahead(r, '"')) {
        char c = reader_take(r);
        size_t i = 0;
        assert_true(c != '<' && (unsigned char)c >= 0x20);
        if (c == '&') {
            while (strncmp(r->at, entities[i][0], strlen(entities[i][0])) != 0) {
                assert_true(++i < CHECK_COUNT(entities));
            }
            r->at += strlen(entities[i][0]);
            c = entities[i][1][0];
        }
        buffer_add(out, &c, 1);
    }
    (void)reader_take(r);
}

/* Checks that there is no invalid UTF-8, and no character that XML forbids even as an entity. */
static void check_xml_characters(const char *bytes, size_t size)
{
    gcv_slice rest = gcv_slice_of(bytes, size);
    while (rest.size > 0) {
        uint32_t code = gcv_utf8_next(&rest);
        assert_true(code == '\n' || (code >= 0x20 && code != 0xfffe && code != 0xffff));
    }
}

/* Removes `text` from the front if it is there. */
static bool take_front(buffer *b, const buffer *text)
{
    if (b->size < text->size || memcmp(b->bytes, text->bytes, text->size) != 0) {
        return false;
    }
    b->size -= text->size;
    memmove(b->bytes, b->bytes + text->size, b->size);
    return true;
}

static void add_shown(buffer *all, const char *before, const gcv_cell *cell)
{
    static buffer shown;
    buffer_add(all, before, strlen(before));
    if (cell->kind != GCV_CELL_TEXT) {
        buffer_add(all, "-5", 2);
        return;
    }
    shown_part(cell->text, &shown);
    buffer_add(all, shown.bytes, shown.size);
}

/* Makes "it is ACTUAL, the limit LIMIT; NOTE", as people see it, or the reason why a dump fails. */
static void outcome_of(const gate *g, size_t row, buffer *all)
{
    all->size = 0;
    if (has_status(g, row, "fail") && cell_of(g, row, GCV_GATE_ACTUAL)->kind == GCV_CELL_TEXT) {
        add_shown(all, "", reason_of(g, row));
        return;
    }
    add_shown(all, "it is ", cell_of(g, row, GCV_GATE_ACTUAL));
    add_shown(all, ", the limit ", cell_of(g, row, GCV_GATE_LIMIT));
    if (cell_of(g, row, GCV_GATE_NOTE)->kind != GCV_CELL_NONE) {
        add_shown(all, "; ", cell_of(g, row, GCV_GATE_NOTE));
    }
}

/* In XML no line begins with a text, so `::` stays; compares the original texts. */
static void check_outcome(const gate *g, size_t row, const buffer *shown)
{
    static buffer all, got, expected;
    outcome_of(g, row, &all);
    meant_part(slice_of(&all), &expected);
    meant_part(slice_of(shown), &got);
    assert_true(take_front(&got, &expected) && got.size == 0);
}

static void read_junit_report(reader *r, const gate *g)
{
    static buffer shown;
    reader_expect(r,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                  "<testsuite name=\"gcview check ");
    read_attribute(r, &shown);
    check_means(&shown, &g->input.value);
    reader_expect(r, " tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0\">\n");
    for (size_t row = 0; row < GATE_ROWS; row++) {
        reader_expect(r, "<testcase classname=\"gcview\" name=\"");
        read_attribute(r, &shown);
        check_means(&shown, cell_of(g, row, GCV_GATE_RULE));
        reader_expect(r, has_status(g, row, "pass") ? " time=\"0\"/>" : " time=\"0\">");
        if (!has_status(g, row, "pass")) {
            bool warn = has_status(g, row, "warn");
            reader_expect(r, warn ? "<skipped message=\"" : "<failure message=\"");
            read_attribute(r, &shown);
            if (warn) {
                check_means(&shown, reason_of(g, row));
            } else {
                check_outcome(g, row, &shown);
            }
            reader_expect(r, "/></testcase>");
        }
        reader_expect(r, "\n");
    }
    reader_expect(r, "</testsuite>\n</testsuites>\n");
}

/* ---- github --------------------------------------------------------------------------------- */

/* Reads the message of a command up to the end of the line; %25 is the only code in it. */
static void read_message(reader *r, bool command, buffer *out)
{
    out->size = 0;
    while (!reader_ahead(r, '\n')) {
        char c = reader_take(r);
        if (command && c == '%') {
            reader_expect(r, "25");
        }
        buffer_add(out, &c, 1);
    }
    (void)reader_take(r);
}

static void read_github_report(reader *r, const gate *g)
{
    static buffer shown, all, got, expected;
    for (size_t row = 0; row < GATE_ROWS; row++) {
        bool pass = has_status(g, row, "pass"), warn = has_status(g, row, "warn");
        reader_expect(r, pass   ? "pass: "
                         : warn ? "::warning title=gcview check::"
                                : "::error title=gcview check::");
        all.size = 0;
        if (!pass) {
            add_shown(&all, "", &g->input.value);
            buffer_add(&all, ": ", 2);
        }
        add_shown(&all, "", cell_of(g, row, GCV_GATE_RULE));
        buffer_add(&all, ": ", 2);
        meant_part(slice_of(&all), &expected);
        read_message(r, !pass, &shown);
        meant_part(slice_of(&shown), &got);
        assert_true(take_front(&got, &expected));
        if (warn) {
            all.size = 0;
            add_shown(&all, "", reason_of(g, row));
        } else {
            outcome_of(g, row, &all);
        }
        meant_part(slice_of(&all), &expected);
        assert_true(take_front(&got, &expected) && got.size == 0);
    }
}

/* ---- all ------------------------------------------------------------------------------------ */

static void test_reports_can_be_read_back(NO_STATE)
{
    static const struct {
        const char *format;
        void (*read)(reader *r, const gate *g);
    } formats[] = {
        {"tap", read_tap_report}, {"junit", read_junit_report}, {"github", read_github_report}};
    static gate g;
    uint64_t seed = 21;
    for (unsigned round = 0; round < 1500; round++) {
        fill(&seed, &g);
        for (size_t f = 0; f < CHECK_COUNT(formats); f++) {
            size_t size;
            char *bytes = write_with_head(formats[f].format, false, &g.head, &g.t, &size);
            reader r;
            r.at = bytes;
            r.end = bytes + size;
            formats[f].read(&r, &g);
            assert_true(r.at == r.end);
            check_xml_characters(bytes, size);
            if (strcmp(formats[f].format, "github") != 0) {
                check_clean(bytes, size, "\n");
            }
            free(bytes);
        }
    }
}

/* Wrapped lines and cut names make no command either. */
static void test_no_command_in_any_width(NO_STATE)
{
    static const gcv_table_column columns[][2] = {
        {{"type", GCV_SHAPE_TYPE}, {"text", GCV_SHAPE_TEXT}},
        {{"text", GCV_SHAPE_TEXT}, {"value", GCV_SHAPE_VALUE}},
        {{"text", GCV_SHAPE_TEXT}, {"note", GCV_SHAPE_NOTE}},
    };
    static const char *const pieces[] = {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                                         "a",
                                         "::",
                                         "::e::",
                                         "#",
                                         "##[e]",
                                         "`1",
                                         "[",
                                         "]",
                                         "<",
                                         ">",
                                         ",",
                                         ".",
                                         "N.",
                                         " ",
                                         "\xe3\x80\x80"};
    uint64_t seed = 22;
    for (unsigned round = 0; round < 20000; round++) {
        static buffer texts[2];
        gcv_cell cells[2];
        table t = {columns[round % CHECK_COUNT(columns)], 2, NULL, 1};
        size_t size;
        for (size_t i = 0; i < 2; i++) {
            texts[i].size = 0;
            for (size_t n = check_below(&seed, 10); n > 0; n--) {
                const char *piece = pieces[check_below(&seed, CHECK_COUNT(pieces))];
                buffer_add(&texts[i], piece, strlen(piece));
            }
            cells[i] = text_of(&texts[i]);
        }
        t.cells = cells;
        char *bytes = write_in_width("text", 40 + check_below(&seed, 60), &t, &size);
        check_clean(bytes, size, "\n");
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reports_can_be_read_back),
        cmocka_unit_test(test_no_command_in_any_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
