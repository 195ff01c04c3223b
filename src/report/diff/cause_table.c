/* cause_table.c - the table of `diff --cause`; see cause_table.h. */
#include "report/diff/cause_table.h"

#include "report/field_cell.h"
#include "report/root_words.h"

enum { NAMES = 11, CELLS = NAMES + GCV_NAME_CELLS };

static void write_row(gcv_report *report, const gcv_causes *causes, const gcv_cause_row *row,
                      gcv_field_cells *fields)
{
    const gcv_slice root = gcv_cause_root(causes, row);
    gcv_buffer words = {0};
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
    if (root.data != NULL && gcv_report_is_on_screen(report)) {
        gcv_root_words(report->ctx, fields->finder.heap, root, cells[9].text, &words);
        cells[10].text = gcv_buffer_slice(&words);
    }
    gcv_step_name_cells(fields, &row->name, row->objects[1],
                        row->item == GCV_NONE ? &cells[9] : NULL, &cells[NAMES]);
    gcv_writer_row(report->out.writer, cells);
    gcv_buffer_release(report->ctx, &words);
}

static void write_rows(gcv_report *report, const gcv_causes *causes)
{
    static const gcv_table_column columns[CELLS] = {{"cause", GCV_SHAPE_NUMBER},
                                                    {"depth", GCV_SHAPE_EXTRA},
                                                    {"count_delta", GCV_SHAPE_NUMBER},
                                                    {"bytes_delta", GCV_SHAPE_NUMBER},
                                                    {"retained_delta", GCV_SHAPE_NUMBER},
                                                    {"count_a", GCV_SHAPE_EXTRA},
                                                    {"count_b", GCV_SHAPE_EXTRA},
                                                    {"bytes_a", GCV_SHAPE_EXTRA},
                                                    {"bytes_b", GCV_SHAPE_EXTRA},
                                                    {"type", GCV_SHAPE_TYPE},
                                                    {"root", GCV_SHAPE_TEXT},
                                                    GCV_NAME_COLUMNS};
    gcv_field_cells fields = gcv_field_cells_of(report, report->in.heaps[report->in.n_heaps - 1]);
    gcv_report_begin(report, columns, gcv_field_columns(&fields, CELLS));
    gcv_writer_more(report->out.writer, (gcv_more){.rows = causes->n_more,
                                                   .noun = "cause",
                                                   .option = "--top 0",
                                                   .at_least = causes->has_rest});
    for (size_t i = 0; i < causes->rows.n; i++) {
        write_row(report, causes, &causes->rows.data[i], &fields);
    }
    if (causes->cut) {
        gcv_report_warn(report, "only the first %zu causes are shown", causes->all.n);
    }
}

void gcv_cause_table_write(gcv_report *report, const gcv_cause_request *request)
{
    gcv_causes causes;
    gcv_causes_find(report->ctx, request, &causes);
    write_rows(report, &causes);
}
