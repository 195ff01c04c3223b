/* page_tree.c - choice of the rows of the tree that are shown; see page_tree.h.
 *
 * A row is larger than any of its children, so the largest rows are connected.
 */
#include "report/page/page_tree.h"

#include "analysis/type_rows.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

/* Rows with less than this fraction of all bytes, 1 / LEAST_SHARE_DIVISOR, are not shown. */
enum { LEAST_SHARE_DIVISOR = 100000 };

typedef struct cutting {
    gcv_page_tree *tree;
    gcv_u32_column kept;   /* rows that are shown, by parent and in the order of the page */
    uint32_t *node_of;     /* per row; GCV_NONE: it is not shown */
    gcv_id_map past_child; /* rows of the baseline, by parent and type */
    uint32_t *past_of;     /* per row: the row of the baseline at the same path; GCV_NONE: none */
} cutting;

gcv_slice gcv_page_row_name(const gcv_page_tree *tree, const gcv_type_row *row)
{
    return row->type != GCV_NONE ? tree->heap->types.name[row->type] : gcv_slice_str("(deeper)");
}

/* ---- what is shown ------------------------------------------------------------------------ */

static uint64_t least_of(uint64_t whole)
{
    return whole / LEAST_SHARE_DIVISOR + (whole % LEAST_SHARE_DIVISOR > 0);
}

/* The bytes of all rows. */
static uint64_t whole_of(const gcv_type_row_column *rows)
{
    uint64_t bytes = 0;
    size_t i;
    for (i = 0; i < rows->n; i++) {
        bytes += rows->data[i].parent == GCV_NONE ? rows->data[i].below : 0;
    }
    return bytes;
}

/* By parent, then most bytes first, then by type. */
static bool kept_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_type_row *x = &((const gcv_page_tree *)payload)->rows.data[a];
    const gcv_type_row *y = &((const gcv_page_tree *)payload)->rows.data[b];
    if (x->parent != y->parent) {
        return x->parent + 1 < y->parent + 1; /* GCV_NONE comes first */
    }
    return x->below != y->below ? x->below > y->below : x->type < y->type;
}

static gcv_status keep_rows(cutting *cut, size_t most, gcv_error *err)
{
    gcv_page_tree *tree = cut->tree;
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < tree->rows.n; i++) {
        cut->node_of[i] = GCV_NONE;
        if (tree->rows.data[i].below >= tree->least) {
            status = gcv_u32_column_push(tree->ctx, &cut->kept, i, err);
        }
    }
    if (status != GCV_OK) {
        return status;
    }
    cut->kept.n =
        gcv_select(cut->kept.data, cut->kept.n, most, gcv_type_row_is_larger, &tree->rows);
    return gcv_sort(tree->ctx, cut->kept.data, cut->kept.n, kept_before, tree, err);
}

/* ---- growth ------------------------------------------------------------------------------- */

/* Key of a row of the baseline in `past_child`. */
static uint64_t child_key(uint32_t parent, uint32_t type) { return (uint64_t)parent << 32 | type; }

/* The row of the type with this name in the baseline; GCV_NONE: none. Types are sorted by name. */
static uint32_t past_type(const gcv_page_tree *tree, uint32_t type)
{
    const gcv_heap *past = tree->past_heap;
    uint32_t low = 0, high = past->n_types;
    while (type != GCV_NONE && low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = gcv_slice_compare(past->types.name[middle], tree->heap->types.name[type]);
        if (order == 0) {
            return gcv_heap_type_row(past, middle);
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return GCV_NONE;
}

/* The row of the baseline at the same path; GCV_NONE: none. Rows far down have no type in either
 * tree. */
static uint32_t past_row(const cutting *cut, const gcv_type_row *row)
{
    const gcv_page_tree *tree = cut->tree;
    const uint32_t type = past_type(tree, row->type);
    const uint32_t parent = row->parent != GCV_NONE ? cut->past_of[row->parent] : GCV_NONE;
    if ((row->parent != GCV_NONE && parent == GCV_NONE) ||
        (row->type != GCV_NONE && type == GCV_NONE)) {
        return GCV_NONE;
    }
    return gcv_id_map_get(tree->ctx, &cut->past_child, child_key(parent, type));
}

static gcv_status match_past(cutting *cut, gcv_error *err)
{
    const gcv_page_tree *tree = cut->tree;
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < tree->past.n; i++) {
        const gcv_type_row *row = &tree->past.data[i];
        status =
            gcv_id_map_set(tree->ctx, &cut->past_child, child_key(row->parent, row->type), i, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    cut->past_of = gcv_alloc(tree->ctx, tree->rows.n, sizeof *cut->past_of, err);
    if (cut->past_of == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < tree->rows.n; i++) {
        cut->past_of[i] = past_row(cut, &tree->rows.data[i]);
    }
    return GCV_OK;
}

/* The growth of `below` since the row of the baseline at the same path. */
static int64_t growth_of(const cutting *cut, uint32_t row)
{
    const gcv_page_tree *tree = cut->tree;
    const uint32_t past = cut->past_of != NULL ? cut->past_of[row] : GCV_NONE;
    return gcv_delta(past != GCV_NONE ? tree->past.data[past].below : 0,
                     tree->rows.data[row].below);
}

/* ---- nodes -------------------------------------------------------------------------------- */

static gcv_status add_node(gcv_page_tree *tree, uint32_t row, gcv_error *err)
{
    gcv_page_node node;
    memset(&node, 0, sizeof node);
    node.row = row;
    return gcv_page_node_column_push(tree->ctx, &tree->nodes, node, err);
}

static gcv_page_node *parent_of(const cutting *cut, const gcv_type_row *row)
{
    const uint32_t node = row->parent != GCV_NONE ? cut->node_of[row->parent] : 0;
    return node != GCV_NONE ? &cut->tree->nodes.data[node] : NULL;
}

static gcv_status make_nodes(cutting *cut, gcv_error *err)
{
    gcv_page_tree *tree = cut->tree;
    gcv_status status = add_node(tree, GCV_NONE, err);
    uint32_t i;
    if (status == GCV_OK) {
        tree->nodes.data[0].delta = gcv_delta(whole_of(&tree->past), tree->whole);
    }
    for (i = 0; status == GCV_OK && i < cut->kept.n; i++) {
        cut->node_of[cut->kept.data[i]] = (uint32_t)tree->nodes.n;
        status = add_node(tree, cut->kept.data[i], err);
        tree->nodes.data[tree->nodes.n - 1].delta = growth_of(cut, cut->kept.data[i]);
    }
    for (i = 0; status == GCV_OK && i < cut->kept.n; i++) {
        gcv_page_node *parent = parent_of(cut, &tree->rows.data[cut->kept.data[i]]);
        if (parent != NULL) { /* always true: see the head of the file */
            parent->first = parent->n == 0 ? i + 1 : parent->first;
            parent->n++;
        }
    }
    return status;
}

static void add_cut_rows(const cutting *cut)
{
    const gcv_page_tree *tree = cut->tree;
    uint32_t i;
    for (i = 0; i < tree->rows.n; i++) {
        const gcv_type_row *row = &tree->rows.data[i];
        gcv_page_node *parent = parent_of(cut, row);
        if (cut->node_of[i] == GCV_NONE && parent != NULL) {
            parent->cut++;
            parent->cut_bytes += row->below;
            parent->cut_objects += row->objects_below;
            parent->cut_delta += growth_of(cut, i);
        }
    }
}

static gcv_status make_tree(cutting *cut, size_t most, gcv_error *err)
{
    gcv_page_tree *tree = cut->tree;
    gcv_status status;
    cut->node_of = gcv_alloc(tree->ctx, tree->rows.n, sizeof *cut->node_of, err);
    if (cut->node_of == NULL) {
        return gcv_failed(err);
    }
    status = keep_rows(cut, most, err);
    if (status == GCV_OK && tree->past_heap != NULL) {
        status = match_past(cut, err);
    }
    if (status == GCV_OK) {
        status = make_nodes(cut, err);
    }
    if (status == GCV_OK) {
        add_cut_rows(cut);
    }
    return status;
}

gcv_status gcv_page_tree_find_past(gcv_page_tree *tree, gcv_context *ctx,
                                   const gcv_selection *selection, const gcv_dominators *dominators,
                                   gcv_error *err)
{
    tree->ctx = ctx;
    tree->past_heap = selection->heap;
    return gcv_type_rows_find(ctx, selection->heap, dominators, selection, &tree->past, err);
}

gcv_status gcv_page_tree_find(gcv_page_tree *tree, gcv_context *ctx, const gcv_selection *selection,
                              const gcv_dominators *dominators,
                              const gcv_dominator_tree *dominator_tree, size_t most, gcv_error *err)
{
    gcv_status status;
    tree->ctx = ctx;
    tree->heap = selection->heap;
    tree->least = least_of(dominators->retained[0]);
    status = gcv_largest_type_rows_find(ctx, tree->heap, dominators, dominator_tree, selection,
                                        most, tree->least, &tree->rows, err);
    tree->whole = whole_of(&tree->rows);
    return status;
}

gcv_status gcv_page_tree_cut(gcv_page_tree *tree, size_t most, gcv_error *err)
{
    gcv_context *ctx = tree->ctx;
    cutting cut;
    gcv_status status;
    memset(&cut, 0, sizeof cut);
    cut.tree = tree;
    gcv_page_node_column_release(ctx, &tree->nodes);
    status = make_tree(&cut, most, err);
    gcv_u32_column_release(ctx, &cut.kept);
    gcv_free(ctx, cut.node_of, tree->rows.n, sizeof *cut.node_of);
    gcv_free(ctx, cut.past_of, tree->rows.n, sizeof *cut.past_of);
    gcv_id_map_release(ctx, &cut.past_child);
    return status;
}

void gcv_page_tree_release(gcv_page_tree *tree)
{
    gcv_page_node_column_release(tree->ctx, &tree->nodes);
    gcv_type_row_column_release(tree->ctx, &tree->rows);
    gcv_type_row_column_release(tree->ctx, &tree->past);
}
