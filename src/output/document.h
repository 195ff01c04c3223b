/* document.h - a page for people: headings, lines, command lines and several tables, in the formats
 * that have a place for them (text and md).
 *
 * Parts follow each other in any order; rows go to the table that was begun last. Blank lines
 * between parts come by themselves. In the other formats nothing happens.
 */
#ifndef GCV_OUTPUT_DOCUMENT_H
#define GCV_OUTPUT_DOCUMENT_H

#include "output/writer.h"

typedef enum gcv_document_part {
    GCV_PART_NONE, /* the page is empty so far */
    GCV_PART_TABLE,
    GCV_PART_HEADING,
    GCV_PART_LINE,   /* a line of prose, an item of a list */
    GCV_PART_DETAIL, /* a line that belongs to the line above it */
    GCV_PART_COMMAND /* a command line to paste */
} gcv_document_part;

/* Whether the format can have more than one table. */
bool gcv_writer_is_document(const gcv_writer *writer);

/* Puts any part but a table. */
GCV_CHECKED gcv_status gcv_document_put(gcv_writer *writer, gcv_document_part part, gcv_slice text,
                                        gcv_error *err);
/* Begins a table. `columns` as for gcv_writer_begin(). */
GCV_CHECKED gcv_status gcv_document_table(gcv_writer *writer, const gcv_table_column *columns,
                                          size_t n_columns, gcv_error *err);

#endif
