/* diagnostics.h - everything that goes to standard error: errors, warnings, progress, timings.
 *
 * Lines are `gcview: FILE:LINE: message`, with :@OFFSET for binary input. Control
 * characters from an input or the command line become U+FFFD.
 */
#ifndef GCV_CLI_DIAGNOSTICS_H
#define GCV_CLI_DIAGNOSTICS_H

#include "base/attr.h"

#include <gcview/gcview.h>

#include <stdio.h>
#include <time.h>

/* What --timings shows for a phase. A phase can run several times. */
typedef struct gcv_timing {
    const char *name;
    clock_t spent; /* CPU time */
    uint64_t peak; /* bytes */
} gcv_timing;

enum { GCV_TIMINGS_MAX = 32 };

typedef struct gcv_diagnostics {
    FILE *out;
    bool quiet, progress, timings;
    size_t columns; /* width of the terminal that `out` is; 0: it is none */
    gcv_context *ctx;
    const char *phase; /* the running phase, NULL: none */
    clock_t began, phase_began;
    gcv_timing timing[GCV_TIMINGS_MAX]; /* in order of first run */
    size_t n_timings;
    uint64_t peak; /* maximum of all finished phases */
    time_t run_began, wall_began, shown;
    bool line_open; /* a progress line is on the screen */
} gcv_diagnostics;

void gcv_print_error(gcv_diagnostics *diagnostics, const gcv_error *err);
/* `file`: what the text is about, or NULL. --quiet suppresses warnings, not messages. */
void gcv_print_warning(void *diagnostics, const char *file, const char *message);
void gcv_print_message(void *diagnostics, const char *file, const char *message);
/* The same with a text of less than 300 bytes, as printf() prints it. */
void gcv_tell(gcv_diagnostics *diagnostics, bool is_warning, const char *file, const char *format,
              ...) GCV_PRINTF(4, 5);

/* Prints the warnings of a load; those about data missing from the file only if `lacking`. */
void gcv_print_notes(gcv_diagnostics *diagnostics, const gcv_heap *heap, bool lacking);
/* Whether two heaps of one file have the same warnings, which are then printed only once. */
bool gcv_have_same_notes(const gcv_heap *a, const gcv_heap *b);

/* Says which snapshot a heap is, if its file has several. Not a warning, but suppressed by --quiet.
 * `asked`: a number or GCV_SNAPSHOT_…. */
void gcv_print_snapshot(gcv_diagnostics *diagnostics, const gcv_heap *heap, uint32_t asked,
                        bool is_baseline);
/* The same for the snapshots that objects are followed through. */
void gcv_print_snapshots(gcv_diagnostics *diagnostics, const gcv_heap *heap, uint32_t from,
                         uint32_t to);

/* Prints the first malformed line of a moves log, and the count of the others. */
void gcv_print_moves_notes(gcv_diagnostics *diagnostics, const gcv_moves *moves);

/* Watches phases and progress of the context if --timings or --progress is given, and on a
 * terminal, where a run of more than a second has a line of progress, which does not stay. */
void gcv_diagnostics_watch(gcv_diagnostics *diagnostics, gcv_context *ctx);
/* Ends the last phase. */
void gcv_diagnostics_end(gcv_diagnostics *diagnostics);
/* Ends the last phase, and prints the timings if --timings is given. */
void gcv_diagnostics_finish(gcv_diagnostics *diagnostics);

/* Formats the progress of reading: percentage or megabytes, objects, and objects per second if
 * `seconds` is not 0. */
enum { GCV_PROGRESS_TEXT = 120 };
void gcv_progress_text(char out[GCV_PROGRESS_TEXT], uint64_t bytes_read, uint64_t bytes_total,
                       uint64_t objects, double seconds);

/* The same for the line on a terminal: percentage and time left, or megabytes. */
void gcv_progress_left(char out[GCV_PROGRESS_TEXT], uint64_t bytes_read, uint64_t bytes_total,
                       double seconds);

#endif
