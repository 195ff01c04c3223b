/* context.h - the memory and instrumentation context that is passed to every other module.
 *
 * gcview allocates all memory through gcv_resize(), which counts the bytes in use and their peak,
 * enforces a limit, and injects failures for tests. The context also carries the hash seed and the
 * watch, to which phases and progress are reported. There is no other shared state in the program.
 */
#ifndef GCV_BASE_CONTEXT_H
#define GCV_BASE_CONTEXT_H

#include <gcview/gcview.h>

struct gcv_context {
    uint64_t used;        /* bytes allocated now */
    uint64_t peak;        /* highest value of `used` */
    uint64_t limit;       /* `used` never exceeds this; 0: no limit */
    uint64_t allocations; /* calls of gcv_resize() that asked for more memory */
    uint64_t fail_at;     /* tests: number of the allocation that fails, from 1; 0: none */
    uint64_t seed;        /* of every hash over names or ids from a file */
    uint64_t steps;       /* work done that the size of the input does not plainly bound */
    uint64_t input_size;  /* bytes of the input that is being read; 0: not known */
    bool over_limit;      /* an allocation was refused because of the limit */
    gcv_watch watch;
};

/* Resizes a block from `old_size` bytes (`block` NULL: none) to `new_size` (0: frees it), keeping
 * the contents up to the smaller size. On failure, fills `*err`, returns NULL and leaves the old
 * block unchanged. Freeing and shrinking never fail. */
void *gcv_resize(gcv_context *ctx, void *block, size_t old_size, size_t new_size, gcv_error *err);

/* Allocates an array of `count` elements, uninitialised or zeroed; NULL only on failure (`count` 0
 * gives a block of one element). Checks the size for overflow. */
void *gcv_alloc(gcv_context *ctx, size_t count, size_t element, gcv_error *err);
void *gcv_alloc_zeroed(gcv_context *ctx, size_t count, size_t element, gcv_error *err);

/* Shrinks an array from gcv_alloc(), from `old_count` to `count` elements; returns the block. */
void *gcv_shrink(gcv_context *ctx, void *block, size_t old_count, size_t count, size_t element);

/* Frees an array that gcv_alloc() made with the same `count` and `element`; NULL is fine. */
void gcv_free(gcv_context *ctx, void *block, size_t count, size_t element);

/* Report to the watch, if there is one. */
void gcv_phase(gcv_context *ctx, const char *name);
void gcv_progress(gcv_context *ctx, uint64_t bytes_read, uint64_t objects);

#endif
