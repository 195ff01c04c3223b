/* shell.h - words of a command line that a reader can paste into a shell. */
#ifndef GCV_BASE_SHELL_H
#define GCV_BASE_SHELL_H

#include "base/buffer.h"

/* Appends a path as one argument. A path that begins with a dash gets `./` in front, unless it is
 * `-`. */
void gcv_shell_append_path(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err);
/* The same for an argument that is not a path. */
void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err);

/* Writes `word` as one argument to `out`, and returns `out`; returns `instead`, such as FILE, if
 * that takes more than `room` bytes. */
const char *gcv_shell_fit(const char *word, const char *instead, char *out, size_t room);

#endif
