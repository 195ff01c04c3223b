/* eventpipe_container.h - from the bytes of a trace to blocks to rows.
 *
 * Time: O(bytes). Memory: one block at a time, and the metadata records. docs/formats/nettrace.md
 * describes the format as far as it is needed.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_CONTAINER_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_CONTAINER_H

#include "base/id_map.h"
#include "input/byte_stream.h"
#include "input/eventpipe/eventpipe.h"

/* A metadata record. */
typedef struct gcv_eventpipe_meta {
    uint64_t hash; /* of its content; a second record with the same id must have the same hash */
    uint32_t event;
} gcv_eventpipe_meta;

GCV_COLUMN(gcv_eventpipe_meta_column, gcv_eventpipe_meta);

/* All that is known of a container while it is read, in one piece: any block may change any of it.
 */
typedef struct gcv_eventpipe {
    gcv_context *ctx;
    const char *name; /* of the input, for messages */
    gcv_eventpipe_sink sink;
    gcv_eventpipe_info info;
    bool has_info;
    bool truncated; /* the input ended before the trace, at `stopped_at` */
    bool damaged;   /* the content cannot be read, at `stopped_at` */
    bool answered;  /* an answer of the runtime precedes the trace */
    bool ends;      /* the sink needs no more */
    uint64_t stopped_at;
    uint64_t starts_at; /* offset of the trace, after the answer */
    gcv_byte_stream stream;
    gcv_id_map meta_index; /* from metadata id to index in `metas` */
    gcv_eventpipe_meta_column metas;
    gcv_id_map thread_index; /* version 6: from thread index to index in `processes` */
    gcv_u64_column processes;
    uint64_t last_id; /* the last lookup and its result */
    uint32_t last_event;
    bool has_last_id;
    bool partial; /* the current block is cut off */
} gcv_eventpipe;

/* Tells whether these can be the first bytes of a trace, or of an answer that precedes one. */
bool gcv_eventpipe_recognise(gcv_slice head);

/* Reads all of `source`. A trace that merely stops is `truncated`; one that cannot be read is
 * `damaged`, and the call fails unless the sink salvages. Release `pipe` in every case. */
void gcv_eventpipe_read(gcv_context *ctx, gcv_eventpipe *pipe, gcv_source *source, size_t chunk,
                        const gcv_eventpipe_sink *sink);
void gcv_eventpipe_release(gcv_eventpipe *pipe);

#endif
