/* shell.h - words of a command line that a reader can paste into a shell.
 *
 * A word means the same in sh, bash, zsh and fish, and starts nothing in PowerShell and cmd. Some
 * words have no such form: another word, such as FILE, is written instead of them.
 */
#ifndef GCV_BASE_SHELL_H
#define GCV_BASE_SHELL_H

#include "base/buffer.h"

/* Appends a word as one argument. */
void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_slice word, const char *instead);
/* The same for a path. One that begins with a dash gets `./` in front, unless it is `-`. */
void gcv_shell_append_path(gcv_context *ctx, gcv_buffer *out, gcv_slice path, const char *instead);
/* The same for a GLOB: each character that has no such form becomes `?`. */
void gcv_shell_append_glob(gcv_context *ctx, gcv_buffer *out, gcv_slice glob);
/* Appends a GLOB that matches a name, with the rest of the GLOB, `then`: the name as it is, if
 * there is no rest and the name has such a form. */
void gcv_shell_append_name(gcv_context *ctx, gcv_buffer *out, gcv_slice name, const char *then);

/* Write a word or a path as one argument to `out`, and return `out`; return `instead` if there is
 * no such form, or if it takes more than `room` bytes. */
const char *gcv_shell_fit(const char *word, const char *instead, char *out, size_t room);
const char *gcv_shell_fit_path(const char *path, const char *instead, char *out, size_t room);

#endif
