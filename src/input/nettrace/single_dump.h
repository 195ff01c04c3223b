/* single_dump.h - detects the end of the dump in a session that was opened for one dump.
 *
 * A runtime that was asked for a heap dump sends it and keeps the session open, so a reader that
 * waits for the end of the session waits for nothing. The rows of a dump come from several threads,
 * and their order in the stream is not that of time; so the beginning of the dump may come after
 * its end.
 */
#ifndef GCV_INPUT_NETTRACE_SINGLE_DUMP_H
#define GCV_INPUT_NETTRACE_SINGLE_DUMP_H

#include "input/nettrace/trace.h"

typedef struct gcv_single_dump {
    bool continues; /* the session reports moves; it goes on until someone stops it */
    bool has_nodes, has_start, has_end;
    uint32_t started, ended; /* numbers of the collections that began last and ended last */
    bool may_be_over;        /* worth passing on the rows to check */
} gcv_single_dump;           /* zeroed: nothing has come */

/* Takes a row as it arrives; the payload must be long enough for the event. */
void gcv_single_dump_row(gcv_single_dump *dump, const gcv_eventpipe_row *row);

/* Tells whether the rows that were passed on contain the whole dump. */
bool gcv_single_dump_is_over(gcv_single_dump *dump, const gcv_trace *trace);

#endif
