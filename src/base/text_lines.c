/* text_lines.c - the lines of a small text; see text.h. */
#include "base/text.h"

#include <string.h>

gcv_slice gcv_slice_take_line(gcv_slice *text)
{
    const char *end = memchr(text->data, '\n', text->size);
    const gcv_slice line = {text->data, end != NULL ? (size_t)(end - text->data) : text->size};
    *text = gcv_slice_from(*text, line.size + (end != NULL));
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
    lines->rest = marked ? gcv_slice_from(text, 3) : text;
    lines->number = 0;
    return !gcv_slice_begins(lines->rest, "\xff\xfe") && !gcv_slice_begins(lines->rest, "\xfe\xff");
}

bool gcv_text_lines_next(gcv_text_lines *lines, gcv_slice *line)
{
    while (lines->rest.size > 0) {
        *line = gcv_slice_trim_end(before_comment(gcv_slice_take_line(&lines->rest)));
        lines->number++;
        if (line->size > 0) {
            return true;
        }
    }
    return false;
}
