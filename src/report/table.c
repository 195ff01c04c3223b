/* table.c - tables of rows that are chosen and ordered by a column; see table.h. */
#include "report/table.h"

#include "base/error.h"
#include "base/number.h"

#include <stdio.h>
#include <string.h>

enum { CELLS_A_BLOCK = 384, ROWS_A_BLOCK = GCV_ID_BATCH };

void gcv_table_init(gcv_table *table, const char *sort, uint64_t top, gcv_before_fn before)
{
    memset(table, 0, sizeof *table);
    table->sort = sort;
    table->top = top;
    table->before = before;
}

void gcv_table_add(gcv_table *table, const gcv_report_column *columns, size_t n)
{
    memcpy(table->columns + table->n, columns, n * sizeof *columns);
    table->n += n;
}

void gcv_table_add_extra(gcv_table *table, const gcv_report_column *columns, size_t n)
{
    table->extra |= ((1u << n) - 1) << table->n;
    gcv_table_add(table, columns, n);
}

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
    gcv_writer_row(report->writer, cells);
}

/* ---- the row of totals -------------------------------------------------------------------- */

/* Sets the cells of the total to those of no rows. */
static void start_total(const gcv_table *table, gcv_cell *cells)
{
    bool named = false;
    for (size_t i = 0; i < table->n; i++) {
        gcv_column_kind kind = table->columns[i].kind;
        bool text = kind == GCV_NAME || kind == GCV_LABEL;
        cells[i] = is_figure(&table->columns[i]) ? gcv_cell_count(0)
                   : text && !named              ? gcv_cell_str("<total>")
                                                 : gcv_cell_none();
        named = named || text;
    }
}

static void add_cell(gcv_cell *sum, const gcv_cell *cell)
{
    if (cell->kind == GCV_CELL_COUNT || cell->kind == GCV_CELL_BYTES) {
        sum->kind = cell->kind;
        sum->number = gcv_add_capped(sum->number, cell->number);
    }
}

static void add_to_total(const gcv_table *table, const void *payload, uint32_t row, gcv_cell *cells)
{
    for (size_t i = 0; i < table->n; i++) {
        if (is_figure(&table->columns[i])) {
            gcv_cell cell = cell_of(&table->columns[i], payload, row);
            add_cell(&cells[i], &cell);
        }
    }
}

/* ---- rows --------------------------------------------------------------------------------- */

/* `total`: the cells to which all shown rows are added; NULL: none. */
static void choose(const gcv_table *table, gcv_report *report, const void *payload, size_t n,
                   gcv_row_test is_shown, gcv_rows *rows, gcv_cell *total)
{
    gcv_table_rows(table, report, payload, rows);
    for (size_t row = 0; row < n; row++) {
        if (is_shown(payload, (uint32_t)row)) {
            if (total != NULL) {
                add_to_total(table, payload, (uint32_t)row, total);
            }
            gcv_rows_add(rows, (uint32_t)row);
        }
    }
    gcv_rows_finish(rows);
}

void gcv_table_choose(const gcv_table *table, gcv_report *report, const void *payload, size_t n,
                      gcv_row_test is_shown, gcv_rows *rows)
{
    choose(table, report, payload, n, is_shown, rows, NULL);
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
            gcv_writer_row(report->writer, cells + i * table->n);
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
    gcv_writer_more(report->writer, gcv_rows_left_out(rows), noun_of(table), "--top 0");
    if (table->prepare == NULL) {
        write_rows(table, report, payload, rows->items.data, rows->items.n);
        return;
    }
    for (size_t i = 0; i < rows->items.n; i++) {
        gcv_table_row(table, report, payload, rows->items.data[i]);
    }
}

void gcv_table_show(const gcv_table *table, gcv_report *report, void *payload, size_t n,
                    gcv_row_test is_shown)
{
    const bool totals = table->total != NULL && report->options->total;
    gcv_cell total[GCV_COLUMNS_MAX];
    gcv_rows rows;
    gcv_phase(report->ctx, "report");
    start_total(table, total);
    choose(table, report, payload, n, is_shown, &rows, totals ? total : NULL);
    if (totals) {
        table->total(payload, total);
    }
    write_table(table, report, payload, &rows);
    if (totals) {
        gcv_writer_total(report->writer, total);
    }
    gcv_rows_release(&rows);
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
    gcv_rows_release(&rows);
}
