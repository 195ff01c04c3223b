/* kept_input.h - an input that may be read several times: a pipe is kept. */
#ifndef GCV_CLI_KEPT_INPUT_H
#define GCV_CLI_KEPT_INPUT_H

#include "cli/io.h"
#include "input/source.h"

/* The bytes of standard input or of another pipe. Zeroed: nothing is kept. */
typedef struct gcv_kept_input {
    const char *path; /* NULL: none */
    gcv_source input;
    gcv_u8_column bytes; /* read from it so far */
} gcv_kept_input;

/* Opens a file. What is read of a pipe is kept, if it is of a format with snapshots; others have
 * nothing to be read again for. `format`: its name; NULL: recognised by content. */
GCV_CHECKED gcv_status gcv_kept_input_open(gcv_kept_input *kept, const gcv_cli_io *io,
                                           const char *path, const char *format, gcv_source *source,
                                           gcv_error *err);
void gcv_kept_input_release(gcv_context *ctx, gcv_kept_input *kept);

#endif
