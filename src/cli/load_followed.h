/* load_followed.h - the heaps that objects are followed through: snapshots of one trace, one file
 * per dump of a moves log, or files of a format with stable ids. */
#ifndef GCV_CLI_LOAD_FOLLOWED_H
#define GCV_CLI_LOAD_FOLLOWED_H

#include "cli/command_line.h"
#include "cli/diagnostics.h"
#include "cli/kept_input.h"

GCV_COLUMN(gcv_heap_column, gcv_heap *);

typedef struct gcv_followed {
    gcv_heap_column heaps;  /* in chronological order */
    gcv_u32_column numbers; /* their dump numbers */
    gcv_moves *moves;       /* what collections did between the heaps; NULL: ids are stable */
    gcv_moves *log; /* `moves` if read from --moves and so owned here, not by a heap; else NULL */
    gcv_kept_input kept; /* a trace read from a pipe */
} gcv_followed;

/* Loads the first and the last dump that the command line asks for, and those in between if the
 * command needs every heap. `followed` must be zeroed. Release it even after a failure.
 */
GCV_CHECKED gcv_status gcv_followed_load(const gcv_command_line *line, const gcv_cli_io *io,
                                         const gcv_needs *needs, const gcv_load_options *options,
                                         gcv_diagnostics *diagnostics, gcv_followed *followed,
                                         gcv_error *err);
void gcv_followed_release(gcv_context *ctx, gcv_followed *followed);

#endif
