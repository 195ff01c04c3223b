/* live_set.c - the objects being followed, by address; see live_objects.h.
 *
 * A collection with many ranges passes over all pieces once, in order; one with few ranges descends
 * a tree of pieces. So with n objects and R ranges in total, all collections take
 * O((n + R) × log (n + R)), in whatever order they come.
 */
#include "analysis/track/live_objects.h"

#include "base/error.h"
#include "base/sort.h"
#include "heap/heap.h"

#include <string.h>

/* With more pieces than this for each range, the tree is faster. */
enum { MANY_PIECES = 16 };

/* ---- all objects -------------------------------------------------------------------------- */

/* Sorts all objects by address; until then each section is sorted by itself. */
static gcv_status sort_objects(gcv_live_set *live, gcv_error *err)
{
    gcv_context *ctx = live->ctx;
    uint64_t *spare_start = gcv_alloc(ctx, live->n, sizeof *spare_start, err);
    uint32_t *spare_object = gcv_alloc(ctx, live->n, sizeof *spare_object, err);
    gcv_status status = GCV_OK;
    if (spare_start == NULL || spare_object == NULL) {
        status = gcv_failed(err);
    } else {
        gcv_sort_u64(live->start, live->object, spare_start, spare_object, live->n);
    }
    gcv_free(ctx, spare_start, live->n, sizeof *spare_start);
    gcv_free(ctx, spare_object, live->n, sizeof *spare_object);
    return status;
}

gcv_status gcv_live_set_init(gcv_context *ctx, gcv_live_set *live, const gcv_heap *heap,
                             gcv_error *err)
{
    gcv_live_piece all = {0, 0, 0};
    gcv_status status = GCV_OK;
    uint32_t i;
    memset(live, 0, sizeof *live);
    live->ctx = ctx;
    live->n = heap->n_objects;
    live->start = gcv_alloc(ctx, live->n, sizeof *live->start, err);
    live->object = gcv_alloc(ctx, live->n, sizeof *live->object, err);
    gcv_live_tree_init(ctx, &live->tree, live->start);
    if (live->start == NULL || live->object == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->n_objects; i++) {
        live->object[i] = i;
    }
    for (i = 0; i < heap->sections.n; i++) {
        gcv_id_index_list(gcv_heap_ids(heap, i), live->start + heap->sections.data[i].first_object);
    }
    if (heap->sections.n > 1) {
        status = sort_objects(live, err);
    }
    all.n = heap->n_objects;
    return status == GCV_OK && all.n > 0 ? gcv_live_piece_column_push(ctx, &live->pieces, all, err)
                                         : status;
}

void gcv_live_set_release(gcv_live_set *live)
{
    gcv_free(live->ctx, live->start, live->n, sizeof *live->start);
    gcv_free(live->ctx, live->object, live->n, sizeof *live->object);
    gcv_live_piece_column_release(live->ctx, &live->pieces);
    gcv_live_piece_column_release(live->ctx, &live->spare);
    gcv_live_tree_release(&live->tree);
}

/* ---- passing over the pieces in order ----------------------------------------------------- */

static uint64_t first_of(const gcv_live_set *live, const gcv_live_piece *piece)
{
    return gcv_live_address(live->start, piece, piece->first);
}

static uint64_t last_of(const gcv_live_set *live, const gcv_live_piece *piece)
{
    return gcv_live_address(live->start, piece, piece->first + piece->n - 1);
}

/* A pass over pieces in order, and over ranges in parallel. */
typedef struct live_pass {
    gcv_live_set *live;
    const gcv_move *move, *moves_end;
    const gcv_span *span, *spans_end;
} live_pass;

/* Returns whether objects at `address` live, and sets `*distance` to how far they move. Both are
 * valid for the next `*room` bytes. */
static bool fate_of(live_pass *pass, uint64_t address, uint64_t *room, uint64_t *distance)
{
    uint64_t to_move = UINT64_MAX; /* bytes up to the next reported range */
    *room = UINT64_MAX;
    *distance = 0;
    while (pass->move < pass->moves_end && pass->move->old + pass->move->length <= address) {
        pass->move++;
    }
    while (pass->span < pass->spans_end && pass->span->end <= address) {
        pass->span++;
    }
    if (pass->move < pass->moves_end) {
        if (pass->move->old <= address) {
            *room = pass->move->length - (address - pass->move->old);
            *distance = pass->move->fresh - pass->move->old;
            return true;
        }
        to_move = pass->move->old - address;
    }
    if (pass->span == pass->spans_end) {
        return true;
    }
    if (pass->span->start > address) {
        *room = pass->span->start - address;
        return true;
    }
    *room = pass->span->end - address;
    *room = *room < to_move ? *room : to_move;
    return false;
}

/* Appends a piece, or extends the last one. */
static gcv_status emit(gcv_live_set *live, const gcv_live_piece *piece, gcv_error *err)
{
    gcv_live_piece *last = live->spare.n > 0 ? &live->spare.data[live->spare.n - 1] : NULL;
    if (last != NULL && last->first + last->n == piece->first && last->shift == piece->shift) {
        last->n += piece->n;
        return GCV_OK;
    }
    return gcv_live_piece_column_push(live->ctx, &live->spare, *piece, err);
}

/* Cuts a piece where its fate changes, and emits the parts that live. */
static gcv_status pass_piece(live_pass *pass, gcv_live_piece piece, gcv_error *err)
{
    const gcv_live_set *live = pass->live;
    gcv_status status = GCV_OK;
    while (status == GCV_OK && piece.n > 0) {
        gcv_live_piece part = piece;
        const uint64_t address = first_of(live, &piece);
        uint64_t room, distance;
        const bool lives = fate_of(pass, address, &room, &distance);
        if (last_of(live, &piece) - address >= room) {
            part.n = gcv_live_first_from(live->start, &piece, address + room) - piece.first;
        }
        piece.first += part.n;
        piece.n -= part.n;
        part.shift += distance;
        status = lives ? emit(pass->live, &part, err) : GCV_OK;
    }
    return status;
}

static void swap_spare(gcv_live_set *live)
{
    gcv_live_piece_column pieces = live->pieces;
    live->pieces = live->spare;
    live->spare = pieces;
    live->spare.n = 0;
}

static bool ascends(const gcv_live_set *live)
{
    const gcv_live_piece *piece = live->pieces.data;
    size_t i;
    for (i = 1; i < live->pieces.n; i++) {
        if (first_of(live, &piece[i]) <= last_of(live, &piece[i - 1])) {
            return false;
        }
    }
    return true;
}

/* Sorts the pieces by the address of their first object. */
static gcv_status sort_pieces(gcv_live_set *live, gcv_error *err)
{
    gcv_context *ctx = live->ctx;
    const size_t n = live->pieces.n;
    uint64_t *keys = gcv_alloc(ctx, n, sizeof *keys, err);
    uint64_t *spare_keys = gcv_alloc(ctx, n, sizeof *spare_keys, err);
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err);
    uint32_t *spare_order = gcv_alloc(ctx, n, sizeof *spare_order, err);
    gcv_status status = gcv_live_piece_column_reserve(ctx, &live->spare, n, err);
    size_t i;
    if (keys == NULL || spare_keys == NULL || order == NULL || spare_order == NULL) {
        status = gcv_failed(err);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        keys[i] = first_of(live, &live->pieces.data[i]);
        order[i] = (uint32_t)i;
    }
    if (status == GCV_OK) {
        gcv_sort_u64(keys, order, spare_keys, spare_order, n);
        for (i = 0; i < n; i++) {
            live->spare.data[i] = live->pieces.data[order[i]];
        }
        live->spare.n = n;
        swap_spare(live);
    }
    gcv_free(ctx, keys, n, sizeof *keys);
    gcv_free(ctx, spare_keys, n, sizeof *spare_keys);
    gcv_free(ctx, order, n, sizeof *order);
    gcv_free(ctx, spare_order, n, sizeof *spare_order);
    return status;
}

/* ---- choosing between pass and tree ------------------------------------------------------- */

/* Moves all pieces into the tree. Pieces with others in between are cut there. */
static gcv_status plant(gcv_live_set *live, gcv_clash *clash, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < live->pieces.n && !clash->found; i++) {
        status = gcv_live_tree_add(&live->tree, &live->pieces.data[i], clash, err);
    }
    live->pieces.n = 0;
    live->in_tree = true;
    return status;
}

gcv_status gcv_live_set_gather(gcv_live_set *live, gcv_error *err)
{
    if (!live->in_tree) {
        return GCV_OK;
    }
    live->in_tree = false;
    return gcv_live_tree_take(&live->tree, &live->pieces, err);
}

static gcv_status pass_over(gcv_live_set *live, const gcv_collection *collection, gcv_clash *clash,
                            gcv_error *err)
{
    gcv_status status = gcv_live_set_gather(live, err);
    live_pass pass;
    size_t i;
    pass.live = live;
    pass.move = collection->moves.data;
    pass.moves_end = pass.move;
    pass.span = collection->condemned.data;
    pass.spans_end = pass.span;
    if (collection->moves.n > 0) { /* an empty column has no block to point into */
        pass.moves_end += collection->moves.n;
    }
    if (collection->condemned.n > 0) {
        pass.spans_end += collection->condemned.n;
    }
    for (i = 0; status == GCV_OK && i < live->pieces.n; i++) {
        status = pass_piece(&pass, live->pieces.data[i], err);
    }
    swap_spare(live);
    if (status != GCV_OK || ascends(live)) {
        return status;
    }
    status = sort_pieces(live, err);
    return status == GCV_OK && !ascends(live) ? plant(live, clash, err) : status;
}

gcv_status gcv_live_set_apply(gcv_live_set *live, const gcv_collection *collection,
                              gcv_clash *clash, gcv_error *err)
{
    const size_t ranges = collection->moves.n + collection->condemned.n;
    const size_t pieces = live->in_tree ? live->tree.nodes.n : live->pieces.n;
    gcv_status status = GCV_OK;
    clash->found = false;
    if (pieces / MANY_PIECES <= ranges) {
        return pass_over(live, collection, clash, err);
    }
    if (!live->in_tree) {
        status = plant(live, clash, err);
    }
    return status == GCV_OK ? gcv_live_tree_apply(&live->tree, collection, clash, err) : status;
}
