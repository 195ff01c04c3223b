/* io.h - the command line as a function, so that tests can run it in process: the environment that
 * it runs in, and its exit statuses. */
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

typedef struct gcv_cli_io {
    FILE *in, *out, *err;
    gcv_context *ctx;   /* NULL: the run creates its own */
    const char *width;  /* the environment variable GCVIEW_WIDTH; NULL: not set */
    bool plain;         /* the environment asks for no color */
    size_t columns;     /* width of the terminal that `out` is, or 0 … */
    size_t err_columns; /* … and of the one that `err` is */
    const char *build;  /* gcv_build; NULL: not shown */
} gcv_cli_io;

/* The commit, compiler and platform of this build: "commit 1234567890ab, GNU 12.2.0, Linux x86_64".
 * Defined in a generated file. */
extern const char gcv_build[];

/* Runs one command line and returns its exit status; never exits. */
int gcv_cli_run(int argc, const char *const *argv, const gcv_cli_io *io);

#endif
