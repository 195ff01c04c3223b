/* io.h - what a command line is run on, and the statuses that it ends with. */
#ifndef GCV_CLI_IO_H
#define GCV_CLI_IO_H

#include <gcview/gcview.h>

#include <stdio.h>

/* The exit statuses, as documented in docs/reference.md. */
enum {
    GCV_EXIT_OK = 0,
    GCV_EXIT_GATE = 1,
    GCV_EXIT_USAGE = 2,
    GCV_EXIT_INPUT = 3,
    GCV_EXIT_INCOMPLETE = 4,
    GCV_EXIT_MEMORY = 5,
    GCV_EXIT_OUTPUT = 6
};

/* The input that was opened last: if a run fails on an input, this one. */
typedef struct gcv_last_input {
    const char *path;                  /* as on the command line; NULL: none was opened */
    const struct gcv_foreign *foreign; /* NULL: no known file of another program */
} gcv_last_input;

typedef struct gcv_cli_io {
    FILE *in, *out, *err;
    gcv_context *ctx;            /* NULL: one of its own */
    struct gcv_out_files *files; /* of a session: written instead of `out`; NULL: none */
    const char *width;           /* GCVIEW_WIDTH of the environment; NULL: none */
    gcv_last_input *last;        /* of a session */
    const char *build;           /* gcv_build; NULL: not said */
} gcv_cli_io;

#endif
