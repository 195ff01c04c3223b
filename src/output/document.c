/* document.c - headings, lines and several tables; see document.h. */
#include "output/document.h"

#include "output/writer_impl.h"

#include <string.h>

bool gcv_writer_is_document(const gcv_writer *writer) { return writer->format->put_part != NULL; }

static bool is_line(gcv_document_part part)
{
    return part == GCV_PART_LINE || part == GCV_PART_DETAIL || part == GCV_PART_COMMAND;
}

/* Ends the open table, and puts the blank line between two parts. */
static void begin_part(gcv_writer *writer, gcv_document_part part)
{
    const gcv_document_part last = writer->part;
    if (last == GCV_PART_TABLE && writer->format->end != NULL) {
        writer->format->end(writer);
    }
    if (last != GCV_PART_NONE && last != GCV_PART_HEADING &&
        (part != last || part == GCV_PART_TABLE) && !(is_line(part) && is_line(last))) {
        gcv_put(writer, "\n", 1);
    }
    writer->part = part;
}

void gcv_document_put(gcv_writer *writer, gcv_document_part part, gcv_slice text)
{
    if (gcv_writer_is_document(writer)) {
        begin_part(writer, part);
        writer->format->put_part(writer, part, text);
    }
}

void gcv_document_table(gcv_writer *writer, const gcv_table_column *columns, size_t n_columns)
{
    gcv_table_head head;
    if (gcv_writer_is_document(writer)) {
        memset(&head, 0, sizeof head);
        begin_part(writer, GCV_PART_TABLE);
        gcv_writer_begin(writer, &head, columns, n_columns);
    }
}
