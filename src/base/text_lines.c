/* text_lines.c - the lines of a small text; see text.h. */
#include "base/text.h"

#include <string.h>

static gcv_slice take_line(gcv_slice *rest)
{
    const char *end = memchr(rest->data, '\n', rest->size);
    size_t size = end != NULL ? (size_t)(end - rest->data) : rest->size;
    size_t taken = end != NULL ? size + 1 : size;
    gcv_slice line = gcv_slice_of(rest->data, size);
    *rest = gcv_slice_of(rest->data + taken, rest->size - taken);
    return line;
}

/* Returns the line up to its comment. */
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
    bool marked = gcv_slice_begins(text, "\xef\xbb\xbf");
    lines->rest = marked ? gcv_slice_of(text.data + 3, text.size - 3) : text;
    lines->number = 0;
    return !gcv_slice_begins(lines->rest, "\xff\xfe") && !gcv_slice_begins(lines->rest, "\xfe\xff");
}

bool gcv_text_lines_next(gcv_text_lines *lines, gcv_slice *line)
{
    while (lines->rest.size > 0) {
        *line = gcv_slice_trim_end(before_comment(take_line(&lines->rest)));
        lines->number++;
        if (line->size > 0) {
            return true;
        }
    }
    return false;
}
