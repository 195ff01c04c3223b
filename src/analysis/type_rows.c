/* type_rows.c - all rows of the dominator tree folded by type; see type_rows.h.
 *
 * A dominator has a lower preorder number than the objects that it dominates, so one pass in the
 * order of the numbers meets every row after those above it.
 */
#include "analysis/type_rows.h"

#include "base/error.h"
#include "heap/memory.h"

#include <string.h>

/* Reads types once in bulk, so that cache misses overlap. */
static void read_types(const gcv_heap *heap, const gcv_dominators *dominators, uint32_t *type_of)
{
    for (uint32_t number = 1; number <= dominators->n_reached; number++) {
        type_of[number] = gcv_heap_type_row(heap, heap->type.data[dominators->object[number]]);
    }
}

/* The row of objects below tops that do not count. */
#define OUTSIDE (GCV_NONE - 1)

/* `row_of`: per preorder number, including that of the virtual root; it holds types at first. */
static void fold_objects(gcv_type_fold *fold, const gcv_selection *tops, uint32_t *row_of)
{
    const gcv_dominators *dominators = fold->dominators;
    row_of[0] = GCV_NONE;
    for (uint32_t number = 1; number <= dominators->n_reached; number++) {
        const uint32_t above = row_of[dominators->dominator[number]];
        if (above == OUTSIDE || (above == GCV_NONE && tops != NULL &&
                                 !gcv_selection_has(tops, dominators->object[number]))) {
            row_of[number] = OUTSIDE;
            continue;
        }
        gcv_type_fold_place(fold, number, above, row_of[number], &row_of[number]);
    }
}

void gcv_type_rows_find(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *dominators,
                        const gcv_selection *tops, gcv_type_row_column *out)
{
    const size_t n = (size_t)dominators->n_reached + 1;
    uint32_t *row_of = gcv_alloc(ctx, n, sizeof *row_of);
    gcv_type_fold fold = {0};
    memset(out, 0, sizeof *out);
    fold.ctx = ctx;
    fold.dominators = dominators;
    fold.rows = out;
    fold.tops = gcv_alloc(ctx, heap->n_types, sizeof *fold.tops);
    gcv_phase(ctx, "type rows");
    memset(fold.tops, 0xff, heap->n_types * sizeof *fold.tops); /* GCV_NONE */
    read_types(heap, dominators, row_of);
    fold_objects(&fold, tops, row_of);
    gcv_type_rows_add_up(out, 0);
    gcv_free(ctx, fold.tops);
    gcv_id_map_release(ctx, &fold.targets);
    gcv_free(ctx, row_of);
}

/* Rows and pairs are few except in artificial heaps, where each object can have its own. */
const gcv_cost gcv_cost_of_type_rows = {"rows of the tree", GCV_COST_PARTS(24, 0, 0, 0, 0),
                                        GCV_COST_PARTS(160, 0, 0, 0, 0), 64, NULL};
