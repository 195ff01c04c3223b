/* shell.h - words of a command line that a reader can paste into a shell.
 *
 * A word means the same in sh, bash, zsh and fish, and starts nothing in PowerShell and cmd. Some
 * words have no such form: another word, such as FILE, is written instead of them.
 */
#ifndef GCV_BASE_SHELL_H
#define GCV_BASE_SHELL_H

#include "base/buffer.h"

/* A word as it is; a path, which gets `./` in front if it begins with a dash and is not `-`; a
 * GLOB, in which each character that has no such form becomes `?`; a GLOB that matches a name. */
typedef enum gcv_shell_kind {
    GCV_SHELL_EXACT,
    GCV_SHELL_PATH,
    GCV_SHELL_GLOB,
    GCV_SHELL_NAME
} gcv_shell_kind;

/* Appends a word as one argument; `instead` if it has no such form, which a GLOB always has. */
void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_shell_kind kind, gcv_slice word,
                      const char *instead);
/* Appends a GLOB that matches a name, with the rest of the GLOB, `then`: the name as it is,
 * which is such a GLOB, if there is no rest and the name has such a form. */
void gcv_shell_append_name(gcv_context *ctx, gcv_buffer *out, gcv_slice name, const char *then);

/* Writes a word as one argument to `out`, and returns `out`; returns `instead` if there is no such
 * form, or if it takes more than `room` bytes. */
const char *gcv_shell_fit(gcv_shell_kind kind, const char *word, const char *instead, char *out,
                          size_t room);

#endif
