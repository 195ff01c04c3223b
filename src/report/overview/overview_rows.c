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
    gcv_writer_row(overview->report->out.writer, cells);
}

static void write_heap(gcv_overview *overview)
{
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    gcv_cell cells[CELLS];
    begin_row(cells, "verdict", gcv_slice_str(gcv_heap_verdict(overview->report->in.heap)));
    gcv_writer_row(overview->report->out.writer, cells);
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

void gcv_overview_told_cells(const gcv_overview *overview, size_t at, gcv_cell cells[3])
{
    const gcv_causes *causes = &overview->look.causes;
    const gcv_cause_told *told = &causes->told.data[at];
    cells[0] = gcv_cell_signed(gcv_delta(told->objects[0], told->objects[1]));
    cells[1] = gcv_cell_signed_bytes(gcv_delta(told->bytes[0], told->bytes[1]));
    cells[2] = gcv_cell_text(gcv_cause_name(causes, &causes->rows.data[told->row]));
}

static void write_types(gcv_overview *overview)
{
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_cell cells[CELLS];
        cells[SECTION] = gcv_cell_str("type");
        gcv_overview_type_cells(overview, i, &cells[COUNT]);
        gcv_writer_row(overview->report->out.writer, cells);
    }
}

/* Writes two rows per finding: the sentence about it, and the chain that holds it. */
static void write_findings(gcv_overview *overview)
{
    gcv_suspect_list *suspects = &overview->look.suspects;
    for (size_t i = 0; i < gcv_overview_n_findings(overview); i++) {
        const uint32_t rank = overview->look.findings.all.data[i].rank;
        const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
        gcv_cell cells[CELLS];
        gcv_buffer_clear(&overview->text);
        gcv_finding_line(&overview->look, i, &overview->text);
        begin_row(cells, "suspect", gcv_buffer_slice(&overview->text));
        cells[COUNT] = gcv_cell_count(row->objects);
        cells[SHARE] = gcv_cell_count(gcv_percent_of(row->retained, suspects->reachable));
        cells[RETAINED] = gcv_cell_bytes(row->retained);
        gcv_writer_row(overview->report->out.writer, cells);
        gcv_chain_line(suspects, &overview->look.chains, rank, GCV_CHAIN_WHOLE, &overview->text);
        begin_row(cells, "chain", gcv_buffer_slice(&overview->text));
        gcv_writer_row(overview->report->out.writer, cells);
    }
}

/* Writes a row for what holds growth, and one for each type that grew there. */
static void write_cause(gcv_overview *overview, const gcv_cause *cause)
{
    gcv_cell cells[CELLS];
    gcv_overview_holder(overview, cause);
    begin_row(cells, "held_by", gcv_buffer_slice(&overview->text));
    cells[BYTES] = gcv_cell_signed_bytes(cause->grown);
    gcv_writer_row(overview->report->out.writer, cells);
    for (uint32_t i = cause->told; i < cause->told + cause->n_told; i++) {
        gcv_cell told[3];
        gcv_overview_told_cells(overview, i, told);
        begin_row(cells, "grown", told[2].text);
        cells[COUNT] = told[0];
        cells[BYTES] = told[1];
        gcv_writer_row(overview->report->out.writer, cells);
    }
}

static void write_growth(gcv_overview *overview)
{
    gcv_cell cells[CELLS];
    int64_t objects;
    if (overview->report->in.baseline == NULL) {
        return;
    }
    int64_t bytes = gcv_changes_growth(&overview->look.changes, &objects);
    begin_row(cells, "growth", gcv_slice_str("all"));
    cells[COUNT] = gcv_cell_signed(objects);
    cells[BYTES] = gcv_cell_signed_bytes(bytes);
    gcv_writer_row(overview->report->out.writer, cells);
    for (size_t i = 0; i < overview->look.causes.all.n; i++) {
        write_cause(overview, &overview->look.causes.all.data[i]);
    }
}

static void write_capture(gcv_overview *overview)
{
    const gcv_captures *captures = &overview->sides.captures;
    const gcv_capture *last = &captures->of[captures->n - 1];
    const uint64_t whole = overview->look.summary.reach.bytes;
    gcv_cell cells[CELLS];
    if (last->objects > 0) {
        begin_row(cells, "capture", gcv_slice_str("made by taking the dump"));
        cells[COUNT] = gcv_cell_count(last->objects);
        cells[BYTES] = gcv_cell_bytes(last->bytes);
        cells[SHARE] = gcv_cell_count(gcv_percent_of(last->bytes, whole));
        gcv_writer_row(overview->report->out.writer, cells);
    }
}

static void write_next(gcv_overview *overview)
{
    for (size_t i = 0; gcv_overview_next(overview, i) != NULL; i++) {
        gcv_cell cells[CELLS];
        begin_row(cells, "next", gcv_buffer_slice(&overview->text));
        gcv_writer_row(overview->report->out.writer, cells);
    }
}

void gcv_overview_write_rows(gcv_overview *overview)
{
    static const gcv_table_column columns[CELLS] = {
        {"section", GCV_SHAPE_TEXT}, {"count", GCV_SHAPE_NUMBER},    {"bytes", GCV_SHAPE_NUMBER},
        {"share", GCV_SHAPE_NUMBER}, {"retained", GCV_SHAPE_NUMBER}, {"what", GCV_SHAPE_TEXT}};
    void (*const parts[])(gcv_overview *) = {
        write_findings,           write_capture, write_heap, write_growth,
        gcv_overview_series_rows, write_types,   write_next};
    gcv_report_begin(overview->report, columns, CELLS);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        parts[i](overview);
    }
}
