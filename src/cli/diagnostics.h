/* diagnostics.h - everything that goes to standard error: errors, warnings, progress, timings.
 *
 * Lines are `gcview: FILE:LINE: message`, with :@OFFSET for binary input. Bytes that come from an
 * input or the command line are made harmless for a terminal.
 */
#ifndef GCV_CLI_DIAGNOSTICS_H
#define GCV_CLI_DIAGNOSTICS_H

#include <gcview/gcview.h>

#include <stdio.h>
#include <time.h>

typedef struct gcv_diagnostics {
    FILE *out;
    bool quiet, progress, timings;
    gcv_context *ctx;
    const char *phase;   /* the running one, NULL: none */
    clock_t phase_began; /* CPU time: what --timings shows */
    time_t wall_began, shown;
    bool line_open; /* a progress line is on the screen */
} gcv_diagnostics;

void gcv_print_error(gcv_diagnostics *diagnostics, const gcv_error *err);
/* About a file, or about none (NULL). */
void gcv_print_warning(void *diagnostics, const char *file, const char *message); /* unless quiet */
void gcv_print_message(void *diagnostics, const char *file, const char *message); /* in any case */

/* Warnings of the load; those of what the file lacks only if `lacking`. */
void gcv_print_notes(gcv_diagnostics *diagnostics, const gcv_heap *heap, bool lacking);

/* Makes the context tell phases and progress if they are asked for. */
void gcv_diagnostics_watch(gcv_diagnostics *diagnostics, gcv_context *ctx);
/* Ends the last phase. */
void gcv_diagnostics_end(gcv_diagnostics *diagnostics);

#endif
