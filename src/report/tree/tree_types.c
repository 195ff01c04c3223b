/* tree_types.c - the dominator tree folded by type (`tree --by type`).
 *
 * Rows are chosen as in tree_objects.c: a node retains at least as much as any node below it.
 */
#include "report/tree/tree.h"

#include "analysis/type_tree.h"
#include "base/priority_queue.h"

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

static void offer(folded_tree *folded, uint32_t node)
{
    const gcv_filter *filter = &folded->report->options->select;
    if (gcv_filter_bytes(filter, folded->tree.nodes.data[node].retained)) {
        gcv_priority_queue_push(folded->report->ctx, &folded->candidates, node);
    }
}

/* ---- choosing ----------------------------------------------------------------------------- */

/* Makes candidates of the new nodes, which are those from `first` on. */
static void offer_new(folded_tree *folded, uint32_t first)
{
    for (uint32_t node = first; node < folded->tree.nodes.n; node++) {
        gcv_u8_column_push(folded->report->ctx, &folded->shown, 0);
        offer(folded, node);
    }
}

static void choose(folded_tree *folded)
{
    const gcv_tree_query *query = folded->query;
    offer_new(folded, 0);
    while (folded->candidates.items.n > 0 && (query->top == 0 || folded->n_shown < query->top)) {
        uint32_t node = gcv_priority_queue_pop(&folded->candidates),
                 before = (uint32_t)folded->tree.nodes.n;
        folded->shown.data[node] = 1;
        folded->n_shown++;
        if (folded->tree.nodes.data[node].depth < query->deepest) {
            gcv_type_tree_open(&folded->tree, node);
            offer_new(folded, before);
        }
    }
}

/* ---- writing ------------------------------------------------------------------------------ */

/* `*4  160 B  retained 200 B` */
static void draw_row(folded_tree *folded, const gcv_type_node *node)
{
    gcv_picture *picture = folded->query->picture;
    gcv_context *ctx = folded->report->ctx;
    gcv_buffer_clear(&picture->details);
    gcv_buffer_append_str(ctx, &picture->details, "*");
    gcv_buffer_append_u64(ctx, &picture->details, node->n);
    gcv_picture_append_sizes(picture, node->bytes, node->retained);
    gcv_picture_row row = {0};
    row.depth = node->depth;
    row.title = gcv_type_cell(folded->report->heap, node->type).text;
    row.details = gcv_buffer_slice(&picture->details);
    gcv_picture_add_row(picture, &row);
}

static void write_row(folded_tree *folded, const gcv_type_node *node)
{
    gcv_cell cells[5];
    cells[0] = gcv_cell_count(node->depth);
    cells[1] = gcv_cell_bytes(node->retained);
    cells[2] = gcv_cell_bytes(node->bytes);
    cells[3] = gcv_cell_count(node->n);
    cells[4] = gcv_type_cell(folded->report->heap, node->type);
    cells[4].indent = node->depth - 1;
    gcv_writer_row(folded->report->writer, cells);
}

/* Pushes the siblings that are shown on the stack, the first one last. */
static void push_siblings(folded_tree *folded, uint32_t first, uint32_t n, gcv_u32_column *open)
{
    while (n-- > 0) {
        if (folded->shown.data[first + n]) {
            gcv_u32_column_push(folded->report->ctx, open, first + n);
        }
    }
}

static void begin_rows(folded_tree *folded)
{
    static const gcv_table_column columns[] = {{"depth", GCV_SHAPE_NUMBER},
                                               {"retained", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {"count", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TYPE}};
    const gcv_tree_query *query = folded->query;
    if (query->picture != NULL) {
        gcv_picture_begin(query->picture, query->report, NULL);
    } else {
        gcv_report_begin(query->report, columns, sizeof columns / sizeof columns[0]);
    }
}

static void write_rows(folded_tree *folded, uint32_t n_tops)
{
    gcv_u32_column open = {NULL, 0, 0}; /* a stack of nodes to write */
    begin_rows(folded);
    if (folded->query->picture != NULL) {
        folded->query->picture->more_branches = folded->candidates.items.n;
    }
    push_siblings(folded, 0, n_tops, &open);
    while (open.n > 0) {
        const gcv_type_node *node = &folded->tree.nodes.data[open.data[--open.n]];
        if (folded->query->picture != NULL) {
            draw_row(folded, node);
        } else {
            write_row(folded, node);
        }
        if (node->n_children > 0) {
            push_siblings(folded, node->children, node->n_children, &open);
        }
    }
    gcv_u32_column_release(folded->report->ctx, &open);
}

void gcv_tree_by_type(const gcv_tree_query *query)
{
    gcv_report *report = query->report;
    folded_tree folded = {0};
    folded.query = query;
    folded.report = report;
    folded.candidates.before = better;
    folded.candidates.payload = &folded.tree;
    gcv_type_tree_init(report->ctx, &folded.tree, report->heap, query->dominators);
    gcv_type_tree_begin(&folded.tree, query->tops.data, query->tops.n);
    uint32_t n_tops = (uint32_t)folded.tree.nodes.n;
    choose(&folded);
    write_rows(&folded, n_tops);
    gcv_type_tree_release(&folded.tree);
    gcv_priority_queue_release(report->ctx, &folded.candidates);
    gcv_u8_column_release(report->ctx, &folded.shown);
}
