/* summary.c - what is in this file, and is it complete? One row a key, in fixed order; then the
 * snapshots of the file, if there are several, and the properties of the dump. */
#include "analysis/reach_totals.h"
#include "base/error.h"
#include "report/commands.h"
#include "report/key_value.h"
#include "report/select.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Totals of the sections that --domain leaves. */
typedef struct gcv_totals {
    gcv_counts counts;
    uint64_t started, ended, version;
    bool has_started, has_ended, has_version;
    gcv_reach_totals reach;
} gcv_totals;

static void add_section(gcv_totals *totals, const gcv_section *section)
{
    const gcv_counts *from = &section->counts;
    gcv_counts *to = &totals->counts;
    to->objects += from->objects;
    to->bytes += from->bytes;
    to->types += from->types;
    to->references += from->references;
    to->roots += from->roots;
    to->unknown_types += from->unknown_types;
    to->dangling_references += from->dangling_references;
    to->dangling_roots += from->dangling_roots;
    to->duplicate_objects += from->duplicate_objects;
    to->malformed_lines += from->malformed_lines;
    to->anomalies += from->anomalies;
    if (section->has_version && !totals->has_version) {
        totals->version = section->version;
        totals->has_version = true;
    }
    if (section->has_started && (!totals->has_started || section->started < totals->started)) {
        totals->started = section->started;
        totals->has_started = true;
    }
    if (section->has_ended && (!totals->has_ended || section->ended > totals->ended)) {
        totals->ended = section->ended;
        totals->has_ended = true;
    }
}

static gcv_cell count_if(bool has, uint64_t value)
{
    return has ? gcv_cell_count(value) : gcv_cell_none();
}

static gcv_status domain_rows(gcv_report *report, const uint8_t *sections, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t s;
    for (s = 0; status == GCV_OK && s < report->heap->sections.n; s++) {
        const gcv_section *section = &report->heap->sections.data[s];
        if (sections[s]) {
            status = gcv_key_value_row(report, "domain",
                                       section->domain.data != NULL ? gcv_cell_text(section->domain)
                                                                    : gcv_cell_none(),
                                       err);
        }
    }
    return status;
}

static gcv_status write_rows(gcv_report *report, const uint8_t *sections, const gcv_totals *totals,
                             gcv_error *err)
{
    const gcv_counts *counts = &totals->counts;
    const struct {
        const char *key;
        gcv_cell value;
    } before[] = {{"format", gcv_cell_str(gcv_heap_format(report->heap))},
                  {"version", count_if(totals->has_version, totals->version)}},
      after[] = {
          {"started", count_if(totals->has_started, totals->started)},
          {"ended", count_if(totals->has_ended, totals->ended)},
          {"objects", gcv_cell_count(counts->objects)},
          {"bytes", gcv_cell_bytes(counts->bytes)},
          {"types", gcv_cell_count(counts->types)},
          {"references", gcv_cell_count(counts->references)},
          {"roots", gcv_cell_count(counts->roots)},
          {"strong_root_objects", gcv_cell_count(totals->reach.root_objects)},
          {"reachable_objects", gcv_cell_count(totals->reach.reachable_objects)},
          {"reachable_bytes", gcv_cell_bytes(totals->reach.reachable_bytes)},
          {"unreachable_objects",
           gcv_cell_count(counts->objects - totals->reach.reachable_objects)},
          {"unreachable_bytes", gcv_cell_bytes(counts->bytes - totals->reach.reachable_bytes)},
          {"dangling_references", gcv_cell_count(counts->dangling_references)},
          {"dangling_roots", gcv_cell_count(counts->dangling_roots)},
          {"duplicate_objects", gcv_cell_count(counts->duplicate_objects)},
          {"unknown_types", gcv_cell_count(counts->unknown_types)},
          {"malformed_lines", gcv_cell_count(counts->malformed_lines)},
          {"anomalies", gcv_cell_count(counts->anomalies)},
          {"verdict", gcv_cell_str(gcv_heap_verdict(report->heap))},
      };
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < sizeof before / sizeof before[0]; i++) {
        status = gcv_key_value_row(report, before[i].key, before[i].value, err);
    }
    if (status == GCV_OK) {
        status = domain_rows(report, sections, err);
    }
    for (i = 0; status == GCV_OK && i < sizeof after / sizeof after[0]; i++) {
        status = gcv_key_value_row(report, after[i].key, after[i].value, err);
    }
    return status;
}

static void nest_snapshot(gcv_writer *writer, const gcv_snapshot *s)
{
    gcv_writer_value(writer, "number", gcv_cell_count(s->number));
    gcv_writer_value(writer, "objects", gcv_cell_count(s->objects));
    gcv_writer_value(writer, "bytes", gcv_cell_bytes(s->bytes));
    gcv_writer_value(writer, "references", gcv_cell_count(s->references));
    gcv_writer_value(writer, "roots", gcv_cell_count(s->roots));
    gcv_writer_value(writer, "complete", gcv_cell_flag(s->complete));
    gcv_writer_value(writer, "chosen", gcv_cell_flag(s->chosen));
}

/* `1: 71342 objects, 7048774 bytes, 144049 references (this one)` */
static gcv_status snapshot_rows(gcv_report *report, gcv_error *err)
{
    const gcv_snapshot_column *snapshots = &report->heap->snapshots;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && snapshots->n > 1 && i < snapshots->n; i++) {
        const gcv_snapshot *s = &snapshots->data[i];
        char text[200];
        (void)snprintf(text, sizeof text,
                       "%" PRIu32 ": %" PRIu64 " objects, %" PRIu64 " bytes, %" PRIu64
                       " references%s%s",
                       s->number, s->objects, s->bytes, s->references,
                       s->complete ? "" : ", incomplete", s->chosen ? " (this one)" : "");
        status = gcv_key_value_row(report, "snapshot", gcv_cell_str(text), err);
        nest_snapshot(report->writer, s);
    }
    return status;
}

static gcv_status property_rows(gcv_report *report, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < gcv_heap_n_properties(report->heap); i++) {
        const gcv_property *property = gcv_heap_property(report->heap, i);
        status = gcv_key_value_row(report, property->key,
                                   property->is_number ? gcv_cell_count(property->number)
                                                       : gcv_cell_text(property->value),
                                   err);
    }
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_selection selection;
    gcv_totals totals;
    gcv_status status = gcv_report_select(report, &selection, err);
    const uint8_t *sections = selection.sections;
    uint32_t s;
    memset(&totals, 0, sizeof totals);
    for (s = 0; status == GCV_OK && s < report->heap->sections.n; s++) {
        if (sections[s]) {
            add_section(&totals, &report->heap->sections.data[s]);
        }
    }
    if (report->options->select.domain == NULL) { /* some lines are in no section */
        totals.counts.malformed_lines = gcv_heap_counts(report->heap)->malformed_lines;
    }
    if (status == GCV_OK) {
        status = gcv_reach_totals_find(report->ctx, report->heap, report->options->include_weak,
                                       sections, &totals.reach, err);
    }
    if (status == GCV_OK) {
        status = gcv_key_value_begin(report, err);
    }
    if (status == GCV_OK) {
        status = write_rows(report, sections, &totals, err);
    }
    if (status == GCV_OK) {
        status = snapshot_rows(report, err);
    }
    if (status == GCV_OK) {
        status = property_rows(report, err);
    }
    gcv_selection_release(report->ctx, &selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_paths, NULL};
    (void)options;
    needs->costs = costs;
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
    .columns = "key value",
    .schema = 2,
    .output = GCV_OUTPUT_TABLE,
    .warns_of_lacks = true,
    .shared = {&gcv_root_options},
    .needs = needs,
    .run = run,
};
