/* library.c - the functions of gcview.h that can fail: each runs the function of the program that
 * does the work, and turns its jump (base/error.h) into a status. */
#include "analysis/analyses.h"
#include "input/load/load_heap.h"

#include <string.h>

/* Runs a call that may fail, and returns its status. After a failure, the result is zeroed: its
 * memory is gone. */
#define RETURN_STATUS(ctx, result, err, call)                                                      \
    do {                                                                                           \
        gcv_guard guard;                                                                           \
        gcv_guard_begin(ctx, &guard);                                                              \
        if (setjmp(guard.jump) == 0) {                                                             \
            call;                                                                                  \
        } else {                                                                                   \
            memset(result, 0, sizeof *(result));                                                   \
        }                                                                                          \
        return gcv_guard_end(ctx, &guard, err);                                                    \
    } while (0)

gcv_status gcv_heap_load(gcv_context *ctx, const char *path, const gcv_load_options *options,
                         gcv_heap **out, gcv_error *err)
{
    RETURN_STATUS(ctx, out, err, gcv_heap_load_file(ctx, path, options, out));
}

gcv_status gcv_heap_load_memory(gcv_context *ctx, const char *name, const void *bytes, size_t size,
                                const gcv_load_options *options, gcv_heap **out, gcv_error *err)
{
    gcv_source source;
    gcv_source_memory(ctx, &source, name, bytes, size);
    RETURN_STATUS(ctx, out, err, gcv_heap_load_source(ctx, &source, options, out));
}

gcv_status gcv_moves_load(gcv_context *ctx, const char *path, bool strict, gcv_moves **out,
                          gcv_error *err)
{
    RETURN_STATUS(ctx, out, err, *out = gcv_moves_load_file(ctx, path, strict));
}

gcv_status gcv_track_find(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                          gcv_moves *moves, uint32_t from_dump, uint32_t to_dump, gcv_track *out,
                          gcv_error *err)
{
    gcv_guard guard, of_moves; /* the ranges of the moves are sorted in their own context */
    gcv_guard_begin(ctx, &guard);
    gcv_guard_begin(moves->ctx, &of_moves);
    if (setjmp(guard.jump) == 0) {
        if (setjmp(of_moves.jump) == 0) {
            *out = gcv_track_compute(ctx, from, to, moves, from_dump, to_dump, false);
        }
    }
    (void)gcv_guard_end(moves->ctx, &of_moves, &guard.error);
    if (guard.error.status != GCV_OK) {
        memset(out, 0, sizeof *out);
    }
    return gcv_guard_end(ctx, &guard, err);
}

gcv_status gcv_track_by_ids(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                            gcv_track *out, gcv_error *err)
{
    RETURN_STATUS(ctx, out, err, *out = gcv_track_compute_by_ids(ctx, from, to));
}

gcv_status gcv_root_set_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak,
                             gcv_root_set *out, gcv_error *err)
{
    RETURN_STATUS(ctx, out, err, *out = gcv_root_set_of(ctx, heap, include_weak, NULL));
}

gcv_status gcv_paths_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          gcv_paths *out, gcv_error *err)
{
    RETURN_STATUS(ctx, out, err, gcv_paths_compute(ctx, heap, roots, out));
}

gcv_status gcv_chain_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                          uint32_t target, const uint8_t *closed, gcv_chain *out, gcv_error *err)
{
    RETURN_STATUS(ctx, out, err, *out = gcv_chain_compute(ctx, heap, roots, target, closed));
}

gcv_status gcv_dominators_find(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                               gcv_dominators *out, gcv_error *err)
{
    RETURN_STATUS(ctx, out, err, gcv_dominators_compute(ctx, heap, roots, out));
}

gcv_status gcv_retained_of_sets(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                                const gcv_set_classes *classes, uint64_t *retained, gcv_error *err)
{
    char nothing; /* `retained` is undefined after a failure, and may have no room */
    RETURN_STATUS(ctx, &nothing, err, gcv_retained_compute(ctx, heap, roots, classes, retained));
}
