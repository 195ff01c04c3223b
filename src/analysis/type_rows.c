/* type_rows.c - the dominator tree folded by type; see type_rows.h.
 *
 * A dominator has a lower preorder number than what it dominates, so one pass in the order of the
 * numbers meets every row after those above it. Where the types of a row lead is looked for once
 * and kept in a hash table, unless the row that they lead to stands behind their own.
 */
#include "analysis/type_rows.h"

#include "base/error.h"
#include "base/id_map.h"
#include "heap/memory.h"

#include <string.h>

typedef struct type_rows {
    gcv_context *ctx;
    gcv_type_row_column *rows;
    gcv_id_map targets; /* by row and type */
    uint32_t *tops;     /* per type, the row at the top; GCV_NONE: there is none so far */
} type_rows;

/* The nearest row from `row` upwards that is of a type, if GCV_FOLD_RUN of them are; else GCV_NONE.
 */
static uint32_t run_of(const gcv_type_row_column *rows, uint32_t row, uint32_t type)
{
    uint32_t nearest = GCV_NONE, n = 0;
    for (; row != GCV_NONE && n < GCV_FOLD_RUN; row = rows->data[row].parent) {
        if (rows->data[row].type == type) {
            nearest = nearest == GCV_NONE ? row : nearest;
            n++;
        }
    }
    return n == GCV_FOLD_RUN ? nearest : GCV_NONE;
}

static gcv_status add_row(type_rows *fold, uint32_t parent, uint32_t type, gcv_error *err)
{
    gcv_type_row row;
    memset(&row, 0, sizeof row);
    row.parent = parent;
    row.type = type;
    row.depth = parent != GCV_NONE ? fold->rows->data[parent].depth + 1 : 1;
    return gcv_type_row_column_push(fold->ctx, fold->rows, row, err);
}

/* Whether the row behind this one is below it, as the first one that is made below it mostly is. */
static bool stands_behind(const gcv_type_row_column *rows, uint32_t row)
{
    return row + 1 < rows->n && rows->data[row + 1].parent == row;
}

/* Where an object of this type below a row belongs, if that is known; else GCV_NONE. */
static uint32_t known_target(const type_rows *fold, uint32_t parent, uint32_t type)
{
    const gcv_type_row_column *rows = fold->rows;
    if (parent == GCV_NONE) {
        return fold->tops[type];
    }
    if (stands_behind(rows, parent) && rows->data[parent + 1].type == type) {
        return parent + 1;
    }
    return gcv_id_map_get(fold->ctx, &fold->targets, (uint64_t)parent << 32 | type);
}

/* Finds where an object of this type below a row belongs, or makes that row. */
static gcv_status find_target(type_rows *fold, uint32_t parent, uint32_t type, uint32_t *target,
                              gcv_error *err)
{
    gcv_status status;
    *target = known_target(fold, parent, type);
    if (*target != GCV_NONE) {
        return GCV_OK;
    }
    *target = run_of(fold->rows, parent, type);
    if (*target == GCV_NONE) {
        *target = (uint32_t)fold->rows->n;
        status = add_row(fold, parent, type, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    if (parent == GCV_NONE) {
        fold->tops[type] = *target;
        return GCV_OK;
    }
    return *target == parent + 1 ? GCV_OK
                                 : gcv_id_map_set(fold->ctx, &fold->targets,
                                                  (uint64_t)parent << 32 | type, *target, err);
}

static gcv_status target_of(type_rows *fold, uint32_t parent, uint32_t type, uint32_t *target,
                            gcv_error *err)
{
    const gcv_type_row *above = parent != GCV_NONE ? &fold->rows->data[parent] : NULL;
    gcv_status status;
    if (above != NULL && (above->type == type || above->type == GCV_NONE)) {
        *target = parent;
    } else {
        type = above != NULL && above->depth == GCV_FOLD_DEPTH ? GCV_NONE : type;
        status = find_target(fold, parent, type, target, err);
        if (status != GCV_OK) {
            return status;
        }
    }
    if (parent != GCV_NONE && *target <= parent) {
        fold->rows->data[*target].folded = fold->rows->data[*target].type != GCV_NONE;
    }
    return GCV_OK;
}

/* Reads types once in bulk, so that cache misses overlap. */
static void read_types(const gcv_heap *heap, const gcv_dominators *dominators, uint32_t *type_of)
{
    uint32_t number;
    for (number = 1; number <= dominators->n_reached; number++) {
        type_of[number] = gcv_heap_type_row(heap, heap->type.data[dominators->object[number]]);
    }
}

/* `row_of`: per preorder number, that of the virtual root included; it holds the types at first.
 * The bytes of an object are what it retains less what those below it do: sizes are far apart in
 * memory. */
static gcv_status fold_objects(type_rows *fold, const gcv_dominators *dominators, uint32_t *row_of,
                               gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t number;
    row_of[0] = GCV_NONE;
    for (number = 1; status == GCV_OK && number <= dominators->n_reached; number++) {
        const uint32_t above = row_of[dominators->dominator[number]];
        const uint32_t type = row_of[number];
        status = target_of(fold, above, type, &row_of[number], err);
        if (status == GCV_OK) {
            gcv_type_row *row = &fold->rows->data[row_of[number]];
            row->objects++;
            row->bytes += dominators->retained[number];
            if (above != GCV_NONE) {
                fold->rows->data[above].bytes -= dominators->retained[number];
            }
        }
    }
    return status;
}

static void add_up(gcv_type_row_column *rows)
{
    size_t i;
    for (i = rows->n; i-- > 0;) {
        gcv_type_row *row = &rows->data[i];
        row->below += row->bytes;
        row->objects_below += row->objects;
        if (row->parent != GCV_NONE) {
            rows->data[row->parent].below += row->below;
            rows->data[row->parent].objects_below += row->objects_below;
        }
    }
}

gcv_status gcv_type_rows_find(gcv_context *ctx, const gcv_heap *heap,
                              const gcv_dominators *dominators, gcv_type_row_column *out,
                              gcv_error *err)
{
    const size_t n = (size_t)dominators->n_reached + 1;
    uint32_t *row_of = gcv_alloc(ctx, n, sizeof *row_of, err);
    type_rows fold;
    gcv_status status;
    memset(&fold, 0, sizeof fold);
    memset(out, 0, sizeof *out);
    fold.ctx = ctx;
    fold.rows = out;
    fold.tops = gcv_alloc(ctx, heap->n_types, sizeof *fold.tops, err);
    gcv_phase(ctx, "type rows");
    if (row_of == NULL || fold.tops == NULL) {
        status = gcv_failed(err);
    } else {
        memset(fold.tops, 0xff, heap->n_types * sizeof *fold.tops); /* GCV_NONE */
        read_types(heap, dominators, row_of);
        status = fold_objects(&fold, dominators, row_of, err);
        add_up(out);
    }
    gcv_free(ctx, fold.tops, heap->n_types, sizeof *fold.tops);
    gcv_id_map_release(ctx, &fold.targets);
    gcv_free(ctx, row_of, n, sizeof *row_of);
    return status;
}

/* Rows and pairs are few in all but made-up heaps, where each object can have its own. */
const gcv_cost gcv_cost_of_type_rows = {"rows of the tree", GCV_COST_PARTS(24, 0, 0, 0, 0),
                                        GCV_COST_PARTS(160, 0, 0, 0, 0), 64, NULL};
