/* arena.h - small byte strings that are all freed at once. */
#ifndef GCV_BASE_ARENA_H
#define GCV_BASE_ARENA_H

#include "base/context.h"

typedef struct gcv_arena_block gcv_arena_block;

typedef struct gcv_arena {
    gcv_arena_block *last; /* zeroed: an empty arena */
} gcv_arena;

/* Copies `size` bytes and appends a NUL. The copy never moves. */
char *gcv_arena_copy(gcv_context *ctx, gcv_arena *arena, const char *bytes, size_t size);
/* The same for a text; data NULL stays NULL. */
gcv_slice gcv_arena_slice(gcv_context *ctx, gcv_arena *arena, gcv_slice text);
void gcv_arena_release(gcv_context *ctx, gcv_arena *arena);

#endif
