/* Pages of several tables, with headings, lines and commands between them. */
#include "support/check.h"
#include "support/written.h"

#include "base/text.h"
#include "output/writer.h"

#include <stdlib.h>
#include <string.h>

static void put(gcv_writer *writer, gcv_document_part part, const char *text)
{
    gcv_document_put(writer, part, gcv_slice_str(text));
}

static void begin_table(gcv_writer *writer)
{
    static const gcv_table_column columns[] = {{"n", GCV_SHAPE_NUMBER}, {"name", GCV_SHAPE_TYPE}};
    gcv_document_table(writer, columns, 2);
}

static void put_row(gcv_writer *writer, uint64_t n, const char *name)
{
    gcv_cell cells[2];
    cells[0] = gcv_cell_count(n);
    cells[1] = gcv_cell_str(name);
    gcv_writer_row(writer, cells);
}

static void put_page(gcv_writer *writer)
{
    put(writer, GCV_PART_HEADING, "First\x1b");
    begin_table(writer);
    put_row(writer, 1000, "Long.Name");
    put_row(writer, 2, "B");
    begin_table(writer); /* the columns of this one are narrower */
    put_row(writer, 3, "C");
    put(writer, GCV_PART_HEADING, "Second");
    put(writer, GCV_PART_LINE, "one *two* three four five six seven eight nine");
    put(writer, GCV_PART_DETAIL, "more and more and more and more and more");
    put(writer, GCV_PART_LINE, "last");
    put(writer, GCV_PART_COMMAND, "gcview stats 'one two three four five six seven eight'");
    put(writer, GCV_PART_LINE, "end");
    put(writer, GCV_PART_COMMAND, "gcview *");
}

static void check(const char *format, size_t width, bool screen, void (*put_all)(gcv_writer *),
                  const char *expected)
{
    FILE *file = tmpfile();
    gcv_context *ctx = gcv_context_new(0);
    size_t size;
    assert_non_null(file);
    gcv_writer *writer = gcv_writer_open(ctx, file, "page", format, false);
    assert_true(gcv_writer_is_document(writer));
    gcv_writer_fit(writer, width);
    gcv_writer_look(writer, screen, screen);
    put_all(writer);
    gcv_writer_end(writer);
    gcv_writer_close(writer);
    char *found = contents(file, &size);
    assert_string_equal(found, expected);
    free(found);
    fclose(file);
    gcv_context_free(ctx);
}

static void check_page(const char *format, const char *expected)
{
    check(format, 40, false, put_page, expected);
}

static void put_stressed(gcv_writer *writer)
{
    gcv_document_stress(writer, (gcv_stress){5, 20});
    gcv_document_stress(writer, (gcv_stress){0, 0});
    gcv_document_stress(writer, (gcv_stress){26, 29});
    put(writer, GCV_PART_LINE, "1000 big \x1b objects are in one list");
    put(writer, GCV_PART_LINE, "no stress");
}

/* The places are those of the text before it gets commas, escapes and lines. */
static void test_stress(NO_STATE)
{
    check("text", 20, true, put_stressed,
          "  1,000 \x1b[1mbig \\x1b\x1b[0m\n"
          "     \x1b[1mobjects a\x1b[0mre in\n"
          "     \x1b[1mone\x1b[0m list\n"
          "  no stress\n");
}

static void test_text(NO_STATE)
{
    check_page("text",
               "First\\x1b\n"
               "   n  name\n"
               "1000  Long.Name\n"
               "   2  B\n"
               "\n"
               "n  name\n"
               "3  C\n"
               "\n"
               "Second\n"
               "  one *two* three four five six seven\n"
               "     eight nine\n"
               "     more and more and more and more and\n"
               "       more\n"
               "  last\n"
               "     gcview stats 'one two three four five six seven eight'\n"
               "  end\n"
               "     gcview *\n");
}

static void test_md(NO_STATE)
{
    check_page("md",
               "### First\\\\x1b\n"
               "\n"
               "| n | name |\n"
               "| ---: | --- |\n"
               "| 1000 | Long.Name |\n"
               "| 2 | B |\n"
               "\n"
               "| n | name |\n"
               "| ---: | --- |\n"
               "| 3 | C |\n"
               "\n"
               "### Second\n"
               "\n"
               "- one \\*two\\* three four five six seven eight nine\n"
               "  - more and more and more and more and more\n"
               "- last\n"
               "\n"
               "      gcview stats 'one two three four five six seven eight'\n"
               "- end\n"
               "\n"
               "      gcview *\n");
}

/* The other formats have no parts; the tables of a page do not appear in them. */
static void test_no_document(NO_STATE)
{
    static const char *const formats[] = {"tsv", "csv", "json", "tap", "junit", "github"};
    for (size_t i = 0; i < CHECK_COUNT(formats); i++) {
        gcv_context *ctx = gcv_context_new(0);
        FILE *file = tmpfile();
        size_t size;
        gcv_writer *writer = gcv_writer_open(ctx, file, "page", formats[i], false);
        assert_false(gcv_writer_is_document(writer));
        put(writer, GCV_PART_HEADING, "nowhere");
        begin_table(writer);
        gcv_writer_close(writer);
        char *found = contents(file, &size);
        assert_int_equal(size, 0);
        free(found);
        fclose(file);
        gcv_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_stress),
        cmocka_unit_test(test_md),
        cmocka_unit_test(test_no_document),
    };
    return cmocka_run_group_tests_name("output.document", tests, NULL, NULL);
}
