/* root_table.c - what roots are there? One row a root record; root_kinds.c has one a kind. */
#include "report/roots/root_table.h"

#include "base/error.h"
#include "heap/vocabulary.h"
#include "report/commands.h"
#include "report/select.h"

#include <string.h>

typedef struct gcv_roots_options {
    const char *by; /* NULL: one row a record */
} gcv_roots_options;

static const gcv_roots_options *own(const gcv_report_options *options) { return options->own; }

bool gcv_root_passes(const gcv_root_table *table, const gcv_root *root)
{
    const gcv_heap *heap = table->report->heap;
    if (!table->selection.sections[root->section]) {
        return false;
    }
    return root->object == GCV_NONE ? table->report->options->select.types.n == 0
                                    : table->selection.types[heap->type.data[root->object]] != 0;
}

/* ---- one row a record --------------------------------------------------------------------- */

static const gcv_root *root_at(const void *payload, uint32_t item)
{
    return &((const gcv_root_table *)payload)->report->heap->roots.data[item];
}

static uint64_t key_retained(const void *payload, uint32_t item)
{
    const gcv_root_table *table = payload;
    const gcv_root *root = root_at(payload, item);
    return root->object != GCV_NONE ? gcv_object_key_retained(&table->objects, root->object) : 0;
}

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    const gcv_root *root = root_at(payload, item);
    return root->object != GCV_NONE
               ? gcv_heap_size(((const gcv_root_table *)payload)->report->heap, root->object)
               : 0;
}

static uint64_t key_kind(const void *payload, uint32_t item)
{
    return gcv_root_kind_rank(root_at(payload, item)->kind);
}

static uint64_t key_object(const void *payload, uint32_t item)
{
    return root_at(payload, item)->id;
}

static uint64_t key_type(const void *payload, uint32_t item)
{
    const gcv_heap *heap = ((const gcv_root_table *)payload)->report->heap;
    const gcv_root *root = root_at(payload, item);
    return root->object != GCV_NONE ? gcv_heap_type_row(heap, heap->type.data[root->object])
                                    : GCV_NONE;
}

/* By type, then id; dangling ones last; then as the root table has them. */
static bool before(const void *payload, uint32_t a, uint32_t b)
{
    uint64_t x = key_type(payload, a), y = key_type(payload, b);
    if (x != y) {
        return x < y;
    }
    x = key_object(payload, a);
    y = key_object(payload, b);
    return x != y ? x < y : a < b;
}

/* ---- cells -------------------------------------------------------------------------------- */

/* The words of a record. */
static gcv_status prepare(void *payload, uint32_t item, gcv_error *err)
{
    gcv_root_table *table = payload;
    const gcv_report *report = table->report;
    const gcv_root *root = root_at(payload, item);
    gcv_status status = gcv_root_kind_name(report->ctx, root->kind, &table->kind, err);
    if (status == GCV_OK) {
        status = gcv_root_flag_names(report->ctx, root->flags, &table->flags, err);
    }
    if (status == GCV_OK) {
        status = gcv_root_label(report->ctx, report->heap, root, &table->label, err);
    }
    return status;
}

static gcv_cell cell_kind(const void *payload, uint32_t item)
{
    (void)item;
    return gcv_cell_text(gcv_buffer_slice(&((const gcv_root_table *)payload)->kind));
}

static gcv_cell cell_flags(const void *payload, uint32_t item)
{
    return root_at(payload, item)->flags != 0
               ? gcv_cell_text(gcv_buffer_slice(&((const gcv_root_table *)payload)->flags))
               : gcv_cell_none();
}

static gcv_cell cell_object(const void *payload, uint32_t item)
{
    return gcv_cell_id(root_at(payload, item)->id);
}

static gcv_cell cell_bytes(const void *payload, uint32_t item)
{
    return root_at(payload, item)->object != GCV_NONE ? gcv_cell_bytes(key_bytes(payload, item))
                                                      : gcv_cell_none();
}

static gcv_cell cell_retained(const void *payload, uint32_t item)
{
    const gcv_root_table *table = payload;
    uint32_t object = root_at(payload, item)->object;
    return object != GCV_NONE ? gcv_retained_cell(table->objects.dominators, object)
                              : gcv_cell_none();
}

static gcv_cell cell_type(const void *payload, uint32_t item)
{
    const gcv_root_table *table = payload;
    uint32_t object = root_at(payload, item)->object;
    return object != GCV_NONE ? gcv_object_cell_type(&table->objects, object) : gcv_cell_none();
}

static gcv_cell cell_label(const void *payload, uint32_t item)
{
    (void)item;
    return gcv_cell_text(gcv_buffer_slice(&((const gcv_root_table *)payload)->label));
}

static void record_columns(gcv_table *table)
{
    static const gcv_report_column columns[] = {
        {"kind", GCV_NAME, key_kind, cell_kind},
        {"flags", GCV_NAME, NULL, cell_flags},
        {"object", GCV_ID, key_object, cell_object},
        {"bytes", GCV_FIGURE, key_bytes, cell_bytes},
        {"retained", GCV_FIGURE, key_retained, cell_retained},
        {"type", GCV_NAME, key_type, cell_type},
        {"label", GCV_NAME, NULL, cell_label}};
    gcv_table_init(table, "retained", GCV_TOP_OBJECTS, before);
    gcv_table_add(table, columns, sizeof columns / sizeof columns[0]);
    table->prepare = prepare;
}

static void columns(const gcv_report_options *options, gcv_table *table)
{
    if (own(options)->by != NULL) {
        gcv_root_kinds_columns(table);
    } else {
        record_columns(table);
    }
}

/* ---- writing ------------------------------------------------------------------------------ */

static gcv_status write_records(gcv_root_table *roots, gcv_error *err)
{
    gcv_report *report = roots->report;
    gcv_table table;
    gcv_rows rows;
    gcv_status status;
    uint32_t i;
    record_columns(&table);
    gcv_phase(report->ctx, "report");
    status = gcv_table_rows(&table, report, roots, &rows, err);
    for (i = 0; status == GCV_OK && i < report->heap->roots.n; i++) {
        const gcv_root *root = root_at(roots, i);
        uint64_t retained = root->object != GCV_NONE
                                ? gcv_object_retained(roots->objects.dominators, root->object)
                                : 0;
        if (gcv_root_passes(roots, root) && gcv_filter_bytes(roots->selection.filter, retained)) {
            status = gcv_rows_add(&rows, i, err);
        }
    }
    if (status == GCV_OK) {
        status = gcv_table_write(&table, report, roots, &rows, err);
    }
    gcv_rows_release(&rows);
    return status;
}

static gcv_status roots_by_record(gcv_root_table *table, gcv_error *err)
{
    gcv_retention retention;
    gcv_status status = gcv_retention_find(table->report, &retention, err);
    if (status == GCV_OK) {
        table->objects.heap = table->report->heap;
        table->objects.dominators = &retention.dominators;
        status = write_records(table, err);
        gcv_retention_release(table->report, &retention);
    }
    return status;
}

/* ---- the report --------------------------------------------------------------------------- */

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_root_table table;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = report;
    status = gcv_report_select(report, &table.selection, err);
    if (status == GCV_OK) {
        status = own(report->options)->by != NULL ? gcv_root_kinds_write(&table, err)
                                                  : roots_by_record(&table, err);
    }
    gcv_buffer_release(ctx, &table.kind);
    gcv_buffer_release(ctx, &table.flags);
    gcv_buffer_release(ctx, &table.label);
    gcv_selection_release(ctx, &table.selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_roots_options, by), "kind", NULL,
     "one row for each kind of root"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const records[] = {&gcv_cost_of_dominators, NULL};
    static const gcv_cost *const kinds[] = {&gcv_cost_of_dominators, &gcv_cost_of_sets, NULL};
    needs->costs = own(options)->by != NULL ? kinds : records;
}

const gcv_command gcv_command_roots = {
    .name = "roots",
    .summary = "what roots are there?",
    .description =
        "One row per root record, with the bytes and retained bytes of its object, most\n"
        "retained first; " GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says otherwise. --by kind adds them up\n"
        "and shows all kinds: an object counts once for each kind that roots it, and\n"
        "`retained` is that of all these objects as a set.",
    .columns =
        "kind flags object bytes retained type label (--by kind: kind roots objects bytes "
        "retained)",
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_roots_options),
    .shared = {&gcv_order_options, &gcv_type_options, &gcv_min_options, &gcv_root_options},
    .needs = needs,
    .table = columns,
    .run = run,
};
