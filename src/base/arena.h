/* arena.h - small byte strings that live until all of them are dropped at once. */
#ifndef GCV_BASE_ARENA_H
#define GCV_BASE_ARENA_H

#include "base/context.h"

typedef struct gcv_arena_block gcv_arena_block;

typedef struct gcv_arena {
    gcv_arena_block *last; /* zeroed: an empty arena */
} gcv_arena;

/* A copy of `size` bytes and a NUL behind them; NULL on failure. The copy never moves. */
char *gcv_arena_copy(gcv_context *ctx, gcv_arena *arena, const char *bytes, size_t size,
                     gcv_error *err);
void gcv_arena_release(gcv_context *ctx, gcv_arena *arena);

#endif
