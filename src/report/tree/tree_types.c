/* tree_types.c - the dominator tree folded by type (`tree --by type`): analysis/type_fold.h. */
#include "report/tree/tree.h"

#include "analysis/type_fold.h"

#include <inttypes.h>

typedef struct folded_tree {
    const gcv_tree_query *query;
    gcv_report *report;
    gcv_type_fold fold;
    uint32_t *child, *sibling; /* per row that is shown; GCV_NONE: there is none */
    uint32_t top;              /* the first row */
} folded_tree;

static void find_rows(folded_tree *folded)
{
    const gcv_tree_query *query = folded->query;
    const gcv_filter *filter = &folded->report->options->select;
    gcv_context *ctx = folded->report->ctx;
    gcv_u32_column tops = {NULL, 0, 0};
    gcv_dominator_tree layout;
    gcv_dominator_tree_init(ctx, &layout, query->dominators, true);
    for (size_t i = 0; i < query->tops.n; i++) {
        gcv_u32_column_push(ctx, &tops, query->dominators->number[query->tops.data[i]]);
    }
    const gcv_fold_query fold = {.heap = folded->report->in.heap,
                                 .dominators = query->dominators,
                                 .tree = &layout,
                                 .tops = &tops,
                                 .lists_too = query->folds,
                                 .most = query->top != 0 ? query->top : UINT64_MAX,
                                 .least = gcv_optional_or(filter->min, 0),
                                 .deepest = query->deepest};
    gcv_type_fold_find(ctx, &fold, &folded->fold);
    gcv_dominator_tree_release(ctx, &layout);
    gcv_u32_column_release(ctx, &tops);
}

/* Links the rows that are shown, largest first. */
static void link_rows(folded_tree *folded)
{
    const gcv_u32_column *largest = &folded->fold.largest;
    folded->child = gcv_alloc_none(folded->report->ctx, folded->fold.rows.n);
    folded->sibling = gcv_alloc_none(folded->report->ctx, folded->fold.rows.n);
    folded->top = GCV_NONE;
    for (size_t i = largest->n; i-- > 0;) {
        const uint32_t row = largest->data[i], parent = folded->fold.rows.data[row].parent;
        uint32_t *first = parent != GCV_NONE ? &folded->child[parent] : &folded->top;
        folded->sibling[row] = *first;
        *first = row;
    }
}

/* Returns the row that follows a row; GCV_NONE: none. */
static uint32_t next_row(const folded_tree *folded, uint32_t row)
{
    if (folded->child[row] != GCV_NONE) {
        return folded->child[row];
    }
    while (row != GCV_NONE && folded->sibling[row] == GCV_NONE) {
        row = folded->fold.rows.data[row].parent;
    }
    return row != GCV_NONE ? folded->sibling[row] : GCV_NONE;
}

/* `*4  160 B  retained 200 B` */
static void draw_row(folded_tree *folded, const gcv_type_row *row)
{
    gcv_picture *picture = folded->query->picture;
    gcv_buffer_clear(&picture->details);
    gcv_buffer_print(folded->report->ctx, &picture->details, "*%" PRIu32, row->objects);
    gcv_picture_append_sizes(picture, row->bytes, row->below);
    const gcv_picture_row drawn = {.depth = row->depth,
                                   .title = gcv_type_or_deeper(folded->report->in.heap, row->type),
                                   .part = row->below};
    gcv_picture_add_row(picture, &drawn);
}

static void write_row(folded_tree *folded, const gcv_type_row *row)
{
    gcv_cell cells[] = {gcv_cell_count(row->depth), gcv_cell_bytes(row->below),
                        gcv_cell_bytes(row->bytes), gcv_cell_count(row->objects),
                        gcv_cell_text(gcv_type_or_deeper(folded->report->in.heap, row->type))};
    cells[4].indent = row->depth - 1;
    gcv_writer_row(folded->report->out.writer, cells);
}

static void write_rows(folded_tree *folded)
{
    static const gcv_table_column columns[] = {{"depth", GCV_SHAPE_NUMBER},
                                               {"retained", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {"count", GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TYPE}};
    const gcv_tree_query *query = folded->query;
    if (query->picture != NULL) {
        gcv_picture_begin(query->picture, query->report, NULL);
        query->picture->more_branches = folded->fold.n_left;
        query->picture->whole = query->dominators->retained[0];
    } else {
        gcv_report_begin(query->report, columns, GCV_LENGTH(columns));
    }
    gcv_writer_more(
        folded->report->out.writer,
        (gcv_more){.rows = folded->fold.n_left, .noun = "subtree", .option = "--top 0"});
    for (uint32_t row = folded->top; row != GCV_NONE; row = next_row(folded, row)) {
        (query->picture != NULL ? draw_row : write_row)(folded, &folded->fold.rows.data[row]);
    }
}

void gcv_tree_by_type(const gcv_tree_query *query)
{
    folded_tree folded = {.query = query, .report = query->report};
    find_rows(&folded);
    link_rows(&folded);
    gcv_phase(query->report->ctx, "report");
    write_rows(&folded);
}
