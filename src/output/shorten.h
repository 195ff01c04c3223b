/* shorten.h - shortens names and tables to a number of columns, for people only, never for
 * programs.
 *
 * `…` replaces what is left out. The result takes at most `columns` columns, and a name that fits
 * stays as it is; so shortening is idempotent. Any bytes are accepted, and valid UTF-8 stays valid.
 * O(size of the name), no recursion.
 */
#ifndef GCV_OUTPUT_SHORTEN_H
#define GCV_OUTPUT_SHORTEN_H

#include "base/buffer.h"
#include "output/writer.h"

/* Appends a type name. Parts are dropped step by step until the rest fits:
 *
 *     System.Collections.Generic.Dictionary<System.String, Acme.List<Acme.Price>>
 *     System.Collections.Generic.Dictionary<String, List<Price>>    namespaces of arguments
 *     Dictionary<String, List<Price>>                               the other namespaces
 *     Dictionary<…, List<Price>>                                    arguments in the order of their
 *     Dictionary<…, List<…>>                                            ends
 *     Dictionary<…>
 *     Dict…<…>                                                      the middle
 *     Dicti…+Entry<…>                                               but not of a nested type's own
 * name
 *
 * Names in reflection style (List`1[System.String]) lose the argument count in the first step. */
void gcv_shorten_type(gcv_context *ctx, gcv_slice name, size_t columns, gcv_buffer *out);

/* Appends a type name without namespaces, those of its arguments included. */
void gcv_shorten_namespaces(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* Whether a name is a chain of V8 that passes a variable: `src/app.js > ->registry Registry`. The
 * name of its script would be taken for a namespace. */
static inline bool gcv_passes_variable(gcv_slice name)
{
    return gcv_text_find(name, gcv_slice_str(" > ->"), false) != SIZE_MAX;
}

/* Appends a text without its middle. */
void gcv_shorten_middle(gcv_context *ctx, gcv_slice text, size_t columns, gcv_buffer *out);

/* Appends a text without its end, which is cut off after a whole word or part of a name unless that
 * would leave less than half of the columns. */
void gcv_shorten_end(gcv_context *ctx, gcv_slice text, size_t columns, gcv_buffer *out);

/* ---- fit.c: widths of the columns of a table, and cells cut to them ------------------------- */

/* Numbers are never shortened. If the numbers and GCV_FIT_LEAST columns for each text do not fit,
 * lines are longer than asked for. */

/* Number of columns printed in the row itself: all but the last ones for notes. */
size_t gcv_fit_in_row(const gcv_table_column *columns, size_t n);

/* Reduces `widths`, the widths that the `n` columns of a row need, to those that fit into a line of
 * `width` columns. */
void gcv_fit_widths(const gcv_table_column *columns, size_t n, size_t width, size_t *widths);

/* Set a type apart from the words before and after it (gcv_cell_words). No text of a cell has them:
 * control characters are escaped. */
enum { GCV_MARK_BEFORE = '\x1f', GCV_MARK_AFTER = '\x1e' };

/* Appends a text or type cell, including its indentation, in at most `width` columns. Indentation
 * beyond half of `width` is given up for the text. Words beside a type get up to half of the room
 * left; a blank takes the place of each mark. */
void gcv_fit_cell(gcv_context *ctx, gcv_column_shape shape, gcv_slice cell, size_t width,
                  gcv_buffer *out);

/* ---- name_parts.c: the parts of a type name: texts, namespaces and lists of type arguments  */

/* Lists nested deeper are text of the argument that contains them. */
enum { GCV_NAME_DEPTH_MAX = 32 };

typedef enum gcv_name_part_kind {
    GCV_NAME_END,
    GCV_NAME_TEXT,
    GCV_NAME_NAMESPACE, /* including its dot */
    GCV_NAME_ARITY,     /* the argument count after a name: `2 */
    GCV_NAME_OPEN,
    GCV_NAME_CLOSE,
    GCV_NAME_SEPARATOR /* including the blanks after it */
} gcv_name_part_kind;

typedef struct gcv_name_part {
    gcv_name_part_kind kind;
    size_t at, end;
    size_t depth; /* number of enclosing lists; brackets are outside of their own list */
} gcv_name_part;

typedef struct gcv_name_scan {
    gcv_slice name; /* borrowed */
    size_t at;
    size_t depth, deeper; /* lists that are open, and brackets open beyond GCV_NAME_DEPTH_MAX */
    char closer[GCV_NAME_DEPTH_MAX]; /* of each open list */
    bool type_begins;
} gcv_name_scan;

/* Starts a scan at the beginning of a type, inside `depth` lists. */
gcv_name_scan gcv_name_scan_from(gcv_slice name, size_t at, size_t depth);

/* Takes the next part; GCV_NAME_END after the last. */
gcv_name_part gcv_name_scan_next(gcv_name_scan *scan);

#endif
