/* kept_input.h - an input that is read several times: what comes from standard input is kept. */
#ifndef GCV_CLI_KEPT_INPUT_H
#define GCV_CLI_KEPT_INPUT_H

#include "cli/io.h"
#include "input/bytes.h"

/* The bytes of standard input. Zeroed: nothing has been read. */
typedef struct gcv_kept_input {
    gcv_bytes bytes;
} gcv_kept_input;

/* Opens a file, or standard input ("-"). The first call reads what comes from there, and keeps it
 * if it is of a format with snapshots; others have nothing to be read again for. `format`: its
 * name; NULL: recognised by content. */
GCV_CHECKED gcv_status gcv_kept_input_open(gcv_kept_input *kept, const gcv_cli_io *io,
                                           const char *path, const char *format, gcv_source *source,
                                           gcv_error *err);
void gcv_kept_input_release(gcv_context *ctx, gcv_kept_input *kept);

#endif
