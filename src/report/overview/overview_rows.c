/* overview_rows.c - the overview as rows of one table, for tsv and csv; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/number.h"

enum { SECTION, COUNT, BYTES, SHARE, RETAINED, WHAT, CELLS };

/* Sets the section and the text of a row; its numbers are absent. */
static void begin_row(gcv_cell *cells, const char *section, gcv_slice what)
{
    for (size_t i = 0; i < CELLS; i++) {
        cells[i] = gcv_cell_none();
    }
    cells[SECTION] = gcv_cell_str(section);
    cells[WHAT] = gcv_cell_text(what);
}

static void write_heap_row(gcv_overview *overview, uint64_t objects, uint64_t bytes,
                           const char *what)
{
    gcv_cell cells[CELLS];
    begin_row(cells, "heap", gcv_slice_str(what));
    cells[COUNT] = gcv_cell_count(objects);
    cells[BYTES] = gcv_cell_bytes(bytes);
    cells[SHARE] = gcv_cell_count(gcv_percent_of(bytes, overview->look.summary.reach.bytes));
    gcv_writer_row(overview->report->writer, cells);
}

static void write_heap(gcv_overview *overview)
{
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    gcv_cell cells[CELLS];
    begin_row(cells, "verdict", gcv_slice_str(gcv_heap_verdict(overview->report->heap)));
    gcv_writer_row(overview->report->writer, cells);
    write_heap_row(overview, reach->objects, reach->bytes, "all");
    write_heap_row(overview, reach->reachable_objects, reach->reachable_bytes, "reachable");
    write_heap_row(overview, reach->objects - reach->reachable_objects,
                   reach->bytes - reach->reachable_bytes, "unreachable");
}

void gcv_overview_type_cells(const gcv_overview *overview, size_t rank,
                             gcv_cell cells[GCV_OVERVIEW_TYPE_CELLS])
{
    const gcv_group_totals *types = &overview->look.types;
    const uint32_t type = overview->look.shown_types.data[rank];
    const uint64_t bytes = types->bytes[type];
    cells[0] = gcv_cell_count(types->counts[type]);
    cells[1] = gcv_cell_bytes(bytes);
    cells[2] = gcv_cell_count(gcv_percent_of(bytes, gcv_group_totals_whole_bytes(types)));
    cells[3] = gcv_set_retained_cell(types->retained[type]);
    cells[4] = gcv_cell_text(types->groups.names[type]);
}

static void write_types(gcv_overview *overview)
{
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_cell cells[CELLS];
        cells[SECTION] = gcv_cell_str("type");
        gcv_overview_type_cells(overview, i, &cells[COUNT]);
        gcv_writer_row(overview->report->writer, cells);
    }
}

/* Writes two rows per suspect: the sentence about it, and the chain that holds it. */
static void write_suspects(gcv_overview *overview)
{
    gcv_suspect_list *suspects = &overview->look.suspects;
    const uint64_t reachable = suspects->reachable;
    for (size_t rank = 0; rank < suspects->rows.items.n; rank++) {
        const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
        gcv_cell cells[CELLS];
        gcv_suspect_list_describe(suspects, rank);
        gcv_buffer_clear(&overview->text);
        gcv_overview_append_subject(overview, rank);
        gcv_buffer_append(overview->report->ctx, &overview->text,
                          gcv_buffer_slice(&suspects->reasons.text));
        begin_row(cells, "suspect", gcv_buffer_slice(&overview->text));
        cells[COUNT] = gcv_cell_count(row->objects);
        cells[SHARE] = gcv_cell_count(gcv_percent_of(row->retained, reachable));
        cells[RETAINED] = gcv_cell_bytes(row->retained);
        gcv_writer_row(overview->report->writer, cells);
        gcv_overview_chain(overview, rank, false);
        begin_row(cells, "chain", gcv_buffer_slice(&overview->text));
        gcv_writer_row(overview->report->writer, cells);
    }
}

static void write_growth(gcv_overview *overview)
{
    gcv_cell cells[CELLS];
    int64_t objects;
    if (overview->report->baseline == NULL) {
        return;
    }
    int64_t bytes = gcv_changes_growth(&overview->look.changes, &objects);
    begin_row(cells, "growth", gcv_slice_str("all"));
    cells[COUNT] = gcv_cell_signed(objects);
    cells[BYTES] = gcv_cell_signed_bytes(bytes);
    gcv_writer_row(overview->report->writer, cells);
    for (size_t i = 0; i < overview->look.grown.items.n; i++) {
        uint32_t row = overview->look.grown.items.data[i];
        const gcv_change *change = &overview->look.changes.rows[row];
        begin_row(cells, "grown", overview->look.changes.join.names.data[row]);
        cells[COUNT] = gcv_cell_signed(gcv_delta(change->count_a, change->count_b));
        cells[BYTES] = gcv_cell_signed_bytes(gcv_delta(change->bytes_a, change->bytes_b));
        gcv_writer_row(overview->report->writer, cells);
    }
}

static void write_next(gcv_overview *overview)
{
    for (size_t i = 0; gcv_overview_next(overview, i) != NULL; i++) {
        gcv_cell cells[CELLS];
        begin_row(cells, "next", gcv_buffer_slice(&overview->text));
        gcv_writer_row(overview->report->writer, cells);
    }
}

void gcv_overview_write_rows(gcv_overview *overview)
{
    static const gcv_table_column columns[CELLS] = {
        {"section", GCV_SHAPE_TEXT}, {"count", GCV_SHAPE_NUMBER},    {"bytes", GCV_SHAPE_NUMBER},
        {"share", GCV_SHAPE_NUMBER}, {"retained", GCV_SHAPE_NUMBER}, {"what", GCV_SHAPE_TEXT}};
    void (*const parts[])(gcv_overview *) = {write_heap, write_types, write_growth, write_suspects,
                                             write_next};
    gcv_report_begin(overview->report, columns, CELLS);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        parts[i](overview);
    }
}
