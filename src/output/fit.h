/* fit.h - a table in a number of columns: what room each of its columns gets, and cells cut to it.
 *
 * Numbers are never shortened. If numbers and GCV_FIT_LEAST columns for each text do not fit, lines
 * are longer than they should be.
 */
#ifndef GCV_OUTPUT_FIT_H
#define GCV_OUTPUT_FIT_H

#include "base/buffer.h"
#include "output/writer.h"

/* The columns of a table that stand in its rows: all but a last one for notes. */
size_t gcv_fit_in_row(const gcv_table_column *columns, size_t n);

/* Cuts the widths that `n` columns of a row need to those that they get in a line of `width`. */
void gcv_fit_widths(const gcv_table_column *columns, size_t n, size_t width, size_t *widths);

/* Appends a cell of a text or of a type, its indentation included, in at most `width` columns. An
 * indentation of more than half of it gives way to the text. */
void gcv_fit_cell(gcv_context *ctx, gcv_column_shape shape, gcv_slice cell, size_t width,
                  gcv_buffer *out, gcv_error *err);

#endif
