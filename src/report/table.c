/* table.c - tables of rows that are chosen and ordered by a column; see table.h. */
#include "report/table.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum { CELLS_A_BLOCK = 320, ROWS_A_BLOCK = GCV_ID_BATCH };

void gcv_table_init(gcv_table *table, const char *sort, uint64_t top, gcv_before_fn before)
{
    memset(table, 0, sizeof *table);
    table->sort = sort;
    table->top = top;
    table->before = before;
}

void gcv_table_add(gcv_table *table, const gcv_report_options *options,
                   const gcv_report_column *columns, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (columns[i].shown_if == NULL || columns[i].shown_if(options)) {
            table->columns[table->n++] = columns[i];
        }
    }
}

void gcv_table_add_extra(gcv_table *table, const gcv_report_options *options,
                         const gcv_report_column *columns, size_t n)
{
    const size_t first = table->n;
    gcv_table_add(table, options, columns, n);
    table->extra |= ((1u << (table->n - first)) - 1) << first;
}

bool gcv_shows_share(const gcv_report_options *options) { return options->share; }

bool gcv_shows_retained(const gcv_report_options *options) { return options->groups.retained; }

static bool is_figure(const gcv_report_column *column) { return column->kind <= GCV_FIGURE; }

static gcv_cell cell_of(const gcv_report_column *column, const void *payload, uint32_t row)
{
    return column->kind == GCV_COUNT   ? gcv_cell_count(column->key(payload, row))
           : column->kind == GCV_BYTES ? gcv_cell_bytes(column->key(payload, row))
                                       : column->cell(payload, row);
}

static const gcv_report_column *find_column(const gcv_table *table, const char *name)
{
    for (size_t i = 0; i < table->n; i++) {
        if (table->columns[i].key != NULL && strcmp(table->columns[i].name, name) == 0) {
            return &table->columns[i];
        }
    }
    return NULL;
}

void gcv_table_check(gcv_context *ctx, const gcv_table *table, const gcv_report_options *options)
{
    char names[120] = "";
    size_t n = 0;
    if (options->sort == NULL || find_column(table, options->sort) != NULL) {
        return;
    }
    for (size_t i = 0; i < table->n && n < sizeof names; i++) {
        if (table->columns[i].key != NULL) {
            n += (size_t)snprintf(names + n, sizeof names - n, "%s%s", n == 0 ? "" : ", ",
                                  table->columns[i].name);
        }
    }
    gcv_fail(ctx, GCV_ERR_USAGE, "cannot sort by '%s': the keys are %s", options->sort, names);
}

void gcv_table_rows(const gcv_table *table, gcv_report *report, const void *payload, gcv_rows *rows)
{
    const gcv_report_options *options = report->options;
    const gcv_report_column *column =
        find_column(table, options->sort != NULL ? options->sort : table->sort);
    gcv_row_order order;
    memset(rows, 0, sizeof *rows);
    rows->ctx = report->ctx;
    if (column == NULL) {
        gcv_table_check(report->ctx, table, options);
        return;
    }
    order.payload = payload;
    order.key = column->key;
    order.ascending = !is_figure(column) != options->reverse;
    order.tie = table->before;
    order.tie_keys = table->tie_keys;
    gcv_rows_init(rows, report->ctx, &order, options->top.given ? options->top.value : table->top);
}

void gcv_table_begin(const gcv_table *table, gcv_report *report)
{
    gcv_table_column columns[GCV_COLUMNS_MAX];
    for (size_t i = 0; i < table->n; i++) {
        const gcv_column_kind kind = table->columns[i].kind;
        columns[i].name = table->columns[i].name;
        columns[i].shape = kind == GCV_NAME               ? GCV_SHAPE_TYPE
                           : kind == GCV_LABEL            ? GCV_SHAPE_TEXT
                           : (table->extra >> i & 1) != 0 ? GCV_SHAPE_EXTRA
                                                          : GCV_SHAPE_NUMBER;
    }
    gcv_report_begin(report, columns, table->n);
}

void gcv_table_row(const gcv_table *table, gcv_report *report, void *payload, uint32_t row)
{
    if (table->prepare != NULL) {
        table->prepare(payload, row);
    }
    gcv_cell cells[GCV_COLUMNS_MAX];
    for (size_t i = 0; i < table->n; i++) {
        cells[i] = cell_of(&table->columns[i], payload, row);
    }
    gcv_writer_row(report->out.writer, cells);
}

/* ---- rows --------------------------------------------------------------------------------- */

void gcv_table_choose(const gcv_table *table, gcv_report *report, const void *payload, size_t n,
                      gcv_row_test is_shown, gcv_rows *rows)
{
    gcv_table_rows(table, report, payload, rows);
    for (size_t row = 0; row < n; row++) {
        if (is_shown(payload, (uint32_t)row)) {
            gcv_rows_add(rows, (uint32_t)row);
        }
    }
    gcv_rows_finish(rows);
}

/* Makes the cells of a column for several rows; they are `table->n` cells apart. */
static void fill_column(const gcv_table *table, size_t column, const void *payload,
                        const uint32_t *rows, size_t n, gcv_cell *cells)
{
    const gcv_report_column *from = &table->columns[column];
    if (from->kind == GCV_ID && table->id_cells != NULL) {
        table->id_cells(payload, rows, n, cells + column, table->n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        cells[i * table->n + column] = cell_of(from, payload, rows[i]);
    }
}

/* Writes rows in blocks, and makes the cells of a block column by column: the memory accesses of a
 * column then wait together, not one after the other. A million rows of `objects` take 0.18 seconds
 * less. */
static void write_rows(const gcv_table *table, gcv_report *report, const void *payload,
                       const uint32_t *rows, size_t n)
{
    gcv_cell cells[CELLS_A_BLOCK];
    const size_t most =
        CELLS_A_BLOCK / table->n < ROWS_A_BLOCK ? CELLS_A_BLOCK / table->n : ROWS_A_BLOCK;
    for (size_t begin = 0; begin < n; begin += most) {
        const size_t block = n - begin < most ? n - begin : most;
        for (size_t column = 0; column < table->n; column++) {
            fill_column(table, column, payload, rows + begin, block, cells);
        }
        for (size_t i = 0; i < block; i++) {
            gcv_writer_row(report->out.writer, cells + i * table->n);
        }
    }
}

/* What a row is: what the table says, else what its first id or name is of. */
static const char *noun_of(const gcv_table *table)
{
    size_t i = 0;
    while (table->noun == NULL && i < table->n && is_figure(&table->columns[i])) {
        i++;
    }
    return table->noun != NULL ? table->noun : i < table->n ? table->columns[i].name : "row";
}

static void write_table(const gcv_table *table, gcv_report *report, void *payload,
                        const gcv_rows *rows)
{
    gcv_table_begin(table, report);
    gcv_writer_more(report->out.writer, gcv_rows_left_out(rows), noun_of(table), "--top 0");
    if (table->prepare == NULL) {
        write_rows(table, report, payload, rows->items.data, rows->items.n);
        return;
    }
    for (size_t i = 0; i < rows->items.n; i++) {
        gcv_table_row(table, report, payload, rows->items.data[i]);
    }
}

/* Writes the total; the first column of text names it. */
static void write_total(const gcv_table *table, gcv_report *report, const void *payload)
{
    gcv_cell cells[GCV_COLUMNS_MAX];
    bool named = false;
    for (size_t i = 0; i < table->n; i++) {
        const gcv_report_column *column = &table->columns[i];
        const bool names = !named && (column->kind == GCV_NAME || column->kind == GCV_LABEL);
        cells[i] = is_figure(column) ? cell_of(column, payload, GCV_TOTAL_ROW)
                   : names           ? gcv_cell_str("<total>")
                                     : gcv_cell_none();
        named = named || names;
    }
    gcv_writer_total(report->out.writer, cells);
}

void gcv_table_show(const gcv_table *table, gcv_report *report, void *payload, size_t n,
                    gcv_row_test is_shown)
{
    gcv_rows rows;
    gcv_phase(report->ctx, "report");
    gcv_table_choose(table, report, payload, n, is_shown, &rows);
    write_table(table, report, payload, &rows);
    if (report->options->total) {
        write_total(table, report, payload);
    }
}

void gcv_table_show_objects(const gcv_table *table, gcv_report *report, void *payload,
                            const gcv_selection *selection, gcv_row_test is_shown)
{
    gcv_selected at = gcv_selected_all(selection);
    gcv_rows rows;
    uint32_t object;
    gcv_phase(report->ctx, "report");
    gcv_table_rows(table, report, payload, &rows);
    while ((object = gcv_selected_next(&at)) != GCV_NONE) {
        if (is_shown(payload, object)) {
            gcv_rows_add(&rows, object);
        }
    }
    gcv_rows_finish(&rows);
    write_table(table, report, payload, &rows);
}
