/* context.h - the memory and instrumentation context that is passed to every other module.
 *
 * gcview allocates all memory through gcv_resize(), which counts the bytes in use and their peak,
 * enforces a limit, and injects failures for tests. The context links all blocks, so that a failure
 * can free them (base/error.h). The context also carries the hash seed and the watch, to which
 * phases and progress are reported. There is no other shared state in the program.
 *
 * circle: an allocation may fail, which error.h does; a failure frees memory, which this file does.
 */
#ifndef GCV_BASE_CONTEXT_H
#define GCV_BASE_CONTEXT_H

#include <gcview/gcview.h>

/* The header of a block: 32 bytes where a pointer has 8. */
typedef struct gcv_block {
    struct gcv_block *newer, *older;
    size_t size;                     /* of what follows the header */
    void (*release)(void *contents); /* called before the block is freed; NULL: nothing to do */
} gcv_block;

typedef struct gcv_guard gcv_guard;

struct gcv_context {
    uint64_t used;        /* bytes allocated now, without the headers */
    uint64_t peak;        /* highest value of `used` */
    uint64_t limit;       /* `used` never exceeds this; 0: no limit */
    uint64_t allocations; /* calls of gcv_resize() that asked for more memory */
    uint64_t fail_at;     /* tests: number of the allocation that fails, from 1; 0: none */
    uint64_t seed;        /* of every hash over names or ids from a file */
    uint64_t steps;       /* work done that the size of the input does not plainly bound */
    uint64_t glob_steps;  /* of comparisons of names with patterns: see glob.h */
    uint64_t input_size;  /* bytes of the input that is being read; 0: not known */
    bool over_limit;      /* an allocation was refused because of the limit */
    gcv_watch watch;
    gcv_guard *guard;  /* the innermost; NULL: none */
    gcv_block *newest; /* the newest block, or mark of a guard */
};

/* Resizes a block (NULL: none) to `size` bytes (0: frees it), keeping the contents up to the
 * smaller size. Fails without a change; freeing and shrinking never fail. */
void *gcv_resize(gcv_context *ctx, void *block, size_t size);

/* Allocates an array of `count` elements, uninitialised or zeroed (`count` 0 gives a block of one
 * element). Checks the size for overflow. */
void *gcv_alloc(gcv_context *ctx, size_t count, size_t element);
void *gcv_alloc_zeroed(gcv_context *ctx, size_t count, size_t element);
/* Allocates numbers that are all GCV_NONE. */
uint32_t *gcv_alloc_none(gcv_context *ctx, size_t count);

/* Allocates a block that owns something else than memory, such as an open file. */
void *gcv_alloc_owner(gcv_context *ctx, size_t size, void (*release)(void *contents));

/* Shrinks an array from gcv_alloc() to `count` elements; returns the block. */
void *gcv_shrink(gcv_context *ctx, void *block, size_t count, size_t element);

/* Frees a block, or several; NULL is fine. */
void gcv_free(gcv_context *ctx, void *block);
void gcv_free_all(gcv_context *ctx, void *const *blocks, size_t n);
#define GCV_FREE(ctx, ...)                                                                         \
    gcv_free_all(ctx, (void *const[]){__VA_ARGS__},                                                \
                 sizeof((void *const[]){__VA_ARGS__}) / sizeof(void *))

/* For guards: link and unlink a mark as if it were a block; free the blocks newer than a mark
 * (NULL: all). */
void gcv_block_link(gcv_context *ctx, gcv_block *mark);
void gcv_block_unlink(gcv_context *ctx, gcv_block *mark);
void gcv_blocks_free(gcv_context *ctx, const gcv_block *mark);

/* Report to the watch, if there is one. */
void gcv_phase(gcv_context *ctx, const char *name);
void gcv_progress(gcv_context *ctx, uint64_t bytes_read, uint64_t objects);

#endif
