/* context.h - the memory and instrumentation context that every other module is handed.
 *
 * All memory of gcview is taken through gcv_resize(), so the number of bytes in use, their peak, a
 * limit and injected failures come for free. The context also carries the hash seed and the
 * watch, to which phases and progress are reported. There is no other shared state in the program.
 */
#ifndef GCV_BASE_CONTEXT_H
#define GCV_BASE_CONTEXT_H

#include <gcview/gcview.h>

struct gcv_context {
    uint64_t used;        /* bytes handed out now */
    uint64_t peak;        /* highest value of `used` */
    uint64_t limit;       /* `used` never passes this; 0 = no limit */
    uint64_t allocations; /* calls of gcv_resize() that asked for more, since the start */
    uint64_t fail_at;     /* tests: the allocation of this number (from 1) fails; 0 = none does */
    uint64_t seed;        /* of every hash over names or ids from a file */
    uint64_t steps;       /* counts work that the size of the input does not plainly bound */
    uint64_t input_size;  /* bytes of the input that is being read; 0: not known */
    bool over_limit;      /* an allocation was refused because of the limit */
    gcv_watch watch;
};

/* Changes a block of `old_size` bytes (`block` NULL: none) to `new_size` (0: frees it). Contents
 * are kept up to the smaller size. On failure `*err` is filled, NULL is returned and the old block
 * stays as it was. Freeing and shrinking never fail. */
void *gcv_resize(gcv_context *ctx, void *block, size_t old_size, size_t new_size, gcv_error *err);

/* An array of `count` elements, uninitialised or zeroed; NULL only on failure (count 0 gives a
 * block of one element). The size is checked for overflow. */
void *gcv_alloc(gcv_context *ctx, size_t count, size_t element, gcv_error *err);
void *gcv_alloc_zeroed(gcv_context *ctx, size_t count, size_t element, gcv_error *err);

/* Gives back the elements from `count` on of what gcv_alloc() gave for `old_count`; returns the
 * block. */
void *gcv_shrink(gcv_context *ctx, void *block, size_t old_count, size_t count, size_t element);

/* Frees what gcv_alloc() gave with the same count and element; NULL is fine. */
void gcv_free(gcv_context *ctx, void *block, size_t count, size_t element);

/* Report to the watch, if there is one. */
void gcv_phase(gcv_context *ctx, const char *name);
void gcv_progress(gcv_context *ctx, uint64_t bytes_read, uint64_t objects);

#endif
