/* sparse.h - numbers that only some of many objects have: 4 bytes each, 2 once narrowed, and 2 bits
 * for every object. */
#ifndef GCV_BASE_SPARSE_H
#define GCV_BASE_SPARSE_H

#include "base/bitset.h"
#include "base/column.h"

/* 32 objects: those that have a number, and how many objects before these have one. */
typedef struct gcv_sparse_cell {
    uint32_t has, rank;
} gcv_sparse_cell;

/* An object and its number. */
typedef struct gcv_sparse_pair {
    uint32_t object, value;
} gcv_sparse_pair;

GCV_COLUMN(gcv_sparse_pair_column, gcv_sparse_pair);

typedef struct gcv_sparse {
    gcv_sparse_cell *cells;       /* NULL: not packed, or there are no numbers */
    gcv_u32_column value;         /* once packed, in the order of objects */
    uint16_t *small;              /* instead of that, once narrowed */
    gcv_sparse_pair_column pairs; /* until packed, in any order */
} gcv_sparse;

/* Makes the numbers of objects below `bound` ready to be found; of several numbers of an object the
 * first counts. O(bound / 32 + numbers). */
void gcv_sparse_pack(gcv_context *ctx, gcv_sparse *sparse, size_t bound);

/* The same for objects that come in ascending order: begin, then append. */
static inline void gcv_sparse_begin(gcv_context *ctx, gcv_sparse *sparse, size_t bound)
{
    sparse->cells = gcv_alloc_zeroed(ctx, bound / 32 + 1, sizeof *sparse->cells);
}

static inline void gcv_sparse_append(gcv_context *ctx, gcv_sparse *sparse, uint32_t object,
                                     uint32_t value)
{
    gcv_sparse_cell *cell = &sparse->cells[object / 32];
    cell->rank = cell->has != 0 ? cell->rank : (uint32_t)sparse->value.n;
    cell->has |= (uint32_t)1 << object % 32;
    gcv_u32_column_push(ctx, &sparse->value, value);
}

/* Returns the number of an object, once packed; GCV_NONE: it has none. O(1). */
static inline uint32_t gcv_sparse_get(const gcv_sparse *sparse, uint32_t object)
{
    if (sparse->cells == NULL) {
        return GCV_NONE;
    }
    const gcv_sparse_cell cell = sparse->cells[object / 32];
    const uint32_t bit = (uint32_t)1 << object % 32;
    if ((cell.has & bit) == 0) {
        return GCV_NONE;
    }
    const uint32_t at = cell.rank + gcv_popcount(cell.has & (bit - 1));
    return sparse->small != NULL ? sparse->small[at] : sparse->value.data[at];
}

/* Halves the memory of packed numbers if all are below 2^16; no more can be appended. */
void gcv_sparse_narrow(gcv_context *ctx, gcv_sparse *sparse);

void gcv_sparse_release(gcv_context *ctx, gcv_sparse *sparse);

#endif
