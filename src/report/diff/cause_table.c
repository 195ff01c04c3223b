/* cause_table.c - the table of `diff --cause`; see diff_tables.h. */
#include "report/diff/diff_tables.h"

#include "base/number.h"

#include <inttypes.h>

enum { CELLS = 11 };

static void write_row(gcv_report *report, const gcv_causes *causes, const gcv_cause_row *row)
{
    const gcv_slice root = gcv_cause_root(causes, row);
    gcv_cell cells[CELLS];
    int64_t retained;
    cells[0] = gcv_cell_count(row->cause);
    cells[1] = gcv_cell_count(row->depth);
    cells[2] = gcv_cell_signed(gcv_delta(row->objects[0], row->objects[1]));
    cells[3] = gcv_cell_signed_bytes(gcv_delta(row->bytes[0], row->bytes[1]));
    cells[4] = gcv_cause_retained(causes, row, &retained) ? gcv_cell_signed_bytes(retained)
                                                          : gcv_cell_none();
    cells[5] = gcv_cell_count(row->objects[0]);
    cells[6] = gcv_cell_count(row->objects[1]);
    cells[7] = gcv_cell_bytes(row->bytes[0]);
    cells[8] = gcv_cell_bytes(row->bytes[1]);
    cells[9] = gcv_cell_text(gcv_cause_name(causes, row));
    cells[9].indent = row->depth;
    cells[10] = root.data != NULL ? gcv_cell_text(root) : gcv_cell_none();
    gcv_writer_row(report->writer, cells);
}

static void write_rows(gcv_report *report, const gcv_causes *causes)
{
    static const gcv_table_column columns[CELLS] = {{"cause", GCV_SHAPE_NUMBER},
                                                    {"depth", GCV_SHAPE_NUMBER},
                                                    {"count_delta", GCV_SHAPE_NUMBER},
                                                    {"bytes_delta", GCV_SHAPE_NUMBER},
                                                    {"retained_delta", GCV_SHAPE_NUMBER},
                                                    {"count_a", GCV_SHAPE_NUMBER},
                                                    {"count_b", GCV_SHAPE_NUMBER},
                                                    {"bytes_a", GCV_SHAPE_NUMBER},
                                                    {"bytes_b", GCV_SHAPE_NUMBER},
                                                    {"type", GCV_SHAPE_TYPE},
                                                    {"root", GCV_SHAPE_TEXT}};
    gcv_report_begin(report, columns, CELLS);
    for (size_t i = 0; i < causes->rows.n; i++) {
        write_row(report, causes, &causes->rows.data[i]);
    }
    if (causes->n_chained < causes->n_rows) {
        gcv_report_warn(report, "only the chains of the first %" PRIu32 " rows are shown",
                        causes->n_chained);
    }
}

void gcv_cause_table_write(gcv_report *report, const gcv_changes *changes)
{
    const bool weak = report->options->include_weak;
    gcv_basis old = gcv_basis_of(report->ctx, report->heaps[0], weak);
    gcv_basis now = gcv_basis_of(report->ctx, report->heaps[report->n_heaps - 1], weak);
    gcv_basis *const both[2] = {&old, &now};
    gcv_causes causes;
    gcv_table table;
    gcv_rows rows;
    gcv_change_columns(report->options, &table);
    gcv_table_choose(&table, report, changes, changes->join.names.n, gcv_change_is_growth, &rows);
    gcv_causes_find(changes, &rows.items, both, &causes);
    write_rows(report, &causes);
    gcv_causes_release(&causes);
    gcv_rows_release(&rows);
    gcv_basis_release(&now);
    gcv_basis_release(&old);
}
