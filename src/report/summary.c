/* summary.c - what is in this file, and is it complete?
 *
 * One row per key, in fixed order; then the snapshots of the file, if there are several, and the
 * properties of the dump. */
#include "report/commands.h"
#include "report/select.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static gcv_cell count_if(bool has, uint64_t value)
{
    return has ? gcv_cell_count(value) : gcv_cell_none();
}

/* Gives a row per snapshot: `1: 71342 objects, 7048774 bytes, 144049 references (this one)` */
static void give_snapshots(const gcv_heap *heap, gcv_summary_take take, void *payload)
{
    const gcv_snapshot_column *snapshots = &heap->snapshots;
    for (size_t i = 0; snapshots->n > 1 && i < snapshots->n; i++) {
        const gcv_snapshot *s = &snapshots->data[i];
        char text[200];
        (void)snprintf(text, sizeof text,
                       "%" PRIu32 ": %" PRIu64 " objects, %" PRIu64 " bytes, %" PRIu64
                       " references%s%s",
                       s->number, s->objects, s->bytes, s->references,
                       s->complete ? "" : ", incomplete", s->chosen ? " (this one)" : "");
        take(payload, "snapshot", gcv_cell_str(text), s);
    }
}

void gcv_summary_each(const gcv_heap *heap, const uint8_t *sections, const gcv_summary *summary,
                      gcv_summary_take take, void *payload)
{
    const gcv_counts *counts = &summary->counts;
    const gcv_reach_totals *reach = &summary->reach;
    const struct {
        const char *key;
        gcv_cell value;
    } rows[] = {
        {"started", count_if(summary->has_started, summary->started)},
        {"ended", count_if(summary->has_ended, summary->ended)},
        {"objects", gcv_cell_count(counts->objects)},
        {"bytes", gcv_cell_bytes(counts->bytes)},
        {"types", gcv_cell_count(counts->types)},
        {"references", gcv_cell_count(counts->references)},
        {"roots", gcv_cell_count(counts->roots)},
        {"strong_root_objects", gcv_cell_count(reach->root_objects)},
        {"reachable_objects", gcv_cell_count(reach->reachable_objects)},
        {"reachable_bytes", gcv_cell_bytes(reach->reachable_bytes)},
        {"unreachable_objects", gcv_cell_count(counts->objects - reach->reachable_objects)},
        {"unreachable_bytes", gcv_cell_bytes(counts->bytes - reach->reachable_bytes)},
        {"dangling_references", gcv_cell_count(counts->dangling_references)},
        {"dangling_roots", gcv_cell_count(counts->dangling_roots)},
        {"duplicate_objects", gcv_cell_count(counts->duplicate_objects)},
        {"unknown_types", gcv_cell_count(counts->unknown_types)},
        {"malformed_lines", gcv_cell_count(counts->malformed_lines)},
        {"anomalies", gcv_cell_count(counts->anomalies)},
        {"verdict", gcv_cell_str(gcv_heap_verdict(heap))},
    };
    take(payload, "format", gcv_cell_str(gcv_heap_format(heap)), NULL);
    take(payload, "version", count_if(summary->has_version, summary->version), NULL);
    for (uint32_t s = 0; s < heap->sections.n; s++) {
        const gcv_slice name = heap->sections.data[s].domain;
        if (sections[s]) {
            take(payload, "domain", name.data != NULL ? gcv_cell_text(name) : gcv_cell_none(),
                 NULL);
        }
    }
    for (size_t i = 0; i < GCV_LENGTH(rows); i++) {
        take(payload, rows[i].key, rows[i].value, NULL);
    }
    give_snapshots(heap, take, payload);
    for (size_t i = 0; i < gcv_heap_n_properties(heap); i++) {
        const gcv_property *property = gcv_heap_property(heap, i);
        take(payload, property->key,
             property->is_number ? gcv_cell_count(property->number)
                                 : gcv_cell_text(property->value),
             NULL);
    }
}

static void write_row(void *payload, const char *key, gcv_cell value, const gcv_snapshot *snapshot)
{
    const gcv_report *report = payload;
    gcv_writer *writer = report->out.writer;
    const bool is_id = strcmp(key, GCV_SUMMARY_PROCESS) == 0;
    const gcv_cell cells[] = {gcv_cell_str(key), is_id && gcv_report_is_on_screen(report)
                                                     ? gcv_cell_decimal_id(value.number)
                                                     : value};
    gcv_writer_row(writer, cells);
    if (snapshot != NULL) {
        gcv_writer_value(writer, "number", gcv_cell_count(snapshot->number));
        gcv_writer_value(writer, "objects", gcv_cell_count(snapshot->objects));
        gcv_writer_value(writer, "bytes", gcv_cell_bytes(snapshot->bytes));
        gcv_writer_value(writer, "references", gcv_cell_count(snapshot->references));
        gcv_writer_value(writer, "roots", gcv_cell_count(snapshot->roots));
        gcv_writer_value(writer, "complete", gcv_cell_flag(snapshot->complete));
        gcv_writer_value(writer, "chosen", gcv_cell_flag(snapshot->chosen));
    }
}

static void run(gcv_report *report)
{
    static const gcv_table_column columns[] = {{"key", GCV_SHAPE_TEXT}, {"value", GCV_SHAPE_VALUE}};
    gcv_selection selection = gcv_report_select(report);
    gcv_summary summary = gcv_summary_of(&selection);
    gcv_reach_totals_find(report->ctx, report->in.heap, report->options->include_weak,
                          selection.sections, &summary.reach);
    gcv_report_begin(report, columns, GCV_LENGTH(columns));
    gcv_summary_each(report->in.heap, selection.sections, &summary, write_row, report);
}

const gcv_command gcv_command_summary = {
    .name = "summary",
    .summary = "what is in this file, and is it complete?",
    .description =
        "One row per key, always the same keys in the same order; a key that has no\n"
        "value in this format shows `-`. A file with several application domains has\n"
        "one `domain` row for each. After `verdict` come the snapshots of the file, if\n"
        "there are several, and what the dump says of itself. `time_unit` is the unit of\n"
        "`started` and `ended`; `added_roots` counts objects that live although no root\n"
        "in the dump holds them, which is why strong_root_objects can exceed `roots`.",
    .examples = "  gcview summary samples/azmcp-1.log",
    .columns = "key value",
    .schema = 2,
    .warns_of_lacks = true,
    .shared = GCV_SET_ROOT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_paths)},
    .run = run,
};
