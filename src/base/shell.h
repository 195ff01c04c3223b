/* shell.h - words of a command line that a reader can paste into a shell. */
#ifndef GCV_BASE_SHELL_H
#define GCV_BASE_SHELL_H

#include "base/buffer.h"

/* Appends `word` as one argument. A word that begins with a dash gets `./` in front, unless it is
 * `-`: it is a path. */
void gcv_shell_append_path(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err);
/* The same for an argument that is no path. */
void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err);

/* `word` as one argument in `out`; `instead`, such as FILE, if that takes more than `room` bytes.
 */
const char *gcv_shell_fit(const char *word, const char *instead, char *out, size_t room);

#endif
