/* github.c - gate rows as workflow commands of GitHub Actions, which become annotations:
 *
 *     ::error title=gcview check::heap.gcdump: bytes <= 200MB: it is 234567890, the limit 209715200
 *
 * A rule that passes is a plain line of the log. The message names the dump; the annotation's file
 * property cannot, as it has to name a file of the repository.
 */
#include "output/writer_impl.h"

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
