/* trace_history.c - the processes of a trace and the holes in what is known of them; see
 * trace_moves.h.
 */
#include "input/nettrace/trace_moves.h"

#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char lacking[] =
    "the trace does not say what moved: it was taken without the keyword 0x400000 "
    "(GCHeapSurvivalAndMovement); take it with Microsoft-Windows-DotNETRuntime:0x1D80001:5";

/* ---- processes ------------------------------------------------------------------------------ */

size_t gcv_trace_story_of(const gcv_trace_moves *moves, uint64_t process)
{
    size_t at = 0;
    while (at < moves->stories.n && moves->stories.data[at].process != process) {
        at++;
    }
    return at;
}

/* The story of a process, made if it is not there; `*at` is SIZE_MAX if there are too many. */
gcv_status gcv_trace_story_need(gcv_trace_moves *moves, uint64_t process, size_t *at,
                                gcv_error *err)
{
    gcv_trace_story story;
    gcv_status status;
    *at = gcv_trace_story_of(moves, process);
    if (*at < moves->stories.n) {
        return GCV_OK;
    }
    if (moves->stories.n == GCV_TRACE_STORIES) {
        *at = SIZE_MAX;
        return GCV_OK;
    }
    memset(&story, 0, sizeof story);
    story.process = process;
    story.moves = gcv_moves_new(moves->ctx, moves->name, err);
    if (story.moves == NULL) {
        return gcv_failed(err);
    }
    status = gcv_trace_story_column_push(moves->ctx, &moves->stories, story, err);
    if (status != GCV_OK) {
        gcv_moves_free(story.moves);
    }
    return status;
}

gcv_trace_time gcv_trace_story_now(const gcv_trace_moves *moves, const gcv_trace_story *story)
{
    gcv_trace_time time;
    time.collections = story->moves->collections.n;
    time.dumps = story->moves->dumps.n;
    time.interval = moves->interval;
    return time;
}

/* A hole from then to now. */
gcv_status gcv_trace_story_gap(const gcv_trace_story *story, gcv_trace_time since, gcv_place place,
                               const char *reason, gcv_error *err)
{
    gcv_moves_gap gap;
    gap.first = since.collections;
    gap.last = story->moves->collections.n;
    gap.reason = reason;
    gap.place = place;
    gap.dump = since.dumps + 1;
    gap.lost = false;
    if (gap.first == gap.last && story->moves->dumps.n > since.dumps) {
        gap.last++; /* a dump lies within */
    }
    return gcv_moves_add_gap(story->moves, &gap, err);
}

/* ---- sequence points ------------------------------------------------------------------------ */

void gcv_trace_moves_spoil(gcv_trace_moves *moves, uint32_t since, gcv_place place,
                           const char *format, ...)
{
    va_list args;
    if (!moves->spoiled) {
        va_start(args, format);
        (void)vsnprintf(moves->reason, sizeof moves->reason, format, args);
        va_end(args);
        moves->place = place;
    }
    moves->spoiled_since =
        moves->spoiled && moves->spoiled_since < since ? moves->spoiled_since : since;
    moves->spoiled = true;
}

/* How things stood when this interval began. */
static gcv_trace_time beginning_of(const gcv_trace_story *story, uint32_t interval)
{
    gcv_trace_time time = {0, 0, 0};
    size_t at = story->points.n;
    while (at > 0 && story->points.data[at - 1].interval > interval) {
        at--;
    }
    return at > 0 ? story->points.data[at - 1] : time;
}

gcv_status gcv_trace_moves_point(gcv_trace_moves *moves, uint32_t interval, gcv_error *err)
{
    gcv_status status = GCV_OK;
    size_t i;
    moves->interval = interval;
    for (i = 0; status == GCV_OK && i < moves->stories.n; i++) {
        gcv_trace_story *story = &moves->stories.data[i];
        gcv_trace_time time = gcv_trace_story_now(moves, story);
        gcv_trace_time last = beginning_of(story, interval);
        if (moves->spoiled) {
            status = gcv_trace_story_gap(story, beginning_of(story, moves->spoiled_since),
                                         moves->place, moves->reason, err);
            if (status == GCV_OK) {
                story->moves->gaps.data[story->moves->gaps.n - 1].lost = true;
            }
        }
        if (status == GCV_OK &&
            (time.collections != last.collections || time.dumps != last.dumps)) {
            status = gcv_trace_time_column_push(moves->ctx, &story->points, time, err);
        }
    }
    moves->spoiled = false;
    return status;
}

/* ---- the end -------------------------------------------------------------------------------- */

gcv_status gcv_trace_story_finish(gcv_trace_moves *moves, uint64_t process, gcv_moves **out,
                                  gcv_error *err)
{
    gcv_trace_story none, *story = &none;
    gcv_trace_time beginning = {0, 0, 0};
    gcv_place whole = {0, false};
    gcv_status status = GCV_OK;
    size_t at = gcv_trace_story_of(moves, process);
    memset(&none, 0, sizeof none);
    if (at < moves->stories.n) {
        story = &moves->stories.data[at];
    } else {
        none.told = true;
        none.moves = gcv_moves_new(moves->ctx, moves->name, err);
        status = none.moves == NULL ? gcv_failed(err)
                                    : gcv_trace_story_gap(&none, beginning, whole,
                                                          "the trace has too many processes", err);
    }
    if (status == GCV_OK && !story->told) {
        story->moves->gaps.n = 0; /* whatever else is missing */
        status = gcv_trace_story_gap(story, beginning, whole, lacking, err);
    }
    if (status != GCV_OK) {
        gcv_moves_free(none.moves);
        return status;
    }
    *out = story->moves;
    story->moves = NULL;
    return GCV_OK;
}
