/* merged_chains.c - chains of many objects, merged by the root and the types they pass.
 *
 * A merged chain is the way to a step that is the last of a target's chain (analysis/chains). Its
 * rows are the steps: how many objects are at each, their bytes, and what they retain together,
 * exactly, as a set.
 */
#include "report/chains/merged_chains.h"

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"

#include <string.h>

/* ---- order of chains: bytes of the targets, then rank ------------------------------------- */

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const gcv_merge *)payload)->merged.steps.data[item].target_bytes;
}

static bool by_rank(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merged_step *steps = ((const gcv_merge *)payload)->merged.steps.data;
    return steps[a].rank < steps[b].rank;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* An id, or `*N` for N objects. */
static gcv_cell object_cell(const gcv_merge *merge, const gcv_merged_step *step, char *buffer)
{
    if (step->objects == 1) {
        return gcv_object_id_cell(merge->report->heap, step->object);
    }
    buffer[0] = '*';
    (void)gcv_format_u64(buffer + 1, step->objects);
    return gcv_cell_str(buffer);
}

gcv_cell gcv_step_type_cell(const gcv_merge *merge, uint32_t step)
{
    const gcv_step_key *key = gcv_merged_key(&merge->merged, step);
    gcv_cell cell = key->type != GCV_NONE ? gcv_type_cell(merge->report->heap, key->type)
                                          : gcv_cell_str("<deeper, any type>");
    cell.indent = key->depth - 1;
    return cell;
}

gcv_status gcv_step_root_cell(gcv_merge *merge, uint32_t step, gcv_cell *cell, gcv_error *err)
{
    const gcv_step_key *key = gcv_merged_key(&merge->merged, step);
    const gcv_heap *heap = merge->report->heap;
    gcv_status status = GCV_OK;
    *cell = gcv_cell_none();
    if (key->start != GCV_NONE) {
        status = gcv_root_label(merge->report->ctx, heap, &heap->roots.data[key->start],
                                &merge->label, err);
        *cell = gcv_cell_text(gcv_buffer_slice(&merge->label));
    }
    return status;
}

static gcv_status write_step(gcv_merge *merge, uint64_t chain, uint32_t at, gcv_error *err)
{
    const gcv_merged_step *step = &merge->merged.steps.data[at];
    char buffer[GCV_NUMBER_MAX + 1];
    gcv_cell cells[GCV_CHAIN_CELLS];
    gcv_status status;
    cells[0] = gcv_cell_count(chain);
    cells[1] = gcv_cell_count(gcv_merged_key(&merge->merged, at)->depth);
    cells[2] = object_cell(merge, step, buffer);
    cells[3] = gcv_cell_bytes(step->bytes);
    cells[4] = gcv_cell_bytes(merge->merged.retained[step->set]);
    cells[5] = gcv_step_type_cell(merge, at);
    status = gcv_step_root_cell(merge, at, &cells[6], err);
    return status == GCV_OK ? gcv_writer_row(merge->report->writer, cells, err) : status;
}

static gcv_status write_chain(gcv_merge *merge, uint64_t chain, uint32_t last, gcv_error *err)
{
    gcv_status status = GCV_OK;
    merge->way.n = 0;
    while (status == GCV_OK && last != GCV_NONE) {
        status = gcv_u32_column_push(merge->report->ctx, &merge->way, last, err);
        last = gcv_merged_key(&merge->merged, last)->before;
    }
    while (status == GCV_OK && merge->way.n > 0) {
        status = write_step(merge, chain, merge->way.data[--merge->way.n], err);
    }
    return status;
}

static gcv_status write_chains(gcv_merge *merge, const gcv_rows *rows, gcv_error *err)
{
    gcv_status status = gcv_report_begin(merge->report, gcv_chain_columns, GCV_CHAIN_CELLS, err);
    size_t i;
    for (i = 0; status == GCV_OK && i < rows->items.n; i++) {
        status = write_chain(merge, (uint64_t)i + 1, rows->items.data[i], err);
    }
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

/* Chooses the chains with the most bytes of targets and writes them. */
static gcv_status choose(gcv_merge *merge, const gcv_ways *ways, gcv_error *err)
{
    const gcv_report_options *options = merge->report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status = GCV_OK;
    uint32_t step;
    order.payload = merge;
    order.key = key_bytes;
    order.ascending = false;
    order.tie = by_rank;
    gcv_rows_init(&rows, merge->report->ctx, &order, gcv_chain_limit(options, GCV_CHAINS_MERGED));
    for (step = 0; status == GCV_OK && step < merge->merged.steps.n; step++) {
        const gcv_merged_step *s = &merge->merged.steps.data[step];
        if (s->targets > 0 && gcv_filter_bytes(&options->select, s->target_bytes)) {
            status = gcv_rows_add(&rows, step, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_rows_finish(&rows, err);
    }
    if (status == GCV_OK) {
        status = gcv_merged_steps_retained(&merge->merged, &ways->roots, rows.items.data,
                                           rows.items.n, err);
    }
    if (status == GCV_OK) {
        status =
            ways->asked->tree ? gcv_merged_tree_write(merge, err) : write_chains(merge, &rows, err);
    }
    gcv_rows_release(&rows);
    return status;
}

gcv_status gcv_merged_chains(gcv_report *report, const gcv_ways *ways,
                             const gcv_constrained_paths *paths, const gcv_u32_column *targets,
                             gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_merge merge;
    gcv_status status;
    memset(&merge, 0, sizeof merge);
    merge.report = report;
    status =
        gcv_merged_steps_find(ctx, report->heap, paths, &ways->starts, targets, &merge.merged, err);
    if (status == GCV_OK) {
        status = choose(&merge, ways, err);
    }
    gcv_merged_steps_release(&merge.merged);
    gcv_u32_column_release(ctx, &merge.way);
    gcv_buffer_release(ctx, &merge.label);
    return status;
}
