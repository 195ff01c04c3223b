/* text.c - texts and names: comparing, fields, UTF-8, and bytes that are safe to show; see text.h.
 */
#include "base/text.h"

#include "base/sort.h"

#include <string.h>

gcv_slice gcv_slice_str(const char *text) { return gcv_slice_of(text, strlen(text)); }

int gcv_slice_compare(gcv_slice a, gcv_slice b)
{
    size_t shorter = a.size < b.size ? a.size : b.size;
    int order = shorter == 0 ? 0 : memcmp(a.data, b.data, shorter);
    return order != 0 ? order : a.size < b.size ? -1 : a.size > b.size;
}

size_t gcv_slices_before(const gcv_slice *sorted, size_t n, gcv_slice text)
{
    size_t count = 0;
    GCV_BISECT(count, n, at, gcv_slice_compare(sorted[at], text) < 0);
    return count;
}

int gcv_slice_compare_letters(gcv_slice a, gcv_slice b, bool ignore_case)
{
    const size_t most = a.size < b.size ? a.size : b.size;
    size_t i = 0;
    if (!ignore_case) {
        return gcv_slice_compare(a, b);
    }
    while (i < most && gcv_is_same_letter(a.data[i], b.data[i], true)) {
        i++;
    }
    if (i < most) {
        return (unsigned char)gcv_folded(a.data[i]) < (unsigned char)gcv_folded(b.data[i]) ? -1 : 1;
    }
    return (a.size > b.size) - (a.size < b.size);
}

bool gcv_slice_equal(gcv_slice a, gcv_slice b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Returns the length of the common prefix of `s` and a text. Names are compared with lists of
 * words, most of which differ in the first letter: calls of strlen() and memcmp() would take
 * longer. */
static size_t common_start(gcv_slice s, const char *text)
{
    size_t i = 0;
    while (i < s.size && s.data[i] == text[i] && text[i] != '\0') {
        i++;
    }
    return i;
}

bool gcv_slice_is(gcv_slice s, const char *text)
{
    const size_t n = common_start(s, text);
    return n == s.size && text[n] == '\0';
}

/* Takes the next text off a list; false: there is none. */
static bool take_listed(const char **list, gcv_slice *text)
{
    const char *bar = strchr(*list, '|');
    const size_t n = bar != NULL ? (size_t)(bar - *list) : strlen(*list);
    *text = gcv_slice_of(*list, n);
    *list += n + (bar != NULL);
    return n > 0;
}

bool gcv_slice_is_listed(gcv_slice s, const char *list)
{
    gcv_slice text;
    while (take_listed(&list, &text)) {
        if (gcv_slice_equal(s, text)) {
            return true;
        }
    }
    return false;
}

bool gcv_slice_is_member(gcv_slice name, gcv_slice owner)
{
    return name.size > owner.size + 1 && name.data[owner.size] == '.' &&
           gcv_slice_equal(gcv_slice_of(name.data, owner.size), owner);
}

bool gcv_slice_begins(gcv_slice s, const char *with) { return with[common_start(s, with)] == '\0'; }

bool gcv_slice_ends(gcv_slice s, const char *with)
{
    const size_t size = strlen(with);
    return s.size >= size &&
           (size == 0 || (s.data[s.size - 1] == with[size - 1] && /* else mostly differs */
                          memcmp(s.data + s.size - size, with, size) == 0));
}

size_t gcv_slice_find(gcv_slice s, const char *text)
{
    const size_t n = strlen(text);
    size_t at = 0;
    while (at + n <= s.size && memcmp(s.data + at, text, n) != 0) {
        at++;
    }
    return at + n <= s.size ? at : s.size;
}

gcv_slice gcv_slice_until(gcv_slice text, const char *marks)
{
    size_t n = 0;
    while (n < text.size && !gcv_is_among(text.data[n], marks)) {
        n++;
    }
    return gcv_slice_of(text.data, n);
}

size_t gcv_slice_head(gcv_slice s, const char *list)
{
    gcv_slice text;
    while (take_listed(&list, &text)) {
        if (text.size <= s.size && memcmp(s.data, text.data, text.size) == 0) {
            return text.size;
        }
    }
    return 0;
}

size_t gcv_slice_tail(gcv_slice s, const char *list)
{
    gcv_slice text;
    while (take_listed(&list, &text)) {
        if (text.size <= s.size && memcmp(s.data + s.size - text.size, text.data, text.size) == 0) {
            return text.size;
        }
    }
    return 0;
}

uint32_t gcv_value_named(gcv_slice name, const gcv_named_value *values, size_t n,
                         uint32_t otherwise)
{
    size_t i = 0;
    while (i < n && !gcv_slice_is_listed(name, values[i].names)) {
        i++;
    }
    return i < n ? values[i].value : otherwise;
}

static gcv_slice trim_end(gcv_slice text)
{
    while (text.size > 0 && gcv_is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    return text;
}

gcv_slice gcv_slice_unindented(gcv_slice text)
{
    while (text.size > 0 && text.data[0] == ' ') {
        text = gcv_slice_from(text, 1);
    }
    return text;
}

bool gcv_is_among(char c, const char *all) { return c != '\0' && strchr(all, c) != NULL; }

gcv_slice gcv_slice_trim(gcv_slice text)
{
    while (text.size > 0 && gcv_is_blank(text.data[0])) {
        text.data++;
        text.size--;
    }
    return trim_end(text);
}

gcv_slice gcv_slice_take_field(gcv_slice *line)
{
    *line = gcv_slice_trim(*line);
    gcv_slice field = gcv_slice_of(line->data, 0);
    while (line->size > 0 && !gcv_is_blank(line->data[0])) {
        line->data++;
        line->size--;
        field.size++;
    }
    return field;
}

uint32_t gcv_utf8_next(gcv_slice *text)
{
    const unsigned char *s = (const unsigned char *)text->data;
    uint32_t code = s[0], lowest;
    size_t more, i;
    if (code < 0x80) {
        text->data++;
        text->size--;
        return code;
    }
    if (code >= 0xc2 && code < 0xe0) {
        more = 1, code &= 0x1f, lowest = 0x80;
    } else if (code >= 0xe0 && code < 0xf0) {
        more = 2, code &= 0x0f, lowest = 0x800;
    } else if (code >= 0xf0 && code < 0xf5) {
        more = 3, code &= 0x07, lowest = 0x10000;
    } else {
        more = 0, lowest = UINT32_MAX;
    }
    if (more < text->size) {
        for (i = 1; i <= more && (s[i] & 0xc0) == 0x80; i++) {
            code = code << 6 | (s[i] & 0x3f);
        }
        if (i == more + 1 && code >= lowest && code <= 0x10ffff &&
            (code < 0xd800 || code > 0xdfff)) {
            text->data += i;
            text->size -= i;
            return code;
        }
    }
    text->data++;
    text->size--;
    return GCV_REPLACEMENT;
}

gcv_slice gcv_utf8_first(gcv_slice text, size_t most)
{
    gcv_slice rest = text;
    while (rest.size > 0 && most-- > 0) {
        (void)gcv_utf8_next(&rest);
    }
    return gcv_slice_of(text.data, text.size - rest.size);
}

size_t gcv_utf16_skip(gcv_slice *text, size_t most)
{
    size_t n = 0;
    while (text->size > 0 && n < most) {
        n += gcv_utf8_next(text) > 0xffff ? 2 : 1;
    }
    return n;
}

size_t gcv_utf8_put(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3f));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3f));
        out[2] = (char)(0x80 | (code & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3f));
    out[2] = (char)(0x80 | (code >> 6 & 0x3f));
    out[3] = (char)(0x80 | (code & 0x3f));
    return 4;
}

const char *gcv_slice_excerpt(gcv_slice text, size_t most, char *out, size_t size)
{
    enum { ROOM = 8 }; /* a character, the dots and a NUL */
    size_t n = 0;
    for (; text.size > 0 && most > 0 && n + ROOM < size; most--) {
        uint32_t code = gcv_utf8_next(&text);
        n += gcv_utf8_put(out + n, gcv_is_unseen(code) ? GCV_REPLACEMENT : code);
    }
    memcpy(out + n, text.size > 0 ? "..." : "", text.size > 0 ? 4 : 1);
    return out;
}

bool gcv_is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x061c || code == 0x200e ||
           code == 0x200f || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

bool gcv_is_unseen(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00ad, 0x00ad},   {0x034f, 0x034f}, {0x061c, 0x061c},   {0x115f, 0x1160},
        {0x17b4, 0x17b5},   {0x180b, 0x180f}, {0x200b, 0x200f},   {0x202a, 0x202e},
        {0x2060, 0x206f},   {0x3164, 0x3164}, {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
        {0xffa0, 0xffa0},   {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
        {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < GCV_LENGTH(ranges) && code >= ranges[i].first; i++) {
        if (code <= ranges[i].last) {
            return true;
        }
    }
    return gcv_is_control(code);
}

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

/* Whether two letters of one text are those of the other, swapped. */
static bool is_swapped(const char *a, const char *b, bool ignore_case)
{
    return gcv_is_same_letter(a[0], b[1], ignore_case) &&
           gcv_is_same_letter(a[1], b[0], ignore_case);
}

/* Only the cells at most `limit` from the diagonal can be `limit` or less. Where a row reads
 * others, these are `limit` + 1. */
unsigned gcv_slice_distance(gcv_slice a, gcv_slice b, bool ignore_case, unsigned limit)
{
    enum { LONGEST = 63 };
    unsigned rows[3][LONGEST + 2];
    unsigned *before = rows[0], *last = rows[1], *now = rows[2];
    if (a.size > LONGEST || b.size > LONGEST || a.size + limit < b.size ||
        b.size + limit < a.size) {
        return limit + 1;
    }
    for (size_t j = 0; j <= b.size; j++) {
        last[j] = (unsigned)j;
        before[j] = 0;
    }
    for (size_t i = 1; i <= a.size; i++) {
        unsigned *spare = before;
        size_t first = i > limit + 1 ? i - limit : 1;
        size_t end = i + limit < b.size ? i + limit : b.size;
        now[first - 1] = first == 1 && i <= limit ? (unsigned)i : limit + 1;
        for (size_t j = first; j <= end; j++) {
            bool same = gcv_is_same_letter(a.data[i - 1], b.data[j - 1], ignore_case);
            now[j] = smaller(smaller(last[j] + 1, now[j - 1] + 1), last[j - 1] + !same);
            if (i > 1 && j > 1 && is_swapped(a.data + i - 2, b.data + j - 2, ignore_case)) {
                now[j] = smaller(now[j], before[j - 2] + 1);
            }
        }
        now[end + 1] = limit + 1;
        before = last;
        last = now;
        now = spare;
    }
    return smaller(last[b.size], limit + 1);
}

/* Maximum edit distance of a suggestion; at most half of a short word, as more makes another word.
 */
enum { NEAR_EDITS = 2 };

gcv_near_word gcv_near_word_to(const char *wanted)
{
    return (gcv_near_word){wanted, NULL, NEAR_EDITS + 1};
}

void gcv_near_word_offer(gcv_near_word *near, const char *word)
{
    unsigned distance =
        gcv_slice_distance(gcv_slice_str(near->wanted), gcv_slice_str(word), true, NEAR_EDITS);
    if (distance < near->distance && distance * 2 <= strlen(near->wanted)) {
        near->distance = distance;
        near->found = word;
    }
}

/* ---- type names --------------------------------------------------------------------------- */

size_t gcv_array_end(gcv_slice name, size_t at)
{
    size_t end = at + 1;
    if (name.data[at] != '[') {
        return at;
    }
    while (end < name.size && (name.data[end] == ',' || name.data[end] == '*')) {
        end++;
    }
    return end < name.size && name.data[end] == ']' ? end + 1 : at;
}

size_t gcv_type_name_tidy(char *name, size_t size)
{
    size_t at = 0, n = 0, depth = 0;
    while (at < size) {
        char c = name[at];
        if (c == '`' && at + 1 < size && gcv_is_digit(name[at + 1])) {
            for (at++; at < size && gcv_is_digit(name[at]); at++) {
            }
            continue;
        }
        if (c == '[') {
            size_t end = gcv_array_end(gcv_slice_of(name, size), at);
            if (end > at) {
                memmove(name + n, name + at, end - at);
                n += end - at;
                at = end;
                continue;
            }
            c = '<';
            depth++;
        } else if (c == ']' && depth > 0) {
            c = '>';
            depth--;
        }
        name[n++] = c;
        at++;
    }
    return n;
}

/* ---- lines of a small text ---------------------------------------------------------------- */

gcv_slice gcv_slice_take_line(gcv_slice *text)
{
    const char *end = memchr(text->data, '\n', text->size);
    const gcv_slice line = {text->data, end != NULL ? (size_t)(end - text->data) : text->size};
    *text = gcv_slice_from(*text, line.size + (end != NULL));
    return line;
}

static gcv_slice before_comment(gcv_slice line)
{
    for (size_t i = 0; i < line.size; i++) {
        if (line.data[i] == '#' &&
            (i == 0 || line.data[i - 1] == ' ' || line.data[i - 1] == '\t')) {
            return gcv_slice_of(line.data, i);
        }
    }
    return line;
}

bool gcv_text_lines_begin(gcv_text_lines *lines, gcv_slice text)
{
    lines->rest = gcv_slice_begins(text, "\xef\xbb\xbf") ? gcv_slice_from(text, 3) : text;
    lines->number = 0;
    return !gcv_slice_begins(lines->rest, "\xff\xfe") && !gcv_slice_begins(lines->rest, "\xfe\xff");
}

bool gcv_text_lines_next(gcv_text_lines *lines, gcv_slice *line)
{
    while (lines->rest.size > 0) {
        *line = trim_end(before_comment(gcv_slice_take_line(&lines->rest)));
        lines->number++;
        if (line->size > 0) {
            return true;
        }
    }
    return false;
}
