/* live_objects.h - objects being followed through collections, by address.
 *
 * Objects that have moved by the same distance so far form one piece: initially all objects do, and
 * each reported or condemned range splits at most two pieces. 12 bytes per object, and up to 88 per
 * piece, 32 of them in the tree.
 */
#ifndef GCV_ANALYSIS_TRACK_LIVE_OBJECTS_H
#define GCV_ANALYSIS_TRACK_LIVE_OBJECTS_H

#include "heap/moves.h"

/* Objects [first, first + n), counted by first address, are now `shift` above that address. */
typedef struct gcv_live_piece {
    uint64_t shift; /* modulo 2^64 */
    uint32_t first, n;
} gcv_live_piece;

GCV_COLUMN(gcv_live_piece_column, gcv_live_piece);

/* Two objects that a collection moved to the same address; `a` had the lower address originally.
 */
typedef struct gcv_clash {
    bool found;
    uint64_t address;
    uint32_t a, b;
} gcv_clash;

/* The current address of an object in a piece. */
static inline uint64_t gcv_live_address(const uint64_t *start, const gcv_live_piece *piece,
                                        uint32_t object)
{
    return start[object] + piece->shift;
}

static inline uint64_t gcv_live_first(const uint64_t *start, const gcv_live_piece *piece)
{
    return gcv_live_address(start, piece, piece->first);
}

static inline uint64_t gcv_live_last(const uint64_t *start, const gcv_live_piece *piece)
{
    return gcv_live_address(start, piece, piece->first + piece->n - 1);
}

/* The first object of a piece at or above `address`, which must be above the piece's first
 * object. */
uint32_t gcv_live_first_from(const uint64_t *start, const gcv_live_piece *piece, uint64_t address);

/* ---- live_tree.c: pieces in address order, for collections that affect few of them ---------- */

typedef struct gcv_live_node {
    gcv_live_piece piece;
    uint64_t pending; /* shift not yet applied to the nodes below */
    uint32_t left, right;
} gcv_live_node;

GCV_COLUMN(gcv_live_node_column, gcv_live_node);

typedef struct gcv_live_tree {
    gcv_context *ctx;
    const uint64_t *start; /* first addresses of all objects, ascending; borrowed */
    gcv_live_node_column nodes;
    uint32_t root, unused; /* GCV_NONE: none */
    gcv_u32_column moved;  /* parts taken out, to be put back elsewhere */
} gcv_live_tree;

void gcv_live_tree_init(gcv_context *ctx, gcv_live_tree *tree, const uint64_t *start);
void gcv_live_tree_release(gcv_live_tree *tree);

/* Adds a piece. Its objects may interleave with those of other pieces. */
void gcv_live_tree_add(gcv_live_tree *tree, const gcv_live_piece *piece, gcv_clash *clash);

/* Applies a collection: removes the dead and moves the others. */
void gcv_live_tree_apply(gcv_live_tree *tree, const gcv_collection *collection, gcv_clash *clash);

/* Appends the pieces in address order and empties the tree. */
void gcv_live_tree_take(gcv_live_tree *tree, gcv_live_piece_column *out);

/* ---- live_set.c: all of them, in a tree or not ---------------------------------------------- */

typedef struct gcv_live_set {
    gcv_context *ctx;
    uint64_t *start;  /* first addresses of all objects, ascending */
    uint32_t *object; /* the object at each of these addresses */
    size_t n;
    gcv_live_piece_column pieces, spare; /* in address order; empty if they are in the tree */
    gcv_live_tree tree;
    bool in_tree;
} gcv_live_set;

/* Starts with all objects of a heap. Release `live` even after a failure. */
void gcv_live_set_init(gcv_context *ctx, gcv_live_set *live, const gcv_heap *heap);
void gcv_live_set_release(gcv_live_set *live);

/* Applies a verified collection: removes the dead and moves the others. */
void gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash);

/* Moves all pieces back into `pieces`. */
void gcv_live_set_gather(gcv_live_set *live);

#endif
