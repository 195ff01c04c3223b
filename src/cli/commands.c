/* commands.c - the command table. A new command is one row here and one file in src/report. */
#include "cli/command.h"

#include "base/text.h"
#include "report/rule.h"

#include <string.h>

static gcv_load_level needs_graph(const gcv_report_options *options)
{
    (void)options;
    return GCV_LOAD_GRAPH;
}

static gcv_load_level stats_needs(const gcv_report_options *options)
{
    return gcv_stats_needs_graph(options) ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
}

static gcv_load_level check_needs(const gcv_report_options *options)
{
    return gcv_rules_need_graph(options->rules) ? GCV_LOAD_GRAPH : GCV_LOAD_TALLY;
}

static gcv_load_level diff_needs(const gcv_report_options *options)
{
    return options->cause || check_needs(options) == GCV_LOAD_GRAPH ? GCV_LOAD_GRAPH
                                                                    : stats_needs(options);
}

static const gcv_command commands[] = {
    {"summary", "what is in this file, and is it complete?",
     "One row a key, always the same keys in the same order; a key without a value\n"
     "in this format prints `-`, and a file with several application domains has one\n"
     "`domain` row for each.",
     "key value", GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_GRAPH, needs_graph, NULL,
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
     needs_graph, gcv_check_roots, gcv_report_roots},
    {"chains", "why is this object, or this type, alive?",
     "For one object (--object ID, or a --type that matches just one) a shortest\n"
     "chain from a strong root: depth 1 is the root object, the last row the object\n"
     "itself. --limit N gives N chains that share no object but the last.\n"
     "For several objects (--type GLOB) their shortest chains, merged where root and\n"
     "types on the way are the same, most bytes of matching objects first. A merged\n"
     "row shows `*N` instead of an id for N objects, and their bytes and retained\n"
     "bytes together; runs of one type along a chain are one row. --top is the same\n"
     "as --limit here, and --min counts the bytes of the matching objects.",
     "chain depth object bytes retained type root",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_TYPES | GCV_TAKES_MIN | GCV_TAKES_GRAPH |
         GCV_TAKES_OBJECT | GCV_TAKES_LIMIT | GCV_TAKES_TOP,
     needs_graph, gcv_check_chains, gcv_report_chains},
    {"retained", "which single objects hold the most?",
     "Reachable objects with the bytes that would be freed if the object were gone,\n"
     "its own included; most first, 20 rows unless --top says otherwise.",
     "retained bytes object type",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_ROWS | GCV_TAKES_TYPES | GCV_TAKES_MIN |
         GCV_TAKES_GRAPH,
     needs_graph, gcv_check_retained, gcv_report_retained},
    {"tree", "the dominator tree from the top",
     "The objects that retain the most (20 unless --top says otherwise), below the objects that "
     "dominate them;\n"
     "every object retains all that is shown below it. --object makes an object the\n"
     "top; --type and --exclude choose among the tops.",
     "depth retained bytes object type",
     GCV_TAKES_COMMON | GCV_TAKES_TABLE | GCV_TAKES_TYPES | GCV_TAKES_MIN | GCV_TAKES_GRAPH |
         GCV_TAKES_OBJECT | GCV_TAKES_DEPTH | GCV_TAKES_TOP,
     needs_graph, NULL, gcv_report_tree},
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
     "Growth is since the dump of --baseline. A dump that is incomplete has a row of\n"
     "its own, and so has a rule that matches no type: `warn`, which fails nothing;\n"
     "--strict gives status 4 for an incomplete dump.",
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
     needs_graph, NULL, gcv_report_suspects},
    {"convert", "the same heap in another format",
     "Writes the heap as a Remote Performance Monitor log (--to rpm), which reads back\n"
     "to the same objects, references and roots. What that format has no place for is\n"
     "left out: modules, generations, what a sample stands for, labels of roots that\n"
     "are no statics, references to objects without a record.",
     "none: it writes a file", GCV_TAKES_COMMON | GCV_TAKES_TO, needs_graph, NULL,
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
