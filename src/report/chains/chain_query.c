/* chain_query.c - the targets and constraints of chains; see chain_query.h. */
#include "report/chains/chain_query.h"

#include "analysis/analyses.h"
#include "heap/vocabulary.h"
#include "report/select.h"

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

void gcv_chain_query_starts(const gcv_chain_query *query, uint32_t without, gcv_root_set *out)
{
    const gcv_report *report = query->report;
    const gcv_heap *heap = report->in.heap;
    const char *kind = query->options->to;
    uint8_t *keep = gcv_alloc(report->ctx, heap->roots.n, 1);
    for (size_t i = 0; i < heap->roots.n; i++) {
        keep[i] = heap->roots.data[i].object != without &&
                  (kind == NULL || gcv_root_kind_is(heap->roots.data[i].kind, kind));
    }
    *out = gcv_root_set_of(report->ctx, heap, report->options->include_weak, keep);
    gcv_free(report->ctx, keep);
}

void gcv_chain_query_init(gcv_chain_query *query, gcv_report *report,
                          const gcv_chain_options *options, const uint8_t *among)
{
    *query = (gcv_chain_query){.report = report, .options = options, .among = among};
    gcv_selection_find(report->ctx, report->in.heap, &report->options->select, &query->selection);
    if (!query->selection.any_section) {
        gcv_report_no_such_domain(report, report->in.heap);
    }
    query->roots =
        gcv_root_set_of(report->ctx, report->in.heap, report->options->include_weak, NULL);
    gcv_chain_query_starts(query, GCV_NONE, &query->starts);
    if (options->avoid.n > 0) {
        gcv_report_mark_objects(report, &options->avoid, &query->closed);
    }
    if (excludes_are_avoided(query)) {
        gcv_report_mark_objects(report, &report->options->select.excludes, &query->closed);
    }
    if (options->via.n > 0) {
        gcv_report_mark_objects(report, &options->via, &query->via);
    }
}

gcv_chain gcv_chain_query_find(const gcv_chain_query *query, const gcv_root_set *starts,
                               const uint8_t *closed, uint32_t target)
{
    gcv_context *ctx = query->report->ctx;
    const gcv_heap *heap = query->report->in.heap;
    const gcv_path_constraints constraints = {
        .starts = starts, .closed = closed, .via = query->via, .target = target};
    if (query->via == NULL) {
        return gcv_chain_compute(ctx, heap, starts, target, closed);
    }
    gcv_constrained_paths paths = gcv_constrained_paths_find(ctx, heap, &constraints);
    const gcv_chain chain = gcv_constrained_paths_chain(ctx, &paths, target);
    gcv_constrained_paths_release(ctx, &paths);
    return chain;
}

gcv_constrained_paths gcv_chain_query_find_all(const gcv_chain_query *query,
                                               const gcv_root_set *starts)
{
    const gcv_path_constraints constraints = {
        .starts = starts, .closed = query->closed, .via = query->via, .target = GCV_NONE};
    return gcv_constrained_paths_find(query->report->ctx, query->report->in.heap, &constraints);
}

uint64_t gcv_chain_limit(const gcv_report_options *options, uint64_t otherwise)
{
    return options->limit.given                                              ? options->limit.value
           : options->top.given && !gcv_output_format_draws(options->format) ? options->top.value
                                                                             : otherwise;
}

void gcv_chain_table_begin(gcv_report *report, const gcv_field_cells *fields)
{
    static const gcv_table_column columns[GCV_CHAIN_CELLS] = {
        {"chain", GCV_SHAPE_NUMBER},    {"depth", GCV_SHAPE_EXTRA},
        {"object", GCV_SHAPE_NUMBER},   {"bytes", GCV_SHAPE_NUMBER},
        {"retained", GCV_SHAPE_NUMBER}, {"type", GCV_SHAPE_TYPE},
        {"root", GCV_SHAPE_TEXT},       GCV_NAME_COLUMNS};
    gcv_report_begin(report, columns, gcv_field_columns(fields, GCV_CHAIN_CELLS));
}

void gcv_chain_table_row(gcv_report *report, gcv_cell *cells, uint64_t objects)
{
    if (objects != 1 && gcv_writer_nests(report->out.writer)) {
        cells[GCV_CHAIN_OBJECT] = gcv_cell_none();
    }
    gcv_writer_row(report->out.writer, cells);
    gcv_writer_value(report->out.writer, "objects", gcv_cell_count(objects));
}
