/* live_tree.c - a treap of pieces of memory; see live_objects.h.
 *
 * Its shape does not depend on addresses. To move a part, the tree splits it off and notes the
 * distance only at the top of the part. A collection takes O(log pieces) steps for each of its
 * ranges. Where the objects of a moved part interleave with others, each seam takes as many steps
 * again. Each seam halves the gap between two objects, so there are at most 64 seams for each
 * object and for each end of a range.
 */
#include "analysis/track/live_objects.h"

#include "base/sort.h"

void gcv_live_tree_init(gcv_context *ctx, gcv_live_tree *tree, const uint64_t *start)
{
    *tree = (gcv_live_tree){.ctx = ctx, .start = start, .root = GCV_NONE, .unused = GCV_NONE};
}

void gcv_live_tree_release(gcv_live_tree *tree)
{
    GCV_RELEASE(tree->ctx, &tree->nodes, &tree->moved);
}

/* ---- nodes -------------------------------------------------------------------------------- */

static gcv_live_node *node_at(const gcv_live_tree *tree, uint32_t at)
{
    return &tree->nodes.data[at];
}

uint32_t gcv_live_first_from(const uint64_t *start, const gcv_live_piece *piece, uint64_t address)
{
    const uint64_t wanted = address - piece->shift - start[piece->first];
    size_t first = piece->first;
    GCV_BISECT(first, first + piece->n, at, start[at] - start[piece->first] < wanted);
    return (uint32_t)first;
}

/* Adds a part of the tree to the unused nodes. Its nodes stay linked as they were; `first` of its
 * top node is the next such part. */
static void drop(gcv_live_tree *tree, uint32_t part)
{
    if (part != GCV_NONE) {
        node_at(tree, part)->piece.first = tree->unused;
        tree->unused = part;
    }
}

/* Makes a node without children. */
static uint32_t make(gcv_live_tree *tree, const gcv_live_piece *piece)
{
    gcv_live_node fresh = {{0, 0, 0}, 0, GCV_NONE, GCV_NONE};
    fresh.piece = *piece;
    uint32_t out = tree->unused;
    if (out != GCV_NONE) {
        const gcv_live_node old = *node_at(tree, out);
        tree->unused = old.piece.first;
        drop(tree, old.left);
        drop(tree, old.right);
        *node_at(tree, out) = fresh;
        return out;
    }
    out = (uint32_t)tree->nodes.n;
    gcv_live_node_column_push(tree->ctx, &tree->nodes, fresh);
    return out;
}

static void shift_part(gcv_live_tree *tree, uint32_t part, uint64_t distance)
{
    if (part != GCV_NONE) {
        node_at(tree, part)->piece.shift += distance;
        node_at(tree, part)->pending += distance;
    }
}

/* Passes a pending shift on to both children. */
static void settle(gcv_live_tree *tree, uint32_t at)
{
    gcv_live_node *node = node_at(tree, at);
    if (node->pending != 0) {
        shift_part(tree, node->left, node->pending);
        shift_part(tree, node->right, node->pending);
        node->pending = 0;
    }
}

/* ---- splitting and joining ---------------------------------------------------------------- */

/* Joins two trees; all objects of `low` must precede those of `high`. */
static uint32_t join(gcv_live_tree *tree, uint32_t low, uint32_t high)
{
    uint32_t root = GCV_NONE, *to = &root;
    while (low != GCV_NONE && high != GCV_NONE) {
        const bool take_low =
            gcv_hash_u64(low, tree->ctx->seed) > gcv_hash_u64(high, tree->ctx->seed);
        const uint32_t top = take_low ? low : high;
        settle(tree, top);
        *to = top;
        to = take_low ? &node_at(tree, top)->right : &node_at(tree, top)->left;
        *(take_low ? &low : &high) = *to;
    }
    *to = low != GCV_NONE ? low : high;
    return root;
}

/* Splits a tree in two: objects from `address` on go to `*high`. A piece on both sides is split,
 * too. */
static void split(gcv_live_tree *tree, uint32_t at, uint64_t address, uint32_t *low, uint32_t *high)
{
    uint32_t *to_low = low, *to_high = high, part;
    gcv_live_piece rest = {0, 0, 0};
    while (at != GCV_NONE && rest.n == 0) {
        gcv_live_node *node = node_at(tree, at);
        settle(tree, at);
        if (gcv_live_first(tree->start, &node->piece) >= address) {
            *to_high = at;
            to_high = &node->left;
            at = node->left;
            continue;
        }
        if (gcv_live_last(tree->start, &node->piece) >= address) {
            rest = node->piece;
            rest.first = gcv_live_first_from(tree->start, &node->piece, address);
            node->piece.n = rest.first - node->piece.first;
            rest.n -= node->piece.n;
        }
        *to_low = at;
        to_low = &node->right;
        at = node->right;
    }
    *to_low = GCV_NONE;
    *to_high = at;
    if (rest.n > 0) {
        part = make(tree, &rest);
        *high = join(tree, part, *high);
    }
}

/* Returns the address of the first object in a tree, and sets `*object` to it. */
static uint64_t front_of(gcv_live_tree *tree, uint32_t at, uint32_t *object)
{
    settle(tree, at);
    while (node_at(tree, at)->left != GCV_NONE) {
        at = node_at(tree, at)->left;
        settle(tree, at);
    }
    *object = node_at(tree, at)->piece.first;
    return gcv_live_first(tree->start, &node_at(tree, at)->piece);
}

/* Merges two trees whose objects may interleave. */
static void unite(gcv_live_tree *tree, uint32_t a, uint32_t b, uint32_t *out, gcv_clash *clash)
{
    uint32_t done = GCV_NONE, part, object_a, object_b;
    while (a != GCV_NONE && b != GCV_NONE && !clash->found) {
        const uint64_t front_a = front_of(tree, a, &object_a);
        const uint64_t front_b = front_of(tree, b, &object_b);
        if (front_a == front_b) {
            clash->found = true;
            clash->address = front_a;
            clash->a = object_a < object_b ? object_a : object_b;
            clash->b = object_a < object_b ? object_b : object_a;
        } else if (front_a < front_b) {
            split(tree, a, front_b, &part, &a);
            done = join(tree, done, part);
        } else {
            split(tree, b, front_a, &part, &b);
            done = join(tree, done, part);
        }
    }
    *out = join(tree, done, a != GCV_NONE ? a : b);
}

void gcv_live_tree_add(gcv_live_tree *tree, const gcv_live_piece *piece, gcv_clash *clash)
{
    uint32_t part = make(tree, piece);
    unite(tree, tree->root, part, &tree->root, clash);
}

/* ---- a collection ------------------------------------------------------------------------- */

/* Takes a reported range out of `*inside`. Objects before it die, as no range covers them. Those in
 * the range go to `*done` if they stay, and to `moved` if they move. */
static void take_range(gcv_live_tree *tree, const gcv_move *move, uint32_t *inside, uint32_t *done)
{
    uint32_t dead, part = GCV_NONE;
    split(tree, *inside, move->old, &dead, inside);
    drop(tree, dead);
    split(tree, *inside, move->old + move->length, &part, inside);
    if (part == GCV_NONE) {
        return;
    }
    if (move->fresh == move->old) {
        *done = join(tree, *done, part);
        return;
    }
    shift_part(tree, part, move->fresh - move->old);
    gcv_u32_column_push(tree->ctx, &tree->moved, part);
}

/* Removes dead objects from the tree, and takes out those that move. */
static void take_out(gcv_live_tree *tree, const gcv_collection *collection)
{
    const gcv_move_column *moves = &collection->moves;
    uint32_t done = GCV_NONE, rest = tree->root, inside = GCV_NONE, part;
    size_t m = 0;
    for (size_t i = 0; rest != GCV_NONE && i < collection->condemned.n; i++) {
        const gcv_span *span = &collection->condemned.data[i];
        split(tree, rest, span->start, &part, &rest);
        done = join(tree, done, part);
        split(tree, rest, span->end, &inside, &rest);
        for (; m < moves->n && moves->data[m].old < span->end; m++) {
            if (inside != GCV_NONE) {
                take_range(tree, &moves->data[m], &inside, &done);
            }
        }
        drop(tree, inside);
    }
    tree->root = join(tree, done, rest);
}

void gcv_live_tree_apply(gcv_live_tree *tree, const gcv_collection *collection, gcv_clash *clash)
{
    tree->moved.n = 0;
    take_out(tree, collection);
    for (size_t i = 0; i < tree->moved.n && !clash->found; i++) {
        unite(tree, tree->root, tree->moved.data[i], &tree->root, clash);
    }
}

/* ---- the pieces in order ------------------------------------------------------------------ */

/* Takes off the first piece again and again, rotating the nodes above it to the right: O(1)
 * amortized for each piece. */
void gcv_live_tree_take(gcv_live_tree *tree, gcv_live_piece_column *out)
{
    uint32_t at = tree->root;
    while (at != GCV_NONE) {
        gcv_live_node *node = node_at(tree, at);
        settle(tree, at);
        if (node->left != GCV_NONE) {
            const uint32_t left = node->left;
            settle(tree, left);
            node->left = node_at(tree, left)->right;
            node_at(tree, left)->right = at;
            at = left;
        } else {
            gcv_live_piece_column_push(tree->ctx, out, node->piece);
            at = node->right;
        }
    }
    tree->nodes.n = 0;
    tree->root = tree->unused = GCV_NONE;
}
