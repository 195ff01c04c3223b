/* merged_table.c - the cells of a step of merged chains; see merged_table.h. */
#include "report/chains/merged_table.h"

#include "report/root_words.h"

gcv_cell gcv_step_type_cell(const gcv_merged_table *table, uint32_t step)
{
    const gcv_step_key *key = gcv_merged_key(&table->merged, step);
    gcv_cell cell = key->type != GCV_NONE ? gcv_type_cell(table->report->in.heap, key->type)
                                          : gcv_cell_str("<deeper, any type>");
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
    static const gcv_step_name none = {{0, 0, 0, false}, {0, 0, 0, false}, NULL, false};
    const gcv_merged_step *of = &table->merged.steps.data[step];
    gcv_step_name_cells(&table->fields,
                        table->merged.names != NULL ? &table->merged.names[of->set] : &none,
                        of->objects, type, names);
}
