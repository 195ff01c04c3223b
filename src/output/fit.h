/* fit.h - fits a table into a number of columns: column widths, and cells cut to them.
 *
 * Numbers are never shortened. If the numbers and GCV_FIT_LEAST columns for each text do not fit,
 * lines are longer than asked for.
 */
#ifndef GCV_OUTPUT_FIT_H
#define GCV_OUTPUT_FIT_H

#include "base/buffer.h"
#include "output/writer.h"

/* Number of columns printed in the row itself: all but a last one for notes. */
size_t gcv_fit_in_row(const gcv_table_column *columns, size_t n);

/* Reduces `widths`, the widths that the `n` columns of a row need, to those that fit into a line of
 * `width` columns. */
void gcv_fit_widths(const gcv_table_column *columns, size_t n, size_t width, size_t *widths);

/* Appends a text or type cell, including its indentation, in at most `width` columns. Indentation
 * beyond half of `width` is given up for the text. */
void gcv_fit_cell(gcv_context *ctx, gcv_column_shape shape, gcv_slice cell, size_t width,
                  gcv_buffer *out, gcv_error *err);

#endif
