/* load_inputs.h - the heaps of one command line: its files and its baseline, or the heaps that
 * objects are followed through. */
#ifndef GCV_CLI_LOAD_INPUTS_H
#define GCV_CLI_LOAD_INPUTS_H

#include "cli/load_followed.h"

enum { GCV_INPUTS_MAX = GCV_MAX_WORDS + 2 }; /* files and a baseline */

/* Zeroed: nothing is loaded. */
typedef struct gcv_inputs {
    gcv_heap *heap[GCV_INPUTS_MAX]; /* in the order of the command line, the baseline last */
    uint64_t size[GCV_INPUTS_MAX];  /* file size in bytes; 0: not known, as for a pipe */
    size_t n, n_files;
    gcv_likeness likeness; /* of the last input to an earlier one */
    gcv_followed followed; /* used instead of the above by commands that follow objects */
    gcv_kept_input kept;   /* a pipe from which both dumps of a comparison are read */
} gcv_inputs;

/* Loads all inputs and prints their warnings. May choose an earlier snapshot of the file as the
 * baseline (GCV_INPUT_EARLIER), and enters it into `line`. `inputs` must be zeroed. Release it even
 * after a failure. */
GCV_CHECKED gcv_status gcv_inputs_load(gcv_command_line *line, const gcv_cli_io *io,
                                       const gcv_needs *needs, gcv_diagnostics *diagnostics,
                                       gcv_inputs *inputs, gcv_error *err);
void gcv_inputs_release(gcv_context *ctx, gcv_inputs *inputs);

/* The heaps loaded, whether inputs or followed. */
gcv_heap *const *gcv_inputs_heaps(const gcv_inputs *inputs);
size_t gcv_inputs_n_heaps(const gcv_inputs *inputs);
bool gcv_inputs_are_complete(const gcv_inputs *inputs);

#endif
