/* gate_formats.c - rows of a gate in the formats of test reports: JUnit, TAP, GitHub Actions. */
#include "output/writer_impl.h"

/* ---- JUnit -------------------------------------------------------------------------------- */

/* One suite, one test case per row. A warning is a skipped test case. Times are 0, so that equal
 * input gives equal bytes. */

static void put_number(gcv_writer *writer, const char *before, uint64_t number)
{
    char text[GCV_NUMBER_MAX];
    gcv_put_str(writer, before);
    gcv_put(writer, text, gcv_format_u64(text, number));
}

void gcv_junit_begin(gcv_writer *writer, const gcv_table_head *head)
{
    gcv_put_str(writer,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                "<testsuites>\n<testsuite name=\"gcview ");
    gcv_put_escaped(writer, GCV_ESCAPE_XML, gcv_slice_str(head->command));
    gcv_put(writer, " ", 1);
    gcv_put_cell(writer, GCV_ESCAPE_XML, &head->input[0].value);
    put_number(writer, "\" tests=\"", head->gate.rows);
    put_number(writer, "\" failures=\"", head->gate.failed);
    put_number(writer, "\" errors=\"0\" skipped=\"", head->gate.warned);
    gcv_put_str(writer, "\" time=\"0\">\n");
}

void gcv_junit_row(gcv_writer *writer, const gcv_cell *cells)
{
    gcv_gate_status status = gcv_gate_status_of(cells);
    gcv_put_str(writer, "<testcase classname=\"gcview\" name=\"");
    gcv_put_cell(writer, GCV_ESCAPE_XML, &cells[GCV_GATE_RULE]);
    gcv_put_str(writer, status == GCV_GATE_PASS   ? "\" time=\"0\"/>\n"
                        : status == GCV_GATE_FAIL ? "\" time=\"0\"><failure message=\""
                                                  : "\" time=\"0\"><skipped message=\"");
    if (status != GCV_GATE_PASS) {
        gcv_gate_put_outcome(writer, GCV_ESCAPE_XML, cells);
        gcv_put_str(writer, "\"/></testcase>\n");
    }
}

void gcv_junit_end(gcv_writer *writer) { gcv_put_str(writer, "</testsuite>\n</testsuites>\n"); }

/* ---- the Test Anything Protocol, version 13 ----------------------------------------------- */

/*     TAP version 13
 *     1..3
 *     ok 1 - count(Acme.Cache*) <= 100
 *     not ok 2 - bytes <= 200MB
 *       ---
 *       actual: 234567890
 *       limit: 209715200
 *       ...
 *     not ok 3 - the dump is complete # TODO incomplete: no end record
 *
 * A warning is a test that may fail: TODO. */

void gcv_tap_begin(gcv_writer *writer, const gcv_table_head *head)
{
    char number[GCV_NUMBER_MAX];
    gcv_put_str(writer, "TAP version 13\n1..");
    gcv_put(writer, number, gcv_format_u64(number, head->gate.rows));
    gcv_put(writer, "\n", 1);
}

/* Puts a value of the YAML block. Texts are in double quotes, which YAML reads as JSON does. */
static void put_value(gcv_writer *writer, const char *key, const gcv_cell *cell)
{
    bool quotes = cell->kind == GCV_CELL_TEXT;
    gcv_put_str(writer, key);
    gcv_put(writer, "\"", quotes);
    gcv_put_cell(writer, GCV_ESCAPE_JSON, cell);
    gcv_put_str(writer, quotes ? "\"\n" : "\n");
}

void gcv_tap_row(gcv_writer *writer, const gcv_cell *cells)
{
    gcv_gate_status status = gcv_gate_status_of(cells);
    char number[GCV_NUMBER_MAX];
    gcv_put_str(writer, status == GCV_GATE_PASS ? "ok " : "not ok ");
    gcv_put(writer, number, gcv_format_u64(number, writer->rows + 1));
    gcv_put_str(writer, " - ");
    gcv_put_cell(writer, GCV_ESCAPE_TAP, &cells[GCV_GATE_RULE]);
    if (status == GCV_GATE_WARN) {
        gcv_put_str(writer, " # TODO ");
        gcv_put_cell(writer, GCV_ESCAPE_TAP, gcv_gate_reason(cells));
    }
    gcv_put(writer, "\n", 1);
    if (status == GCV_GATE_FAIL) {
        gcv_put_str(writer, "  ---\n");
        put_value(writer, "  actual: ", &cells[GCV_GATE_ACTUAL]);
        put_value(writer, "  limit: ", &cells[GCV_GATE_LIMIT]);
        if (cells[GCV_GATE_NOTE].kind != GCV_CELL_NONE) {
            put_value(writer, "  note: ", &cells[GCV_GATE_NOTE]);
        }
        gcv_put_str(writer, "  ...\n");
    }
}

/* ---- workflow commands of GitHub Actions, which become annotations ------------------------ */

/*     ::error title=gcview check::heap.gcdump: bytes <= 200MB: it is 234567890, the limit 209715200
 *
 * A rule that passes is a plain line of the log. The message names the dump; the annotation's file
 * property cannot, as it has to name a file of the repository. */

void gcv_github_begin(gcv_writer *writer, const gcv_table_head *head)
{
    writer->subject = head->input[0].value.text;
}

void gcv_github_row(gcv_writer *writer, const gcv_cell *cells)
{
    gcv_gate_status status = gcv_gate_status_of(cells);
    gcv_escape_style style = status == GCV_GATE_PASS ? GCV_ESCAPE_TEXT : GCV_ESCAPE_GITHUB;
    gcv_put_str(writer, status == GCV_GATE_PASS   ? "pass: "
                        : status == GCV_GATE_FAIL ? "::error title=gcview check::"
                                                  : "::warning title=gcview check::");
    if (status != GCV_GATE_PASS) {
        gcv_put_escaped(writer, style, writer->subject);
        gcv_put_str(writer, ": ");
    }
    gcv_put_cell(writer, style, &cells[GCV_GATE_RULE]);
    gcv_put_str(writer, ": ");
    gcv_gate_put_outcome(writer, style, cells);
    gcv_put(writer, "\n", 1);
}
