/* cells.c - tables in tsv, split into cells; see cells.h. */
#include "whole/cells.h"

#include <stdlib.h>
#include <string.h>

static size_t cut_line(char *line, const char **into)
{
    size_t n = 0;
    for (;;) {
        char *tab = strchr(line, '\t');
        assert_true(n < CELLS_COLUMNS);
        into[n++] = line;
        if (tab == NULL) {
            return n;
        }
        *tab = '\0';
        line = tab + 1;
    }
}

void cells_open(cells *table, whole *w, const char *line)
{
    char words[2048];
    size_t lines = 0;
    char *end;
    memset(table, 0, sizeof *table);
    assert_in_range(snprintf(words, sizeof words, "%s --format tsv", line), 1, sizeof words - 1);
    whole_succeed(w, words);
    table->text = whole_copy(w);
    for (char *at = table->text; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    table->at = calloc(lines * CELLS_COLUMNS, sizeof *table->at);
    assert_non_null(table->at);
    for (char *at = table->text; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        if (table->n_columns == 0) {
            table->n_columns = cut_line(at, table->head);
        } else if (strstr(at, "<total>") == NULL) { /* which comes first in `what-if` */
            size_t n = cut_line(at, table->at + table->n_rows++ * table->n_columns);
            assert_int_equal(n, table->n_columns);
        }
    }
}

void cells_close(cells *table)
{
    free(table->at);
    free(table->text);
}

size_t cells_column(const cells *table, const char *name)
{
    size_t i = 0;
    while (i < table->n_columns && strcmp(table->head[i], name) != 0) {
        i++;
    }
    if (i == table->n_columns) {
        fail_msg("no column %s", name);
    }
    return i;
}

const char *cells_at(const cells *table, size_t row, size_t column)
{
    return table->at[row * table->n_columns + column];
}

bool cells_number(const cells *table, size_t row, size_t column, uint64_t *value)
{
    const char *text = cells_at(table, row, column);
    *value = strtoull(text[0] == '-' ? text + 1 : text, NULL, 10);
    return strcmp(text, "-") != 0;
}
