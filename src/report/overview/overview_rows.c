/* overview_rows.c - the overview as rows of one table, for tsv and csv; see overview.h. */
#include "report/overview/overview.h"

#include "base/number.h"

enum { SECTION, COUNT, BYTES, SHARE, RETAINED, WHAT, CELLS };

static void write_text(const gcv_overview *overview, const char *section, gcv_cell what)
{
    const gcv_cell cells[CELLS] = {[SECTION] = gcv_cell_str(section), [WHAT] = what};
    gcv_writer_row(overview->writer, cells);
}

/* Writes a row with objects, their bytes and the share of these. */
static void write_part(const gcv_overview *overview, const char *section, uint64_t objects,
                       uint64_t bytes, const char *what)
{
    const uint64_t whole = overview->look.summary.reach.bytes;
    const gcv_cell cells[CELLS] = {[SECTION] = gcv_cell_str(section),
                                   [COUNT] = gcv_cell_count(objects),
                                   [BYTES] = gcv_cell_bytes(bytes),
                                   [SHARE] = gcv_cell_count(gcv_percent_of(bytes, whole)),
                                   [WHAT] = gcv_cell_str(what)};
    gcv_writer_row(overview->writer, cells);
}

/* Writes two rows per finding: the sentence about it, and the chain that holds it. */
static void write_findings(gcv_overview *overview)
{
    gcv_suspect_list *suspects = &overview->look.suspects;
    for (size_t i = 0; i < overview->n_findings; i++) {
        const uint32_t rank = overview->look.findings.all.data[i].rank;
        const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
        const uint64_t share = gcv_percent_of(row->retained, suspects->reachable);
        gcv_buffer_clear(&overview->text);
        gcv_finding_line(&overview->look, i, &overview->text);
        const gcv_cell cells[CELLS] = {[SECTION] = gcv_cell_str("suspect"),
                                       [COUNT] = gcv_cell_count(row->objects),
                                       [SHARE] = gcv_cell_count(share),
                                       [RETAINED] = gcv_cell_bytes(row->retained),
                                       [WHAT] = gcv_cell_text(gcv_buffer_slice(&overview->text))};
        gcv_writer_row(overview->writer, cells);
        gcv_chain_line(suspects, &overview->look.chains, rank, GCV_CHAIN_WHOLE, &overview->text);
        write_text(overview, "chain", gcv_cell_text(gcv_buffer_slice(&overview->text)));
    }
}

/* Writes a row; `from`: how many objects (more), how many bytes (more), and what. */
static void write_sum(const gcv_overview *overview, const char *section, const gcv_cell *from)
{
    const gcv_cell cells[CELLS] = {
        [SECTION] = gcv_cell_str(section), [COUNT] = from[0], [BYTES] = from[1], [WHAT] = from[2]};
    gcv_writer_row(overview->writer, cells);
}

/* Writes the growth, a row for what holds growth, and one for each type that grew there. */
static void write_growth(gcv_overview *overview)
{
    const gcv_cause_column *causes = &overview->look.causes.all;
    gcv_cell cells[GCV_OVERVIEW_CAUSE_CELLS];
    int64_t objects;
    if (overview->report->in.baseline == NULL) {
        return;
    }
    cells[1] = gcv_cell_signed_bytes(gcv_changes_growth(&overview->look.changes, &objects));
    cells[0] = gcv_cell_signed(objects);
    cells[2] = gcv_cell_str("all");
    write_sum(overview, "growth", cells);
    for (size_t at = 0; at < causes->n; at++) {
        const gcv_cause *cause = &causes->data[at];
        gcv_overview_holder_cells(overview, cause, cells);
        write_sum(overview, "held_by", cells);
        for (uint32_t i = cause->told; i < cause->told + cause->n_told; i++) {
            gcv_overview_told_cells(overview, i, cells);
            write_sum(overview, "grown", cells);
        }
    }
}

void gcv_overview_write_rows(gcv_overview *overview)
{
    static const gcv_table_column columns[CELLS] = {
        {"section", GCV_SHAPE_TEXT}, {"count", GCV_SHAPE_NUMBER},    {"bytes", GCV_SHAPE_NUMBER},
        {"share", GCV_SHAPE_NUMBER}, {"retained", GCV_SHAPE_NUMBER}, {"what", GCV_SHAPE_TEXT}};
    const gcv_captures *captures = &overview->sides.captures;
    const gcv_capture *made = &captures->of[captures->n - 1];
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    gcv_cell cells[CELLS] = {gcv_cell_str("type")};
    gcv_report_begin(overview->report, columns, CELLS);
    write_findings(overview);
    if (made->objects > 0) {
        write_part(overview, "capture", made->objects, made->bytes, "made by taking the dump");
    }
    write_text(overview, "verdict", gcv_cell_str(gcv_heap_verdict(overview->report->in.heap)));
    write_part(overview, "heap", reach->objects, reach->bytes, "all");
    write_part(overview, "heap", reach->reachable_objects, reach->reachable_bytes, "reachable");
    write_part(overview, "heap", reach->objects - reach->reachable_objects,
               reach->bytes - reach->reachable_bytes, "unreachable");
    write_growth(overview);
    for (size_t i = 0; i < overview->n_dumps; i++) {
        gcv_cell dump[GCV_OVERVIEW_DUMP_CELLS];
        gcv_overview_dump_cells(overview, i, dump);
        dump[2] = dump[3];
        write_sum(overview, "dump", dump);
    }
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_overview_type_cells(overview, i, &cells[COUNT]);
        gcv_writer_row(overview->writer, cells);
    }
    for (size_t i = 0; gcv_overview_next(overview, i) != NULL; i++) {
        write_text(overview, "next", gcv_cell_text(gcv_buffer_slice(&overview->text)));
    }
}
