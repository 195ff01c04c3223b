/* whole.h - the whole program within a test: its command line is called, what it writes is caught.
 */
#ifndef GCV_TESTS_WHOLE_H
#define GCV_TESTS_WHOLE_H

#include "support/check.h"

#include "base/context.h"

#include <stdio.h>

/* The exit statuses that the manual promises. */
enum {
    DONE = 0,
    GATE_FAILED = 1,
    WRONG_USAGE = 2,
    BAD_INPUT = 3,
    INCOMPLETE = 4,
    OUT_OF_MEMORY = 5,
    OUTPUT_FAILED = 6
};

enum { WHOLE_ARGS_MAX = 16 };

typedef struct whole {
    FILE *in, *out, *err; /* scratch files */
    FILE *elsewhere;      /* where the result goes instead of `out`, uncaught; NULL: nowhere else */
    gcv_context *ctx;     /* of the next run; NULL: it makes its own */
    int status;           /* of the last run, and below what it wrote, with a NUL after it */
    char *out_text, *err_text;
    size_t out_size, err_size, out_cap, err_cap;
} whole;

void whole_open(whole *w);
void whole_close(whole *w);

/* What the next run finds on standard input. */
void whole_give(whole *w, const void *bytes, size_t size);

/* Calls the command line with `args`, which end with NULL and do not begin with the program's name.
 */
void whole_run(whole *w, const char *const *args);

/* The same with the words of one line, parted by single blanks. */
void whole_call(whole *w, const char *line);

/* For messages: the arguments in one line. Valid until the next call. */
const char *whole_line(const char *const *args);

/* The bytes of a file, with a NUL after them; to be freed. */
char *whole_read_file(const char *name, size_t *size);

#endif
