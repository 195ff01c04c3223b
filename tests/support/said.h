/* said.h - what a test says of a heap, line by line, to be compared with what it must say. */
#ifndef GCV_TEST_SAID_H
#define GCV_TEST_SAID_H

#include "base/attr.h"
#include "heap/moves.h"

#include <stddef.h>

/* Zeroed: empty. */
typedef struct said_text {
    char data[8192];
    size_t n;
} said_text;

/* Adds words; the test fails if there is no more room. */
void say(said_text *out, const char *format, ...) GCV_PRINTF(2, 3);

/* All that is known of collections, instead of what was said before. With `of_log` the counts of
 * dumps and the lines of gaps, too, which must have some. */
void say_moves(said_text *out, const gcv_moves *moves, bool of_log);

#endif
