/* eventpipe_container.h - bytes of a trace to blocks to rows.
 *
 * O(bytes). Memory: one block at a time, and the metadata records. The format, as far as it
 * matters: docs/formats/nettrace.md.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_CONTAINER_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_CONTAINER_H

#include "base/id_map.h"
#include "input/byte_stream.h"
#include "input/eventpipe/eventpipe.h"

/* One metadata record in use. */
typedef struct gcv_eventpipe_meta {
    uint64_t hash; /* of its content: a second record of the id must have the same */
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
    bool damaged;   /* reading failed because of the content, at `stopped_at` */
    bool answered;  /* an answer of the runtime stood in front */
    bool ends;      /* the sink wants no more */
    uint64_t stopped_at;
    uint64_t starts_at; /* the trace, behind the answer */
    gcv_byte_stream stream;
    gcv_id_map meta_index; /* metadata id to its place in `metas` */
    gcv_eventpipe_meta_column metas;
    gcv_id_map thread_index; /* version 6: thread index to its place in `processes` */
    gcv_u64_column processes;
    uint64_t last_id, last_thread; /* those that were looked up last, and what was found */
    uint32_t last_event;
    uint64_t last_process;
    bool has_last_id, has_last_thread;
    bool partial; /* the block at hand is cut off */
} gcv_eventpipe;

/* Whether these can be the first bytes of a trace, or of an answer in front of one. */
bool gcv_eventpipe_recognise(gcv_slice head);

/* Reads all of `source`. A trace that only stops is `truncated`, with status GCV_OK; one that makes
 * no sense is `damaged`, and fails. `pipe` is to be released in every case. */
GCV_CHECKED gcv_status gcv_eventpipe_read(gcv_context *ctx, gcv_eventpipe *pipe, gcv_source *source,
                                          size_t chunk, const gcv_eventpipe_sink *sink,
                                          gcv_error *err);
void gcv_eventpipe_release(gcv_eventpipe *pipe);

#endif
