/* overview.c - a dump at first glance, on one screen. */
#include "report/overview/overview_output.h"

#include "output/document.h"
#include "report/commands.h"
#include "report/field_cell.h"

static void write(gcv_overview *overview)
{
    gcv_writer *writer = overview->report->out.writer;
    if (gcv_writer_is_document(writer)) {
        gcv_overview_write_page(overview);
    } else if (gcv_writer_nests(writer)) {
        gcv_overview_write_json(overview);
    } else {
        gcv_overview_write_rows(overview);
    }
}

static void run(gcv_report *report)
{
    gcv_overview overview;
    gcv_overview_find(report, &overview);
    gcv_phase(report->ctx, "report");
    write(&overview);
}

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, &gcv_cost_of_suspects,
                                            &gcv_cost_of_totals, NULL};
    static const gcv_cost *const pair[] = {&gcv_cost_of_dominators, &gcv_cost_of_suspects,
                                           &gcv_cost_of_totals, &gcv_cost_of_joined_chains, NULL};
    needs->costs = options->baseline != NULL ? pair : costs;
}

const gcv_command gcv_command_overview = {
    .name = "overview",
    .schema = 2,
    .summary = "the first look: is it complete, what fills it, what is suspect?",
    .description =
        "One screen about a dump: what is suspect and the chain that holds it, whether\n"
        "the dump is complete, how much of it is garbage, the types with the most bytes,\n"
        "and the command lines that lead on. With --baseline OLD, or if FILE has several\n"
        "snapshots, also what grew, by what holds it. Suspects on one chain count as one.\n"
        "`gcview FILE` is short for this. Each figure is that of the command it comes\n"
        "from: summary, stats --retained --sort bytes, suspects, diff --cause; but in V8\n"
        "dumps strings, arrays and stores are part of the objects that own them.\n"
        "`gcview OLD NEW` is the same as --baseline OLD; of three files or more the last\n"
        "is compared with the first, and each has a row with its totals.",
    .examples = "  gcview samples/sessions-1.log samples/sessions-2.log samples/sessions-3.log",
    .columns = "section count bytes share retained what",
    .inputs = GCV_INPUT_BASELINE | GCV_INPUT_EARLIER | GCV_INPUT_SERIES,
    .output = GCV_OUTPUT_TABLE,
    .shared = GCV_SET_ROOT | GCV_SET_CAPTURE | GCV_SET_NAME,
    .needs = {.names = true, .modules = true},
    .find_needs = needs,
    .run = run,
};
