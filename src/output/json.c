/* json.c - one object for the table, one line for each row of it:
 *
 *     {"schema":"gcview.COMMAND/1","input":{…},"verdict":"…","rows":[
 *     {"column":value,…},
 *     {"column":value,…}
 *     ]}
 */
#include "output/writer_impl.h"

static void put_string(gcv_writer *writer, gcv_slice text)
{
    gcv_put(writer, "\"", 1);
    gcv_put_escaped(writer, GCV_ESCAPE_JSON, text);
    gcv_put(writer, "\"", 1);
}

/* Ids are strings, as readers lose the low bits of numbers above 2^53. */
static void put_value(gcv_writer *writer, const gcv_cell *cell)
{
    bool quotes = cell->kind == GCV_CELL_ID || cell->kind == GCV_CELL_TEXT;
    if (cell->kind == GCV_CELL_NONE) {
        gcv_put_str(writer, "null");
        return;
    }
    gcv_put(writer, "\"", quotes);
    gcv_put_cell(writer, GCV_ESCAPE_JSON, cell);
    gcv_put(writer, "\"", quotes);
}

static void put_member(gcv_writer *writer, size_t at, const char *key, const gcv_cell *value)
{
    gcv_put(writer, ",", at > 0);
    put_string(writer, gcv_slice_str(key));
    gcv_put(writer, ":", 1);
    put_value(writer, value);
}

void gcv_json_begin(gcv_writer *writer, const gcv_table_head *head)
{
    size_t i;
    gcv_put_str(writer, "{\"schema\":\"gcview.");
    gcv_put_escaped(writer, GCV_ESCAPE_JSON, gcv_slice_str(head->command));
    gcv_put_str(writer, "/1\",\"input\":{");
    for (i = 0; i < head->n_input; i++) {
        put_member(writer, i, head->input[i].key, &head->input[i].value);
    }
    gcv_put_str(writer, "},\"verdict\":");
    put_string(writer, gcv_slice_str(head->verdict));
    gcv_put_str(writer, ",\"rows\":[\n");
}

void gcv_json_row(gcv_writer *writer, const gcv_cell *cells)
{
    size_t i;
    gcv_put_str(writer, writer->rows > 0 ? ",\n{" : "{");
    for (i = 0; i < writer->n_columns; i++) {
        put_member(writer, i, writer->columns[i].name, &cells[i]);
    }
    gcv_put(writer, "}", 1);
}

void gcv_json_end(gcv_writer *writer) { gcv_put_str(writer, writer->rows > 0 ? "\n]}\n" : "]}\n"); }
