/* matching_chains.c - the chains of all matching objects; see chain_query.h.
 *
 * The chains of many objects are merged by the root and the types that they pass. A merged chain is
 * the path to a step at which the chains of some targets end (analysis/chains). Its rows are the
 * steps: the number of objects of each, their bytes, and what they retain together as a set,
 * exactly. */
#include "report/chains/chain_query.h"

#include "report/select.h"

#include <inttypes.h>

/* Chains are in the order of the bytes of their targets, then of rank. */
GCV_KEY(key_bytes, ((const gcv_merged_table *)payload)->merged.steps.data[row].target_bytes);
GCV_KEY(key_rank, ((const gcv_merged_table *)payload)->merged.steps.data[row].rank);

/* Chooses the chains whose targets have the most bytes, and writes them. */
static void write_table(gcv_merged_table *table, const gcv_chain_query *query)
{
    const gcv_report_options *options = table->report->options;
    gcv_rows rows;
    uint64_t left_out = 0;
    static const gcv_key_fn ties[] = {key_rank, NULL};
    const gcv_row_order order = {.payload = table, .key = key_bytes, .tie_keys = ties};
    gcv_rows_init(&rows, table->report->ctx, &order, gcv_chain_limit(options, GCV_CHAINS_MERGED));
    for (uint32_t step = 0; step < table->merged.steps.n; step++) {
        const gcv_merged_step *s = &table->merged.steps.data[step];
        if (s->targets > 0 && gcv_filter_bytes(&options->select, s->target_bytes)) {
            gcv_rows_add(&rows, step);
            left_out += s->target_bytes;
        }
    }
    gcv_rows_finish(&rows);
    for (size_t i = 0; i < rows.items.n; i++) {
        left_out -= table->merged.steps.data[rows.items.data[i]].target_bytes;
    }
    gcv_writer_more(table->report->out.writer, (gcv_more){.rows = gcv_rows_left_out(&rows),
                                                          .noun = "chain",
                                                          .option = "--limit 0",
                                                          .bytes = left_out});
    gcv_merged_steps_retained(&table->merged, &query->roots, rows.items.data, rows.items.n);
    if (query->options->tree || gcv_output_format_draws(options->format)) {
        gcv_merged_tree_write(table);
    } else {
        gcv_merged_rows_write(table, rows.items.data, rows.items.n);
    }
    gcv_rows_release(&rows);
}

/* Finds the matching objects with a chain, and returns the number of those without one. */
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
            without++;
        } else {
            gcv_u32_column_push(query->report->ctx, targets, object);
        }
    }
    return without;
}

void gcv_matching_chains(const gcv_chain_query *query)
{
    gcv_report *report = query->report;
    gcv_u32_column targets = {NULL, 0, 0};
    gcv_report_warn_idle_types(report);
    gcv_constrained_paths paths = gcv_chain_query_find_all(query, &query->starts);
    const uint64_t without = find_targets(query, &paths, &targets);
    const bool merged = targets.n > 1 || query->options->tree;
    if (merged) {
        gcv_merged_table table = {.report = report,
                                  .fields = gcv_field_cells_of(report, report->in.heap)};
        table.merged.begins_at_statics = !gcv_chain_query_is_constrained(query);
        gcv_merged_steps_find(report->ctx, report->in.heap, &paths, &query->starts, &targets,
                              &table.merged);
        write_table(&table, query);
    }
    gcv_constrained_paths_release(report->ctx, &paths);
    if (!merged) {
        gcv_single_chains(query, &targets);
    }
    if (without > 0 && gcv_chain_query_is_constrained(query)) {
        GCV_WARN(report, "matching objects without such a chain: %" PRIu64, without);
    } else if (without > 0 && targets.n == 0) {
        gcv_report_warn_garbage_matches(report, without);
    } else if (without > 0) {
        GCV_WARN(report, "matching objects not reachable from any %sroot: %" PRIu64,
                 report->options->include_weak ? "" : "strong ", without);
    }
}
