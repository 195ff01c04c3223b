/* overview_json.c - the overview as one json row that contains lists; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/number.h"
#include "report/suspects/suspect_json.h"

static void write_heap(const gcv_overview *overview)
{
    gcv_writer *writer = overview->report->writer;
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    gcv_writer_value(writer, "objects", gcv_cell_count(reach->objects));
    gcv_writer_value(writer, "bytes", gcv_cell_bytes(reach->bytes));
    gcv_writer_value(writer, "reachable_objects", gcv_cell_count(reach->reachable_objects));
    gcv_writer_value(writer, "reachable_bytes", gcv_cell_bytes(reach->reachable_bytes));
    gcv_writer_value(writer, "unreachable_objects",
                     gcv_cell_count(reach->objects - reach->reachable_objects));
    gcv_writer_value(writer, "unreachable_bytes",
                     gcv_cell_bytes(reach->bytes - reach->reachable_bytes));
}

static void write_types(const gcv_overview *overview)
{
    static const char *const keys[] = {"count", "bytes", "share", "retained", "type"};
    gcv_writer *writer = overview->report->writer;
    gcv_writer_open_list(writer, "types");
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_cell values[GCV_OVERVIEW_TYPE_CELLS];
        gcv_overview_type_cells(overview, i, values);
        gcv_writer_group(writer, NULL, keys, values, GCV_OVERVIEW_TYPE_CELLS);
    }
    gcv_writer_close_list(writer);
}

static void write_growth(const gcv_overview *overview)
{
    static const char *const keys[] = {"count_delta", "bytes_delta", "type"};
    gcv_writer *writer = overview->report->writer;
    int64_t objects;
    if (overview->report->baseline == NULL) {
        return;
    }
    int64_t bytes = gcv_changes_growth(&overview->look.changes, &objects);
    gcv_writer_open_group(writer, "growth");
    gcv_writer_value(writer, "count_delta", gcv_cell_signed(objects));
    gcv_writer_value(writer, "bytes_delta", gcv_cell_signed_bytes(bytes));
    gcv_writer_open_list(writer, "types");
    for (size_t i = 0; i < overview->look.grown.items.n; i++) {
        uint32_t row = overview->look.grown.items.data[i];
        const gcv_change *change = &overview->look.changes.rows[row];
        gcv_cell values[3];
        values[0] = gcv_cell_signed(gcv_delta(change->count_a, change->count_b));
        values[1] = gcv_cell_signed_bytes(gcv_delta(change->bytes_a, change->bytes_b));
        values[2] = gcv_cell_text(overview->look.changes.join.names.data[row]);
        gcv_writer_group(writer, NULL, keys, values, 3);
    }
    gcv_writer_close_list(writer);
    gcv_writer_close_group(writer);
}

/* Writes a suspect with the members of `suspects --chains --format json`. */
static void write_suspect(gcv_overview *overview, size_t rank)
{
    gcv_suspect_list *suspects = &overview->look.suspects;
    const gcv_heap *heap = overview->report->heap;
    gcv_writer *writer = overview->report->writer;
    const gcv_suspect *row = gcv_suspect_list_row(suspects, rank);
    const uint64_t reachable = suspects->reachable;
    gcv_suspect_list_describe(suspects, rank);
    gcv_writer_open_group(writer, NULL);
    gcv_writer_value(writer, "rank", gcv_cell_count(rank + 1));
    gcv_writer_value(writer, "retained", gcv_cell_bytes(row->retained));
    gcv_writer_value(writer, "share", gcv_cell_count(gcv_percent_of(row->retained, reachable)));
    gcv_writer_value(writer, "objects", gcv_cell_count(row->objects));
    gcv_writer_value(writer, "object",
                     row->object != GCV_NONE ? gcv_object_id_cell(heap, row->object)
                                             : gcv_cell_none());
    gcv_writer_value(writer, "type", gcv_cell_text(row->name));
    gcv_writer_value(writer, "reason", gcv_cell_text(gcv_buffer_slice(&suspects->reasons.text)));
    gcv_suspect_json(writer, suspects, rank, &overview->look.chains, &overview->text);
    gcv_writer_close_group(writer);
}

static void write_suspects(gcv_overview *overview)
{
    gcv_writer *writer = overview->report->writer;
    gcv_writer_open_list(writer, "suspects");
    for (size_t rank = 0; rank < overview->look.suspects.rows.items.n; rank++) {
        write_suspect(overview, rank);
    }
    gcv_writer_close_list(writer);
}

static void write_next(gcv_overview *overview)
{
    gcv_writer *writer = overview->report->writer;
    gcv_writer_open_list(writer, "next");
    for (size_t i = 0; gcv_overview_next(overview, i) != NULL; i++) {
        gcv_writer_value(writer, NULL, gcv_cell_text(gcv_buffer_slice(&overview->text)));
    }
    gcv_writer_close_list(writer);
}

void gcv_overview_write_json(gcv_overview *overview)
{
    gcv_report_begin(overview->report, NULL, 0);
    gcv_writer_row(overview->report->writer, NULL);
    write_heap(overview);
    write_types(overview);
    write_growth(overview);
    write_suspects(overview);
    write_next(overview);
}
