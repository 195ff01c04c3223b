/* convert.c - the heap, or what moved in a trace, in another format. */
#include "report/convert/convert.h"

#include "report/commands.h"

#include <string.h>

typedef struct gcv_convert_options {
    const char *to; /* NULL: rpm */
} gcv_convert_options;

static bool is_to_moves(const gcv_report_options *options)
{
    const char *to = ((const gcv_convert_options *)options->own)->to;
    return to != NULL && strcmp(to, "moves") == 0;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    return is_to_moves(report->options) ? gcv_convert_to_moves(report, err)
                                        : gcv_convert_to_rpm(report, err);
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_convert_options, to), "rpm|moves", NULL,
     "format to write (rpm)"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    if (is_to_moves(options)) {
        needs->level = GCV_LOAD_TALLY;
        needs->moves = true;
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
        "--to moves writes what a trace reports of moved and surviving objects as a\n"
        "moves log (docs/formats/moves-log.md), with all collections and snapshots of\n"
        "the trace.",
    .columns = "none: it writes a file",
    .output = GCV_OUTPUT_BYTES,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_convert_options),
    .needs = needs,
    .run = run,
};
