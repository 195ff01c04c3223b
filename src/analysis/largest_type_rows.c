/* largest_type_rows.c - the largest rows of the folded dominator tree; see largest_type_rows.h.
 *
 * The bytes of a row are what its topmost objects retain, so no row below it has more. Rows are
 * therefore opened in descending order of bytes: the objects that the row's objects dominate
 * immediately are put into rows below it. Other rows are never opened, and what they contain is
 * never visited: of a million objects that make 400,000 rows a page shows 1200, which have 94,000
 * further children.
 *
 * Where types alternate, an object may belong to a row above that of its dominator. This happens
 * only below the GCV_FOLD_RUN-th row of a type, so such a row is opened with everything below it.
 */
#include "analysis/largest_type_rows.h"

#include "base/error.h"
#include "base/priority_queue.h"

#include <string.h>

typedef struct search {
    gcv_context *ctx;
    const gcv_heap *heap;
    const gcv_dominator_tree *tree;
    const gcv_selection *tops;
    gcv_type_fold fold;
    uint64_t least;       /* rows of fewer bytes are not opened */
    gcv_u32_column first; /* per row: number of its first listed object; GCV_NONE: it is complete */
    uint32_t *next;  /* per number: the next object of its row's list; GCV_NONE: none. In a complete
                        row: the row */
    uint32_t *type;  /* per number */
    uint32_t *child; /* per type: child of the row that is being opened, plus 1; 0: none. The last
                        one is for objects of any type */
    gcv_priority_queue queue; /* rows to be opened */
} search;

/* Reads types once in bulk, so that cache misses overlap. */
static void read_types(search *s)
{
    const gcv_dominators *d = s->fold.dominators;
    for (uint32_t number = 1; number <= d->n_reached; number++) {
        s->type[number] = gcv_heap_type_row(s->heap, s->heap->type.data[d->object[number]]);
    }
}

/* ---- one row ------------------------------------------------------------------------------ */

/* Adds a child to the row that is being opened. */
static void add_child(search *s, uint32_t row, uint32_t slot)
{
    const uint32_t type = slot != s->heap->n_types ? slot : GCV_NONE;
    gcv_type_fold_add_row(&s->fold, row, type);
    s->child[slot] = (uint32_t)s->fold.rows->n;
    gcv_u32_column_push(s->ctx, &s->first, GCV_NONE);
}

/* Puts each object that `number` dominates immediately into a row below its own or, if it is of the
 * same type, into `*own`, the list of objects of that row. An object that dominates nothing is only
 * counted. */
static void place_dominated(search *s, uint32_t number, uint32_t row, uint32_t *own)
{
    const gcv_dominator_tree tree = *s->tree; /* local, so that the loop need not reload it */
    const gcv_type_row *of = row != GCV_NONE ? &s->fold.rows->data[row] : NULL;
    const uint32_t own_type = of != NULL ? of->type : GCV_NONE; /* NONE: of no object */
    const bool is_deep = of != NULL && of->depth == GCV_FOLD_DEPTH;
    const uint32_t end = gcv_dominator_tree_end(&tree, number);
    uint32_t at = tree.at[number] + 1;
    while (at < end) {
        const uint32_t below = tree.order[at], size = tree.size[below], type = s->type[below];
        uint32_t *list = own, to = row;
        at += size;
        if (number == 0 && s->tops != NULL &&
            !gcv_selection_has(s->tops, s->fold.dominators->object[below])) {
            continue;
        }
        if (type != own_type) {
            const uint32_t slot = is_deep ? s->heap->n_types : type;
            if (s->child[slot] == 0) {
                add_child(s, row, slot);
            }
            to = s->child[slot] - 1;
            s->fold.rows->data[to].below += s->fold.dominators->retained[below];
            s->fold.rows->data[to].objects_below += size;
            list = &s->first.data[to];
        } else {
            s->fold.rows->data[to].folded = true;
        }
        s->fold.rows->data[to].objects += size == 1;
        s->next[below] = *list;
        *list = size == 1 ? *list : below;
    }
}

/* Subtracts the children of a row, the rows from `first` on, from the bytes of the row, and queues
 * those that may be opened. */
static void subtract_and_queue(search *s, uint32_t row, size_t first)
{
    const gcv_type_row *rows = s->fold.rows->data;
    for (size_t i = first; i < s->fold.rows->n; i++) {
        s->child[rows[i].type != GCV_NONE ? rows[i].type : s->heap->n_types] = 0;
        if (row != GCV_NONE) {
            s->fold.rows->data[row].bytes -= rows[i].below;
        }
        if (rows[i].below >= s->least) {
            gcv_priority_queue_push(s->ctx, &s->queue, (uint32_t)i);
        }
    }
}

static void open_row(search *s, uint32_t row)
{
    const size_t first = s->fold.rows->n;
    uint32_t own = s->first.data[row], number;
    s->fold.rows->data[row].bytes = s->fold.rows->data[row].below;
    while (own != GCV_NONE) {
        number = own;
        own = s->next[number];
        s->fold.rows->data[row].objects++;
        place_dominated(s, number, row, &own);
    }
    subtract_and_queue(s, row, first);
}

/* ---- all that is below a row -------------------------------------------------------------- */

static void place_all(search *s, uint32_t row)
{
    uint32_t own = s->first.data[row], number;
    while (own != GCV_NONE) {
        number = own;
        own = s->next[number];
        s->next[number] = row;
        s->fold.rows->data[row].objects++;
        for (uint32_t at = s->tree->at[number] + 1; at < gcv_dominator_tree_end(s->tree, number);
             at++) {
            const uint32_t below = s->tree->order[at];
            gcv_type_fold_place(&s->fold, below, s->next[s->fold.dominators->dominator[below]],
                                s->type[below], &s->next[below]);
        }
    }
}

/* Makes all rows below a row; these are complete. */
static void complete_row(search *s, uint32_t row)
{
    const size_t first = s->fold.rows->n;
    s->fold.rows->data[row].bytes = s->fold.rows->data[row].below;
    place_all(s, row);
    gcv_type_rows_add_up(s->fold.rows, first);
    for (size_t i = first; i < s->fold.rows->n; i++) {
        gcv_u32_column_push(s->ctx, &s->first, GCV_NONE);
        if (s->fold.rows->data[i].below >= s->least) {
            gcv_priority_queue_push(s->ctx, &s->queue, (uint32_t)i);
        }
    }
}

/* ---- the search --------------------------------------------------------------------------- */

static void open_largest(search *s, size_t most)
{
    uint32_t all = GCV_NONE;
    read_types(s);
    place_dominated(s, 0, GCV_NONE, &all);
    subtract_and_queue(s, GCV_NONE, 0);
    for (; most > 0 && s->queue.items.n > 0; most--) {
        const uint32_t row = gcv_priority_queue_pop(&s->queue);
        gcv_type_row *opened = &s->fold.rows->data[row];
        if (opened->type == GCV_NONE) {
            opened->objects = opened->objects_below;
        }
        if (opened->objects == opened->objects_below) {
            opened->bytes = opened->below;
        } else if (s->first.data[row] != GCV_NONE) {
            if (gcv_type_run_of(s->fold.rows, row, opened->type) == GCV_NONE) {
                open_row(s, row);
            } else {
                complete_row(s, row);
            }
        }
    }
}

void gcv_largest_type_rows_find(gcv_context *ctx, const gcv_heap *heap,
                                const gcv_dominators *dominators, const gcv_dominator_tree *tree,
                                const gcv_selection *tops, size_t most, uint64_t least,
                                gcv_type_row_column *out)
{
    const size_t n = (size_t)dominators->n_reached + 1, n_types = (size_t)heap->n_types + 1;
    search s = {0};
    memset(out, 0, sizeof *out);
    s.ctx = s.fold.ctx = ctx;
    s.heap = heap;
    s.tree = tree;
    s.tops = tops;
    s.fold.dominators = dominators;
    s.fold.rows = out;
    s.least = least;
    s.queue.before = gcv_type_row_is_larger;
    s.queue.payload = out;
    s.next = gcv_alloc(ctx, n, sizeof *s.next);
    s.type = gcv_alloc(ctx, n, sizeof *s.type);
    s.child = gcv_alloc_zeroed(ctx, n_types, sizeof *s.child);
    gcv_phase(ctx, "type rows");
    open_largest(&s, most);
    gcv_priority_queue_release(ctx, &s.queue);
    gcv_id_map_release(ctx, &s.fold.targets);
    gcv_u32_column_release(ctx, &s.first);
    gcv_free(ctx, s.child);
    gcv_free(ctx, s.type);
    gcv_free(ctx, s.next);
}
