/* chains.c - why is this object, or this type, alive? */
#include "report/commands.h"

#include "heap/vocabulary.h"
#include "report/chains/chain_query.h"
#include "report/select.h"

/* Maximum number of objects with one id at either end of --between. There is a chain for each
 * pair. */
enum { GCV_SHARED_ENDS_SHOWN = 10 };

static const gcv_chain_options *own(const gcv_report_options *options) { return options->own; }

static bool is_given(gcv_slice id) { return id.data != NULL; }

static void run(gcv_report *report)
{
    const gcv_report_options *options = report->options;
    gcv_chain_query query;
    gcv_u32_column ends[2] = {{0}, {0}};
    gcv_chain_query_init(&query, report, own(options), NULL);
    gcv_report_warn_fields(report);
    if (options->select.types.n > 0) {
        gcv_matching_chains(&query);
    } else if (is_given(options->object)) {
        gcv_report_find_objects(report, &query.selection, options->object, &ends[0]);
        gcv_report_keep_first(report, GCV_SHARED_ID_SHOWN, &ends[0]);
        gcv_single_chains(&query, &ends[0]);
    } else {
        gcv_report_find_objects(report, &query.selection, own(options)->between[0], &ends[0]);
        gcv_report_find_objects(report, &query.selection, own(options)->between[1], &ends[1]);
        gcv_report_keep_first(report, GCV_SHARED_ENDS_SHOWN, &ends[0]);
        gcv_report_keep_first(report, GCV_SHARED_ENDS_SHOWN, &ends[1]);
        gcv_chains_between(&query, &ends[0], &ends[1]);
    }
}

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_chain_options *chains = own(options);
    gcv_report_check_names(ctx, options);
    const bool types = options->select.types.n > 0, between = is_given(chains->between[0]);
    const bool limit = options->limit.given,
               top = options->top.given && !gcv_output_format_draws(options->format);
    gcv_refuse_if(ctx, is_given(options->object) + types + between != 1,
                  "'chains' wants one of --object ID, --type GLOB and --between ID ID");
    gcv_refuse_if(ctx, limit && top, "--limit and --top are the same here: give one");
    gcv_refuse_if(ctx, between && (limit || top), "--between gives one chain: it goes without --%s",
                  limit ? "limit" : "top");
    gcv_refuse_if(ctx, between && options->select.min.given,
                  "--between gives one chain: it goes without --min");
    gcv_refuse_if(ctx, between && chains->to != NULL,
                  "--to is about roots, --between about two objects");
    gcv_refuse_if(ctx, (chains->tree || options->select.generation != NULL) && !types,
                  "--%s goes with --type", chains->tree ? "tree" : "generation");
}

static const gcv_option option_rows[] = {
    {"between", '\0', GCV_OPTION_IDS, GCV_OWN(gcv_chain_options, between), "ID ID", NULL,
     "a shortest path of references from one object to another; also ID:ID"},
    {"avoid", '\0', GCV_OPTION_GLOBS, GCV_OWN(gcv_chain_options, avoid), "GLOB", NULL,
     "only chains that pass no object of a type that matches; may be repeated"},
    {"via", '\0', GCV_OPTION_GLOBS, GCV_OWN(gcv_chain_options, via), "GLOB", NULL,
     "only chains that hold an object of a type that matches; may be repeated"},
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_chain_options, to), NULL, gcv_root_kind_word_at,
     "only chains that start at a root of this kind"},
    {"tree", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_chain_options, tree), NULL, NULL,
     "merged chains as one tree: bytes, share and count of the objects below each row"},
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
     "the same as --limit, or N nodes of a picture; 0 is all"},
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only chains whose matching objects have at least BYTES (4k, 1MiB)"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const single[] = {&gcv_cost_of_dominators, &gcv_cost_of_chain, NULL};
    static const gcv_cost *const merged[] = {&gcv_cost_of_dominators, &gcv_cost_of_merged_chains,
                                             NULL};
    static const gcv_cost *const with_via[] = {&gcv_cost_of_dominators, &gcv_cost_of_merged_states,
                                               NULL};
    needs->costs = is_given(options->object) ? single : own(options)->via.n > 0 ? with_via : merged;
}

const gcv_command gcv_command_chains = {
    .name = "chains",
    .summary = "why is this object, or this type, alive?",
    .description =
        "For one object (--object ID, or a --type that matches just one): a shortest\n"
        "chain from a strong root. Depth 1 is the root object, the last row the object\n"
        "itself. --limit N gives N chains that share no object but the last.\n"
        "For several objects (--type GLOB): their shortest chains, merged where the\n"
        "root and the types along the chain are the same, most bytes of matching\n"
        "objects first. A merged row shows `*N` instead of an id for N objects, and\n"
        "their bytes and retained bytes together; a run of one type along a chain is\n"
        "one row. Here --top is the same as --limit, and --min compares the bytes of\n"
        "the matching objects. --tree shows these chains as one tree: `count` and\n"
        "`bytes` are those of the matching objects whose chains pass the row or end\n"
        "there, `share` is their percentage of all matching bytes.\n"
        "--between ID ID gives a shortest path of references from one object to\n"
        "another.\n"
        "--avoid, --via and --to constrain the path: an object that --avoid matches can\n"
        "only be the end of a chain; --via requires a matching object anywhere on the\n"
        "chain, which may pass an object twice to get there; --to requires a kind of\n"
        "root. --exclude filters the objects that --type selects; without --type it is\n"
        "the same as --avoid.\n"
        "Dumps of V8 and Java know by which .property, ->variable, [element] or static\n"
        "field an object holds the next, and V8 where functions are in the source: text\n"
        "shows these with the type, and lists as one row (`.next x173`), tsv and json in\n"
        "the columns field, function, script, line and column; `*` stands for several\n"
        "names. --names no leaves them out; --fields adds the column `field`, in which\n"
        "{names} are those of the virtual machine, to the text instead.\n"
        "--format dot and mermaid draw the chains: --top is the number of nodes ("
        GCV_TEXT_OF(GCV_TOP_DRAWN) "),\n"
        "--limit that of chains (docs/pictures.md).",
    .examples = "  gcview chains --type System.Text.StringBuilder samples/kysel-preAlloc.gcdump\n"
                "  gcview chains --object 24b1a80 samples/leak-story.log\n"
                "  gcview chains --tree --type Acme.Shop.OrderView samples/leak-story.log",
    .columns =
        "chain depth object bytes retained type root (--tree: depth bytes share count objects "
        "retained type root)",
    .schema = 2,
    .draws = true,
    GCV_OWN_OPTIONS(option_rows, gcv_chain_options),
    .shared = GCV_SET_OBJECT | GCV_SET_CHAIN_LIMIT | GCV_SET_TYPE | GCV_SET_GENERATION |
              GCV_SET_ROOT | GCV_SET_FIELD,
    .needs = {.names = true},
    .find_needs = needs,
    .check = check,
    .run = run,
};
