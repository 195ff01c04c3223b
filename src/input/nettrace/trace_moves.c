/* trace_moves.c - what the collections of a trace say of moved objects; see trace_moves.h.
 *
 * 24 bytes a range; a few thousand ranges in a collection are usual.
 */
#include "input/nettrace/trace_moves.h"

#include "base/error.h"
#include "heap/vocabulary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

gcv_trace_moves *gcv_trace_moves_new(gcv_context *ctx, const char *name, gcv_error *err)
{
    gcv_trace_moves *moves = gcv_alloc_zeroed(ctx, 1, sizeof *moves, err);
    if (moves != NULL) {
        moves->ctx = ctx;
        moves->name = name;
        moves->interval = 1;
    }
    return moves;
}

static void release_collection(gcv_context *ctx, gcv_trace_collection *collection)
{
    gcv_collection_release(ctx, &collection->about);
    gcv_range_column_release(ctx, &collection->generations);
    gcv_dump_mark_column_release(ctx, &collection->dumps);
}

void gcv_trace_moves_free(gcv_trace_moves *moves)
{
    size_t i;
    if (moves == NULL) {
        return;
    }
    while (moves->n_open > 0) {
        release_collection(moves->ctx, &moves->open[--moves->n_open]);
    }
    for (i = 0; i < moves->stories.n; i++) {
        gcv_moves_free(moves->stories.data[i].moves);
        gcv_trace_time_column_release(moves->ctx, &moves->stories.data[i].points);
    }
    gcv_trace_story_column_release(moves->ctx, &moves->stories);
    gcv_trace_reporters_release(moves);
    gcv_free(moves->ctx, moves, 1, sizeof *moves);
}

static gcv_place at_offset(uint64_t offset)
{
    gcv_place place;
    place.line = offset;
    place.at_offset = true;
    return place;
}

/* ---- the end of a collection ---------------------------------------------------------------- */

/* Of the collection at hand, which ended as the last one, or did not end. */
static gcv_status mark_dumps(gcv_trace_moves *moves, const gcv_trace_collection *collection,
                             bool ended, gcv_error *err)
{
    gcv_trace_story *story = &moves->stories.data[collection->story];
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < collection->dumps.n; i++) {
        gcv_dump_mark dump = collection->dumps.data[i];
        gcv_trace_time taken = gcv_trace_story_now(moves, story);
        taken.collections = dump.after;
        dump.after = story->moves->collections.n;
        dump.by_collection = ended;
        status = gcv_moves_add_dump(story->moves, &dump, err);
        if (status == GCV_OK && taken.collections + ended != dump.after) {
            status = gcv_trace_story_gap(story, taken, dump.place,
                                         "other collections ended while the dump was taken", err);
        }
    }
    return status;
}

/* The collection at `at` is over; without its end nobody knows when. */
static gcv_status close_at(gcv_trace_moves *moves, size_t at, bool ended, gcv_error *err)
{
    gcv_trace_collection collection = moves->open[at];
    gcv_trace_story *story = &moves->stories.data[collection.story];
    gcv_status status = GCV_OK;
    char reason[64];
    memmove(&moves->open[at], &moves->open[at + 1],
            (moves->n_open - at - 1) * sizeof moves->open[0]);
    moves->n_open--;
    moves->target = NULL;
    if (ended) {
        status = gcv_trace_condemn(moves, &collection, err);
        if (status == GCV_OK && collection.fault != NULL) {
            status = gcv_trace_story_gap(story, gcv_trace_story_now(moves, story),
                                         collection.fault_place, collection.fault, err);
        }
        if (status == GCV_OK) {
            status = gcv_moves_add(story->moves, &collection.about, err);
            memset(&collection.about, 0, sizeof collection.about);
        }
    }
    if (status == GCV_OK) {
        status = mark_dumps(moves, &collection, ended, err);
    }
    if (status == GCV_OK && !ended) {
        (void)snprintf(reason, sizeof reason, "collection %" PRIu64 " does not end",
                       collection.about.number);
        status = gcv_trace_story_gap(story, collection.began, collection.about.place, reason, err);
    }
    release_collection(moves->ctx, &collection);
    return status;
}

/* ---- collections ---------------------------------------------------------------------------- */

static size_t find_open(const gcv_trace_moves *moves, size_t story, uint64_t number)
{
    size_t at = 0;
    while (at < moves->n_open &&
           (moves->open[at].story != story || moves->open[at].about.number != number)) {
        at++;
    }
    return at;
}

gcv_status gcv_trace_moves_begin(gcv_trace_moves *moves, const gcv_ev_collection *start,
                                 gcv_error *err)
{
    gcv_trace_collection *open;
    size_t story, at;
    gcv_status status;
    if (start->event != GCV_EV_START) {
        return GCV_OK;
    }
    status = gcv_trace_story_need(moves, start->process, &story, err);
    if (status != GCV_OK || story == SIZE_MAX) {
        return status;
    }
    at = find_open(moves, story, start->count);
    if (at < moves->n_open || moves->n_open == GCV_TRACE_COLLECTIONS) {
        status = close_at(moves, at < moves->n_open ? at : 0, false, err); /* its end was lost */
    }
    if (status != GCV_OK) {
        return status;
    }
    open = &moves->open[moves->n_open++];
    memset(open, 0, sizeof *open);
    open->story = story;
    open->serial = ++moves->begun;
    open->background = start->has_details && start->type == 1;
    open->about.number = start->count;
    open->about.generation = start->has_details ? start->depth : GCV_NONE;
    open->about.place = at_offset(start->offset);
    open->began = gcv_trace_story_now(moves, &moves->stories.data[story]);
    return GCV_OK;
}

/* One whose beginning is missing ended, too, but nobody knows what it did. */
static gcv_status end_of_unknown(gcv_trace_moves *moves, const gcv_ev_collection *end, size_t story,
                                 gcv_error *err)
{
    gcv_trace_story *of = &moves->stories.data[story];
    gcv_collection collection;
    gcv_status status =
        gcv_trace_story_gap(of, gcv_trace_story_now(moves, of), at_offset(end->offset),
                            "a collection ends here that did not begin", err);
    memset(&collection, 0, sizeof collection);
    collection.number = end->count;
    collection.generation = GCV_NONE;
    collection.place = at_offset(end->offset);
    return status == GCV_OK ? gcv_moves_add(of->moves, &collection, err) : status;
}

gcv_status gcv_trace_moves_end(gcv_trace_moves *moves, const gcv_ev_collection *end, gcv_error *err)
{
    size_t story, at;
    gcv_status status;
    if (end->event != GCV_EV_END) {
        return GCV_OK;
    }
    status = gcv_trace_story_need(moves, end->process, &story, err);
    if (status != GCV_OK || story == SIZE_MAX) {
        return status;
    }
    at = find_open(moves, story, end->count);
    if (at == moves->n_open) {
        return end_of_unknown(moves, end, story, err);
    }
    moves->open[at].about.generation = end->depth <= GCV_TRACE_OLDEST ? end->depth : GCV_NONE;
    return close_at(moves, at, true, err);
}

/* Which one records of a process belong to: the innermost that is not a background one. */
static gcv_trace_collection *innermost(gcv_trace_moves *moves, uint64_t process)
{
    gcv_trace_collection *any = NULL;
    size_t story = gcv_trace_story_of(moves, process), at;
    for (at = moves->n_open; at > 0; at--) {
        gcv_trace_collection *open = &moves->open[at - 1];
        if (open->story == story) {
            if (!open->background) {
                return open;
            }
            any = any != NULL ? any : open;
        }
    }
    return any;
}

/* ---- ranges --------------------------------------------------------------------------------- */

static void blame(gcv_trace_collection *collection, uint64_t offset, const char *fault)
{
    if (collection->fault == NULL) {
        collection->fault = fault;
        collection->fault_place = at_offset(offset);
    }
}

/* Ranges of objects of a process come, perhaps of a collection. */
static gcv_status begin_ranges(gcv_trace_moves *moves, size_t story, gcv_trace_collection *open,
                               const gcv_ev_run *run, gcv_error *err)
{
    gcv_trace_story *of = &moves->stories.data[story];
    gcv_status status;
    bool missing;
    of->told = true;
    moves->target = open;
    if (open == NULL) {
        return gcv_trace_story_gap(of, gcv_trace_story_now(moves, of), at_offset(run->offset),
                                   "ranges of objects outside of a collection", err);
    }
    open->heard = true;
    status = gcv_trace_reporter_check(moves, open, run, &missing, err);
    if (status == GCV_OK && missing) {
        blame(open, run->offset, "events of ranges are missing ahead of this one");
    }
    return status;
}

gcv_status gcv_trace_moves_run(gcv_trace_moves *moves, const gcv_ev_run *run, gcv_error *err)
{
    bool ranges = run->event == GCV_EV_SURVIVING || run->event == GCV_EV_MOVED;
    gcv_trace_collection *open;
    gcv_status status;
    size_t story;
    if (!ranges && run->event != GCV_EV_NODES) {
        return GCV_OK;
    }
    status = gcv_trace_story_need(moves, run->process, &story, err);
    if (status != GCV_OK || story == SIZE_MAX) {
        moves->target = NULL;
        return status;
    }
    open = innermost(moves, run->process);
    if (open != NULL) {
        open->told = true;
    }
    return ranges ? begin_ranges(moves, story, open, run, err) : GCV_OK;
}

gcv_status gcv_trace_moves_add(gcv_trace_moves *moves, const gcv_ev_move *move, gcv_error *err)
{
    gcv_move own;
    own.old = move->old;
    own.fresh = move->fresh;
    own.length = move->length;
    return moves->target != NULL
               ? gcv_move_column_push(moves->ctx, &moves->target->about.moves, own, err)
               : GCV_OK;
}

gcv_status gcv_trace_moves_range(gcv_trace_moves *moves, const gcv_ev_range *range, gcv_error *err)
{
    gcv_trace_collection *open = innermost(moves, range->process);
    size_t story = gcv_trace_story_of(moves, range->process);
    gcv_range own;
    if (story < moves->stories.n) {
        moves->stories.data[story].told = true;
    }
    if (open != NULL) {
        open->heard = true;
    }
    if (open == NULL || open->told) {
        return GCV_OK;
    }
    if (gcv_generation_word(range->generation) == NULL) {
        blame(open, range->offset, "memory of a generation that there is not");
        return GCV_OK;
    }
    if (range->size > UINT64_MAX - range->start) {
        blame(open, range->offset, "memory of a generation ends behind the last address");
        return GCV_OK;
    }
    own.start = range->start;
    own.end = range->start + range->size;
    own.generation = range->generation;
    return gcv_range_column_push(moves->ctx, &open->generations, own, err);
}

bool gcv_trace_moves_need(uint32_t event)
{
    gcv_heap_event kind = gcv_heap_event_kind(event);
    return kind == GCV_EV_START || kind == GCV_EV_END || kind == GCV_EV_SURVIVING ||
           kind == GCV_EV_MOVED || kind == GCV_EV_RANGE;
}

/* It may belong to any of the collections of the process that are open. */
gcv_status gcv_trace_moves_malformed(gcv_trace_moves *moves, const gcv_eventpipe_row *row,
                                     const char *reason, gcv_error *err)
{
    bool blamed = false;
    size_t story, at;
    gcv_status status;
    const gcv_trace_story *of;
    if (!gcv_trace_moves_need(row->event)) {
        return GCV_OK;
    }
    status = gcv_trace_story_need(moves, row->process, &story, err);
    if (status != GCV_OK || story == SIZE_MAX) {
        return status;
    }
    for (at = 0; at < moves->n_open; at++) {
        if (moves->open[at].story == story) {
            blame(&moves->open[at], row->offset, reason);
            blamed = true;
        }
    }
    of = &moves->stories.data[story];
    return blamed ? GCV_OK
                  : gcv_trace_story_gap(of, gcv_trace_story_now(moves, of), at_offset(row->offset),
                                        reason, err);
}

/* ---- dumps ---------------------------------------------------------------------------------- */

gcv_status gcv_trace_moves_dump(gcv_trace_moves *moves, uint32_t number,
                                const gcv_ev_collection *within, gcv_error *err)
{
    bool inside = within->event == GCV_EV_START || within->event == GCV_EV_AWARE_START;
    gcv_dump_mark dump;
    size_t story, at;
    gcv_status status = gcv_trace_story_need(moves, within->process, &story, err);
    if (status != GCV_OK || story == SIZE_MAX) {
        return status;
    }
    memset(&dump, 0, sizeof dump);
    dump.number = number;
    dump.after = moves->stories.data[story].moves->collections.n;
    dump.place = at_offset(within->offset);
    at = inside ? find_open(moves, story, within->count) : moves->n_open;
    return at < moves->n_open
               ? gcv_dump_mark_column_push(moves->ctx, &moves->open[at].dumps, dump, err)
               : gcv_moves_add_dump(moves->stories.data[story].moves, &dump, err);
}

/* ---- the end -------------------------------------------------------------------------------- */

gcv_status gcv_trace_moves_finish(gcv_trace_moves *moves, uint64_t process, gcv_moves **out,
                                  gcv_error *err)
{
    gcv_status status = GCV_OK;
    while (status == GCV_OK && moves->n_open > 0) {
        status = close_at(moves, 0, false, err);
    }
    return status == GCV_OK ? gcv_trace_story_finish(moves, process, out, err) : status;
}
