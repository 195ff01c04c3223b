/* json_stream.c - JSON taken token by token; see json_stream.h. */
#include "input/json_stream.h"

#include "base/error.h"
#include "base/number.h"

#include <stdarg.h>
#include <stdio.h>
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
        head = gcv_slice_of(head.data + 3, head.size - 3);
    }
    for (; *tokens != NULL; tokens++) {
        size_t n = strlen(*tokens);
        while (head.size > 0 && is_space((unsigned char)*head.data)) {
            head = gcv_slice_of(head.data + 1, head.size - 1);
        }
        if (!gcv_slice_begins(head, *tokens)) {
            return false;
        }
        head = gcv_slice_of(head.data + n, head.size - n);
    }
    return true;
}

void gcv_json_init(gcv_context *ctx, gcv_json *json, gcv_source *source, size_t chunk)
{
    memset(json, 0, sizeof *json);
    json->ctx = ctx;
    json->window = chunk == 0 ? WINDOW : chunk < LEAST ? LEAST : chunk;
    json->start = json->at = json->end = (const unsigned char *)"";
    gcv_byte_stream_init(ctx, &json->stream, source, chunk);
}

void gcv_json_release(gcv_json *json)
{
    gcv_byte_stream_release(&json->stream);
    gcv_char_column_release(json->ctx, &json->text);
}

gcv_status gcv_json_fail(const gcv_json *json, uint64_t offset, gcv_error *err, const char *format,
                         ...)
{
    char message[160];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return gcv_fail_offset(err, GCV_ERR_INPUT, json->stream.source->name, offset, "%s", message);
}

static gcv_status fail_cut(gcv_json *json, gcv_error *err)
{
    json->cut = true;
    return gcv_json_fail(json, json->end_offset, err,
                         json->by_line ? "the line ends too early" : "the file ends");
}

static const unsigned char *end_of_line(const gcv_cursor *bytes)
{
    const unsigned char *newline = memchr(bytes->at, '\n', gcv_cursor_left(bytes));
    return newline != NULL ? newline : bytes->end;
}

/* Moves the start of the window to the next byte. */
static gcv_status slide(gcv_json *json, gcv_error *err)
{
    gcv_cursor bytes;
    gcv_status status;
    gcv_byte_stream_use(&json->stream, (size_t)(json->at - json->start));
    json->start = json->at;
    status = gcv_byte_stream_need(&json->stream, json->window, &bytes, err);
    if (status == GCV_OK) {
        json->start = json->at = bytes.at;
        json->end = json->by_line ? end_of_line(&bytes) : bytes.end;
        json->end_offset = bytes.end_offset - (uint64_t)(bytes.end - json->end);
        json->at_newline = json->end < bytes.end;
    }
    return status;
}

/* Extends the window to `size` bytes after `at` (LEAST at most), unless the input ends first. */
static gcv_status look(gcv_json *json, size_t size, gcv_error *err)
{
    return (size_t)(json->end - json->at) < size ? slide(json, err) : GCV_OK;
}

gcv_status gcv_json_skip_mark(gcv_json *json, gcv_error *err)
{
    static const char mark[] = "\xef\xbb\xbf";
    gcv_status status = look(json, LEAST, err);
    if (status == GCV_OK && json->end - json->at >= 3 && memcmp(json->at, mark, 3) == 0) {
        json->at += 3;
    }
    return status;
}

gcv_status gcv_json_next_line(gcv_json *json, bool *ended, gcv_error *err)
{
    gcv_status status = GCV_OK;
    while (status == GCV_OK && !json->at_newline) {
        json->at = json->end;
        status = slide(json, err);
        if (json->at == json->end && !json->at_newline) {
            break;
        }
    }
    *ended = !json->at_newline;
    if (status == GCV_OK && json->at_newline) {
        gcv_byte_stream_use(&json->stream, (size_t)(json->end - json->start) + 1);
        json->start = json->at = json->end;
        status = slide(json, err);
    }
    return status;
}

/* ---- structure ---------------------------------------------------------------------------- */

gcv_status gcv_json_at_end(gcv_json *json, bool *ended, gcv_error *err)
{
    gcv_status status = GCV_OK;
    do {
        while (json->at < json->end && is_space(*json->at)) {
            json->at++;
        }
        if (json->at < json->end) {
            break;
        }
        status = slide(json, err);
    } while (status == GCV_OK && json->at < json->end);
    *ended = json->at == json->end;
    return status;
}

gcv_status gcv_json_peek(gcv_json *json, char *next, gcv_error *err)
{
    bool ended;
    gcv_status status = gcv_json_at_end(json, &ended, err);
    if (status != GCV_OK || ended) {
        return status != GCV_OK ? status : fail_cut(json, err);
    }
    *next = (char)*json->at;
    return GCV_OK;
}

gcv_status gcv_json_take(gcv_json *json, char wanted, const char *otherwise, gcv_error *err)
{
    char next = 0;
    gcv_status status = gcv_json_peek(json, &next, err);
    if (status == GCV_OK && next != wanted) {
        status = gcv_json_fail(json, gcv_json_offset(json), err, "%s", otherwise);
    }
    json->at += status == GCV_OK;
    return status;
}

gcv_status gcv_json_next(gcv_json *json, char closing, bool first, bool *more, gcv_error *err)
{
    char next = 0;
    gcv_status status = gcv_json_peek(json, &next, err);
    *more = false;
    if (status == GCV_OK && next == closing) {
        json->at++;
        return GCV_OK;
    }
    if (status == GCV_OK && !first) {
        status =
            gcv_json_take(json, ',', closing == ']' ? "expected , or ]" : "expected , or }", err);
    }
    *more = status == GCV_OK;
    return status;
}

/* ---- strings ------------------------------------------------------------------------------ */

static gcv_status keep_bytes(gcv_json *json, const void *bytes, size_t size, gcv_error *err)
{
    gcv_status status = gcv_char_column_reserve(json->ctx, &json->text, size, err);
    if (status == GCV_OK && size > 0) {
        memcpy(json->text.data + json->text.n, bytes, size);
        json->text.n += size;
    }
    return status;
}

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

/* Takes an escape; `*code` is the character. */
static gcv_status take_escape(gcv_json *json, uint32_t *code, gcv_error *err)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *letter;
    uint32_t low;
    size_t left;
    gcv_status status = look(json, PAIR, err);
    left = (size_t)(json->end - json->at);
    if (status != GCV_OK) {
        return status;
    }
    if (left < 2 || (json->at[1] == 'u' && left < 6)) {
        return fail_cut(json, err);
    }
    if (json->at[1] == 'u') {
        if (!take_unit(json->at, json->end, code)) {
            return gcv_json_fail(json, gcv_json_offset(json), err, "bad \\u escape");
        }
        json->at += 6;
        if (gcv_is_high_surrogate(*code) && take_unit(json->at, json->end, &low) &&
            gcv_is_low_surrogate(low)) {
            json->at += 6;
            *code = gcv_join_surrogates(*code, low);
        }
        *code = gcv_is_surrogate(*code) ? (uint32_t)GCV_REPLACEMENT : *code;
        return GCV_OK;
    }
    letter = json->at[1] != '\0' ? strchr(letters, json->at[1]) : NULL;
    if (letter == NULL) {
        return gcv_json_fail(json, gcv_json_offset(json), err, "bad escape");
    }
    *code = (unsigned char)values[letter - letters];
    json->at += 2;
    return GCV_OK;
}

static gcv_status keep_escape(gcv_json *json, bool keep, gcv_error *err)
{
    uint32_t code = 0;
    char bytes[4];
    gcv_status status = take_escape(json, &code, err);
    return status == GCV_OK && keep ? keep_bytes(json, bytes, gcv_utf8_put(bytes, code), err)
                                    : status;
}

gcv_status gcv_json_string(gcv_json *json, bool keep, gcv_error *err)
{
    gcv_status status = gcv_json_take(json, '"', "expected a string", err);
    json->text.n = 0;
    while (status == GCV_OK) {
        const unsigned char *run = json->at;
        while (json->at < json->end && *json->at != '"' && *json->at != '\\') {
            json->at++;
        }
        if (keep) {
            status = keep_bytes(json, run, (size_t)(json->at - run), err);
        }
        if (status == GCV_OK && json->at == json->end) {
            status = slide(json, err);
            if (status == GCV_OK && json->at == json->end) {
                return fail_cut(json, err);
            }
        } else if (status == GCV_OK && *json->at == '"') {
            json->at++;
            return GCV_OK;
        } else if (status == GCV_OK) {
            status = keep_escape(json, keep, err);
        }
    }
    return status;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static bool is_literal(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.';
}

static gcv_status fail_number(const gcv_json *json, const unsigned char *end, gcv_error *err)
{
    char excerpt[EXCERPT * 4 + 8];
    return gcv_fail_offset(
        err, GCV_ERR_INPUT, json->stream.source->name, gcv_json_offset(json),
        "number %s is not a plain unsigned integer",
        gcv_slice_excerpt(gcv_slice_of((const char *)json->at, (size_t)(end - json->at)), EXCERPT,
                          excerpt, sizeof excerpt));
}

gcv_status gcv_json_number(gcv_json *json, uint64_t *value, gcv_error *err)
{
    const unsigned char *at;
    uint64_t v = 0;
    bool plain = true, fits = true;
    char next = 0;
    gcv_status status = gcv_json_peek(json, &next, err);
    if (status == GCV_OK) {
        status = look(json, LEAST, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    if (!gcv_is_digit((char)*json->at) && *json->at != '-') {
        return gcv_json_fail(json, gcv_json_offset(json), err, "not a number");
    }
    for (at = json->at; at < json->end && is_literal(*at); at++) {
        unsigned digit = (unsigned)*at - '0';
        plain = plain && digit <= 9 && (at == json->at || *json->at != '0');
        fits = fits && (digit > 9 || v <= (UINT64_MAX - digit) / 10);
        v = fits && digit <= 9 ? v * 10 + digit : v;
    }
    if (at == json->end && at - json->at < LEAST) {
        json->at = json->end;
        return fail_cut(json, err);
    }
    if (!plain) {
        return fail_number(json, at, err);
    }
    if (!fits) {
        return gcv_json_fail(json, gcv_json_offset(json), err, "number too large");
    }
    json->at = at;
    *value = v;
    return GCV_OK;
}

/* ---- values that nobody needs ------------------------------------------------------------- */

/* Skips a number, true, false or null. Fails at a byte that none of these can contain. */
static gcv_status skip_literal(gcv_json *json, gcv_error *err)
{
    gcv_status status = GCV_OK;
    if (!is_literal(*json->at)) {
        return gcv_json_fail(json, gcv_json_offset(json), err, "not a value");
    }
    while (status == GCV_OK && json->at < json->end && is_literal(*json->at)) {
        json->at++;
        status = look(json, 1, err);
    }
    return status;
}

/* Skips one token; `*depth` counts the open brackets. */
static gcv_status skip_token(gcv_json *json, char next, uint64_t *depth, gcv_error *err)
{
    switch (next) {
    case '"':
        return gcv_json_string(json, false, err);
    case '[':
    case '{':
        ++*depth;
        break;
    case ']':
    case '}':
    case ',':
    case ':':
        if (*depth == 0) {
            return gcv_json_fail(json, gcv_json_offset(json), err, "not a value");
        }
        *depth -= next == ']' || next == '}';
        break;
    default:
        return skip_literal(json, err);
    }
    json->at++;
    return GCV_OK;
}

gcv_status gcv_json_skip(gcv_json *json, uint64_t *n, gcv_error *err)
{
    uint64_t depth = 0, commas = 0, tokens = 0;
    gcv_status status;
    do {
        char next = 0;
        status = gcv_json_peek(json, &next, err);
        commas += depth == 1 && next == ',';
        tokens++;
        if (status == GCV_OK) {
            status = skip_token(json, next, &depth, err);
        }
    } while (status == GCV_OK && depth > 0);
    if (n != NULL) {
        *n = tokens > 2 ? commas + 1 : 0;
    }
    return status;
}
