/* merged_chains.c - chains of many objects, merged by the root and the types that they pass.
 *
 * A merged chain is the path to a step at which the chains of some targets end (analysis/chains).
 * Its rows are the steps: how many objects each has, their bytes, and what they retain together,
 * exactly, as a set.
 */
#include "report/chains/merged_chains.h"

#include "report/chains/chain_table.h"
#include "report/chains/merged_table.h"
#include "report/chains/merged_tree.h"
#include "report/rows.h"

#include "base/number.h"

#include <string.h>

/* ---- order of chains: bytes of the targets, then rank ------------------------------------- */

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const gcv_merged_table *)payload)->merged.steps.data[item].target_bytes;
}

static bool by_rank(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merged_step *steps = ((const gcv_merged_table *)payload)->merged.steps.data;
    return steps[a].rank < steps[b].rank;
}

static uint64_t key_rank(const void *payload, uint32_t item)
{
    return ((const gcv_merged_table *)payload)->merged.steps.data[item].rank;
}

static const gcv_key_fn by_rank_keys[] = {key_rank, NULL};

/* ---- writing ------------------------------------------------------------------------------ */

/* An id, or `*N` for N objects. */
static gcv_cell object_cell(const gcv_merged_table *table, const gcv_merged_step *step,
                            char *buffer)
{
    if (step->objects == 1) {
        return gcv_object_id_cell(table->report->heap, step->object);
    }
    buffer[0] = '*';
    (void)gcv_format_u64(buffer + 1, step->objects);
    return gcv_cell_str(buffer);
}

static gcv_status write_step(gcv_merged_table *table, uint64_t chain, uint32_t at, gcv_error *err)
{
    const gcv_merged_step *step = &table->merged.steps.data[at];
    char buffer[GCV_NUMBER_MAX + 1];
    gcv_cell cells[GCV_CHAIN_CELLS];
    gcv_status status;
    cells[0] = gcv_cell_count(chain);
    cells[1] = gcv_cell_count(gcv_merged_key(&table->merged, at)->depth);
    cells[2] = object_cell(table, step, buffer);
    cells[3] = gcv_cell_bytes(step->bytes);
    cells[4] = gcv_cell_bytes(table->merged.retained[step->set]);
    cells[5] = gcv_step_type_cell(table, at);
    status = gcv_step_root_cell(table, at, &cells[6], err);
    if (status == GCV_OK) {
        status = gcv_step_field_cell(table, at, &cells[GCV_CHAIN_FIELD], err);
    }
    return status == GCV_OK ? gcv_chain_table_row(table->report, cells, step->objects, err)
                            : status;
}

static gcv_status write_chain(gcv_merged_table *table, uint64_t chain, uint32_t last,
                              gcv_error *err)
{
    gcv_status status = GCV_OK;
    table->chain.n = 0;
    while (status == GCV_OK && last != GCV_NONE) {
        status = gcv_u32_column_push(table->report->ctx, &table->chain, last, err);
        last = gcv_merged_key(&table->merged, last)->before;
    }
    while (status == GCV_OK && table->chain.n > 0) {
        status = write_step(table, chain, table->chain.data[--table->chain.n], err);
    }
    return status;
}

static gcv_status write_chains(gcv_merged_table *table, const gcv_rows *rows, gcv_error *err)
{
    gcv_status status = gcv_chain_table_begin(table->report, err);
    size_t i;
    for (i = 0; status == GCV_OK && i < rows->items.n; i++) {
        status = write_chain(table, (uint64_t)i + 1, rows->items.data[i], err);
    }
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

/* Chooses the chains with the most bytes of targets and writes them. */
static gcv_status write_table(gcv_merged_table *table, const gcv_chain_query *query, gcv_error *err)
{
    const gcv_report_options *options = table->report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status = GCV_OK;
    uint32_t step;
    order.payload = table;
    order.key = key_bytes;
    order.ascending = false;
    order.tie = by_rank;
    order.tie_keys = by_rank_keys;
    gcv_rows_init(&rows, table->report->ctx, &order, gcv_chain_limit(options, GCV_CHAINS_MERGED));
    for (step = 0; status == GCV_OK && step < table->merged.steps.n; step++) {
        const gcv_merged_step *s = &table->merged.steps.data[step];
        if (s->targets > 0 && gcv_filter_bytes(&options->select, s->target_bytes)) {
            status = gcv_rows_add(&rows, step, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_rows_finish(&rows, err);
    }
    if (status == GCV_OK) {
        status = gcv_merged_steps_retained(&table->merged, &query->roots, rows.items.data,
                                           rows.items.n, err);
    }
    if (status == GCV_OK) {
        status = query->options->tree ? gcv_merged_tree_write(table, err)
                                      : write_chains(table, &rows, err);
    }
    gcv_rows_release(&rows);
    return status;
}

gcv_status gcv_merged_chains(const gcv_chain_query *query, const gcv_constrained_paths *paths,
                             const gcv_u32_column *targets, gcv_error *err)
{
    gcv_report *report = query->report;
    gcv_context *ctx = report->ctx;
    gcv_merged_table table;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = report;
    table.fields.report = report;
    status = gcv_merged_steps_find(ctx, report->heap, paths, &query->starts, targets, &table.merged,
                                   err);
    if (status == GCV_OK) {
        status = write_table(&table, query, err);
    }
    gcv_merged_steps_release(&table.merged);
    gcv_u32_column_release(ctx, &table.chain);
    gcv_buffer_release(ctx, &table.label);
    gcv_field_finder_release(&table.fields);
    return status;
}
