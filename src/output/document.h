/* document.h - a page for people: headings, lines, command lines and several tables, in the formats
 * that can show them (text and md).
 *
 * Parts follow each other in any order; a row goes to the table begun last. Blank lines between
 * parts are added automatically. In the other formats these calls do nothing.
 */
#ifndef GCV_OUTPUT_DOCUMENT_H
#define GCV_OUTPUT_DOCUMENT_H

#include "output/writer.h"

typedef enum gcv_document_part {
    GCV_PART_NONE, /* nothing has been put yet */
    GCV_PART_TABLE,
    GCV_PART_HEADING,
    GCV_PART_LINE,   /* a line of prose, a list item */
    GCV_PART_DETAIL, /* a line that continues the line above it */
    GCV_PART_COMMAND /* a command line to paste, below the line that says what it is good for */
} gcv_document_part;

/* Whether the format can show several tables. */
bool gcv_writer_is_document(const gcv_writer *writer);

/* Puts a part other than a table. */
void gcv_document_put(gcv_writer *writer, gcv_document_part part, gcv_slice text);
/* Begins a table. `columns` is as in gcv_writer_begin(). */
void gcv_document_table(gcv_writer *writer, const gcv_table_column *columns, size_t n_columns);

#endif
