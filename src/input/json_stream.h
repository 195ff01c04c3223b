/* json_stream.h - JSON from a source, token by token, in memory that does not depend on the size of
 * the source: only one string at a time is held as text.
 *
 * The caller knows which value comes next. Nesting is counted, without recursion. Every failure
 * gives the offset of the wrong byte; `cut` tells the end of the input from all other failures.
 */
#ifndef GCV_INPUT_JSON_STREAM_H
#define GCV_INPUT_JSON_STREAM_H

#include "base/text.h"
#include "input/byte_stream.h"

typedef struct gcv_json {
    gcv_context *ctx;
    gcv_byte_stream stream;
    size_t window;                         /* bytes to hold at a time */
    const unsigned char *start, *at, *end; /* the window and the next unused byte */
    uint64_t end_offset;                   /* offset of `end` in the input */
    gcv_char_column text;                  /* of the most recent string */
    bool first;                            /* nothing follows the bracket opened last so far */
    bool by_line;                          /* the window ends at the end of its first line */
    bool at_newline;                       /* the byte at `end` is a newline */
    bool cut;                              /* the failure was the end of the input or of the line */
} gcv_json;

/* Tells whether an input begins with `tokens` (NULL-terminated). White space may precede each
 * token, and a byte order mark the first. */
bool gcv_json_begins(gcv_slice head, const char *const *tokens);

void gcv_json_init(gcv_context *ctx, gcv_json *json, gcv_source *source, size_t chunk);
void gcv_json_release(gcv_json *json);

/* Returns the offset of the next byte in the input. */
static inline uint64_t gcv_json_offset(const gcv_json *json)
{
    return json->end_offset - (uint64_t)(json->end - json->at);
}

/* Fails with the offset `offset`. */
GCV_NORETURN void gcv_json_fail(const gcv_json *json, uint64_t offset, const char *format, ...)
    GCV_PRINTF(3, 4);

/* Skips a byte order mark at the start. */
void gcv_json_skip_mark(gcv_json *json);

/* For inputs with one JSON text on each line. From gcv_json_take_lines() on, the end of a line acts
 * as the end of the input until gcv_json_next_line() is called. `*ended`: the current line has no
 * newline, so it was the last. Call gcv_json_take_lines() before the first byte is read. */
static inline void gcv_json_take_lines(gcv_json *json) { json->by_line = true; }
bool gcv_json_next_line(gcv_json *json);

/* Gives the next byte that is not white space, without taking it. */
char gcv_json_peek(gcv_json *json);
/* Tells whether only white space is left. */
bool gcv_json_at_end(gcv_json *json);
/* Takes `wanted`; any other byte fails with the message `otherwise`. gcv_json_open() is for the
 * opening bracket of an array or object. */
void gcv_json_take(gcv_json *json, char wanted, const char *otherwise);
void gcv_json_open(gcv_json *json, char bracket, const char *otherwise);
/* Must be called before each element of an open array or member of an open object: takes the comma
 * before it. False: takes the closing bracket. */
bool gcv_json_next(gcv_json *json, char closing);
/* The same for an object; takes the key, too. `*offset`: that of the key. */
bool gcv_json_next_key(gcv_json *json, uint64_t *offset);

/* Takes a string and checks its escapes; if `keep`, decodes it to UTF-8 into `text`. A lone
 * surrogate becomes U+FFFD. */
void gcv_json_string(gcv_json *json, bool keep);
static inline gcv_slice gcv_json_text(const gcv_json *json)
{
    return gcv_slice_of(json->text.n > 0 ? json->text.data : "", json->text.n);
}

/* Takes a number below 2^64 that consists of digits only. */
uint64_t gcv_json_number(gcv_json *json);

/* Skips any value. `*n`, if not NULL, becomes the number of its elements. */
void gcv_json_skip(gcv_json *json, uint64_t *n);

/* Takes up to `n` of the next numbers of an array, as long as they are in the usual form: each with
 * the comma before it, and perhaps a newline before or after the comma. Returns how many it took.
 * Two thirds of the bytes of a file are read here.
 *
 * Branches find the start of a number, and they are predicted. If a newline is skipped by adding
 * the result of a comparison instead, each number waits for the number before, and `stats` takes 45
 * % longer. Tried without gain: two digits at a time; without a branch, that is 20 % slower.
 */
static inline uint32_t gcv_json_quick_numbers(gcv_json *json, uint64_t *values, uint32_t n)
{
    enum { LONGEST = 32, DIGITS = 19 }; /* any number of 19 digits fits into 64 bits */
    const unsigned char *at = json->at, *first;
    unsigned digit;
    uint32_t taken;
    uint64_t v;
    for (taken = 0; taken < n && json->end - at >= LONGEST; taken++) {
        if (at[0] == ',') {
            first = at + 1;
        } else if (at[0] == '\n' && at[1] == ',') {
            first = at + 2;
        } else {
            break;
        }
        digit = (unsigned)*first - '0';
        if (digit > 9) {
            digit = (unsigned)first[1] - '0';
            if (*first != '\n' || digit > 9) {
                break;
            }
            first++;
        }
        v = digit;
        at = first + 1;
        while ((digit = (unsigned)*at - '0') <= 9 && at - first < DIGITS) {
            v = v * 10 + digit;
            at++;
        }
        if ((*at != ',' && *at != '\n') || (*first == '0' && at - first > 1)) {
            break;
        }
        json->at = at;
        values[taken] = v;
    }
    return taken;
}

#endif
