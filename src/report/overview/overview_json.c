/* overview_json.c - the overview as one json row that contains lists; see overview.h. */
#include "report/overview/overview.h"

#include "base/number.h"

static void write_cause(gcv_overview *overview, const gcv_cause *cause)
{
    static const char *const keys[] = {"count_delta", "bytes_delta", "type"};
    gcv_writer *writer = overview->writer;
    gcv_cell cells[GCV_OVERVIEW_CAUSE_CELLS];
    gcv_writer_open_group(writer, NULL);
    gcv_overview_holder_cells(overview, cause, cells);
    gcv_writer_value(writer, "held_by", cells[2]);
    gcv_writer_value(writer, "bytes_delta", cells[1]);
    gcv_writer_open_list(writer, "types");
    for (uint32_t i = cause->told; i < cause->told + cause->n_told; i++) {
        gcv_overview_told_cells(overview, i, cells);
        gcv_writer_group(writer, NULL, keys, cells, GCV_OVERVIEW_CAUSE_CELLS);
    }
    gcv_writer_close_list(writer);
    gcv_writer_close_group(writer);
}

static void write_growth(gcv_overview *overview)
{
    gcv_writer *writer = overview->writer;
    int64_t objects;
    if (overview->report->in.baseline == NULL) {
        return;
    }
    int64_t bytes = gcv_changes_growth(&overview->look.changes, &objects);
    gcv_writer_open_group(writer, "growth");
    gcv_writer_value(writer, "count_delta", gcv_cell_signed(objects));
    gcv_writer_value(writer, "bytes_delta", gcv_cell_signed_bytes(bytes));
    gcv_writer_open_list(writer, "causes");
    for (size_t i = 0; i < overview->look.causes.all.n; i++) {
        write_cause(overview, &overview->look.causes.all.data[i]);
    }
    gcv_writer_close_list(writer);
    gcv_writer_close_group(writer);
}

/* Writes a finding: its sentence, and its first suspect with the members of `suspects --chains
 * --format json`. */
static void write_finding(gcv_overview *overview, size_t at)
{
    const gcv_finding *finding = &overview->look.findings.all.data[at];
    const uint32_t rank = finding->rank;
    gcv_suspect_list *suspects = &overview->look.suspects;
    gcv_writer *writer = overview->writer;
    const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
    const uint64_t reachable = suspects->reachable;
    const char *word;
    gcv_writer_open_group(writer, NULL);
    gcv_buffer_clear(&overview->text);
    gcv_finding_line(&overview->look, at, &overview->text);
    gcv_writer_value(writer, "answer", gcv_cell_text(gcv_buffer_slice(&overview->text)));
    gcv_writer_open_list(writer, "kinds");
    for (size_t i = 0; (word = gcv_finding_word(finding, i)) != NULL; i++) {
        gcv_writer_value(writer, NULL, gcv_cell_str(word));
    }
    gcv_writer_close_list(writer);
    gcv_writer_value(writer, "more_on_chain", gcv_cell_count(finding->n_more));
    gcv_writer_value(writer, "more_like_it", gcv_cell_count(finding->n_likes));
    gcv_suspect_list_describe(suspects, rank);
    gcv_writer_value(writer, "rank", gcv_cell_count(rank + 1));
    gcv_writer_value(writer, "retained", gcv_cell_bytes(row->retained));
    gcv_writer_value(writer, "share", gcv_cell_count(gcv_percent_of(row->retained, reachable)));
    gcv_writer_value(writer, "objects", gcv_cell_count(row->objects));
    gcv_writer_value(writer, "object", gcv_object_id_cell(overview->report->in.heap, row->object));
    gcv_writer_value(writer, "type", gcv_cell_text(row->name));
    gcv_writer_value(writer, "reason", gcv_cell_text(gcv_buffer_slice(&suspects->reasons.text)));
    gcv_suspect_json(writer, suspects, rank, &overview->look.chains, &overview->text);
    gcv_writer_close_group(writer);
}

static void write_series(const gcv_overview *overview)
{
    static const char *const keys[] = {"objects", "bytes", "growth", "file"};
    gcv_writer *writer = overview->writer;
    gcv_cell cells[GCV_OVERVIEW_DUMP_CELLS];
    if (overview->n_dumps > 0) {
        gcv_writer_open_list(writer, "dumps");
        for (size_t i = 0; i < overview->n_dumps; i++) {
            gcv_overview_dump_cells(overview, i, cells);
            gcv_writer_group(writer, NULL, keys, cells, GCV_OVERVIEW_DUMP_CELLS);
        }
        gcv_writer_close_list(writer);
    }
}

void gcv_overview_write_json(gcv_overview *overview)
{
    static const char *const keys[] = {"count", "bytes", "share", "retained", "type"};
    gcv_writer *writer = overview->writer;
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    gcv_report_begin(overview->report, NULL, 0);
    gcv_writer_row(writer, NULL);
    gcv_writer_open_list(writer, "suspects");
    for (size_t i = 0; i < overview->n_findings; i++) {
        write_finding(overview, i);
    }
    gcv_writer_close_list(writer);
    gcv_writer_value(writer, "objects", gcv_cell_count(reach->objects));
    gcv_writer_value(writer, "bytes", gcv_cell_bytes(reach->bytes));
    gcv_writer_value(writer, "reachable_objects", gcv_cell_count(reach->reachable_objects));
    gcv_writer_value(writer, "reachable_bytes", gcv_cell_bytes(reach->reachable_bytes));
    gcv_writer_value(writer, "unreachable_objects",
                     gcv_cell_count(reach->objects - reach->reachable_objects));
    gcv_writer_value(writer, "unreachable_bytes",
                     gcv_cell_bytes(reach->bytes - reach->reachable_bytes));
    write_growth(overview);
    write_series(overview);
    gcv_writer_open_list(writer, "types");
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_cell values[GCV_OVERVIEW_TYPE_CELLS];
        gcv_overview_type_cells(overview, i, values);
        gcv_writer_group(writer, NULL, keys, values, GCV_OVERVIEW_TYPE_CELLS);
    }
    gcv_writer_close_list(writer);
    gcv_writer_open_list(writer, "next");
    for (size_t i = 0; gcv_overview_next(overview, i) != NULL; i++) {
        gcv_writer_value(writer, NULL, gcv_cell_text(gcv_buffer_slice(&overview->text)));
    }
    gcv_writer_close_list(writer);
}
