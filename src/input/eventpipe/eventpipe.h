/* eventpipe.h - what the container of a trace delivers: rows, and marks of their sequence.
 *
 * A trace (.nettrace version 4, 5 or 6, .netperf 1 to 3) is a series of blocks that contain rows; a
 * row is one event of one thread. docs/formats/nettrace.md has the layouts.
 */
#ifndef GCV_INPUT_EVENTPIPE_EVENTPIPE_H
#define GCV_INPUT_EVENTPIPE_EVENTPIPE_H

#include <gcview/gcview.h>

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
    bool has_process, has_processors;
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

#endif
