/* load_followed.h - the heaps that objects are followed through: snapshots of one trace, or a file
 * for each of some dumps of a moves log. */
#ifndef GCV_CLI_LOAD_FOLLOWED_H
#define GCV_CLI_LOAD_FOLLOWED_H

#include "cli/command_line.h"
#include "cli/diagnostics.h"
#include "cli/kept_input.h"

GCV_COLUMN(gcv_heap_column, gcv_heap *);

typedef struct gcv_followed {
    gcv_heap_column heaps;  /* in order of time */
    gcv_u32_column numbers; /* of their dumps */
    gcv_moves *moves;       /* what happened between them */
    gcv_moves *log;         /* the same if it is that of --moves, not of a heap; NULL */
    gcv_kept_input kept;    /* a trace from a pipe */
} gcv_followed;

/* Loads the first and the last dump that the command line asks for, and those in between if the
 * command needs every heap. `followed`, which is zeroed before, is to be released even if it fails.
 */
GCV_CHECKED gcv_status gcv_followed_load(const gcv_command_line *line, const gcv_cli_io *io,
                                         const gcv_needs *needs, const gcv_load_options *options,
                                         gcv_diagnostics *diagnostics, gcv_followed *followed,
                                         gcv_error *err);
void gcv_followed_release(gcv_context *ctx, gcv_followed *followed);

#endif
