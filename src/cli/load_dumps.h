/* load_dumps.h - the dumps that objects are followed through: snapshots of one trace, or files that
 * belong to the dumps of a moves log. */
#ifndef GCV_CLI_LOAD_DUMPS_H
#define GCV_CLI_LOAD_DUMPS_H

#include "cli/cli.h"
#include "cli/command_line.h"
#include "cli/diagnostics.h"
#include "input/bytes.h"

GCV_COLUMN(gcv_heap_column, gcv_heap *);

typedef struct gcv_dumps {
    gcv_heap_column heaps; /* in order of time */
    gcv_u32_column numbers;
    gcv_moves *moves; /* what happened between them */
    gcv_moves *log;   /* the same if it is that of --moves, not of a heap; NULL */
    gcv_bytes bytes;  /* of a trace on standard input, which cannot be read again */
} gcv_dumps;

/* Loads the first and the last dump that the command line asks for, and those between them if the
 * command needs them (--ages). On failure those before it stay in `dumps`, which is zeroed before.
 */
GCV_CHECKED gcv_status gcv_dumps_load(const gcv_command_line *line, const gcv_cli_io *io,
                                      const gcv_needs *needs, const gcv_load_options *options,
                                      gcv_diagnostics *diagnostics, gcv_dumps *dumps,
                                      gcv_error *err);
void gcv_dumps_release(gcv_context *ctx, gcv_dumps *dumps);

#endif
