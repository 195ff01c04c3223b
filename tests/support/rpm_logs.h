/* rpm_logs.h - RPM logs, loaded in every way and described as text, for the tests of that format.
 */
#ifndef GCV_TEST_RPM_LOGS_H
#define GCV_TEST_RPM_LOGS_H

#include "support/said.h"

#include <gcview/gcview.h>

/* Describes everything in a heap. */
void log_say_heap(said_text *out, const gcv_heap *heap);

/* A log in some encoding. */
typedef struct log_bytes {
    char data[32768];
    size_t n;
} log_bytes;

typedef enum log_encoding {
    LOG_PLAIN,
    LOG_MARKED,
    LOG_LITTLE,
    LOG_BIG,
    LOG_ENCODINGS
} log_encoding;

void log_encode(log_bytes *out, const char *log, size_t size, log_encoding how);

/* Chunk sizes for reading logs; 0: the default of the program. */
enum { LOG_CHUNKS = 7 };
extern const size_t log_chunks[LOG_CHUNKS];

/* Loads a log and describes the heap; an error is described as `status line message`. With `tally`,
 * the description has only what must be the same at both load levels. */
void log_load(const log_bytes *log, gcv_load_level level, bool strict, size_t chunk, bool tally,
              said_text *out);

/* Checks that a log gives the same description in every way to read it. `ways`: encodings from this
 * one on are left out. `strict`: the description under --strict; NULL: the same. */
void log_check(const char *log, size_t size, log_encoding ways, const char *expected,
               const char *strict);

typedef struct log_case {
    const char *log, *expected;
    const char *strict; /* NULL: the same */
} log_case;

typedef struct log_cases {
    const log_case *rows;
    size_t n;
} log_cases;

/* A test that checks each row of an array of cases; the array gives the name. */
#define LOG_TEST(cases)                                                                            \
    {                                                                                              \
#cases, log_test, NULL, NULL, &(log_cases) { cases, CHECK_COUNT(cases) }                   \
    }
void log_test(void **cases);

#endif
