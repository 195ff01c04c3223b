/* matching_chains.c - the chains of all matching objects; see chain_query.h. */
#include "report/chains/chain_query.h"

#include "report/select.h"
#include "report/unreachable.h"

#include <inttypes.h>

/* Finds the matching objects with a chain; `*without` counts those without one. */
static gcv_status find_targets(const gcv_chain_query *query, const gcv_constrained_paths *paths,
                               gcv_u32_column *targets, uint64_t *without, gcv_error *err)
{
    gcv_selected at = gcv_selected_all(&query->selection);
    gcv_status status = GCV_OK;
    uint32_t object;
    *without = 0;
    while (status == GCV_OK && (object = gcv_selected_next(&at)) != GCV_NONE) {
        if (query->among != NULL && !query->among[object]) {
            continue;
        }
        if (gcv_constrained_paths_end(paths, object) == GCV_NONE) {
            (*without)++;
        } else {
            status = gcv_u32_column_push(query->report->ctx, targets, object, err);
        }
    }
    return status;
}

/* Warns that `n` matching objects have no chain; `n_with` have one. */
static gcv_status warn_without_chain(const gcv_chain_query *query, uint64_t n, size_t n_with,
                                     gcv_error *err)
{
    gcv_report *report = query->report;
    if (n > 0 && gcv_chain_query_is_constrained(query)) {
        gcv_report_warn(report, "matching objects without such a chain: %" PRIu64, n);
    } else if (n > 0 && n_with == 0) {
        return gcv_report_warn_garbage_matches(report, n, err);
    } else if (n > 0) {
        gcv_report_warn(report, "matching objects not reachable from any %sroot: %" PRIu64,
                        report->options->include_weak ? "" : "strong ", n);
    }
    return GCV_OK;
}

gcv_status gcv_matching_chains(const gcv_chain_query *query, gcv_error *err)
{
    gcv_context *ctx = query->report->ctx;
    gcv_u32_column targets = {NULL, 0, 0};
    bool merged = false;
    uint64_t without = 0;
    gcv_constrained_paths paths;
    gcv_status status;
    gcv_report_warn_idle_types(query->report);
    status = gcv_chain_query_find_all(query, &query->starts, &paths, err);
    if (status == GCV_OK) {
        status = find_targets(query, &paths, &targets, &without, err);
        merged = targets.n > 1 || query->options->tree;
        if (status == GCV_OK && merged) {
            status = gcv_merged_chains(query, &paths, &targets, err);
        }
        gcv_constrained_paths_release(ctx, &paths);
    }
    if (status == GCV_OK && !merged) {
        status = gcv_single_chains(query, &targets, err);
    }
    if (status == GCV_OK) {
        status = warn_without_chain(query, without, targets.n, err);
    }
    gcv_u32_column_release(ctx, &targets);
    return status;
}
