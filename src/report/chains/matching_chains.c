/* matching_chains.c - the chains of all matching objects; see chain_query.h. */
#include "report/chains/chain_query.h"

#include "report/select.h"

#include <inttypes.h>

/* Finds the matching objects with a chain; `*without` counts those without one. */
static uint64_t find_targets(const gcv_chain_query *query, const gcv_constrained_paths *paths,
                             gcv_u32_column *targets)
{
    gcv_selected at = gcv_selected_all(&query->selection);
    uint32_t object;
    uint64_t without = 0;
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        if (query->among != NULL && !query->among[object]) {
            continue;
        }
        if (gcv_constrained_paths_end(paths, object) == GCV_NONE) {
            (without)++;
        } else {
            gcv_u32_column_push(query->report->ctx, targets, object);
        }
    }
    return without;
}

/* Warns that `n` matching objects have no chain; `n_with` have one. */
static void warn_without_chain(const gcv_chain_query *query, uint64_t n, size_t n_with)
{
    gcv_report *report = query->report;
    if (n > 0 && gcv_chain_query_is_constrained(query)) {
        gcv_report_warn(report, "matching objects without such a chain: %" PRIu64, n);
    } else if (n > 0 && n_with == 0) {
        gcv_report_warn_garbage_matches(report, n);
        return;
    } else if (n > 0) {
        gcv_report_warn(report, "matching objects not reachable from any %sroot: %" PRIu64,
                        report->options->include_weak ? "" : "strong ", n);
    }
}

void gcv_matching_chains(const gcv_chain_query *query)
{
    gcv_context *ctx = query->report->ctx;
    gcv_u32_column targets = {NULL, 0, 0};
    bool merged = false;
    uint64_t without = 0;
    gcv_constrained_paths paths;
    gcv_report_warn_idle_types(query->report);
    gcv_chain_query_find_all(query, &query->starts, &paths);
    without = find_targets(query, &paths, &targets);
    merged = targets.n > 1 || query->options->tree;
    if (merged) {
        gcv_merged_chains(query, &paths, &targets);
    }
    gcv_constrained_paths_release(ctx, &paths);
    if (!merged) {
        gcv_single_chains(query, &targets);
    }
    warn_without_chain(query, without, targets.n);
    gcv_u32_column_release(ctx, &targets);
}
