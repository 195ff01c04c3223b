/* fit.c - fits a table into a number of columns; see shorten.h.
 *
 * The room is given out in steps; in each step all columns concerned grow evenly. First every text
 * gets a little; then type names and other texts (labels of roots) in turn get the width below
 * which they say little; then the other texts get all they need; type names get the rest.
 */
#include "output/shorten.h"

#include "output/display.h"

#include <string.h>

enum {
    GAP = 2,           /* between columns */
    TYPE_LEAST = 16,   /* columns of a type name */
    LABEL_LEAST = 12,  /* columns of any other text */
    LABEL_USEFUL = 30, /* the same on a screen, where labels are in words */
    TYPE_USEFUL = 40   /* columns of a type name deep in a chain */
};

size_t gcv_fit_in_row(const gcv_table_column *columns, size_t n)
{
    while (n > 0 && columns[n - 1].shape == GCV_SHAPE_NOTE) {
        n--;
    }
    return n;
}

typedef struct gcv_fit {
    const gcv_table_column *columns;
    size_t n, room; /* columns not given out yet */
    size_t needs[GCV_COLUMNS_MAX];
    size_t *widths;
} gcv_fit;

/* Whether a column can do with less than it needs: types shorten well, values wrap. */
static bool is_patient(const gcv_fit *fit, size_t at)
{
    gcv_column_shape shape = fit->columns[at].shape;
    return shape == GCV_SHAPE_TYPE || shape == GCV_SHAPE_VALUE;
}

/* Widens either the patient columns or the other texts, up to `most` columns each, one column at a
 * time.
 */
static void widen(gcv_fit *fit, bool patient, size_t most)
{
    bool grew = true;
    while (grew) {
        grew = false;
        for (size_t i = 0; i < fit->n && fit->room > 0; i++) {
            if (fit->columns[i].shape != GCV_SHAPE_NUMBER && is_patient(fit, i) == patient &&
                fit->widths[i] < fit->needs[i] && fit->widths[i] < most) {
                fit->widths[i]++;
                fit->room--;
                grew = true;
            }
        }
    }
}

/* The width that a column gets in any case. */
static size_t least_width(const gcv_table_column *column, size_t needed)
{
    size_t least = strlen(column->name) > GCV_FIT_LEAST ? strlen(column->name) : GCV_FIT_LEAST;
    return column->shape == GCV_SHAPE_NUMBER || needed < least ? needed : least;
}

void gcv_fit_widths(const gcv_table_column *columns, size_t n, size_t width, size_t *widths)
{
    size_t taken = 0;
    bool on_screen = false;
    gcv_fit fit = {.columns = columns, .n = n, .widths = widths};
    for (size_t i = 0; i < n; i++) {
        fit.needs[i] = widths[i];
        widths[i] = least_width(&columns[i], widths[i]);
        taken += widths[i] + (i > 0 ? GAP : 0);
        on_screen = on_screen || columns[i].shape == GCV_SHAPE_LABEL;
    }
    fit.room = taken < width ? width - taken : 0;
    widen(&fit, true, TYPE_LEAST);
    widen(&fit, false, on_screen ? LABEL_USEFUL : LABEL_LEAST);
    widen(&fit, true, TYPE_USEFUL);
    widen(&fit, false, GCV_FIT_WIDEST);
    widen(&fit, true, GCV_FIT_WIDEST);
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Splits a type cell into the words before it, the name, and the words after it. */
static void split_type(gcv_slice cell, gcv_slice part[3])
{
    const char *before = cell.size > 0 ? memchr(cell.data, GCV_MARK_BEFORE, cell.size) : NULL;
    const size_t begin = before != NULL ? (size_t)(before - cell.data) + 1 : 0;
    const char *after =
        cell.size > begin ? memchr(cell.data + begin, GCV_MARK_AFTER, cell.size - begin) : NULL;
    const size_t end = after != NULL ? (size_t)(after - cell.data) : cell.size;
    part[0] = gcv_slice_of(cell.data, begin > 0 ? begin - 1 : 0);
    part[1] = gcv_slice_of(cell.data + begin, end - begin);
    part[2] = gcv_slice_from(cell, end + (after != NULL));
}

/* Appends a type cell without its indentation. The words get what the name leaves, at least half of
 * the room; those after the name come first. */
static void fit_type(gcv_context *ctx, gcv_slice cell, size_t width, gcv_buffer *out)
{
    gcv_slice part[3];
    size_t taken[3] = {0};
    split_type(cell, part);
    size_t room = width - smaller(gcv_display_width(part[1]), width - width / 2);
    for (size_t i = 0; i < 3; i += 2) {
        const gcv_slice words = part[2 - i];
        taken[2 - i] = words.size > 0 ? smaller(gcv_display_width(words) + 1, room) : 0;
        room -= taken[2 - i];
    }
    if (taken[0] > 1) {
        gcv_shorten_end(ctx, part[0], taken[0] - 1, out);
        gcv_buffer_append_str(ctx, out, " ");
    }
    (gcv_passes_variable(part[1]) ? gcv_shorten_middle : gcv_shorten_type)(
        ctx, part[1], width - taken[0] - taken[2], out);
    if (taken[2] > 1) {
        gcv_buffer_append_str(ctx, out, " ");
        gcv_shorten_middle(ctx, part[2], taken[2] - 1, out);
    }
}

void gcv_fit_cell(gcv_context *ctx, gcv_column_shape shape, gcv_slice cell, size_t width,
                  gcv_buffer *out)
{
    const size_t needed = gcv_display_width(cell);
    const gcv_slice text = gcv_slice_unindented(cell);
    size_t indent = cell.size - text.size;
    if (needed <= width && shape != GCV_SHAPE_TYPE) {
        gcv_buffer_append(ctx, out, cell);
        return;
    }
    if (needed > width) {
        indent = smaller(indent, width - smaller(needed - indent, width - width / 2));
    }
    gcv_buffer_append(ctx, out, gcv_slice_of(cell.data, indent));
    if (shape == GCV_SHAPE_TYPE) {
        fit_type(ctx, text, width - indent, out);
    } else if (shape == GCV_SHAPE_LABEL) {
        gcv_shorten_end(ctx, text, width - indent, out);
    } else {
        gcv_shorten_middle(ctx, text, width - indent, out);
    }
}
