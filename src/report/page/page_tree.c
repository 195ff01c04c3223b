/* page_tree.c - choice of the rows of the tree that are shown; see page.h.
 *
 * A row is larger than any of its children, so the largest rows are connected.
 */
#include "report/page/page.h"

/* Rows with less than this fraction of all bytes, 1 / LEAST_SHARE_DIVISOR, are not shown. */
enum { LEAST_SHARE_DIVISOR = 100000 };

typedef struct cutting {
    gcv_page_tree *tree;
    gcv_u32_column kept; /* rows that are shown, by parent and in the order of the page */
    uint32_t *node_of;   /* per row; GCV_NONE: it is not shown */
} cutting;

/* ---- what is shown ------------------------------------------------------------------------ */

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

/* ---- nodes -------------------------------------------------------------------------------- */

/* The growth of `below` since the row of the baseline at the same path. */
static int64_t growth_of(const cutting *cut, uint32_t row)
{
    const gcv_page_tree *tree = cut->tree;
    const uint32_t past = tree->past_of != NULL ? tree->past_of[row] : GCV_NONE;
    return gcv_delta(past != GCV_NONE ? tree->past.rows.data[past].below : 0,
                     tree->fold.rows.data[row].below);
}

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
    const gcv_u32_column *largest = &tree->fold.largest;
    cutting cut = {.tree = tree, .node_of = gcv_alloc_none(ctx, tree->fold.rows.n)};
    gcv_page_node_column_release(ctx, &tree->nodes);
    gcv_u32_column_append(ctx, &cut.kept, largest->data, most < largest->n ? most : largest->n);
    gcv_sort(ctx, cut.kept.data, cut.kept.n, kept_before, tree);
    make_nodes(&cut);
    add_cut_rows(&cut);
    gcv_u32_column_release(ctx, &cut.kept);
    gcv_free(ctx, cut.node_of);
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

void gcv_page_tree_find(gcv_page_tree *tree, gcv_context *ctx, const gcv_selection *selection,
                        const gcv_dominators *dominators, const gcv_dominator_tree *dominator_tree,
                        size_t most)
{
    const uint64_t whole = dominators->retained[0];
    gcv_fold_query query = {.dominators = dominators,
                            .tree = dominator_tree,
                            .most = most,
                            .least =
                                whole / LEAST_SHARE_DIVISOR + (whole % LEAST_SHARE_DIVISOR > 0)};
    tree->ctx = ctx;
    tree->heap = selection->heap;
    fold(ctx, &query, selection, &tree->fold);
    tree->whole = whole_of(&tree->fold.rows);
}

/* ---- growth ------------------------------------------------------------------------------- */

/* Which rows of the baseline are at the paths of rows of the tree. Only rows that have children
 * there are opened: this makes 95 thousand rows of 1.7 million, in a fiftieth of the time. */
typedef struct matching {
    gcv_page_tree *tree;
    uint32_t *type_of; /* per type of the baseline: the type of its name; GCV_NONE: none */
    gcv_id_map child;  /* rows of the tree, by parent and type */
    gcv_bitset opened; /* rows of the tree that have children */
    gcv_u32_column at; /* per row of the baseline: the row at the same path; GCV_NONE: none */
} matching;

static uint64_t child_key(uint32_t parent, uint32_t type) { return (uint64_t)parent << 32 | type; }

/* The row of the tree at the path of a row of the baseline. Rows far down have no type in either
 * tree. */
static uint32_t row_at(const matching *match, const gcv_type_row *past)
{
    const uint32_t type = past->type != GCV_NONE ? match->type_of[past->type] : GCV_NONE;
    const uint32_t parent = past->parent != GCV_NONE ? match->at.data[past->parent] : GCV_NONE;
    return (past->parent != GCV_NONE && parent == GCV_NONE) ||
                   (past->type != GCV_NONE && type == GCV_NONE)
               ? GCV_NONE
               : gcv_id_map_get(match->tree->ctx, &match->child, child_key(parent, type));
}

static bool has_children(void *payload, uint32_t past)
{
    matching *match = payload;
    gcv_page_tree *tree = match->tree;
    const uint32_t row = row_at(match, &tree->past.rows.data[past]);
    gcv_u32_column_push(tree->ctx, &match->at, row);
    if (row != GCV_NONE) {
        tree->past_of[row] = past;
    }
    return row != GCV_NONE && gcv_bitset_has(&match->opened, row);
}

static void index_rows(matching *match, const gcv_heap *past)
{
    gcv_page_tree *tree = match->tree;
    gcv_context *ctx = tree->ctx;
    gcv_bitset_init(ctx, &match->opened, tree->fold.rows.n);
    for (uint32_t i = 0; i < tree->fold.rows.n; i++) {
        const gcv_type_row *row = &tree->fold.rows.data[i];
        gcv_id_map_set(ctx, &match->child, child_key(row->parent, row->type), i);
        if (row->parent != GCV_NONE) {
            (void)gcv_bitset_add(&match->opened, row->parent);
        }
    }
    match->type_of = gcv_alloc(ctx, past->n_types, sizeof *match->type_of);
    for (uint32_t i = 0; i < past->n_types; i++) {
        match->type_of[i] = gcv_heap_type_named(tree->heap, past->types.name[i]);
    }
}

void gcv_page_tree_find_past(gcv_page_tree *tree, const gcv_selection *selection,
                             const gcv_dominators *dominators)
{
    gcv_context *ctx = tree->ctx;
    matching match = {.tree = tree};
    gcv_dominator_tree layout;
    gcv_dominator_tree_init(ctx, &layout, dominators, true);
    gcv_fold_query query = {.dominators = dominators,
                            .tree = &layout,
                            .most = UINT64_MAX,
                            .wants = has_children,
                            .payload = &match};
    tree->past_of = gcv_alloc_none(ctx, tree->fold.rows.n);
    index_rows(&match, selection->heap);
    fold(ctx, &query, selection, &tree->past);
    gcv_dominator_tree_release(ctx, &layout);
    GCV_RELEASE(ctx, &match.child, &match.at);
    gcv_bitset_release(ctx, &match.opened);
    gcv_free(ctx, match.type_of);
}
