/* display.c - display width of text on a terminal; see display.h.
 *
 * The table has whole Unicode blocks, not every exception: a wrong width costs one blank, and type
 * names are mostly ASCII.
 */
#include "output/display.h"

#include <string.h>

typedef struct gcv_width_range {
    uint32_t first, last;
    size_t width;
} gcv_width_range;

/* Ascending. */
static const gcv_width_range ranges[] = {
    {0x0300, 0x036f, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05bd, 0},   {0x0610, 0x061a, 0},
    {0x064b, 0x065f, 0},   {0x093a, 0x093c, 0},   {0x0941, 0x0948, 0},   {0x0e34, 0x0e3a, 0},
    {0x0e47, 0x0e4e, 0},   {0x1100, 0x115f, 2},   {0x1160, 0x11ff, 0},   {0x1ab0, 0x1aff, 0},
    {0x1dc0, 0x1dff, 0},   {0x200b, 0x200d, 0},   {0x20d0, 0x20ff, 0},   {0x2e80, 0x303e, 2},
    {0x3041, 0x3247, 2},   {0x3250, 0x4dbf, 2},   {0x4e00, 0xa4cf, 2},   {0xa960, 0xa97f, 2},
    {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2},   {0xfe00, 0xfe0f, 0},   {0xfe20, 0xfe2f, 0},
    {0xfe30, 0xfe6f, 2},   {0xfeff, 0xfeff, 0},   {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2},
    {0x1f300, 0x1f64f, 2}, {0x1f680, 0x1f6ff, 2}, {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2},
    {0xe0100, 0xe01ef, 0},
};

size_t gcv_character_width(uint32_t code)
{
    for (size_t i = 0; i < GCV_LENGTH(ranges) && code >= ranges[i].first; i++) {
        if (code <= ranges[i].last) {
            return ranges[i].width;
        }
    }
    return 1;
}

size_t gcv_display_width(gcv_slice text)
{
    size_t width = 0;
    uint64_t word;
    while (text.size > 0) {
        if (text.size >= sizeof word) {
            memcpy(&word, text.data, sizeof word);
            if ((word & UINT64_C(0x8080808080808080)) == 0) { /* ASCII */
                text.data += sizeof word;
                text.size -= sizeof word;
                width += sizeof word;
                continue;
            }
        }
        if ((unsigned char)text.data[0] < 0x80) {
            text.data++;
            text.size--;
            width++;
        } else {
            width += gcv_character_width(gcv_utf8_next(&text));
        }
    }
    return width;
}

/* Whether a line that begins with this text could be a command to a build server. Words are not
 * broken at such a place. */
static bool is_command(gcv_slice text) { return gcv_slice_begins(text, "::"); }

gcv_slice gcv_wrap_next(gcv_slice *text, size_t columns, bool at_marks)
{
    gcv_slice line = gcv_slice_unindented(*text), rest = line, blank = gcv_slice_of(NULL, 0);
    gcv_slice before = line;                /* the rest including the previous character */
    gcv_slice mark = gcv_slice_of(NULL, 0); /* the rest after the last mark */
    size_t width = 0;
    while (rest.size > 0) {
        gcv_slice next = rest;
        width += gcv_character_width(gcv_utf8_next(&next));
        if (rest.data[0] == ' ' && !gcv_slice_begins(rest, " %")) {
            blank = rest;
        }
        if (width > columns && rest.size < line.size) {
            rest = blank.size > 0 ? blank : mark.size > 0 ? mark : is_command(rest) ? before : rest;
            break;
        }
        if (at_marks && gcv_is_among(rest.data[0], ".,<[(+/>") && !is_command(next)) {
            mark = next;
        }
        before = rest;
        rest = next;
    }
    *text = gcv_slice_unindented(rest);
    return gcv_slice_trim(gcv_slice_of(line.data, line.size - rest.size));
}
