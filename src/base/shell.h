/* shell.h - words of a command line that a reader can paste into a shell. */
#ifndef GCV_BASE_SHELL_H
#define GCV_BASE_SHELL_H

#include "base/buffer.h"

/* Appends `word` as one argument: as it is if no shell reads anything into it, else in single
 * quotes. A word that begins with a dash gets `./` in front, unless it is `-`: it is a path. */
void gcv_shell_append_path(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err);
/* The same for an argument that is no path. */
void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err);

#endif
