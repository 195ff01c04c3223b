/* distinct_texts.h - texts as numbers: equal texts have one number, counted from 0. */
#ifndef GCV_BASE_DISTINCT_TEXTS_H
#define GCV_BASE_DISTINCT_TEXTS_H

#include "base/arena.h"
#include "base/column.h"
#include "base/id_map.h"

typedef struct gcv_distinct_texts {
    gcv_slice_column texts; /* by number; in the arena */
    gcv_id_map by_hash;
    gcv_arena arena;
} gcv_distinct_texts;

/* The number of a text, which is copied if it is new. O(bytes of the text). */
GCV_CHECKED gcv_status gcv_distinct_texts_number(gcv_context *ctx, gcv_distinct_texts *distinct,
                                                 gcv_slice text, uint32_t *number, gcv_error *err);
void gcv_distinct_texts_release(gcv_context *ctx, gcv_distinct_texts *distinct);

#endif
