/* trace_completeness.h - what one collection of a trace reports of moved and surviving objects, and
 * whether that is all there.
 *
 * A thread numbers its events of ranges from 0, those of moved and those of surviving objects each,
 * and starts again with every part of the heap. So a number that neither is 0 nor follows proves a
 * loss, also in traces without sequence numbers. A loss of the first or last events it does not
 * show.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_COMPLETENESS_H
#define GCV_INPUT_NETTRACE_TRACE_COMPLETENESS_H

#include "base/id_map.h"
#include "heap/ranges.h"
#include "input/eventpipe/eventpipe_events.h"
#include "input/nettrace/trace_processes.h"

/* What a collection that has not ended reports. */
typedef struct gcv_trace_report {
    size_t process;       /* place among the processes */
    uint64_t serial;      /* no other has it */
    gcv_collection about; /* its moves so far */
    /* Memory of the generations as it was before the collection. Their ranges come before the first
     * range of objects or node, and as they are afterwards behind it. */
    gcv_range_column generations;
    bool generations_closed; /* a range of objects or a node came */
    bool has_ranges;         /* a range of objects or of a generation came */
    const char *fault;       /* why nothing of it can be relied on, or NULL */
    gcv_place fault_place;
    gcv_trace_time began;
    gcv_dump_mark_column dumps; /* that it takes */
} gcv_trace_report;

/* The numbers that the next events of a thread have, of survivors and of moved objects, if it does
 * not start again. */
typedef struct gcv_trace_sequence {
    uint64_t collection; /* serial of the one that the thread reports on */
    uint32_t next[2];
} gcv_trace_sequence;

GCV_COLUMN(gcv_trace_sequence_column, gcv_trace_sequence);

typedef struct gcv_trace_sequences {
    gcv_id_map index; /* of a thread among the rows */
    gcv_trace_sequence_column rows;
} gcv_trace_sequences; /* zeroed: empty */

void gcv_trace_sequences_release(gcv_context *ctx, gcv_trace_sequences *sequences);

/* Whether events of the thread are missing ahead of this one, which is part of the report. */
GCV_CHECKED gcv_status gcv_trace_sequences_check(gcv_context *ctx, gcv_trace_sequences *sequences,
                                                 const gcv_trace_report *report,
                                                 const gcv_ev_run *run, bool *missing,
                                                 gcv_error *err);

/* The first fault of a report counts. */
void gcv_trace_report_invalidate(gcv_trace_report *report, uint64_t offset, const char *fault);

/* Sets what the collection condemned: the memory of the generations that it collected, as it was
 * before. `has_moves`: the trace reports ranges of this process. */
GCV_CHECKED gcv_status gcv_trace_report_condemn(gcv_context *ctx, gcv_trace_report *report,
                                                bool has_moves, gcv_error *err);

enum { GCV_TRACE_OLDEST = 2 /* generation; what collects it collects everything */ };

#endif
