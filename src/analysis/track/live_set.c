/* live_set.c - the objects being followed, by address; see live_objects.h.
 *
 * A collection with many ranges passes over all pieces once, in order; one with few ranges descends
 * a tree of pieces. So with n objects and R ranges in total, all collections take
 * O((n + R) × log (n + R)), in whatever order they come.
 */
#include "analysis/track/live_objects.h"

#include "heap/heap.h"

/* With more pieces than this for each range, the tree is faster. */
enum { MANY_PIECES = 16 };

/* ---- all objects -------------------------------------------------------------------------- */

void gcv_live_set_init(gcv_context *ctx, gcv_live_set *live, const gcv_heap *heap)
{
    gcv_live_piece all = {0, 0, 0};
    *live = (gcv_live_set){.ctx = ctx, .n = heap->n_objects};
    live->start = gcv_alloc(ctx, live->n, sizeof *live->start);
    live->object = gcv_numbers_new(ctx, live->n);
    gcv_live_tree_init(ctx, &live->tree, live->start);
    for (uint32_t i = 0; i < heap->sections.n; i++) {
        gcv_id_index_list(gcv_heap_ids(heap, i), live->start + heap->sections.data[i].first_object);
    }
    gcv_sort_u64(ctx, live->start, live->object, live->n); /* by now each section is sorted */
    all.n = heap->n_objects;
    if (all.n > 0) {
        gcv_live_piece_column_push(ctx, &live->pieces, all);
    }
}

void gcv_live_set_release(gcv_live_set *live)
{
    GCV_FREE(live->ctx, live->start, live->object);
    GCV_RELEASE(live->ctx, &live->pieces, &live->spare);
    gcv_live_tree_release(&live->tree);
}

/* ---- passing over the pieces in order ----------------------------------------------------- */

/* A pass over pieces in order, and over ranges in parallel. */
typedef struct live_pass {
    gcv_live_set *live;
    const gcv_move *move, *moves_end;
    const gcv_span *span, *spans_end;
} live_pass;

/* Returns whether objects at `address` live, and sets `*distance` to how far they move. Both are
 * valid for the next `*length` bytes. */
static bool fate_of(live_pass *pass, uint64_t address, uint64_t *length, uint64_t *distance)
{
    uint64_t to_move = UINT64_MAX; /* bytes up to the next reported range */
    *length = UINT64_MAX;
    *distance = 0;
    while (pass->move < pass->moves_end && pass->move->old + pass->move->length <= address) {
        pass->move++;
    }
    while (pass->span < pass->spans_end && pass->span->end <= address) {
        pass->span++;
    }
    if (pass->move < pass->moves_end) {
        if (pass->move->old <= address) {
            *length = pass->move->length - (address - pass->move->old);
            *distance = pass->move->fresh - pass->move->old;
            return true;
        }
        to_move = pass->move->old - address;
    }
    if (pass->span == pass->spans_end) {
        return true;
    }
    if (pass->span->start > address) {
        *length = pass->span->start - address;
        return true;
    }
    *length = pass->span->end - address;
    *length = *length < to_move ? *length : to_move;
    return false;
}

/* Appends a piece, or extends the last one. */
static void emit(gcv_live_set *live, const gcv_live_piece *piece)
{
    gcv_live_piece *last = live->spare.n > 0 ? &live->spare.data[live->spare.n - 1] : NULL;
    if (last != NULL && last->first + last->n == piece->first && last->shift == piece->shift) {
        last->n += piece->n;
        return;
    }
    gcv_live_piece_column_push(live->ctx, &live->spare, *piece);
}

/* Splits a piece where its fate changes, and emits the parts that live. */
static void pass_piece(live_pass *pass, gcv_live_piece piece)
{
    const gcv_live_set *live = pass->live;
    while (piece.n > 0) {
        gcv_live_piece part = piece;
        const uint64_t address = gcv_live_first(live->start, &piece);
        uint64_t length, distance;
        const bool lives = fate_of(pass, address, &length, &distance);
        if (gcv_live_last(live->start, &piece) - address >= length) {
            part.n = gcv_live_first_from(live->start, &piece, address + length) - piece.first;
        }
        piece.first += part.n;
        piece.n -= part.n;
        part.shift += distance;
        if (lives) {
            emit(pass->live, &part);
        }
    }
}

static bool ascends(const gcv_live_set *live)
{
    const gcv_live_piece *piece = live->pieces.data;
    for (size_t i = 1; i < live->pieces.n; i++) {
        if (gcv_live_first(live->start, &piece[i]) <= gcv_live_last(live->start, &piece[i - 1])) {
            return false;
        }
    }
    return true;
}

GCV_KEY(first_address, gcv_live_first(((const gcv_live_set *)payload)->start,
                                      &((const gcv_live_set *)payload)->pieces.data[row]));

/* ---- choosing between pass and tree ------------------------------------------------------- */

/* Moves all pieces into the tree. Pieces with others in between are split there. */
static void plant(gcv_live_set *live, gcv_clash *clash)
{
    for (size_t i = 0; i < live->pieces.n && !clash->found; i++) {
        gcv_live_tree_add(&live->tree, &live->pieces.data[i], clash);
    }
    live->pieces.n = 0;
    live->in_tree = true;
}

void gcv_live_set_gather(gcv_live_set *live)
{
    if (!live->in_tree) {
        return;
    }
    live->in_tree = false;
    gcv_live_tree_take(&live->tree, &live->pieces);
}

static void pass_over(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash)
{
    gcv_live_set_gather(live);
    live_pass pass = {.live = live, .move = collection->moves.data};
    pass.moves_end = pass.move;
    pass.span = collection->condemned.data;
    pass.spans_end = pass.span;
    if (collection->moves.n > 0) { /* an empty column has no block to point into */
        pass.moves_end += collection->moves.n;
    }
    if (collection->condemned.n > 0) {
        pass.spans_end += collection->condemned.n;
    }
    for (size_t i = 0; i < live->pieces.n; i++) {
        pass_piece(&pass, live->pieces.data[i]);
    }
    const gcv_live_piece_column passed = live->pieces;
    live->pieces = live->spare;
    live->spare = passed;
    live->spare.n = 0;
    if (ascends(live)) {
        return;
    }
    uint32_t *order = gcv_numbers_new(live->ctx, live->pieces.n);
    gcv_sort_by_key(live->ctx, order, live->pieces.n, first_address, live, false);
    gcv_live_piece_column_arrange(live->ctx, &live->pieces, order);
    if (!ascends(live)) {
        plant(live, clash);
    }
}

void gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash)
{
    const size_t ranges = collection->moves.n + collection->condemned.n;
    const size_t pieces = live->in_tree ? live->tree.nodes.n : live->pieces.n;
    clash->found = false;
    if (pieces / MANY_PIECES <= ranges) {
        pass_over(live, collection, clash);
        return;
    }
    if (!live->in_tree) {
        plant(live, clash);
    }
    gcv_live_tree_apply(&live->tree, collection, clash);
}
