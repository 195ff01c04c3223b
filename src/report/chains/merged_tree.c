/* merged_tree.c - merged chains as one tree (`chains --tree`): ways that begin alike stand there
 * once, with what share of the matching objects hangs on each.
 *
 * Counted below a row are all matching objects whose chains pass it, those of chains that are not
 * shown included, so a share never depends on --limit. O(steps × log) on top of the chains.
 */
#include "report/chains/merged_chains.h"

#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"

#include <string.h>

typedef struct gcv_below {
    uint64_t targets, bytes; /* whose chains pass the step or end there */
} gcv_below;

typedef struct gcv_merged_tree {
    gcv_merge *merge;
    gcv_below *below; /* per step */
    gcv_below all;
    uint32_t *order;        /* shown steps: those of one parent next to each other, best first */
    uint32_t *first, *last; /* per step: its children in `order`; of the tops behind all steps */
    uint32_t n;
} gcv_merged_tree;

static bool best_first(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_merged_tree *tree = payload;
    const gcv_merged_steps *merged = &tree->merge->merged;
    const gcv_step_key *x = gcv_merged_key(merged, a), *y = gcv_merged_key(merged, b);
    if (x->before != y->before) {
        return x->before < y->before;
    }
    if (tree->below[a].bytes != tree->below[b].bytes) {
        return tree->below[a].bytes > tree->below[b].bytes;
    }
    return merged->steps.data[a].rank < merged->steps.data[b].rank;
}

static void sum(gcv_merged_tree *tree)
{
    const gcv_merged_steps *merged = &tree->merge->merged;
    const gcv_merged_step_column *steps = &merged->steps;
    size_t i;
    for (i = 0; i < steps->n; i++) {
        tree->below[i].targets = steps->data[i].targets;
        tree->below[i].bytes = steps->data[i].target_bytes;
    }
    for (i = steps->n; i-- > 0;) { /* a step comes after the one before it on the way */
        uint32_t before = gcv_merged_key(merged, (uint32_t)i)->before;
        gcv_below *to = before != GCV_NONE ? &tree->below[before] : &tree->all;
        to->targets += tree->below[i].targets;
        to->bytes += tree->below[i].bytes;
    }
}

static gcv_status arrange(gcv_merged_tree *tree, gcv_error *err)
{
    const gcv_merged_steps *merged = &tree->merge->merged;
    const gcv_merged_step_column *steps = &merged->steps;
    gcv_status status;
    uint32_t i;
    for (i = 0; i < steps->n; i++) {
        if (steps->data[i].set != GCV_NONE) {
            tree->order[tree->n++] = i;
        }
    }
    status = gcv_sort(tree->merge->report->ctx, tree->order, tree->n, best_first, tree, err);
    for (i = 0; status == GCV_OK && i < tree->n; i++) {
        uint32_t before = gcv_merged_key(merged, tree->order[i])->before;
        size_t parent = before != GCV_NONE ? before : steps->n;
        if (tree->first[parent] == tree->last[parent]) {
            tree->first[parent] = i;
        }
        tree->last[parent] = i + 1;
    }
    return status;
}

static gcv_status write_step(gcv_merged_tree *tree, uint32_t at, gcv_error *err)
{
    gcv_merge *merge = tree->merge;
    const gcv_merged_step *step = &merge->merged.steps.data[at];
    gcv_cell cells[8];
    gcv_status status = gcv_step_root_cell(merge, at, &cells[7], err);
    cells[0] = gcv_cell_count(gcv_merged_key(&merge->merged, at)->depth);
    cells[1] = gcv_cell_bytes(tree->below[at].bytes);
    cells[2] = gcv_cell_count(gcv_percent_of(tree->below[at].bytes, tree->all.bytes));
    cells[3] = gcv_cell_count(tree->below[at].targets);
    cells[4] = gcv_cell_count(step->objects);
    cells[5] = gcv_cell_bytes(merge->merged.retained[step->set]);
    cells[6] = gcv_step_type_cell(merge, at);
    return status == GCV_OK ? gcv_writer_row(merge->report->writer, cells, err) : status;
}

static gcv_status write_rows(gcv_merged_tree *tree, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"depth", true},   {"bytes", true},    {"share", true}, {"count", true},
        {"objects", true}, {"retained", true}, {"type", false}, {"root", false}};
    gcv_report *report = tree->merge->report;
    gcv_u32_column open = {NULL, 0, 0}; /* parents with children still to write, the deepest last */
    gcv_status status = gcv_report_begin(report, columns, sizeof columns / sizeof columns[0], err);
    if (status == GCV_OK) {
        status =
            gcv_u32_column_push(report->ctx, &open, (uint32_t)tree->merge->merged.steps.n, err);
    }
    while (status == GCV_OK && open.n > 0) {
        uint32_t parent = open.data[open.n - 1], step;
        if (tree->first[parent] == tree->last[parent]) {
            open.n--;
            continue;
        }
        step = tree->order[tree->first[parent]++];
        status = write_step(tree, step, err);
        status = status == GCV_OK ? gcv_u32_column_push(report->ctx, &open, step, err) : status;
    }
    gcv_u32_column_release(report->ctx, &open);
    return status;
}

gcv_status gcv_merged_tree_write(gcv_merge *merge, gcv_error *err)
{
    gcv_context *ctx = merge->report->ctx;
    size_t n = merge->merged.steps.n;
    gcv_merged_tree tree;
    gcv_status status;
    memset(&tree, 0, sizeof tree);
    tree.merge = merge;
    tree.below = gcv_alloc(ctx, n, sizeof *tree.below, err);
    tree.order = gcv_alloc(ctx, n, sizeof *tree.order, err);
    tree.first = gcv_alloc_zeroed(ctx, n + 1, sizeof *tree.first, err);
    tree.last = gcv_alloc_zeroed(ctx, n + 1, sizeof *tree.last, err);
    if (tree.below == NULL || tree.order == NULL || tree.first == NULL || tree.last == NULL) {
        status = gcv_failed(err);
    } else {
        sum(&tree);
        status = arrange(&tree, err);
    }
    status = status == GCV_OK ? write_rows(&tree, err) : status;
    gcv_free(ctx, tree.below, n, sizeof *tree.below);
    gcv_free(ctx, tree.order, n, sizeof *tree.order);
    gcv_free(ctx, tree.first, n + 1, sizeof *tree.first);
    gcv_free(ctx, tree.last, n + 1, sizeof *tree.last);
    return status;
}
