/* chains.c - why is this object, or this type, alive? What is asked for: which objects, which ways.
 */
#include "report/chains/chains.h"

#include "analysis/chains/merged_steps.h"
#include "analysis/root_set.h"
#include "base/error.h"
#include "heap/vocabulary.h"
#include "report/commands.h"
#include "report/select.h"
#include "report/find_id.h"

#include <inttypes.h>
#include <string.h>

const gcv_table_column gcv_chain_columns[GCV_CHAIN_CELLS] = {
    {"chain", true},    {"depth", true}, {"object", true}, {"bytes", true},
    {"retained", true}, {"type", false}, {"root", false}};

uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise)
{
    return options->limit.given ? options->limit.value
           : options->top.given ? options->top.value
                                : otherwise;
}

static const gcv_chain_options *own(const gcv_report_options *options) { return options->own; }

/* ---- ways --------------------------------------------------------------------------------- */

/* --exclude chooses among objects by type; where there is nothing to choose it is about the way. */
static bool excludes_are_avoided(const gcv_report_options *options, const gcv_ways *ways)
{
    return options->select.types.n == 0 && ways->among == NULL;
}

static bool avoids(const gcv_report_options *options, const gcv_ways *ways)
{
    return ways->asked->avoid.n > 0 ||
           (options->select.excludes.n > 0 && excludes_are_avoided(options, ways));
}

bool gcv_ways_are_special(const gcv_report *report, const gcv_ways *ways)
{
    return avoids(report->options, ways) || ways->asked->via.n > 0 || ways->asked->to != NULL;
}

/* A byte for each object of a type that a glob matches; added to `*marks` if that is there. */
static gcv_status mark_objects(gcv_report *report, const gcv_globs *globs, uint8_t **marks,
                               gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    uint8_t *types = gcv_report_match_types(report, globs, err);
    uint32_t i;
    if (types == NULL) {
        return gcv_failed(err);
    }
    if (*marks == NULL) {
        *marks = gcv_alloc_zeroed(report->ctx, heap->n_objects, 1, err);
    }
    for (i = 0; *marks != NULL && i < heap->n_objects; i++) {
        (*marks)[i] |= types[heap->type.data[i]];
    }
    gcv_free(report->ctx, types, heap->n_types, 1);
    return *marks != NULL ? GCV_OK : gcv_failed(err);
}

static gcv_status find_starts(gcv_report *report, gcv_ways *ways, gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    const char *kind = ways->asked->to;
    uint8_t *keep = kind != NULL ? gcv_alloc(report->ctx, heap->roots.n, 1, err) : NULL;
    gcv_status status = kind != NULL && keep == NULL ? gcv_failed(err) : GCV_OK;
    size_t i;
    for (i = 0; keep != NULL && i < heap->roots.n; i++) {
        keep[i] = gcv_root_kind_is(heap->roots.data[i].kind, kind);
    }
    if (status == GCV_OK) {
        status = gcv_root_set_keep(report->ctx, heap, report->options->include_weak, keep,
                                   &ways->starts, err);
    }
    gcv_free(report->ctx, keep, heap->roots.n, 1);
    return status;
}

static gcv_status find_ways(gcv_report *report, gcv_ways *ways, gcv_error *err)
{
    const gcv_report_options *options = report->options;
    gcv_status status;
    status = gcv_root_set_find(report->ctx, report->heap, options->include_weak, &ways->roots, err);
    if (status == GCV_OK) {
        status = find_starts(report, ways, err);
    }
    if (status == GCV_OK && ways->asked->avoid.n > 0) {
        status = mark_objects(report, &ways->asked->avoid, &ways->closed, err);
    }
    if (status == GCV_OK && options->select.excludes.n > 0 && excludes_are_avoided(options, ways)) {
        status = mark_objects(report, &options->select.excludes, &ways->closed, err);
    }
    if (status == GCV_OK && ways->asked->via.n > 0) {
        status = mark_objects(report, &ways->asked->via, &ways->via, err);
    }
    return status;
}

static void release_ways(gcv_report *report, gcv_ways *ways)
{
    uint32_t n = report->heap->n_objects;
    gcv_root_set_release(report->ctx, &ways->roots);
    gcv_root_set_release(report->ctx, &ways->starts);
    gcv_free(report->ctx, ways->closed, n, 1);
    gcv_free(report->ctx, ways->via, n, 1);
    gcv_selection_release(report->ctx, &ways->selection);
}

static gcv_path_constraints rules_of(const gcv_ways *ways)
{
    gcv_path_constraints rules;
    rules.starts = &ways->starts;
    rules.closed = ways->closed;
    rules.via = ways->via;
    rules.target = GCV_NONE;
    return rules;
}

gcv_status gcv_way_find(gcv_report *report, const gcv_ways *ways, const gcv_root_set *starts,
                        const uint8_t *closed, uint32_t target, gcv_chain *out, gcv_error *err)
{
    gcv_path_constraints rules = rules_of(ways);
    gcv_constrained_paths routes;
    gcv_status status;
    if (ways->via == NULL) {
        return gcv_chain_find(report->ctx, report->heap, starts, target, closed, out, err);
    }
    rules.starts = starts;
    rules.closed = closed;
    rules.target = target;
    status = gcv_constrained_paths_find(report->ctx, report->heap, &rules, &routes, err);
    if (status == GCV_OK) {
        status = gcv_constrained_paths_chain(report->ctx, &routes, target, out, err);
        gcv_constrained_paths_release(report->ctx, &routes);
    }
    return status;
}

/* Chains to all objects; without rules by the faster search. */
static gcv_status find_routes(gcv_report *report, const gcv_ways *ways, gcv_constrained_paths *out,
                              gcv_error *err)
{
    gcv_path_constraints rules = rules_of(ways);
    gcv_paths paths;
    gcv_status status;
    if (ways->closed != NULL || ways->via != NULL) {
        return gcv_constrained_paths_find(report->ctx, report->heap, &rules, out, err);
    }
    status = gcv_paths_find(report->ctx, report->heap, &ways->starts, &paths, err);
    out->n_states = paths.n_objects;
    out->shift = 0;
    out->parent = paths.parent; /* belongs to `out` now; the paths own nothing else */
    return status;
}

/* ---- by type ------------------------------------------------------------------------------ */

/* Objects that pass the filters and have a chain; `*without` counts the others. */
static gcv_status find_targets(gcv_report *report, const gcv_ways *ways,
                               const gcv_constrained_paths *routes, gcv_u32_column *targets,
                               uint64_t *without, gcv_error *err)
{
    gcv_selected at = gcv_selected_all(&ways->selection);
    gcv_status status = GCV_OK;
    uint32_t object;
    *without = 0;
    while (status == GCV_OK && (object = gcv_selected_next(&at)) != GCV_NONE) {
        if (ways->among != NULL && !ways->among[object]) {
            continue;
        }
        if (gcv_constrained_paths_end(routes, object) == GCV_NONE) {
            (*without)++;
        } else {
            status = gcv_u32_column_push(report->ctx, targets, object, err);
        }
    }
    return status;
}

static void warn_of_targets_without(const gcv_report *report, const gcv_ways *ways, uint64_t n)
{
    if (n > 0 && gcv_ways_are_special(report, ways)) {
        gcv_report_warn(report, "matching objects without such a chain: %" PRIu64, n);
    } else if (n > 0) {
        gcv_report_warn(report, "matching objects not reachable from any %sroot: %" PRIu64,
                        report->options->include_weak ? "" : "strong ", n);
    }
}

static gcv_status chains_of_types(gcv_report *report, const gcv_ways *ways, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_u32_column targets = {NULL, 0, 0};
    bool merged = false;
    uint64_t without = 0;
    gcv_constrained_paths routes;
    gcv_status status;
    gcv_report_warn_idle_types(report);
    status = find_routes(report, ways, &routes, err);
    if (status == GCV_OK) {
        status = find_targets(report, ways, &routes, &targets, &without, err);
        merged = targets.n > 1 || ways->asked->tree;
        if (status == GCV_OK && merged) {
            status = gcv_merged_chains(report, ways, &routes, &targets, err);
        }
        gcv_constrained_paths_release(ctx, &routes);
    }
    if (status == GCV_OK && !merged) {
        status = gcv_single_chains(report, ways, &targets, err);
    }
    if (status == GCV_OK) {
        warn_of_targets_without(report, ways, without);
    }
    gcv_u32_column_release(ctx, &targets);
    return status;
}

/* ---- by id -------------------------------------------------------------------------------- */

static gcv_status chains_of_ids(gcv_report *report, const gcv_ways *ways, gcv_error *err)
{
    const gcv_selection *selection = &ways->selection;
    const gcv_report_options *options = report->options;
    gcv_u32_column from = {NULL, 0, 0}, to = {NULL, 0, 0};
    gcv_status status;
    if (options->object.given) {
        status = gcv_report_find_objects(report, selection, &to, err);
        status = status == GCV_OK ? gcv_single_chains(report, ways, &to, err) : status;
    } else {
        status = gcv_report_find_id(report, selection, ways->asked->between[0].value, &from, err);
        if (status == GCV_OK) {
            status = gcv_report_find_id(report, selection, ways->asked->between[1].value, &to, err);
        }
        if (status == GCV_OK) {
            status = gcv_chains_between(report, ways, &from, &to, err);
        }
    }
    gcv_u32_column_release(report->ctx, &from);
    gcv_u32_column_release(report->ctx, &to);
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    const gcv_chain_options *ways = own(options);
    if (options->object.given + (options->select.types.n > 0) + ways->between[0].given != 1) {
        return gcv_fail(err, GCV_ERR_USAGE,
                        "'chains' wants one of --object ID, --type GLOB and --between ID ID");
    }
    if (options->limit.given && options->top.given) {
        return gcv_fail(err, GCV_ERR_USAGE, "--limit and --top are the same here: give one");
    }
    if (ways->between[0].given && (options->limit.given || options->top.given)) {
        return gcv_fail(err, GCV_ERR_USAGE, "--between gives one chain: it goes without --%s",
                        options->limit.given ? "limit" : "top");
    }
    if (ways->between[0].given && options->select.min.given) {
        return gcv_fail(err, GCV_ERR_USAGE, "--between gives one chain: it goes without --min");
    }
    if (ways->between[0].given && ways->to != NULL) {
        return gcv_fail(err, GCV_ERR_USAGE, "--to is about roots, --between about two objects");
    }
    if (ways->tree && options->select.types.n == 0) {
        return gcv_fail(err, GCV_ERR_USAGE, "--tree goes with --type");
    }
    return GCV_OK;
}

gcv_status gcv_chains_among(gcv_report *report, const gcv_chain_options *asked,
                            const uint8_t *among, gcv_error *err)
{
    gcv_ways ways;
    gcv_status status;
    memset(&ways, 0, sizeof ways);
    ways.asked = asked;
    ways.among = among;
    status = gcv_selection_find(report->ctx, report->heap, &report->options->select,
                                &ways.selection, err);
    if (status == GCV_OK && !ways.selection.any_section) {
        status = gcv_report_no_such_domain(report, report->heap, err);
    }
    if (status == GCV_OK) {
        status = find_ways(report, &ways, err);
    }
    if (status == GCV_OK) {
        status = among != NULL || report->options->select.types.n > 0
                     ? chains_of_types(report, &ways, err)
                     : chains_of_ids(report, &ways, err);
    }
    release_ways(report, &ways);
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    return gcv_chains_among(report, own(report->options), NULL, err);
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"between", '\0', GCV_OPTION_IDS, GCV_OWN(gcv_chain_options, between), "ID ID", NULL,
     "a shortest path of references from one object to another; also ID:ID"},
    {"avoid", '\0', GCV_OPTION_WORDS, GCV_OWN(gcv_chain_options, avoid), "GLOB", NULL,
     "only chains that pass no object of a type that matches; may be repeated"},
    {"via", '\0', GCV_OPTION_WORDS, GCV_OWN(gcv_chain_options, via), "GLOB", NULL,
     "only chains that hold an object of a type that matches; may be repeated"},
    {"to", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_chain_options, to), NULL, gcv_root_kind_word_at,
     "only chains that start at a root of this kind"},
    {"tree", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_chain_options, tree), NULL, NULL,
     "merged chains as one tree: bytes, share and count of the objects below each row"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const single[] = {&gcv_cost_of_dominators, &gcv_cost_of_chain, NULL};
    static const gcv_cost *const merged[] = {&gcv_cost_of_dominators, &gcv_cost_of_merged_chains,
                                             NULL};
    static const gcv_cost *const by_way[] = {&gcv_cost_of_dominators, &gcv_cost_of_merged_states,
                                             NULL};
    needs->costs = options->object.given ? single : own(options)->via.n > 0 ? by_way : merged;
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
        "the same as --avoid.",
    .columns =
        "chain depth object bytes retained type root (--tree: depth bytes share count objects "
        "retained type root)",
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_chain_options),
    .shared = {&gcv_object_options, &gcv_chain_limit_options, &gcv_top_options, &gcv_type_options,
               &gcv_min_options, &gcv_root_options},
    .needs = needs,
    .check = check,
    .run = run,
};
