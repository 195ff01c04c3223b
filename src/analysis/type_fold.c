/* type_fold.c - the largest rows of the dominator tree folded by type; see type_fold.h.
 *
 * No row has more bytes than a row above it. Rows are therefore opened in descending order of
 * bytes: the objects that the row's objects dominate immediately are put into rows below it. Other
 * rows are never opened, and what they contain is never visited: of a million objects that make
 * 400,000 rows a page shows 1200, which have 94,000 further children.
 *
 * Where alternating types are folded, an object may belong to a row above that of its dominator.
 * This happens only below the GCV_FOLD_RUN-th row of a type, so such a row is opened with
 * everything below it: the row that a type leads to below another row is found once and kept in a
 * hash table, unless it directly follows that other row.
 */
#include "analysis/type_fold.h"

#include "base/sort.h"
#include "heap/memory.h"

typedef struct search {
    gcv_context *ctx;
    const gcv_fold_query *query;
    const uint64_t *retained;  /* per number */
    gcv_type_row_column *rows; /* those of the result */
    gcv_u32_column first;      /* per row: number of its first listed object; GCV_NONE: it is
                                  complete */
    uint32_t *next;            /* per number: the next object of its row's list; GCV_NONE: none. In
                                  a complete row: the row */
    uint32_t *child;           /* per type: child of the row that is being opened, plus 1; 0: none.
                                  The last one is for objects of any type */
    gcv_id_map targets;        /* by row and type: the row of objects of the type below that row */
    gcv_priority_queue queue;  /* rows to be opened */
} search;

static bool is_larger(const void *rows, uint32_t a, uint32_t b)
{
    const gcv_type_row *x = &((const gcv_type_row_column *)rows)->data[a];
    const gcv_type_row *y = &((const gcv_type_row_column *)rows)->data[b];
    return x->below != y->below ? x->below > y->below
           : x->type != y->type ? x->type < y->type
                                : x->lowest < y->lowest;
}

/* Returns the row of the type of an object. */
static uint32_t type_of(const search *s, uint32_t number)
{
    const gcv_heap *heap = s->query->heap;
    return gcv_heap_object_row(heap, s->query->dominators->object[number]);
}

static uint32_t add_row(search *s, uint32_t parent, uint32_t type)
{
    const gcv_type_row row = {.parent = parent,
                              .type = type,
                              .lowest = GCV_NONE,
                              .depth = parent != GCV_NONE ? s->rows->data[parent].depth + 1 : 1};
    gcv_type_row_column_push(s->ctx, s->rows, row);
    gcv_u32_column_push(s->ctx, &s->first, GCV_NONE);
    return (uint32_t)(s->rows->n - 1);
}

/* Notes an object whose dominator is in the parent of its row. */
static void note_topmost(search *s, gcv_type_row *row, uint32_t number)
{
    const uint32_t object = s->query->dominators->object[number];
    row->lowest = object < row->lowest ? object : row->lowest;
}

/* Queues the rows from `first` on that may be wanted. */
static void queue_rows(search *s, size_t first)
{
    const gcv_fold_query *query = s->query;
    for (size_t i = first; i < s->rows->n; i++) {
        const gcv_type_row *row = &s->rows->data[i];
        const bool wanted = query->wants == NULL || query->wants(query->payload, (uint32_t)i);
        if (wanted && row->below >= query->least && row->depth <= query->deepest) {
            gcv_priority_queue_push(s->ctx, &s->queue, (uint32_t)i);
        }
    }
}

/* ---- one row ------------------------------------------------------------------------------ */

/* Puts an object, and the `size` objects that it dominates, into a child of the row that is being
 * opened. An object that dominates no other is only counted. */
static void put_below(search *s, uint32_t row, uint32_t slot, uint32_t number, uint32_t size)
{
    if (s->child[slot] == 0) {
        const uint32_t type = slot != s->query->heap->n_types ? slot : GCV_NONE;
        s->child[slot] = add_row(s, row, type) + 1;
    }
    const uint32_t to = s->child[slot] - 1;
    gcv_type_row *child = &s->rows->data[to];
    child->below += s->retained[number];
    child->objects_below += size;
    child->objects += size == 1;
    note_topmost(s, child, number);
    s->next[number] = s->first.data[to];
    s->first.data[to] = size == 1 ? s->first.data[to] : number;
}

/* Puts each object that `number` dominates immediately into a row below its own or, if it is of the
 * same type, into `*own`, the list of objects of that row. */
static void put_dominated(search *s, uint32_t number, uint32_t row, uint32_t *own)
{
    const gcv_dominator_tree tree =
        *s->query->tree; /* local, so that the loop need not reload it */
    const bool folds = s->query->lists_too;
    const uint32_t own_type = folds ? s->rows->data[row].type : GCV_NONE; /* NONE: of no object */
    const bool is_deep = folds && s->rows->data[row].depth == GCV_FOLD_DEPTH;
    const uint32_t end = gcv_dominator_tree_end(&tree, number);
    uint32_t at = tree.at[number] + 1;
    while (at < end) {
        const uint32_t below = tree.order[at], size = tree.size[below], type = type_of(s, below);
        at += size;
        if (type != own_type) {
            put_below(s, row, is_deep ? s->query->heap->n_types : type, below, size);
            continue;
        }
        s->rows->data[row].folded = true;
        s->rows->data[row].objects += size == 1;
        s->next[below] = *own;
        *own = size == 1 ? *own : below;
    }
}

/* Takes the children of a row, the rows from `first` on, from its bytes, and queues them. */
static void end_children(search *s, uint32_t row, size_t first)
{
    const gcv_type_row *rows = s->rows->data;
    for (size_t i = first; i < s->rows->n; i++) {
        s->child[rows[i].type != GCV_NONE ? rows[i].type : s->query->heap->n_types] = 0;
        if (row != GCV_NONE) {
            s->rows->data[row].bytes -= rows[i].below;
        }
    }
    queue_rows(s, first);
}

static void open_row(search *s, uint32_t row)
{
    const size_t first = s->rows->n;
    uint32_t own = s->first.data[row], number;
    while (own != GCV_NONE) {
        number = own;
        own = s->next[number];
        s->rows->data[row].objects++;
        put_dominated(s, number, row, &own);
    }
    end_children(s, row, first);
}

/* ---- all that is below a row -------------------------------------------------------------- */

/* Returns the nearest row of a type from `row` upwards, if GCV_FOLD_RUN rows are of that type; else
 * GCV_NONE. */
static uint32_t run_of(const search *s, uint32_t row, uint32_t type)
{
    const gcv_type_row *rows = s->rows->data;
    uint32_t nearest = GCV_NONE, n = 0;
    for (; row != GCV_NONE && n < GCV_FOLD_RUN; row = rows[row].parent) {
        if (rows[row].type == type) {
            nearest = nearest == GCV_NONE ? row : nearest;
            n++;
        }
    }
    return n == GCV_FOLD_RUN ? nearest : GCV_NONE;
}

/* Finds or makes the row of objects of this type below row `above`, which is of another type. */
static uint32_t find_target(search *s, uint32_t above, uint32_t type)
{
    const uint64_t key = (uint64_t)above << 32 | type;
    const gcv_type_row_column *rows = s->rows;
    if (above + 1 < rows->n && rows->data[above + 1].parent == above &&
        rows->data[above + 1].type == type) { /* as the first child that is made mostly is */
        return above + 1;
    }
    uint32_t target = gcv_id_map_get(s->ctx, &s->targets, key);
    if (target == GCV_NONE) {
        target = run_of(s, above, type);
        target = target != GCV_NONE ? target : add_row(s, above, type);
        if (target != above + 1) {
            gcv_id_map_set(s->ctx, &s->targets, key, target);
        }
    }
    return target;
}

/* Returns the row of an object of this type whose dominator is in row `above`. */
static uint32_t target_of(search *s, uint32_t above, uint32_t type)
{
    const gcv_type_row *over = &s->rows->data[above];
    const bool is_own = over->type == type || over->type == GCV_NONE;
    const uint32_t target =
        is_own ? above : find_target(s, above, over->depth == GCV_FOLD_DEPTH ? GCV_NONE : type);
    if (target <= above) {
        s->rows->data[target].folded = s->rows->data[target].type != GCV_NONE;
    }
    return target;
}

/* Puts an object that is not at the top into its row. The bytes of the object are what it retains
 * less what those below it retain, because reading its size would miss the cache. */
static void put(search *s, uint32_t number)
{
    const uint32_t above = s->next[s->query->dominators->dominator[number]];
    const uint32_t row = target_of(s, above, type_of(s, number));
    s->next[number] = row;
    if (s->rows->data[row].parent == above) {
        note_topmost(s, &s->rows->data[row], number);
    }
    s->rows->data[row].objects++;
    s->rows->data[row].bytes += s->retained[number];
    s->rows->data[above].bytes -= s->retained[number];
}

/* Makes all rows below a row; these are complete. */
static void complete_row(search *s, uint32_t row)
{
    const gcv_dominator_tree *tree = s->query->tree;
    const size_t first = s->rows->n;
    for (uint32_t own = s->first.data[row], number; own != GCV_NONE;) {
        number = own;
        own = s->next[number];
        s->next[number] = row;
        s->rows->data[row].objects++;
        for (uint32_t at = tree->at[number] + 1; at < gcv_dominator_tree_end(tree, number); at++) {
            put(s, tree->order[at]);
        }
    }
    for (size_t i = s->rows->n; i-- > first;) {
        gcv_type_row *rows = s->rows->data;
        rows[i].below += rows[i].bytes;
        rows[i].objects_below += rows[i].objects;
        if (rows[i].parent >= first) {
            rows[rows[i].parent].below += rows[i].below;
            rows[rows[i].parent].objects_below += rows[i].objects_below;
        }
    }
    queue_rows(s, first);
}

/* ---- the search --------------------------------------------------------------------------- */

/* Opens a row, so that its own objects and bytes are known. */
static void reveal(search *s, uint32_t row)
{
    gcv_type_row *opened = &s->rows->data[row];
    if (opened->type == GCV_NONE) {
        opened->objects = opened->objects_below;
    }
    if (opened->objects == opened->objects_below) {
        opened->bytes = opened->below;
    } else if (s->first.data[row] != GCV_NONE) {
        opened->bytes = opened->below;
        if (!s->query->lists_too || run_of(s, row, opened->type) == GCV_NONE) {
            open_row(s, row);
        } else {
            complete_row(s, row);
        }
    }
}

void gcv_type_fold_find(gcv_context *ctx, const gcv_fold_query *query, gcv_type_fold *out)
{
    const size_t n = (size_t)query->dominators->n_reached + 1;
    *out = (gcv_type_fold){0};
    search s = {
        .ctx = ctx, .query = query, .retained = query->dominators->retained, .rows = &out->rows};
    s.queue.before = is_larger;
    s.queue.payload = &out->rows;
    s.next = gcv_alloc(ctx, n, sizeof *s.next);
    s.child = gcv_alloc_zeroed(ctx, (size_t)query->heap->n_types + 1, sizeof *s.child);
    gcv_phase(ctx, "type rows");
    for (size_t i = 0; i < query->tops->n; i++) {
        const uint32_t number = query->tops->data[i];
        put_below(&s, GCV_NONE, type_of(&s, number), number, query->tree->size[number]);
    }
    end_children(&s, GCV_NONE, 0);
    while (out->largest.n < query->most && s.queue.items.n > 0) {
        const uint32_t row = gcv_priority_queue_pop(&s.queue);
        gcv_u32_column_push(ctx, &out->largest, row);
        reveal(&s, row);
    }
    out->n_left = s.queue.items.n;
    gcv_priority_queue_release(ctx, &s.queue);
    GCV_RELEASE(ctx, &s.targets, &s.first);
    GCV_FREE(ctx, s.child, s.next);
}

/* Rows and pairs are few except in artificial heaps, where each object can have its own. */
const gcv_cost gcv_cost_of_type_fold = {"rows of the tree", GCV_COST_PARTS(24, 0, 0, 0, 0),
                                        GCV_COST_PARTS(160, 0, 0, 0, 0), 64, NULL};
