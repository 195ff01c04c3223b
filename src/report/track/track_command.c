/* track_command.c - which objects survived, died or were born between two dumps? */
#include "report/track/track.h"

#include "analysis/track/dump_series.h"
#include "report/commands.h"

static const gcv_cost gcv_cost_of_track_chains = {"`track --chains`",
                                                  GCV_COST_PARTS(17.125, 0, 1, 0, 0),
                                                  GCV_COST_PARTS(152, 12, 1, 40, 0), 8000, NULL};

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_track_options *own = gcv_track_own(options);
    gcv_refuse_if(ctx, own->ages + own->growing + own->chains > 1,
                  "--ages, --growing and --chains exclude each other");
    gcv_refuse_if(ctx, own->chains && options->limit.given && options->top.given,
                  "--limit and --top are the same here: give one");
    gcv_refuse_if(ctx, own->chains && (options->sort != NULL || options->reverse),
                  "--chains have an order of their own: not --%s",
                  options->sort != NULL ? "sort" : "reverse");
    gcv_refuse_if(ctx, !own->chains && (own->born || options->limit.given),
                  "--%s goes with --chains", own->born ? "born" : "limit");
}

void gcv_track_write_chains(gcv_report *report, const gcv_track *track, bool born,
                            const gcv_chain_options *chains)
{
    gcv_report last = gcv_report_about_last(report);
    uint8_t *among = gcv_alloc(report->ctx, track->n_to, 1);
    gcv_chain_query query;
    for (uint32_t i = 0; i < track->n_to; i++) {
        among[i] = (track->from[i] == GCV_NONE) == born;
    }
    gcv_chain_query_init(&query, &last, chains, among);
    gcv_matching_chains(&query);
}

static void run(gcv_report *report)
{
    static const gcv_chain_options any_chain; /* no constraints */
    const gcv_track_options *own = gcv_track_own(report->options);
    if (own->ages) {
        gcv_track_write_ages(report);
        return;
    }
    gcv_track track = gcv_follow_objects(report);
    if (own->growing) {
        gcv_track_write_growing(report, &track);
    } else if (own->chains) {
        gcv_track_write_chains(report, &track, own->born, &any_chain);
    } else {
        gcv_track_write_types(report, &track);
    }
}

static const gcv_option option_rows[] = {
    {"top", 'n', GCV_OPTION_NUMBER, GCV_SHARED(top), "N", NULL,
     "only the first N rows, with --chains the same as --limit; 0 is all"},
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only rows with at least BYTES in a column of bytes (--growing: in the delta)"},
    GCV_FLAG("ages", GCV_OWN(gcv_track_options, ages),
             "objects of the last dump by the number of earlier dumps that held them"),
    GCV_FLAG("growing", GCV_OWN(gcv_track_options, growing),
             "single objects that survived and retain more than before"),
    GCV_FLAG("chains", GCV_OWN(gcv_track_options, chains),
             "chains in the last dump that keep the survivors alive, as 'chains' shows them"),
    GCV_FLAG("born", GCV_OWN(gcv_track_options, born),
             "with --chains: chains of the objects that were born since"),
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const types[] = {&gcv_cost_of_track, NULL};
    static const gcv_cost *const growing[] = {&gcv_cost_of_track, &gcv_cost_of_growth, NULL};
    static const gcv_cost *const chains[] = {&gcv_cost_of_track, &gcv_cost_of_track_chains, NULL};
    const gcv_track_options *own = gcv_track_own(options);
    needs->costs = own->growing ? growing : types;
    needs->last_costs = own->chains ? chains : needs->costs;
    needs->every_heap = own->ages;
    needs->names = own->chains;
}

const gcv_command gcv_command_track = {
    .name = "track",
    .summary = "which objects survived, died, were born?",
    .description =
        "Follows every object from one dump to a later one by what the collections in\n"
        "between report: which addresses they moved, kept and condemned. One row per\n"
        "type: `survived` and `died` add up to the first dump, `survived` and `born` to\n"
        "the last. Snapshots of V8 need no report, as ids live as long as the process:\n"
        "  gcview track before.heapsnapshot after.heapsnapshot\n"
        "For others FILE is a trace with several snapshots, taken with the keyword for\n"
        "moved objects; or there is a file of any format for each dump of a moves log\n"
        "(--moves), or for the two of them that --from and --to name. Such a trace is\n"
        "recorded by one long session; a short session triggers each further snapshot\n"
        "(docs/tracking.md):\n"
        "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1D80001:4\n"
        "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1980001:4\n"
        "    --duration 00:00:05\n"
        "Nothing is guessed: if the reports are incomplete or contradict the dumps, the\n"
        "command ends with status 3.\n"
        "--ages needs all dumps from the first to the last; --growing lists objects\n"
        "that are reachable in both dumps ("
        GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says otherwise);\n"
        "--chains shows chains as 'chains' does, for all objects that --type and\n"
        "--exclude leave; --min then compares the bytes of these objects.",
    .examples = "  gcview track -q samples/two-snapshots.nettrace",
    .columns =
        "survived died born bytes_survived bytes_died bytes_born type\n"
        "         --ages: count bytes age type\n"
        "         --growing: retained_delta retained_a retained_b references_gained object_a\n"
        "         object_b type\n"
        "         --chains: chain depth object bytes retained type root",
    .inputs = GCV_INPUT_FOLLOWED,
    .schema = 2,
    GCV_OWN_OPTIONS(option_rows, gcv_track_options),
    .shared = GCV_SET_CHAIN_LIMIT | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_ROOT,
    .find_needs = needs,
    .tables = {&gcv_track_ages_table, &gcv_track_growing_table, &gcv_track_types_table},
    .check = check,
    .run = run,
};
