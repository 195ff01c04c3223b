/* tap.c - rows of a gate in the Test Anything Protocol, version 13:
 *
 *     TAP version 13
 *     1..3
 *     ok 1 - count(Acme.Cache*) <= 100
 *     not ok 2 - bytes <= 200MB
 *       ---
 *       actual: 234567890
 *       limit: 209715200
 *       ...
 *     not ok 3 - the dump is complete # TODO incomplete: no end record
 *
 * A warning is a test that may fail: TODO.
 */
#include "output/writer_impl.h"

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
