/* context.c - memory with accounting, a limit and injected failures. */
#include "base/context.h"

#include "base/error.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

gcv_context *gcv_context_new(uint64_t memory_limit)
{
    gcv_context *ctx = malloc(sizeof *ctx);
    if (ctx == NULL) {
        return NULL;
    }
    *ctx = (gcv_context){.limit = memory_limit};
    ctx->seed =
        (uint64_t)time(NULL) * 0x9e3779b97f4a7c15u ^ (uint64_t)clock() ^ (uint64_t)(uintptr_t)ctx;
    return ctx;
}

void gcv_context_free(gcv_context *ctx) { free(ctx); }

uint64_t gcv_context_used(const gcv_context *ctx) { return ctx->used; }

uint64_t gcv_context_peak(const gcv_context *ctx) { return ctx->peak; }

void gcv_context_watch(gcv_context *ctx, const gcv_watch *watch)
{
    ctx->watch = watch != NULL ? *watch : (gcv_watch){0};
}

/* ---- blocks ------------------------------------------------------------------------------- */

/* A header and what follows it, aligned for any type. */
#define HEADER ((sizeof(gcv_block) + 15) / 16 * 16)

static void *contents(gcv_block *block) { return (char *)block + HEADER; }

static gcv_block *block_of(void *contents) { return (void *)((char *)contents - HEADER); }

/* Corrects the links to a block that is new or has moved. */
static void relink(gcv_context *ctx, gcv_block *block)
{
    if (block->older != NULL) {
        block->older->newer = block;
    }
    if (block->newer != NULL) {
        block->newer->older = block;
    } else {
        ctx->newest = block;
    }
}

void gcv_block_link(gcv_context *ctx, gcv_block *mark)
{
    mark->newer = NULL;
    mark->older = ctx->newest;
    relink(ctx, mark);
}

void gcv_block_unlink(gcv_context *ctx, gcv_block *mark)
{
    if (mark->older != NULL) {
        mark->older->newer = mark->newer;
    }
    if (mark->newer != NULL) {
        mark->newer->older = mark->older;
    } else {
        ctx->newest = mark->older;
    }
}

void gcv_blocks_free(gcv_context *ctx, const gcv_block *mark)
{
    while (ctx->newest != mark) {
        gcv_free(ctx, contents(ctx->newest));
    }
}

/* Shrinking a small block in place fragments the allocator: the remainder is too short for the next
 * block of the old size, and with millions of short columns such remainders exceed the live data.
 * So a small block that shrinks by half or more is copied to a new one. */
static gcv_block *shrink_block(gcv_block *block, size_t size)
{
    enum { SMALL = 4096 };
    gcv_block *moved = NULL;
    if (block->size <= SMALL && size <= block->size / 2) {
        moved = malloc(HEADER + size);
    }
    if (moved == NULL) {
        return realloc(block, HEADER + size);
    }
    memcpy(moved, block, HEADER + size);
    free(block);
    return moved;
}

/* Counts `more` bytes, or fails. */
static void claim(gcv_context *ctx, size_t more)
{
    ctx->allocations++;
    if (ctx->limit != 0 && (more > ctx->limit || ctx->used > ctx->limit - more)) {
        gcv_fail_limit(ctx);
    }
    if (ctx->allocations == ctx->fail_at) {
        gcv_fail_memory(ctx, more);
    }
}

static void count(gcv_context *ctx, gcv_block *block, size_t old_size, size_t size)
{
    block->size = size;
    ctx->used += size;
    ctx->used -= old_size;
    if (ctx->used > ctx->peak) {
        ctx->peak = ctx->used;
    }
}

/* A new zeroed block comes from calloc(), which does not touch fresh pages. */
static void *new_block(gcv_context *ctx, size_t size, bool zeroed)
{
    gcv_block *block = NULL;
    claim(ctx, size);
    if (size <= SIZE_MAX - HEADER) {
        block = zeroed ? calloc(1, HEADER + size) : malloc(HEADER + size);
    }
    if (block == NULL) {
        gcv_fail_memory(ctx, size);
    }
    block->release = NULL;
    gcv_block_link(ctx, block);
    count(ctx, block, 0, size);
    return contents(block);
}

void *gcv_resize(gcv_context *ctx, void *data, size_t size)
{
    gcv_block *moved;
    if (data == NULL || size == 0) {
        gcv_free(ctx, data);
        return size > 0 ? new_block(ctx, size, false) : NULL;
    }
    gcv_block *block = block_of(data);
    size_t old_size = block->size;
    if (size > old_size) {
        claim(ctx, size - old_size);
        moved = size <= SIZE_MAX - HEADER ? realloc(block, HEADER + size) : NULL;
        if (moved == NULL) {
            gcv_fail_memory(ctx, size - old_size);
        }
    } else {
        moved = shrink_block(block, size);
        moved = moved != NULL ? moved : block; /* the allocator may refuse to shrink */
    }
    relink(ctx, moved);
    count(ctx, moved, old_size, size);
    return contents(moved);
}

static size_t array_size(gcv_context *ctx, size_t count, size_t element)
{
    if (count > SIZE_MAX / element) {
        gcv_fail_memory(ctx, UINT64_MAX);
    }
    return (count == 0 ? 1 : count) * element;
}

void *gcv_alloc(gcv_context *ctx, size_t count, size_t element)
{
    return new_block(ctx, array_size(ctx, count, element), false);
}

void *gcv_alloc_zeroed(gcv_context *ctx, size_t count, size_t element)
{
    return new_block(ctx, array_size(ctx, count, element), true);
}

uint32_t *gcv_alloc_none(gcv_context *ctx, size_t count)
{
    uint32_t *numbers = gcv_alloc(ctx, count, sizeof *numbers);
    memset(numbers, 0xff, count * sizeof *numbers);
    return numbers;
}

void *gcv_alloc_owner(gcv_context *ctx, size_t size, void (*release)(void *contents))
{
    void *data = gcv_alloc_zeroed(ctx, 1, size);
    block_of(data)->release = release;
    return data;
}

void *gcv_shrink(gcv_context *ctx, void *block, size_t count, size_t element)
{
    return gcv_resize(ctx, block, array_size(ctx, count, element));
}

void gcv_free(gcv_context *ctx, void *block)
{
    if (block != NULL) {
        gcv_block *freed = block_of(block);
        if (freed->release != NULL) {
            freed->release(block);
        }
        ctx->used -= freed->size;
        gcv_block_unlink(ctx, freed);
        free(freed);
    }
}

void gcv_free_all(gcv_context *ctx, void *const *blocks, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        gcv_free(ctx, blocks[i]);
    }
}

void gcv_phase(gcv_context *ctx, const char *name)
{
    if (ctx->watch.phase != NULL) {
        ctx->watch.phase(ctx->watch.payload, name);
    }
}

void gcv_progress(gcv_context *ctx, uint64_t bytes_read, uint64_t objects)
{
    if (ctx->watch.progress != NULL) {
        ctx->watch.progress(ctx->watch.payload, bytes_read, ctx->input_size, objects);
    }
}
