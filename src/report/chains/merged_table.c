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

void gcv_step_root_cell(gcv_merged_table *table, uint32_t step, gcv_cell *cell)
{
    *cell = gcv_cell_none();
    if (gcv_merged_key(&table->merged, step)->start != GCV_NONE) {
        const gcv_root root = gcv_merged_root(&table->merged, step);
        gcv_report_root_label(table->report, &root, &table->label);
        *cell = gcv_cell_text(gcv_buffer_slice(&table->label));
    }
}

void gcv_step_field_cell(gcv_merged_table *table, uint32_t step, gcv_cell *cell)
{
    const gcv_merged_step *steps = table->merged.steps.data;
    const uint32_t previous = gcv_merged_key(&table->merged, step)->previous;
    const bool known = table->report->in.heap->fields.first.n > 0;
    *cell = gcv_cell_none();
    if (!table->report->options->fields || previous == GCV_NONE || !known) {
        return;
    }
    if (steps[previous].objects != 1 || steps[step].objects != 1) {
        *cell = gcv_cell_str("*");
        return;
    }
    gcv_field_cell_between(&table->fields, steps[previous].object, steps[step].object, cell);
}
