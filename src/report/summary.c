/* summary.c - what is in this file, and is it complete?
 *
 * One row per key, in fixed order; then the snapshots of the file, if there are several, and the
 * properties of the dump. */
#include "report/commands.h"
#include "report/key_value.h"
#include "report/select.h"
#include "report/summary_rows.h"

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

static void write_row(void *payload, const char *key, gcv_cell value, const gcv_snapshot *snapshot)
{
    gcv_report *report = payload;
    gcv_key_value_row(report, key, value);
    if (snapshot != NULL) {
        nest_snapshot(report->out.writer, snapshot);
    }
}

static void run(gcv_report *report)
{
    gcv_selection selection;
    gcv_report_select(report, &selection);
    gcv_summary summary = gcv_summary_of(&selection);
    gcv_reach_totals_find(report->ctx, report->in.heap, report->options->include_weak,
                          selection.sections, &summary.reach);
    gcv_key_value_begin(report);
    gcv_summary_each(report->in.heap, selection.sections, &summary, write_row, report);
}

/* ---- the command -------------------------------------------------------------------------- */

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
    .output = GCV_OUTPUT_TABLE,
    .warns_of_lacks = true,
    .shared = GCV_SET_ROOT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_paths)},
    .run = run,
};
