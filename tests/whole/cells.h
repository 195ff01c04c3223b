/* cells.h - the table that a command wrote with `--format tsv`, for tests of its rows. */
#ifndef GCV_TEST_CELLS_H
#define GCV_TEST_CELLS_H

#include "whole/whole.h"

enum { CELLS_COLUMNS = 12 };

typedef struct cells {
    const char *head[CELLS_COLUMNS];
    const char **at; /* row by row */
    size_t n_columns, n_rows;
    char *text; /* the text that the cells point into */
} cells;

/* Runs a command line, which must succeed, and reads its result. */
void cells_open(cells *table, whole *w, const char *line);
void cells_close(cells *table);

/* Fails the test if no column has this name. */
size_t cells_column(const cells *table, const char *name);
const char *cells_at(const cells *table, size_t row, size_t column);
/* Reads the absolute value of a number; returns false if the cell has none. */
bool cells_number(const cells *table, size_t row, size_t column, uint64_t *value);

#endif
