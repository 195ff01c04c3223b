/* said.h - a description of a heap, line by line, which a test compares with the expected one. */
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

/* Adds formatted text; fails the test if there is no more room. */
void say(said_text *out, const char *format, ...) GCV_PRINTF(2, 3);

/* Replaces the text by a description of all collections. With `of_log` also of the counts of dumps
 * and the lines of gaps, which must exist. */
void say_moves(said_text *out, const gcv_moves *moves, bool of_log);

#endif
