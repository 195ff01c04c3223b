/* name_join.h - joins several lists of names: one row for each name that is in any list. */
#ifndef GCV_ANALYSIS_NAME_JOIN_H
#define GCV_ANALYSIS_NAME_JOIN_H

#include "base/column.h"

typedef struct gcv_name_list {
    const gcv_slice *names; /* ascending, distinct */
    uint32_t n;
} gcv_name_list;

typedef struct gcv_name_join {
    size_t n_lists;
    gcv_slice_column names; /* ascending, distinct; borrowed from the lists */
    gcv_u32_column indexes; /* row by row: the index in each list; GCV_NONE: not there */
} gcv_name_join;

/* O(rows × lists); 16 bytes per row, plus 4 for each list. */
void gcv_name_join_find(gcv_context *ctx, const gcv_name_list *lists, size_t n_lists,
                        gcv_name_join *out);

static inline uint32_t gcv_joined_index(const gcv_name_join *join, uint32_t row, size_t list)
{
    return join->indexes.data[(size_t)row * join->n_lists + list];
}

#endif
