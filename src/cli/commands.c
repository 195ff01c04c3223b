/* commands.c - the command table. A new command is one row here and one file in src/report. */
#include "cli/command.h"

#include "base/text.h"
#include "rules/rule.h"

#include <string.h>

static void summary_needs(const gcv_report_options *options, gcv_load_options *load)
{
    (void)options;
    load->purpose = GCV_FOR_PATHS;
}

/* The purpose of what counts objects by rows; also diff, for each of its dumps. */
static gcv_purpose counting_purpose(const gcv_report_options *options)
{
    bool by_kind = options->by != NULL && strcmp(options->by, "root-kind") == 0;
    return options->retained                 ? GCV_FOR_SETS
           : options->unreachable || by_kind ? GCV_FOR_UNREACHABLE
                                             : GCV_FOR_CLASSES;
}

static void stats_needs(const gcv_report_options *options, gcv_load_options *load)
{
    load->level = gcv_stats_needs_graph(options) ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
    load->purpose = load->level == GCV_LOAD_GRAPH ? counting_purpose(options) : GCV_FOR_LOOKING;
}

static void roots_needs(const gcv_report_options *options, gcv_load_options *load)
{
    load->purpose = options->by != NULL ? GCV_FOR_SETS : GCV_FOR_DOMINATORS;
}

static void chains_needs(const gcv_report_options *options, gcv_load_options *load)
{
    load->purpose = options->object.given     ? GCV_FOR_CHAIN
                    : options->ways.via.n > 0 ? GCV_FOR_VIA
                                              : GCV_FOR_CHAINS;
}

static void retained_needs(const gcv_report_options *options, gcv_load_options *load)
{
    (void)options;
    load->purpose = GCV_FOR_DOMINATORS;
}

static void tree_needs(const gcv_report_options *options, gcv_load_options *load)
{
    (void)options;
    load->purpose = GCV_FOR_TREE;
}

static void objects_needs(const gcv_report_options *options, gcv_load_options *load)
{
    (void)options;
    load->purpose = GCV_FOR_REFERRERS;
}

static void object_needs(const gcv_report_options *options, gcv_load_options *load)
{
    (void)options;
    load->purpose = GCV_FOR_CHAIN;
}

static void what_if_needs(const gcv_report_options *options, gcv_load_options *load)
{
    (void)options;
    load->purpose = GCV_FOR_MARKS;
}

static void suspects_needs(const gcv_report_options *options, gcv_load_options *load)
{
    (void)options;
    load->purpose = GCV_FOR_SUSPECTS;
}

/* Of --chains, which is about the last heap only, what the others are for. */
static void track_needs(const gcv_report_options *options, gcv_load_options *load)
{
    load->purpose = options->track.growing ? GCV_FOR_GROWTH : GCV_FOR_TRACK;
}

static void convert_needs(const gcv_report_options *options, gcv_load_options *load)
{
    load->purpose = GCV_FOR_LOOKING;
    if (gcv_convert_is_to_moves(options)) {
        load->level = GCV_LOAD_TALLY;
        load->with_moves = true;
    }
}

static void check_needs(const gcv_report_options *options, gcv_load_options *load)
{
    static const gcv_purpose purposes[] = {
        [GCV_RULES_NEED_TALLY] = GCV_FOR_LOOKING,
        [GCV_RULES_NEED_TRAITS] = GCV_FOR_TRAITS,
        [GCV_RULES_NEED_RETAINED] = GCV_FOR_TRAIT_SETS,
    };
    gcv_rules_need need = gcv_rules_find_need(options->rules);
    load->level = need == GCV_RULES_NEED_TALLY ? GCV_LOAD_TALLY : GCV_LOAD_GRAPH;
    load->purpose = purposes[need];
}

static void diff_needs(const gcv_report_options *options, gcv_load_options *load)
{
    check_needs(options, load);
    if (options->cause || gcv_stats_needs_graph(options)) {
        load->level = GCV_LOAD_GRAPH;
    }
    if (options->cause) {
        load->purpose = GCV_FOR_CAUSES;
    } else if (load->level == GCV_LOAD_GRAPH && load->purpose != GCV_FOR_TRAIT_SETS) {
        load->purpose = counting_purpose(options);
    }
}

static const gcv_command commands[] = {
    {"summary", "what is in this file, and is it complete?",
     "One row a key, always the same keys in the same order; a key without a value\n"
     "in this format prints `-`, and a file with several application domains has one\n"
     "`domain` row for each.",
     "key value", GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_GRAPH, summary_needs, NULL,
     gcv_report_summary},
    {"stats", "which types fill the heap?",
     "Objects and shallow bytes of each type, most bytes first. The bytes add up to\n"
     "those of `summary`. With --retained, most retained first: exact for the whole\n"
     "set of objects of a row, so what two rows both retain counts in neither\n"
     "of them alone. Without --retained, --unreachable and --by of what objects are\n"
     "(generation, root-kind) no graph is built, and memory does not grow with a\n"
     "text file as long as ids ascend by segments.\n"
     "--by module and --by generation are for files that know them. --by root-kind\n"
     "counts an object for the kind of root that its chain begins with.",
     "count bytes type (--retained: count bytes retained type; --by: its name instead of type)",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_TYPES | GCV_TAKES_MIN |
         GCV_TAKES_GRAPH | GCV_TAKES_STATS,
     stats_needs, gcv_check_stats, gcv_report_stats},
    {"roots", "what roots are there?",
     "One row a root record with the bytes and retained bytes of its object, most\n"
     "retained first. --by kind adds them up: objects count once for each kind that\n"
     "roots them, and retained is that of all these objects as a set. 20 rows unless\n"
     "--top says otherwise; all with --by.",
     "kind flags object bytes retained type label (--by kind: kind roots objects bytes retained)",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_TYPES | GCV_TAKES_MIN |
         GCV_TAKES_GRAPH | GCV_TAKES_KIND,
     roots_needs, gcv_check_roots, gcv_report_roots},
    {"chains", "why is this object, or this type, alive?",
     "For one object (--object ID, or a --type that matches just one) a shortest\n"
     "chain from a strong root: depth 1 is the root object, the last row the object\n"
     "itself. --limit N gives N chains that share no object but the last.\n"
     "For several objects (--type GLOB) their shortest chains, merged where root and\n"
     "types on the way are the same, most bytes of matching objects first. A merged\n"
     "row shows `*N` instead of an id for N objects, and their bytes and retained\n"
     "bytes together; runs of one type along a chain are one row. --top is the same\n"
     "as --limit here, and --min counts the bytes of the matching objects. --tree shows\n"
     "these chains as one tree: `count` and `bytes` are those of the matching objects\n"
     "that hang on the row, `share` their percentage of all matching bytes.\n"
     "--between ID ID gives the shortest way of references from one object to another.\n"
     "--avoid, --via and --to are about the way: an object that --avoid names can only\n"
     "be the end of a chain; --via wants one such object anywhere on it, for which a\n"
     "chain may pass an object twice; --to wants a kind of root. --exclude is about the\n"
     "objects that --type names; without --type it is the same as --avoid.",
     "chain depth object bytes retained type root (--tree: depth bytes share count objects "
     "retained type root)",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_TYPES | GCV_TAKES_MIN | GCV_TAKES_GRAPH |
         GCV_TAKES_OBJECT | GCV_TAKES_LIMIT | GCV_TAKES_TOP | GCV_TAKES_WAYS,
     chains_needs, gcv_check_chains, gcv_report_chains},
    {"retained", "which single objects hold the most?",
     "Reachable objects with the bytes that would be freed if the object were gone,\n"
     "its own included; most first, 20 rows unless --top says otherwise.",
     "retained bytes object type",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_TYPES | GCV_TAKES_MIN |
         GCV_TAKES_GRAPH,
     retained_needs, gcv_check_retained, gcv_report_retained},
    {"tree", "the dominator tree from the top",
     "The objects that retain the most (20 unless --top says otherwise), below the objects that "
     "dominate them;\n"
     "every object retains all that is shown below it. --object makes an object the\n"
     "top; --type and --exclude choose among the tops. --by type folds it: what the\n"
     "objects of a row dominate at once is one row a type, with `count` objects and\n"
     "their bytes and retained bytes added up.",
     "depth retained bytes object type (--by type: depth retained bytes count type)",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_TYPES | GCV_TAKES_MIN | GCV_TAKES_GRAPH |
         GCV_TAKES_OBJECT | GCV_TAKES_DEPTH | GCV_TAKES_TOP | GCV_TAKES_FOLD,
     tree_needs, NULL, gcv_report_tree},
    {"objects", "list instances",
     "Objects that pass all filters, most bytes first, 20 rows unless --top says\n"
     "otherwise. `references` counts the references of an object that lead to a record;\n"
     "`referrers` the objects that refer to it, each once. Without filters all objects\n"
     "pass, also those that no root reaches (retained `-`).",
     "object bytes retained references referrers type",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_TYPES | GCV_TAKES_GRAPH |
         GCV_TAKES_OBJECTS,
     objects_needs, gcv_check_objects, gcv_report_objects},
    {"object", "one object in full",
     "What the object is, the roots that hold it, a shortest chain to it, its immediate\n"
     "dominator, its references, its referrers, and what it dominates (itself left out);\n"
     "the last three by type, too. The id stands in front of FILE, or in --object ID.\n"
     "Keys repeat: an entry of a list is a row of its own, and more_KEY says how many\n"
     "--top has left out. Values of several parts have ids and numbers first and the\n"
     "type last: `chain`, `dominator`, `reference` ID BYTES TYPE; `referrer` ID TIMES BYTES\n"
     "TYPE; KEY_by_type COUNT BYTES TYPE. An id that several domains have is shown once\n"
     "for each; --domain chooses.",
     "key value",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_GRAPH | GCV_TAKES_ID | GCV_TAKES_LISTS,
     object_needs, NULL, gcv_report_object},
    {"what-if", "what would be freed if ...?",
     "Takes away references (--cut), roots (--drop-root) and objects (--drop-type), all\n"
     "of them together, and shows what would be reachable no more: first the total,\n"
     "then each type, most bytes first. Exact, by marking what is reachable with and\n"
     "without.\n"
     "FROM and TO of a cut are each a GLOB for type names or the ID of an object (with\n"
     "0x in front if a type has such a name). A root to drop is a kind (static, handle,\n"
     "local, finalizer, internal, runtime, other), the ID of an object, or a GLOB for the\n"
     "label that `roots` shows: 'static Acme.Cache*'.",
     "bytes objects what",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_MIN | GCV_TAKES_GRAPH |
         GCV_TAKES_WHAT_IF,
     what_if_needs, gcv_check_what_if, gcv_report_what_if},
    {"diff", "what changed between two dumps, or over several?",
     "From the first file (a) to the last one (b): types are joined by name, those of\n"
     "only one file have zeros for the other, those that did not change are left out.\n"
     "The largest change of bytes comes first, be it more or less; so it is with\n"
     "--sort by any delta. The deltas of all rows add up to the difference of the two\n"
     "summaries. --retained adds the change of what all objects of a row retain.\n"
     "--monotonic takes the files between into account, too.\n"
     "--cause shows instead, for each of the rows that grew most, its row (depth 0) and\n"
     "then the merged chain (`chains`) whose objects of the row grew most, from the\n"
     "root on: what is at each step, and what it retains more than before.",
     "count_delta bytes_delta count_a count_b bytes_a bytes_b type\n"
     "         (--retained: retained_delta behind bytes_delta; --by: its name instead of type)\n"
     "         --cause: cause depth count_delta bytes_delta retained_delta count_a count_b\n"
     "         bytes_a bytes_b type root",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_TYPES | GCV_TAKES_GRAPH |
         GCV_TAKES_STATS | GCV_TAKES_FILES | GCV_TAKES_DIFF,
     diff_needs, gcv_check_diff, gcv_report_diff},
    {"check", "does this dump keep our limits? (CI)",
     "Holds rules against the dump, one row each; status 1 if one is broken. A rule\n"
     "says what is counted, of what, and the limit (docs/rules.md has all of it):\n"
     "  count(Acme.Cache*) <= 100            bytes <= 200MB\n"
     "  retained(namespace Acme.Web) < 10%   unreachable bytes <= 1MB\n"
     "  growth bytes(System.String) <= 5%    forbid Acme.Debug*\n"
     "Growth is since the dump of --baseline. A dump that is incomplete or has malformed\n"
     "records has a row of its own: `warn`, which fails nothing, as for a rule that\n"
     "matches no type; --strict gives status 4 for incomplete, 3 for malformed.",
     "status rule actual limit",
     GCV_TAKES_COMMON | GCV_TAKES_CHECKED | GCV_TAKES_GRAPH | GCV_TAKES_RULES | GCV_TAKES_BASELINE,
     check_needs, gcv_check_check, gcv_report_check},
    {"suspects", "where is the leak?",
     "Objects, and groups of objects of one type or namespace, that retain at least 10 %\n"
     "of the reachable bytes (--min-share; --min BYTES instead, or both). From a heavy\n"
     "object it goes down the dominator tree as long as one child keeps 70 % of the\n"
     "bytes, to the object where they are spread over many. What is about the same as\n"
     "another suspect is folded into it. `objects` is what an object dominates, itself\n"
     "included, or how many a group has; a group has no `object`. `reason` ends in a\n"
     "[fingerprint] that is the same for other runs and builds: see --suppressions.\n"
     "--baseline OLD shows only what retains more than its like in OLD, most growth\n"
     "first. 20 rows unless --top says otherwise. What is found does not change the\n"
     "exit status.",
     "rank retained share objects object type root reason",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_TYPES | GCV_TAKES_MIN | GCV_TAKES_GRAPH |
         GCV_TAKES_TOP | GCV_TAKES_BASELINE | GCV_TAKES_SUSPECTS,
     suspects_needs, NULL, gcv_report_suspects},
    {"track", "which objects survived, died, were born?",
     "Follows every object from one dump to a later one by what the collections between\n"
     "them report: which addresses they moved, kept and condemned. One row a type: what\n"
     "survived and died adds up to the first dump, what survived and was born to the\n"
     "last. FILE is a trace with several snapshots, taken with the keyword for moved\n"
     "objects; or files of any format, one for each dump of a moves log (--moves), or two\n"
     "of them, which --from and --to say. Such a trace is taken by one long session, whose\n"
     "file it is, and a short one for each further snapshot (docs/tracking.md):\n"
     "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1D80001:5\n"
     "  dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x1980001:5\n"
     "    --duration 00:00:05\n"
     "Nothing is guessed: where the reports are not whole, or contradict the dumps, it\n"
     "ends with status 3.\n"
     "--ages needs all dumps from the first to the last; --growing lists objects that\n"
     "are reachable in both dumps (20 rows unless --top says otherwise); --chains goes by\n"
     "the rules of 'chains' for all objects that --type and --exclude leave.",
     "survived died born bytes_survived bytes_died bytes_born type\n"
     "         --ages: count bytes age type\n"
     "         --growing: retained_delta retained_a retained_b references_gained object_a\n"
     "         object_b type\n"
     "         --chains: chain depth object bytes retained type root",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_TYPES | GCV_TAKES_GRAPH |
         GCV_TAKES_LIMIT | GCV_TAKES_MOVES | GCV_TAKES_TRACK,
     track_needs, gcv_check_track, gcv_report_track},
    {"map", "where is this object in the other snapshot?",
     "The way of one object of the first dump to the last one, one row a step: `dump` with\n"
     "its id in a dump, and what each collection between did to it: `moved` (with the new\n"
     "id), `survived` where it was, `untouched` (not condemned), or `died`, which is the\n"
     "last row. Files and --moves are those of 'track'. An id that several domains have\n"
     "is shown once for each; --domain chooses.",
     "collection event object type",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ID | GCV_TAKES_MOVES, track_needs, NULL,
     gcv_report_map},
    {"convert", "the same heap in another format",
     "Writes the heap as a Remote Performance Monitor log (--to rpm), which reads back\n"
     "to the same objects, references and roots. What that format has no place for is\n"
     "left out: modules, generations, what a sample stands for, labels of roots that\n"
     "are no statics, references to objects without a record.\n"
     "--to moves writes what a trace says of moved and surviving objects as a moves log\n"
     "(docs/formats/moves-log.md), with all collections and snapshots of the trace.",
     "none: it writes a file", GCV_TAKES_COMMON | GCV_TAKES_TO, convert_needs, NULL,
     gcv_report_convert},
};

size_t gcv_n_commands(void) { return sizeof commands / sizeof commands[0]; }

const gcv_command *gcv_command_at(size_t at) { return &commands[at]; }

const gcv_command *gcv_command_named(const char *name)
{
    size_t i;
    for (i = 0; i < gcv_n_commands(); i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

const char *gcv_command_suggest(const char *name)
{
    const char *best = NULL;
    unsigned nearest = 3;
    size_t i;
    for (i = 0; i <= gcv_n_commands(); i++) {
        const char *candidate = i < gcv_n_commands() ? commands[i].name : "help";
        unsigned distance = gcv_edit_distance(name, candidate, 3);
        if (distance < nearest && distance * 2 <= strlen(name)) {
            nearest = distance;
            best = candidate;
        }
    }
    return best;
}
