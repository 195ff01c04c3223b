/* overview_page.c - the overview as a page, for text and md; see overview_output.h. */
#include "report/overview/overview_output.h"

#include "base/number.h"
#include "output/document.h"

#include <string.h>

/* ---- parts of a page ---------------------------------------------------------------------- */

static void put(gcv_overview *overview, gcv_document_part part, const char *text)
{
    gcv_document_put(overview->report->writer, part, gcv_slice_str(text));
}

static void append(gcv_overview *overview, const char *text)
{
    gcv_buffer_append_str(overview->report->ctx, &overview->text, text);
}

/* Writes overview->text as a part of the page, and clears it. */
static void put_text(gcv_overview *overview, gcv_document_part part)
{
    gcv_document_put(overview->report->writer, part, gcv_buffer_slice(&overview->text));
    gcv_buffer_clear(&overview->text);
}

/* ---- the dump ----------------------------------------------------------------------------- */

/* Appends `, snapshot 2 of 2` if the file has several. */
static void append_snapshot(gcv_overview *overview, const gcv_heap *heap, const char *before)
{
    gcv_context *ctx = overview->report->ctx;
    if (gcv_heap_n_snapshots(heap) > 1) {
        append(overview, before);
        append(overview, "snapshot ");
        gcv_buffer_append_u64(ctx, &overview->text, gcv_heap_chosen_snapshot(heap));
        append(overview, " of ");
        gcv_buffer_append_u64(ctx, &overview->text, gcv_heap_n_snapshots(heap));
    }
}

/* Writes `FILE: nettrace, snapshot 2 of 2, complete`. */
static void write_head(gcv_overview *overview)
{
    const gcv_heap *heap = overview->report->heap;
    append(overview, gcv_heap_name(heap));
    append(overview, ": ");
    append(overview, gcv_heap_format(heap));
    append_snapshot(overview, heap, ", ");
    append(overview, ", ");
    append(overview, gcv_heap_verdict(heap));
    put_text(overview, GCV_PART_HEADING);
}

/* Describes the unreachable part. Objects may look unreachable because the dump lacks what holds
 * them; if nothing at all is reachable, the roots are more likely to be missing than the program to
 * hold nothing. Entries of 0 bytes, which some snapshots have, are not memory that a collection
 * could free. */
static const char *what_is_unreachable(const gcv_overview *overview)
{
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    return reach->objects == reach->reachable_objects ? "unreachable"
           : reach->bytes == reach->reachable_bytes ? "unreachable: objects of 0 bytes, no garbage"
           : reach->reachable_objects == 0
               ? "unreachable: no strong root reaches any object; the dump may lack roots"
           : gcv_heap_is_complete(overview->report->heap)
               ? "unreachable: garbage that no collection has taken yet"
               : "unreachable: garbage, or held by what the dump lacks";
}

static void write_reach(gcv_overview *overview)
{
    static const gcv_table_column columns[] = {{"objects", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {"share", GCV_SHAPE_NUMBER},
                                               {"part", GCV_SHAPE_VALUE}};
    const gcv_reach_totals *reach = &overview->look.summary.reach;
    const struct {
        uint64_t objects, bytes;
        const char *part;
    } rows[] = {{reach->objects, reach->bytes, "all"},
                {reach->reachable_objects, reach->reachable_bytes, "reachable"},
                {reach->objects - reach->reachable_objects, reach->bytes - reach->reachable_bytes,
                 what_is_unreachable(overview)}};
    gcv_document_table(overview->report->writer, columns, 4);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gcv_cell cells[4];
        cells[0] = gcv_cell_count(rows[i].objects);
        cells[1] = gcv_cell_bytes(rows[i].bytes);
        cells[2] = gcv_cell_count(gcv_percent_of(rows[i].bytes, reach->bytes));
        cells[3] = gcv_cell_str(rows[i].part);
        gcv_writer_row(overview->report->writer, cells);
    }
}

/* ---- types -------------------------------------------------------------------------------- */

static void write_types(gcv_overview *overview)
{
    static const gcv_table_column columns[] = {{"count", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {"share", GCV_SHAPE_NUMBER},
                                               {"retained", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TYPE}};
    if (overview->look.shown_types.n == 0) {
        return;
    }
    put(overview, GCV_PART_HEADING, "Types that fill the heap");
    gcv_document_table(overview->report->writer, columns, GCV_OVERVIEW_TYPE_CELLS);
    for (size_t i = 0; i < overview->look.shown_types.n; i++) {
        gcv_cell cells[GCV_OVERVIEW_TYPE_CELLS];
        gcv_overview_type_cells(overview, i, cells);
        gcv_writer_row(overview->report->writer, cells);
    }
}

/* ---- suspects ----------------------------------------------------------------------------- */

/* Writes `1. 3 pages …`, and below it `held by static … > …`. */
static void write_suspect(gcv_overview *overview, size_t rank)
{
    gcv_context *ctx = overview->report->ctx;
    const bool short_names = gcv_writer_shortens(overview->report->writer);
    gcv_suspect_list_describe(&overview->look.suspects, rank);
    gcv_buffer_append_u64(ctx, &overview->text, rank + 1);
    append(overview, ". ");
    gcv_overview_append_subject(overview, rank);
    gcv_buffer_append(ctx, &overview->text,
                      gcv_buffer_slice(&overview->look.suspects.reasons.text));
    put_text(overview, GCV_PART_LINE);
    gcv_overview_chain(overview, rank, short_names);
    put_text(overview, GCV_PART_DETAIL);
}

static void write_suspects(gcv_overview *overview)
{
    put(overview, GCV_PART_HEADING,
        overview->report->baseline != NULL
            ? "Suspects: what has grown, or is new, and what holds it"
            : "Suspects: what holds much, or repeats; growth would prove a leak");
    size_t n = overview->look.suspects.rows.items.n;
    if (n == 0) {
        put(overview, GCV_PART_LINE, "None.");
    }
    for (size_t rank = 0; rank < n; rank++) {
        write_suspect(overview, rank);
    }
}

/* ---- growth ------------------------------------------------------------------------------- */

/* Appends `+4 objects`; `unit` is the singular. */
static void append_delta(gcv_overview *overview, int64_t delta, const char *unit)
{
    char digits[GCV_NUMBER_MAX];
    gcv_format_i64(digits, delta);
    append(overview, delta > 0 ? "+" : "");
    append(overview, digits);
    append(overview, " ");
    append(overview, unit);
    append(overview, delta == 1 || delta == -1 ? "" : "s");
}

/* Writes `Growth since OLD: +123 bytes, +4 objects`; for snapshots of one file `Growth since
 * snapshot 1 of 2: …`. */
static void write_growth_head(gcv_overview *overview)
{
    const gcv_heap *baseline = overview->report->baseline;
    int64_t objects, bytes = gcv_changes_growth(&overview->look.changes, &objects);
    append(overview, "Growth since ");
    if (!gcv_overview_is_of_one_file(overview)) {
        append(overview, gcv_heap_name(baseline));
    }
    append_snapshot(overview, baseline, gcv_overview_is_of_one_file(overview) ? "" : ", ");
    append(overview, ": ");
    append_delta(overview, bytes, "byte");
    append(overview, ", ");
    append_delta(overview, objects, "object");
    put_text(overview, GCV_PART_HEADING);
}

static void write_growth(gcv_overview *overview)
{
    static const gcv_table_column columns[] = {{"count_delta", GCV_SHAPE_NUMBER},
                                               {"bytes_delta", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TYPE}};
    if (overview->report->baseline == NULL) {
        return;
    }
    write_growth_head(overview);
    if (overview->look.grown.items.n == 0) {
        put(overview, GCV_PART_LINE, "No type has more bytes than before.");
        return;
    }
    gcv_document_table(overview->report->writer, columns, 3);
    for (size_t i = 0; i < overview->look.grown.items.n; i++) {
        uint32_t row = overview->look.grown.items.data[i];
        const gcv_change *change = &overview->look.changes.rows[row];
        gcv_cell cells[3];
        cells[0] = gcv_cell_signed(gcv_delta(change->count_a, change->count_b));
        cells[1] = gcv_cell_signed_bytes(gcv_delta(change->bytes_a, change->bytes_b));
        cells[2] = gcv_cell_text(overview->look.changes.join.names.data[row]);
        gcv_writer_row(overview->report->writer, cells);
    }
}

/* ---- what next ---------------------------------------------------------------------------- */

/* Width of a page in columns, unless the user asks for another one: pages are for people. */
enum { WIDTH = 100 };

/* What a command is good for has a line of its own: zsh knows no comments in lines that are pasted,
 * nor does cmd. */
static void write_next(gcv_overview *overview)
{
    put(overview, GCV_PART_HEADING, "Next");
    const char *why;
    for (size_t i = 0; (why = gcv_overview_next(overview, i)) != NULL; i++) {
        put(overview, GCV_PART_LINE, why);
        put_text(overview, GCV_PART_COMMAND);
    }
}

void gcv_overview_write_page(gcv_overview *overview)
{
    void (*const parts[])(gcv_overview *) = {write_head,   write_reach,    write_types,
                                             write_growth, write_suspects, write_next};
    if (!overview->report->width.given) {
        gcv_writer_fit(overview->report->writer, WIDTH);
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        parts[i](overview);
    }
}
