/* profile_rows.c - what `profile` writes, read back; see profile_rows.h. */
#include "support/profile_rows.h"

#include "support/check.h"
#include "support/graphs.h"

#include <stdlib.h>
#include <string.h>

void profile_rows_add(profile_rows *rows, const char *stack, const profile_row *sums)
{
    profile_row row = *sums;
    if (rows->n == rows->cap) {
        rows->cap = 2 * rows->cap + 16;
        rows->rows = realloc(rows->rows, rows->cap * sizeof *rows->rows);
        assert_non_null(rows->rows);
    }
    row.stack = graph_alloc(strlen(stack) + 1, 1);
    strcpy(row.stack, stack);
    rows->rows[rows->n++] = row;
}

void profile_rows_release(profile_rows *rows)
{
    size_t i;
    for (i = 0; i < rows->n; i++) {
        free(rows->rows[i].stack);
    }
    free(rows->rows);
    memset(rows, 0, sizeof *rows);
}

/* ---- folded ------------------------------------------------------------------------------- */

/* Takes the last number off a line that ends at `*end`. */
static int64_t last_number(const char *line, const char **end)
{
    const char *at = *end;
    while (at > line && at[-1] >= '0' && at[-1] <= '9') {
        at--;
    }
    assert_true(at < *end && at > line && at[-1] == ' ');
    *end = at - 1;
    return (int64_t)strtoull(at, NULL, 10);
}

static void read_folded(profile_rows *rows, const char *bytes, size_t size, bool differs)
{
    const char *line = bytes, *past = bytes + size;
    while (line < past) {
        const char *end = memchr(line, '\n', (size_t)(past - line)), *at = end;
        profile_row sums = {NULL, 0, 0, 0};
        graph_text stack = {NULL, 0, 0};
        size_t i;
        assert_non_null(end);
        sums.bytes = last_number(line, &at);
        sums.before = differs ? last_number(line, &at) : 0;
        graph_put(&stack, line, (size_t)(at - line));
        graph_put(&stack, "\n", 2);
        for (i = 0; i + 2 < stack.size; i++) {
            assert_true((unsigned char)stack.data[i] >= ' ');
            stack.data[i] = stack.data[i] == ';' ? '\n' : stack.data[i];
        }
        profile_rows_add(rows, stack.data, &sums);
        graph_text_release(&stack);
        line = end + 1;
    }
}

/* ---- all of them -------------------------------------------------------------------------- */

void profile_rows_read(profile_rows *rows, const char *format, const char *bytes, size_t size,
                       bool differs)
{
    assert_string_equal(format, "folded");
    read_folded(rows, bytes, size, differs);
}
