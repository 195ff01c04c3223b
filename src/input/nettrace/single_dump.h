/* single_dump.h - tells when a session that was opened for one dump has told it.
 *
 * A runtime that was asked for a heap dump sends it and goes on: the session stays open, and who
 * waited for its end would wait for nothing. Rows of a dump come from several threads, whose order
 * in the stream is not that of time; so its beginning may come behind its end.
 */
#ifndef GCV_INPUT_NETTRACE_SINGLE_DUMP_H
#define GCV_INPUT_NETTRACE_SINGLE_DUMP_H

#include "input/nettrace/trace.h"

typedef struct gcv_single_dump {
    bool continues; /* the session is about what moves: it goes on until somebody stops it */
    bool has_nodes, has_start, has_end;
    uint32_t started, ended; /* the collection that began last; that ended last */
    bool may_be_over;        /* worth to pass the rows on and look */
} gcv_single_dump;           /* zeroed: nothing came */

/* A row with an event that is long enough for it, as it comes. */
void gcv_single_dump_row(gcv_single_dump *dump, const gcv_eventpipe_row *row);

/* Whether all of the dump is in the rows that were passed on. */
bool gcv_single_dump_is_over(gcv_single_dump *dump, const gcv_trace *trace);

#endif
