/* objects.c - lists objects, filtered by what they are, what they hold and what holds them.
 *
 * A filter costs time and memory only if it is given. Besides what `retained` takes: 8 bytes per
 * object for the referrers, one for each of --root, --refers-to and --referenced-by, and 4 for
 * --roots, whose search ends before that for dominators begins. */
#include "report/commands.h"

#include "analysis/analyses.h"
#include "heap/vocabulary.h"
#include "heap/memory.h"
#include "report/select.h"

static const gcv_cost gcv_cost_of_objects = {"`objects`", GCV_COST_PARTS(12, 0, 1, 0, 0),
                                             GCV_COST_PARTS(40, 0, 4, 24, 0), 4000, NULL};
static const gcv_cost gcv_cost_of_rooted_objects = {"`objects --roots`",
                                                    GCV_COST_PARTS(16, 0, 1, 0, 0),
                                                    GCV_COST_PARTS(44, 0, 4, 24, 0), 4000, NULL};

typedef struct gcv_object_table {
    gcv_report *report;
    uint32_t *referrers;
    gcv_selection selection;
    uint8_t *refers_to;              /* per type; NULL: no filter */
    uint8_t *referenced_by, *rooted; /* per object; NULL: no filter */
    uint32_t *root_of;               /* per object: root record of its chain; NULL: no --roots */
    gcv_buffer label;                /* of the row that is being written */
} gcv_object_table;

typedef struct gcv_object_filter {
    gcv_optional max, min_retained, min_referrers, max_referrers;
    bool reachable, unreachable, roots;
    const char *root;
    gcv_words refers_to, referenced_by;
} gcv_object_filter;

static const gcv_object_filter *own(const gcv_report_options *options) { return options->own; }

static gcv_object_table *table_of(const void *payload)
{
    return ((const gcv_object_rows *)payload)->own;
}

GCV_KEY(key_references, gcv_heap_n_references(((const gcv_object_rows *)payload)->heap, row));
GCV_KEY(key_referrers, table_of(payload)->referrers[row]);

/* With --roots, makes the label of the root that keeps the object, if any. */
static void label_root(void *payload, uint32_t object)
{
    gcv_object_table *table = table_of(payload);
    const uint32_t root = table->root_of != NULL ? table->root_of[object] : GCV_NONE;
    if (root != GCV_NONE) {
        gcv_report_root_label(table->report, &table->report->in.heap->roots.data[root],
                              &table->label);
    }
}

GCV_CELL(cell_root, table_of(payload)->root_of[row] != GCV_NONE
                        ? gcv_cell_text(gcv_buffer_slice(&table_of(payload)->label))
                        : gcv_cell_none());

static bool shows_roots(const gcv_report_options *options) { return own(options)->roots; }

static const gcv_report_column columns[] = {
    {"object", GCV_ID, gcv_object_key_id, NULL, NULL},
    {"bytes", GCV_BYTES, gcv_object_key_bytes, NULL, NULL},
    {"retained", GCV_RETAINED, gcv_object_key_retained, NULL, NULL},
    {"references", GCV_COUNT, key_references, NULL, NULL},
    {"referrers", GCV_COUNT, key_referrers, NULL, NULL},
    {"type", GCV_NAME, gcv_object_key_type, NULL, NULL},
    {"root", GCV_LABEL, NULL, cell_root, shows_roots}};
static const gcv_table object_table = {GCV_COLUMNS(columns), .sort = {"bytes"}, GCV_OBJECT_TABLE,
                                       .prepare = label_root};

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    const gcv_object_filter *filter = own(options);
    gcv_refuse_if(ctx, filter->unreachable && filter->reachable,
                  "no object is both --reachable and --unreachable");
}

/* ---- filters ------------------------------------------------------------------------------ */

static bool at_least(gcv_optional least, uint64_t value)
{
    return !least.given || value >= least.value;
}

static bool at_most(gcv_optional most, uint64_t value)
{
    return !most.given || value <= most.value;
}

static bool refers_to_any(const gcv_object_table *table, uint32_t object)
{
    const gcv_heap *heap = table->report->in.heap;
    uint32_t at = heap->first_ref.data[object];
    while (at < heap->first_ref.data[object + 1] &&
           !table->refers_to[heap->type.data[heap->refs.data[at]]]) {
        at++;
    }
    return at < heap->first_ref.data[object + 1];
}

static bool is_shown(const void *payload, uint32_t object)
{
    const gcv_object_rows *rows = payload;
    const gcv_object_table *table = rows->own;
    const gcv_object_filter *filter = own(rows->options);
    const bool reachable = rows->dominators->number[object] != 0;
    uint64_t bytes = gcv_heap_size(rows->heap, object);
    return gcv_filter_bytes(table->selection.filter, bytes) && at_most(filter->max, bytes) &&
           !(filter->reachable && !reachable) && !(filter->unreachable && reachable) &&
           at_least(filter->min_retained, gcv_object_retained(rows->dominators, object)) &&
           at_least(filter->min_referrers, table->referrers[object]) &&
           at_most(filter->max_referrers, table->referrers[object]) &&
           (table->rooted == NULL || table->rooted[object]) &&
           (table->referenced_by == NULL || table->referenced_by[object]) &&
           (table->refers_to == NULL || refers_to_any(table, object));
}

static void find_rooted(gcv_object_table *table)
{
    const gcv_heap *heap = table->report->in.heap;
    table->rooted = gcv_alloc_zeroed(table->report->ctx, heap->n_objects, 1);
    for (uint32_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->object != GCV_NONE &&
            gcv_root_kind_is(root->kind, own(table->report->options)->root)) {
            table->rooted[root->object] = 1;
        }
    }
}

static void run(gcv_report *report)
{
    gcv_context *ctx = report->ctx;
    const gcv_heap *heap = report->in.heap;
    const gcv_object_filter *filter = own(report->options);
    gcv_object_table objects = {.report = report, .selection = gcv_report_select(report)};
    if (filter->root != NULL) {
        find_rooted(&objects);
    }
    if (filter->referenced_by.n > 0) {
        uint8_t *types = gcv_report_match_types(report, &filter->referenced_by);
        objects.referenced_by = gcv_alloc(ctx, heap->n_objects, 1);
        gcv_referrers_mark(heap, types, objects.referenced_by);
        gcv_free(ctx, types);
    }
    if (filter->refers_to.n > 0) {
        objects.refers_to = gcv_report_match_types(report, &filter->refers_to);
    }
    if (filter->roots) {
        objects.root_of = gcv_chain_roots_find(ctx, heap, report->options->include_weak);
    }
    gcv_basis basis = gcv_report_basis(report);
    gcv_object_rows rows = {heap, gcv_basis_dominators(&basis), report->options, &objects};
    objects.referrers = gcv_referrers_count(ctx, heap);
    gcv_table_show_objects(&object_table, report, &rows, &objects.selection, is_shown);
}

static const gcv_option option_rows[] = {
    {"min", '\0', GCV_OPTION_SIZE, GCV_SHARED(select.min), "BYTES", NULL,
     "only objects of at least BYTES; 4k, 1MiB"},
    {"max", '\0', GCV_OPTION_SIZE, GCV_OWN(gcv_object_filter, max), "BYTES", NULL,
     "only objects of at most BYTES"},
    {"min-retained", '\0', GCV_OPTION_SIZE, GCV_OWN(gcv_object_filter, min_retained), "BYTES", NULL,
     "only objects that retain at least BYTES"},
    {"min-referrers", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_object_filter, min_referrers), "N", NULL,
     "only objects with at least N referrers"},
    {"max-referrers", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_object_filter, max_referrers), "N", NULL,
     "only objects with at most N referrers; 0: with none"},
    {"refers-to", '\0', GCV_OPTION_GLOBS, GCV_OWN(gcv_object_filter, refers_to), "GLOB", NULL,
     "only objects that refer to an object of a type that matches; may be repeated"},
    {"referenced-by", '\0', GCV_OPTION_GLOBS, GCV_OWN(gcv_object_filter, referenced_by), "GLOB",
     NULL, "only objects with a referrer of a type that matches; may be repeated"},
    GCV_FLAG("reachable", GCV_OWN(gcv_object_filter, reachable),
             "only objects that a strong root reaches"),
    GCV_FLAG("unreachable", GCV_OWN(gcv_object_filter, unreachable),
             "only objects that no strong root reaches"),
    {"root", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_object_filter, root), NULL, gcv_root_kind_word_at,
     "only objects that a root of this kind holds directly, weak roots included"},
    GCV_FLAG("roots", GCV_OWN(gcv_object_filter, roots),
             "add the root that each object's shortest chain begins at"),
};

const gcv_command gcv_command_objects = {
    .name = "objects",
    .summary = "list instances",
    .description =
        "Objects that pass all filters, most bytes first; "
        GCV_TEXT_OF(GCV_TOP_OBJECTS) " rows unless --top says\n"
        "otherwise. `references` counts the references of an object that lead to a\n"
        "record; `referrers` counts the objects that refer to it, each once. Without\n"
        "filters all objects pass, including those that no root reaches (their\n"
        "`retained` and, with --roots, their `root` is `-`).",
    .examples = "  gcview objects --referenced-by 'System.*' --min-retained 1k samples/leak-story.log",
    .columns = "object bytes retained references referrers type (--roots: root behind type)",
    GCV_OWN_OPTIONS(option_rows, gcv_object_filter),
    .shared = GCV_SET_TOP | GCV_SET_ORDER | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_ROOT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_objects)},
    .costs_if = {shows_roots, GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_rooted_objects)},
    .tables = {&object_table},
    .check = check,
    .run = run,
};
