/* kept_input.h - an input that can be read several times: the bytes of a pipe are kept. */
#ifndef GCV_CLI_KEPT_INPUT_H
#define GCV_CLI_KEPT_INPUT_H

#include "cli/io.h"
#include "input/source.h"

/* The bytes of standard input or another pipe. Zeroed: nothing is kept. */
typedef struct gcv_kept_input {
    const char *path; /* NULL: none */
    gcv_source input;
    gcv_u8_column bytes; /* those read so far */
} gcv_kept_input;

/* Opens a file. Keeps the bytes read from a pipe if its format has snapshots; no other format is
 * ever read again. `format`: its name; NULL: recognised by content. */
GCV_CHECKED gcv_status gcv_kept_input_open(gcv_kept_input *kept, const gcv_cli_io *io,
                                           const char *path, const char *format, gcv_source *source,
                                           gcv_error *err);
void gcv_kept_input_release(gcv_context *ctx, gcv_kept_input *kept);

#endif
