/* eventpipe.h - what the container of a trace delivers: rows, and marks of their sequence.
 *
 * A trace (.nettrace version 4, 5 or 6, .netperf 1 to 3) is a series of blocks that contain rows; a
 * row is one event of one thread. docs/formats/nettrace.md has the layouts.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_H

#include "base/id_map.h"
#include "input/byte_stream.h"

/* The identity of an event, from its metadata record. */
typedef struct gcv_eventpipe_definition {
    gcv_slice provider; /* UTF-8 */
    uint32_t id, version;
} gcv_eventpipe_definition;

typedef struct gcv_eventpipe_row {
    uint64_t offset, payload_offset; /* offsets in the input */
    const unsigned char *payload;
    uint32_t size;
    uint32_t event;          /* the result of classify() for its definition; 0: not needed */
    uint64_t capture_thread; /* whose buffer had the row; each thread has its own numbers */
    uint64_t process;        /* 0: not known; then there is only one process */
    uint64_t time;           /* in ticks */
    uint32_t sequence;
    bool numbered; /* has a sequence number */
} gcv_eventpipe_row;

/* The head of a trace. */
typedef struct gcv_eventpipe_info {
    unsigned version;      /* 1 to 3: netperf; 4 (also for 5) and 6: nettrace */
    unsigned pointer_size; /* 4 or 8 */
    uint16_t utc[8];       /* year, month, day of the week, day, hour, minute, second, ms */
    uint64_t first_tick;   /* at that time */
    uint64_t frequency;    /* ticks a second, never 0 */
    uint64_t process, processors;
    uint64_t session; /* id of the session in the runtime's answer; 0: none */
    bool has_processors;
} gcv_eventpipe_info;

/* Receives the contents of a trace. Payloads are valid until the function returns. */
typedef struct gcv_eventpipe_sink {
    void *self;
    bool salvage; /* what precedes damage is used */
    /* Returns the number that rows of this definition get as their `event`; 0: not needed. */
    uint32_t (*classify)(void *self, const gcv_eventpipe_definition *definition);
    void (*row)(void *self, const gcv_eventpipe_row *row);
    /* A sequence point: all rows before it are older than all rows after it. */
    void (*point)(void *self);
    /* The number of the last event that a thread tried to write. `ended`: the thread has ended. */
    void (*mark)(void *self, uint64_t thread, uint32_t sequence, bool ended);
    /* From here on, threads have new numbers. */
    void (*forget)(void *self);
    /* Called after each block of a trace that the runtime sends while events happen; sets `*ends`
     * if the sink needs no more. */
    void (*look)(void *self, bool *ends);
} gcv_eventpipe_sink;

/* ---- eventpipe_container.c: from the bytes of a trace to blocks to rows ---------------------- */

/* Time: O(bytes). Memory: one block at a time, and the metadata records. docs/formats/nettrace.md
 * describes the format as far as it is needed. */

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

/* ---- eventpipe_order.c: merges the rows of all threads by time and counts lost rows ---------- */

/* A trace contains runs of rows of one thread at a time, so its rows are not in order of time. The
 * rows between two sequence points are kept and merged by time; rows of the same thread keep their
 * order. Only rows with an event are kept, with their payloads.
 *
 * Memory: the payloads between two sequence points (the runtime sets one every 10 MB), up to a
 * limit. When the limit is reached before a sequence point, the older rows are passed on. */

/* A thread and the sequence number of its last row. */
typedef struct gcv_eventpipe_thread {
    uint64_t latest; /* time of its newest pending row */
    uint32_t sequence;
    uint32_t interval; /* to which `latest` belongs */
    uint32_t counted;  /* to which `sequence` belongs */
} gcv_eventpipe_thread;

typedef struct gcv_eventpipe_pending {
    gcv_eventpipe_row row;
    uint64_t when;  /* time of the row, or of an earlier row of its thread if that is later */
    size_t payload; /* start in `payloads` */
} gcv_eventpipe_pending;

GCV_COLUMN(gcv_eventpipe_thread_column, gcv_eventpipe_thread);
GCV_COLUMN(gcv_eventpipe_pending_column, gcv_eventpipe_pending);

typedef void (*gcv_eventpipe_take_fn)(void *self, const gcv_eventpipe_row *row);

typedef struct gcv_eventpipe_order {
    gcv_context *ctx;
    gcv_eventpipe_take_fn take;
    void *self;
    size_t limit;            /* maximum of pending bytes */
    uint64_t lost;           /* number of lost rows, from sequence numbers */
    uint32_t lost_since;     /* first interval with lost rows; the caller may set UINT32_MAX */
    gcv_id_map thread_index; /* from thread to index in `threads` */
    gcv_eventpipe_thread_column threads;
    gcv_eventpipe_pending_column pending;
    gcv_u8_column payloads;
    uint32_t interval; /* number of sequence points so far, plus one */
} gcv_eventpipe_order;

enum { GCV_EVENTPIPE_PENDING = 64 * 1024 * 1024 };

/* `take` is called for every row with an event, in order of time. `limit` 0:
 * GCV_EVENTPIPE_PENDING. */
void gcv_eventpipe_order_init(gcv_context *ctx, gcv_eventpipe_order *order, size_t limit,
                              gcv_eventpipe_take_fn take, void *self);
void gcv_eventpipe_order_release(gcv_eventpipe_order *order);

void gcv_eventpipe_order_row(gcv_eventpipe_order *order, const gcv_eventpipe_row *row);
/* Passes on all pending rows, at a sequence point or at the end. */
void gcv_eventpipe_order_point(gcv_eventpipe_order *order);
/* Notes the last number that a thread has used, from a sequence point or the end of the thread. */
void gcv_eventpipe_order_mark(gcv_eventpipe_order *order, uint64_t thread, uint32_t sequence,
                              bool ended);
void gcv_eventpipe_order_forget(gcv_eventpipe_order *order);

#endif
