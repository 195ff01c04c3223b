/* junit.c - gate rows as a JUnit report: one suite, one test case per row. A warning is a skipped
 * test case. Times are 0, so that equal input gives equal bytes.
 */
#include "output/writer_impl.h"

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

static void put_actual(gcv_writer *writer, const gcv_cell *cells)
{
    if (cells[GCV_GATE_ACTUAL].kind == GCV_CELL_TEXT) { /* the cell is the reason itself */
        gcv_put_cell(writer, GCV_ESCAPE_XML, gcv_gate_reason(cells));
        return;
    }
    gcv_put_str(writer, "it is ");
    gcv_put_cell(writer, GCV_ESCAPE_XML, &cells[GCV_GATE_ACTUAL]);
    gcv_put_str(writer, ", the limit ");
    gcv_put_cell(writer, GCV_ESCAPE_XML, &cells[GCV_GATE_LIMIT]);
    if (cells[GCV_GATE_NOTE].kind != GCV_CELL_NONE) {
        gcv_put_str(writer, "; ");
        gcv_put_cell(writer, GCV_ESCAPE_XML, &cells[GCV_GATE_NOTE]);
    }
}

void gcv_junit_row(gcv_writer *writer, const gcv_cell *cells)
{
    gcv_gate_status status = gcv_gate_status_of(cells);
    gcv_put_str(writer, "<testcase classname=\"gcview\" name=\"");
    gcv_put_cell(writer, GCV_ESCAPE_XML, &cells[GCV_GATE_RULE]);
    gcv_put_str(writer, status == GCV_GATE_PASS ? "\" time=\"0\"/>\n" : "\" time=\"0\">");
    if (status == GCV_GATE_FAIL) {
        gcv_put_str(writer, "<failure message=\"");
        put_actual(writer, cells);
        gcv_put_str(writer, "\"/></testcase>\n");
    } else if (status == GCV_GATE_WARN) {
        gcv_put_str(writer, "<skipped message=\"");
        gcv_put_cell(writer, GCV_ESCAPE_XML, gcv_gate_reason(cells));
        gcv_put_str(writer, "\"/></testcase>\n");
    }
}

void gcv_junit_end(gcv_writer *writer) { gcv_put_str(writer, "</testsuite>\n</testsuites>\n"); }
