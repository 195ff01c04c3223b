/* tree_objects.c - the largest rows of the dominator tree with one row per object.
 *
 * The --top objects of largest retained size are shown. An object retains at least as much as any
 * object below it, so a parent is chosen before its children: each step takes the best candidate
 * and makes its children candidates. O(candidates × log), without recursion.
 */
#include "report/tree/tree_rows.h"

#include "analysis/dominator_tree.h"
#include "base/error.h"
#include "base/priority_queue.h"
#include "report/object_columns.h"

#include <string.h>

/* One shown object. Siblings are linked, most retained first. */
typedef struct object_row {
    uint32_t object, depth;
    uint32_t first_child, last_child, next; /* rows; GCV_NONE: none */
} object_row;

GCV_COLUMN(object_row_column, object_row);

typedef struct object_tree {
    const gcv_tree_query *query;
    gcv_report *report;
    const gcv_dominators *dominators;
    gcv_object_rows by;
    uint64_t top, deepest;         /* most rows; greatest depth */
    uint32_t *first, *child;       /* as gcv_dominator_children() lists them */
    gcv_priority_queue candidates; /* objects */
    uint32_t *row_of;              /* by number: row of a shown object; GCV_NONE: not shown */
    object_row_column rows;
    uint32_t top_first, top_last; /* rows of depth 1 */
    gcv_tree_rows written;
} object_tree;

static void make_room(object_tree *tree)
{
    const gcv_dominators *d = tree->dominators;
    gcv_context *ctx = tree->report->ctx;
    tree->first = gcv_alloc_zeroed(ctx, (size_t)d->n_reached + 2, sizeof *tree->first);
    tree->child = gcv_alloc(ctx, (size_t)d->n_reached + 1, sizeof *tree->child);
    tree->row_of = gcv_alloc(ctx, (size_t)d->n_reached + 1, sizeof *tree->row_of);
    memset(tree->row_of, 0xff, ((size_t)d->n_reached + 1) * sizeof *tree->row_of); /* GCV_NONE */
}

/* ---- candidates --------------------------------------------------------------------------- */

/* Candidates are reachable. */
static bool better(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_dominators *d = ((const gcv_object_rows *)payload)->dominators;
    uint64_t x = d->retained[d->number[a]], y = d->retained[d->number[b]];
    return x != y ? x > y : gcv_object_before(payload, a, b);
}

static void offer(object_tree *tree, uint32_t object)
{
    uint32_t number = tree->dominators->number[object];
    if (gcv_filter_bytes(&tree->report->options->select, tree->dominators->retained[number])) {
        gcv_priority_queue_push(tree->report->ctx, &tree->candidates, object);
    }
}

/* ---- choosing rows ------------------------------------------------------------------------ */

/* Appends a row to its siblings. `parent`: a row; GCV_NONE: depth 1. */
static void add_row(object_tree *tree, uint32_t object, uint32_t parent)
{
    object_row row;
    uint32_t at = (uint32_t)tree->rows.n;
    row.object = object;
    row.depth = parent == GCV_NONE ? 1 : tree->rows.data[parent].depth + 1;
    row.first_child = row.last_child = row.next = GCV_NONE;
    object_row_column_push(tree->report->ctx, &tree->rows, row);
    uint32_t last = parent == GCV_NONE ? tree->top_last : tree->rows.data[parent].last_child;
    if (last != GCV_NONE) {
        tree->rows.data[last].next = at;
    } else if (parent == GCV_NONE) {
        tree->top_first = at;
    } else {
        tree->rows.data[parent].first_child = at;
    }
    if (parent == GCV_NONE) {
        tree->top_last = at;
    } else {
        tree->rows.data[parent].last_child = at;
    }
    tree->row_of[tree->dominators->number[object]] = at;
}

static void offer_children(object_tree *tree, uint32_t number)
{
    for (uint32_t i = tree->first[number]; i < tree->first[number + 1]; i++) {
        offer(tree, tree->dominators->object[tree->child[i]]);
    }
}

static void choose(object_tree *tree, const gcv_u32_column *tops)
{
    const gcv_dominators *d = tree->dominators;
    gcv_dominator_children(d, tree->first, tree->child);
    for (size_t i = 0; i < tops->n; i++) {
        offer(tree, tops->data[i]);
    }
    while (tree->candidates.items.n > 0 && tree->rows.n < tree->top) {
        uint32_t object = gcv_priority_queue_pop(&tree->candidates), number = d->number[object];
        uint32_t parent = tree->row_of[d->dominator[number]];
        add_row(tree, object, parent);
        if (tree->rows.data[tree->rows.n - 1].depth < tree->deepest) {
            offer_children(tree, number);
        }
    }
}

/* ---- writing ------------------------------------------------------------------------------ */

static void write_rows(object_tree *tree)
{
    gcv_u32_column siblings = {NULL, 0, 0}; /* rows to write after the descendants of rows */
    uint32_t at = tree->top_first;
    /* Memory must not run out once rows are written; the candidates are no longer needed. */
    gcv_priority_queue_release(tree->report->ctx, &tree->candidates);
    gcv_u32_column_reserve(tree->report->ctx, &siblings, tree->rows.n);
    gcv_tree_rows_begin(&tree->written, tree->query);
    while (at != GCV_NONE || siblings.n > 0) {
        if (at == GCV_NONE) {
            at = siblings.data[--siblings.n];
        }
        const object_row *row = &tree->rows.data[at];
        gcv_tree_rows_add(&tree->written, tree->dominators->number[row->object], row->depth);
        if (row->next != GCV_NONE && row->first_child != GCV_NONE) {
            gcv_u32_column_push(tree->report->ctx, &siblings, row->next);
        }
        at = row->first_child != GCV_NONE ? row->first_child : row->next;
    }
    gcv_tree_rows_end(&tree->written);
}

static void choose_and_write(object_tree *tree, const gcv_u32_column *tops)
{
    gcv_phase(tree->report->ctx, "report");
    make_room(tree);
    choose(tree, tops);
    write_rows(tree);
}

void gcv_tree_by_object(const gcv_tree_query *query)
{
    gcv_report *report = query->report;
    object_tree tree = {0};
    tree.query = query;
    tree.report = report;
    tree.dominators = query->dominators;
    tree.by.heap = report->in.heap;
    tree.by.dominators = query->dominators;
    tree.top = query->top;
    tree.deepest = query->deepest;
    tree.top_first = tree.top_last = GCV_NONE;
    tree.candidates.before = better;
    tree.candidates.payload = &tree.by;
    choose_and_write(&tree, &query->tops);
}
