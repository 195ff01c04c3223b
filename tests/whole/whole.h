/* whole.h - the whole program within a test: calls its command line and catches its output.
 */
#ifndef GCV_TESTS_WHOLE_H
#define GCV_TESTS_WHOLE_H

#include "support/check.h"

#include "base/context.h"

#include <stdio.h>

/* The documented exit statuses. */
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
    FILE *elsewhere;      /* receives the result instead of `out`, uncaught; NULL: `out` does */
    gcv_context *ctx;     /* for the next run; NULL: the run makes its own */
    int status;           /* of the last run; below, its output, followed by a NUL */
    char *out_text, *err_text;
    size_t out_size, err_size, out_cap, err_cap;
} whole;

void whole_open(whole *w);
void whole_close(whole *w);

/* Sets the standard input of the next run. */
void whole_give(whole *w, const void *bytes, size_t size);

/* Calls the command line with `args`, which end with NULL and do not begin with the program's name.
 */
void whole_run(whole *w, const char *const *args);

/* The same with the words of one line, separated by single blanks. */
void whole_call(whole *w, const char *line);

/* The same for a line that must succeed. */
void whole_succeed(whole *w, const char *line);

/* Whether a line calls this command. */
bool whole_is_of(const char *line, const char *command);

/* Returns a copy of the output of the last run; the caller frees it. */
char *whole_copy(const whole *w);

/* Returns the output of a line that must succeed, in its own memory. The second line is the words
 * and the name of a file. */
char *whole_output(const char *line);
char *whole_output_of(const char *words, const char *file);

/* The same with a standard input; `out_size` may be NULL. */
char *whole_filter(const char *line, const void *input, size_t size, size_t *out_size);

/* Returns the bytes of a file, followed by a NUL; the caller frees them. */
char *whole_read_file(const char *name, size_t *size);

#endif
