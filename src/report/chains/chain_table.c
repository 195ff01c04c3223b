/* chain_table.c - the table of chains; see chain_query.h. */
#include "report/chains/chain_query.h"

uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise)
{
    return options->limit.given                               ? options->limit.value
           : options->top.given && !gcv_report_draws(options) ? options->top.value
                                                              : otherwise;
}

void gcv_chain_table_begin(gcv_report *report, const gcv_field_cells *fields)
{
    static const gcv_table_column columns[GCV_CHAIN_CELLS] = {
        {"chain", GCV_SHAPE_NUMBER},    {"depth", GCV_SHAPE_EXTRA},
        {"object", GCV_SHAPE_NUMBER},   {"bytes", GCV_SHAPE_NUMBER},
        {"retained", GCV_SHAPE_NUMBER}, {"type", GCV_SHAPE_TYPE},
        {"root", GCV_SHAPE_TEXT},       GCV_NAME_COLUMNS};
    gcv_report_begin(report, columns, gcv_field_columns(fields, GCV_CHAIN_CELLS));
}

void gcv_chain_table_row(gcv_report *report, gcv_cell *cells, uint64_t objects)
{
    if (objects != 1 && gcv_writer_nests(report->out.writer)) {
        cells[GCV_CHAIN_OBJECT] = gcv_cell_none();
    }
    gcv_writer_row(report->out.writer, cells);
    gcv_writer_value(report->out.writer, "objects", gcv_cell_count(objects));
}
