/* shell.c - words of a command line that a reader can paste into a shell; see shell.h.
 *
 * A character that is not shown as it is (a control, a byte that is not UTF-8) cannot be copied
 * from the screen. A word that contains one is quoted as $'...', which bash, zsh and ksh read. The
 * bytes of such characters are octal escapes of three digits: none of these shells reads a fourth
 * digit.
 */
#include "base/shell.h"

#include <stdio.h>
#include <string.h>

/* A word as one argument, produced in pieces and without memory: unchanged if it means itself in
 * every shell, otherwise quoted. */
typedef struct shell_word {
    gcv_slice rest;
    const char *opening; /* NULL: already produced */
    const char *closing;
    bool in_dollars; /* quoted as $'...' */
    char piece[20];  /* the last replacement */
} shell_word;

/* Whether a byte is a letter, a digit, non-ASCII UTF-8, or a sign that means itself in every shell.
 */
static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || gcv_is_digit(c) ||
           (unsigned char)c >= 0x80 || (c != '\0' && strchr("_-./:+,@%", c) != NULL);
}

/* Takes a character off the front of `*text`; returns whether it is visible. U+FFFD is visible,
 * unless it stands for one invalid byte. */
static bool take_shown(gcv_slice *text)
{
    const gcv_slice all = *text;
    const uint32_t c = gcv_utf8_next(text);
    return !gcv_is_unseen(c) && (c != GCV_REPLACEMENT || all.size - text->size > 1);
}

static shell_word begin(gcv_slice word)
{
    shell_word w;
    size_t i;
    memset(&w, 0, sizeof w);
    w.rest = word;
    for (i = 0; i < word.size && is_plain(word.data[i]); i++) {
    }
    w.opening = i < word.size || i == 0 ? "'" : "";
    while (word.size > 0) {
        if (!take_shown(&word)) {
            w.opening = "$'";
        }
    }
    w.closing = w.opening[0] != '\0' ? "'" : "";
    w.in_dollars = w.opening[0] == '$';
    return w;
}

/* Returns the replacement for the character at `at`, of `size` bytes; NULL: it stands for itself.
 */
static const char *replacement(shell_word *w, const char *at, size_t size, bool shown)
{
    size_t i;
    if (!w->in_dollars) {
        return *at == '\'' ? "'\\''" : NULL;
    }
    if (*at == '\'' || *at == '\\') {
        (void)snprintf(w->piece, sizeof w->piece, "\\%c", *at);
        return w->piece;
    }
    if (shown) {
        return NULL;
    }
    for (i = 0; i < size; i++) {
        (void)snprintf(w->piece + 4 * i, sizeof w->piece - 4 * i, "\\%03o", (unsigned char)at[i]);
    }
    return *at == '\n' ? "\\n" : *at == '\t' ? "\\t" : w->piece;
}

/* Takes the next piece, which may be empty and is valid until the next call; false at the end. */
static bool next_piece(shell_word *w, gcv_slice *piece)
{
    const char *at = w->rest.data, *text = w->opening;
    bool shown;
    w->opening = NULL;
    if (text == NULL && w->rest.size > 0) {
        shown = take_shown(&w->rest);
        *piece = gcv_slice_of(at, (size_t)(w->rest.data - at));
        text = replacement(w, at, piece->size, shown);
        if (text == NULL) {
            return true;
        }
    } else if (text == NULL) {
        text = w->closing;
        w->closing = NULL;
    }
    if (text != NULL) {
        *piece = gcv_slice_str(text);
    }
    return text != NULL;
}

void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err)
{
    shell_word w = begin(word);
    gcv_slice piece;
    while (next_piece(&w, &piece)) {
        gcv_buffer_append(ctx, out, piece, err);
    }
}

void gcv_shell_append_path(gcv_context *ctx, gcv_buffer *out, gcv_slice word, gcv_error *err)
{
    if (word.size > 1 && word.data[0] == '-') {
        gcv_buffer_append_str(ctx, out, "./", err);
    }
    gcv_shell_append(ctx, out, word, err);
}

const char *gcv_shell_fit(const char *word, const char *instead, char *out, size_t room)
{
    shell_word w = begin(gcv_slice_str(word));
    gcv_slice piece;
    size_t used = 0;
    while (next_piece(&w, &piece)) {
        if (piece.size >= room - used) {
            return instead;
        }
        memcpy(out + used, piece.data, piece.size);
        used += piece.size;
    }
    out[used] = '\0';
    return out;
}
