/* convert_moves.c - the moves of objects that a trace reports, as a moves log.
 *
 * A gap that spans several collections becomes a line before each of them. See
 * docs/formats/moves-log.md. O(ranges + gaps × log gaps). */
#include "report/convert/convert.h"

#include <inttypes.h>

typedef struct moves_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_writer *out;
    const gcv_moves *moves;
    uint32_t *gaps; /* numbers of the gaps, sorted by their beginning */
    size_t n_gaps;
    size_t next_gap, next_dump;
    size_t gap_end;         /* of the gap that reaches furthest: its last collection + 1 … */
    const char *gap_reason; /* … and its reason */
} moves_writer;

static void put_gap(moves_writer *w, const char *reason)
{
    gcv_writer_put_str(w->out, "x ");
    gcv_writer_put_str(w->out, reason);
    gcv_writer_put_str(w->out, "\n");
}

/* Puts objects and bytes of a complete dump, too: of the loaded one as loaded, of others from the
 * list of snapshots. */
static void put_dump(moves_writer *w, const gcv_dump_mark *dump)
{
    const gcv_counts *counts = gcv_heap_counts(w->heap);
    const gcv_snapshot *snapshot = dump->number > 0 && dump->number <= gcv_heap_n_snapshots(w->heap)
                                       ? gcv_heap_snapshot(w->heap, dump->number - 1)
                                       : NULL;
    gcv_writer_print(w->out, "d %" PRIx32, dump->number);
    if (snapshot != NULL && snapshot->complete) {
        gcv_writer_print(w->out, " %" PRIx64 " %" PRIx64,
                         snapshot->chosen ? counts->objects : snapshot->objects,
                         snapshot->chosen ? counts->bytes : snapshot->bytes);
    }
    gcv_writer_put_str(w->out, "\n");
}

static bool gap_is_next(const moves_writer *w, size_t ended, bool dump_waits)
{
    if (w->next_gap == w->n_gaps) {
        return false;
    }
    const gcv_moves_gap *gap = &w->moves->gaps.data[w->gaps[w->next_gap]];
    return gap->first == ended && (!dump_waits || gap->dump <= w->next_dump + 1);
}

/* Writes the gaps and dumps that follow the first `ended` collections. */
static void put_between(moves_writer *w, size_t ended)
{
    const gcv_dump_mark_column *dumps = &w->moves->dumps;
    if (w->gap_end > ended) {
        put_gap(w, w->gap_reason);
    }
    for (;;) {
        bool dump_waits =
            w->next_dump < dumps->n && dumps->data[w->next_dump].n_collections <= ended;
        if (gap_is_next(w, ended, dump_waits)) {
            const gcv_moves_gap *gap = &w->moves->gaps.data[w->gaps[w->next_gap++]];
            put_gap(w, gap->reason);
            if (gap->last >= w->gap_end) {
                w->gap_end = gap->last + 1;
                w->gap_reason = gap->reason;
            }
        } else if (dump_waits) {
            put_dump(w, &dumps->data[w->next_dump++]);
        } else {
            return;
        }
    }
}

static void put_collection(moves_writer *w, const gcv_collection *collection)
{
    gcv_writer_print(w->out, "g %" PRIx64, collection->number);
    if (collection->generation != GCV_NONE) {
        gcv_writer_print(w->out, " %" PRIx32 "%s", collection->generation,
                         collection->background ? " 1" : "");
    }
    gcv_writer_put_str(w->out, "\n");
    for (size_t i = 0; i < collection->condemned.n; i++) {
        const gcv_span *span = &collection->condemned.data[i];
        gcv_writer_print(w->out, "r %" PRIx64 " %" PRIx64 "\n", span->start,
                         span->end - span->start);
    }
    for (size_t i = 0; i < collection->moves.n; i++) {
        const gcv_move *move = &collection->moves.data[i];
        if (move->fresh != move->old) {
            gcv_writer_print(w->out, "m %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", move->old,
                             move->fresh, move->length);
        } else {
            gcv_writer_print(w->out, "s %" PRIx64 " %" PRIx64 "\n", move->old, move->length);
        }
    }
    gcv_writer_print(w->out, "e %" PRIx64 "\n", collection->number);
}

GCV_BEFORE(begins_earlier, gcv_moves_gap,
           of[a].first != of[b].first ? of[a].first < of[b].first : of[a].dump < of[b].dump);

void gcv_convert_to_moves(gcv_report *report)
{
    size_t i;
    moves_writer w = {.ctx = report->ctx,
                      .heap = report->in.heap,
                      .out = report->out.writer,
                      .moves = report->in.heap->moves};
    if (w.moves == NULL) {
        gcv_fail_line(report->ctx, GCV_ERR_INPUT, report->in.heap->name, 0,
                      "no trace, so it does not say what moved");
    }
    gcv_phase(report->ctx, "convert");
    w.n_gaps = w.moves->gaps.n;
    w.gaps = gcv_numbers_sorted(w.ctx, w.n_gaps, begins_earlier, w.moves->gaps.data);
    gcv_writer_put_str(w.out, "v 1 gcview-moves\n");
    for (i = 0; i < w.moves->collections.n; i++) {
        put_between(&w, i);
        put_collection(&w, &w.moves->collections.data[i]);
    }
    put_between(&w, i);
    if (w.n_gaps > 0) {
        GCV_WARN(report, "evidence is missing (lines x): %s", w.moves->gaps.data[w.gaps[0]].reason);
    }
}
