/* shell.c - words of a command line that a reader can paste into a shell; see shell.h. */
#include "base/shell.h"

#include <string.h>

/* Letters, digits, bytes of UTF-8 beyond ASCII, and signs that stand for themselves everywhere. */
static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || gcv_is_digit(c) ||
           (unsigned char)c >= 0x80 || (c != '\0' && strchr("_-./:+,@%", c) != NULL);
}

void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err)
{
    size_t i, start = 0;
    for (i = 0; i < word.size && is_plain(word.data[i]); i++) {
    }
    if (i == word.size && i > 0) {
        gcv_buffer_append(ctx, out, word, err);
        return;
    }
    gcv_buffer_append_str(ctx, out, "'", err);
    for (i = 0; i < word.size; i++) {
        if (word.data[i] == '\'') {
            gcv_buffer_append(ctx, out, gcv_slice_of(word.data + start, i - start), err);
            gcv_buffer_append_str(ctx, out, "'\\'", err);
            start = i;
        }
    }
    gcv_buffer_append(ctx, out, gcv_slice_of(word.data + start, i - start), err);
    gcv_buffer_append_str(ctx, out, "'", err);
}

void gcv_shell_append_path(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err)
{
    if (word.size > 1 && word.data[0] == '-') {
        gcv_buffer_append_str(ctx, out, "./", err);
    }
    gcv_shell_append(ctx, out, word, err);
}
