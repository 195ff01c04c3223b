/* moves_verify.c - whether what is known of collections is whole, and its ranges in order; see
 * moves.h.
 *
 * Sorting takes 28 bytes a range of one collection beside the ranges, if they are not in order.
 */
#include "base/context.h"
#include "base/error.h"
#include "base/sort.h"
#include "heap/moves.h"

#include <inttypes.h>
#include <string.h>

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
        if (move->length > UINT64_MAX - move->old || move->length > UINT64_MAX - move->fresh) {
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

static gcv_status check_spans(const gcv_moves *moves, const gcv_collection *collection,
                              gcv_error *err)
{
    size_t i;
    for (i = 0; i < collection->condemned.n; i++) {
        const gcv_span *span = &collection->condemned.data[i];
        if (span->end < span->start) {
            return gcv_moves_fail(moves, collection->place, err,
                                  "collection %" PRIu64 " condemns a range at %" PRIx64
                                  " that ends behind the last address",
                                  collection->number, span->start);
        }
    }
    return GCV_OK;
}

/* What is reported was condemned, whatever else was said: one kind of ranges tells what a
 * collection touches. Both are in order; the order of the spans is lost. */
static gcv_status condemn_moves(gcv_context *ctx, gcv_collection *collection, bool *added,
                                gcv_error *err)
{
    gcv_span_column *spans = &collection->condemned;
    size_t n = spans->n, i, at = 0;
    gcv_status status = GCV_OK;
    for (i = 0; status == GCV_OK && i < collection->moves.n; i++) {
        gcv_span own = {collection->moves.data[i].old, 0};
        own.end = own.start + collection->moves.data[i].length;
        while (at < n && spans->data[at].end < own.end) {
            at++;
        }
        if (at == n || spans->data[at].start > own.start) {
            status = gcv_span_column_push(ctx, spans, own, err);
        }
    }
    *added = spans->n > n;
    return status;
}

static gcv_status verify(gcv_moves *moves, gcv_collection *collection, gcv_error *err)
{
    gcv_status status;
    bool added = false;
    if (collection->verified) {
        return GCV_OK;
    }
    if (collection->condemned.n == 0) {
        return gcv_moves_fail(moves, collection->place, err,
                              "collection %" PRIu64 " does not say which addresses it condemned",
                              collection->number);
    }
    moves->ctx->steps += collection->moves.n + collection->condemned.n;
    status = sort_moves(moves->ctx, &collection->moves, err);
    if (status == GCV_OK) {
        status = check_moves(moves, collection, err);
    }
    if (status == GCV_OK) {
        status = check_spans(moves, collection, err);
    }
    if (status == GCV_OK) {
        status = join_spans(moves->ctx, &collection->condemned, err);
    }
    if (status == GCV_OK) {
        status = condemn_moves(moves->ctx, collection, &added, err);
    }
    if (status == GCV_OK && added) {
        status = join_spans(moves->ctx, &collection->condemned, err);
    }
    collection->verified = status == GCV_OK;
    return status;
}

/* Where as many collections had ended: whether the dump was taken before the hole began. One that
 * is part of the last of them was. */
static bool is_ahead(const gcv_moves *moves, const gcv_dump_mark *dump, const gcv_moves_gap *gap)
{
    return dump->by_collection || gap->dump > (size_t)(dump - moves->dumps.data) + 1;
}

static bool lies_between(const gcv_moves *moves, const gcv_dump_mark *from, const gcv_dump_mark *to,
                         const gcv_moves_gap *gap)
{
    return (gap->last > from->after ||
            (gap->last == from->after && (gap->dump == 0 || is_ahead(moves, from, gap)))) &&
           (gap->first < to->after || (gap->first == to->after && !is_ahead(moves, to, gap)));
}

/* Of several holes it names the first where something was lost: that a collection seems not to
 * begin or to end comes of a trace that was cut off. */
static gcv_status check_gaps(const gcv_moves *moves, const gcv_dump_mark *from,
                             const gcv_dump_mark *to, gcv_error *err)
{
    const gcv_moves_gap *cause = NULL;
    size_t i;
    for (i = 0; i < moves->gaps.n; i++) {
        const gcv_moves_gap *gap = &moves->gaps.data[i];
        if (lies_between(moves, from, to, gap) && (cause == NULL || (gap->lost && !cause->lost))) {
            cause = gap;
        }
    }
    return cause == NULL ? GCV_OK : gcv_moves_fail(moves, cause->place, err, "%s", cause->reason);
}

static bool by_number(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_collection *collections = payload;
    return collections[a].number < collections[b].number;
}

/* Whether collections that are missing ahead of the b-th that ended may have ended between the
 * dumps. Numbers are given at the beginning. `below` is the next lower number that is there,
 * `later` how many lower ones ended behind the second dump: of several, all but one began behind
 * it, too, and so did the missing ones. One that takes a dump has the program stopped. */
static bool hole_matters(const gcv_moves *moves, size_t b, uint64_t below, size_t later,
                         const gcv_dump_mark *from, const gcv_dump_mark *to)
{
    if (b < to->after) {
        return b >= from->after;
    }
    return later <= 1 &&
           !(to->by_collection && moves->collections.data[to->after - 1].number <= below);
}

/* Numbers count all collections up by one, though a longer one may end after later ones. Of one
 * that is missing and began ahead of another that ended before the first dump, it is taken that it
 * ended before it, too. */
static gcv_status check_numbers(const gcv_moves *moves, const gcv_dump_mark *from,
                                const gcv_dump_mark *to, gcv_error *err)
{
    const gcv_collection *all = moves->collections.data;
    size_t n = moves->collections.n, later = 0, i;
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
        later += order[i - 1] >= to->after;
        if (a->number == b->number) {
            if (order[i] >= from->after && order[i] < to->after) {
                status = gcv_moves_fail(moves, b->place, err, "collection %" PRIu64 " comes twice",
                                        b->number);
            }
        } else if (a->number != b->number - 1 &&
                   hole_matters(moves, order[i], a->number, later, from, to)) {
            status = gcv_moves_fail(moves, b->place, err, "collection %" PRIu64 " is missing",
                                    b->number - 1);
        }
    }
    gcv_free(moves->ctx, order, n, sizeof *order);
    return status;
}

gcv_status gcv_moves_verify(gcv_moves *moves, const gcv_dump_mark *from, const gcv_dump_mark *to,
                            gcv_error *err)
{
    gcv_status status = check_gaps(moves, from, to, err);
    size_t i;
    if (status == GCV_OK) {
        status = check_numbers(moves, from, to, err);
    }
    for (i = from->after; status == GCV_OK && i < to->after; i++) {
        status = verify(moves, &moves->collections.data[i], err);
    }
    return status;
}
