/* type_fold.c - the row of each object; see type_fold.h.
 *
 * The row that a type leads to below another row is found once and kept in a hash table, unless it
 * directly follows that other row.
 */
#include "analysis/type_fold.h"

bool gcv_type_row_is_larger(const void *rows, uint32_t a, uint32_t b)
{
    for (;;) {
        const gcv_type_row *x = &((const gcv_type_row_column *)rows)->data[a];
        const gcv_type_row *y = &((const gcv_type_row_column *)rows)->data[b];
        if (x->below != y->below || x->depth != y->depth) {
            return x->below != y->below ? x->below > y->below : x->depth < y->depth;
        }
        if (x->parent == y->parent) {
            return x->type < y->type;
        }
        a = x->parent;
        b = y->parent;
    }
}

uint32_t gcv_type_run_of(const gcv_type_row_column *rows, uint32_t row, uint32_t type)
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

void gcv_type_fold_add_row(gcv_type_fold *fold, uint32_t parent, uint32_t type)
{
    gcv_type_row row = {0};
    row.parent = parent;
    row.type = type;
    row.depth = parent != GCV_NONE ? fold->rows->data[parent].depth + 1 : 1;
    gcv_type_row_column_push(fold->ctx, fold->rows, row);
}

/* Whether the next row is a child of this one, as the first child that is made mostly is. */
static bool stands_behind(const gcv_type_row_column *rows, uint32_t row)
{
    return row + 1 < rows->n && rows->data[row + 1].parent == row;
}

/* The row of objects of this type below row `parent`, if known; else GCV_NONE. */
static uint32_t known_target(const gcv_type_fold *fold, uint32_t parent, uint32_t type)
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

/* Finds or makes the row of objects of this type below row `parent`. */
static uint32_t find_target(gcv_type_fold *fold, uint32_t parent, uint32_t type)
{
    uint32_t target = known_target(fold, parent, type);
    if (target != GCV_NONE) {
        return target;
    }
    target = gcv_type_run_of(fold->rows, parent, type);
    if (target == GCV_NONE) {
        target = (uint32_t)fold->rows->n;
        gcv_type_fold_add_row(fold, parent, type);
    }
    if (parent == GCV_NONE) {
        fold->tops[type] = target;
        return target;
    }
    if (target != parent + 1) {
        gcv_id_map_set(fold->ctx, &fold->targets, (uint64_t)parent << 32 | type, target);
    }
    return target;
}

static void target_of(gcv_type_fold *fold, uint32_t parent, uint32_t type, uint32_t *target)
{
    const gcv_type_row *above = parent != GCV_NONE ? &fold->rows->data[parent] : NULL;
    if (above != NULL && (above->type == type || above->type == GCV_NONE)) {
        *target = parent;
    } else {
        type = above != NULL && above->depth == GCV_FOLD_DEPTH ? GCV_NONE : type;
        *target = find_target(fold, parent, type);
    }
    if (parent != GCV_NONE && *target <= parent) {
        fold->rows->data[*target].folded = fold->rows->data[*target].type != GCV_NONE;
    }
}

void gcv_type_fold_place(gcv_type_fold *fold, uint32_t number, uint32_t above, uint32_t type,
                         uint32_t *row)
{
    const uint64_t retained = fold->dominators->retained[number];
    target_of(fold, above, type, row);
    fold->rows->data[*row].objects++;
    fold->rows->data[*row].bytes += retained;
    if (above != GCV_NONE) {
        fold->rows->data[above].bytes -= retained;
    }
}

void gcv_type_rows_add_up(gcv_type_row_column *rows, size_t first)
{
    for (size_t i = rows->n; i-- > first;) {
        gcv_type_row *row = &rows->data[i];
        row->below += row->bytes;
        row->objects_below += row->objects;
        if (row->parent != GCV_NONE && row->parent >= first) {
            rows->data[row->parent].below += row->below;
            rows->data[row->parent].objects_below += row->objects_below;
        }
    }
}
