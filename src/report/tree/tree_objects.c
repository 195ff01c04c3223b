/* tree_objects.c - the largest rows of the dominator tree with one row per object.
 *
 * The --top objects of largest retained size are shown. An object retains at least as much as any
 * object below it, so a parent is chosen before its children: each step takes the best candidate
 * and makes its children candidates. O(candidates × log), without recursion.
 */
#include "report/tree/tree.h"

#include "analysis/dominator_tree.h"
#include "base/sort.h"
#include "report/object_columns.h"

#include <string.h>

/* One shown object. */
typedef struct object_row {
    uint32_t number, depth, parent; /* `parent`: a row; GCV_NONE: depth 1 */
} object_row;

GCV_COLUMN(object_row_column, object_row);

typedef struct object_tree {
    const gcv_tree_query *query;
    gcv_context *ctx;
    const gcv_dominators *dominators;
    gcv_object_rows by;
    gcv_priority_queue candidates; /* objects */
    object_row_column rows;
} object_tree;

/* Candidates are reachable. */
static bool better(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_dominators *d = ((const gcv_object_rows *)payload)->dominators;
    uint64_t x = d->retained[d->number[a]], y = d->retained[d->number[b]];
    return x != y ? x > y : gcv_object_before(payload, a, b);
}

static void offer(object_tree *tree, uint32_t number)
{
    if (gcv_filter_bytes(&tree->query->report->options->select,
                         tree->dominators->retained[number])) {
        gcv_priority_queue_push(tree->ctx, &tree->candidates, tree->dominators->object[number]);
    }
}

static void choose(object_tree *tree)
{
    const gcv_dominators *d = tree->dominators;
    const gcv_u32_column *tops = &tree->query->tops;
    const size_t numbers = (size_t)d->n_reached + 1;
    uint32_t *first = gcv_alloc_zeroed(tree->ctx, numbers + 1, sizeof *first);
    uint32_t *child = gcv_alloc(tree->ctx, numbers, sizeof *child);
    uint32_t *row_of = gcv_alloc(tree->ctx, numbers, sizeof *row_of); /* by number */
    memset(row_of, 0xff, numbers * sizeof *row_of);                   /* GCV_NONE: not shown */
    gcv_dominator_children(d, first, child);
    for (size_t i = 0; i < tops->n; i++) {
        offer(tree, d->number[tops->data[i]]);
    }
    while (tree->candidates.items.n > 0 && tree->rows.n < tree->query->top) {
        const uint32_t number = d->number[gcv_priority_queue_pop(&tree->candidates)];
        const uint32_t parent = row_of[d->dominator[number]];
        const uint32_t depth = parent != GCV_NONE ? tree->rows.data[parent].depth + 1 : 1;
        const object_row row = {number, depth, parent};
        row_of[number] = (uint32_t)tree->rows.n;
        object_row_column_push(tree->ctx, &tree->rows, row);
        for (uint32_t i = first[number]; depth < tree->query->deepest && i < first[number + 1];
             i++) {
            offer(tree, child[i]);
        }
    }
}

/* Writes the rows; among siblings, those chosen first come first. Memory must not run out once rows
 * are written; the candidates are no longer needed. */
static void write_rows(object_tree *tree)
{
    gcv_tree_rows written;
    gcv_row_tree shown;
    gcv_priority_queue_release(tree->ctx, &tree->candidates);
    gcv_row_tree_init(tree->ctx, &shown, tree->rows.n);
    for (uint32_t i = (uint32_t)tree->rows.n; i-- > 0;) {
        gcv_row_tree_put(&shown, i, tree->rows.data[i].parent);
    }
    gcv_tree_rows_begin(&written, tree->query);
    for (uint32_t row = shown.top; row != GCV_NONE; row = gcv_row_tree_next(&shown, row)) {
        gcv_tree_rows_add(&written, tree->rows.data[row].number, tree->rows.data[row].depth);
    }
    gcv_tree_rows_end(&written);
}

void gcv_tree_by_object(const gcv_tree_query *query)
{
    gcv_report *report = query->report;
    object_tree tree = {.query = query, .ctx = report->ctx, .dominators = query->dominators};
    tree.by.heap = report->in.heap;
    tree.by.dominators = query->dominators;
    tree.candidates.before = better;
    tree.candidates.payload = &tree.by;
    gcv_phase(report->ctx, "report");
    choose(&tree);
    write_rows(&tree);
}
