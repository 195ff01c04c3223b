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
    GCV_COUNT,       /* right-aligned; sorts highest first; the cell shows the key */
    GCV_BYTES,       /* the same */
    GCV_EXTRA_COUNT, /* the same, but a screen leaves it out if rows are too wide for it */
    GCV_EXTRA_BYTES,
    GCV_RETAINED, /* bytes that may be unknown: the key is one more, and 0 is `-` */
    GCV_FIGURE,   /* as GCV_COUNT, but the cell shows something else */
    GCV_ID,       /* right-aligned; sorts lowest first; without a cell the key is an id */
    GCV_NAME,     /* name of a type: left-aligned; sorts lowest first; without a cell the key is the
                   * row of a type of the heap, or GCV_NONE */
    GCV_GROUP, /* name of a group of --by, whose word is the column's name; likewise. Modules that
                * are scripts are short in the text format */
    GCV_LABEL  /* any other text: left-aligned; sorts lowest first */
} gcv_column_kind;

/* With --total, figures of this row are those of all shown rows together, also of those that --top
 * leaves out. It is not their sum where rows overlap, as retained bytes do. */
#define GCV_TOTAL_ROW UINT32_MAX

typedef struct gcv_report_column {
    const char *name;
    gcv_column_kind kind;
    gcv_key_fn key;                                      /* NULL: rows cannot be sorted by it */
    gcv_cell (*cell)(const void *payload, uint32_t row); /* NULL: as the kind says */
    bool (*shown_if)(const gcv_report_options *options); /* NULL: always shown */
} gcv_report_column;

/* Defines a cell of a table; for its key there is GCV_KEY (base/sort.h). */
#define GCV_CELL(name, expression) GCV_OF_ROW(gcv_cell, name, expression)
/* Defines whether a row passes the filters. */
#define GCV_ROW_TEST(name, expression) GCV_OF_ROW(bool, name, expression)

typedef struct gcv_table {
    const gcv_report_column *columns;
    size_t n;
    bool (*applies)(const gcv_report_options *options); /* NULL: always */
    const char *noun;     /* what a row is; NULL: what the first column says that is no figure */
    const char *sort[2];  /* the default of --sort: the first of these that is shown */
    uint64_t top;         /* the default of --top; 0: all */
    gcv_before_fn before; /* a total order of rows with equal keys, … */
    const gcv_key_fn *tie_keys; /* … and as keys (rows.h); both NULL: by number */
    bool total_first; /* the total is the first row, with or without --total; it has all cells */
    bool of_objects;  /* rows are objects of report->in.heap: their ids are looked up in batches */
    /* Computes what the cells of kind GCV_LABEL of a row read; NULL: nothing to do. */
    void (*prepare)(void *payload, uint32_t row);
} gcv_table;

#define GCV_COLUMNS(list) .columns = (list), .n = GCV_LENGTH(list)

typedef bool (*gcv_row_test)(const void *payload, uint32_t row);

/* Conditions of columns, and of costs. */
bool gcv_shows_share(const gcv_report_options *options);
bool gcv_shows_retained(const gcv_report_options *options);
bool gcv_shows_garbage(const gcv_report_options *options);
bool gcv_has_baseline(const gcv_report_options *options);

/* The tables of a command, each under its condition; NULL in the places that are left. */
enum { GCV_TABLES_MAX = 3 };
/* Returns the first of them that applies; NULL: none. */
const gcv_table *gcv_table_of(const gcv_table *const *tables, const gcv_report_options *options);
/* Lists the columns that are shown, with their names and kinds, and returns their number. */
size_t gcv_table_columns(const gcv_table *table, const gcv_report_options *options,
                         gcv_report_column shown[GCV_COLUMNS_MAX]);
/* GCV_ERR_USAGE if --sort names no column by which rows can be sorted. */
void gcv_table_check(gcv_context *ctx, const gcv_table *table, const gcv_report_options *options);

/* Begins to choose rows by --sort, --reverse and --top; add them with gcv_rows_add(). */
void gcv_table_rows(const gcv_table *table, gcv_report *report, const void *payload,
                    gcv_rows *rows);
/* Chooses and writes the rows from 0 to n - 1 that are shown, and with --total their total. */
void gcv_table_show(const gcv_table *table, gcv_report *report, void *payload, size_t n,
                    gcv_row_test is_shown);
/* Chooses and writes the objects of a selection that are shown. */
void gcv_table_show_objects(const gcv_table *table, gcv_report *report, void *payload,
                            const gcv_selection *selection, gcv_row_test is_shown);

/* ---- columns of tables whose rows are objects --------------------------------------------- */

/* The payload of a table whose rows are objects. */
typedef struct gcv_object_rows {
    const gcv_heap *heap;
    const gcv_dominators *dominators;
    const gcv_report_options *options;
    void *own; /* what the table's own keys and cells read besides */
} gcv_object_rows;

/* What all tables of objects have in common. */
#define GCV_OBJECT_TABLE                                                                           \
    .top = GCV_TOP_OBJECTS, .before = gcv_object_before, .tie_keys = gcv_object_tie_keys,          \
    .of_objects = true
extern const gcv_key_fn gcv_object_tie_keys[];

/* Retained bytes plus one; 0: unreachable. */
uint64_t gcv_object_key_retained(const void *payload, uint32_t object);
uint64_t gcv_object_key_bytes(const void *payload, uint32_t object);
uint64_t gcv_object_key_id(const void *payload, uint32_t object);
uint64_t gcv_object_key_type(const void *payload, uint32_t object);

/* Retained bytes of an object; 0 if it is not reachable. */
uint64_t gcv_object_retained(const gcv_dominators *dominators, uint32_t object);

/* Whether a reachable object has two thirds of what its dominator retains, which is selected. */
bool gcv_object_is_inside(const gcv_dominators *dominators, const gcv_selection *selection,
                          uint32_t object);

/* Orders objects by type name, then id, then section. */
bool gcv_object_before(const void *payload, uint32_t a, uint32_t b);

#endif
