/* convert.c - the heap, or the moves of a trace, in another format. */
#include "report/convert/convert.h"

#include "report/commands.h"
#include "report/field_cell.h"

#include <string.h>

typedef struct gcv_convert_options {
    const char *to; /* NULL: the first format */
    gcv_optional max_size;
} gcv_convert_options;

/* A default limit for the file: an object claims its size in a few bytes of a dump. */
#define MAX_GIB 4
#define GIB (UINT64_C(1) << 30)

static const gcv_convert_options *own(const gcv_report_options *options) { return options->own; }

/* ---- the formats -------------------------------------------------------------------------- */

typedef struct target {
    const char *name;
    void (*run)(gcv_report *report);
    gcv_name_form form; /* of type names in the format; NULL: unchanged, or there are none */
    const gcv_cost *const *costs;
    bool leaves_out; /* omits what no strong root reaches, unless asked for it */
    bool is_binary;
    bool is_of_trace;         /* converts the moves of a trace, not the heap */
    const char *const *files; /* names of its files; NULL: it is a single file */
} target;

static const target targets[] = {
    {.name = "rpm", .run = gcv_convert_to_rpm, .form = gcv_log_form},
    {.name = "gcdump",
     .run = gcv_convert_to_gcdump,
     .form = gcv_utf8_form,
     .costs = GCV_COSTS(&gcv_cost_of_gcdump),
     .is_binary = true},
    {.name = "hprof",
     .run = gcv_convert_to_hprof,
     .form = gcv_utf8_form,
     .costs = GCV_COSTS(&gcv_cost_of_paths, &gcv_cost_of_hprof),
     .leaves_out = true,
     .is_binary = true},
    {.name = "heapsnapshot",
     .run = gcv_convert_to_heapsnapshot,
     .form = gcv_utf8_form,
     .costs = GCV_COSTS(&gcv_cost_of_paths, &gcv_cost_of_heapsnapshot),
     .leaves_out = true},
    {.name = "tables",
     .run = gcv_convert_to_tables,
     .costs = GCV_COSTS(&gcv_cost_of_sets, &gcv_cost_of_tables),
     .files = gcv_table_files},
    {.name = "moves", .run = gcv_convert_to_moves, .is_of_trace = true},
};

static const char *name_at(size_t at) { return at < GCV_LENGTH(targets) ? targets[at].name : NULL; }

static const target *target_of(const gcv_report_options *options)
{
    for (size_t i = 1; own(options)->to != NULL && i < GCV_LENGTH(targets); i++) {
        if (strcmp(own(options)->to, targets[i].name) == 0) {
            return &targets[i];
        }
    }
    return &targets[0];
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const target *to = target_of(options);
    gcv_report_check_names(ctx, options);
    gcv_refuse_if(ctx, options->groups.unreachable && !to->leaves_out,
                  "--unreachable goes with --to hprof and --to heapsnapshot only");
    gcv_refuse_if(ctx, options->fields && to->files == NULL, "--fields goes with --to tables only");
}

static bool is_binary(const gcv_report_options *options) { return target_of(options)->is_binary; }

static const char *const *files(const gcv_report_options *options)
{
    return target_of(options)->files;
}

static void run(gcv_report *report)
{
    const target *to = target_of(report->options);
    gcv_writer_limit(report->out.writer,
                     gcv_optional_or(own(report->options)->max_size, MAX_GIB * GIB));
    if (to->form != NULL) {
        gcv_warn_of_merged_names(report, to->form);
    }
    to->run(report);
}

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    const target *to = target_of(options);
    needs->costs = to->costs;
    needs->fields = options->fields;
    needs->moves = to->is_of_trace;
    needs->level = to->is_of_trace ? GCV_LOAD_TALLY : needs->level;
}

static const gcv_option option_rows[] = {
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_convert_options, to), NULL, name_at,
     "format to write (rpm)"},
    GCV_FLAG("unreachable", GCV_SHARED(groups.unreachable),
             "--to hprof, heapsnapshot: write what no strong root reaches, too"),
    {"max-size", '\0', GCV_OPTION_SIZE, GCV_OWN(gcv_convert_options, max_size), "SIZE", NULL,
     "stop with status 5 instead of writing a larger file; 0 is no limit (" GCV_TEXT_OF(
         MAX_GIB) "g)"},
};

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
        "--to hprof writes a heap dump of Java, which opens in Eclipse MAT and VisualVM,\n"
        "with retained sizes as gcview has them. Types are classes there, statics their\n"
        "fields, other roots records by kind. Sizes are rounded up to 8 bytes: the file\n"
        "takes as many bytes as the objects, and more than --max-size is refused; objects\n"
        "that no strong root reaches are left out, unless --unreachable is given. It is\n"
        "no text either (docs/formats/hprof.md).\n"
        "--to heapsnapshot writes a V8 heap snapshot, which opens in Chrome DevTools\n"
        "(Memory, Load profile) and VS Code, with a row for each type, roots by kind,\n"
        "and retained sizes as gcview has them. Texts, names of fields and addresses\n"
        "are not in it; objects that no strong root reaches are left out, unless\n"
        "--unreachable is given (docs/formats/heapsnapshot.md).\n"
        "--to tables writes objects.tsv, references.tsv, types.tsv and roots.tsv into the\n"
        "folder of -o, which must be there: everything, with exact retained bytes,\n"
        "dominators and distances, for sqlite3, DuckDB and others (docs/sql.md). --fields\n"
        "adds by which property or variable objects refer to each other.\n"
        "--to moves writes what a trace reports of moved and surviving objects as a\n"
        "moves log (docs/formats/moves-log.md), with all collections and snapshots of\n"
        "the trace.",
    .examples = "  gcview convert --to gcdump samples/leak-story.log -o leak.gcdump",
    .columns = "none: it writes a file, or several",
    .output = GCV_OUTPUT_BYTES,
    GCV_OWN_OPTIONS(option_rows, gcv_convert_options),
    .shared = GCV_SET_REDACT | GCV_SET_FIELD,
    .find_needs = needs,
    .check = check,
    .is_binary = is_binary,
    .files = files,
    .run = run,
};
