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

static const gcv_step_name *name_of(const gcv_merged_table *table, uint32_t step)
{
    static const gcv_step_name none = {{0, 0, 0, false}, {0, 0, 0, false}, NULL, false};
    const gcv_merged_steps *merged = &table->merged;
    return merged->names != NULL ? &merged->names[merged->steps.data[step].set] : &none;
}

gcv_cell gcv_merged_field_cell(gcv_merged_table *table, uint32_t step)
{
    gcv_field_cells *fields = &table->fields;
    return fields->column ? gcv_step_field_cell(fields->finder.ctx, fields->finder.heap,
                                                &name_of(table, step)->into, &fields->text)
                          : gcv_cell_none();
}

void gcv_merged_field_beside(gcv_merged_table *table, uint32_t step, gcv_cell *type)
{
    gcv_field_beside_step(&table->fields, name_of(table, step),
                          table->merged.steps.data[step].objects, type);
}

void gcv_merged_place_cells(const gcv_merged_table *table, uint32_t step,
                            gcv_cell cells[GCV_PLACE_CELLS])
{
    gcv_place_cells(table->report->in.heap, name_of(table, step)->place, cells);
}
