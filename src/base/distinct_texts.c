/* distinct_texts.c - distinct texts as numbers; see distinct_texts.h. */
#include "base/distinct_texts.h"

/* Finds a text, or the hash value under which it belongs: if another text has the same hash, the
 * next value is tried. */
static uint32_t find(const gcv_context *ctx, const gcv_distinct_texts *distinct, gcv_slice text,
                     uint64_t *hash)
{
    *hash = gcv_hash_bytes(text.data, text.size, ctx->seed);
    for (;; ++*hash) {
        const uint32_t number = gcv_id_map_get(ctx, &distinct->by_hash, *hash);
        if (number == GCV_NONE || gcv_slice_equal(distinct->texts.data[number], text)) {
            return number;
        }
    }
}

uint32_t gcv_distinct_texts_find(const gcv_context *ctx, const gcv_distinct_texts *distinct,
                                 gcv_slice text)
{
    uint64_t hash;
    return find(ctx, distinct, text, &hash);
}

uint32_t gcv_distinct_texts_number(gcv_context *ctx, gcv_distinct_texts *distinct, gcv_slice text)
{
    uint64_t hash;
    uint32_t number = find(ctx, distinct, text, &hash);
    if (number == GCV_NONE) {
        number = (uint32_t)distinct->texts.n;
        const char *copy = gcv_arena_copy(ctx, &distinct->arena, text.data, text.size);
        gcv_slice_column_push(ctx, &distinct->texts, gcv_slice_of(copy, text.size));
        gcv_id_map_set(ctx, &distinct->by_hash, hash, number);
    }
    return number;
}

void gcv_distinct_texts_release(gcv_context *ctx, gcv_distinct_texts *distinct)
{
    GCV_RELEASE(ctx, &distinct->texts, &distinct->by_hash);
    gcv_arena_release(ctx, &distinct->arena);
}
