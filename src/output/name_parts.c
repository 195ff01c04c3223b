/* name_parts.c - splits a type name into parts, left to right; see shorten.h.
 *
 * Any bytes are a valid name: a bracket that opens or closes no list is text.
 */
#include "output/shorten.h"

enum { MADE_MAX = 256 }; /* bytes of a compiler-made name in angle brackets */

gcv_name_scan gcv_name_scan_from(gcv_slice name, size_t at, size_t depth)
{
    return (gcv_name_scan){.name = name, .at = at, .depth = depth, .type_begins = true};
}

static char char_at(const gcv_name_scan *scan, size_t at)
{
    return at < scan->name.size ? scan->name.data[at] : '\0';
}

/* End of the namespace that begins here: after the last dot of the word that is not followed by a
 * number, a compiler-made name or a colon. A colon must not come first, because a line that begins
 * with `::` could be a command. */
static size_t namespace_end(const gcv_name_scan *scan)
{
    size_t at = scan->at, end = at;
    for (; at < scan->name.size && !gcv_is_among(char_at(scan, at), "<>[](),+/` \""); at++) {
        char next = char_at(scan, at + 1);
        if (char_at(scan, at) == '.' && next != '\0' && !gcv_is_digit(next) &&
            !gcv_is_among(next, "<>[](),+/` .:")) {
            end = at + 1;
        }
    }
    return end;
}

/* End of the angle brackets of a compiler-made name (<Main>d__0) that begin here; the current
 * position if there are none. Unlike a list of arguments, they follow no name. */
static size_t made_end(const gcv_name_scan *scan)
{
    size_t at = scan->at, open = 0;
    bool named = at > 0 && !gcv_is_among(char_at(scan, at - 1), "<[,.+/ ");
    if (char_at(scan, at) != '<' || named) {
        return scan->at;
    }
    for (; at < scan->name.size && at < scan->at + MADE_MAX; at++) {
        open += char_at(scan, at) == '<';
        open -= char_at(scan, at) == '>';
        if (open == 0) {
            return at + 1;
        }
    }
    return scan->at;
}

/* End of the argument count (`2) that follows a name here; the current position if there is none.
 * After a `#` the count is kept: without it `##`1[` would be `##[`, which build servers obey. */
static size_t arity_end(const gcv_name_scan *scan)
{
    size_t at = scan->at + 1;
    if (scan->at == 0 || char_at(scan, scan->at - 1) == '#' || char_at(scan, scan->at) != '`' ||
        !gcv_is_digit(char_at(scan, at))) {
        return scan->at;
    }
    while (gcv_is_digit(char_at(scan, at))) {
        at++;
    }
    return at;
}

/* Kind of an opening or closing bracket or a comma; GCV_NAME_TEXT if it belongs to no list. */
static gcv_name_part_kind bracket_kind(gcv_name_scan *scan, char c)
{
    if (c == '<' || c == '[') {
        if (scan->depth == GCV_NAME_DEPTH_MAX) {
            scan->deeper++;
            return GCV_NAME_TEXT;
        }
        scan->closer[scan->depth++] = c == '<' ? '>' : ']';
        return GCV_NAME_OPEN;
    }
    if (scan->deeper > 0) {
        scan->deeper -= c != ',';
        return GCV_NAME_TEXT;
    }
    if (scan->depth > 0 && c == scan->closer[scan->depth - 1]) {
        scan->depth--;
        return GCV_NAME_CLOSE;
    }
    return scan->depth > 0 && c == ',' ? GCV_NAME_SEPARATOR : GCV_NAME_TEXT;
}

/* End of the text that begins here: the next character that may begin another part. */
static size_t text_end(const gcv_name_scan *scan)
{
    size_t at = scan->at + 1;
    while (at < scan->name.size && !gcv_is_among(char_at(scan, at), "<>[],`")) {
        at++;
    }
    return at;
}

gcv_name_part gcv_name_scan_next(gcv_name_scan *scan)
{
    gcv_name_part part = {
        .kind = GCV_NAME_TEXT, .at = scan->at, .depth = scan->depth, .end = scan->at};
    char c = char_at(scan, scan->at);
    bool type_begins = scan->type_begins;
    scan->type_begins = false;
    if (scan->at >= scan->name.size) {
        part.kind = GCV_NAME_END;
        return part;
    }
    if (type_begins && (part.end = namespace_end(scan)) > part.at) {
        part.kind = GCV_NAME_NAMESPACE;
    } else if ((part.end = arity_end(scan)) > part.at) {
        part.kind = GCV_NAME_ARITY;
    } else if ((part.end = gcv_array_end(scan->name, scan->at)) == part.at &&
               (part.end = made_end(scan)) == part.at) {
        part.kind = gcv_is_among(c, "<>[],") ? bracket_kind(scan, c) : GCV_NAME_TEXT;
        part.end = part.kind == GCV_NAME_TEXT ? text_end(scan) : part.at + 1;
        part.depth = part.kind == GCV_NAME_CLOSE ? scan->depth : part.depth;
        scan->type_begins = part.kind == GCV_NAME_OPEN || part.kind == GCV_NAME_SEPARATOR;
    }
    while (part.kind == GCV_NAME_SEPARATOR && char_at(scan, part.end) == ' ') {
        part.end++;
    }
    scan->at = part.end;
    return part;
}
