/* text.h - texts and names: comparing, fields, UTF-8, and bytes that are safe to show. */
#ifndef GCV_BASE_TEXT_H
#define GCV_BASE_TEXT_H

#include "base/attr.h"

#include <gcview/gcview.h>

static inline gcv_slice gcv_slice_of(const char *data, size_t size)
{
    return (gcv_slice){data, size};
}

/* Returns a text without its first `n` bytes. */
static inline gcv_slice gcv_slice_from(gcv_slice text, size_t n)
{
    return (gcv_slice){text.data + n, text.size - n};
}

gcv_slice gcv_slice_str(const char *text);

/* Compares in byte order: below, equal to or above 0; a prefix comes first. */
int gcv_slice_compare(gcv_slice a, gcv_slice b);
/* Counts the texts before `text`, of `n` in that order. */
size_t gcv_slices_before(const gcv_slice *sorted, size_t n, gcv_slice text);
/* The same; letters A-Z count as a-z if `ignore_case`. */
int gcv_slice_compare_letters(gcv_slice a, gcv_slice b, bool ignore_case);
bool gcv_slice_equal(gcv_slice a, gcv_slice b);
bool gcv_slice_is(gcv_slice s, const char *text);
/* Whether `s` is one of the texts of a list, which bars separate: `List|Map|Set`. */
bool gcv_slice_is_listed(gcv_slice s, const char *list);
/* Whether a name is that of a member, such as a static field: the owner's, a dot, and more. */
bool gcv_slice_is_member(gcv_slice name, gcv_slice owner);
bool gcv_slice_begins(gcv_slice s, const char *with);
bool gcv_slice_ends(gcv_slice s, const char *with);
/* Returns where a text occurs first; the size: it does not. */
size_t gcv_slice_find(gcv_slice s, const char *text);
/* Returns the text before the first character that is one of `marks`, or all of it. */
gcv_slice gcv_slice_until(gcv_slice text, const char *marks);
/* Return the size of the first text of such a list that `s` begins or ends with; 0: none. */
size_t gcv_slice_head(gcv_slice s, const char *list);
size_t gcv_slice_tail(gcv_slice s, const char *list);

/* A value, and the list of names that have it. */
typedef struct gcv_named_value {
    const char *names;
    uint32_t value;
} gcv_named_value;
/* Returns the value of a name among `n`, or in an array; `otherwise`: it has none. */
uint32_t gcv_value_named(gcv_slice name, const gcv_named_value *values, size_t n,
                         uint32_t otherwise);
#define GCV_VALUE_NAMED(name, values, otherwise)                                                   \
    gcv_value_named(name, values, GCV_LENGTH(values), otherwise)

/* Whether a byte separates fields of a line; '\r' is left over from a line that ends in CR LF. */
static inline bool gcv_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Returns the text without the blanks at both ends. */
gcv_slice gcv_slice_trim(gcv_slice text);
/* Takes the next field off the line, with the blanks before it; its size is 0 at the end. */
gcv_slice gcv_slice_take_field(gcv_slice *line);

/* Returns the text without the spaces at its start. */
gcv_slice gcv_slice_unindented(gcv_slice text);
/* Returns where array brackets (`[]`, `[,]`, `[*]`) end in a type name if they begin at `at`; `at`:
 * none do. */
size_t gcv_array_end(gcv_slice name, size_t at);

/* Whether a character is one of a text. */
bool gcv_is_among(char c, const char *all);
static inline bool gcv_is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool gcv_is_letter(char c) /* of ASCII */
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns a-z for A-Z, any other byte unchanged. */
static inline char gcv_folded(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static inline bool gcv_is_same_letter(char a, char b, bool ignore_case)
{
    return a == b || (ignore_case && gcv_folded(a) == gcv_folded(b));
}

/* Takes the first character off `*text`, which must not be empty, and returns its code point. A
 * byte that is not part of valid UTF-8 (overlong forms, surrogates and values above 10ffff are
 * invalid) is taken off alone and gives U+FFFD. */
uint32_t gcv_utf8_next(gcv_slice *text);

/* Returns the first `most` characters of a text, or all of it. */
gcv_slice gcv_utf8_first(gcv_slice text, size_t most);

/* Takes whole characters off `*text` until they have `most` UTF-16 units or more, or none is left.
 * Returns the number of units. */
size_t gcv_utf16_skip(gcv_slice *text, size_t most);

/* Writes a code point as UTF-8 to `out` (4 bytes are enough) and returns its length. */
size_t gcv_utf8_put(char *out, uint32_t code);

/* Surrogates: the two UTF-16 units of one character, and conversion from and to its code point. */
static inline bool gcv_is_high_surrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
static inline bool gcv_is_low_surrogate(uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }
static inline bool gcv_is_surrogate(uint32_t unit) { return unit >= 0xd800 && unit < 0xe000; }
static inline uint32_t gcv_join_surrogates(uint32_t high, uint32_t low)
{
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}
static inline uint32_t gcv_high_surrogate(uint32_t code)
{
    return 0xd800 + ((code - 0x10000) >> 10);
}
static inline uint32_t gcv_low_surrogate(uint32_t code) { return 0xdc00 + (code & 0x3ff); }

/* Stands for anything that is not a character. */
enum { GCV_REPLACEMENT = 0xfffd };

/* True for code points that a terminal may act on: C0, DEL, C1, line and paragraph separators, and
 * the marks that reorder text (Bidi_Control of Unicode). */
bool gcv_is_control(uint32_t code);

/* True for those, and for invisible characters: Default_Ignorable_Code_Point of Unicode (zero-width
 * characters, variation selectors, tags) and annotation marks. Names that differ only in these
 * would look the same. */
bool gcv_is_unseen(uint32_t code);

/* Writes an excerpt of a text, which may be any bytes, to `out` of `size` bytes: at most `most`
 * characters, U+FFFD for invisible ones, then dots if anything is left out. Returns `out`. */
const char *gcv_slice_excerpt(gcv_slice text, size_t most, char *out, size_t size);

/* Returns the edit distance (insert, delete, replace, swap of neighbours) from `a` to `b`, or
 * `limit` + 1 if it is above `limit` or a word is longer than 63 bytes. For suggestions.
 * O(word × limit). */
unsigned gcv_slice_distance(gcv_slice a, gcv_slice b, bool ignore_case, unsigned limit);

/* The longest line of a log, in bytes without its end. Readers skip a longer one, so writers write
 * none. */
enum { GCV_LINE_MAX = 256 * 1024 * 1024 };

/* The nearest candidate to an unknown word, in any case: for "did you mean". */
typedef struct gcv_near_word {
    const char *wanted;
    const char *found; /* first of the nearest candidates so far; NULL: none is near */
    unsigned distance;
} gcv_near_word;
gcv_near_word gcv_near_word_to(const char *wanted);
void gcv_near_word_offer(gcv_near_word *near, const char *word);

/* Rewrites a type name from the style of reflection (List`1[System.Int32]) to that of gcview
 * (List<System.Int32>), in place; returns the new size. A name of the latter style is unchanged. */
size_t gcv_type_name_tidy(char *name, size_t size);

/* ---- text_find.c: substring search -------------------------------------------------------- */

/* Returns where `part` first occurs in `text`, or SIZE_MAX. Letters A-Z match a-z if `ignore_case`.
 * O(part + text) in every case; no memory. */
size_t gcv_text_find(gcv_slice text, gcv_slice part, bool ignore_case);

/* ---- the lines of a small hand-written text: rules, suppressions -------------------------- */

/* Takes the next line off a text, without its end. */
gcv_slice gcv_slice_take_line(gcv_slice *text);

typedef struct gcv_text_lines {
    gcv_slice rest;
    uint64_t number; /* of the last line taken, from 1 */
} gcv_text_lines;

/* Starts at the first line of a text, after its byte order mark if it has one. False: the text is
 * UTF-16. */
bool gcv_text_lines_begin(gcv_text_lines *lines, gcv_slice text);

/* Takes the next line that is neither blank nor a comment, without its comment and the blanks at
 * its end; blanks at its start stay, so that columns are those of the file. A comment is `#`, at
 * the start of a line or after a space or tab, and everything after it. False at the end. */
bool gcv_text_lines_next(gcv_text_lines *lines, gcv_slice *line);

#endif
