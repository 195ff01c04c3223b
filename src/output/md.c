/* md.c - a table in GitHub's flavour of markdown. */
#include "output/writer_impl.h"

static void begin(gcv_writer *writer, const gcv_table_head *head)
{
    (void)head;
    gcv_put_names(writer);
    for (size_t i = 0; i < writer->n_columns; i++) {
        gcv_writer_put_str(writer, i > 0 ? " | " : "| ");
        gcv_writer_put_str(writer, writer->columns[i].shape == GCV_SHAPE_NUMBER ? "---:" : "---");
    }
    gcv_writer_put_str(writer, " |\n");
}

static void put_word(gcv_writer *writer, gcv_slice word, const char *before, const char *after)
{
    if (word.size > 0) {
        gcv_writer_put_str(writer, before);
        gcv_put_escaped(writer, GCV_ESCAPE_MD, word);
        gcv_writer_put_str(writer, after);
    }
}

static void row(gcv_writer *writer, const gcv_cell *cells)
{
    const gcv_slice none = {NULL, 0};
    for (size_t i = 0; i < writer->n_columns; i++) {
        gcv_writer_put_str(writer, i > 0 ? " | " : "| ");
        for (uint32_t level = 0; level < cells[i].indent && level < GCV_INDENT_MAX; level++) {
            gcv_writer_put_str(writer, "&nbsp;&nbsp;"); /* markdown trims blanks */
        }
        put_word(writer, cells[i].words != NULL ? cells[i].words->before : none, "", " ");
        gcv_put_cell(writer, GCV_ESCAPE_MD, &cells[i]);
        put_word(writer, cells[i].words != NULL ? cells[i].words->after : none, " ", "");
    }
    gcv_writer_put_str(writer, " |\n");
}

/* A command is a code block of the list item above it: a blank line, then an indentation by the two
 * columns of the item and four more. No text can end such a block. */
static void put_part(gcv_writer *writer, gcv_document_part part, gcv_slice text)
{
    gcv_writer_put_str(writer, part == GCV_PART_HEADING   ? "### "
                               : part == GCV_PART_LINE    ? "- "
                               : part == GCV_PART_DETAIL  ? "  - "
                               : part == GCV_PART_COMMAND ? "\n      "
                                                          : "");
    gcv_put_escaped(writer, part == GCV_PART_COMMAND ? GCV_ESCAPE_TEXT : GCV_ESCAPE_MD, text);
    gcv_writer_put_str(writer, part == GCV_PART_HEADING ? "\n\n" : "\n");
}

const gcv_output_format gcv_output_md = {
    .name = "md", .tables = GCV_ANY_TABLE, .begin = begin, .row = row, .put_part = put_part};
