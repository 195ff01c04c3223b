/* said.h - what a test says of a heap, line by line, to be compared with what it must say. */
#ifndef GCV_TEST_SAID_H
#define GCV_TEST_SAID_H

#include "base/attr.h"

#include <stddef.h>

/* Zeroed: empty. */
typedef struct said_text {
    char data[8192];
    size_t n;
} said_text;

/* Adds words; the test fails if there is no more room. */
void say(said_text *out, const char *format, ...) GCV_PRINTF(2, 3);

#endif
