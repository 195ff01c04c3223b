/* merged_rows.c - the rows of merged chains, and the cells of a step; see chain_query.h. */

#include "report/chains/chain_query.h"

gcv_cell gcv_step_type_cell(const gcv_merged_table *table, uint32_t step)
{
    const gcv_step_key *key = gcv_merged_key(&table->merged, step);
    gcv_cell cell = gcv_cell_text(gcv_type_or_deeper(table->report->in.heap, key->type));
    cell.indent = key->depth - 1;
    return cell;
}

gcv_cell gcv_step_root_cell(gcv_merged_table *table, uint32_t step)
{
    if (gcv_merged_key(&table->merged, step)->label == GCV_NONE) {
        return gcv_cell_none();
    }
    const gcv_root root = gcv_merged_root(&table->merged, step);
    gcv_report_root_label(table->report, &root, &table->label);
    return gcv_cell_text(gcv_buffer_slice(&table->label));
}

void gcv_merged_name_cells(gcv_merged_table *table, uint32_t step, gcv_cell *type,
                           gcv_cell names[GCV_NAME_CELLS])
{
    static const gcv_step_name none = {.place = NULL};
    const gcv_merged_step *of = &table->merged.steps.data[step];
    gcv_step_name_cells(&table->fields,
                        table->merged.names != NULL ? &table->merged.names[of->set] : &none,
                        of->objects, type, names);
}

/* Writes a step of a chain: with an id, or `*N` for N objects. */
static void write_step(gcv_merged_table *table, uint64_t chain, uint32_t at)
{
    const gcv_merged_step *step = &table->merged.steps.data[at];
    char count[GCV_NUMBER_MAX + 1] = "*";
    (void)gcv_format_u64(count + 1, step->objects);
    gcv_cell cells[GCV_CHAIN_CELLS] = {
        gcv_cell_count(chain),
        gcv_cell_count(gcv_merged_key(&table->merged, at)->depth),
        step->objects == 1 ? gcv_object_id_cell(table->report->in.heap, step->object)
                           : gcv_cell_str(count),
        gcv_cell_bytes(step->bytes),
        gcv_cell_bytes(table->merged.retained[step->set]),
        gcv_step_type_cell(table, at),
        gcv_step_root_cell(table, at)};
    gcv_merged_name_cells(table, at, &cells[5], &cells[GCV_CHAIN_NAMES]);
    gcv_chain_table_row(table->report, cells, step->objects);
}

void gcv_merged_rows_write(gcv_merged_table *table, const uint32_t *ends, size_t n)
{
    uint32_t way[GCV_MERGED_DEPTH + 1]; /* the steps of a chain, the last step first */
    gcv_chain_table_begin(table->report, &table->fields);
    for (size_t i = 0; i < n; i++) {
        size_t length = 0;
        for (uint32_t at = ends[i]; at != GCV_NONE;) {
            way[length++] = at;
            at = gcv_merged_key(&table->merged, at)->previous;
        }
        while (length > 0) {
            write_step(table, (uint64_t)i + 1, way[--length]);
        }
    }
}
