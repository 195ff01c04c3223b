/* json_stream.c - JSON taken token by token; see json_stream.h. */
#include "input/json_stream.h"

#include "base/error.h"
#include "base/number.h"

#include <string.h>

enum {
    WINDOW = 64 * 1024,
    LEAST = 64,  /* maximum length of a token other than a string */
    PAIR = 12,   /* length of two \u escapes */
    EXCERPT = 24 /* characters of a number shown in messages */
};

static bool is_space(unsigned char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

bool gcv_json_begins(gcv_slice head, const char *const *tokens)
{
    if (gcv_slice_begins(head, "\xef\xbb\xbf")) {
        head = gcv_slice_from(head, 3);
    }
    for (; *tokens != NULL; tokens++) {
        size_t n = strlen(*tokens);
        while (head.size > 0 && is_space((unsigned char)*head.data)) {
            head = gcv_slice_from(head, 1);
        }
        if (!gcv_slice_begins(head, *tokens)) {
            return false;
        }
        head = gcv_slice_from(head, n);
    }
    return true;
}

void gcv_json_init(gcv_context *ctx, gcv_json *json, gcv_source *source, size_t chunk)
{
    *json = (gcv_json){.ctx = ctx, .window = chunk == 0 ? WINDOW : chunk < LEAST ? LEAST : chunk};
    json->start = json->at = json->end = (const unsigned char *)"";
    gcv_byte_stream_init(ctx, &json->stream, source, chunk);
}

void gcv_json_release(gcv_json *json)
{
    gcv_byte_stream_release(&json->stream);
    gcv_char_column_release(json->ctx, &json->text);
}

void gcv_json_fail(const gcv_json *json, uint64_t offset, const char *format, ...)
{
    char message[160];
    GCV_PRINT_ARGS(message, format);
    gcv_fail_offset(json->ctx, GCV_ERR_INPUT, json->stream.source->name, offset, "%s", message);
}

GCV_NORETURN static void fail_cut(gcv_json *json)
{
    json->cut = true;
    gcv_json_fail(json, json->end_offset,
                  json->by_line ? "the line ends too early" : "the file ends");
}

static const unsigned char *end_of_line(const gcv_cursor *bytes)
{
    const unsigned char *newline = memchr(bytes->at, '\n', gcv_cursor_left(bytes));
    return newline != NULL ? newline : bytes->end;
}

/* Moves the start of the window to the next byte. */
static void slide(gcv_json *json)
{
    gcv_byte_stream_use(&json->stream, (size_t)(json->at - json->start));
    json->start = json->at;
    gcv_cursor bytes = gcv_byte_stream_need(&json->stream, json->window);
    json->start = json->at = bytes.at;
    json->end = json->by_line ? end_of_line(&bytes) : bytes.end;
    json->end_offset = bytes.end_offset - (uint64_t)(bytes.end - json->end);
    json->at_newline = json->end < bytes.end;
}

/* Extends the window to `size` bytes after `at` (LEAST at most), unless the input ends first. */
static void look(gcv_json *json, size_t size)
{
    if ((size_t)(json->end - json->at) < size) {
        slide(json);
    }
}

void gcv_json_skip_mark(gcv_json *json)
{
    static const char mark[] = "\xef\xbb\xbf";
    look(json, LEAST);
    if (json->end - json->at >= 3 && memcmp(json->at, mark, 3) == 0) {
        json->at += 3;
    }
}

bool gcv_json_next_line(gcv_json *json)
{
    while (!json->at_newline) {
        json->at = json->end;
        slide(json);
        if (json->at == json->end && !json->at_newline) {
            break;
        }
    }
    if (!json->at_newline) {
        return true;
    }
    gcv_byte_stream_use(&json->stream, (size_t)(json->end - json->start) + 1);
    json->start = json->at = json->end;
    slide(json);
    return false;
}

/* ---- structure ---------------------------------------------------------------------------- */

bool gcv_json_at_end(gcv_json *json)
{
    do {
        while (json->at < json->end && is_space(*json->at)) {
            json->at++;
        }
        if (json->at < json->end) {
            break;
        }
        slide(json);
    } while (json->at < json->end);
    return json->at == json->end;
}

char gcv_json_peek(gcv_json *json)
{
    if (gcv_json_at_end(json)) {
        fail_cut(json);
    }
    return (char)*json->at;
}

void gcv_json_take(gcv_json *json, char wanted, const char *otherwise)
{
    if (gcv_json_peek(json) != wanted) {
        gcv_json_fail(json, gcv_json_offset(json), "%s", otherwise);
    }
    json->at++;
}

void gcv_json_open(gcv_json *json, char bracket, const char *otherwise)
{
    gcv_json_take(json, bracket, otherwise);
    json->first = true;
}

bool gcv_json_next(gcv_json *json, char closing)
{
    const bool more = gcv_json_peek(json) != closing;
    if (!more) {
        json->at++;
    } else if (!json->first) {
        gcv_json_take(json, ',', closing == ']' ? "expected , or ]" : "expected , or }");
    }
    json->first = false;
    return more;
}

bool gcv_json_next_key(gcv_json *json, uint64_t *offset)
{
    const bool more = gcv_json_next(json, '}');
    *offset = gcv_json_offset(json);
    if (more) {
        gcv_json_string(json, true);
    }
    return more;
}

/* ---- strings ------------------------------------------------------------------------------ */

/* Parses the unit of a \u escape at `at`; false if there is no such escape. */
static bool take_unit(const unsigned char *at, const unsigned char *end, uint32_t *unit)
{
    uint64_t value;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u' ||
        !gcv_parse_hex((const char *)at + 2, 4, 32, &value)) {
        return false;
    }
    *unit = (uint32_t)value;
    return true;
}

static uint32_t take_escape(gcv_json *json)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    uint32_t code, low;
    look(json, PAIR);
    size_t left = (size_t)(json->end - json->at);
    if (left < 2 || (json->at[1] == 'u' && left < 6)) {
        fail_cut(json);
    }
    if (json->at[1] == 'u') {
        if (!take_unit(json->at, json->end, &code)) {
            gcv_json_fail(json, gcv_json_offset(json), "bad \\u escape");
        }
        json->at += 6;
        if (gcv_is_high_surrogate(code) && take_unit(json->at, json->end, &low) &&
            gcv_is_low_surrogate(low)) {
            json->at += 6;
            code = gcv_join_surrogates(code, low);
        }
        return gcv_is_surrogate(code) ? (uint32_t)GCV_REPLACEMENT : code;
    }
    const char *letter = json->at[1] != '\0' ? strchr(letters, json->at[1]) : NULL;
    if (letter == NULL) {
        gcv_json_fail(json, gcv_json_offset(json), "bad escape");
    }
    json->at += 2;
    return (unsigned char)values[letter - letters];
}

static void keep_escape(gcv_json *json, bool keep)
{
    const uint32_t code = take_escape(json);
    char bytes[4];
    if (keep) {
        gcv_char_column_append(json->ctx, &json->text, bytes, gcv_utf8_put(bytes, code));
    }
}

void gcv_json_string(gcv_json *json, bool keep)
{
    gcv_json_take(json, '"', "expected a string");
    json->text.n = 0;
    while (true) {
        const unsigned char *run = json->at;
        while (json->at < json->end && *json->at != '"' && *json->at != '\\') {
            json->at++;
        }
        if (keep) {
            gcv_char_column_append(json->ctx, &json->text, (const char *)run,
                                   (size_t)(json->at - run));
        }
        if (json->at == json->end) {
            slide(json);
            if (json->at == json->end) {
                fail_cut(json);
            }
        } else if (*json->at == '"') {
            json->at++;
            return;
        } else {
            keep_escape(json, keep);
        }
    }
}

/* ---- numbers ------------------------------------------------------------------------------ */

static bool is_literal(unsigned char c)
{
    return gcv_is_digit((char)c) || gcv_is_letter((char)c) || c == '-' || c == '+' || c == '.';
}

GCV_NORETURN static void fail_number(const gcv_json *json, const unsigned char *end)
{
    char excerpt[EXCERPT * 4 + 8];
    gcv_json_fail(json, gcv_json_offset(json), "number %s is not a plain unsigned integer",
                  gcv_slice_excerpt(gcv_slice_of((const char *)json->at, (size_t)(end - json->at)),
                                    EXCERPT, excerpt, sizeof excerpt));
}

uint64_t gcv_json_number(gcv_json *json)
{
    const unsigned char *at;
    uint64_t v = 0;
    bool plain = true, fits = true;
    (void)gcv_json_peek(json);
    look(json, LEAST);
    if (!gcv_is_digit((char)*json->at) && *json->at != '-') {
        gcv_json_fail(json, gcv_json_offset(json), "not a number");
    }
    for (at = json->at; at < json->end && is_literal(*at); at++) {
        unsigned digit = (unsigned)*at - '0';
        plain = plain && digit <= 9 && (at == json->at || *json->at != '0');
        fits = fits && (digit > 9 || v <= (UINT64_MAX - digit) / 10);
        v = fits && digit <= 9 ? v * 10 + digit : v;
    }
    if (at == json->end && at - json->at < LEAST) {
        json->at = json->end;
        fail_cut(json);
    }
    if (!plain) {
        fail_number(json, at);
    }
    if (!fits) {
        gcv_json_fail(json, gcv_json_offset(json), "number too large");
    }
    json->at = at;
    return v;
}

/* ---- values that nobody needs ------------------------------------------------------------- */

/* Skips a number, true, false or null. Fails at a byte that none of these can contain. */
static void skip_literal(gcv_json *json)
{
    if (!is_literal(*json->at)) {
        gcv_json_fail(json, gcv_json_offset(json), "not a value");
    }
    while (json->at < json->end && is_literal(*json->at)) {
        json->at++;
        look(json, 1);
    }
}

/* Skips one token; `*depth` counts the open brackets. */
static void skip_token(gcv_json *json, char next, uint64_t *depth)
{
    switch (next) {
    case '"':
        gcv_json_string(json, false);
        return;
    case '[':
    case '{':
        ++*depth;
        break;
    case ']':
    case '}':
    case ',':
    case ':':
        if (*depth == 0) {
            gcv_json_fail(json, gcv_json_offset(json), "not a value");
        }
        *depth -= next == ']' || next == '}';
        break;
    default:
        skip_literal(json);
        return;
    }
    json->at++;
}

void gcv_json_skip(gcv_json *json, uint64_t *n)
{
    uint64_t depth = 0, commas = 0, tokens = 0;
    do {
        const char next = gcv_json_peek(json);
        commas += depth == 1 && next == ',';
        tokens++;
        skip_token(json, next, &depth);
    } while (depth > 0);
    if (n != NULL) {
        *n = tokens > 2 ? commas + 1 : 0;
    }
}
