/* overview_series.c - the totals of three dumps or more, from the oldest to the latest; see
 * overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/number.h"
#include "output/document.h"
#include "report/next_words.h"

/* Dumps of the series: the baseline, those between, and the heap; 0: it would say no more than the
 * growth. */
static size_t n_dumps(const gcv_report *report)
{
    return report->in.n_between > 0 ? report->in.n_between + 2 : 0;
}

static const gcv_heap *dump_at(const gcv_report *report, size_t at)
{
    return at == 0                      ? report->in.baseline
           : at <= report->in.n_between ? report->in.between[at - 1]
                                        : report->in.heap;
}

/* Adds up the selected objects, as the growth does. */
static void find_totals(gcv_overview *overview, size_t at, uint64_t *objects, uint64_t *bytes)
{
    gcv_report *report = overview->report;
    const gcv_totals_query query = {0};
    gcv_selection selection;
    gcv_group_totals totals;
    gcv_selection_find(report->ctx, dump_at(report, at), &report->options->select, &selection);
    gcv_group_totals_find(report->ctx, &selection, &query, &totals);
    *objects = *bytes = 0;
    for (uint32_t i = 0; i < totals.groups.n; i++) {
        *objects = gcv_add_capped(*objects, totals.counts[i]);
        *bytes = gcv_add_capped(*bytes, totals.bytes[i]);
    }
    gcv_group_totals_release(&totals);
    gcv_selection_release(report->ctx, &selection);
}

enum { OBJECTS, BYTES, GROWTH, FILE_NAME, CELLS };

static const char *const names[] = {"objects", "bytes", "growth", "file"};

/* Makes the cells of a dump. `*before`: bytes of the dump before it, which become its own. */
static void make_cells(gcv_overview *overview, size_t at, uint64_t *before, gcv_cell cells[CELLS])
{
    uint64_t objects, bytes;
    find_totals(overview, at, &objects, &bytes);
    cells[OBJECTS] = gcv_cell_count(objects);
    cells[BYTES] = gcv_cell_bytes(bytes);
    cells[GROWTH] = at > 0 ? gcv_cell_signed_bytes(gcv_delta(*before, bytes)) : gcv_cell_none();
    cells[FILE_NAME] = gcv_cell_str(gcv_heap_name(dump_at(overview->report, at)));
    *before = bytes;
}

/* Suggests what only all dumps together show. */
static void write_next(gcv_overview *overview)
{
    gcv_report *report = overview->report;
    gcv_buffer *text = &overview->text;
    gcv_document_put(report->out.writer, GCV_PART_LINE,
                     gcv_slice_str("types that grew from each dump to the next"));
    gcv_buffer_clear(text);
    gcv_buffer_append_str(report->ctx, text, "gcview diff --monotonic");
    gcv_next_options(report, text);
    for (size_t i = 0; i < n_dumps(report); i++) {
        gcv_next_path(report, dump_at(report, i), "FILE", text);
    }
    gcv_document_put(report->out.writer, GCV_PART_COMMAND, gcv_buffer_slice(text));
    gcv_buffer_clear(text);
}

void gcv_overview_series_page(gcv_overview *overview)
{
    gcv_writer *writer = overview->report->out.writer;
    gcv_table_column columns[CELLS];
    gcv_cell cells[CELLS];
    uint64_t before = 0;
    if (n_dumps(overview->report) == 0) {
        return;
    }
    for (size_t i = 0; i < CELLS; i++) {
        columns[i].name = names[i];
        columns[i].shape = i == FILE_NAME ? GCV_SHAPE_VALUE : GCV_SHAPE_NUMBER;
    }
    gcv_document_put(writer, GCV_PART_HEADING, gcv_slice_str("From dump to dump"));
    gcv_document_table(writer, columns, CELLS);
    for (size_t i = 0; i < n_dumps(overview->report); i++) {
        make_cells(overview, i, &before, cells);
        gcv_writer_row(writer, cells);
    }
    write_next(overview);
}

void gcv_overview_series_rows(gcv_overview *overview)
{
    gcv_cell cells[CELLS];
    uint64_t before = 0;
    for (size_t i = 0; i < n_dumps(overview->report); i++) {
        make_cells(overview, i, &before, cells);
        const gcv_cell row[] = {gcv_cell_str("dump"), cells[OBJECTS],  cells[BYTES],
                                gcv_cell_none(),      gcv_cell_none(), cells[FILE_NAME]};
        gcv_writer_row(overview->report->out.writer, row);
    }
}

void gcv_overview_series_json(gcv_overview *overview)
{
    gcv_writer *writer = overview->report->out.writer;
    gcv_cell cells[CELLS];
    uint64_t before = 0;
    gcv_writer_open_list(writer, "dumps");
    for (size_t i = 0; i < n_dumps(overview->report); i++) {
        make_cells(overview, i, &before, cells);
        gcv_writer_group(writer, NULL, names, cells, CELLS);
    }
    gcv_writer_close_list(writer);
}
