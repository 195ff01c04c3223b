/* retained.c - which single objects hold the most? */
#include "report/commands.h"
#include "report/object_columns.h"
#include "report/select.h"

static void columns(const gcv_report_options *options, gcv_table *table)
{
    static const gcv_report_column objects[] = {
        {"retained", GCV_FIGURE, gcv_object_key_retained, gcv_object_cell_retained},
        {"bytes", GCV_FIGURE, gcv_object_key_bytes, gcv_object_cell_bytes},
        {"object", GCV_ID, gcv_object_key_id, gcv_object_cell_id},
        {"type", GCV_NAME, gcv_object_key_type, gcv_object_cell_type}};
    (void)options;
    gcv_table_init(table, "retained", GCV_TOP_OBJECTS, gcv_object_before);
    gcv_table_add(table, objects, sizeof objects / sizeof objects[0]);
}

/* Only reachable objects have a retained size. */
static gcv_status add_rows(const gcv_dominators *dominators, const gcv_selection *selection,
                           gcv_rows *rows, gcv_error *err)
{
    gcv_selected at = gcv_selected_all(selection);
    gcv_status status = GCV_OK;
    uint32_t object;
    while (status == GCV_OK && (object = gcv_selected_next(&at)) != GCV_NONE) {
        uint32_t number = dominators->number[object];
        if (number != 0 && gcv_filter_bytes(selection->filter, dominators->retained[number])) {
            status = gcv_rows_add(rows, object, err);
        }
    }
    return status;
}

static gcv_status write_table(gcv_report *report, const gcv_dominators *dominators,
                              const gcv_selection *selection, gcv_error *err)
{
    gcv_object_rows objects = {report->heap, dominators};
    gcv_table table;
    gcv_rows rows;
    gcv_status status;
    columns(report->options, &table);
    gcv_phase(report->ctx, "report");
    status = gcv_table_rows(&table, report, &objects, &rows, err);
    if (status == GCV_OK) {
        status = add_rows(dominators, selection, &rows, err);
    }
    if (status == GCV_OK) {
        status = gcv_table_write(&table, report, &objects, &rows, err);
    }
    gcv_rows_release(&rows);
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_selection selection;
    gcv_retention retention;
    gcv_status status = gcv_report_select(report, &selection, err);
    if (status == GCV_OK) {
        status = gcv_retention_find(report, &retention, err);
    }
    if (status == GCV_OK) {
        status = write_table(report, &retention.dominators, &selection, err);
        gcv_retention_release(report, &retention);
    }
    gcv_selection_release(report->ctx, &selection);
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
        "its own included; most first, " GCV_TEXT_OF(
            GCV_TOP_OBJECTS) " rows unless --top says otherwise.",
    .columns = "retained bytes object type",
    .output = GCV_OUTPUT_TABLE,
    .shared = {&gcv_order_options, &gcv_type_options, &gcv_min_options, &gcv_root_options},
    .needs = needs,
    .table = columns,
    .run = run,
};
