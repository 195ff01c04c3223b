/* tree_rows.c - rows of the dominator tree, and their order; see tree.h. */
#include "report/tree/tree.h"

#include <string.h>

enum { COLUMNS = 5 };

void gcv_tree_rows_begin(gcv_tree_rows *rows, const gcv_tree_query *query)
{
    static const gcv_table_column columns[COLUMNS] = {{"depth", GCV_SHAPE_NUMBER},
                                                      {"retained", GCV_SHAPE_NUMBER},
                                                      {"bytes", GCV_SHAPE_NUMBER},
                                                      {"object", GCV_SHAPE_NUMBER},
                                                      {"type", GCV_SHAPE_TYPE}};
    rows->query = query;
    rows->n = 0;
    if (query->picture != NULL) {
        gcv_picture_begin(query->picture, query->report, query->dominators);
        return;
    }
    gcv_report_begin(query->report, columns, COLUMNS);
}

static void fill(const gcv_tree_rows *rows, gcv_cell (*cells)[COLUMNS])
{
    const gcv_heap *heap = rows->query->report->in.heap;
    gcv_object_id_cells(heap, rows->object, rows->n, &cells[0][3], COLUMNS);
    for (size_t i = 0; i < rows->n; i++) {
        const uint32_t object = rows->object[i];
        cells[i][0] = gcv_cell_count(rows->depth[i]);
        cells[i][1] = gcv_cell_bytes(rows->query->dominators->retained[rows->number[i]]);
        cells[i][2] = gcv_cell_bytes(gcv_heap_size(heap, object));
        cells[i][4] = gcv_type_cell(heap, heap->type.data[object]);
        cells[i][4].indent = rows->depth[i] - 1;
    }
}

/* Draws an object and, below the top, an edge from its immediate dominator, whose row is above
 * it. */
static void draw(const gcv_tree_query *query, uint32_t number, uint32_t depth)
{
    const gcv_dominators *d = query->dominators;
    const bool asked = depth == 1 && query->report->options->object.data != NULL;
    gcv_picture_object(query->picture, d->object[number], asked);
    if (depth > 1) {
        gcv_picture_edge(query->picture, d->object[d->dominator[number]], d->object[number]);
    }
}

void gcv_tree_rows_end(gcv_tree_rows *rows)
{
    gcv_cell cells[GCV_ID_BATCH][COLUMNS];
    fill(rows, cells);
    for (size_t i = 0; i < rows->n; i++) {
        gcv_writer_row(rows->query->report->out.writer, cells[i]);
    }
    rows->n = 0;
}

void gcv_tree_rows_add(gcv_tree_rows *rows, uint32_t number, uint32_t depth)
{
    if (rows->query->picture != NULL) {
        draw(rows->query, number, depth);
        return;
    }
    rows->number[rows->n] = number;
    rows->object[rows->n] = rows->query->dominators->object[number];
    rows->depth[rows->n++] = depth;
    if (rows->n == GCV_ID_BATCH) {
        gcv_tree_rows_end(rows);
    }
}

/* ---- the order of rows -------------------------------------------------------------------- */

void gcv_row_tree_init(gcv_context *ctx, gcv_row_tree *tree, size_t n)
{
    tree->parent = gcv_alloc(ctx, n, sizeof *tree->parent);
    tree->child = gcv_alloc(ctx, n, sizeof *tree->child);
    tree->sibling = gcv_alloc(ctx, n, sizeof *tree->sibling);
    memset(tree->child, 0xff, n * sizeof *tree->child); /* GCV_NONE */
    tree->top = GCV_NONE;
}

void gcv_row_tree_put(gcv_row_tree *tree, uint32_t row, uint32_t parent)
{
    uint32_t *first = parent != GCV_NONE ? &tree->child[parent] : &tree->top;
    tree->parent[row] = parent;
    tree->sibling[row] = *first;
    *first = row;
}

uint32_t gcv_row_tree_next(const gcv_row_tree *tree, uint32_t row)
{
    if (tree->child[row] != GCV_NONE) {
        return tree->child[row];
    }
    while (row != GCV_NONE && tree->sibling[row] == GCV_NONE) {
        row = tree->parent[row];
    }
    return row != GCV_NONE ? tree->sibling[row] : GCV_NONE;
}
