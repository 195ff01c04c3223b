/* root_records.c - one row per root record. */
#include "report/roots/root_tables.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"
#include "report/object_columns.h"
#include "report/root_words.h"

typedef struct record_table {
    gcv_report *report;
    const gcv_selection *selection;
    gcv_object_rows objects;
    gcv_buffer kind, flags, label; /* of the row that is being written */
} record_table;

static const gcv_root *root_at(const void *payload, uint32_t item)
{
    return &((const record_table *)payload)->report->in.heap->roots.data[item];
}

static uint64_t key_retained(const void *payload, uint32_t item)
{
    const record_table *table = payload;
    const gcv_root *root = root_at(payload, item);
    return root->object != GCV_NONE ? gcv_object_key_retained(&table->objects, root->object) : 0;
}

static uint64_t key_bytes(const void *payload, uint32_t item)
{
    const gcv_root *root = root_at(payload, item);
    return root->object != GCV_NONE
               ? gcv_heap_size(((const record_table *)payload)->report->in.heap, root->object)
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
    const gcv_heap *heap = ((const record_table *)payload)->report->in.heap;
    const gcv_root *root = root_at(payload, item);
    return root->object != GCV_NONE ? gcv_heap_type_row(heap, heap->type.data[root->object])
                                    : GCV_NONE;
}

/* Orders records by type, dangling roots last, then by id, then by number. */
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

static void prepare(void *payload, uint32_t item)
{
    record_table *table = payload;
    const gcv_report *report = table->report;
    const gcv_root *root = root_at(payload, item);
    gcv_root_kind_name(report->ctx, root->kind, &table->kind);
    gcv_root_flag_names(report->ctx, root->flags, &table->flags);
    gcv_report_root_label(report, root, &table->label);
}

static gcv_cell cell_kind(const void *payload, uint32_t item)
{
    (void)item;
    return gcv_cell_text(gcv_buffer_slice(&((const record_table *)payload)->kind));
}

static gcv_cell cell_flags(const void *payload, uint32_t item)
{
    return root_at(payload, item)->flags != 0
               ? gcv_cell_text(gcv_buffer_slice(&((const record_table *)payload)->flags))
               : gcv_cell_none();
}

static gcv_cell cell_bytes(const void *payload, uint32_t item)
{
    return root_at(payload, item)->object != GCV_NONE ? gcv_cell_bytes(key_bytes(payload, item))
                                                      : gcv_cell_none();
}

static gcv_cell cell_label(const void *payload, uint32_t item)
{
    (void)item;
    return gcv_cell_text(gcv_buffer_slice(&((const record_table *)payload)->label));
}

static const gcv_report_column columns[] = {{"kind", GCV_LABEL, key_kind, cell_kind, NULL},
                                            {"flags", GCV_LABEL, NULL, cell_flags, NULL},
                                            {"object", GCV_ID, key_object, NULL, NULL},
                                            {"bytes", GCV_FIGURE, key_bytes, cell_bytes, NULL},
                                            {"retained", GCV_RETAINED, key_retained, NULL, NULL},
                                            {"type", GCV_NAME, key_type, NULL, NULL},
                                            {"label", GCV_LABEL, NULL, cell_label, NULL}};
const gcv_table gcv_root_records_table = {GCV_COLUMNS(columns), .noun = "root",
                                          .sort = {"retained"}, .top = GCV_TOP_OBJECTS,
                                          .before = before,     .prepare = prepare};

/* ---- writing ------------------------------------------------------------------------------ */

static bool is_shown(const void *payload, uint32_t item)
{
    const record_table *roots = payload;
    const gcv_root *root = root_at(payload, item);
    uint64_t retained =
        root->object != GCV_NONE ? gcv_object_retained(roots->objects.dominators, root->object) : 0;
    return gcv_selection_has_root(roots->selection, root) &&
           gcv_filter_bytes(roots->selection->filter, retained);
}

void gcv_root_records_write(gcv_report *report, const gcv_selection *selection)
{
    gcv_basis basis = gcv_report_basis(report);
    record_table roots = {0};
    roots.report = report;
    roots.selection = selection;
    roots.objects.heap = report->in.heap;
    roots.objects.dominators = gcv_basis_dominators(&basis);
    gcv_table_show(&gcv_root_records_table, report, &roots, report->in.heap->roots.n, is_shown);
}
