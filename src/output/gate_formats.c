/* gate_formats.c - rows of a gate in the formats of test reports: JUnit, TAP, GitHub Actions. */
#include "output/writer_impl.h"

#include <inttypes.h>

typedef enum gate_status { GATE_PASS, GATE_WARN, GATE_FAIL } gate_status;

static gate_status status_of(const gcv_cell *cells)
{
    gcv_slice status = cells[GCV_GATE_STATUS].text;
    return gcv_slice_is(status, "fail")   ? GATE_FAIL
           : gcv_slice_is(status, "warn") ? GATE_WARN
                                          : GATE_PASS;
}

/* The reason of a warning. */
static const gcv_cell *reason_of(const gcv_cell *cells)
{
    return &cells[cells[GCV_GATE_NOTE].kind != GCV_CELL_NONE ? GCV_GATE_NOTE : GCV_GATE_ACTUAL];
}

/* Puts the reason, or the number and its limit. */
static void put_outcome(gcv_writer *writer, gcv_escape_style style, const gcv_cell *cells)
{
    const gate_status status = status_of(cells);
    if (status == GATE_WARN ||
        (status == GATE_FAIL && cells[GCV_GATE_ACTUAL].kind == GCV_CELL_TEXT)) {
        gcv_put_cell(writer, style, reason_of(cells));
        return;
    }
    gcv_writer_put_str(writer, "it is ");
    gcv_put_cell(writer, style, &cells[GCV_GATE_ACTUAL]);
    gcv_writer_put_str(writer, ", the limit ");
    gcv_put_cell(writer, style, &cells[GCV_GATE_LIMIT]);
    if (cells[GCV_GATE_NOTE].kind != GCV_CELL_NONE) {
        gcv_writer_put_str(writer, "; ");
        gcv_put_cell(writer, style, &cells[GCV_GATE_NOTE]);
    }
}

/* ---- JUnit -------------------------------------------------------------------------------- */

/* One suite, one test case per row. A warning is a skipped test case. Times are 0, so that equal
 * input gives equal bytes. */

static void junit_begin(gcv_writer *writer, const gcv_table_head *head)
{
    gcv_writer_put_str(writer,
                       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites>\n<testsuite name=\"gcview ");
    gcv_put_escaped(writer, GCV_ESCAPE_XML, gcv_slice_str(head->command));
    gcv_put(writer, " ", 1);
    gcv_put_cell(writer, GCV_ESCAPE_XML, &head->input[0].value);
    gcv_writer_print(writer,
                     "\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64
                     "\" errors=\"0\" skipped=\"%" PRIu64 "\" time=\"0\">\n",
                     head->gate.rows, head->gate.failed, head->gate.warned);
}

static void junit_row(gcv_writer *writer, const gcv_cell *cells)
{
    gate_status status = status_of(cells);
    gcv_writer_put_str(writer, "<testcase classname=\"gcview\" name=\"");
    gcv_put_cell(writer, GCV_ESCAPE_XML, &cells[GCV_GATE_RULE]);
    gcv_writer_put_str(writer, status == GATE_PASS   ? "\" time=\"0\"/>\n"
                               : status == GATE_FAIL ? "\" time=\"0\"><failure message=\""
                                                     : "\" time=\"0\"><skipped message=\"");
    if (status != GATE_PASS) {
        put_outcome(writer, GCV_ESCAPE_XML, cells);
        gcv_writer_put_str(writer, "\"/></testcase>\n");
    }
}

static void junit_end(gcv_writer *writer)
{
    gcv_writer_put_str(writer, "</testsuite>\n</testsuites>\n");
}

const gcv_output_format gcv_output_junit = {.name = "junit",
                                            .tables = GCV_GATE_TABLE,
                                            .begin = junit_begin,
                                            .row = junit_row,
                                            .end = junit_end};

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

static void tap_begin(gcv_writer *writer, const gcv_table_head *head)
{
    gcv_writer_print(writer, "TAP version 13\n1..%" PRIu64 "\n", head->gate.rows);
}

/* Puts a value of the YAML block. Texts are in double quotes, which YAML reads as JSON does. */
static void put_value(gcv_writer *writer, const char *key, const gcv_cell *cell)
{
    bool quotes = cell->kind == GCV_CELL_TEXT;
    gcv_writer_put_str(writer, key);
    gcv_put(writer, "\"", quotes);
    gcv_put_cell(writer, GCV_ESCAPE_JSON, cell);
    gcv_writer_put_str(writer, quotes ? "\"\n" : "\n");
}

static void tap_row(gcv_writer *writer, const gcv_cell *cells)
{
    gate_status status = status_of(cells);
    gcv_writer_print(writer, "%sok %" PRIu64 " - ", status == GATE_PASS ? "" : "not ",
                     writer->rows + 1);
    gcv_put_cell(writer, GCV_ESCAPE_TAP, &cells[GCV_GATE_RULE]);
    if (status == GATE_WARN) {
        gcv_writer_put_str(writer, " # TODO ");
        gcv_put_cell(writer, GCV_ESCAPE_TAP, reason_of(cells));
    }
    gcv_put(writer, "\n", 1);
    if (status == GATE_FAIL) {
        gcv_writer_put_str(writer, "  ---\n");
        put_value(writer, "  actual: ", &cells[GCV_GATE_ACTUAL]);
        put_value(writer, "  limit: ", &cells[GCV_GATE_LIMIT]);
        if (cells[GCV_GATE_NOTE].kind != GCV_CELL_NONE) {
            put_value(writer, "  note: ", &cells[GCV_GATE_NOTE]);
        }
        gcv_writer_put_str(writer, "  ...\n");
    }
}

const gcv_output_format gcv_output_tap = {
    .name = "tap", .tables = GCV_GATE_TABLE, .begin = tap_begin, .row = tap_row};

/* ---- workflow commands of GitHub Actions, which become annotations ------------------------ */

/*     ::error title=gcview check::heap.gcdump: bytes <= 200MB: it is 234567890, the limit 209715200
 *
 * A rule that passes is a plain line of the log. The message names the dump; the annotation's file
 * property cannot, as it has to name a file of the repository. */

static void github_begin(gcv_writer *writer, const gcv_table_head *head)
{
    writer->subject = head->input[0].value.text;
}

static void github_row(gcv_writer *writer, const gcv_cell *cells)
{
    gate_status status = status_of(cells);
    gcv_escape_style style = status == GATE_PASS ? GCV_ESCAPE_TEXT : GCV_ESCAPE_GITHUB;
    gcv_writer_put_str(writer, status == GATE_PASS   ? "pass: "
                               : status == GATE_FAIL ? "::error title=gcview check::"
                                                     : "::warning title=gcview check::");
    if (status != GATE_PASS) {
        gcv_put_escaped(writer, style, writer->subject);
        gcv_writer_put_str(writer, ": ");
    }
    gcv_put_cell(writer, style, &cells[GCV_GATE_RULE]);
    gcv_writer_put_str(writer, ": ");
    put_outcome(writer, style, cells);
    gcv_put(writer, "\n", 1);
}

const gcv_output_format gcv_output_github = {
    .name = "github", .tables = GCV_GATE_TABLE, .begin = github_begin, .row = github_row};
