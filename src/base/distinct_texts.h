/* distinct_texts.h - distinct texts as numbers from 0: equal texts have the same number. */
#ifndef GCV_BASE_DISTINCT_TEXTS_H
#define GCV_BASE_DISTINCT_TEXTS_H

#include "base/arena.h"
#include "base/column.h"
#include "base/id_map.h"

typedef struct gcv_distinct_texts {
    gcv_slice_column texts; /* by number; the bytes are in the arena */
    gcv_id_map by_hash;
    gcv_arena arena;
} gcv_distinct_texts;

/* Returns the number of a text; a new text is copied. O(bytes of the text). */
uint32_t gcv_distinct_texts_number(gcv_context *ctx, gcv_distinct_texts *distinct, gcv_slice text);
/* Returns the number of a text; GCV_NONE: it is not among them. */
uint32_t gcv_distinct_texts_find(const gcv_context *ctx, const gcv_distinct_texts *distinct,
                                 gcv_slice text);
void gcv_distinct_texts_release(gcv_context *ctx, gcv_distinct_texts *distinct);

#endif
