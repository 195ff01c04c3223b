/* rpm_logs.h - RPM logs loaded in every way there is, and described as text, for the tests of that
 * format. */
#ifndef GCV_TEST_RPM_LOGS_H
#define GCV_TEST_RPM_LOGS_H

#include "support/said.h"

#include <gcview/gcview.h>

/* All there is to know of a heap. */
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

/* Sizes of the pieces that logs are read in; 0: as the program reads. */
enum { LOG_CHUNKS = 7 };
extern const size_t log_chunks[LOG_CHUNKS];

/* Loads and describes; an error is `status line message`. With `tally` only what both load levels
 * must agree on. */
void log_load(const log_bytes *log, gcv_load_level level, bool strict, size_t chunk, bool tally,
              said_text *out);

/* One log, in every way to read it, gives one description. `ways`: encodings from this one on are
 * left out. `strict`: under --strict; NULL: the same. */
void log_check(const char *log, size_t size, log_encoding ways, const char *expected,
               const char *strict);

typedef struct log_case {
    const char *log, *expected;
    const char *strict; /* NULL: the same */
} log_case;

void log_check_cases(const log_case *cases, size_t n);

#endif
