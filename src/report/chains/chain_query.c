/* chain_query.c - the targets and constraints of chains; see chain_query.h. */
#include "report/chains/chain_query.h"

#include "analysis/root_set.h"
#include "base/error.h"
#include "heap/vocabulary.h"
#include "report/select.h"

#include <string.h>

/* Whether --exclude means the same as --avoid. It normally chooses among the targets; if nothing
 * else selects targets by type, it constrains the chains. */
static bool excludes_are_avoided(const gcv_chain_query *query)
{
    const gcv_filter *filter = &query->report->options->select;
    return filter->excludes.n > 0 && filter->types.n == 0 && query->among == NULL;
}

bool gcv_chain_query_is_constrained(const gcv_chain_query *query)
{
    return query->options->avoid.n > 0 || excludes_are_avoided(query) ||
           query->options->via.n > 0 || query->options->to != NULL;
}

static gcv_status find_starts(gcv_chain_query *query, gcv_error *err)
{
    gcv_report *report = query->report;
    const gcv_heap *heap = report->heap;
    const char *kind = query->options->to;
    uint8_t *keep = kind != NULL ? gcv_alloc(report->ctx, heap->roots.n, 1, err) : NULL;
    gcv_status status = kind != NULL && keep == NULL ? gcv_failed(err) : GCV_OK;
    size_t i;
    for (i = 0; keep != NULL && i < heap->roots.n; i++) {
        keep[i] = gcv_root_kind_is(heap->roots.data[i].kind, kind);
    }
    if (status == GCV_OK) {
        status = gcv_root_set_keep(report->ctx, heap, report->options->include_weak, keep,
                                   &query->starts, err);
    }
    gcv_free(report->ctx, keep, heap->roots.n, 1);
    return status;
}

static gcv_status find_constraints(gcv_chain_query *query, gcv_error *err)
{
    gcv_report *report = query->report;
    const gcv_chain_options *options = query->options;
    gcv_status status = gcv_root_set_find(report->ctx, report->heap, report->options->include_weak,
                                          &query->roots, err);
    if (status == GCV_OK) {
        status = find_starts(query, err);
    }
    if (status == GCV_OK && options->avoid.n > 0) {
        status = gcv_report_mark_objects(report, &options->avoid, &query->closed, err);
    }
    if (status == GCV_OK && excludes_are_avoided(query)) {
        status =
            gcv_report_mark_objects(report, &report->options->select.excludes, &query->closed, err);
    }
    if (status == GCV_OK && options->via.n > 0) {
        status = gcv_report_mark_objects(report, &options->via, &query->via, err);
    }
    return status;
}

gcv_status gcv_chain_query_init(gcv_chain_query *query, gcv_report *report,
                                const gcv_chain_options *options, const uint8_t *among,
                                gcv_error *err)
{
    gcv_status status;
    memset(query, 0, sizeof *query);
    query->report = report;
    query->options = options;
    query->among = among;
    status = gcv_selection_find(report->ctx, report->heap, &report->options->select,
                                &query->selection, err);
    if (status == GCV_OK && !query->selection.any_section) {
        status = gcv_report_no_such_domain(report, report->heap, err);
    }
    return status == GCV_OK ? find_constraints(query, err) : status;
}

void gcv_chain_query_release(gcv_chain_query *query)
{
    gcv_context *ctx = query->report->ctx;
    uint32_t n = query->report->heap->n_objects;
    gcv_root_set_release(ctx, &query->roots);
    gcv_root_set_release(ctx, &query->starts);
    gcv_free(ctx, query->closed, n, 1);
    gcv_free(ctx, query->via, n, 1);
    gcv_selection_release(ctx, &query->selection);
}

static gcv_path_constraints constraints_of(const gcv_chain_query *query)
{
    gcv_path_constraints constraints;
    constraints.starts = &query->starts;
    constraints.closed = query->closed;
    constraints.via = query->via;
    constraints.target = GCV_NONE;
    return constraints;
}

gcv_status gcv_chain_query_find(const gcv_chain_query *query, const gcv_root_set *starts,
                                const uint8_t *closed, uint32_t target, gcv_chain *out,
                                gcv_error *err)
{
    gcv_context *ctx = query->report->ctx;
    const gcv_heap *heap = query->report->heap;
    gcv_path_constraints constraints = constraints_of(query);
    gcv_constrained_paths paths;
    gcv_status status;
    if (query->via == NULL) {
        return gcv_chain_find(ctx, heap, starts, target, closed, out, err);
    }
    constraints.starts = starts;
    constraints.closed = closed;
    constraints.target = target;
    status = gcv_constrained_paths_find(ctx, heap, &constraints, &paths, err);
    if (status == GCV_OK) {
        status = gcv_constrained_paths_chain(ctx, &paths, target, out, err);
        gcv_constrained_paths_release(ctx, &paths);
    }
    return status;
}

gcv_status gcv_chain_query_find_all(const gcv_chain_query *query, const gcv_root_set *starts,
                                    gcv_constrained_paths *out, gcv_error *err)
{
    gcv_path_constraints constraints = constraints_of(query);
    constraints.starts = starts;
    return gcv_constrained_paths_find(query->report->ctx, query->report->heap, &constraints, out,
                                      err);
}
