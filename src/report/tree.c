/* tree.c - the dominator tree from the top, with one row per object or folded by type. */
#include "analysis/garbage.h"
#include "analysis/type_fold.h"
#include "heap/memory.h"
#include "report/commands.h"
#include "report/picture.h"
#include "report/select.h"

#include <inttypes.h>
#include <string.h>

static const gcv_cost gcv_cost_of_tree = {"`tree`", GCV_COST_PARTS(4, 0, 1, 0, 0),
                                          GCV_COST_PARTS(67, 0, 1, 10, 0), 4000, NULL};

typedef struct gcv_tree_options {
    gcv_optional depth;
    const char *by; /* NULL: one row per object */
    bool fold;
} gcv_tree_options;

static const gcv_tree_options *own(const gcv_report_options *options) { return options->own; }

typedef struct tree_query {
    gcv_report *report;
    const gcv_dominators *dominators;
    gcv_u32_column tops;  /* numbers of those at the top of the tree; none dominates another */
    uint64_t top;         /* most rows; 0: any number */
    uint64_t deepest;     /* greatest depth shown */
    bool folds;           /* lists and recursions are one row */
    gcv_picture *picture; /* picture to draw the rows in; NULL: write a table */
} tree_query;

enum { COLUMNS = 5 };

/* Begins the table, or a picture, whose objects `dominators` are about (NULL: it has rows only).
 * `what`: the column that says what a row is. */
static void begin(const tree_query *query, const char *what, const gcv_dominators *dominators)
{
    const gcv_table_column columns[COLUMNS] = {{"depth", GCV_SHAPE_NUMBER},
                                               {"retained", GCV_SHAPE_NUMBER},
                                               {"bytes", GCV_SHAPE_NUMBER},
                                               {what, GCV_SHAPE_NUMBER},
                                               {"type", GCV_SHAPE_TYPE}};
    if (query->picture != NULL) {
        gcv_picture_begin(query->picture, query->report, dominators);
    } else {
        gcv_report_begin(query->report, columns, COLUMNS);
    }
}

/* ---- one row per object: all of them, or the --top objects that retain the most ----------- */

/* An object retains at least as much as any object below it, so a parent is chosen before its
 * children: each step takes the best candidate and makes its children candidates. O(candidates ×
 * log), without recursion.
 *
 * Rows are not stored: the children of each row are sorted, and a walk goes from each row to the
 * next. Children that are rows precede those that are not. O(n log n), 12 bytes per object; for all
 * objects a third of the time and half the memory of one sort of them. */
typedef struct object_tree {
    const tree_query *query;
    gcv_context *ctx;
    const gcv_dominators *dominators;
    gcv_object_rows by;
    uint32_t *first, *child; /* as gcv_dominator_children() lists them */
    uint32_t *path;   /* by depth less 1: index in `child` of the row at that depth in the walk; a
                         slot for each number */
    gcv_bitset shown; /* per number: it is a row */
} object_tree;

static const object_tree *tree_of(const void *payload) { return payload; }

GCV_KEY(key_retained, tree_of(payload)->dominators->retained[row]);
GCV_KEY(key_object, tree_of(payload)->dominators->object[row]);
GCV_KEY(key_id, gcv_object_key_id(&tree_of(payload)->by, (uint32_t)key_object(payload, row)));
GCV_KEY(key_type, gcv_object_key_type(&tree_of(payload)->by, (uint32_t)key_object(payload, row)));
GCV_BEFORE(before, object_tree,
           gcv_object_before(&of->by, of->dominators->object[a], of->dominators->object[b]));
GCV_BEFORE(better, object_tree,
           key_retained(of, a) != key_retained(of, b) ? key_retained(of, a) > key_retained(of, b)
                                                      : before(of, a, b));

static void sort(object_tree *tree, uint32_t *numbers, size_t n)
{
    static const gcv_key_fn ties[] = {key_object, key_id, key_type, NULL};
    const gcv_row_order order = {tree, key_retained, false, before, ties};
    gcv_rows_sort(tree->ctx, &order, numbers, n);
}

/* Marks the rows that the tree has without --top, and returns their number. A dominator has a lower
 * number than the objects that it dominates. */
static uint64_t mark_rows(object_tree *tree)
{
    const gcv_dominators *d = tree->dominators;
    uint32_t *depth = tree->path; /* 0: it is not in the tree; free before the walk */
    uint64_t n = 0;
    memset(depth, 0, ((size_t)d->n_reached + 1) * sizeof *depth);
    for (size_t i = 0; i < tree->query->tops.n; i++) {
        depth[tree->query->tops.data[i]] = 1;
    }
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        const uint32_t above = depth[d->dominator[w]];
        depth[w] = depth[w] != 0 ? 1 : above != 0 ? above + 1 : 0;
        if (depth[w] != 0 && depth[w] <= tree->query->deepest &&
            gcv_filter_bytes(&tree->query->report->options->select, d->retained[w])) {
            n += gcv_bitset_add(&tree->shown, w);
        }
    }
    return n;
}

/* Leaves only the first `top` of them. */
static void choose(object_tree *tree)
{
    gcv_priority_queue candidates = {.before = better, .payload = tree};
    gcv_bitset all = tree->shown;
    gcv_bitset_init(tree->ctx, &tree->shown, (size_t)tree->dominators->n_reached + 1);
    for (size_t i = 0; i < tree->query->tops.n; i++) {
        if (gcv_bitset_has(&all, tree->query->tops.data[i])) {
            gcv_priority_queue_push(tree->ctx, &candidates, tree->query->tops.data[i]);
        }
    }
    for (uint64_t n = 0; n < tree->query->top && candidates.items.n > 0; n++) {
        const uint32_t number = gcv_priority_queue_pop(&candidates);
        (void)gcv_bitset_add(&tree->shown, number);
        for (uint32_t i = tree->first[number]; i < tree->first[number + 1]; i++) {
            if (gcv_bitset_has(&all, tree->child[i])) {
                gcv_priority_queue_push(tree->ctx, &candidates, tree->child[i]);
            }
        }
    }
    gcv_priority_queue_release(tree->ctx, &candidates);
    gcv_bitset_release(tree->ctx, &all);
}

/* Sorts the tops and the children of all rows. All before the first row is written, because memory
 * must not run out after that. */
static void sort_rows(object_tree *tree)
{
    sort(tree, tree->query->tops.data, tree->query->tops.n);
    for (uint32_t w = 1; w <= tree->dominators->n_reached; w++) {
        if (gcv_bitset_has(&tree->shown, w)) {
            sort(tree, tree->child + tree->first[w], tree->first[w + 1] - tree->first[w]);
        }
    }
}

/* Draws an object and, below the top, an edge from its immediate dominator, whose row is above
 * it. */
static void draw(const object_tree *tree, uint32_t number, uint32_t depth)
{
    const gcv_dominators *d = tree->dominators;
    gcv_picture *picture = tree->query->picture;
    const bool asked = depth == 1 && tree->query->report->options->object.data != NULL;
    gcv_picture_object(picture, d->object[number], asked);
    if (depth > 1) {
        gcv_picture_edge(picture, d->object[d->dominator[number]], d->object[number]);
    }
}

static void write_row(const object_tree *tree, uint32_t number, uint32_t depth)
{
    gcv_report *report = tree->query->report;
    const gcv_heap *heap = report->in.heap;
    const uint32_t object = tree->dominators->object[number];
    gcv_cell cells[COLUMNS] = {
        gcv_cell_count(depth), gcv_cell_bytes(tree->dominators->retained[number]),
        gcv_cell_bytes(gcv_heap_size(heap, object)), gcv_object_id_cell(heap, object),
        gcv_type_cell(heap, heap->type.data[object])};
    cells[4].indent = depth - 1;
    gcv_writer_row(report->out.writer, cells);
}

/* Whether index `at` of `child` is below `end` and holds a row. */
static bool is_shown(const object_tree *tree, uint32_t at, uint32_t end)
{
    return at < end && gcv_bitset_has(&tree->shown, tree->child[at]);
}

/* Moves from row `number` at `*depth` to the next row and returns its number; 0: there is no more
 * below this top. */
static uint32_t next_row(object_tree *tree, uint32_t number, uint32_t *depth)
{
    const uint32_t *first = tree->first;
    if (is_shown(tree, first[number], first[number + 1])) {
        tree->path[(*depth)++] = first[number];
        return tree->child[first[number]];
    }
    for (; *depth > 1; --*depth) {
        uint32_t *at = &tree->path[*depth - 1];
        if (is_shown(tree, *at + 1, first[tree->dominators->dominator[tree->child[*at]] + 1])) {
            return tree->child[++*at];
        }
    }
    return 0;
}

static void write_rows(object_tree *tree)
{
    const tree_query *query = tree->query;
    begin(query, "object", query->dominators);
    for (size_t i = 0; i < query->tops.n && gcv_bitset_has(&tree->shown, query->tops.data[i]);
         i++) {
        uint32_t number = query->tops.data[i], depth = 1;
        for (; number != 0; number = next_row(tree, number, &depth)) {
            (query->picture != NULL ? draw : write_row)(tree, number, depth);
        }
    }
}

static void write_by_object(const tree_query *query)
{
    gcv_report *report = query->report;
    const gcv_dominators *d = query->dominators;
    const size_t numbers = (size_t)d->n_reached + 1;
    object_tree tree = {.query = query, .ctx = report->ctx, .dominators = d};
    gcv_phase(report->ctx, "report");
    tree.by = (gcv_object_rows){.heap = report->in.heap, .dominators = d};
    tree.first = gcv_alloc_zeroed(report->ctx, numbers + 1, sizeof *tree.first);
    tree.child = gcv_alloc(report->ctx, numbers, sizeof *tree.child);
    tree.path = gcv_alloc(report->ctx, numbers, sizeof *tree.path);
    gcv_bitset_init(report->ctx, &tree.shown, numbers);
    gcv_dominator_children(d, tree.first, tree.child);
    const uint64_t n = mark_rows(&tree);
    if (query->top > 0 && n > query->top) {
        choose(&tree);
        gcv_writer_more(report->out.writer,
                        (gcv_more){.rows = n - query->top, .noun = "object", .option = "--top 0"});
    }
    sort_rows(&tree);
    write_rows(&tree);
    if (query->picture != NULL) {
        query->picture->more_objects = n - query->picture->objects;
    }
}

/* ---- one row for all objects of one type below a row: analysis/type_fold.h ---------------- */

typedef struct folded_tree {
    const tree_query *query;
    gcv_report *report;
    gcv_type_fold fold;
    uint32_t *child, *sibling; /* per row that is shown; GCV_NONE: there is none */
    uint32_t top;              /* the first row */
} folded_tree;

static void fold_rows(folded_tree *folded)
{
    const tree_query *query = folded->query;
    gcv_context *ctx = folded->report->ctx;
    gcv_dominator_tree layout;
    gcv_dominator_tree_init(ctx, &layout, query->dominators, true);
    const gcv_fold_query fold = {.heap = folded->report->in.heap,
                                 .dominators = query->dominators,
                                 .tree = &layout,
                                 .tops = &query->tops,
                                 .lists_too = query->folds,
                                 .most = query->top != 0 ? query->top : UINT64_MAX,
                                 .least = gcv_optional_or(folded->report->options->select.min, 0),
                                 .deepest = query->deepest};
    gcv_type_fold_find(ctx, &fold, &folded->fold);
    gcv_dominator_tree_release(ctx, &layout);
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
static uint32_t next_fold(const folded_tree *folded, uint32_t row)
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
static void draw_fold(folded_tree *folded, const gcv_type_row *row)
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

static void write_fold(folded_tree *folded, const gcv_type_row *row)
{
    gcv_cell cells[] = {gcv_cell_count(row->depth), gcv_cell_bytes(row->below),
                        gcv_cell_bytes(row->bytes), gcv_cell_count(row->objects),
                        gcv_cell_text(gcv_type_or_deeper(folded->report->in.heap, row->type))};
    cells[4].indent = row->depth - 1;
    gcv_writer_row(folded->report->out.writer, cells);
}

static void write_folds(folded_tree *folded)
{
    const tree_query *query = folded->query;
    begin(query, "count", NULL);
    if (query->picture != NULL) {
        query->picture->more_branches = folded->fold.n_left;
        query->picture->whole = query->dominators->retained[0];
    }
    gcv_writer_more(
        folded->report->out.writer,
        (gcv_more){.rows = folded->fold.n_left, .noun = "subtree", .option = "--top 0"});
    for (uint32_t row = folded->top; row != GCV_NONE; row = next_fold(folded, row)) {
        (query->picture != NULL ? draw_fold : write_fold)(folded, &folded->fold.rows.data[row]);
    }
}

static void write_by_type(const tree_query *query)
{
    folded_tree folded = {.query = query, .report = query->report};
    fold_rows(&folded);
    link_rows(&folded);
    gcv_phase(query->report->ctx, "report");
    write_folds(&folded);
}

/* ---- the command -------------------------------------------------------------------------- */

enum { IS_MATCH = 1, IS_BELOW_MATCH = 2 };

/* Marks `objects`, those that match --object, and the objects below any of them: objects of several
 * sections can have the same id, and can refer to each other. One byte per number. A dominator has
 * a lower number than the objects that it dominates, so one ascending pass suffices. */
static uint8_t *mark_matches(gcv_context *ctx, const gcv_dominators *d,
                             const gcv_u32_column *objects)
{
    uint8_t *marks = gcv_alloc_zeroed(ctx, (size_t)d->n_reached + 1, 1);
    for (size_t i = 0; i < objects->n; i++) {
        marks[d->number[objects->data[i]]] = IS_MATCH;
    }
    marks[0] = 0; /* objects outside this part have number 0, like the virtual root */
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        if (marks[d->dominator[w]] != 0) {
            marks[w] |= IS_BELOW_MATCH;
        }
    }
    return marks;
}

/* Makes the selected objects with the id of --object tops of the tree, except those below another
 * one. Warns of those outside the part that the tree shows. */
static void find_tops_of_id(tree_query *query, const gcv_selection *selection)
{
    gcv_report *report = query->report;
    const uint32_t *number = query->dominators->number;
    gcv_u32_column objects = {0}, others = {0};
    char room[GCV_NUMBER_MAX];
    gcv_report_find_objects(report, selection, report->options->object, &objects);
    uint8_t *marks = mark_matches(report->ctx, query->dominators, &objects);
    for (size_t i = 0; i < objects.n; i++) {
        const uint32_t object = objects.data[i];
        if (gcv_selection_has(selection, object) && number[object] == 0) {
            gcv_u32_column_push(report->ctx, &others, object);
        } else if (gcv_selection_has(selection, object) &&
                   (marks[number[object]] & IS_BELOW_MATCH) == 0) {
            gcv_u32_column_push(report->ctx, &query->tops, number[object]);
        }
    }
    gcv_free(report->ctx, marks);
    if (!report->options->groups.unreachable) {
        gcv_report_warn_garbage_objects(report, &others);
    } else if (others.n > 0) {
        GCV_WARN(report, "object %s is reachable; `tree` without --unreachable has it",
                 gcv_object_id_text(report->in.heap, others.data[0], room));
    }
}

/* The tree begins with the objects of --object, or with all objects that only the virtual root
 * dominates. */
static void find_tops(tree_query *query, const gcv_selection *selection)
{
    const gcv_dominators *d = query->dominators;
    if (query->report->options->object.data != NULL) {
        find_tops_of_id(query, selection);
        return;
    }
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        if (d->dominator[w] == 0 && gcv_selection_has(selection, d->object[w])) {
            gcv_u32_column_push(query->report->ctx, &query->tops, w);
        }
    }
}

static void run(gcv_report *report)
{
    const gcv_report_options *options = report->options;
    const gcv_optional *depth = &own(options)->depth;
    const bool draws = gcv_output_format_draws(options->format);
    gcv_picture picture = {0};
    gcv_selection selection = gcv_report_select(report);
    tree_query query = {.report = report,
                        .top =
                            gcv_optional_or(options->top, draws ? GCV_TOP_DRAWN : GCV_TOP_OBJECTS),
                        .deepest = depth->given && depth->value > 0 ? depth->value : UINT64_MAX,
                        .folds = own(options)->fold,
                        .picture = draws ? &picture : NULL};
    gcv_basis basis = gcv_basis_of_part(report);
    query.dominators = &basis.dominators;
    find_tops(&query, &selection);
    (own(options)->by != NULL ? write_by_type : write_by_object)(&query);
    if (draws) {
        gcv_picture_end(&picture);
    }
}

static const gcv_option option_rows[] = {
    {"by", '\0', GCV_OPTION_CHOICE, GCV_OWN(gcv_tree_options, by), "type", NULL,
     "fold the tree: one row for the objects of one type below a row"},
    GCV_FLAG("fold", GCV_OWN(gcv_tree_options, fold),
             "with --by type: a list, or a recursion of several types, is one row, too"),
    {"depth", '\0', GCV_OPTION_NUMBER, GCV_OWN(gcv_tree_options, depth), "N", NULL,
     "only rows down to depth N; 0 is any depth (0)"},
};

static void check(gcv_context *ctx, const gcv_report_options *options)
{
    gcv_refuse_if(ctx, own(options)->fold && own(options)->by == NULL,
                  "--fold is for --by type: only types are folded");
}

const gcv_command gcv_command_tree = {
    .name = "tree",
    .summary = "the dominator tree from the top",
    .description =
        "The objects that retain the most, below the objects that dominate them; "
        GCV_TEXT_OF(GCV_TOP_OBJECTS) "\n"
        "unless --top says otherwise. An object retains everything that is shown below\n"
        "it. --object makes one object the top; --type and --exclude filter the objects\n"
        "at the top. --by type folds the tree: the objects of one type that the objects\n"
        "of a row immediately dominate are one row, with their `count`, and with their\n"
        "bytes and retained bytes added up; with --fold a list or a recursion is one\n"
        "row, too, as in the picture of `report`. --unreachable: the tree of the objects\n"
        "that no strong root reaches, below those that no other one of them refers to,\n"
        "and one object of each circle.\n"
        "--format dot and mermaid draw the tree, " GCV_TEXT_OF(GCV_TOP_DRAWN) " rows of it unless --top says\n"
        "otherwise (docs/pictures.md).",
    .examples = "  gcview tree --top 8 samples/leak-story.log\n"
                "  gcview tree --by type --top 5 samples/azmcp-1.log",
    .columns = "depth retained bytes object type (--by type: depth retained bytes count type)",
    .draws = true,
    GCV_OWN_OPTIONS(option_rows, gcv_tree_options),
    .shared = GCV_SET_OBJECT | GCV_SET_TOP | GCV_SET_TYPE | GCV_SET_GENERATION | GCV_SET_MIN |
              GCV_SET_PART | GCV_SET_ROOT,
    .needs = {.costs = GCV_COSTS(&gcv_cost_of_dominators, &gcv_cost_of_tree)},
    .costs_if = {gcv_shows_garbage, GCV_COSTS(&gcv_cost_of_garbage, &gcv_cost_of_tree)},
    .check = check,
    .run = run,
};
