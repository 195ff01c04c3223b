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

/* What --timings shows of a phase, all its turns together. */
typedef struct gcv_timing {
    const char *name;
    clock_t spent; /* CPU time */
    uint64_t peak; /* bytes */
} gcv_timing;

enum { GCV_TIMINGS_MAX = 32 };

typedef struct gcv_diagnostics {
    FILE *out;
    bool quiet, progress, timings;
    gcv_context *ctx;
    const char *phase; /* the running one, NULL: none */
    clock_t began, phase_began;
    gcv_timing timing[GCV_TIMINGS_MAX]; /* in order of their first turns */
    size_t n_timings;
    uint64_t peak; /* of all phases that have ended */
    time_t wall_began, shown;
    bool line_open; /* a progress line is on the screen */
} gcv_diagnostics;

void gcv_print_error(gcv_diagnostics *diagnostics, const gcv_error *err);
/* About a file, or about none (NULL). */
void gcv_print_warning(void *diagnostics, const char *file, const char *message); /* unless quiet */
void gcv_print_message(void *diagnostics, const char *file, const char *message); /* in any case */

/* Warnings of the load; those of what the file lacks only if `lacking`. */
void gcv_print_notes(gcv_diagnostics *diagnostics, const gcv_heap *heap, bool lacking);

/* Lines of a moves log that cannot be read: the first, and how many more. */
void gcv_print_moves_notes(gcv_diagnostics *diagnostics, const gcv_moves *moves);

/* Makes the context tell phases and progress if they are asked for. */
void gcv_diagnostics_watch(gcv_diagnostics *diagnostics, gcv_context *ctx);
/* Ends the last phase. */
void gcv_diagnostics_end(gcv_diagnostics *diagnostics);
/* Ends it, and shows the timings if they are asked for. */
void gcv_diagnostics_finish(gcv_diagnostics *diagnostics);

/* How far reading has come: share or megabytes, objects, and the rate if `seconds` is not 0. */
enum { GCV_PROGRESS_TEXT = 120 };
void gcv_progress_text(char out[GCV_PROGRESS_TEXT], uint64_t bytes_read, uint64_t bytes_total,
                       uint64_t objects, double seconds);

#endif
