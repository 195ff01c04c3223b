/* eventpipe_container.h - bytes of a trace to blocks to rows, one block in memory at a time. */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_CONTAINER_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_CONTAINER_H

#include "base/attr.h"
#include "base/id_map.h"
#include "input/byte_stream.h"
#include "input/eventpipe/eventpipe.h"

/* One metadata record in use. */
typedef struct gcv_eventpipe_meta {
    uint64_t hash; /* of its content: a second record of the id must say the same */
    uint32_t event;
} gcv_eventpipe_meta;

GCV_COLUMN(gcv_eventpipe_meta_column, gcv_eventpipe_meta);

typedef struct gcv_eventpipe {
    gcv_context *ctx;
    const char *name; /* of the input, for messages */
    gcv_eventpipe_sink sink;
    gcv_eventpipe_info info;
    bool has_info;
    bool truncated; /* the input ended before the trace did, at `stopped_at` */
    bool damaged;   /* the failure is one of the content, at `stopped_at` */
    uint64_t stopped_at;
    gcv_byte_stream stream;
    gcv_id_map meta_index; /* metadata id to its place in `metas` */
    gcv_eventpipe_meta_column metas;
    gcv_id_map thread_index; /* version 6: thread index to its place in `processes` */
    gcv_u64_column processes;
    uint64_t last_id, last_thread; /* looked up last */
    uint32_t last_event;
    uint64_t last_process;
    bool has_last_id, has_last_thread;
    bool partial; /* the block at hand is cut off */
} gcv_eventpipe;

/* Whether these can be the first bytes of a trace. */
bool gcv_eventpipe_recognise(gcv_slice head);

/* Reads all of `source`. A trace that just ends is `truncated`, with status GCV_OK; one that makes
 * no sense is `damaged`, with a status. `pipe` is to be released in both cases. */
GCV_CHECKED gcv_status gcv_eventpipe_read(gcv_eventpipe *pipe, gcv_context *ctx, gcv_source *source,
                                          size_t chunk, const gcv_eventpipe_sink *sink,
                                          gcv_error *err);
void gcv_eventpipe_release(gcv_eventpipe *pipe);

/* ---- shared by the parts of the container -------------------------------------------------- */

gcv_status gcv_eventpipe_damage(gcv_eventpipe *pipe, gcv_error *err, uint64_t offset,
                                const char *format, ...) GCV_PRINTF(4, 5);

/* The clock of the head of a trace, and what must hold for a head; `at` is where it stands. */
void gcv_eventpipe_take_clock(gcv_eventpipe *pipe, gcv_cursor *cursor);
GCV_CHECKED gcv_status gcv_eventpipe_check_info(gcv_eventpipe *pipe, uint64_t at, gcv_error *err);

/* eventpipe_blocks.c: contents of blocks by kind; a `6` at the end: of version 6 only. */
typedef gcv_status (*gcv_eventpipe_block_fn)(gcv_eventpipe *pipe, gcv_cursor *content,
                                             gcv_error *err);
gcv_status gcv_eventpipe_event_block(gcv_eventpipe *pipe, gcv_cursor *content, gcv_error *err);
gcv_status gcv_eventpipe_metadata_block(gcv_eventpipe *pipe, gcv_cursor *content, gcv_error *err);
gcv_status gcv_eventpipe_metadata_block6(gcv_eventpipe *pipe, gcv_cursor *content, gcv_error *err);
gcv_status gcv_eventpipe_point_block(gcv_eventpipe *pipe, gcv_cursor *content, gcv_error *err);
gcv_status gcv_eventpipe_gone_block(gcv_eventpipe *pipe, gcv_cursor *content, gcv_error *err);
gcv_status gcv_eventpipe_trace_block6(gcv_eventpipe *pipe, gcv_cursor *content, gcv_error *err);

/* eventpipe_meta.c: records of metadata and threads. */
/* The payload of a metadata row of netperf 3 and nettrace 4, of netperf 1 and 2 (where the offset
 * is the id), and a row of version 6. */
GCV_CHECKED gcv_status gcv_eventpipe_meta_record(gcv_eventpipe *pipe, gcv_cursor record,
                                                 gcv_error *err);
GCV_CHECKED gcv_status gcv_eventpipe_meta_old(gcv_eventpipe *pipe, uint64_t id, gcv_cursor record,
                                              gcv_error *err);
GCV_CHECKED gcv_status gcv_eventpipe_meta_rows6(gcv_eventpipe *pipe, gcv_cursor *content,
                                                gcv_error *err);
GCV_CHECKED gcv_status gcv_eventpipe_threads6(gcv_eventpipe *pipe, gcv_cursor *content,
                                              gcv_error *err);
/* Fills in what the metadata of a row says. Fails for an id without a record. */
GCV_CHECKED gcv_status gcv_eventpipe_look_up(gcv_eventpipe *pipe, uint64_t id,
                                             gcv_eventpipe_row *row, gcv_error *err);
uint64_t gcv_eventpipe_process_of(gcv_eventpipe *pipe, uint64_t thread);
void gcv_eventpipe_forget_metadata(gcv_eventpipe *pipe);
void gcv_eventpipe_forget_threads(gcv_eventpipe *pipe);

/* eventpipe_rows.c: the rows of a block of events or metadata. */
GCV_CHECKED gcv_status gcv_eventpipe_rows(gcv_eventpipe *pipe, gcv_cursor *content, bool metadata,
                                          gcv_error *err);
/* The rows of a block of netperf 3. */
GCV_CHECKED gcv_status gcv_eventpipe_rows3(gcv_eventpipe *pipe, gcv_cursor *content,
                                           gcv_error *err);
/* One row of netperf, its size field at `at`; `old`: version 1 or 2. */
GCV_CHECKED gcv_status gcv_eventpipe_netperf_row(gcv_eventpipe *pipe, uint64_t at, gcv_cursor row,
                                                 bool old, gcv_error *err);

#endif
