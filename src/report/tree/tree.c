/* tree.c - the dominator tree from the top.
 *
 * Shown are the --top objects of largest retained size. A dominator retains at least what any
 * object below it does, so these always hang together: taking the best candidate and then offering
 * its children gives them in order. O(candidates × log), no recursion.
 */
#include "report/tree/tree.h"

#include "analysis/dominator_tree.h"
#include "base/error.h"
#include "base/priority_queue.h"
#include "report/object_columns.h"
#include "report/commands.h"
#include "heap/memory.h"
#include "report/select.h"
#include "report/find_id.h"

#include <string.h>

static const gcv_cost gcv_cost_of_tree = {"`tree`", GCV_COST_PARTS(4, 0, 1, 0, 0),
                                          GCV_COST_PARTS(67, 0, 1, 10, 0), 4000, NULL};

static const gcv_tree_options *own(const gcv_report_options *options) { return options->own; }

uint64_t gcv_tree_depth(const gcv_report_options *options)
{
    const gcv_optional *depth = &own(options)->depth;
    return depth->given && depth->value > 0 ? depth->value : UINT64_MAX;
}

/* One shown object. Siblings are linked in the order in which they were taken, best first. */
typedef struct gcv_tree_row {
    uint32_t object, depth;
    uint32_t first_child, last_child, next; /* rows; GCV_NONE */
} gcv_tree_row;

GCV_COLUMN(gcv_tree_row_column, gcv_tree_row);

typedef struct gcv_tree {
    gcv_report *report;
    const gcv_dominators *dominators;
    gcv_object_rows by;
    gcv_selection selection;
    /* children in the dominator tree, as gcv_dominator_children() lists them */
    uint32_t *first, *child;
    gcv_priority_queue candidates; /* objects */
    uint32_t *row_of;              /* by number: row of a shown object */
    gcv_tree_row_column rows;
    uint32_t top_first, top_last; /* rows of depth 1 */
} gcv_tree;

static gcv_status find_children(gcv_tree *tree, gcv_error *err)
{
    const gcv_dominators *d = tree->dominators;
    gcv_context *ctx = tree->report->ctx;
    tree->first = gcv_alloc_zeroed(ctx, (size_t)d->n_reached + 2, sizeof *tree->first, err);
    tree->child = gcv_alloc(ctx, (size_t)d->n_reached + 1, sizeof *tree->child, err);
    tree->row_of = gcv_alloc(ctx, (size_t)d->n_reached + 1, sizeof *tree->row_of, err);
    if (tree->first == NULL || tree->child == NULL || tree->row_of == NULL) {
        return gcv_failed(err);
    }
    gcv_dominator_children(d, tree->first, tree->child);
    return GCV_OK;
}

/* ---- candidates --------------------------------------------------------------------------- */

/* Candidates are reachable. */
static bool better(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_dominators *d = ((const gcv_object_rows *)payload)->dominators;
    uint64_t x = d->retained[d->number[a]], y = d->retained[d->number[b]];
    return x != y ? x > y : gcv_object_before(payload, a, b);
}

static gcv_status offer(gcv_tree *tree, uint32_t object, gcv_error *err)
{
    uint32_t number = tree->dominators->number[object];
    return gcv_filter_bytes(tree->selection.filter, tree->dominators->retained[number])
               ? gcv_priority_queue_push(tree->report->ctx, &tree->candidates, object, err)
               : GCV_OK;
}

/* ---- choosing rows ------------------------------------------------------------------------ */

/* Puts a row behind its siblings. `parent` is a row, GCV_NONE for depth 1. */
static gcv_status add_row(gcv_tree *tree, uint32_t object, uint32_t parent, gcv_error *err)
{
    gcv_tree_row row;
    uint32_t at = (uint32_t)tree->rows.n, last;
    gcv_status status;
    row.object = object;
    row.depth = parent == GCV_NONE ? 1 : tree->rows.data[parent].depth + 1;
    row.first_child = row.last_child = row.next = GCV_NONE;
    status = gcv_tree_row_column_push(tree->report->ctx, &tree->rows, row, err);
    if (status != GCV_OK) {
        return status;
    }
    last = parent == GCV_NONE ? tree->top_last : tree->rows.data[parent].last_child;
    if (last != GCV_NONE) {
        tree->rows.data[last].next = at;
    } else if (parent == GCV_NONE) {
        tree->top_first = at;
    } else {
        tree->rows.data[parent].first_child = at;
    }
    if (parent == GCV_NONE) {
        tree->top_last = at;
    } else {
        tree->rows.data[parent].last_child = at;
    }
    tree->row_of[tree->dominators->number[object]] = at;
    return GCV_OK;
}

static gcv_status offer_children(gcv_tree *tree, uint32_t number, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = tree->first[number]; status == GCV_OK && i < tree->first[number + 1]; i++) {
        status = offer(tree, tree->dominators->object[tree->child[i]], err);
    }
    return status;
}

static gcv_status choose(gcv_tree *tree, gcv_error *err)
{
    const gcv_report_options *options = tree->report->options;
    const gcv_dominators *d = tree->dominators;
    uint64_t top = options->top.given ? options->top.value : GCV_TOP_OBJECTS;
    uint64_t deepest = gcv_tree_depth(options);
    gcv_status status = GCV_OK;
    while (status == GCV_OK && tree->candidates.items.n > 0 && (top == 0 || tree->rows.n < top)) {
        uint32_t object = gcv_priority_queue_pop(&tree->candidates), number = d->number[object];
        uint32_t parent = tree->row_of[d->dominator[number]];
        if (tree->row_of[number] != GCV_NONE) {
            continue; /* asked for, and below another one that is */
        }
        status = add_row(tree, object, parent, err);
        if (status == GCV_OK && tree->rows.data[tree->rows.n - 1].depth < deepest) {
            status = offer_children(tree, number, err);
        }
    }
    return status;
}

/* Whether the tops hold a dominator of the object: one id can be that of objects of several
 * sections, and these can refer to each other. */
static bool is_below_a_top(const gcv_tree *tree, const gcv_u32_column *tops, uint32_t object)
{
    const gcv_dominators *d = tree->dominators;
    uint32_t w = d->number[object];
    size_t i;
    for (w = d->dominator[w]; w != 0; w = d->dominator[w]) {
        for (i = 0; i < tops->n; i++) {
            if (tops->data[i] == d->object[w]) {
                return true;
            }
        }
    }
    return false;
}

/* Those of `objects` that the tree can begin with. */
static gcv_status keep_tops(gcv_tree *tree, const gcv_u32_column *objects, gcv_u32_column *tops,
                            gcv_error *err)
{
    gcv_report *report = tree->report;
    gcv_status status = GCV_OK;
    size_t i;
    for (i = 0; status == GCV_OK && i < objects->n; i++) {
        uint32_t object = objects->data[i];
        if (!tree->selection.types[report->heap->type.data[object]]) {
            continue;
        }
        if (tree->dominators->number[object] == 0) {
            gcv_report_warn_unreachable(report, object);
        } else if (!is_below_a_top(tree, objects, object)) {
            status = gcv_u32_column_push(report->ctx, tops, object, err);
        }
    }
    return status;
}

/* The tops of the tree: what the virtual root dominates, or the objects that are asked for. */
static gcv_status find_tops(gcv_tree *tree, gcv_u32_column *tops, gcv_error *err)
{
    gcv_report *report = tree->report;
    const gcv_dominators *d = tree->dominators;
    gcv_u32_column objects = {NULL, 0, 0};
    gcv_status status = GCV_OK;
    uint32_t w;
    if (report->options->object.given) {
        status = gcv_report_find_objects(report, &tree->selection, &objects, err);
        status = status == GCV_OK ? keep_tops(tree, &objects, tops, err) : status;
        gcv_u32_column_release(report->ctx, &objects);
        return status;
    }
    for (w = 1; status == GCV_OK && w <= d->n_reached; w++) {
        uint32_t object = d->object[w];
        if (d->dominator[w] == 0 && gcv_selection_has(&tree->selection, object)) {
            status = gcv_u32_column_push(report->ctx, tops, object, err);
        }
    }
    return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

static gcv_status write_row(gcv_tree *tree, const gcv_tree_row *row, gcv_error *err)
{
    const gcv_heap *heap = tree->report->heap;
    gcv_cell cells[5];
    cells[0] = gcv_cell_count(row->depth);
    cells[1] = gcv_retained_cell(tree->dominators, row->object);
    cells[2] = gcv_cell_bytes(gcv_heap_size(heap, row->object));
    cells[3] = gcv_object_id_cell(heap, row->object);
    cells[4] = gcv_type_cell(heap, heap->type.data[row->object]);
    cells[4].indent = row->depth - 1;
    return gcv_writer_row(tree->report->writer, cells, err);
}

static gcv_status write_rows(gcv_tree *tree, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"depth", true}, {"retained", true}, {"bytes", true}, {"object", true}, {"type", false}};
    gcv_u32_column siblings = {NULL, 0, 0}; /* rows to go on with after a row's descendants */
    uint32_t at = tree->top_first;
    gcv_status status;
    /* All memory is taken before the first row goes out, and the candidates have done their work.
     */
    gcv_priority_queue_release(tree->report->ctx, &tree->candidates);
    status = gcv_u32_column_reserve(tree->report->ctx, &siblings, tree->rows.n, err);
    if (status == GCV_OK) {
        status = gcv_report_begin(tree->report, columns, sizeof columns / sizeof columns[0], err);
    }
    while (status == GCV_OK && (at != GCV_NONE || siblings.n > 0)) {
        const gcv_tree_row *row;
        if (at == GCV_NONE) {
            at = siblings.data[--siblings.n];
        }
        row = &tree->rows.data[at];
        status = write_row(tree, row, err);
        if (status == GCV_OK && row->next != GCV_NONE && row->first_child != GCV_NONE) {
            status = gcv_u32_column_push(tree->report->ctx, &siblings, row->next, err);
        }
        at = row->first_child != GCV_NONE ? row->first_child : row->next;
    }
    gcv_u32_column_release(tree->report->ctx, &siblings);
    return status;
}

static gcv_status make(gcv_tree *tree, const gcv_u32_column *tops, gcv_error *err)
{
    gcv_status status;
    uint32_t w;
    size_t i;
    gcv_phase(tree->report->ctx, "report");
    status = find_children(tree, err);
    if (status != GCV_OK) {
        return status;
    }
    for (w = 0; w <= tree->dominators->n_reached; w++) {
        tree->row_of[w] = GCV_NONE;
    }
    tree->top_first = tree->top_last = GCV_NONE;
    tree->candidates.before = better;
    tree->candidates.payload = &tree->by;
    for (i = 0; status == GCV_OK && i < tops->n; i++) {
        status = offer(tree, tops->data[i], err);
    }
    if (status == GCV_OK) {
        status = choose(tree, err);
    }
    return status == GCV_OK ? write_rows(tree, err) : status;
}

static gcv_status run(gcv_report *report, gcv_error *err)
{
    gcv_context *ctx = report->ctx;
    gcv_retention retention;
    gcv_u32_column tops = {NULL, 0, 0};
    gcv_tree tree;
    gcv_status status;
    memset(&tree, 0, sizeof tree);
    tree.report = report;
    status = gcv_report_select(report, &tree.selection, err);
    if (status == GCV_OK) {
        status = gcv_retention_find(report, &retention, err);
    }
    if (status == GCV_OK) {
        size_t numbers = (size_t)retention.dominators.n_reached + 1;
        tree.dominators = &retention.dominators;
        tree.by.heap = report->heap;
        tree.by.dominators = tree.dominators;
        status = find_tops(&tree, &tops, err);
        if (status == GCV_OK) {
            status = own(report->options)->by != NULL
                         ? gcv_tree_by_type(report, tree.dominators, &tops, err)
                         : make(&tree, &tops, err);
        }
        gcv_free(ctx, tree.first, numbers + 1, sizeof *tree.first);
        gcv_free(ctx, tree.child, numbers, sizeof *tree.child);
        gcv_free(ctx, tree.row_of, numbers, sizeof *tree.row_of);
        gcv_retention_release(report, &retention);
    }
    gcv_u32_column_release(ctx, &tops);
    gcv_priority_queue_release(ctx, &tree.candidates);
    gcv_tree_row_column_release(ctx, &tree.rows);
    gcv_selection_release(ctx, &tree.selection);
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_tree_options, by), "type", NULL,
     "fold the tree: one row for the objects of one type below a row"},
    {"depth", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_tree_options, depth), "N", NULL,
     "only rows down to depth N; 0 is any depth (0)"},
};

static void needs(const gcv_report_options *options, gcv_needs *needs)
{
    static const gcv_cost *const costs[] = {&gcv_cost_of_dominators, &gcv_cost_of_tree, NULL};
    (void)options;
    needs->costs = costs;
}

const gcv_command gcv_command_tree = {
    .name = "tree",
    .summary = "the dominator tree from the top",
    .description =
        "The objects that retain the most, below the objects that dominate them; " GCV_TEXT_OF(GCV_TOP_OBJECTS) "\n"
        "unless --top says otherwise. An object retains everything that is shown below\n"
        "it. --object makes one object the top; --type and --exclude filter the objects\n"
        "at the top. --by type folds the tree: the objects of one type that the objects\n"
        "of a row immediately dominate are one row, with their `count`, and with their\n"
        "bytes and retained bytes added up.",
    .columns = "depth retained bytes object type (--by type: depth retained bytes count type)",
    .output = GCV_OUTPUT_TABLE,
    .options = GCV_OPTION_SET(option_rows),
    .options_size = GCV_OPTIONS_SIZE(gcv_tree_options),
    .shared = {&gcv_object_options, &gcv_top_options, &gcv_type_options, &gcv_min_options,
               &gcv_root_options},
    .needs = needs,
    .run = run,
};
