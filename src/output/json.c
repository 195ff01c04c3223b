/* json.c - one JSON object for the table, one line for each row:
 *
 *     {"schema":"gcview.COMMAND/1","input":{…},"verdict":"…","rows":[
 *     {"column":value,…},
 *     {"column":value,…}
 *     ]}
 *
 * A total follows the rows: `],"total":{…}}`. A row stays open until the next row begins or the
 * table ends, so that details can follow its columns.
 */
#include "output/writer_impl.h"

static void put_string(gcv_writer *writer, gcv_slice text)
{
    gcv_put_char(writer, '"');
    gcv_put_escaped(writer, GCV_ESCAPE_JSON, text);
    gcv_put_char(writer, '"');
}

/* Ids are strings, because readers lose the low bits of numbers above 2^53. */
static void put_value(gcv_writer *writer, const gcv_cell *cell)
{
    if (cell->kind == GCV_CELL_TEXT) {
        put_string(writer, cell->text);
    } else if (cell->kind == GCV_CELL_NONE) {
        gcv_writer_put_str(writer, "null");
    } else if (cell->kind == GCV_CELL_FLAG) {
        gcv_writer_put_str(writer, cell->number != 0 ? "true" : "false");
    } else if (cell->kind == GCV_CELL_ID || cell->kind == GCV_CELL_DECIMAL_ID) {
        gcv_put_char(writer, '"');
        gcv_put_cell(writer, GCV_ESCAPE_JSON, cell);
        gcv_put_char(writer, '"');
    } else {
        gcv_put_cell(writer, GCV_ESCAPE_JSON, cell);
    }
}

static void open_bracket(gcv_writer *writer, const char *bracket)
{
    gcv_put(writer, bracket, 1);
    writer->empty = true;
}

static void close_bracket(gcv_writer *writer, const char *bracket)
{
    gcv_put(writer, bracket, 1);
    writer->empty = false;
}

/* Puts what precedes a value: a comma unless the value is the first, then its key unless that is
 * NULL. */
static void put_key(gcv_writer *writer, const char *key)
{
    if (!writer->empty) {
        gcv_put_char(writer, ',');
    }
    writer->empty = false;
    if (key != NULL) {
        put_string(writer, gcv_slice_str(key));
        gcv_put_char(writer, ':');
    }
}

static void put_member(gcv_writer *writer, const char *key, const gcv_cell *value)
{
    put_key(writer, key);
    put_value(writer, value);
}

static void begin(gcv_writer *writer, const gcv_table_head *head)
{
    gcv_writer_print(writer, "{\"schema\":\"gcview.%s/%u\",\"input\":", head->command,
                     head->schema);
    open_bracket(writer, "{");
    for (size_t i = 0; i < head->n_input; i++) {
        put_member(writer, head->input[i].key, &head->input[i].value);
    }
    gcv_writer_put_str(writer, "},\"verdict\":");
    put_string(writer, gcv_slice_str(head->verdict));
    gcv_writer_put_str(writer, ",\"rows\":[\n");
}

static void row(gcv_writer *writer, const gcv_cell *cells)
{
    gcv_writer_put_str(writer, writer->rows > 0 ? "},\n" : "");
    open_bracket(writer, "{");
    for (size_t i = 0; i < writer->n_columns; i++) {
        put_member(writer, writer->columns[i].name, &cells[i]);
    }
}

static void nest(gcv_writer *writer, gcv_nest what, const char *key, const gcv_cell *value)
{
    if (what == GCV_NEST_VALUE) {
        put_member(writer, key, value);
    } else if (what == GCV_NEST_OPEN_LIST || what == GCV_NEST_OPEN_GROUP) {
        put_key(writer, key);
        open_bracket(writer, what == GCV_NEST_OPEN_LIST ? "[" : "{");
    } else {
        close_bracket(writer, what == GCV_NEST_CLOSE_LIST ? "]" : "}");
    }
}

static void end_rows(gcv_writer *writer)
{
    if (!writer->summed) {
        gcv_writer_put_str(writer, writer->rows > 0 ? "}\n]" : "]");
    }
}

/* Figures only: a name in the total could be mistaken for a type name. */
static void total(gcv_writer *writer, const gcv_cell *cells)
{
    end_rows(writer);
    writer->summed = true;
    gcv_writer_put_str(writer, ",\"total\":");
    open_bracket(writer, "{");
    for (size_t i = 0; i < writer->n_columns; i++) {
        if (writer->columns[i].shape == GCV_SHAPE_NUMBER) {
            put_member(writer, writer->columns[i].name, &cells[i]);
        }
    }
    close_bracket(writer, "}");
}

static void end(gcv_writer *writer)
{
    end_rows(writer);
    gcv_writer_put_str(writer, "}\n");
}

const gcv_output_format gcv_output_json = {.name = "json",
                                           .tables = GCV_ANY_TABLE,
                                           .begin = begin,
                                           .row = row,
                                           .end = end,
                                           .total = total,
                                           .nest = nest};
