/* objects.c - list instances: filters on what an object is, what it holds and what holds it.
 *
 * Filters that cost nothing come first; each of the others is paid for only if it is asked for.
 * Over `retained`: 8 bytes an object for the referrers, and one for each of --root, --refers-to and
 * --referenced-by that is given.
 */
#include "report/commands.h"

#include "analysis/referrers.h"
#include "base/error.h"
#include "heap/vocabulary.h"
#include "heap/root_label.h"
#include "report/object_order.h"
#include "heap/memory.h"

#include <string.h>

static const gcv_cost gcv_cost_of_objects = {"`objects`", GCV_COST_PARTS(12, 0, 1, 0, 0),
                                             GCV_COST_PARTS(40, 0, 4, 24, 0), 4000, NULL};

typedef struct gcv_object_table {
    gcv_object_order by; /* first: keys of object_order.h take this for their payload */
    gcv_report *report;
    uint32_t *referrers;
    uint8_t *types, *sections;       /* filters */
    uint8_t *refers_to;              /* by type; NULL: not asked for */
    uint8_t *referenced_by, *rooted; /* by object; NULL: not asked for */
} gcv_object_table;

/* Which objects are listed. */
typedef struct gcv_object_filter {
    gcv_optional max, min_retained, min_referrers, max_referrers;
    bool reachable, unreachable;
    const char *root, *generation;
    gcv_globs refers_to, referenced_by;
} gcv_object_filter;

static const gcv_object_filter *own(const gcv_report_options *options) { return options->own; }

static uint32_t n_references(const gcv_heap *heap, uint32_t object)
{
    return heap->first_ref.data[object + 1] - heap->first_ref.data[object];
}

static uint64_t key_references(const void *payload, uint32_t object)
{
    return n_references(((const gcv_object_table *)payload)->by.heap, object);
}

static uint64_t key_referrers(const void *payload, uint32_t object)
{
    return ((const gcv_object_table *)payload)->referrers[object];
}

static gcv_status choose_order(const gcv_report_options *options, gcv_row_order *order,
                               gcv_error *err)
{
    static const gcv_sort_key keys[] = {
        {"bytes", gcv_object_key_bytes, false}, {"retained", gcv_object_key_retained, false},
        {"references", key_references, false},  {"referrers", key_referrers, false},
        {"object", gcv_object_key_id, true},    {"type", gcv_object_key_type, true}};
    return gcv_row_order_choose(order, keys, sizeof keys / sizeof keys[0], options->sort,
                                options->reverse, err);
}

static gcv_status check(const gcv_report_options *options, gcv_error *err)
{
    gcv_row_order unused;
    if (own(options)->unreachable && own(options)->reachable) {
        return gcv_fail(err, GCV_ERR_USAGE, "no object is both --reachable and --unreachable");
    }
    return choose_order(options, &unused, err);
}

/* ---- filters ------------------------------------------------------------------------------ */

static bool above(const gcv_optional *least, uint64_t value)
{
    return !least->given || value >= least->value;
}

static bool below(const gcv_optional *most, uint64_t value)
{
    return !most->given || value <= most->value;
}

static bool refers_to_any(const gcv_object_table *table, uint32_t object)
{
    const gcv_heap *heap = table->by.heap;
    uint32_t at = heap->first_ref.data[object];
    while (at < heap->first_ref.data[object + 1] &&
           !table->refers_to[heap->type.data[heap->refs.data[at]]]) {
        at++;
    }
    return at < heap->first_ref.data[object + 1];
}

static bool passes(const gcv_object_table *table, uint32_t object)
{
    const gcv_report_options *options = table->report->options;
    const gcv_object_filter *filter = own(options);
    const gcv_heap *heap = table->by.heap;
    uint64_t bytes = gcv_heap_size(heap, object);
    uint64_t retained = gcv_object_key_retained(&table->by, object);
    return table->types[heap->type.data[object]] && above(&options->select.min, bytes) &&
           below(&filter->max, bytes) && !(filter->reachable && retained == 0) &&
           !(filter->unreachable && retained != 0) &&
           above(&filter->min_retained, gcv_key_bytes(retained)) &&
           above(&filter->min_referrers, table->referrers[object]) &&
           below(&filter->max_referrers, table->referrers[object]) &&
           (table->rooted == NULL || table->rooted[object]) &&
           (table->referenced_by == NULL || table->referenced_by[object]) &&
           (table->refers_to == NULL || refers_to_any(table, object)) &&
           (filter->generation == NULL ||
            gcv_heap_object_generation(heap, object) == gcv_generation_named(filter->generation));
}

static gcv_status find_rooted(gcv_object_table *table, gcv_error *err)
{
    const gcv_heap *heap = table->by.heap;
    uint32_t i;
    table->rooted = gcv_alloc_zeroed(table->report->ctx, heap->n_objects, 1, err);
    if (table->rooted == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object != GCV_NONE &&
            gcv_root_kind_is(root->kind, own(table->report->options)->root)) {
            table->rooted[root->object] = 1;
        }
    }
    return GCV_OK;
}

static gcv_status find_referenced(gcv_object_table *table, gcv_error *err)
{
    gcv_report *report = table->report;
    const gcv_heap *heap = report->heap;
    uint8_t *types = gcv_report_match_types(report, &own(report->options)->referenced_by, err);
    if (types == NULL) {
        return gcv_failed(err);
    }
    table->referenced_by = gcv_alloc(report->ctx, heap->n_objects, 1, err);
    if (table->referenced_by != NULL) {
        gcv_referrers_mark(heap, types, table->referenced_by);
    }
    gcv_free(report->ctx, types, heap->n_types, 1);
    return table->referenced_by != NULL ? GCV_OK : gcv_failed(err);
}

/* What the filters that are given need to know. */
static gcv_status prepare(gcv_object_table *table, gcv_error *err)
{
    gcv_report *report = table->report;
    const gcv_object_filter *filter = own(report->options);
    gcv_status status = GCV_OK;
    table->types = gcv_report_type_filter(report, err);
    table->sections = table->types != NULL ? gcv_report_section_filter(report, err) : NULL;
    if (table->sections == NULL) {
        return gcv_failed(err);
    }
    if (filter->generation != NULL && report->heap->ranges.n == 0) {
        return gcv_fail_line(err, GCV_ERR_USAGE, report->heap->name, 0,
                             "the file does not say of what generations its objects are");
    }
    if (filter->root != NULL) {
        status = find_rooted(table, err);
    }
    if (status == GCV_OK && filter->referenced_by.n > 0) {
        status = find_referenced(table, err);
    }
    if (status == GCV_OK && filter->refers_to.n > 0) {
        table->refers_to = gcv_report_match_types(report, &filter->refers_to, err);
        status = table->refers_to != NULL ? GCV_OK : gcv_failed(err);
    }
    return status;
}

/* ---- rows --------------------------------------------------------------------------------- */

static gcv_status collect(gcv_object_table *table, gcv_rows *rows, gcv_error *err)
{
    const gcv_heap *heap = table->by.heap;
    gcv_status status = GCV_OK;
    uint32_t s, i;
    for (s = 0; s < heap->sections.n; s++) {
        const gcv_section *section = &heap->sections.data[s];
        for (i = section->first_object;
             status == GCV_OK && table->sections[s] && i < section->end_object; i++) {
            if (passes(table, i)) {
                status = gcv_rows_add(rows, i, err);
            }
        }
    }
    return status;
}

static gcv_status write_row(void *payload, uint32_t object, gcv_error *err)
{
    gcv_object_table *table = payload;
    const gcv_heap *heap = table->by.heap;
    gcv_cell cells[6];
    cells[0] = gcv_object_id_cell(heap, object);
    cells[1] = gcv_cell_bytes(gcv_heap_size(heap, object));
    cells[2] = gcv_retained_cell(table->by.dominators, object);
    cells[3] = gcv_cell_count(n_references(heap, object));
    cells[4] = gcv_cell_count(table->referrers[object]);
    cells[5] = gcv_type_cell(heap, heap->type.data[object]);
    return gcv_writer_row(table->report->writer, cells, err);
}

static gcv_status write_table(gcv_object_table *table, gcv_error *err)
{
    static const gcv_table_column columns[] = {{"object", true},    {"bytes", true},
                                               {"retained", true},  {"references", true},
                                               {"referrers", true}, {"type", false}};
    gcv_report *report = table->report;
    const gcv_report_options *options = report->options;
    gcv_row_order order;
    gcv_rows rows;
    gcv_status status = choose_order(options, &order, err);
    if (status != GCV_OK) {
        return status;
    }
    order.payload = table;
    order.tie = gcv_object_before;
    gcv_rows_init(&rows, report->ctx, &order,
                  options->top.given ? options->top.value : GCV_TOP_OBJECTS);
    status = collect(table, &rows, err);
    if (status == GCV_OK) {
        status = gcv_rows_write(&rows, report, columns, sizeof columns / sizeof columns[0],
                                write_row, table, err);
    }
    gcv_rows_release(&rows);
    return status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    const gcv_heap *heap = report->heap;
    gcv_object_table table;
    gcv_retention retention;
    gcv_status status;
    memset(&table, 0, sizeof table);
    table.report = report;
    table.by.heap = heap;
    status = prepare(&table, err);
    if (status == GCV_OK) {
        status = gcv_retention_find(report, &retention, err);
        if (status == GCV_OK) {
            table.by.dominators = &retention.dominators;
            status = gcv_referrers_count(ctx, heap, &table.referrers, err);
            if (status == GCV_OK) {
                status = write_table(&table, err);
            }
            gcv_retention_release(report, &retention);
        }
    }
    gcv_free(ctx, table.referrers, heap->n_objects, sizeof *table.referrers);
    gcv_free(ctx, table.rooted, heap->n_objects, 1);
    gcv_free(ctx, table.referenced_by, heap->n_objects, 1);
    gcv_free(ctx, table.refers_to, heap->n_types, 1);
    gcv_free(ctx, table.types, heap->n_types, 1);
    gcv_free(ctx, table.sections, heap->sections.n, 1);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only objects of at least so many bytes; 4k, 1MiB"},
    {"max", '\0', GCV_OPTION_SIZE, GCV_OWN(gcv_object_filter, max), "BYTES", NULL,
     "only objects of at most so many bytes"},
    {"min-retained", '\0', GCV_OPTION_SIZE, GCV_OWN(gcv_object_filter, min_retained), "BYTES", NULL,
     "only objects that retain at least so many bytes"},
    {"min-referrers", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_object_filter, min_referrers), "N", NULL,
     "only objects that at least N objects refer to"},
    {"max-referrers", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_object_filter, max_referrers), "N", NULL,
     "only objects that at most N objects refer to; 0: none does"},
    {"refers-to", '\0', GCV_OPTION_WORDS, GCV_OWN(gcv_object_filter, refers_to), "GLOB", NULL,
     "only objects that refer to one of a type that matches; may be repeated"},
    {"referenced-by", '\0', GCV_OPTION_WORDS, GCV_OWN(gcv_object_filter, referenced_by), "GLOB",
     NULL, "only objects that one of a type that matches refers to; may be repeated"},
    {"reachable", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_object_filter, reachable), NULL, NULL,
     "only objects that a strong root reaches"},
    {"unreachable", '\0', GCV_OPTION_FLAG, GCV_OWN(gcv_object_filter, unreachable), NULL, NULL,
     "only objects that no strong root reaches"},
    {"root", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_object_filter, root), NULL, gcv_root_kind_word_at,
     "only objects that a root of this kind holds itself, weak ones included"},
    {"generation", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_object_filter, generation),
     "0|1|2|gen0|gen1|gen2|large|pinned", NULL, "only objects of this generation"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, &gcv_cost_of_objects, NULL};
    (void)options;
    needs->costs = costs;
}

const gcv_command gcv_command_objects = {
    .name = "objects",
    .summary = "list instances",
    .description =
        "Objects that pass all filters, most bytes first, 20 rows unless --top says\n"
        "otherwise. `references` counts the references of an object that lead to a record;\n"
        "`referrers` the objects that refer to it, each once. Without filters all objects\n"
        "pass, also those that no root reaches (retained `-`).",
    .columns = "object bytes retained references referrers type",
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_object_filter),
    .shared = {&gcv_order_options, &gcv_type_options, &gcv_root_options},
    .needs = needs,
    .check = check,
    .run = run,
};
