/* overview_rows.c - the overview as rows of one table, for tsv and csv; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/number.h"

enum { SECTION, COUNT, BYTES, SHARE, RETAINED, WHAT, CELLS };

/* Sets the section and the text of a row; its numbers are absent. */
static void begin_row(gcv_cell *cells, const char *section, gcv_slice what)
{
    size_t i;
    for (i = 0; i < CELLS; i++) {
        cells[i] = gcv_cell_none();
    }
    cells[SECTION] = gcv_cell_str(section);
    cells[WHAT] = gcv_cell_text(what);
}

static gcv_status write_heap_row(gcv_overview *overview, uint64_t objects, uint64_t bytes,
                                 const char *what, gcv_error *err)
{
    gcv_cell cells[CELLS];
    begin_row(cells, "heap", gcv_slice_str(what));
    cells[COUNT] = gcv_cell_count(objects);
    cells[BYTES] = gcv_cell_bytes(bytes);
    cells[SHARE] = gcv_cell_count(gcv_percent_of(bytes, overview->reach.bytes));
    return gcv_writer_row(overview->report->writer, cells, err);
}

static gcv_status write_heap(gcv_overview *overview, gcv_error *err)
{
    const gcv_reach_totals *reach = &overview->reach;
    gcv_cell cells[CELLS];
    gcv_status status;
    begin_row(cells, "verdict", gcv_slice_str(gcv_heap_verdict(overview->report->heap)));
    status = gcv_writer_row(overview->report->writer, cells, err);
    if (status == GCV_OK) {
        status = write_heap_row(overview, reach->objects, reach->bytes, "all", err);
    }
    if (status == GCV_OK) {
        status = write_heap_row(overview, reach->reachable_objects, reach->reachable_bytes,
                                "reachable", err);
    }
    return status == GCV_OK
               ? write_heap_row(overview, reach->objects - reach->reachable_objects,
                                reach->bytes - reach->reachable_bytes, "unreachable", err)
               : status;
}

void gcv_overview_type_cells(const gcv_overview *overview, size_t rank,
                             gcv_cell cells[GCV_OVERVIEW_TYPE_CELLS])
{
    const gcv_group_totals *types = &overview->types;
    const uint32_t type = overview->shown.items.data[rank];
    const uint64_t bytes = types->bytes[type];
    cells[0] = gcv_cell_count(types->counts[type]);
    cells[1] = gcv_cell_bytes(bytes);
    cells[2] = gcv_cell_count(gcv_percent_of(bytes, gcv_group_totals_whole_bytes(types)));
    cells[3] = gcv_set_retained_cell(overview->retained[rank]);
    cells[4] = gcv_cell_text(types->groups.names[type]);
}

static gcv_status write_types(gcv_overview *overview, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < overview->shown.items.n; i++) {
        gcv_cell cells[CELLS];
        cells[SECTION] = gcv_cell_str("type");
        gcv_overview_type_cells(overview, i, &cells[COUNT]);
        status = gcv_writer_row(overview->report->writer, cells, err);
    }
    return status;
}

/* Writes two rows per suspect: the sentence about it, and the chain that holds it. */
static gcv_status write_suspects(gcv_overview *overview, gcv_error *err)
{
    gcv_suspect_list *suspects = &overview->suspects;
    const uint64_t reachable = suspects->retention.dominators.retained[0];
    gcv_status status = GCV_OK;
    size_t rank;
    for (rank = 0; status == GCV_OK && rank < suspects->rows.items.n; rank++) {
        const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
        gcv_cell cells[CELLS];
        status = gcv_suspect_list_describe(suspects, rank, err);
        gcv_buffer_clear(&overview->text);
        gcv_overview_append_subject(overview, rank, err);
        gcv_buffer_append(overview->report->ctx, &overview->text,
                          gcv_buffer_slice(&suspects->reasons.text), err);
        begin_row(cells, "suspect", gcv_buffer_slice(&overview->text));
        cells[COUNT] = gcv_cell_count(row->objects);
        cells[SHARE] = gcv_cell_count(gcv_percent_of(row->retained, reachable));
        cells[RETAINED] = gcv_cell_bytes(row->retained);
        status = status == GCV_OK ? overview->text.status : status;
        if (status == GCV_OK) {
            status = gcv_writer_row(overview->report->writer, cells, err);
        }
        if (status == GCV_OK) {
            status = gcv_overview_chain(overview, rank, false, err);
        }
        if (status == GCV_OK) {
            begin_row(cells, "chain", gcv_buffer_slice(&overview->text));
            status = gcv_writer_row(overview->report->writer, cells, err);
        }
    }
    return status;
}

static gcv_status write_growth(gcv_overview *overview, gcv_error *err)
{
    gcv_cell cells[CELLS];
    gcv_status status;
    int64_t bytes, objects;
    size_t i;
    if (overview->report->baseline == NULL) {
        return GCV_OK;
    }
    bytes = gcv_overview_growth(overview, &objects);
    begin_row(cells, "growth", gcv_slice_str("all"));
    cells[COUNT] = gcv_cell_signed(objects);
    cells[BYTES] = gcv_cell_signed_bytes(bytes);
    status = gcv_writer_row(overview->report->writer, cells, err);
    for (i = 0; status == GCV_OK && i < overview->grown.items.n; i++) {
        uint32_t row = overview->grown.items.data[i];
        const gcv_change *change = &overview->changes.rows[row];
        begin_row(cells, "grown", overview->changes.join.names.data[row]);
        cells[COUNT] = gcv_cell_signed(gcv_delta(change->count_a, change->count_b));
        cells[BYTES] = gcv_cell_signed_bytes(gcv_delta(change->bytes_a, change->bytes_b));
        status = gcv_writer_row(overview->report->writer, cells, err);
    }
    return status;
}

static gcv_status write_next(gcv_overview *overview, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && gcv_overview_next(overview, i, err) != NULL; i++) {
        gcv_cell cells[CELLS];
        status = overview->text.status;
        if (status == GCV_OK) {
            begin_row(cells, "next", gcv_buffer_slice(&overview->text));
            status = gcv_writer_row(overview->report->writer, cells, err);
        }
    }
    return status;
}

gcv_status gcv_overview_write_rows(gcv_overview *overview, gcv_error *err)
{
    static const gcv_table_column columns[CELLS] = {
        {"section", GCV_SHAPE_TEXT}, {"count", GCV_SHAPE_NUMBER},    {"bytes", GCV_SHAPE_NUMBER},
        {"share", GCV_SHAPE_NUMBER}, {"retained", GCV_SHAPE_NUMBER}, {"what", GCV_SHAPE_TEXT}};
    gcv_status (*const parts[])(gcv_overview *, gcv_error *) = {
        write_heap, write_types, write_growth, write_suspects, write_next};
    gcv_status status = gcv_report_begin(overview->report, columns, CELLS, err);
    size_t i;
    for (i = 0; status == GCV_OK && i < sizeof parts / sizeof parts[0]; i++) {
        status = parts[i](overview, err);
    }
    return status;
}
