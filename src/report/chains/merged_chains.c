/* merged_chains.c - chains of many objects, merged by the root and the types that they pass.
 *
 * A merged chain is the path to a step at which the chains of some targets end (analysis/chains).
 * Its rows are the steps: the number of objects of each, their bytes, and what they retain together
 * as a set, exactly. */
#include "report/chains/chain_query.h"

#include "report/chains/merged_table.h"

/* ---- order of chains: bytes of the targets, then rank ------------------------------------- */

GCV_KEY(key_bytes, ((const gcv_merged_table *)payload)->merged.steps.data[row].target_bytes);

static bool by_rank(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merged_step *steps = ((const gcv_merged_table *)payload)->merged.steps.data;
    return steps[a].rank < steps[b].rank;
}

GCV_KEY(key_rank, ((const gcv_merged_table *)payload)->merged.steps.data[row].rank);

static const gcv_key_fn by_rank_keys[] = {key_rank, NULL};

/* ---- the report --------------------------------------------------------------------------- */

/* Chooses the chains whose targets have the most bytes, and writes them. */
static void write_table(gcv_merged_table *table, const gcv_chain_query *query)
{
    const gcv_report_options *options = table->report->options;
    gcv_rows rows;
    gcv_row_order order = {.payload = table,
                           .key = key_bytes,
                           .ascending = false,
                           .tie = by_rank,
                           .tie_keys = by_rank_keys};
    gcv_rows_init(&rows, table->report->ctx, &order, gcv_chain_limit(options, GCV_CHAINS_MERGED));
    for (uint32_t step = 0; step < table->merged.steps.n; step++) {
        const gcv_merged_step *s = &table->merged.steps.data[step];
        if (s->targets > 0 && gcv_filter_bytes(&options->select, s->target_bytes)) {
            gcv_rows_add(&rows, step);
        }
    }
    gcv_rows_finish(&rows);
    gcv_writer_more(table->report->out.writer, gcv_rows_left_out(&rows), "chain", "--limit 0");
    gcv_merged_steps_retained(&table->merged, &query->roots, rows.items.data, rows.items.n);
    if (query->options->tree || gcv_report_draws(options)) {
        gcv_merged_tree_write(table);
    } else {
        gcv_merged_rows_write(table, rows.items.data, rows.items.n);
    }
    gcv_rows_release(&rows);
}

void gcv_merged_chains(const gcv_chain_query *query, const gcv_constrained_paths *paths,
                       const gcv_u32_column *targets)
{
    gcv_report *report = query->report;
    gcv_context *ctx = report->ctx;
    gcv_merged_table table = {0};
    table.report = report;
    table.fields = gcv_field_cells_of(report, report->in.heap);
    table.merged.begins_at_statics = !gcv_chain_query_is_constrained(query);
    gcv_merged_steps_find(ctx, report->in.heap, paths, &query->starts, targets, &table.merged);
    write_table(&table, query);
}
