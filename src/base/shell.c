/* shell.c - words of a command line that a reader can paste into a shell; see shell.h.
 *
 * A word is shown as it is, in single quotes, or in double quotes, whichever means the same in sh,
 * bash, zsh and fish and starts nothing in PowerShell and cmd. No escapes: $'...' is not known to
 * every sh, and fish and cmd read backslashes differently. Single quotes are none to cmd, so they
 * cannot hold what starts or redirects a command there; PowerShell takes typographic quotes for
 * quotes of their kind; ! and % are expanded in the quotes of bash and cmd. What cannot be shown (a
 * control, a byte that is not UTF-8, a command to a build server) cannot be copied from the screen.
 */
#include "base/shell.h"

#include "base/file.h"

#include <string.h>

/* Where a character means itself. */
enum {
    ANYWHERE = 0,
    IN_QUOTES = 1,        /* of either kind */
    IN_DOUBLE_QUOTES = 2, /* only there */
    IN_SINGLE_QUOTES = 4,
    NOWHERE = 8
};

enum { BEFORE, OPENING, CHARACTERS, THEN, CLOSING, DONE };

/* A word as one argument, produced in pieces and without memory. */
typedef struct shell_word {
    gcv_shell_kind kind;
    gcv_slice rest;
    const char *before; /* its quotes */
    const char *then;   /* follows the word, in its quotes */
    char quote[2];      /* "": none */
    unsigned next;      /* piece */
} shell_word;

/* Takes a character off the front of `*text`; returns where it means itself. U+FFFD can be shown,
 * unless it stands for one invalid byte. */
static int take_character(gcv_slice *text)
{
    const gcv_slice all = *text;
    const char first = *all.data;
    const uint32_t c = gcv_utf8_next(text);
    if (gcv_is_unseen(c) || (c == GCV_REPLACEMENT && all.size - text->size == 1) ||
        gcv_is_among(first, "\\\"!%") || (first == '#' && text->size > 0 && *text->data == '#')) {
        return NOWHERE;
    }
    return (c >= 0x2018 && c <= 0x201b) || gcv_is_among(first, "'<>&|^") ? IN_DOUBLE_QUOTES
           : (c >= 0x201c && c <= 0x201f) || gcv_is_among(first, "$`")   ? IN_SINGLE_QUOTES
           : c >= 0x80 || gcv_is_letter(first) || gcv_is_digit(first) ||
                   gcv_is_among(first, "_-./:+,@")
               ? ANYWHERE
               : IN_QUOTES;
}

/* Returns what a character of the word becomes: NUL: itself. */
static char replacement(const shell_word *w, char first, int where)
{
    if (w->kind == GCV_SHELL_PATH && first == '\\' && gcv_backslash_separates()) {
        return '/';
    }
    return where == NOWHERE || (where == IN_SINGLE_QUOTES && w->quote[0] == '"') ||
                   (w->kind == GCV_SHELL_NAME && (first == '*' || first == '{'))
               ? '?'
               : '\0';
}

/* Finds the quotes of a word. False: a word that has to be exact cannot be. */
static bool begin(shell_word *w, gcv_shell_kind kind, gcv_slice word, const char *then)
{
    const int both = IN_DOUBLE_QUOTES | IN_SINGLE_QUOTES;
    int all = word.size == 0 || *then != '\0' ? IN_QUOTES : ANYWHERE;
    bool exact = true;
    *w = (shell_word){
        .kind = kind,
        .rest = word,
        .before = kind == GCV_SHELL_PATH && word.size > 1 && word.data[0] == '-' ? "./" : "",
        .then = then};
    w->kind = kind == GCV_SHELL_NAME ? GCV_SHELL_GLOB : kind;
    while (word.size > 0) {
        const char first = *word.data;
        const int where = take_character(&word);
        exact = exact && replacement(w, first, where) != '?';
        all |= where;
    }
    w->kind = kind == GCV_SHELL_NAME && *then == '\0' && exact && (all & both) != both
                  ? GCV_SHELL_EXACT
                  : kind;
    if (all != ANYWHERE) {
        w->quote[0] = (all & IN_DOUBLE_QUOTES) != 0 ? '"' : '\'';
    }
    return kind == GCV_SHELL_GLOB || kind == GCV_SHELL_NAME || (exact && (all & both) != both);
}

static gcv_slice next_character(shell_word *w)
{
    static const char instead[] = "?/";
    const char *at = w->rest.data;
    const int where = take_character(&w->rest);
    const char c = replacement(w, *at, where);
    return c == '\0' ? gcv_slice_of(at, (size_t)(w->rest.data - at))
                     : gcv_slice_of(instead + (c == '/'), 1);
}

/* Takes the next piece, which may be empty; false at the end. */
static bool next_piece(shell_word *w, gcv_slice *piece)
{
    if (w->next == CHARACTERS && w->rest.size > 0) {
        *piece = next_character(w);
        return true;
    }
    w->next += w->next == CHARACTERS;
    *piece = gcv_slice_str(w->next == BEFORE ? w->before : w->next == THEN ? w->then : w->quote);
    return w->next++ < DONE;
}

static void append(gcv_context *ctx, gcv_buffer *out, shell_word *w)
{
    gcv_slice piece;
    while (next_piece(w, &piece)) {
        gcv_buffer_append(ctx, out, piece);
    }
}

void gcv_shell_append(gcv_context *ctx, gcv_buffer *out, gcv_shell_kind kind, gcv_slice word,
                      const char *instead)
{
    shell_word w;
    if (begin(&w, kind, word, "")) {
        append(ctx, out, &w);
    } else {
        gcv_buffer_append_str(ctx, out, instead);
    }
}

void gcv_shell_append_name(gcv_context *ctx, gcv_buffer *out, gcv_slice name, const char *then)
{
    shell_word w;
    (void)begin(&w, GCV_SHELL_NAME, name, then);
    append(ctx, out, &w);
}

const char *gcv_shell_fit(gcv_shell_kind kind, const char *word, const char *instead, char *out,
                          size_t room)
{
    shell_word w;
    gcv_slice piece;
    size_t used = 0;
    if (!begin(&w, kind, gcv_slice_str(word), "")) {
        return instead;
    }
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
