/* tsv.c - tab-separated values: a header line, then one line per row. Escapes are reversible. */
#include "output/writer_impl.h"

void gcv_tsv_begin(gcv_writer *writer, const gcv_table_head *head)
{
    (void)head;
    for (size_t i = 0; i < writer->n_columns; i++) {
        gcv_put(writer, "\t", i > 0);
        gcv_put_escaped(writer, GCV_ESCAPE_TSV, gcv_slice_str(writer->columns[i].name));
    }
    gcv_put(writer, "\n", 1);
}

void gcv_tsv_row(gcv_writer *writer, const gcv_cell *cells)
{
    for (size_t i = 0; i < writer->n_columns; i++) {
        if (i > 0) {
            gcv_put_char(writer, '\t');
        }
        gcv_put_cell(writer, GCV_ESCAPE_TSV, &cells[i]);
    }
    gcv_put_char(writer, '\n');
}
