/* profile.c - what keeps the bytes, as stacks in the format of a profiler.
 *
 * Every object counts in exactly one stack (analysis/chains/type_stacks.h), so the output adds up
 * to the reachable bytes. What a format cannot represent is refused before anything is written. */
#include "report/profile/profile.h"

#include "report/commands.h"

#include <inttypes.h>
#include <string.h>

typedef struct gcv_profile_options {
    const char *to; /* NULL: the first format */
    bool paths;     /* stacks are chains instead of dominators */
} gcv_profile_options;

static const gcv_profile_options *own(const gcv_report_options *options) { return options->own; }

/* The list of formats. A new format is one more row here and a file of its own. */
static const gcv_profile_format *const formats[] = {&gcv_profile_folded, &gcv_profile_pprof,
                                                    &gcv_profile_speedscope, &gcv_profile_ncdu};

enum { FORMATS = GCV_LENGTH(formats) };

static const char *format_word(size_t at) { return at < FORMATS ? formats[at]->name : NULL; }

static const gcv_profile_format *format_of(const gcv_report_options *options)
{
    const char *to = own(options)->to;
    size_t i = 0;
    while (to != NULL && strcmp(formats[i]->name, to) != 0) {
        i++;
    }
    return formats[i];
}

static void check_limits(const gcv_profile_format *format, const gcv_type_stacks *stacks)
{
    const uint64_t bytes =
        stacks->bytes[0] > stacks->bytes[1] ? stacks->bytes[0] : stacks->bytes[1];
    size_t longest = 0;
    if (bytes > format->most_bytes) {
        gcv_fail(stacks->ctx, GCV_ERR_LIMIT, "%" PRIu64 " bytes; %s takes %" PRIu64 " at most",
                 bytes, format->name, format->most_bytes);
    }
    for (size_t i = 0; i < stacks->n_frames; i++) {
        longest = stacks->frame_names[i].size > longest ? stacks->frame_names[i].size : longest;
    }
    if (longest > format->longest_name) {
        gcv_fail(stacks->ctx, GCV_ERR_LIMIT, "a name of %zu bytes; %s takes %zu at most", longest,
                 format->name, format->longest_name);
    }
}

static void run(gcv_report *report)
{
    const gcv_profile_format *format = format_of(report->options);
    gcv_profile profile = {
        .report = report, .out = report->out.writer, .differs = report->in.baseline != NULL};
    gcv_type_stacks_init(report->ctx, &profile.stacks,
                         own(report->options)->paths ? GCV_STACKS_OF_CHAINS
                                                     : GCV_STACKS_OF_DOMINATORS,
                         format->separator, profile.differs);
    gcv_type_stacks_add(&profile.stacks, report->in.heap, 0, report->options->include_weak);
    if (profile.differs) {
        gcv_type_stacks_add(&profile.stacks, report->in.baseline, 1, report->options->include_weak);
    }
    gcv_type_stacks_order(&profile.stacks);
    check_limits(format, &profile.stacks);
    gcv_phase(report->ctx, "report");
    format->write(&profile);
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_profile_format *format = format_of(options);
    gcv_refuse_if(ctx, options->baseline != NULL && !format->can_differ,
                  "--to %s has no place for a difference; pprof and folded have", format->name);
}

static bool is_binary(const gcv_report_options *options) { return format_of(options)->is_binary; }

static bool has_paths(const gcv_report_options *options) { return own(options)->paths; }

static const gcv_option option_rows[] = {
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_profile_options, to), NULL, format_word,
     "format to write (folded)"},
    GCV_FLAG("paths", GCV_OWN(gcv_profile_options, paths),
             "stacks of shortest chains: what is shared is charged to one owner"),
};

const gcv_command gcv_command_profile = {
    .name = "profile",
    .summary = "what keeps the bytes, for the viewers of profilers",
    .description =
        "Writes what keeps the bytes as stacks: a root, the types of the dominators of\n"
        "an object, its own type. Every reachable object is on one stack, so the bytes\n"
        "of all stacks are the reachable bytes, and what hangs below a frame is what its\n"
        "objects retain. What several roots share is below a frame that says so. A type\n"
        "right below itself is one frame.\n"
        "--to folded writes a line a stack, for flamegraph.pl, inferno, speedscope; pprof\n"
        "a profile for go tool pprof, Pyroscope, Parca (no text: -o says where to);\n"
        "speedscope a file for speedscope.app; ncdu a tree to browse in the terminal:\n"
        "  gcview profile --to ncdu FILE | ncdu -f -\n"
        "With --baseline folded has the bytes before and after, pprof the difference.",
    .examples = "  gcview profile samples/sessions-1.log",
    .columns = "none: it writes a file",
    .inputs = GCV_INPUT_BASELINE,
    .output = GCV_OUTPUT_BYTES,
    GCV_OWN_OPTIONS(option_rows, gcv_profile_options),
    .shared = GCV_SET_ROOT | GCV_SET_REDACT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_dominator_stacks)},
    .costs_if = {has_paths, GCV_COSTS(&gcv_cost_of_paths, &gcv_cost_of_chain_stacks)},
    .check = check,
    .is_binary = is_binary,
    .run = run,
};
