/* moves.c - the log of collections, and the fate of one object in one of them; see moves.h. */
#include "heap/moves.h"

#include "base/error.h"
#include "base/sort.h"

#include <string.h>

gcv_moves *gcv_moves_new(gcv_context *ctx, const char *name)
{
    gcv_moves *moves = gcv_alloc_zeroed(ctx, 1, sizeof *moves);
    moves->ctx = ctx;
    moves->name = name;
    return moves;
}

void gcv_collection_release(gcv_context *ctx, gcv_collection *collection)
{
    GCV_RELEASE(ctx, &collection->moves, &collection->condemned);
}

void gcv_moves_free(gcv_moves *moves)
{
    if (moves == NULL) {
        return;
    }
    for (size_t i = 0; i < moves->collections.n; i++) {
        gcv_collection_release(moves->ctx, &moves->collections.data[i]);
    }
    GCV_RELEASE(moves->ctx, &moves->collections, &moves->dumps, &moves->dump_of, &moves->gaps);
    gcv_arena_release(moves->ctx, &moves->arena);
    gcv_free(moves->ctx, moves);
}

void gcv_moves_add(gcv_moves *moves, gcv_collection *collection)
{
    gcv_move_column_shrink(moves->ctx, &collection->moves);
    gcv_span_column_shrink(moves->ctx, &collection->condemned);
    gcv_collection_column_push(moves->ctx, &moves->collections, *collection);
}

void gcv_moves_add_dump(gcv_moves *moves, const gcv_dump_mark *dump)
{
    (void)gcv_id_map_enter(moves->ctx, &moves->dump_of, dump->number, moves->dumps.n);
    gcv_dump_mark_column_push(moves->ctx, &moves->dumps, *dump);
}

void gcv_moves_add_gap(gcv_moves *moves, const gcv_moves_gap *gap)
{
    gcv_moves_gap own = *gap;
    own.reason = gcv_arena_copy(moves->ctx, &moves->arena, gap->reason, strlen(gap->reason));
    gcv_moves_gap_column_push(moves->ctx, &moves->gaps, own);
}

void gcv_moves_malformed(gcv_moves *moves, gcv_place place, const char *reason)
{
    const uint64_t at = moves->malformed++;
    if (at >= 2) {
        return;
    }
    moves->malformed_place[at] = place;
    moves->malformed_reason[at] = gcv_arena_copy(moves->ctx, &moves->arena, reason, strlen(reason));
}

const gcv_dump_mark *gcv_moves_dump(const gcv_moves *moves, uint32_t number)
{
    const uint32_t at = gcv_id_map_get(moves->ctx, &moves->dump_of, number);
    return at != GCV_NONE ? &moves->dumps.data[at] : NULL;
}

void gcv_moves_fail(const gcv_moves *moves, gcv_place place, const char *format, ...)
{
    char message[200];
    GCV_PRINT_ARGS(message, format);
    if (place.at_offset) {
        gcv_fail_offset(moves->ctx, GCV_ERR_INPUT, moves->name, place.line, "%s", message);
    } else {
        gcv_fail_line(moves->ctx, GCV_ERR_INPUT, moves->name, place.line, "%s", message);
    }
}

/* ---- one object --------------------------------------------------------------------------- */

gcv_fate gcv_collection_fate(const gcv_collection *collection, uint64_t *address)
{
    const gcv_move_column *moves = &collection->moves;
    const gcv_span_column *spans = &collection->condemned;
    size_t at = gcv_count_up_to_u64(moves->data, sizeof *moves->data, moves->n, *address);
    if (at > 0 && *address - moves->data[at - 1].old < moves->data[at - 1].length) {
        const gcv_move *move = &moves->data[at - 1];
        *address = move->fresh + (*address - move->old);
        return move->fresh == move->old ? GCV_FATE_STAYED : GCV_FATE_MOVED;
    }
    at = gcv_count_up_to_u64(spans->data, sizeof *spans->data, spans->n, *address);
    return at > 0 && *address < spans->data[at - 1].end ? GCV_FATE_DIED : GCV_FATE_UNTOUCHED;
}
