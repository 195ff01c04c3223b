/* merged_rows.c - the rows of merged chains; see merged_table.h.
 *
 * There may be millions of steps, and those of one chain are spread over memory. So many chains are
 * followed to their roots at a time, and the cells of a block of rows are made one or two columns
 * at a time: a cache miss of one row does not hold up the others. */
#include "report/chains/merged_table.h"

#include "report/chains/chain_query.h"

enum { CHAINS_A_BLOCK = 32, ROWS_A_BLOCK = GCV_ID_BATCH, STEPS_A_CHAIN = GCV_MERGED_DEPTH + 1 };

typedef struct row_block {
    size_t n;
    uint64_t chain[ROWS_A_BLOCK];
    uint32_t step[ROWS_A_BLOCK];
    gcv_cell cells[ROWS_A_BLOCK][GCV_CHAIN_CELLS];
    char counts[ROWS_A_BLOCK][GCV_NUMBER_MAX + 1]; /* `*N` for N objects */
    uint32_t way[CHAINS_A_BLOCK][STEPS_A_CHAIN];   /* steps of each chain, the last step first */
    size_t length[CHAINS_A_BLOCK];
} row_block;

/* ---- cells -------------------------------------------------------------------------------- */

static void fill_figures(const gcv_merged_table *table, row_block *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        const gcv_merged_step *step = &table->merged.steps.data[rows->step[i]];
        gcv_cell *cells = rows->cells[i];
        cells[0] = gcv_cell_count(rows->chain[i]);
        cells[1] = gcv_cell_count(gcv_merged_key(&table->merged, rows->step[i])->depth);
        cells[3] = gcv_cell_bytes(step->bytes);
        cells[4] = gcv_cell_bytes(step->set);
        cells[5] = gcv_step_type_cell(table, rows->step[i]);
    }
    for (size_t i = 0; i < rows->n; i++) {
        gcv_cell *retained = &rows->cells[i][4];
        retained->number = table->merged.retained[retained->number];
    }
}

/* Fills the object cells: an id, or `*N` for N objects. */
static void fill_objects(const gcv_merged_table *table, row_block *rows)
{
    uint32_t objects[ROWS_A_BLOCK];
    gcv_cell ids[ROWS_A_BLOCK];
    size_t i, n = 0;
    for (i = 0; i < rows->n; i++) {
        const gcv_merged_step *step = &table->merged.steps.data[rows->step[i]];
        if (step->objects == 1) {
            objects[n++] = step->object;
        } else {
            rows->counts[i][0] = '*';
            (void)gcv_format_u64(rows->counts[i] + 1, step->objects);
        }
        rows->cells[i][GCV_CHAIN_OBJECT] = gcv_cell_str(rows->counts[i]);
    }
    gcv_object_id_cells(table->report->in.heap, objects, n, ids, 1);
    for (i = 0, n = 0; i < rows->n; i++) {
        if (table->merged.steps.data[rows->step[i]].objects == 1) {
            rows->cells[i][GCV_CHAIN_OBJECT] = ids[n++];
        }
    }
}

/* ---- rows --------------------------------------------------------------------------------- */

static void write_block(gcv_merged_table *table, row_block *rows)
{
    fill_figures(table, rows);
    fill_objects(table, rows);
    for (size_t i = 0; i < rows->n; i++) {
        const uint32_t step = rows->step[i];
        rows->cells[i][6] = gcv_step_root_cell(table, step);
        gcv_merged_name_cells(table, step, &rows->cells[i][5], &rows->cells[i][GCV_CHAIN_NAMES]);
        gcv_chain_table_row(table->report, rows->cells[i], table->merged.steps.data[step].objects);
    }
    rows->n = 0;
}

/* Follows several chains to their roots. */
static void find_ways(const gcv_merged_table *table, const uint32_t *ends, size_t n,
                      row_block *rows)
{
    uint32_t at[CHAINS_A_BLOCK];
    size_t left = n;
    for (size_t i = 0; i < n; i++) {
        rows->length[i] = 0;
        at[i] = ends[i];
    }
    while (left > 0) {
        left = 0;
        for (size_t i = 0; i < n; i++) {
            if (at[i] != GCV_NONE) {
                rows->way[i][rows->length[i]++] = at[i];
                at[i] = gcv_merged_key(&table->merged, at[i])->previous;
                left++;
            }
        }
    }
}

/* Writes several chains; `number` is the number of the first. */
static void write_chains(gcv_merged_table *table, const uint32_t *ends, size_t n, uint64_t number,
                         row_block *rows)
{
    find_ways(table, ends, n, rows);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = rows->length[i]; k-- > 0;) {
            rows->chain[rows->n] = number + i;
            rows->step[rows->n++] = rows->way[i][k];
            if (rows->n == ROWS_A_BLOCK) {
                write_block(table, rows);
            }
        }
    }
}

void gcv_merged_rows_write(gcv_merged_table *table, const uint32_t *ends, size_t n)
{
    gcv_context *ctx = table->report->ctx;
    row_block *rows = gcv_alloc_zeroed(ctx, 1, sizeof *rows);
    gcv_chain_table_begin(table->report, &table->fields);
    for (size_t begin = 0; begin < n; begin += CHAINS_A_BLOCK) {
        const size_t block = n - begin < CHAINS_A_BLOCK ? n - begin : CHAINS_A_BLOCK;
        write_chains(table, ends + begin, block, (uint64_t)begin + 1, rows);
    }
    if (rows->n > 0) {
        write_block(table, rows);
    }
    gcv_free(ctx, rows);
}
