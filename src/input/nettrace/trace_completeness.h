/* trace_completeness.h - one collection's report of moved and surviving objects, and whether it is
 * complete.
 *
 * A thread numbers its events of ranges from 0, separately for moved and for surviving objects, and
 * restarts with every part of the heap. So a number that is neither 0 nor the next one proves a
 * loss, even in traces without sequence numbers. A loss of the first or the last events does not
 * show.
 */
#ifndef GCV_INPUT_NETTRACE_TRACE_COMPLETENESS_H
#define GCV_INPUT_NETTRACE_TRACE_COMPLETENESS_H

#include "heap/ranges.h"
#include "input/eventpipe/eventpipe_events.h"
#include "input/nettrace/trace_processes.h"

/* The report of a collection that has not ended. */
typedef struct gcv_trace_report {
    size_t process;       /* index of the process */
    uint64_t serial;      /* unique */
    gcv_collection about; /* its moves so far */
    /* Memory of the generations before the collection. Its ranges come before the first node or
     * range of objects; those of the memory after the collection come later. */
    gcv_range_column generations;
    bool generations_closed; /* a node or a range of objects has come */
    bool has_ranges;         /* a range of objects or of a generation has come */
    const char *fault;       /* why the report is unusable; NULL: it is usable */
    gcv_place fault_place;
    gcv_trace_time began;
    gcv_dump_mark_column dumps; /* dumps that the collection takes */
} gcv_trace_report;

/* The next numbers of a thread's events, of surviving and of moved objects, unless the thread
 * restarts. */
typedef struct gcv_trace_sequence {
    uint64_t collection; /* serial of the report to which the thread's last event belongs */
    uint32_t next[2];
} gcv_trace_sequence;

GCV_COLUMN(gcv_trace_sequence_column, gcv_trace_sequence);

typedef struct gcv_trace_sequences {
    gcv_id_map index; /* from thread to index in `rows` */
    gcv_trace_sequence_column rows;
} gcv_trace_sequences; /* zeroed: empty */

void gcv_trace_sequences_release(gcv_context *ctx, gcv_trace_sequences *sequences);

/* Tells whether events of the thread are missing before this one, which is part of the report. */
bool gcv_trace_sequences_check(gcv_context *ctx, gcv_trace_sequences *sequences,
                               const gcv_trace_report *report, const gcv_ev_run *run);

/* Notes a fault, unless the report already has one. */
void gcv_trace_report_invalidate(gcv_trace_report *report, uint64_t offset, const char *fault);

/* Sets the memory that the collection condemned: that of the generations that it collected, as it
 * was before. `has_moves`: the trace reports ranges of this process. */
void gcv_trace_report_condemn(gcv_context *ctx, gcv_trace_report *report, bool has_moves);

enum { GCV_TRACE_OLDEST = 2 /* a collection of this generation collects everything */ };

#endif
