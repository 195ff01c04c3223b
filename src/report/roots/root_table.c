/* root_table.c - what roots are there? One row a root record; root_kinds.c has one a kind. */
#include "report/roots/root_table.h"

#include "base/error.h"
#include "heap/vocabulary.h"
#include "report/commands.h"

#include <string.h>

typedef struct gcv_roots_options {
    const char *by; /* NULL: one row a record */
} gcv_roots_options;

static const gcv_roots_options *own(const gcv_report_options *options) { return options->own; }

bool gcv_root_passes(const gcv_root_table *table, const gcv_root *root)
{
    const gcv_heap *heap = table->report->heap;
    if (!table->sections[root->section]) {
        return false;
    }
    return root->object == GCV_NONE ? table->report->options->select.types.n == 0
                                    : table->types[heap->type.data[root->object]] != 0;
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

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    static const gcv_sort_key keys[] = {{"retained", key_retained, false},
                                        {"bytes", key_bytes, false},
                                        {"kind", key_kind, true},
                                        {"object", key_object, true},
                                        {"type", key_type, true}};
    order->tie = before;
    return gcv_row_order_choose(order, keys, sizeof keys / sizeof keys[0], options->sort,
                                options->reverse, err);
}

static gcv_status write_root(void *payload, uint32_t item, gcv_error *err)
{
    gcv_root_table *table = payload;
    gcv_report *report = table->report;
    const gcv_heap *heap = report->heap;
    const gcv_root *root = &heap->roots.data[item];
    gcv_cell cells[7];
    gcv_status status = gcv_root_kind_name(report->ctx, root->kind, &table->kind, err);
    if (status == GCV_OK) {
        status = gcv_root_flag_names(report->ctx, root->flags, &table->flags, err);
    }
    if (status == GCV_OK) {
        status = gcv_root_label(report->ctx, heap, root, &table->label, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    cells[0] = gcv_cell_text(gcv_buffer_slice(&table->kind));
    cells[1] = root->flags != 0 ? gcv_cell_text(gcv_buffer_slice(&table->flags)) : gcv_cell_none();
    cells[2] = gcv_cell_id(root->id);
    cells[3] = gcv_cell_none();
    cells[4] = gcv_cell_none();
    cells[5] = gcv_cell_none();
    if (root->object != GCV_NONE) {
        cells[3] = gcv_cell_bytes(gcv_heap_size(heap, root->object));
        cells[4] = gcv_retained_cell(table->objects.dominators, root->object);
        cells[5] = gcv_type_cell(heap, heap->type.data[root->object]);
    }
    cells[6] = gcv_cell_text(gcv_buffer_slice(&table->label));
    return gcv_writer_row(report->writer, cells, err);
}

static gcv_status collect(gcv_root_table *table, gcv_rows *rows, gcv_error *err)
{
    const gcv_heap *heap = table->report->heap;
    const gcv_optional *min = &table->report->options->select.min;
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < heap->roots.n; i++) {
        if (gcv_root_passes(table, &heap->roots.data[i]) &&
            (!min->given || gcv_key_bytes(key_retained(table, i)) >= min->value)) {
            status = gcv_rows_add(rows, i, err);
        }
    }
    return status;
}

static gcv_status write_records(gcv_root_table *table, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"kind", false},    {"flags", false}, {"object", true}, {"bytes", true},
        {"retained", true}, {"type", false},  {"label", false}};
    gcv_report *report = table->report;
    const gcv_report_options *options = report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status;
    status = choose_order(options, &order, err);
    order.payload = table;
    if (status != GCV_OK) {
        return status;
    }
    gcv_phase(report->ctx, "report");
    gcv_rows_init(&rows, report->ctx, &order,
                  options->top.given ? options->top.value : GCV_TOP_OBJECTS);
    status = collect(table, &rows, err);
    if (status == GCV_OK) {
        status = gcv_rows_write(&rows, report, columns, sizeof columns / sizeof columns[0],
                                write_root, table, err);
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

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    gcv_row_order unused;
    return own(options)->by != NULL ? gcv_check_root_kinds(options, err)
                                    : choose_order(options, &unused, err);
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_root_table table;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = report;
    table.types = gcv_report_type_filter(report, err);
    table.sections = table.types != NULL ? gcv_report_section_filter(report, err) : NULL;
    if (table.sections == NULL) {
        status = gcv_failed(err);
    } else {
        status = own(report->options)->by != NULL ? gcv_root_kinds_write(&table, err)
                                                  : roots_by_record(&table, err);
    }
    gcv_buffer_release(ctx, &table.kind);
    gcv_buffer_release(ctx, &table.flags);
    gcv_buffer_release(ctx, &table.label);
    gcv_free(ctx, table.types, report->heap->n_types, 1);
    gcv_free(ctx, table.sections, report->heap->sections.n, 1);
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
        "One row a root record with the bytes and retained bytes of its object, most\n"
        "retained first. --by kind adds them up: objects count once for each kind that\n"
        "roots them, and retained is that of all these objects as a set. 20 rows unless\n"
        "--top says otherwise; all with --by.",
    .columns =
        "kind flags object bytes retained type label (--by kind: kind roots objects bytes "
        "retained)",
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_roots_options),
    .shared = {&gcv_order_options, &gcv_type_options, &gcv_min_options, &gcv_root_options},
    .needs = needs,
    .check = check,
    .run = run,
};
