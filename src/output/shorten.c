/* shorten.c - shortens names to a number of columns; see shorten.h.
 *
 * All forms of a name are built from its parts, left to right (name_parts.c).
 *
 * A cut at some position leaves out the arguments that end at or before it. In each list open at
 * the cut, the arguments before it become one `…`; a list closed before the cut becomes `<…>`.
 * While scanning, the width of what is left before a cut is known, so one pass finds the first cut
 * that fits.
 */
#include "output/shorten.h"

#include "output/display.h"

#include <string.h>

static const char ellipsis[] = "\xe2\x80\xa6";

/* Whether a part is dropped in every shortened form, except that outer namespaces may stay. */
static bool is_qualifier(const gcv_name_part *part)
{
    return part->kind == GCV_NAME_NAMESPACE || part->kind == GCV_NAME_ARITY;
}

static gcv_slice part_text(const gcv_name_scan *scan, const gcv_name_part *part)
{
    return gcv_slice_of(scan->name.data + part->at, part->end - part->at);
}

/* ---- output with a gap -------------------------------------------------------------------- */

/* Text with a gap: characters that begin at or after column skip_from and end at or before skip_to
 * are left out. */
typedef struct gcv_short_text {
    gcv_context *ctx;
    gcv_buffer *out;
    size_t column;
    size_t skip_from, skip_to; /* equal: no gap */
    bool skipping, skipped;
} gcv_short_text;

static gcv_short_text short_text(gcv_context *ctx, gcv_buffer *out)
{
    return (gcv_short_text){.ctx = ctx, .out = out};
}

/* Leaves out the middle of a text of `width` columns, so that it fits into `columns`, at least
 * 1. */
static void skip_middle(gcv_short_text *text, size_t width, size_t columns)
{
    if (width > columns) {
        text->skip_from = columns / 2;
        text->skip_to = width - (columns - 1) / 2;
    }
}

/* Returns the columns of the last `$` or `+` of a name, and of what follows it: the name that a
 * nested type has of its own. 0: there is none. */
static size_t nested_width(gcv_slice name)
{
    size_t at = name.size;
    while (at > 0 && memchr("$+", name.data[at - 1], 2) == NULL) {
        at--;
    }
    return at > 1 ? gcv_display_width(gcv_slice_from(name, at - 1)) : 0;
}

/* The same for the name of a type: if it is nested, its own name stays as long as that leaves a
 * fourth of the columns for the outer one. */
static void skip_outer(gcv_short_text *text, gcv_slice name, size_t columns)
{
    const size_t width = gcv_display_width(name), tail = nested_width(name);
    skip_middle(text, width, columns);
    if (text->skip_to > 0 && tail > 0 && tail <= columns - columns / 4 - 1) {
        text->skip_to = width - tail;
        text->skip_from = columns - 1 - tail;
    }
}

/* Whether a character that takes the columns `from` to `to` is left out; one of width 0 goes with
 * the character before it. */
static bool is_skipped(const gcv_short_text *text, size_t from, size_t to)
{
    return from == to ? text->skipping : to > text->skip_from && from < text->skip_to;
}

static void put(gcv_short_text *text, gcv_slice part)
{
    if (text->skip_from == text->skip_to) {
        gcv_buffer_append(text->ctx, text->out, part);
        return;
    }
    while (part.size > 0) {
        gcv_slice character = part;
        size_t from = text->column;
        text->column += gcv_character_width(gcv_utf8_next(&part));
        character.size -= part.size;
        text->skipping = is_skipped(text, from, text->column);
        if (!text->skipping) {
            gcv_buffer_append(text->ctx, text->out, character);
        } else if (!text->skipped) {
            text->skipped = true;
            gcv_buffer_append_str(text->ctx, text->out, ellipsis);
        }
    }
}

static void put_ellipsis(gcv_short_text *text) { put(text, gcv_slice_str(ellipsis)); }

/* ---- cuts --------------------------------------------------------------------------------- */

/* A list that is open at a cut, and the argument that contains the cut. */
typedef struct gcv_open_list {
    size_t open;     /* position of the opening bracket */
    size_t front;    /* columns of what a cut in this list leaves before the bracket */
    size_t argument; /* position of the argument … */
    size_t width;    /* … and its columns so far, with closed lists as <…> */
    size_t before;   /* position of the separator before the argument, 0: it is the first … */
    size_t between;  /* … and the columns of `…` and that separator */
} gcv_open_list;

/* A cut. Level 0 is the name itself, an argument without a list. */
typedef struct gcv_cut {
    gcv_open_list lists[GCV_NAME_DEPTH_MAX + 1];
    size_t depth;
    gcv_name_scan rest; /* the scan after the cut */
    bool found;
} gcv_cut;

/* Width of the name without namespaces; sets `*kept` to the width of the outer namespaces. */
static size_t full_width(gcv_slice name, size_t *kept)
{
    gcv_name_scan scan = gcv_name_scan_from(name, 0, 0);
    size_t width = 0;
    gcv_name_part part;
    *kept = 0;
    while ((part = gcv_name_scan_next(&scan)).kind != GCV_NAME_END) {
        size_t columns = gcv_display_width(part_text(&scan, &part));
        if (!is_qualifier(&part)) {
            width += columns;
        } else if (part.kind == GCV_NAME_NAMESPACE && part.depth == 0) {
            *kept += columns;
        }
    }
    return width;
}

static void open_list(gcv_cut *cut, const gcv_name_part *part)
{
    const gcv_open_list *outer = &cut->lists[cut->depth];
    gcv_open_list *list = &cut->lists[++cut->depth];
    *list = (gcv_open_list){.open = part->at,
                            .front = outer->front + outer->between + outer->width + 1,
                            .argument = part->end};
}

/* Ends an argument, and begins the next one after the separator. */
static void next_argument(gcv_open_list *list, const gcv_name_part *part)
{
    list->before = part->at;
    list->between = 1 + (part->end - part->at);
    list->argument = part->end;
    list->width = 0;
}

/* Finds the first cut that reduces the name from `width` to at most `columns` columns. */
static void find_cut(gcv_slice name, size_t width, size_t columns, gcv_cut *cut)
{
    gcv_name_scan scan = gcv_name_scan_from(name, 0, 0), before = scan;
    size_t done = 0; /* columns scanned so far */
    gcv_name_part part;
    memset(cut, 0, sizeof *cut);
    for (; (part = gcv_name_scan_next(&scan)).kind != GCV_NAME_END; before = scan) {
        gcv_open_list *list = &cut->lists[cut->depth];
        size_t part_width = gcv_display_width(part_text(&scan, &part));
        if ((part.kind == GCV_NAME_CLOSE || part.kind == GCV_NAME_SEPARATOR) &&
            list->front + 1 + (width - done) <= columns) {
            cut->rest = before;
            cut->found = true;
            return;
        }
        done += !is_qualifier(&part) ? part_width : 0;
        if (part.kind == GCV_NAME_OPEN) {
            open_list(cut, &part);
        } else if (part.kind == GCV_NAME_SEPARATOR) {
            next_argument(list, &part);
        } else if (part.kind == GCV_NAME_CLOSE) {
            cut->lists[--cut->depth].width += 3; /* <…> */
        } else if (part.kind == GCV_NAME_TEXT) {
            list->width += part_width;
        }
    }
}

/* ---- forms of a name ---------------------------------------------------------------------- */

/* Puts the rest of the scan without namespaces, or with the outer ones if `keep_outer`.
 */
static void put_rest(gcv_short_text *text, gcv_name_scan *scan, bool keep_outer)
{
    gcv_name_part part;
    while ((part = gcv_name_scan_next(scan)).kind != GCV_NAME_END) {
        if (!is_qualifier(&part) ||
            (keep_outer && part.kind == GCV_NAME_NAMESPACE && part.depth == 0)) {
            put(text, part_text(scan, &part));
        }
    }
}

/* Puts the bytes `from` to `to` with inner lists as <…>. A type begins at `from`, inside `depth`
 * lists. */
static void put_closed(gcv_short_text *text, gcv_slice name, size_t depth, size_t from, size_t to)
{
    gcv_name_scan scan = gcv_name_scan_from(name, from, depth);
    gcv_name_part part;
    while (scan.at < to && (part = gcv_name_scan_next(&scan)).kind != GCV_NAME_END) {
        if (part.depth == depth && !is_qualifier(&part)) {
            put(text, part_text(&scan, &part));
        }
        if (part.depth == depth && part.kind == GCV_NAME_OPEN) {
            put_ellipsis(text);
        }
    }
}

static void put_cut(gcv_short_text *text, gcv_slice name, gcv_cut *cut)
{
    for (size_t depth = 1; depth <= cut->depth; depth++) {
        const gcv_open_list *list = &cut->lists[depth];
        put_closed(text, name, depth - 1, cut->lists[depth - 1].argument, list->open);
        put(text, gcv_slice_of(name.data + list->open, 1));
        if (list->before > 0 && depth < cut->depth) {
            put_ellipsis(text);
            put(text, gcv_slice_of(name.data + list->before, list->argument - list->before));
        }
    }
    put_ellipsis(text);
    put_rest(text, &cut->rest, false);
}

void gcv_shorten_type(gcv_context *ctx, gcv_slice name, size_t columns, gcv_buffer *out)
{
    gcv_short_text text = short_text(ctx, out);
    gcv_name_scan scan = gcv_name_scan_from(name, 0, 0);
    gcv_cut cut;
    size_t outer;
    if (gcv_display_width(name) <= columns) {
        put(&text, name);
        return;
    }
    if (columns == 0) {
        return;
    }
    size_t width = full_width(name, &outer);
    if (width <= columns) {
        put_rest(&text, &scan, outer <= columns - width);
        return;
    }
    find_cut(name, width, columns, &cut);
    if (cut.found) {
        put_cut(&text, name, &cut);
        return;
    }
    gcv_buffer closed = {0};
    gcv_short_text whole = short_text(ctx, &closed);
    put_closed(&whole, name, 0, 0, name.size);
    skip_outer(&text, gcv_buffer_slice(&closed), columns);
    put(&text, gcv_buffer_slice(&closed));
    gcv_buffer_release(ctx, &closed);
}

void gcv_shorten_namespaces(gcv_context *ctx, gcv_slice name, gcv_buffer *out)
{
    gcv_name_scan scan = gcv_name_scan_from(name, 0, 0);
    gcv_name_part part;
    while ((part = gcv_name_scan_next(&scan)).kind != GCV_NAME_END) {
        if (part.kind == GCV_NAME_SEPARATOR) {
            gcv_buffer_append_str(ctx, out, ", ");
        } else if (!is_qualifier(&part)) {
            gcv_buffer_append(ctx, out, part_text(&scan, &part));
        }
    }
}

void gcv_shorten_middle(gcv_context *ctx, gcv_slice text, size_t columns, gcv_buffer *out)
{
    gcv_short_text shown = short_text(ctx, out);
    size_t width = gcv_display_width(text);
    skip_middle(&shown, width, columns > 0 ? columns : 1);
    if (columns > 0 || width == 0) {
        put(&shown, text);
    }
}

static gcv_slice first_columns(gcv_slice text, size_t columns)
{
    gcv_slice rest = text;
    size_t width = 0;
    while (rest.size > 0) {
        gcv_slice next = rest;
        width += gcv_character_width(gcv_utf8_next(&next));
        if (width > columns) {
            break;
        }
        rest = next;
    }
    return gcv_slice_of(text.data, text.size - rest.size);
}

void gcv_shorten_end(gcv_context *ctx, gcv_slice text, size_t columns, gcv_buffer *out)
{
    gcv_slice rest = text;
    if (gcv_display_width(text) <= columns) {
        gcv_buffer_append(ctx, out, text);
    } else if (columns > 0) {
        const gcv_slice words =
            columns > 1 ? gcv_wrap_next(&rest, columns - 1, true) : gcv_slice_of(text.data, 0);
        const bool is_short = gcv_display_width(words) < columns / 2;
        gcv_buffer_append(ctx, out, is_short ? first_columns(text, columns - 1) : words);
        gcv_buffer_append_str(ctx, out, ellipsis);
    }
}
