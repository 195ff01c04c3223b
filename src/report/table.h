/* table.h - tables of rows that are chosen and ordered by a column. The header, --sort and the
 * cells come from one list of columns.
 *
 * A row is a number below 2^32 that means something to the payload: an object, a type, a root … */
#ifndef GCV_REPORT_TABLE_H
#define GCV_REPORT_TABLE_H

#include "report/option.h"
#include "base/rows.h"
#include "report/report.h"

typedef enum gcv_column_kind {
    GCV_COUNT,  /* right-aligned; sorts highest first; the cell shows the key */
    GCV_BYTES,  /* the same */
    GCV_FIGURE, /* the same, but the cell shows something else */
    GCV_ID,     /* right-aligned; sorts lowest first */
    GCV_NAME,   /* name of a type: left-aligned; sorts lowest first */
    GCV_LABEL   /* any other text: left-aligned; sorts lowest first */
} gcv_column_kind;

/* With --total, figures of this row are those of all shown rows together, also of those that --top
 * leaves out. It is not their sum where rows overlap, as retained bytes do. */
#define GCV_TOTAL_ROW UINT32_MAX

typedef struct gcv_report_column {
    const char *name;
    gcv_column_kind kind;
    gcv_key_fn key;                                      /* NULL: rows cannot be sorted by it */
    gcv_cell (*cell)(const void *payload, uint32_t row); /* NULL: counts and bytes */
    bool (*shown_if)(const gcv_report_options *options); /* NULL: always shown */
} gcv_report_column;

/* Defines a key that is a member of a row, which `row_at(payload, row)` points to. */
#define GCV_ROW_KEY(name, row_at, member)                                                          \
    static uint64_t name(const void *payload, uint32_t row)                                        \
    {                                                                                              \
        return row_at(payload, row)->member;                                                       \
    }                                                                                              \
    static uint64_t name(const void *payload, uint32_t row) /* takes the semicolon */

typedef struct gcv_table {
    gcv_report_column columns[GCV_COLUMNS_MAX];
    size_t n;
    uint32_t extra;       /* a bit for each column that a narrow screen leaves out */
    const char *noun;     /* what a row is; NULL: what the first column says that is no figure */
    const char *sort;     /* the default of --sort */
    uint64_t top;         /* the default of --top; 0: all */
    gcv_before_fn before; /* a total order of rows with equal keys */
    const gcv_key_fn *tie_keys; /* the same order as keys (rows.h); NULL: only `before` has it */
    /* Makes the cells of the column of kind GCV_ID for up to GCV_ID_BATCH rows, `step` cells apart;
     * NULL: they are made one by one. */
    void (*id_cells)(const void *payload, const uint32_t *rows, size_t n, gcv_cell *cells,
                     size_t step);
    /* Computes what the cells of a row read; NULL: nothing to do. */
    void (*prepare)(void *payload, uint32_t row);
} gcv_table;

/* Whether a row passes the filters. */
typedef bool (*gcv_row_test)(const void *payload, uint32_t row);

/* Makes a table without columns. */
void gcv_table_init(gcv_table *table, const char *sort, uint64_t top, gcv_before_fn before);
/* Adds those of `n` columns that are shown. */
void gcv_table_add(gcv_table *table, const gcv_report_options *options,
                   const gcv_report_column *columns, size_t n);
/* The same for columns that a screen leaves out if rows are too wide for it. */
void gcv_table_add_extra(gcv_table *table, const gcv_report_options *options,
                         const gcv_report_column *columns, size_t n);
#define GCV_TABLE_ADD(table, options, columns)                                                     \
    gcv_table_add(table, options, columns, sizeof(columns) / sizeof(columns)[0])
/* Conditions of columns. */
bool gcv_shows_share(const gcv_report_options *options);
bool gcv_shows_retained(const gcv_report_options *options);

/* GCV_ERR_USAGE if --sort names no column by which rows can be sorted. */
void gcv_table_check(gcv_context *ctx, const gcv_table *table, const gcv_report_options *options);

/* Begins to choose rows by --sort, --reverse and --top; add them with gcv_rows_add(). */
void gcv_table_rows(const gcv_table *table, gcv_report *report, const void *payload,
                    gcv_rows *rows);
/* Chooses and sorts the rows from 0 to n - 1 that are shown. */
void gcv_table_choose(const gcv_table *table, gcv_report *report, const void *payload, size_t n,
                      gcv_row_test is_shown, gcv_rows *rows);

/* Writes the header. */
void gcv_table_begin(const gcv_table *table, gcv_report *report);
/* Writes a row. */
void gcv_table_row(const gcv_table *table, gcv_report *report, void *payload, uint32_t row);

/* Chooses and writes the rows from 0 to n - 1 that are shown, and with --total their total. */
void gcv_table_show(const gcv_table *table, gcv_report *report, void *payload, size_t n,
                    gcv_row_test is_shown);
/* Chooses and writes the objects of a selection that are shown. */
void gcv_table_show_objects(const gcv_table *table, gcv_report *report, void *payload,
                            const gcv_selection *selection, gcv_row_test is_shown);

#endif
