/* convert_moves.c - what a trace says of moved objects, as a moves log.
 *
 * A hole that reaches over several collections becomes a line in front of each of them. See
 * docs/formats/moves-log.md. O(ranges + holes × log holes).
 */
#include "report/convert/convert.h"

#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

typedef struct moves_writer {
    gcv_report *report;
    const gcv_moves *moves;
    uint32_t *gaps;       /* ascending by when they begin */
    size_t n_gaps, gap;   /* the next one */
    size_t dump;          /* the next one */
    size_t reaches;       /* one more than the end of the gap that reaches furthest, so far … */
    const char *reaching; /* … and what it is */
} moves_writer;

static void put_str(moves_writer *w, const char *text)
{
    gcv_writer_put(w->report->writer, text, strlen(text));
}

static void put_number(moves_writer *w, uint64_t value)
{
    char text[GCV_NUMBER_MAX + 1];
    size_t n = gcv_format_hex(text + 1, value);
    text[0] = ' ';
    gcv_writer_put(w->report->writer, text, n + 1);
}

/* ---- between collections -------------------------------------------------------------------- */

static void put_gap(moves_writer *w, const char *reason)
{
    put_str(w, "x ");
    put_str(w, reason);
    put_str(w, "\n");
}

/* What a load of a dump counts: of a complete one that is not at hand, what the list says. */
static bool counts_of(const gcv_heap *heap, uint32_t number, uint64_t *objects, uint64_t *bytes)
{
    size_t i;
    for (i = 0; i < gcv_heap_n_snapshots(heap); i++) {
        const gcv_snapshot *snapshot = gcv_heap_snapshot(heap, i);
        if (snapshot->number == number) {
            const gcv_counts *counts = gcv_heap_counts(heap);
            *objects = snapshot->chosen ? counts->objects : snapshot->objects;
            *bytes = snapshot->chosen ? counts->bytes : snapshot->bytes;
            return snapshot->complete;
        }
    }
    return false;
}

static void put_dump(moves_writer *w, const gcv_dump_mark *dump)
{
    uint64_t objects, bytes;
    put_str(w, "d");
    put_number(w, dump->number);
    if (counts_of(w->report->heap, dump->number, &objects, &bytes)) {
        put_number(w, objects);
        put_number(w, bytes);
    }
    put_str(w, "\n");
}

static bool gap_is_next(const moves_writer *w, size_t ended, bool dump_waits)
{
    const gcv_moves_gap *gap;
    if (w->gap == w->n_gaps) {
        return false;
    }
    gap = &w->moves->gaps.data[w->gaps[w->gap]];
    return gap->first == ended && (!dump_waits || (gap->dump > 0 && gap->dump <= w->dump + 1));
}

/* What stands between two collections when so many have ended. */
static void put_between(moves_writer *w, size_t ended)
{
    const gcv_dump_mark_column *dumps = &w->moves->dumps;
    if (w->reaches > ended) {
        put_gap(w, w->reaching);
    }
    for (;;) {
        bool dump_waits = w->dump < dumps->n && dumps->data[w->dump].after <= ended;
        if (gap_is_next(w, ended, dump_waits)) {
            const gcv_moves_gap *gap = &w->moves->gaps.data[w->gaps[w->gap++]];
            put_gap(w, gap->reason);
            if (gap->last >= w->reaches) {
                w->reaches = gap->last + 1;
                w->reaching = gap->reason;
            }
        } else if (dump_waits) {
            put_dump(w, &dumps->data[w->dump++]);
        } else {
            return;
        }
    }
}

/* ---- collections ---------------------------------------------------------------------------- */

static void put_ranges(moves_writer *w, const gcv_collection *collection)
{
    size_t i;
    for (i = 0; i < collection->condemned.n; i++) {
        const gcv_span *span = &collection->condemned.data[i];
        put_str(w, "r");
        put_number(w, span->start);
        put_number(w, span->end - span->start);
        put_str(w, "\n");
    }
    for (i = 0; i < collection->moves.n; i++) {
        const gcv_move *move = &collection->moves.data[i];
        bool moved = move->fresh != move->old;
        put_str(w, moved ? "m" : "s");
        put_number(w, move->old);
        if (moved) {
            put_number(w, move->fresh);
        }
        put_number(w, move->length);
        put_str(w, "\n");
    }
}

static void put_collection(moves_writer *w, const gcv_collection *collection)
{
    put_str(w, "g");
    put_number(w, collection->number);
    if (collection->generation != GCV_NONE) {
        put_number(w, collection->generation);
    }
    put_str(w, "\n");
    put_ranges(w, collection);
    put_str(w, "e");
    put_number(w, collection->number);
    put_str(w, "\n");
}

/* ---- the whole ------------------------------------------------------------------------------ */

static bool begins_earlier(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_moves_gap *gaps = payload;
    size_t dump_a = gaps[a].dump > 0 ? gaps[a].dump : SIZE_MAX;
    size_t dump_b = gaps[b].dump > 0 ? gaps[b].dump : SIZE_MAX;
    return gaps[a].first != gaps[b].first ? gaps[a].first < gaps[b].first : dump_a < dump_b;
}

static gcv_status sort_gaps(moves_writer *w, gcv_error *err)
{
    size_t i;
    w->n_gaps = w->moves->gaps.n;
    w->gaps = gcv_alloc(w->report->ctx, w->n_gaps, sizeof *w->gaps, err);
    if (w->gaps == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < w->n_gaps; i++) {
        w->gaps[i] = (uint32_t)i;
    }
    return gcv_sort(w->report->ctx, w->gaps, w->n_gaps, begins_earlier, w->moves->gaps.data, err);
}

gcv_status gcv_convert_moves(gcv_report *report, gcv_error *err)
{
    moves_writer w;
    gcv_status status;
    size_t i;
    memset(&w, 0, sizeof w);
    w.report = report;
    w.moves = report->heap->moves;
    if (w.moves == NULL) {
        return gcv_fail_line(err, GCV_ERR_INPUT, report->heap->name, 0,
                             "no trace, so it does not say what moved");
    }
    gcv_phase(report->ctx, "convert");
    status = sort_gaps(&w, err);
    if (status == GCV_OK) {
        put_str(&w, "v 1 gcview-moves\n");
        for (i = 0; i < w.moves->collections.n; i++) {
            put_between(&w, i);
            put_collection(&w, &w.moves->collections.data[i]);
        }
        put_between(&w, i);
        if (w.n_gaps > 0) {
            gcv_report_warn(report, "evidence is missing (lines x): %s",
                            w.moves->gaps.data[w.gaps[0]].reason);
        }
    }
    gcv_free(report->ctx, w.gaps, w.n_gaps, sizeof *w.gaps);
    return status;
}
