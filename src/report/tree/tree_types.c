/* tree_types.c - the dominator tree folded by type (`tree --by type`).
 *
 * As tree.c: the best node on offer is taken, then its children are offered. A node retains at
 * least what any node below it does, so what is shown hangs together.
 */
#include "report/tree/tree.h"

#include "analysis/type_tree.h"
#include "base/priority_queue.h"
#include "report/object_columns.h"

#include <string.h>

typedef struct gcv_folded {
    gcv_report *report;
    gcv_type_tree tree;
    gcv_priority_queue offers; /* nodes */
    gcv_u8_column shown;       /* per node */
    uint64_t n_shown;
} gcv_folded;

/* ---- nodes on offer ----------------------------------------------------------------------- */

/* Most retained first, then by type name, then by the lowest member; nodes share no members. */
static bool better(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_type_tree *tree = payload;
    const gcv_type_node *x = &tree->nodes.data[a], *y = &tree->nodes.data[b];
    if (x->retained != y->retained) {
        return x->retained > y->retained;
    }
    if (x->type != y->type) {
        return x->type < y->type;
    }
    return x->lowest < y->lowest;
}

static gcv_status offer(gcv_folded *folded, uint32_t node, gcv_error *err)
{
    const gcv_optional *min = &folded->report->options->select.min;
    return min->given && folded->tree.nodes.data[node].retained < min->value
               ? GCV_OK
               : gcv_priority_queue_push(folded->report->ctx, &folded->offers, node, err);
}

/* ---- choosing ----------------------------------------------------------------------------- */

/* Offers the nodes from `first` on, which are new. */
static gcv_status offer_new(gcv_folded *folded, uint32_t first, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t node;
    for (node = first; status == GCV_OK && node < folded->tree.nodes.n; node++) {
        status = gcv_u8_column_push(folded->report->ctx, &folded->shown, 0, err);
        status = status == GCV_OK ? offer(folded, node, err) : status;
    }
    return status;
}

static gcv_status choose(gcv_folded *folded, gcv_error *err)
{
    const gcv_report_options *options = folded->report->options;
    uint64_t top = options->top.given ? options->top.value : GCV_TOP_OBJECTS;
    uint64_t deepest = gcv_tree_depth(options);
    gcv_status status = offer_new(folded, 0, err);
    while (status == GCV_OK && folded->offers.items.n > 0 && (top == 0 || folded->n_shown < top)) {
        uint32_t node = gcv_priority_queue_pop(&folded->offers),
                 before = (uint32_t)folded->tree.nodes.n;
        folded->shown.data[node] = 1;
        folded->n_shown++;
        if (folded->tree.nodes.data[node].depth < deepest) {
            status = gcv_type_tree_open(&folded->tree, node, err);
            status = status == GCV_OK ? offer_new(folded, before, err) : status;
        }
    }
    return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

static gcv_status write_row(gcv_folded *folded, const gcv_type_node *node, gcv_error *err)
{
    gcv_cell cells[5];
    cells[0] = gcv_cell_count(node->depth);
    cells[1] = gcv_cell_bytes(node->retained);
    cells[2] = gcv_cell_bytes(node->bytes);
    cells[3] = gcv_cell_count(node->n);
    cells[4] = gcv_type_cell(folded->report->heap, node->type);
    cells[4].indent = node->depth - 1;
    return gcv_writer_row(folded->report->writer, cells, err);
}

/* Puts the shown ones of some siblings on the stack, the first on top. */
static gcv_status stack(gcv_folded *folded, uint32_t first, uint32_t n, gcv_u32_column *open,
                        gcv_error *err)
{
    gcv_status status = GCV_OK;
    while (status == GCV_OK && n-- > 0) {
        if (folded->shown.data[first + n]) {
            status = gcv_u32_column_push(folded->report->ctx, open, first + n, err);
        }
    }
    return status;
}

static gcv_status write_rows(gcv_folded *folded, uint32_t n_tops, gcv_error *err)
{
    static const gcv_table_column columns[] = {
        {"depth", true}, {"retained", true}, {"bytes", true}, {"count", true}, {"type", false}};
    gcv_u32_column open = {NULL, 0, 0};
    gcv_status status =
        gcv_report_begin(folded->report, columns, sizeof columns / sizeof columns[0], err);
    status = status == GCV_OK ? stack(folded, 0, n_tops, &open, err) : status;
    while (status == GCV_OK && open.n > 0) {
        const gcv_type_node *node = &folded->tree.nodes.data[open.data[--open.n]];
        status = write_row(folded, node, err);
        if (status == GCV_OK && node->n_children > 0) {
            status = stack(folded, node->children, node->n_children, &open, err);
        }
    }
    gcv_u32_column_release(folded->report->ctx, &open);
    return status;
}

gcv_status gcv_tree_by_type(gcv_report *report, const gcv_dominators *dominators,
                            const gcv_u32_column *tops, gcv_error *err)
{
    gcv_folded folded;
    gcv_status status;
    memset(&folded, 0, sizeof folded);
    folded.report = report;
    folded.offers.before = better;
    folded.offers.payload = &folded.tree;
    status = gcv_type_tree_init(report->ctx, &folded.tree, report->heap, dominators, err);
    if (status == GCV_OK) {
        status = gcv_type_tree_begin(&folded.tree, tops->data, tops->n, err);
    }
    if (status == GCV_OK) {
        uint32_t n_tops = (uint32_t)folded.tree.nodes.n;
        status = choose(&folded, err);
        status = status == GCV_OK ? write_rows(&folded, n_tops, err) : status;
    }
    gcv_type_tree_release(&folded.tree);
    gcv_priority_queue_release(report->ctx, &folded.offers);
    gcv_u8_column_release(report->ctx, &folded.shown);
    return status;
}
