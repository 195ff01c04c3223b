/* roots.c - which roots are there? */
#include "base/error.h"
#include "report/commands.h"
#include "report/roots/root_tables.h"
#include "report/select.h"

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    if ((options->share || options->total) && !gcv_roots_by_kind(options)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "--share and --total want --by kind");
    }
}

static void run(gcv_report *report)
{
    gcv_selection selection;
    gcv_report_select(report, &selection);
    if (gcv_roots_by_kind(report->options)) {
        gcv_root_kinds_write(report, &selection);
    } else {
        gcv_root_records_write(report, &selection);
    }
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_roots_options, by), "kind", NULL,
     "one row for each kind of root"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const records[] = {&gcv_cost_of_dominators, NULL};
    static const gcv_cost *const kinds[] = {&gcv_cost_of_dominators, &gcv_cost_of_sets, NULL};
    needs->costs = gcv_roots_by_kind(options) ? kinds : records;
}

const gcv_command gcv_command_roots = {
    .name = "roots",
    .summary = "what roots are there?",
    .description =
        "One row per root record, with the bytes and retained bytes of its object, most\n"
        "retained first; "
        GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says otherwise. --by kind adds them up\n"
        "and shows all kinds: an object counts once for each kind that roots it, and\n"
        "`retained` is that of all these objects as a set. --share adds the percentage\n"
        "that `retained` is of all reachable bytes. In the row <total> each object counts\n"
        "once, whatever the number of its kinds.",
    .examples = "  gcview roots --by kind samples/azmcp-1.log",
    .columns =
        "kind flags object bytes retained type label (--by kind: kind roots objects bytes "
        "retained; --share: share behind retained)",
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_roots_options),
    .shared = GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_MIN | GCV_SET_ROOT | GCV_SET_SHARE | GCV_SET_TOTAL,
    .find_needs = needs,
    .tables = {&gcv_root_kinds_table, &gcv_root_records_table},
    .check = check,
    .run = run,
};
