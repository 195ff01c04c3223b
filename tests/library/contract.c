/* contract.c - checks what gcview.h promises for every function that can fail: after a failure,
 * `*err` is filled in, the output is empty, and no memory is in use. Each analysis runs under every
 * memory limit that is a power of two, up to the first one that is enough.
 *
 *   library_contract        in the source root
 */
#include <gcview/gcview.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "failed: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static bool is_zero(const void *block, size_t size)
{
    const unsigned char *bytes = block;
    size_t i;
    for (i = 0; i < size && bytes[i] == 0; i++) {
    }
    return i == size;
}

/* The input of the analyses. */
typedef struct subject {
    const gcv_heap *heap, *later;
    const gcv_root_set *roots;
} subject;

/* An analysis, with an output of `size` bytes at `out`. */
typedef struct analysis {
    const char *name;
    size_t size;
    gcv_status (*run)(gcv_context *ctx, const subject *on, void *out, gcv_error *err);
    void (*release)(gcv_context *ctx, void *out);
} analysis;

/* ---- analyses ----------------------------------------------------------------------------- */

static gcv_status run_roots(gcv_context *ctx, const subject *on, void *out, gcv_error *err)
{
    return gcv_root_set_find(ctx, on->heap, true, out, err);
}

static void release_roots(gcv_context *ctx, void *out) { gcv_root_set_release(ctx, out); }

static gcv_status run_paths(gcv_context *ctx, const subject *on, void *out, gcv_error *err)
{
    return gcv_paths_find(ctx, on->heap, on->roots, out, err);
}

static void release_paths(gcv_context *ctx, void *out) { gcv_paths_release(ctx, out); }

static gcv_status run_chain(gcv_context *ctx, const subject *on, void *out, gcv_error *err)
{
    return gcv_chain_find(ctx, on->heap, on->roots, on->roots->object[0], NULL, out, err);
}

static void release_chain(gcv_context *ctx, void *out) { gcv_chain_release(ctx, out); }

static gcv_status run_dominators(gcv_context *ctx, const subject *on, void *out, gcv_error *err)
{
    return gcv_dominators_find(ctx, on->heap, on->roots, out, err);
}

static void release_dominators(gcv_context *ctx, void *out) { gcv_dominators_release(ctx, out); }

/* Loads the moves under the same limit, and follows objects. */
static gcv_status run_track(gcv_context *ctx, const subject *on, void *out, gcv_error *err)
{
    gcv_moves *moves;
    gcv_status status = gcv_moves_load(ctx, "samples/sessions.moves", true, &moves, err);
    memset(out, 0, sizeof(gcv_track));
    if (status == GCV_OK) {
        status = gcv_track_find(ctx, on->heap, on->later, moves, 1, 2, out, err);
    } else {
        must(moves == NULL, "no moves after a failure");
    }
    gcv_moves_free(moves);
    return status;
}

static void release_track(gcv_context *ctx, void *out) { gcv_track_release(ctx, out); }

static gcv_status run_load(gcv_context *ctx, const subject *on, void *out, gcv_error *err)
{
    return gcv_heap_load(ctx, gcv_heap_name(on->heap), NULL, out, err);
}

static void release_load(gcv_context *ctx, void *out)
{
    gcv_heap **heap = out;
    (void)ctx;
    gcv_heap_free(*heap);
    *heap = NULL;
}

static const analysis analyses[] = {
    {"gcv_heap_load", sizeof(gcv_heap *), run_load, release_load},
    {"gcv_root_set_find", sizeof(gcv_root_set), run_roots, release_roots},
    {"gcv_paths_find", sizeof(gcv_paths), run_paths, release_paths},
    {"gcv_chain_find", sizeof(gcv_chain), run_chain, release_chain},
    {"gcv_dominators_find", sizeof(gcv_dominators), run_dominators, release_dominators},
    {"gcv_track_find", sizeof(gcv_track), run_track, release_track},
};

/* Runs an analysis under a memory limit; returns true if the limit is enough. */
static bool survives(const analysis *tested, const subject *on, uint64_t limit)
{
    union {
        gcv_heap *heap;
        gcv_root_set roots;
        gcv_paths paths;
        gcv_chain chain;
        gcv_dominators tree;
        gcv_track track;
    } out;
    gcv_context *ctx = gcv_context_new(limit);
    gcv_error err;
    must(ctx != NULL, "gcv_context_new");
    memset(&out, 0xa5, sizeof out);
    gcv_status status = tested->run(ctx, on, &out, &err);
    if (status != GCV_OK) {
        must(status == GCV_ERR_LIMIT && err.status == status && err.message[0] != '\0',
             tested->name);
        must(is_zero(&out, tested->size), tested->name);
        tested->release(ctx, &out); /* allowed, without effect */
    } else {
        tested->release(ctx, &out);
        must(is_zero(&out, tested->size), tested->name);
    }
    must(gcv_context_used(ctx) == 0, tested->name);
    gcv_context_free(ctx);
    return status == GCV_OK;
}

static void fail_for_want_of_memory(const subject *on)
{
    for (size_t i = 0; i < sizeof analyses / sizeof analyses[0]; i++) {
        uint64_t limit = 1;
        while (!survives(&analyses[i], on, limit)) {
            limit *= 2;
        }
        must(limit > 1, analyses[i].name);
    }
}

/* `any`: a value of the output before the call. */
static void fail_to_load(gcv_context *ctx, gcv_heap *any)
{
    gcv_heap *heap = any;
    gcv_error err;
    must(gcv_heap_load(ctx, "samples/none", NULL, &heap, &err) == GCV_ERR_INPUT, "no such file");
    must(heap == NULL && err.sys != 0 && strcmp(err.file, "samples/none") == 0, "no such file");
    heap = any;
    must(gcv_heap_load_memory(ctx, "bytes", "#", 1, NULL, &heap, &err) == GCV_ERR_INPUT, "no dump");
    must(heap == NULL && err.sys == 0 && strcmp(err.file, "bytes") == 0, "no dump");
    heap = any;
    must(gcv_heap_load(ctx, "samples/none", NULL, &heap, NULL) == GCV_ERR_INPUT, "no error wanted");
    gcv_heap_free(heap);
    gcv_moves_free(NULL);
    gcv_context_free(NULL);
}

int main(void)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap, *later;
    gcv_root_set roots;
    subject on;
    must(strcmp(gcv_version(), GCV_VERSION) == 0, "gcv_version");
    must(ctx != NULL, "gcv_context_new");
    must(gcv_heap_load(ctx, "samples/sessions-1.log", NULL, &heap, NULL) == GCV_OK, "load");
    must(gcv_heap_load(ctx, "samples/sessions-2.log", NULL, &later, NULL) == GCV_OK, "load");
    must(gcv_root_set_find(ctx, heap, false, &roots, NULL) == GCV_OK && roots.n > 0, "roots");
    fail_to_load(ctx, heap);
    on.heap = heap;
    on.later = later;
    on.roots = &roots;
    fail_for_want_of_memory(&on);
    gcv_root_set_release(ctx, &roots);
    gcv_heap_free(later);
    gcv_heap_free(heap);
    must(gcv_context_used(ctx) == 0, "all memory given back");
    gcv_context_free(ctx);
    return EXIT_SUCCESS;
}
