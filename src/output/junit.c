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
