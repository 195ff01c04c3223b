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

/* ---- sorting ranges ----------------------------------------------------------------------- */

GCV_KEY(old_address, ((const gcv_move *)payload)[row].old);

GCV_BEFORE(by_start, gcv_span, of[a].start < of[b].start);

/* Sorts spans, joins those that touch or overlap, and drops empty ones. */
static void join_spans(gcv_context *ctx, gcv_span_column *spans)
{
    size_t n = spans->n, to = 0;
    gcv_span_column_arrange(ctx, spans, gcv_numbers_sorted(ctx, n, by_start, spans->data));
    for (size_t i = 0; i < n; i++) {
        gcv_span span = spans->data[i];
        if (to > 0 && span.start <= spans->data[to - 1].end) {
            if (span.end > spans->data[to - 1].end) {
                spans->data[to - 1].end = span.end;
            }
        } else if (span.end > span.start) {
            spans->data[to++] = span;
        }
    }
    spans->n = to;
}

/* ---- completeness ------------------------------------------------------------------------- */

/* Checks the reported ranges, which are sorted by old address. */
static void check_moves(const gcv_moves *moves, const gcv_collection *collection)
{
    for (size_t i = 0; i < collection->moves.n; i++) {
        const gcv_move *move = &collection->moves.data[i];
        if (move->length == 0) {
            gcv_moves_fail(moves, collection->place,
                           "collection %" PRIu64 " has an empty range at %" PRIx64,
                           collection->number, move->old);
        }
        if (move->length > UINT64_MAX - move->old || move->length > UINT64_MAX - move->fresh) {
            gcv_moves_fail(moves, collection->place,
                           "collection %" PRIu64 " has a range at %" PRIx64
                           " that ends behind the last address",
                           collection->number, move->old);
        }
        if (i > 0 && move[-1].length > move->old - move[-1].old) {
            gcv_moves_fail(moves, collection->place,
                           "collection %" PRIu64 " has ranges at %" PRIx64 " and %" PRIx64
                           " that overlap",
                           collection->number, move[-1].old, move->old);
        }
    }
}

static void check_spans(const gcv_moves *moves, const gcv_collection *collection)
{
    for (size_t i = 0; i < collection->condemned.n; i++) {
        const gcv_span *span = &collection->condemned.data[i];
        if (span->end < span->start) {
            gcv_moves_fail(moves, collection->place,
                           "collection %" PRIu64 " condemns a range at %" PRIx64
                           " that ends behind the last address",
                           collection->number, span->start);
        }
    }
}

/* Adds reported ranges that lie in no condemned range to the condemned ranges, so that these alone
 * tell what a collection touches. Both must be sorted; the condemned ranges are unsorted
 * afterwards. */
static bool condemn_moves(gcv_context *ctx, gcv_collection *collection)
{
    gcv_span_column *spans = &collection->condemned;
    size_t n = spans->n, at = 0;
    for (size_t i = 0; i < collection->moves.n; i++) {
        gcv_span own = {collection->moves.data[i].old, 0};
        own.end = own.start + collection->moves.data[i].length;
        while (at < n && spans->data[at].end < own.end) {
            at++;
        }
        if (at == n || spans->data[at].start > own.start) {
            gcv_span_column_push(ctx, spans, own);
        }
    }
    return spans->n > n;
}

static void verify(gcv_moves *moves, gcv_collection *collection)
{
    gcv_context *ctx = moves->ctx;
    gcv_move_column *all = &collection->moves;
    if (collection->verified) {
        return;
    }
    if (collection->condemned.n == 0) {
        gcv_moves_fail(moves, collection->place,
                       "collection %" PRIu64 " does not say which addresses it condemned",
                       collection->number);
    }
    if (all->n >= GCV_NONE) {
        gcv_fail(ctx, GCV_ERR_LIMIT, "more than 4294967294 ranges in one collection");
    }
    ctx->steps += all->n + collection->condemned.n;
    uint32_t *order = gcv_numbers_new(ctx, all->n);
    gcv_sort_by_key(ctx, order, all->n, old_address, all->data, false);
    gcv_move_column_arrange(ctx, all, order);
    check_moves(moves, collection);
    check_spans(moves, collection);
    join_spans(ctx, &collection->condemned);
    if (condemn_moves(ctx, collection)) {
        join_spans(ctx, &collection->condemned);
    }
    collection->verified = true;
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
            (gap->last == from->n_collections && is_ahead(moves, from, gap))) &&
           (gap->first < to->n_collections ||
            (gap->first == to->n_collections && !is_ahead(moves, to, gap)));
}

/* Reports the first gap with lost data, if there are several gaps: collections without beginning or
 * end are usually a consequence of the loss. */
static void check_gaps(const gcv_moves *moves, const gcv_dump_mark *from, const gcv_dump_mark *to)
{
    const gcv_moves_gap *cause = NULL;
    for (size_t i = 0; i < moves->gaps.n; i++) {
        const gcv_moves_gap *gap = &moves->gaps.data[i];
        if (lies_between(moves, from, to, gap) && (cause == NULL || (gap->lost && !cause->lost))) {
            cause = gap;
        }
    }
    if (cause != NULL) {
        gcv_moves_fail(moves, cause->place, "%s", cause->reason);
    }
}

GCV_BEFORE(by_number, gcv_collection, of[a].number < of[b].number);

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
static void check_numbers(const gcv_moves *moves, const gcv_dump_mark *from,
                          const gcv_dump_mark *to)
{
    const gcv_collection *all = moves->collections.data;
    size_t n = moves->collections.n, later = 0;
    uint32_t *order = gcv_numbers_sorted(moves->ctx, n, by_number, all);
    for (size_t i = 1; i < n; i++) {
        const gcv_collection *a = &all[order[i - 1]], *b = &all[order[i]];
        later += order[i - 1] >= to->n_collections;
        if (a->number == b->number) {
            if (order[i] >= from->n_collections && order[i] < to->n_collections) {
                gcv_moves_fail(moves, b->place, "collection %" PRIu64 " comes twice", b->number);
            }
        } else if (a->number != b->number - 1 &&
                   may_have_ended_between(moves, order[i], a->number, later, from, to)) {
            gcv_moves_fail(moves, b->place, "collection %" PRIu64 " is missing", b->number - 1);
        }
    }
    gcv_free(moves->ctx, order);
}

void gcv_moves_verify(gcv_moves *moves, const gcv_dump_mark *from, const gcv_dump_mark *to)
{
    check_gaps(moves, from, to);
    check_numbers(moves, from, to);
    for (size_t i = from->n_collections; i < to->n_collections; i++) {
        verify(moves, &moves->collections.data[i]);
    }
}
