/* moves.c - what collections did to objects; see moves.h. */
#include "heap/moves.h"

#include "base/error.h"
#include "base/sort.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

gcv_moves *gcv_moves_new(gcv_context *ctx, const char *name, gcv_error *err)
{
    gcv_moves *moves = gcv_alloc_zeroed(ctx, 1, sizeof *moves, err);
    if (moves != NULL) {
        moves->ctx = ctx;
        moves->name = name;
    }
    return moves;
}

void gcv_collection_release(gcv_context *ctx, gcv_collection *collection)
{
    gcv_move_column_release(ctx, &collection->moves);
    gcv_span_column_release(ctx, &collection->condemned);
}

void gcv_moves_free(gcv_moves *moves)
{
    size_t i;
    if (moves == NULL) {
        return;
    }
    for (i = 0; i < moves->collections.n; i++) {
        gcv_collection_release(moves->ctx, &moves->collections.data[i]);
    }
    gcv_collection_column_release(moves->ctx, &moves->collections);
    gcv_dump_mark_column_release(moves->ctx, &moves->dumps);
    gcv_moves_gap_column_release(moves->ctx, &moves->gaps);
    gcv_arena_release(moves->ctx, &moves->arena);
    gcv_free(moves->ctx, moves, 1, sizeof *moves);
}

gcv_status gcv_moves_add(gcv_moves *moves, gcv_collection *collection, gcv_error *err)
{
    gcv_status status;
    gcv_move_column_shrink(moves->ctx, &collection->moves);
    gcv_span_column_shrink(moves->ctx, &collection->condemned);
    status = gcv_collection_column_push(moves->ctx, &moves->collections, *collection, err);
    if (status != GCV_OK) {
        gcv_collection_release(moves->ctx, collection);
    }
    return status;
}

gcv_status gcv_moves_add_dump(gcv_moves *moves, const gcv_dump_mark *dump, gcv_error *err)
{
    return gcv_dump_mark_column_push(moves->ctx, &moves->dumps, *dump, err);
}

gcv_status gcv_moves_add_gap(gcv_moves *moves, const gcv_moves_gap *gap, gcv_error *err)
{
    gcv_moves_gap own = *gap;
    own.reason = gcv_arena_copy(moves->ctx, &moves->arena, gap->reason, strlen(gap->reason), err);
    return own.reason != NULL ? gcv_moves_gap_column_push(moves->ctx, &moves->gaps, own, err)
                              : gcv_failed(err);
}

const gcv_dump_mark *gcv_moves_dump(const gcv_moves *moves, uint32_t number)
{
    size_t i;
    for (i = 0; i < moves->dumps.n; i++) {
        if (moves->dumps.data[i].number == number) {
            return &moves->dumps.data[i];
        }
    }
    return NULL;
}

gcv_status gcv_moves_fail(const gcv_moves *moves, gcv_place place, gcv_error *err,
                          const char *format, ...)
{
    char message[sizeof err->message];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return place.at_offset
               ? gcv_fail_offset(err, GCV_ERR_INPUT, moves->name, place.line, "%s", message)
               : gcv_fail_line(err, GCV_ERR_INPUT, moves->name, place.line, "%s", message);
}

/* ---- putting ranges into order ------------------------------------------------------------ */

static bool in_order(const gcv_move_column *moves)
{
    size_t i;
    for (i = 1; i < moves->n && moves->data[i - 1].old <= moves->data[i].old; i++) {
    }
    return i >= moves->n;
}

static void gather(gcv_move_column *moves, const gcv_move *copy, const uint32_t *order)
{
    size_t i;
    for (i = 0; i < moves->n; i++) {
        moves->data[i] = copy[order[i]];
    }
}

/* By old address. Without memory for it nothing has changed. */
static gcv_status sort_moves(gcv_context *ctx, gcv_move_column *moves, gcv_error *err)
{
    size_t n = moves->n, i;
    uint64_t *keys, *spare_keys;
    uint32_t *order, *spare_order;
    gcv_move *copy;
    gcv_status status = GCV_OK;
    if (in_order(moves)) {
        return GCV_OK;
    }
    if (n >= GCV_NONE) {
        return gcv_fail(err, GCV_ERR_LIMIT, "more than 4294967294 ranges in one collection");
    }
    keys = gcv_alloc(ctx, n, sizeof *keys, err);
    spare_keys = gcv_alloc(ctx, n, sizeof *spare_keys, err);
    order = gcv_alloc(ctx, n, sizeof *order, err);
    spare_order = gcv_alloc(ctx, n, sizeof *spare_order, err);
    if (keys == NULL || spare_keys == NULL || order == NULL || spare_order == NULL) {
        status = gcv_failed(err);
    } else {
        for (i = 0; i < n; i++) {
            keys[i] = moves->data[i].old;
            order[i] = (uint32_t)i;
        }
        gcv_sort_u64(keys, order, spare_keys, spare_order, n);
    }
    gcv_free(ctx, keys, n, sizeof *keys);
    gcv_free(ctx, spare_keys, n, sizeof *spare_keys);
    gcv_free(ctx, spare_order, n, sizeof *spare_order);
    copy = status == GCV_OK ? gcv_alloc(ctx, n, sizeof *copy, err) : NULL;
    if (copy != NULL) {
        memcpy(copy, moves->data, n * sizeof *copy);
        gather(moves, copy, order);
    } else {
        status = gcv_failed(err);
    }
    gcv_free(ctx, order, n, sizeof *order);
    gcv_free(ctx, copy, n, sizeof *copy);
    return status;
}

static bool by_start(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_span *spans = payload;
    return spans[a].start < spans[b].start;
}

/* Ascending, those that touch or overlap made one, empty ones left out. */
static gcv_status join_spans(gcv_context *ctx, gcv_span_column *spans, gcv_error *err)
{
    size_t n = spans->n, i, to = 0;
    uint32_t *order = gcv_alloc(ctx, n, sizeof *order, err);
    gcv_span *copy = gcv_alloc(ctx, n, sizeof *copy, err);
    gcv_status status = order == NULL || copy == NULL ? gcv_failed(err) : GCV_OK;
    for (i = 0; status == GCV_OK && i < n; i++) {
        order[i] = (uint32_t)i;
        copy[i] = spans->data[i];
    }
    if (status == GCV_OK) {
        status = gcv_sort(ctx, order, n, by_start, copy, err);
    }
    for (i = 0; status == GCV_OK && i < n; i++) {
        gcv_span span = copy[order[i]];
        if (to > 0 && span.start <= spans->data[to - 1].end) {
            if (span.end > spans->data[to - 1].end) {
                spans->data[to - 1].end = span.end;
            }
        } else if (span.end > span.start) {
            spans->data[to++] = span;
        }
    }
    spans->n = status == GCV_OK ? to : n;
    gcv_free(ctx, order, n, sizeof *order);
    gcv_free(ctx, copy, n, sizeof *copy);
    return status;
}

/* ---- whether the evidence is whole -------------------------------------------------------- */

/* In ranges by old address. */
static gcv_status check_moves(const gcv_moves *moves, const gcv_collection *collection,
                              gcv_error *err)
{
    size_t i;
    for (i = 0; i < collection->moves.n; i++) {
        const gcv_move *move = &collection->moves.data[i];
        if (move->length == 0) {
            return gcv_moves_fail(moves, collection->place, err,
                                  "collection %" PRIu64 " has an empty range at %" PRIx64,
                                  collection->number, move->old);
        }
        if (move->length - 1 > UINT64_MAX - move->old ||
            move->length - 1 > UINT64_MAX - move->fresh) {
            return gcv_moves_fail(moves, collection->place, err,
                                  "collection %" PRIu64 " has a range at %" PRIx64
                                  " that ends behind the last address",
                                  collection->number, move->old);
        }
        if (i > 0 && move[-1].length > move->old - move[-1].old) {
            return gcv_moves_fail(moves, collection->place, err,
                                  "collection %" PRIu64 " has ranges at %" PRIx64 " and %" PRIx64
                                  " that overlap",
                                  collection->number, move[-1].old, move->old);
        }
    }
    return GCV_OK;
}

static gcv_status settle(gcv_moves *moves, gcv_collection *collection, gcv_error *err)
{
    gcv_status status;
    if (collection->settled) {
        return GCV_OK;
    }
    if (collection->condemned.n == 0) {
        return gcv_moves_fail(moves, collection->place, err,
                              "collection %" PRIu64 " does not say which addresses it condemned",
                              collection->number);
    }
    status = sort_moves(moves->ctx, &collection->moves, err);
    if (status == GCV_OK) {
        status = check_moves(moves, collection, err);
    }
    if (status == GCV_OK) {
        status = join_spans(moves->ctx, &collection->condemned, err);
    }
    collection->settled = status == GCV_OK;
    return status;
}

/* Whether it began before the dump at this place was taken. */
static bool begins_before(const gcv_moves_gap *gap, const gcv_dump_mark *dump, size_t place)
{
    return gap->first < dump->after ||
           (gap->first == dump->after && gap->dump > 0 && gap->dump <= place);
}

/* Whether it ended before the dump at this place was taken. */
static bool ends_before(const gcv_moves_gap *gap, const gcv_dump_mark *dump, size_t place)
{
    return gap->last < dump->after || (gap->last == dump->after && gap->first == gap->last &&
                                       gap->dump > 0 && gap->dump <= place);
}

static size_t place_of(const gcv_moves *moves, const gcv_dump_mark *dump)
{
    size_t place = 1;
    while (place < moves->dumps.n && moves->dumps.data[place - 1].number != dump->number) {
        place++;
    }
    return place;
}

static gcv_status check_gaps(const gcv_moves *moves, const gcv_dump_mark *from,
                             const gcv_dump_mark *to, gcv_error *err)
{
    size_t from_place = place_of(moves, from), to_place = place_of(moves, to), i;
    for (i = 0; i < moves->gaps.n; i++) {
        const gcv_moves_gap *gap = &moves->gaps.data[i];
        if (!ends_before(gap, from, from_place) && begins_before(gap, to, to_place)) {
            return gcv_moves_fail(moves, gap->place, err, "%s", gap->reason);
        }
    }
    return GCV_OK;
}

static bool by_number(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_collection *collections = payload;
    return collections[a].number < collections[b].number;
}

/* Numbers count all collections up by one, though a longer one may end after later ones. Those up
 * to the dump `from` are known by having ended before it. */
static gcv_status check_numbers(const gcv_moves *moves, const gcv_dump_mark *from,
                                const gcv_dump_mark *to, gcv_error *err)
{
    const gcv_collection *all = moves->collections.data;
    size_t n = to->after, i;
    uint32_t *order = gcv_alloc(moves->ctx, n, sizeof *order, err);
    gcv_status status = order != NULL ? GCV_OK : gcv_failed(err);
    for (i = 0; status == GCV_OK && i < n; i++) {
        order[i] = (uint32_t)i;
    }
    if (status == GCV_OK) {
        status = gcv_sort(moves->ctx, order, n, by_number, all, err);
    }
    for (i = 1; status == GCV_OK && i < n; i++) {
        const gcv_collection *a = &all[order[i - 1]], *b = &all[order[i]];
        if (order[i] < from->after) {
            continue;
        }
        if (a->number == b->number) {
            status = gcv_moves_fail(moves, b->place, err, "collection %" PRIu64 " comes twice",
                                    b->number);
        } else if (a->number != b->number - 1) {
            status = gcv_moves_fail(moves, b->place, err, "collection %" PRIu64 " is missing",
                                    b->number - 1);
        }
    }
    gcv_free(moves->ctx, order, n, sizeof *order);
    return status;
}

gcv_status gcv_moves_settle(gcv_moves *moves, const gcv_dump_mark *from, const gcv_dump_mark *to,
                            gcv_error *err)
{
    gcv_status status = check_gaps(moves, from, to, err);
    size_t i;
    if (status == GCV_OK) {
        status = check_numbers(moves, from, to, err);
    }
    for (i = from->after; status == GCV_OK && i < to->after; i++) {
        status = settle(moves, &moves->collections.data[i], err);
    }
    return status;
}

/* ---- one object --------------------------------------------------------------------------- */

gcv_fate gcv_collection_fate(const gcv_collection *collection, uint64_t *address)
{
    size_t low = 0, high = collection->moves.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (collection->moves.data[middle].old <= *address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low > 0 &&
        *address - collection->moves.data[low - 1].old < collection->moves.data[low - 1].length) {
        const gcv_move *move = &collection->moves.data[low - 1];
        *address = move->fresh + (*address - move->old);
        return move->fresh == move->old ? GCV_FATE_STAYED : GCV_FATE_MOVED;
    }
    low = 0;
    high = collection->condemned.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (collection->condemned.data[middle].start <= *address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && *address < collection->condemned.data[low - 1].end ? GCV_FATE_DIED
                                                                         : GCV_FATE_UNTOUCHED;
}
