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
    memset(ctx, 0, sizeof *ctx);
    ctx->limit = memory_limit;
    ctx->seed =
        (uint64_t)time(NULL) * 0x9e3779b97f4a7c15u ^ (uint64_t)clock() ^ (uint64_t)(uintptr_t)ctx;
    return ctx;
}

void gcv_context_free(gcv_context *ctx) { free(ctx); }

uint64_t gcv_context_used(const gcv_context *ctx) { return ctx->used; }

uint64_t gcv_context_peak(const gcv_context *ctx) { return ctx->peak; }

void gcv_context_watch(gcv_context *ctx, const gcv_watch *watch)
{
    if (watch != NULL) {
        ctx->watch = *watch;
    } else {
        memset(&ctx->watch, 0, sizeof ctx->watch);
    }
}

/* Shrinking a small block in place fragments the allocator: the remainder is too short for the next
 * block of the old size, and with millions of short columns such remainders exceed the live data.
 * So a small block that shrinks by half or more is copied to a new one. */
static void *shrink_block(void *block, size_t old_size, size_t new_size)
{
    enum { SMALL = 4096 };
    void *moved = old_size <= SMALL && new_size <= old_size / 2 ? malloc(new_size) : NULL;
    if (moved == NULL) {
        return realloc(block, new_size);
    }
    memcpy(moved, block, new_size);
    free(block);
    return moved;
}

/* A new zeroed block comes from calloc(), which does not touch fresh pages. */
static void *resize(gcv_context *ctx, void *block, size_t old_size, size_t new_size, bool zeroed,
                    gcv_error *err)
{
    void *moved;
    if (new_size == 0) {
        free(block);
        ctx->used -= old_size;
        return NULL;
    }
    if (new_size > old_size) {
        uint64_t more = new_size - old_size;
        ctx->allocations++;
        if (ctx->limit != 0 && (more > ctx->limit || ctx->used > ctx->limit - more)) {
            ctx->over_limit = true;
            (void)gcv_fail_limit(err, ctx->limit);
            return NULL;
        }
        if (ctx->allocations == ctx->fail_at) {
            (void)gcv_fail_memory(err, more);
            return NULL;
        }
    }
    moved = new_size < old_size ? shrink_block(block, old_size, new_size)
            : zeroed            ? calloc(1, new_size)
                                : realloc(block, new_size);
    if (moved == NULL) {
        if (new_size <= old_size) {
            moved = block; /* if the allocator refuses to shrink, keep the larger block */
        } else {
            (void)gcv_fail_memory(err, new_size - old_size);
            return NULL;
        }
    }
    ctx->used += new_size;
    ctx->used -= old_size;
    if (ctx->used > ctx->peak) {
        ctx->peak = ctx->used;
    }
    return moved;
}

void *gcv_resize(gcv_context *ctx, void *block, size_t old_size, size_t new_size, gcv_error *err)
{
    return resize(ctx, block, old_size, new_size, false, err);
}

static void *alloc(gcv_context *ctx, size_t count, size_t element, bool zeroed, gcv_error *err)
{
    if (count == 0) {
        count = 1;
    }
    if (count > SIZE_MAX / element) {
        (void)gcv_fail_memory(err, UINT64_MAX);
        return NULL;
    }
    return resize(ctx, NULL, 0, count * element, zeroed, err);
}

void *gcv_alloc(gcv_context *ctx, size_t count, size_t element, gcv_error *err)
{
    return alloc(ctx, count, element, false, err);
}

void *gcv_alloc_zeroed(gcv_context *ctx, size_t count, size_t element, gcv_error *err)
{
    return alloc(ctx, count, element, true, err);
}

void *gcv_shrink(gcv_context *ctx, void *block, size_t old_count, size_t count, size_t element)
{
    return gcv_resize(ctx, block, (old_count == 0 ? 1 : old_count) * element,
                      (count == 0 ? 1 : count) * element, NULL);
}

void gcv_free(gcv_context *ctx, void *block, size_t count, size_t element)
{
    if (block != NULL) {
        (void)gcv_resize(ctx, block, (count == 0 ? 1 : count) * element, 0, NULL);
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
