/* merged_chains.c - chains of many objects, merged by the root and the types they pass.
 *
 * The chains of all targets form a tree of objects; folding objects with the same way of types from
 * the same kind of root gives a tree of steps. An object of the same type as its referrer on the
 * chain stays in that one's step, so a list of a million links is one step and not a million. Lists
 * whose types take turns are not folded, but what lies deeper than GCV_MERGED_DEPTH steps is one
 * last step of any type. A merged chain is the way to a step that holds targets; its numbers say
 * what is at each step: how many objects, their bytes, and what they retain together (exactly, as a
 * set).
 *
 * O(objects on chains), plus one run of gcv_retained_of_sets() for the steps that are shown.
 */
#include "report/chains/merged_chains.h"

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "heap/vocabulary.h"

#include <string.h>

/* ---- order of chains: bytes of the targets, then depth, then the way --------------------- */

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    return ((const gcv_merge *)payload)->steps.data[item].target_bytes;
}

static int compare_first(const gcv_merge *merge, const gcv_step_key *a, const gcv_step_key *b)
{
    const gcv_root *x = gcv_merge_root(merge, a->start), *y = gcv_merge_root(merge, b->start);
    if (x->kind != y->kind) {
        return gcv_root_kind_rank(x->kind) < gcv_root_kind_rank(y->kind) ? -1 : 1;
    }
    if (x->container != y->container) {
        return x->container < y->container ? -1 : 1;
    }
    if (x->flags != y->flags) {
        return x->flags < y->flags ? -1 : 1;
    }
    if (!gcv_slice_equal(x->label, y->label)) {
        return gcv_slice_compare(x->label, y->label);
    }
    return a->type < b->type ? -1 : a->type > b->type;
}

/* Among steps of one depth, once the depth above is ranked. */
static bool by_way(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merge *merge = payload;
    const gcv_step_key *x = &merge->steps.data[a].key, *y = &merge->steps.data[b].key;
    if (x->before == GCV_NONE) {
        return compare_first(merge, x, y) < 0;
    }
    if (x->before != y->before) {
        return merge->steps.data[x->before].rank < merge->steps.data[y->before].rank;
    }
    return x->type < y->type;
}

static bool by_rank(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merge *merge = payload;
    return merge->steps.data[a].rank < merge->steps.data[b].rank;
}

/* Ranks steps by depth and, within a depth, by their ways from the root: one depth after the other,
 * since comparing whole ways would be quadratic on long chains. */
static gcv_status rank_steps(gcv_merge *merge, gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    size_t n = merge->steps.n, i;
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err), rank = 0;
    uint32_t *first = gcv_alloc_zeroed(ctx, n + 2, sizeof *first, err); /* by depth, from 1 */
    gcv_status status = order == NULL || first == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK) {
        for (i = 0; i < n; i++) {
            first[merge->steps.data[i].key.depth + 1]++;
        }
        for (i = 1; i < n + 2; i++) {
            first[i] += first[i - 1];
        }
        for (i = 0; i < n; i++) {
            order[first[merge->steps.data[i].key.depth]++] = (uint32_t)i;
        }
    }
    /* Now first[d] is where depth d ends. */
    for (i = 1; status == GCV_OK && i <= n && rank < n; i++) {
        status = gcv_sort(ctx, order + first[i - 1], first[i] - first[i - 1], by_way, merge, err);
        for (; rank < first[i]; rank++) {
            merge->steps.data[order[rank]].rank = rank;
        }
    }
    gcv_free(ctx, order, n, sizeof *order);
    gcv_free(ctx, first, n + 2, sizeof *first);
    return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* An id, or `*N` for N objects. */
static gcv_cell object_cell(const gcv_merge *merge, const gcv_step *step, char *buffer)
{
    if (step->objects == 1) {
        return gcv_object_id_cell(merge->report->heap, step->object);
    }
    buffer[0] = '*';
    (void)gcv_format_u64(buffer + 1, step->objects);
    return gcv_cell_str(buffer);
}

gcv_cell gcv_step_type_cell(const gcv_merge *merge, const gcv_step *step)
{
    gcv_cell cell = step->key.type != GCV_NONE ? gcv_type_cell(merge->report->heap, step->key.type)
                                               : gcv_cell_str("<deeper, any type>");
    cell.indent = step->key.depth - 1;
    return cell;
}

gcv_status gcv_step_root_cell(gcv_merge *merge, const gcv_step *step, gcv_cell *cell,
                              gcv_error *err)
{
    gcv_report *report = merge->report;
    gcv_status status = GCV_OK;
    *cell = gcv_cell_none();
    if (step->key.start != GCV_NONE) {
        status = gcv_root_label(report->ctx, report->heap, gcv_merge_root(merge, step->key.start),
                                &merge->label, err);
        *cell = gcv_cell_text(gcv_buffer_slice(&merge->label));
    }
    return status;
}

static gcv_status write_step(gcv_merge *merge, uint64_t chain, const gcv_step *step, gcv_error *err)
{
    char buffer[GCV_NUMBER_MAX + 1];
    gcv_cell cells[GCV_CHAIN_CELLS];
    gcv_status status;
    cells[0] = gcv_cell_count(chain);
    cells[1] = gcv_cell_count(step->key.depth);
    cells[2] = object_cell(merge, step, buffer);
    cells[3] = gcv_cell_bytes(step->bytes);
    cells[4] = gcv_cell_bytes(merge->retained[step->shown]);
    cells[5] = gcv_step_type_cell(merge, step);
    status = gcv_step_root_cell(merge, step, &cells[6], err);
    return status == GCV_OK ? gcv_writer_row(merge->report->writer, cells, err) : status;
}

static gcv_status write_chain(gcv_merge *merge, uint64_t chain, uint32_t last, gcv_error *err)
{
    gcv_status status = GCV_OK;
    merge->way.n = 0;
    while (status == GCV_OK && last != GCV_NONE) {
        status = gcv_u32_column_push(merge->report->ctx, &merge->way, last, err);
        last = merge->steps.data[last].key.before;
    }
    while (status == GCV_OK && merge->way.n > 0) {
        status = write_step(merge, chain, &merge->steps.data[merge->way.data[--merge->way.n]], err);
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
static gcv_status choose(gcv_merge *merge, const gcv_root_set *roots, gcv_error *err)
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
    for (step = 0; status == GCV_OK && step < merge->steps.n; step++) {
        const gcv_step *s = &merge->steps.data[step];
        if (s->targets > 0 &&
            (!options->select.min.given || s->target_bytes >= options->select.min.value)) {
            status = gcv_rows_add(&rows, step, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_rows_finish(&rows, err);
    }
    if (status == GCV_OK) {
        status = gcv_merge_retained(merge, roots, &rows, err);
    }
    if (status == GCV_OK) {
        status = options->ways.tree ? gcv_merged_tree_write(merge, err)
                                    : write_chains(merge, &rows, err);
    }
    gcv_rows_release(&rows);
    return status;
}

static gcv_status run(gcv_merge *merge, const gcv_ways *ways, const gcv_u32_column *targets,
                      uint32_t *root_of, gcv_error *err)
{
    const gcv_root_set *starts = &ways->starts;
    gcv_status status = GCV_OK;
    size_t i;
    gcv_phase(merge->report->ctx, "merge");
    for (i = 0; i < starts->n; i++) {
        root_of[starts->object[i]] = starts->root[i];
    }
    memset(merge->step_of, 0xff,
           (size_t)merge->routes->n_states * sizeof *merge->step_of); /* GCV_NONE */
    for (i = 0; status == GCV_OK && i < targets->n; i++) {
        status = gcv_merge_add(merge, targets->data[i], err);
    }
    if (status == GCV_OK) {
        status = rank_steps(merge, err);
    }
    return status == GCV_OK ? choose(merge, &ways->roots, err) : status;
}

gcv_status gcv_merged_chains(gcv_report *report, const gcv_ways *ways, const gcv_routes *routes,
                             const gcv_u32_column *targets, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    uint32_t n = report->heap->n_objects;
    uint32_t *root_of = gcv_alloc(ctx, n, sizeof *root_of, err);
    gcv_merge merge;
    gcv_status status;
    memset(&merge, 0, sizeof merge);
    merge.report = report;
    merge.routes = routes;
    merge.root_of = root_of;
    merge.step_of = gcv_alloc(ctx, routes->n_states, sizeof *merge.step_of, err);
    status = root_of == NULL || merge.step_of == NULL ? gcv_failed(err)
                                                      : run(&merge, ways, targets, root_of, err);
    gcv_free(ctx, root_of, n, sizeof *root_of);
    gcv_free(ctx, merge.step_of, routes->n_states, sizeof *merge.step_of);
    gcv_step_index_release(ctx, &merge.index);
    gcv_id_map_release(ctx, &merge.starts);
    gcv_free(ctx, merge.retained, merge.n_retained, sizeof *merge.retained);
    gcv_step_column_release(ctx, &merge.steps);
    gcv_u32_column_release(ctx, &merge.way);
    gcv_buffer_release(ctx, &merge.label);
    return status;
}
