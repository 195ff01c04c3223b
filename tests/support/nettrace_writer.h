/* nettrace_writer.h - writes traces in every variety of the container, for tests of their reader.
 *
 * Begin a trace, add definitions, rows and sequence points in any order, and end it; rows go to
 * blocks of their kind. Assemble payloads in a `trace_bytes`.
 */
#ifndef GCV_TESTS_NETTRACE_WRITER_H
#define GCV_TESTS_NETTRACE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACE_MAX = 512 * 1024 };

typedef struct trace_bytes {
    unsigned char data[TRACE_MAX];
    size_t n;
} trace_bytes;

void put_bytes(trace_bytes *to, const void *from, size_t n);
void put_u8(trace_bytes *to, unsigned value);
void put_u16(trace_bytes *to, unsigned value);
void put_u32(trace_bytes *to, uint32_t value);
void put_u64(trace_bytes *to, uint64_t value);
void put_ptr(trace_bytes *to, uint64_t value, unsigned pointer_size);
void put_var(trace_bytes *to, uint64_t value);
void put_utf16z(trace_bytes *to, const char *ascii);
void put_string(trace_bytes *to, const char *ascii); /* length first */

typedef enum trace_variety {
    TRACE_NETPERF2,
    TRACE_NETPERF3,
    TRACE_V4,
    TRACE_V4_PLAIN,
    TRACE_V6,
    TRACE_V6_PLAIN,
    TRACE_VARIETIES
} trace_variety;

enum { TRACE_THREADS = 8, TRACE_IDS = 64 };

typedef struct trace_writer {
    trace_bytes out, block; /* the file; the rows of the open block */
    trace_variety variety;
    unsigned pointer_size;
    bool open;                        /* a block of events is open */
    uint32_t sequence[TRACE_THREADS]; /* by thread: its last number; a test may skip numbers */
    uint64_t last_time, last_thread;
    uint32_t last_id, last_sequence, last_size;
    uint32_t id_at[TRACE_IDS]; /* netperf 2: offset of the metadata row of an id */
} trace_writer;

void trace_begin(trace_writer *w, trace_variety variety, unsigned pointer_size);
void trace_define(trace_writer *w, uint32_t id, const char *provider, uint32_t event,
                  uint32_t version);
/* Adds a row of a thread (1 to TRACE_THREADS - 1), with the next sequence number of the thread. */
void trace_row(trace_writer *w, uint32_t id, unsigned thread, uint64_t time,
               const trace_bytes *payload);
void trace_close_block(trace_writer *w);
/* Adds a sequence point with the numbers of threads 1 to `threads`; none in netperf. */
void trace_point(trace_writer *w, unsigned threads);
/* In version 6, says to which process the thread belongs. */
void trace_thread(trace_writer *w, unsigned thread, uint64_t process);
/* Adds a block of stacks, which readers must ignore; none in netperf. */
void trace_stacks(trace_writer *w);
void trace_end(trace_writer *w);

#endif
