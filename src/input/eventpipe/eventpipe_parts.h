/* eventpipe_parts.h - declarations that the parts of the container share; private to them.
 *
 * eventpipe_answer.c     failures; the answer of the runtime that precedes a trace
 * eventpipe_meta.c       metadata records and threads
 * eventpipe_blocks.c     contents of blocks: rows, sequence points, the head of a trace
 * eventpipe_container.c  objects and blocks of a trace
 *
 * Each part calls only parts above it.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_PARTS_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_PARTS_H

#include "input/eventpipe/eventpipe.h"

/* ---- eventpipe_answer.c --------------------------------------------------------------------- */

/* Fails with a description of the fault at this offset, and notes that the trace is damaged. */
GCV_NORETURN void gcv_eventpipe_damage(gcv_eventpipe *pipe, uint64_t offset, const char *format,
                                       ...) GCV_PRINTF(3, 4);
/* Ends the reading where the input ends, and notes that the trace is truncated. */
GCV_NORETURN void gcv_eventpipe_stop(gcv_eventpipe *pipe);
/* Stops if the content of the current block fails because the block is cut off, which is no damage;
 * the rows before count. */
GCV_NORETURN void gcv_eventpipe_short(gcv_eventpipe *pipe, const gcv_cursor *content,
                                      uint64_t offset, const char *reason);

/* Takes the answer, if there is one. Fails if the answer is a refusal, or if no trace follows. */
void gcv_eventpipe_take_answer(gcv_eventpipe *pipe);

/* ---- eventpipe_meta.c ----------------------------------------------------------------------- */

/* Take metadata records: the payload of a row of netperf 3 and nettrace 4; the payload of a row of
 * netperf 1 and 2, where the offset of the row is the id. */
void gcv_eventpipe_meta_record(gcv_eventpipe *pipe, gcv_cursor record);
void gcv_eventpipe_meta_old(gcv_eventpipe *pipe, uint64_t id, gcv_cursor record);
/* Sets the event of a row from its metadata id. Fails if the id has no record. */
void gcv_eventpipe_look_up(gcv_eventpipe *pipe, uint64_t id, gcv_eventpipe_row *row);
void gcv_eventpipe_forget_metadata(gcv_eventpipe *pipe);

/* The process of a thread; before version 6 there is one. */
uint64_t gcv_eventpipe_process_of(const gcv_eventpipe *pipe, uint64_t thread);
void gcv_eventpipe_forget_threads(gcv_eventpipe *pipe);
/* Version 6: takes a string. */
gcv_slice gcv_eventpipe_string6(gcv_cursor *cursor);

/* ---- eventpipe_blocks.c --------------------------------------------------------------------- */

void gcv_eventpipe_take_clock(gcv_eventpipe *pipe, gcv_cursor *cursor);
/* Called after the head, at `offset`, was taken: fails if its content is impossible. */
void gcv_eventpipe_check_info(gcv_eventpipe *pipe, uint64_t offset);

/* Takes a row of netperf whose size field is at `offset`; `old`: version 1 or 2. */
void gcv_eventpipe_netperf_row(gcv_eventpipe *pipe, uint64_t offset, gcv_cursor row, bool old);

/* Take the contents of blocks, by kind; a 6 at the end of a name: version 6 only. Those of metadata
 * and threads of version 6 are in eventpipe_meta.c. */
typedef void (*gcv_eventpipe_block_fn)(gcv_eventpipe *pipe, gcv_cursor *content);
void gcv_eventpipe_event_block(gcv_eventpipe *pipe, gcv_cursor *content);
void gcv_eventpipe_metadata_block(gcv_eventpipe *pipe, gcv_cursor *content);
void gcv_eventpipe_metadata_block6(gcv_eventpipe *pipe, gcv_cursor *content);
void gcv_eventpipe_point_block(gcv_eventpipe *pipe, gcv_cursor *content);
void gcv_eventpipe_gone_block(gcv_eventpipe *pipe, gcv_cursor *content);
void gcv_eventpipe_trace_block6(gcv_eventpipe *pipe, gcv_cursor *content);
void gcv_eventpipe_threads6(gcv_eventpipe *pipe, gcv_cursor *content);

#endif
