/* arena.c - a chain of blocks, filled from the front; see arena.h. */
#include "base/arena.h"

#include "base/error.h"

#include <string.h>

enum { BLOCK_BYTES = 16 * 1024 };

struct gcv_arena_block {
    gcv_arena_block *before;
    size_t size, used; /* of the bytes that follow this header */
};

char *gcv_arena_copy(gcv_context *ctx, gcv_arena *arena, const char *bytes, size_t size)
{
    gcv_arena_block *block = arena->last;
    if (size > SIZE_MAX - sizeof *block - BLOCK_BYTES) {
        gcv_fail_memory(ctx, UINT64_MAX);
    }
    if (block == NULL || size + 1 > block->size - block->used) {
        size_t room = size + 1 > BLOCK_BYTES / 4 ? size + 1 : BLOCK_BYTES;
        block = gcv_resize(ctx, NULL, sizeof *block + room);
        block->size = room;
        block->used = 0;
        if (room != BLOCK_BYTES && arena->last != NULL) {
            /* A block for one long string is linked before the open block, which still has room. */
            block->before = arena->last->before;
            arena->last->before = block;
        } else {
            block->before = arena->last;
            arena->last = block;
        }
    }
    char *copy = (char *)(block + 1) + block->used;
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    copy[size] = '\0';
    block->used += size + 1;
    return copy;
}

gcv_slice gcv_arena_slice(gcv_context *ctx, gcv_arena *arena, gcv_slice text)
{
    text.data = text.data != NULL ? gcv_arena_copy(ctx, arena, text.data, text.size) : NULL;
    return text;
}

void gcv_arena_release(gcv_context *ctx, gcv_arena *arena)
{
    gcv_arena_block *block = arena->last;
    while (block != NULL) {
        gcv_arena_block *before = block->before;
        (void)gcv_resize(ctx, block, 0);
        block = before;
    }
    arena->last = NULL;
}
