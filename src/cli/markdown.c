/* markdown.c - parses the markdown of docs; see markdown.h. */
#include "cli/markdown.h"

#include <string.h>

/* ---- lines -------------------------------------------------------------------------------- */

/* Size of the mark that makes the line a list item; 0: it has none. */
static size_t mark_of(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return strncmp(text, "* ", 2) == 0                          ? 2
           : digits > 0 && strncmp(text + digits, ". ", 2) == 0 ? digits + 2
                                                                : 0;
}

/* Kind of a line that is neither code nor a fence. */
static gcv_markdown_kind kind_of(const char *line)
{
    return *line == '\0'                                        ? GCV_MARKDOWN_BLANK
           : *line == '#'                                       ? GCV_MARKDOWN_HEADING
           : *line == '|' && line[strspn(line, "|-: ")] == '\0' ? GCV_MARKDOWN_RULER
           : *line == '|'                                       ? GCV_MARKDOWN_ROW
           : mark_of(line + strspn(line, " ")) > 0              ? GCV_MARKDOWN_ITEM
                                                                : GCV_MARKDOWN_TEXT;
}

gcv_markdown_line gcv_markdown_next(gcv_markdown *document, const char *line)
{
    gcv_markdown_line found = {GCV_MARKDOWN_CODE, line, 0, 0, 0};
    bool was_open = document->open;
    document->open = false;
    if (strncmp(line + strspn(line, " "), "```", 3) == 0) {
        found.kind = GCV_MARKDOWN_FENCE;
        document->code = !document->code;
        return found;
    }
    if (document->code) {
        return found;
    }
    found.kind = kind_of(line);
    if (found.kind == GCV_MARKDOWN_HEADING) {
        found.level = strspn(line, "#");
        found.text += strspn(line, "# ");
    } else if (found.kind == GCV_MARKDOWN_ITEM || found.kind == GCV_MARKDOWN_TEXT) {
        found.indent = strspn(line, " ");
        found.mark = mark_of(line + found.indent);
        found.text += found.indent + found.mark;
        found.kind = found.kind == GCV_MARKDOWN_TEXT && was_open ? GCV_MARKDOWN_MORE : found.kind;
        document->open = true;
    }
    return found;
}

bool gcv_markdown_cell(const char **at, const char **begin, const char **end)
{
    const char *p = *at + (**at == '|');
    if (*p == '\0') {
        return false;
    }
    *begin = p;
    while (*p != '\0' && (*p != '|' || p[-1] == '\\')) {
        p++;
    }
    *end = *at = p;
    return true;
}

/* ---- text --------------------------------------------------------------------------------- */

/* The bracket that ends the text of a link beginning at `at`; NULL: not a link. */
static const char *link_end(const char *at, const char *end)
{
    const char *bracket = memchr(at, ']', (size_t)(end - at));
    return bracket != NULL && bracket + 1 < end && bracket[1] == '(' ? bracket : NULL;
}

bool gcv_markdown_character(gcv_markdown_text *text, char *c)
{
    while (text->at < text->end) {
        const char *at = text->at;
        bool two = at + 1 < text->end;
        if (at == text->target) {
            const char *close = memchr(at, ')', (size_t)(text->end - at));
            text->at = close != NULL ? close + 1 : text->end;
            text->target = NULL;
        } else if (!text->quoted && *at == '[' && link_end(at, text->end) != NULL) {
            text->target = link_end(at, text->end);
            text->at++;
        } else if (!text->quoted && two && at[0] == '*' && at[1] == '*') {
            text->at += 2;
        } else if (two && at[0] == '\\' && at[1] == '|') {
            text->at++; /* escaped bar: the next character */
        } else {
            text->quoted ^= *at == '`';
            *c = *text->at++;
            return true;
        }
    }
    return false;
}
