/* said.c - see said.h. */
#include "support/said.h"

#include "support/check.h"

#include <stdio.h>

void say(said_text *out, const char *format, ...)
{
    va_list args;
    int n;
    va_start(args, format);
    n = vsnprintf(out->data + out->n, sizeof out->data - out->n, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof out->data - out->n);
    out->n += (size_t)n;
}
