/* id_column.h - 64-bit ids in little room while a file is being read.
 *
 * The low half of every id is stored as it is; the high half takes nothing as long as all ids share
 * it, one byte (an index into the high halves met) for up to 256 different ones, four bytes after
 * that. A real 64-bit heap of a few GB so costs 4 or 5 bytes an id instead of 8, random ids cost 8.
 */
#ifndef GCV_HEAP_ID_COLUMN_H
#define GCV_HEAP_ID_COLUMN_H

#include "base/column.h"

typedef struct gcv_id_column {
    gcv_u32_column low;
    gcv_u8_column code;  /* in step with `low` while width is 1 */
    gcv_u32_column high; /* in step with `low` while width is 4 */
    unsigned width;
    uint32_t highs[256]; /* the high halves, by code */
    unsigned n_highs;
    unsigned last; /* code of the last one appended */
} gcv_id_column;

GCV_CHECKED gcv_status gcv_id_column_append(gcv_context *ctx, gcv_id_column *col,
                                            const uint64_t *ids, size_t n, gcv_error *err);
void gcv_id_column_shrink(gcv_context *ctx, gcv_id_column *col);
void gcv_id_column_release(gcv_context *ctx, gcv_id_column *col);

static inline size_t gcv_id_column_n(const gcv_id_column *col) { return col->low.n; }

static inline uint64_t gcv_id_column_get(const gcv_id_column *col, size_t at)
{
    uint32_t high = col->width == 0   ? col->highs[0]
                    : col->width == 1 ? col->highs[col->code.data[at]]
                                      : col->high.data[at];
    return (uint64_t)high << 32 | col->low.data[at];
}

#endif
