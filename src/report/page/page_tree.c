/* page_tree.c - choice of the rows of the tree that are shown; see page.h.
 *
 * A row is larger than any of its children, so the largest rows are connected.
 */
#include "report/page/page.h"

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
    return row->type != GCV_NONE ? tree->heap->types.name[row->type]
                                 : gcv_slice_str("<deeper, any type>");
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
    for (size_t i = 0; i < rows->n; i++) {
        bytes += rows->data[i].parent == GCV_NONE ? rows->data[i].below : 0;
    }
    return bytes;
}

/* By parent, then most bytes first, then by type. */
static bool kept_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_type_row *x = &((const gcv_page_tree *)payload)->fold.rows.data[a];
    const gcv_type_row *y = &((const gcv_page_tree *)payload)->fold.rows.data[b];
    if (x->parent != y->parent) {
        return x->parent + 1 < y->parent + 1; /* GCV_NONE comes first */
    }
    return x->below != y->below ? x->below > y->below : x->type < y->type;
}

static void keep_rows(cutting *cut, size_t most)
{
    gcv_page_tree *tree = cut->tree;
    const gcv_u32_column *largest = &tree->fold.largest;
    const size_t n = most < largest->n ? most : largest->n;
    for (uint32_t i = 0; i < tree->fold.rows.n; i++) {
        cut->node_of[i] = GCV_NONE;
    }
    for (size_t i = 0; i < n; i++) {
        gcv_u32_column_push(tree->ctx, &cut->kept, largest->data[i]);
    }
    gcv_sort(tree->ctx, cut->kept.data, cut->kept.n, kept_before, tree);
}

/* ---- growth ------------------------------------------------------------------------------- */

/* Key of a row of the baseline in `past_child`. */
static uint64_t child_key(uint32_t parent, uint32_t type) { return (uint64_t)parent << 32 | type; }

/* The row of the baseline at the same path; GCV_NONE: none. Rows far down have no type in either
 * tree. */
static uint32_t past_row(const cutting *cut, const gcv_type_row *row)
{
    const gcv_page_tree *tree = cut->tree;
    const uint32_t type =
        row->type != GCV_NONE
            ? gcv_heap_type_named(tree->past_heap, tree->heap->types.name[row->type])
            : GCV_NONE;
    const uint32_t parent = row->parent != GCV_NONE ? cut->past_of[row->parent] : GCV_NONE;
    if ((row->parent != GCV_NONE && parent == GCV_NONE) ||
        (row->type != GCV_NONE && type == GCV_NONE)) {
        return GCV_NONE;
    }
    return gcv_id_map_get(tree->ctx, &cut->past_child, child_key(parent, type));
}

static void match_past(cutting *cut)
{
    const gcv_page_tree *tree = cut->tree;
    for (uint32_t i = 0; i < tree->past.rows.n; i++) {
        const gcv_type_row *row = &tree->past.rows.data[i];
        gcv_id_map_set(tree->ctx, &cut->past_child, child_key(row->parent, row->type), i);
    }
    cut->past_of = gcv_alloc(tree->ctx, tree->fold.rows.n, sizeof *cut->past_of);
    for (uint32_t i = 0; i < tree->fold.rows.n; i++) {
        cut->past_of[i] = past_row(cut, &tree->fold.rows.data[i]);
    }
}

/* The growth of `below` since the row of the baseline at the same path. */
static int64_t growth_of(const cutting *cut, uint32_t row)
{
    const gcv_page_tree *tree = cut->tree;
    const uint32_t past = cut->past_of != NULL ? cut->past_of[row] : GCV_NONE;
    return gcv_delta(past != GCV_NONE ? tree->past.rows.data[past].below : 0,
                     tree->fold.rows.data[row].below);
}

/* ---- nodes -------------------------------------------------------------------------------- */

static void add_node(gcv_page_tree *tree, uint32_t row, int64_t delta)
{
    const gcv_page_node node = {.row = row, .delta = delta};
    gcv_page_node_column_push(tree->ctx, &tree->nodes, node);
}

static gcv_page_node *parent_of(const cutting *cut, const gcv_type_row *row)
{
    const uint32_t node = row->parent != GCV_NONE ? cut->node_of[row->parent] : 0;
    return node != GCV_NONE ? &cut->tree->nodes.data[node] : NULL;
}

static void make_nodes(cutting *cut)
{
    gcv_page_tree *tree = cut->tree;
    add_node(tree, GCV_NONE, gcv_delta(whole_of(&tree->past.rows), tree->whole));
    for (uint32_t i = 0; i < cut->kept.n; i++) {
        cut->node_of[cut->kept.data[i]] = (uint32_t)tree->nodes.n;
        add_node(tree, cut->kept.data[i], growth_of(cut, cut->kept.data[i]));
    }
    for (uint32_t i = 0; i < cut->kept.n; i++) {
        gcv_page_node *parent = parent_of(cut, &tree->fold.rows.data[cut->kept.data[i]]);
        if (parent != NULL) { /* always true: see the head of the file */
            parent->first = parent->n == 0 ? i + 1 : parent->first;
            parent->n++;
        }
    }
}

static void add_cut_rows(const cutting *cut)
{
    const gcv_page_tree *tree = cut->tree;
    for (uint32_t i = 0; i < tree->fold.rows.n; i++) {
        const gcv_type_row *row = &tree->fold.rows.data[i];
        gcv_page_node *parent = parent_of(cut, row);
        if (cut->node_of[i] == GCV_NONE && parent != NULL) {
            parent->cut++;
            parent->cut_bytes += row->below;
            parent->cut_objects += row->objects_below;
            parent->cut_delta += growth_of(cut, i);
        }
    }
}

void gcv_page_tree_cut(gcv_page_tree *tree, size_t most)
{
    gcv_context *ctx = tree->ctx;
    cutting cut = {.tree = tree, .node_of = gcv_alloc(ctx, tree->fold.rows.n, sizeof *cut.node_of)};
    gcv_page_node_column_release(ctx, &tree->nodes);
    keep_rows(&cut, most);
    if (tree->past_heap != NULL) {
        match_past(&cut);
    }
    make_nodes(&cut);
    add_cut_rows(&cut);
    GCV_RELEASE(ctx, &cut.kept, &cut.past_child);
    GCV_FREE(ctx, cut.node_of, cut.past_of);
}

/* ---- the folded trees --------------------------------------------------------------------- */

/* Folds what the selected objects at the top hold. */
static void fold(gcv_context *ctx, gcv_fold_query *query, const gcv_selection *selection,
                 gcv_type_fold *out)
{
    const gcv_dominators *dominators = query->dominators;
    gcv_u32_column tops = {NULL, 0, 0};
    for (uint32_t w = 1; w <= dominators->n_reached; w++) {
        if (dominators->dominator[w] == 0 && gcv_selection_has(selection, dominators->object[w])) {
            gcv_u32_column_push(ctx, &tops, w);
        }
    }
    query->heap = selection->heap;
    query->tops = &tops;
    query->lists_too = true;
    query->deepest = UINT64_MAX;
    gcv_type_fold_find(ctx, query, out);
    gcv_u32_column_release(ctx, &tops);
}

void gcv_page_tree_find_past(gcv_page_tree *tree, gcv_context *ctx, const gcv_selection *selection,
                             const gcv_dominators *dominators)
{
    gcv_dominator_tree layout;
    gcv_dominator_tree_init(ctx, &layout, dominators, true);
    gcv_fold_query query = {.dominators = dominators, .tree = &layout, .most = UINT64_MAX};
    tree->past_heap = selection->heap;
    fold(ctx, &query, selection, &tree->past);
    gcv_dominator_tree_release(ctx, &layout);
}

void gcv_page_tree_find(gcv_page_tree *tree, gcv_context *ctx, const gcv_selection *selection,
                        const gcv_dominators *dominators, const gcv_dominator_tree *dominator_tree,
                        size_t most)
{
    gcv_fold_query query = {.dominators = dominators,
                            .tree = dominator_tree,
                            .most = most,
                            .least = least_of(dominators->retained[0])};
    tree->ctx = ctx;
    tree->heap = selection->heap;
    fold(ctx, &query, selection, &tree->fold);
    tree->whole = whole_of(&tree->fold.rows);
}
