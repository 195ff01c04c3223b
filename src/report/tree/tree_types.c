/* tree_types.c - the dominator tree folded by type (`tree --by type`).
 *
 * Rows are chosen as in tree_objects.c: a node retains at least as much as any node below it.
 */
#include "report/tree/tree.h"

#include "analysis/type_tree.h"
#include "base/priority_queue.h"

#include <string.h>

typedef struct folded_tree {
    const gcv_tree_query *query;
    gcv_report *report;
    gcv_type_tree tree;
    gcv_priority_queue candidates; /* nodes */
    gcv_u8_column shown;           /* per node */
    uint64_t n_shown;
} folded_tree;

/* ---- candidates --------------------------------------------------------------------------- */

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

static gcv_status offer(folded_tree *folded, uint32_t node, gcv_error *err)
{
    const gcv_filter *filter = &folded->report->options->select;
    return gcv_filter_bytes(filter, folded->tree.nodes.data[node].retained)
               ? gcv_priority_queue_push(folded->report->ctx, &folded->candidates, node, err)
               : GCV_OK;
}

/* ---- choosing ----------------------------------------------------------------------------- */

/* Makes candidates of the new nodes, which are those from `first` on. */
static gcv_status offer_new(folded_tree *folded, uint32_t first, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t node;
    for (node = first; status == GCV_OK && node < folded->tree.nodes.n; node++) {
        status = gcv_u8_column_push(folded->report->ctx, &folded->shown, 0, err);
        status = status == GCV_OK ? offer(folded, node, err) : status;
    }
    return status;
}

static gcv_status choose(folded_tree *folded, gcv_error *err)
{
    const gcv_tree_query *query = folded->query;
    gcv_status status = offer_new(folded, 0, err);
    while (status == GCV_OK && folded->candidates.items.n > 0 &&
           (query->top == 0 || folded->n_shown < query->top)) {
        uint32_t node = gcv_priority_queue_pop(&folded->candidates),
                 before = (uint32_t)folded->tree.nodes.n;
        folded->shown.data[node] = 1;
        folded->n_shown++;
        if (folded->tree.nodes.data[node].depth < query->deepest) {
            status = gcv_type_tree_open(&folded->tree, node, err);
            status = status == GCV_OK ? offer_new(folded, before, err) : status;
        }
    }
    return status;
}

/* ---- writing ------------------------------------------------------------------------------ */

/* `*4  160 B  retained 200 B` */
static gcv_status draw_row(folded_tree *folded, const gcv_type_node *node, gcv_error *err)
{
    gcv_picture *picture = folded->query->picture;
    gcv_context *ctx = folded->report->ctx;
    gcv_picture_row row;
    gcv_buffer_clear(&picture->details);
    gcv_buffer_append_str(ctx, &picture->details, "*", err);
    gcv_buffer_append_u64(ctx, &picture->details, node->n, err);
    gcv_picture_append_sizes(picture, node->bytes, node->retained, err);
    memset(&row, 0, sizeof row);
    row.depth = node->depth;
    row.title = gcv_type_cell(folded->report->heap, node->type).text;
    row.details = gcv_buffer_slice(&picture->details);
    return picture->details.status == GCV_OK ? gcv_picture_add_row(picture, &row, err)
                                             : picture->details.status;
}

static gcv_status write_row(folded_tree *folded, const gcv_type_node *node, gcv_error *err)
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

/* Pushes the siblings that are shown on the stack, the first one last. */
static gcv_status push_siblings(folded_tree *folded, uint32_t first, uint32_t n,
                                gcv_u32_column *open, gcv_error *err)
{
    gcv_status status = GCV_OK;
    while (status == GCV_OK && n-- > 0) {
        if (folded->shown.data[first + n]) {
            status = gcv_u32_column_push(folded->report->ctx, open, first + n, err);
        }
    }
    return status;
}

static gcv_status begin_rows(folded_tree *folded, gcv_error *err)
{
    static const gcv_table_column columns[] = {{"depth", GCV_SHAPE_NUMBER},
                                               {"retained", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {"count", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TYPE}};
    const gcv_tree_query *query = folded->query;
    return query->picture != NULL
               ? gcv_picture_begin(query->picture, query->report, NULL, err)
               : gcv_report_begin(query->report, columns, sizeof columns / sizeof columns[0], err);
}

static gcv_status write_rows(folded_tree *folded, uint32_t n_tops, gcv_error *err)
{
    gcv_u32_column open = {NULL, 0, 0}; /* a stack of nodes to write */
    gcv_status status = begin_rows(folded, err);
    if (folded->query->picture != NULL) {
        folded->query->picture->more_branches = folded->candidates.items.n;
    }
    status = status == GCV_OK ? push_siblings(folded, 0, n_tops, &open, err) : status;
    while (status == GCV_OK && open.n > 0) {
        const gcv_type_node *node = &folded->tree.nodes.data[open.data[--open.n]];
        status = folded->query->picture != NULL ? draw_row(folded, node, err)
                                                : write_row(folded, node, err);
        if (status == GCV_OK && node->n_children > 0) {
            status = push_siblings(folded, node->children, node->n_children, &open, err);
        }
    }
    gcv_u32_column_release(folded->report->ctx, &open);
    return status;
}

gcv_status gcv_tree_by_type(const gcv_tree_query *query, gcv_error *err)
{
    gcv_report *report = query->report;
    folded_tree folded;
    gcv_status status;
    memset(&folded, 0, sizeof folded);
    folded.query = query;
    folded.report = report;
    folded.candidates.before = better;
    folded.candidates.payload = &folded.tree;
    status = gcv_type_tree_init(report->ctx, &folded.tree, report->heap, query->dominators, err);
    if (status == GCV_OK) {
        status = gcv_type_tree_begin(&folded.tree, query->tops.data, query->tops.n, err);
    }
    if (status == GCV_OK) {
        uint32_t n_tops = (uint32_t)folded.tree.nodes.n;
        status = choose(&folded, err);
        status = status == GCV_OK ? write_rows(&folded, n_tops, err) : status;
    }
    gcv_type_tree_release(&folded.tree);
    gcv_priority_queue_release(report->ctx, &folded.candidates);
    gcv_u8_column_release(report->ctx, &folded.shown);
    return status;
}
