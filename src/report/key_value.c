/* key_value.c - tables of keys and values; see key_value.h. */
#include "report/key_value.h"

void gcv_key_value_begin(gcv_report *report)
{
    static const gcv_table_column columns[] = {{"key", GCV_SHAPE_TEXT}, {"value", GCV_SHAPE_VALUE}};
    gcv_report_begin(report, columns, sizeof columns / sizeof columns[0]);
}

void gcv_key_value_row(gcv_report *report, const char *key, gcv_cell value)
{
    gcv_cell cells[2];
    cells[0] = gcv_cell_str(key);
    cells[1] = value;
    gcv_writer_row(report->out.writer, cells);
}
