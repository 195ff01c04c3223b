/* retained.c - which single objects hold the most? */
#include "report/commands.h"
#include "base/error.h"

#include "report/object_order.h"

static gcv_status write_row(gcv_report *report, const gcv_dominators *dominators, uint32_t object,
                            gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    gcv_cell cells[4];
    cells[0] = gcv_retained_cell(dominators, object);
    cells[1] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[2] = gcv_object_id_cell(heap, object);
    cells[3] = gcv_type_cell(heap, heap->type.data[object]);
    return gcv_writer_row(report->writer, cells, err);
}

/* Goes through sections and preorder numbers alike: only reachable objects have a retained size. */
static gcv_status collect(gcv_report *report, const gcv_dominators *dominators,
                          const uint8_t *types, const uint8_t *sections, gcv_rows *rows,
                          gcv_error *err)
{
    const gcv_heap *heap = report->heap;
    const gcv_report_options *options = report->options;
    uint64_t min = options->select.min.given ? options->select.min.value : 0;
    gcv_status status = GCV_OK;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object; status == GCV_OK && sections[s] && i < section->end_object;
             i++) {
            uint32_t number = dominators->number[i];
            if (number != 0 && dominators->retained[number] >= min && types[heap->type.data[i]]) {
                status = gcv_rows_add(rows, i, err);
            }
        }
    }
    return status == GCV_OK ? gcv_rows_finish(rows, err) : status;
}

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    static const gcv_sort_key keys[] = {{"retained", gcv_object_key_retained, false},
                                        {"bytes", gcv_object_key_bytes, false},
                                        {"object", gcv_object_key_id, true},
                                        {"type", gcv_object_key_type, true}};
    return gcv_row_order_choose(order, keys, sizeof keys / sizeof keys[0], options->sort,
                                options->reverse, err);
}

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    gcv_row_order unused;
    return choose_order(options, &unused, err);
}

static gcv_status write_table(gcv_report *report, const gcv_dominators *dominators,
                              const uint8_t *types, const uint8_t *sections, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"retained", true}, {"bytes", true}, {"object", true}, {"type", false}};
    const gcv_report_options *options = report->options;
    gcv_object_order by;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status;
    size_t i;
    gcv_object_order_init(&by, &order, report->heap, dominators);
    status = choose_order(options, &order, err);
    if (status != GCV_OK) {
        return status;
    }
    gcv_phase(report->ctx, "report");
    gcv_rows_init(&rows, report->ctx, &order,
                  options->top.given ? options->top.value : GCV_TOP_OBJECTS);
    status = collect(report, dominators, types, sections, &rows, err);
    if (status == GCV_OK) {
        status = gcv_report_begin(report, columns, sizeof columns / sizeof columns[0], err);
    }
    for (i = 0; status == GCV_OK && i < rows.items.n; i++) {
        status = write_row(report, dominators, rows.items.data[i], err);
    }
    gcv_rows_release(&rows);
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    uint8_t *types = gcv_report_type_filter(report, err);
    uint8_t *sections = types != NULL ? gcv_report_section_filter(report, err) : NULL;
    gcv_retention retention;
    gcv_status status =
        sections == NULL ? gcv_failed(err) : gcv_retention_find(report, &retention, err);
    if (status == GCV_OK) {
        status = write_table(report, &retention.dominators, types, sections, err);
        gcv_retention_release(report, &retention);
    }
    gcv_free(report->ctx, types, report->heap->n_types, 1);
    gcv_free(report->ctx, sections, report->heap->sections.n, 1);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, NULL};
    (void)options;
    needs->costs = costs;
}

const gcv_command gcv_command_retained = {
    .name = "retained",
    .summary = "which single objects hold the most?",
    .description =
        "Reachable objects with the bytes that would be freed if the object were gone,\n"
        "its own included; most first, 20 rows unless --top says otherwise.",
    .columns = "retained bytes object type",
    .output = GCV_OUTPUT_TABLE,
    .shared = {&gcv_order_options, &gcv_type_options, &gcv_min_options, &gcv_root_options},
    .needs = needs,
    .check = check,
    .run = run,
};
