/* convert.c - the heap, or what moved in a trace, in another format. */
#include "report/convert/convert.h"

#include "base/error.h"
#include "report/commands.h"

#include <string.h>

typedef struct gcv_convert_options {
    const char *to;   /* NULL: rpm */
    bool unreachable; /* objects that no strong root reaches are written, too */
} gcv_convert_options;

static const gcv_convert_options *own(const gcv_report_options *options) { return options->own; }

static bool is_to(const gcv_report_options *options, const char *format)
{
    const char *to = own(options)->to;
    return to != NULL && strcmp(to, format) == 0;
}

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    return own(options)->unreachable && !is_to(options, "heapsnapshot")
               ? gcv_fail(err, GCV_ERR_USAGE, "--unreachable goes with --to heapsnapshot only")
               : GCV_OK;
}

static bool is_binary(const gcv_report_options *options) { return is_to(options, "gcdump"); }

static gcv_status run(gcv_report *report, gcv_error *err)
{
    const gcv_report_options *options = report->options;
    return is_to(options, "moves")    ? gcv_convert_to_moves(report, err)
           : is_to(options, "gcdump") ? gcv_convert_to_gcdump(report, err)
           : is_to(options, "heapsnapshot")
               ? gcv_convert_to_heapsnapshot(report, own(options)->unreachable, err)
               : gcv_convert_to_rpm(report, err);
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_convert_options, to),
     "rpm|gcdump|heapsnapshot|moves", NULL, "format to write (rpm)"},
    {"unreachable", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_convert_options, unreachable), NULL, NULL,
     "--to heapsnapshot: write what no strong root reaches, too"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const of_gcdump[] = {&gcv_cost_of_gcdump, NULL};
    static const gcv_cost *const of_heapsnapshot[] = {&gcv_cost_of_paths, &gcv_cost_of_heapsnapshot,
                                                      NULL};
    if (is_to(options, "moves")) {
        needs->level = GCV_LOAD_TALLY;
        needs->moves = true;
    } else if (is_to(options, "gcdump")) {
        needs->costs = of_gcdump;
    } else if (is_to(options, "heapsnapshot")) {
        needs->costs = of_heapsnapshot;
    }
}

const gcv_command gcv_command_convert = {
    .name = "convert",
    .summary = "the same heap in another format",
    .description =
        "Writes the heap as a Remote Performance Monitor log (--to rpm), which reads\n"
        "back to the same objects, references and roots. What that format has no place\n"
        "for is left out: modules, generations, the factors of a sample, labels of\n"
        "roots other than statics, references to objects without a record.\n"
        "--to gcdump writes a .gcdump, which opens in PerfView, Visual Studio and\n"
        "dotnet-gcdump report: the same objects, references and strong roots, with\n"
        "modules and generations where the input has them. Weak roots and domains are\n"
        "left out. It is no text, so -o says where to (docs/formats/gcdump.md).\n"
        "--to heapsnapshot writes a V8 heap snapshot, which opens in Chrome DevTools\n"
        "(Memory, Load profile) and VS Code, with a row for each type, roots by kind,\n"
        "and retained sizes as gcview has them. Texts, names of fields and addresses\n"
        "are not in it; objects that no strong root reaches are left out, unless\n"
        "--unreachable is given (docs/formats/heapsnapshot.md).\n"
        "--to moves writes what a trace reports of moved and surviving objects as a\n"
        "moves log (docs/formats/moves-log.md), with all collections and snapshots of\n"
        "the trace.",
    .columns = "none: it writes a file",
    .output = GCV_OUTPUT_BYTES,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_convert_options),
    .shared = {&gcv_redact_options},
    .needs = needs,
    .check = check,
    .is_binary = is_binary,
    .run = run,
};
