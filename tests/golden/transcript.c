/* transcript.c - see transcript.h. */
#include "golden/transcript.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_put(text *t, const char *bytes, size_t size)
{
    if (size >= t->cap - t->size) {
        t->cap = (t->size + size) * 2 + 256;
        t->data = realloc(t->data, t->cap);
        if (t->data == NULL) {
            abort();
        }
    }
    if (size > 0) {
        memcpy(t->data + t->size, bytes, size);
    }
    t->size += size;
    t->data[t->size] = '\0';
}

void text_puts(text *t, const char *string) { text_put(t, string, strlen(string)); }

void text_clear(text *t)
{
    t->size = 0;
    text_put(t, "", 0);
}

void text_release(text *t)
{
    free(t->data);
    memset(t, 0, sizeof *t);
}

/* ---- cases -------------------------------------------------------------------------------- */

static const char *line_end(const char *at)
{
    const char *end = strchr(at, '\n');
    return end != NULL ? end : at + strlen(at);
}

/* Returns the end of the expected lines: the empty line before a comment, or the end of the text.
 */
static const char *expected_end(const char *at)
{
    const char *end = at;
    if (at[0] == '\n' && at[1] == '#') { /* nothing is expected */
        return at;
    }
    end = strstr(at, "\n\n#");
    return end != NULL ? end + 1 : at + strlen(at);
}

static unsigned count_lines(const char *from, const char *to)
{
    unsigned n = 0;
    for (; from < to; from++) {
        n += *from == '\n';
    }
    return n;
}

const char *transcript_case(const char **at, unsigned *line, golden_case *c)
{
    const char *here = *at, *end;
    memset(c, 0, sizeof *c);
    c->head = *at;
    for (; *here != '\0' && *here != '$'; here = end + (*end != '\0')) {
        end = line_end(here);
        c->name = NULL;
        if (here[0] == '#' && here[1] == ' ') {
            c->name = here + 2;
            c->name_size = (size_t)(end - c->name);
        } else if (here[0] != '#' && here != end) {
            return "neither a comment nor a command";
        }
        *line += *end != '\0';
    }
    c->line = *line;
    c->head_size = (size_t)(here - c->head);
    if (*here == '\0') {
        *at = here;
        return c->name != NULL ? "a name without a command" : NULL;
    }
    end = line_end(here);
    if (c->name == NULL) {
        return "a command without a name above it";
    }
    if (strncmp(here, "$ ", 2) != 0 || *end == '\0') {
        return "not a command line";
    }
    c->command = here + 2;
    c->command_size = (size_t)(end - c->command);
    c->head_size = (size_t)(end + 1 - c->head);
    c->expected = end + 1;
    *at = expected_end(c->expected);
    c->expected_size = (size_t)(*at - c->expected);
    *line += 1 + count_lines(c->expected, *at);
    return NULL;
}

/* ---- commands ----------------------------------------------------------------------------- */

static const char plain[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:=,@%+^-";

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Decodes the escape whose backslash is at `at`; returns its end, or NULL. */
static const char *put_escape(text *t, const char *at, const char *end)
{
    static const char names[] = "abfnrtv\\'", values[] = "\a\b\f\n\r\t\v\\'";
    const char *name = at + 1 < end ? strchr(names, at[1]) : NULL;
    if (name != NULL && at[1] != '\0') {
        text_put(t, &values[name - names], 1);
        return at + 2;
    }
    if (end - at >= 4 && at[1] == 'x' && hex_digit(at[2]) >= 0 && hex_digit(at[3]) >= 0) {
        char c = (char)(hex_digit(at[2]) * 16 + hex_digit(at[3]));
        text_put(t, &c, 1);
        return at + 4;
    }
    return NULL;
}

/* Appends the content of the quotes at `at`; returns the end of the closing quote, or NULL. */
static const char *put_quoted(text *t, const char *at, const char *end)
{
    bool escapes = *at == '$';
    for (at += escapes ? 2 : 1; at != NULL && at < end && *at != '\'';) {
        if (escapes && *at == '\\') {
            at = put_escape(t, at, end);
        } else {
            text_put(t, at++, 1);
        }
    }
    return at != NULL && at < end ? at + 1 : NULL;
}

/* Appends the word at `at`; returns its end, or NULL. */
static const char *put_word(text *t, const char *at, const char *end, const char *out)
{
    while (at != NULL && at < end && *at != ' ') {
        if (end - at >= 4 && memcmp(at, "$OUT", 4) == 0) {
            text_puts(t, out);
            at += 4;
        } else if (*at == '\'' || (end - at >= 2 && at[0] == '$' && at[1] == '\'')) {
            at = put_quoted(t, at, end);
        } else if (*at != '\0' && strchr(plain, *at) != NULL) {
            text_put(t, at++, 1);
        } else {
            return NULL;
        }
    }
    return at;
}

/* Removes a variable before the command from its words; returns its value, or NULL. */
static const char *take_variable(command *c, const char *name)
{
    const size_t size = strlen(name);
    const char *value = NULL;
    if (c->n_words > 0 && strncmp(c->words[0], name, size) == 0) {
        value = c->words[0] + size;
        c->n_words--;
        memmove(&c->words[0], &c->words[1], (size_t)c->n_words * sizeof c->words[0]);
    }
    return value;
}

const char *command_parse(command *c, const char *line, size_t size, const char *out)
{
    const char *end = line + size;
    size_t start[COMMAND_WORDS_MAX], input = SIZE_MAX;
    memset(c, 0, sizeof *c);
    while (line < end) {
        size_t from = c->bytes.size;
        bool is_input = end - line >= 2 && memcmp(line, "< ", 2) == 0;
        line = put_word(&c->bytes, line + (is_input ? 2 : 0), end, out);
        if (line == NULL || c->n_words == COMMAND_WORDS_MAX) {
            return "a word that is not quoted as it has to be, or too many words";
        }
        text_put(&c->bytes, "", 1);
        if (is_input) {
            input = from;
        } else {
            start[c->n_words++] = from;
        }
        line += line < end;
    }
    for (int i = 0; i < c->n_words; i++) {
        c->words[i] = c->bytes.data + start[i];
    }
    c->width = take_variable(c, "GCVIEW_WIDTH=");
    c->terminal = take_variable(c, "TERMINAL=");
    c->input = input != SIZE_MAX ? c->bytes.data + input : NULL;
    if (c->n_words == 0 || strcmp(c->words[0], "gcview") != 0) {
        return "not a call of gcview";
    }
    return NULL;
}

void command_release(command *c) { text_release(&c->bytes); }

/* ---- results ------------------------------------------------------------------------------ */

static bool continues(const char *at, size_t n, size_t size)
{
    for (size_t i = 1; i <= n; i++) {
        if (i >= size || ((unsigned char)at[i] & 0xc0) != 0x80) {
            return false;
        }
    }
    return true;
}

/* The block General Punctuation (U+2000 to U+207F) has blanks, line ends and direction marks; only
 * its dashes, quotes and dots are visible. */
static bool is_invisible(const unsigned char *c)
{
    bool punctuation = c[0] == 0xe2 && (c[1] == 0x80 || c[1] == 0x81);
    return punctuation && !(c[1] == 0x80 && c[2] >= 0x90 && c[2] <= 0xa6);
}

/* Returns the size of the character at `at` if it is visible and not ASCII; else 0. */
static size_t visible_beyond_ascii(const char *at, size_t size)
{
    const unsigned char *c = (const unsigned char *)at;
    if (c[0] >= 0xc2 && c[0] <= 0xdf && continues(at, 1, size)) {
        return c[0] == 0xc2 && c[1] <= 0xa0 ? 0 : 2; /* control characters */
    }
    if (c[0] >= 0xe1 && c[0] <= 0xec && continues(at, 2, size)) {
        return is_invisible(c) ? 0 : 3;
    }
    if (size >= 3 && memcmp(at, "\xef\xbf\xbd", 3) == 0) { /* U+FFFD */
        return 3;
    }
    return c[0] >= 0xf1 && c[0] <= 0xf3 && continues(at, 3, size) ? 4 : 0;
}

static bool is_mark(const char *line, size_t size)
{
    static const char *const marks[] = {"#", "$ ", "2>", "[output]", "[status "};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        size_t n = strlen(marks[i]);
        if (size >= n && memcmp(line, marks[i], n) == 0) {
            return true;
        }
    }
    return false;
}

static void put_hex(text *t, char c)
{
    char escape[8];
    (void)snprintf(escape, sizeof escape, "\\x%02x", (unsigned)(unsigned char)c);
    text_puts(t, escape);
}

/* Appends a line without its newline. */
static void put_line(text *t, const char *line, size_t size, bool may_be_mark)
{
    size_t i = 0, n;
    if (may_be_mark && is_mark(line, size)) {
        put_hex(t, line[i++]);
    }
    for (; i < size; i += n) {
        char c = line[i];
        n = visible_beyond_ascii(line + i, size - i);
        if (n > 0) {
            text_put(t, line + i, n);
            continue;
        }
        n = 1;
        if (c == '\\' || c == '\t' || c == '\r') {
            text_puts(t, c == '\\' ? "\\\\" : c == '\t' ? "\\t" : "\\r");
        } else if (c < ' ' || c > '~' || (c == ' ' && i + 1 == size)) {
            put_hex(t, c);
        } else {
            text_put(t, &c, 1);
        }
    }
}

static void put_lines(text *t, const char *bytes, size_t size, const char *mark)
{
    for (size_t at = 0, end; at < size; at = end + 1) {
        const char *newline = memchr(bytes + at, '\n', size - at);
        end = newline != NULL ? (size_t)(newline - bytes) : size;
        text_puts(t, mark);
        text_puts(t, *mark != '\0' && end > at ? " " : "");
        put_line(t, bytes + at, end - at, *mark == '\0');
        text_puts(t, newline != NULL ? "\n" : "\\\n");
    }
}

void transcript_put_result(text *t, const golden_result *result)
{
    char status[32];
    put_lines(t, result->err, result->err_size, "2>");
    put_lines(t, result->out, result->out_size, "");
    if (result->file != NULL) {
        text_puts(t, "[output]\n");
        put_lines(t, result->file, result->file_size, "");
    }
    if (result->status != 0) {
        (void)snprintf(status, sizeof status, "[status %d]\n", result->status);
        text_puts(t, status);
    }
}
