/* json_stream.h - JSON taken token by token from a source, in memory that its size does not
 * matter to: nothing is held as text but one string.
 *
 * The caller knows which value comes next. Nesting is counted, not recursed into. Every failure
 * names the offset of the byte that is wrong; `cut` tells the end of the input from all others.
 */
#ifndef GCV_INPUT_JSON_STREAM_H
#define GCV_INPUT_JSON_STREAM_H

#include "base/attr.h"
#include "base/text.h"
#include "input/byte_stream.h"

typedef struct gcv_json {
    gcv_context *ctx;
    gcv_byte_stream stream;
    size_t window;                         /* bytes to hold at a time */
    const unsigned char *start, *at, *end; /* the window, and how far it is used */
    uint64_t end_offset;                   /* of `end` in the input */
    gcv_char_column text;                  /* of the string that was taken last */
    bool by_line;                          /* the window ends where its first line does */
    bool at_newline;                       /* a newline stands at `end` */
    bool cut;                              /* a failure was the end of the input, or of the line */
} gcv_json;

/* Whether an input begins with `tokens` (the last is NULL), with white space anywhere between them
 * and perhaps a byte order mark in front. */
bool gcv_json_begins(gcv_slice head, const char *const *tokens);

void gcv_json_init(gcv_context *ctx, gcv_json *json, gcv_source *source, size_t chunk);
void gcv_json_release(gcv_json *json);

/* Where the next byte stands in the input. */
static inline uint64_t gcv_json_offset(const gcv_json *json)
{
    return json->end_offset - (uint64_t)(json->end - json->at);
}

/* A failure at `offset`. */
gcv_status gcv_json_fail(const gcv_json *json, uint64_t offset, gcv_error *err, const char *format,
                         ...) GCV_PRINTF(4, 5);

/* Goes past a byte order mark at the start. */
GCV_CHECKED gcv_status gcv_json_skip_mark(gcv_json *json, gcv_error *err);

/* For a text on each line: from here on a line ends as an input does, until the next one is asked
 * for. `*ended`: the line had no newline, and was the last. To be called before the first byte is
 * looked at. */
static inline void gcv_json_take_lines(gcv_json *json) { json->by_line = true; }
GCV_CHECKED gcv_status gcv_json_next_line(gcv_json *json, bool *ended, gcv_error *err);

/* The next byte that is no white space; it stays. */
GCV_CHECKED gcv_status gcv_json_peek(gcv_json *json, char *next, gcv_error *err);
/* Whether anything but white space is left. */
GCV_CHECKED gcv_status gcv_json_at_end(gcv_json *json, bool *ended, gcv_error *err);
/* Takes `wanted`; `otherwise` is the message if anything else comes. */
GCV_CHECKED gcv_status gcv_json_take(gcv_json *json, char wanted, const char *otherwise,
                                     gcv_error *err);
/* In front of each element of an array, or member of an object, whose bracket was taken: `*more` is
 * false at the closing bracket, which is taken, as is the comma. `first` is true at the first. */
GCV_CHECKED gcv_status gcv_json_next(gcv_json *json, char closing, bool first, bool *more,
                                     gcv_error *err);

/* Takes a string, decoded to UTF-8, into `text` if it is kept; in either case its escapes are
 * checked. A lone surrogate becomes U+FFFD. */
GCV_CHECKED gcv_status gcv_json_string(gcv_json *json, bool keep, gcv_error *err);
static inline gcv_slice gcv_json_text(const gcv_json *json)
{
    return gcv_slice_of(json->text.n > 0 ? json->text.data : "", json->text.n);
}

/* Takes a number of digits only, below 2^64. */
GCV_CHECKED gcv_status gcv_json_number(gcv_json *json, uint64_t *value, gcv_error *err);

/* Takes any value unseen; `*n`, if not NULL, becomes the number of its elements. */
GCV_CHECKED gcv_status gcv_json_skip(gcv_json *json, uint64_t *n, gcv_error *err);

/* Takes the next numbers of an array while they are in the usual form, each with the comma in front
 * of it, and perhaps a newline on either side of the comma; at most `n`, and how many they were.
 * Two of every three bytes of a file come this way.
 *
 * Where a number begins is told by branches, which are foreseen: with a newline skipped by adding
 * the result of a comparison each number waits for the one before, and `stats` takes 45 % longer.
 * Tried: two digits at a time, which gains nothing, or 20 % slower, if without a branch.
 */
static inline uint32_t gcv_json_quick_numbers(gcv_json *json, uint64_t *values, uint32_t n)
{
    enum { LONGEST = 32, DIGITS = 19 }; /* so many digits fit into 64 bits */
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
