/* moves_verify.c - checks that the evidence between two dumps is complete, and sorts it; see
 * moves.h.
 *
 * O(ranges) if they are sorted, else O(ranges) for each byte in which addresses differ, and 28
 * bytes a range of one collection.
 */
#include "base/context.h"
#include "base/error.h"
#include "base/sort.h"
#include "heap/moves.h"

#include <inttypes.h>
#include <string.h>

/* ---- sorting ranges ----------------------------------------------------------------------- */

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

/* Sorts ranges by old address. On failure they are unchanged. */
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

/* Sorts spans, joins those that touch or overlap, and drops empty ones. */
static gcv_status join_spans(gcv_context *ctx, gcv_span_column *spans, gcv_error *err)
{
    size_t n = spans->n, i, to = 0;
    uint32_t *order = gcv_numbers_sorted(ctx, n, by_start, spans->data, err);
    gcv_span *copy = gcv_alloc(ctx, n, sizeof *copy, err);
    gcv_status status = order == NULL || copy == NULL ? gcv_failed(err) : GCV_OK;
    if (status == GCV_OK && n > 0) {
        memcpy(copy, spans->data, n * sizeof *copy);
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

/* ---- completeness ------------------------------------------------------------------------- */

/* Checks the reported ranges, which are sorted by old address. */
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

/* Adds reported ranges that lie in no condemned range to the condemned ranges, so that these alone
 * tell what a collection touches. Both must be sorted; the condemned ranges are unsorted
 * afterwards. */
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

/* Whether a dump precedes a gap, given that equally many collections had ended before both. A dump
 * taken inside the last collection precedes the gap. */
static bool is_ahead(const gcv_moves *moves, const gcv_dump_mark *dump, const gcv_moves_gap *gap)
{
    return dump->by_collection || gap->dump > (size_t)(dump - moves->dumps.data) + 1;
}

static bool lies_between(const gcv_moves *moves, const gcv_dump_mark *from, const gcv_dump_mark *to,
                         const gcv_moves_gap *gap)
{
    return (gap->last > from->n_collections ||
            (gap->last == from->n_collections && (gap->dump == 0 || is_ahead(moves, from, gap)))) &&
           (gap->first < to->n_collections ||
            (gap->first == to->n_collections && !is_ahead(moves, to, gap)));
}

/* Reports the first gap with lost data, if there are several gaps: collections without beginning or
 * end are usually a consequence of the loss. */
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

/* Whether the collections whose numbers are missing just below that of the b-th collection to end
 * may have ended between the dumps. Collections are numbered as they begin. `below` is the next
 * lower number that is present; `later` collections with lower numbers ended after the second dump.
 * If there are several of these, all but one also began after that dump, and so did the missing
 * ones. While a collection takes a dump the program is stopped, so no other collection begins. */
static bool may_have_ended_between(const gcv_moves *moves, size_t b, uint64_t below, size_t later,
                                   const gcv_dump_mark *from, const gcv_dump_mark *to)
{
    if (b < to->n_collections) {
        return b >= from->n_collections;
    }
    return later <= 1 &&
           !(to->by_collection && moves->collections.data[to->n_collections - 1].number <= below);
}

/* Collections are numbered without gaps as they begin, but a long one may end after later ones. A
 * missing collection is assumed to have ended before the first dump if a collection that began
 * after it did. */
static gcv_status check_numbers(const gcv_moves *moves, const gcv_dump_mark *from,
                                const gcv_dump_mark *to, gcv_error *err)
{
    const gcv_collection *all = moves->collections.data;
    size_t n = moves->collections.n, later = 0, i;
    uint32_t *order = gcv_numbers_sorted(moves->ctx, n, by_number, all, err);
    gcv_status status = order != NULL ? GCV_OK : gcv_failed(err);
    for (i = 1; status == GCV_OK && i < n; i++) {
        const gcv_collection *a = &all[order[i - 1]], *b = &all[order[i]];
        later += order[i - 1] >= to->n_collections;
        if (a->number == b->number) {
            if (order[i] >= from->n_collections && order[i] < to->n_collections) {
                status = gcv_moves_fail(moves, b->place, err, "collection %" PRIu64 " comes twice",
                                        b->number);
            }
        } else if (a->number != b->number - 1 &&
                   may_have_ended_between(moves, order[i], a->number, later, from, to)) {
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
    for (i = from->n_collections; status == GCV_OK && i < to->n_collections; i++) {
        status = verify(moves, &moves->collections.data[i], err);
    }
    return status;
}
