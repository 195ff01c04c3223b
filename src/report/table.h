/* table.h - tables of rows that are chosen and ordered by a column: header, --sort and cells come
 * from the same list of columns.
 *
 * A row is a number below 2^32 that means something to the payload: an object, a type, a root …
 */
#ifndef GCV_REPORT_TABLE_H
#define GCV_REPORT_TABLE_H

#include "report/option.h"
#include "report/rows.h"

typedef enum gcv_column_kind {
    GCV_COUNT,  /* right-aligned; sorts highest first; the cell shows the key */
    GCV_BYTES,  /* the same */
    GCV_FIGURE, /* the same, but the cell is another */
    GCV_ID,     /* right-aligned; sorts lowest first */
    GCV_NAME,   /* of a type: left-aligned; sorts lowest first */
    GCV_LABEL   /* any other text: likewise */
} gcv_column_kind;

typedef struct gcv_report_column {
    const char *name;
    gcv_column_kind kind;
    gcv_key_fn key;                                      /* NULL: rows cannot be sorted by it */
    gcv_cell (*cell)(const void *payload, uint32_t row); /* NULL: of counts and bytes */
} gcv_report_column;

typedef struct gcv_table {
    gcv_report_column columns[GCV_COLUMNS_MAX];
    size_t n;
    const char *sort;           /* the column to sort by unless --sort names another */
    uint64_t top;               /* rows shown unless --top says otherwise; 0: all */
    gcv_before_fn before;       /* among rows of equal keys: a total order */
    const gcv_key_fn *tie_keys; /* the same as keys (rows.h); NULL: only `before` tells */
    /* The cells of the column of kind GCV_ID of up to GCV_ID_BATCH rows, `step` apart; NULL: they
     * are made one by one. */
    void (*id_cells)(const void *payload, const uint32_t *rows, size_t n, gcv_cell *cells,
                     size_t step);
    /* Computes what the cells of a row show; NULL: nothing to do. */
    gcv_status (*prepare)(void *payload, uint32_t row, gcv_error *err);
    /* Of the row <total>, whose cells hold the sums of counts and bytes of all rows that are shown,
     * those that --top leaves out included: puts right what is no sum, such as retained bytes and
     * differences. NULL: no such row. */
    gcv_status (*total)(void *payload, gcv_cell *cells, gcv_error *err);
} gcv_table;

/* Whether the filters leave a row. */
typedef bool (*gcv_row_test)(const void *payload, uint32_t row);

/* A table without columns. */
void gcv_table_init(gcv_table *table, const char *sort, uint64_t top, gcv_before_fn before);
void gcv_table_add(gcv_table *table, const gcv_report_column *columns, size_t n);

/* GCV_ERR_USAGE if --sort names no column that rows can be sorted by. */
GCV_CHECKED gcv_status gcv_table_check(const gcv_table *table, const gcv_report_options *options,
                                       gcv_error *err);

/* Begins a choice of rows by --sort, --reverse and --top; rows are added with gcv_rows_add(). */
GCV_CHECKED gcv_status gcv_table_rows(const gcv_table *table, gcv_report *report,
                                      const void *payload, gcv_rows *rows, gcv_error *err);
/* Chooses and sorts those of the rows 0 to n - 1 that are shown. `rows` is to be released even if
 * it fails. */
GCV_CHECKED gcv_status gcv_table_choose(const gcv_table *table, gcv_report *report,
                                        const void *payload, size_t n, gcv_row_test is_shown,
                                        gcv_rows *rows, gcv_error *err);

/* The header. */
GCV_CHECKED gcv_status gcv_table_begin(const gcv_table *table, gcv_report *report, gcv_error *err);
/* One row. */
GCV_CHECKED gcv_status gcv_table_row(const gcv_table *table, gcv_report *report, void *payload,
                                     uint32_t row, gcv_error *err);

/* Chooses and writes those of the rows 0 to n - 1 that are shown. */
GCV_CHECKED gcv_status gcv_table_show(const gcv_table *table, gcv_report *report, void *payload,
                                      size_t n, gcv_row_test is_shown, gcv_error *err);
/* The same for a table whose rows are the objects of a selection. */
GCV_CHECKED gcv_status gcv_table_show_objects(const gcv_table *table, gcv_report *report,
                                              void *payload, const gcv_selection *selection,
                                              gcv_row_test is_shown, gcv_error *err);

#endif
