/* eventpipe.h - what the container of a trace hands on: rows, and marks of their sequence.
 *
 * A trace (.nettrace version 4, 5 or 6, .netperf 1 to 3) is a run of blocks that hold rows; a row
 * is one event of one thread. docs/formats/nettrace.md has the layouts.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_H

#include <gcview/gcview.h>

/* Which event a row is, by its metadata record. */
typedef struct gcv_eventpipe_definition {
    gcv_slice provider; /* UTF-8 */
    uint32_t id, version;
} gcv_eventpipe_definition;

typedef struct gcv_eventpipe_row {
    uint64_t offset, payload_offset; /* in the input */
    const unsigned char *payload;
    uint32_t size;
    uint32_t event;          /* what classify() gave for its definition; 0: not needed */
    uint64_t capture_thread; /* whose buffer held it; each has sequence numbers of its own */
    uint64_t process;        /* 0: not known, and then the only one */
    uint64_t time;           /* in ticks */
    uint32_t sequence;
    bool numbered; /* has a sequence number */
} gcv_eventpipe_row;

/* The head of a trace. */
typedef struct gcv_eventpipe_info {
    unsigned version;      /* of the container: 1 to 3 netperf, 4 (5 too) and 6 nettrace */
    unsigned pointer_size; /* 4 or 8 */
    uint16_t utc[8];       /* year, month, day of the week, day, hour, minute, second, ms */
    uint64_t first_tick;   /* at that time */
    uint64_t frequency;    /* ticks a second, never 0 */
    uint64_t process, processors;
    uint64_t session; /* that the runtime streams, by its answer; 0: none */
    bool has_process, has_processors;
} gcv_eventpipe_info;

/* Takes what a trace holds. Payloads are valid until the function returns. */
typedef struct gcv_eventpipe_sink {
    void *self;
    /* The number that rows of this definition get as their event; 0: they are not needed. */
    uint32_t (*classify)(void *self, const gcv_eventpipe_definition *definition);
    gcv_status (*row)(void *self, const gcv_eventpipe_row *row, gcv_error *err);
    /* A sequence point: all rows before it are older than all rows behind it. */
    gcv_status (*point)(void *self, gcv_error *err);
    /* The number of the last event that a thread tried to write. `gone`: it writes no more. */
    gcv_status (*mark)(void *self, uint64_t thread, uint32_t sequence, bool gone, gcv_error *err);
    /* Threads are numbered anew from here on. */
    void (*forget)(void *self);
    /* Behind each block of a trace that the runtime sends as things happen: sets `*ends` if no more
     * is wanted. */
    gcv_status (*look)(void *self, bool *ends, gcv_error *err);
} gcv_eventpipe_sink;

#endif
