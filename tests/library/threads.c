/* threads.c - several threads analyse the same heaps in parallel, each with its own context, and
 * must have the same results as a single thread. With ThreadSanitizer, this also finds data races.
 *
 *   library_threads        in the source root
 */
#include <gcview/gcview.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 3 };

/* The shared heaps: one from a file, one from memory that has been freed, and two successive dumps.
 */
typedef struct shared_heaps {
    const gcv_heap *file, *memory;
    const gcv_heap *dumps[2];
} shared_heaps;

/* A thread's work; `found`: a hash of its results, not 0. */
typedef struct job {
    const shared_heaps *shared;
    uint64_t found;
} job;

static void must(bool good, const char *what)
{
    if (!good) {
        fprintf(stderr, "failed: %s\n", what);
        exit(EXIT_FAILURE);
    }
}

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * 0x9e3779b97f4a7c15u + (sum >> 29);
}

static void *must_alloc(size_t n, size_t size)
{
    void *block = calloc(n + 1, size);
    must(block != NULL, "memory");
    return block;
}

/* ---- one heap ----------------------------------------------------------------------------- */

static uint64_t look_at_objects(const gcv_heap *heap)
{
    uint64_t sum = gcv_heap_n_objects(heap);
    uint32_t n;
    for (uint32_t i = 0; i < gcv_heap_n_objects(heap); i++) {
        const uint32_t *to = gcv_heap_references(heap, i, &n);
        uint32_t section = gcv_heap_object_section(heap, i);
        uint64_t id = gcv_heap_object_id(heap, i);
        must(gcv_heap_find(heap, section, id) == i, "gcv_heap_find");
        sum = mix(mix(sum, id), gcv_heap_object_bytes(heap, i) + gcv_heap_object_type(heap, i));
        sum = mix(sum, gcv_heap_object_generation(heap, i));
        for (uint32_t j = 0; j < n; j++) {
            sum = mix(sum, to[j]);
        }
    }
    return sum;
}

static uint64_t look_at_types(const gcv_heap *heap)
{
    uint32_t n = gcv_heap_n_types(heap);
    uint64_t *counts = must_alloc(n, sizeof *counts), *bytes = must_alloc(n, sizeof *bytes);
    uint64_t sum = gcv_heap_counts(heap)->references;
    gcv_heap_tally_types(heap, GCV_NONE, counts, bytes);
    for (uint32_t i = 0; i < n; i++) {
        sum = mix(mix(sum, counts[i]), bytes[i] + gcv_heap_type_name(heap, i).size);
    }
    free(counts);
    free(bytes);
    return sum;
}

static uint64_t find_paths(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots)
{
    gcv_paths paths;
    gcv_chain chain;
    must(gcv_paths_find(ctx, heap, roots, &paths, NULL) == GCV_OK, "gcv_paths_find");
    uint64_t sum = mix(paths.reached, paths.reached_bytes);
    for (uint32_t i = 0; i < paths.n_objects; i++) {
        sum = mix(sum, paths.parent[i]);
    }
    gcv_paths_release(ctx, &paths);
    must(gcv_chain_find(ctx, heap, roots, gcv_heap_n_objects(heap) / 2, NULL, &chain, NULL) ==
             GCV_OK,
         "gcv_chain_find");
    sum = mix(sum, chain.length);
    gcv_chain_release(ctx, &chain);
    return sum;
}

static uint64_t find_dominators(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots)
{
    gcv_dominators tree;
    uint64_t sum = 0;
    must(gcv_dominators_find(ctx, heap, roots, &tree, NULL) == GCV_OK, "gcv_dominators_find");
    for (uint32_t i = 0; i <= tree.n_reached; i++) {
        sum = mix(mix(sum, tree.dominator[i]), tree.retained[i]);
    }
    gcv_dominators_release(ctx, &tree);
    return sum;
}

static uint64_t find_retained(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots)
{
    uint32_t n = gcv_heap_n_objects(heap), n_types = gcv_heap_n_types(heap);
    uint32_t *class_of = must_alloc(n, sizeof *class_of);
    uint64_t *retained = must_alloc(n_types, sizeof *retained), sum = 0;
    gcv_set_classes types = {NULL, 0, 0, NULL, NULL};
    for (uint32_t i = 0; i < n; i++) {
        class_of[i] = gcv_heap_object_type(heap, i);
    }
    types.class_of = class_of;
    types.n_classes = n_types;
    types.n_sets = n_types;
    must(gcv_retained_of_sets(ctx, heap, roots, &types, retained, NULL) == GCV_OK,
         "gcv_retained_of_sets");
    for (uint32_t i = 0; i < n_types; i++) {
        sum = mix(sum, retained[i]);
    }
    free(class_of);
    free(retained);
    return sum;
}

static uint64_t analyse(gcv_context *ctx, const gcv_heap *heap)
{
    gcv_root_set roots;
    uint64_t sum = mix(look_at_objects(heap), look_at_types(heap));
    must(gcv_root_set_find(ctx, heap, true, &roots, NULL) == GCV_OK, "gcv_root_set_find");
    sum = mix(mix(sum, roots.n), find_paths(ctx, heap, &roots));
    sum = mix(sum, find_dominators(ctx, heap, &roots));
    sum = mix(sum, find_retained(ctx, heap, &roots));
    gcv_root_set_release(ctx, &roots);
    return sum;
}

/* ---- threads ------------------------------------------------------------------------------ */

static gcv_heap *load(gcv_context *ctx, const char *path)
{
    gcv_heap *heap;
    must(gcv_heap_load(ctx, path, NULL, &heap, NULL) == GCV_OK, path);
    return heap;
}

/* Moves are not shared, because gcv_track_find() sorts them. */
static uint64_t track(gcv_context *ctx, const shared_heaps *shared)
{
    gcv_moves *moves;
    gcv_track result;
    must(gcv_moves_load(ctx, "samples/sessions.moves", true, &moves, NULL) == GCV_OK,
         "gcv_moves_load");
    must(gcv_track_find(ctx, shared->dumps[0], shared->dumps[1], moves, 1, 2, &result, NULL) ==
             GCV_OK,
         "gcv_track_find");
    uint64_t sum = mix(mix(result.survived, result.died), result.born);
    gcv_track_release(ctx, &result);
    gcv_moves_free(moves);
    return sum;
}

/* Runs all analyses on the shared heaps and on a heap of this thread. */
static void *work(void *payload)
{
    job *own = payload;
    gcv_context *ctx = gcv_context_new(0);
    must(ctx != NULL, "gcv_context_new");
    gcv_heap *heap = load(ctx, "samples/varied.gcdump");
    own->found = mix(analyse(ctx, heap), track(ctx, own->shared));
    own->found = mix(own->found, analyse(ctx, own->shared->file));
    own->found = mix(own->found, analyse(ctx, own->shared->memory)) | 1;
    gcv_heap_free(heap);
    must(gcv_context_used(ctx) == 0, "all memory given back");
    gcv_context_free(ctx);
    return NULL;
}

static void compare_threads(const shared_heaps *shared)
{
    pthread_t threads[THREADS];
    job alone = {NULL, 0}, jobs[THREADS];
    alone.shared = shared;
    (void)work(&alone);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = alone;
        jobs[i].found = 0;
        must(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0, "pthread_create");
    }
    for (int i = 0; i < THREADS; i++) {
        must(pthread_join(threads[i], NULL) == 0, "pthread_join");
        must(jobs[i].found == alone.found, "the same results in all threads");
    }
}

/* Loads a heap from memory, which is freed before the heap is used. */
static gcv_heap *load_memory(gcv_context *ctx, const char *path)
{
    static const size_t max = 1 << 20;
    char *bytes = must_alloc(max, 1);
    FILE *file = fopen(path, "rb");
    gcv_heap *heap;
    must(file != NULL, path);
    size_t size = fread(bytes, 1, max, file);
    must(size < max && fclose(file) == 0, path);
    must(gcv_heap_load_memory(ctx, path, bytes, size, NULL, &heap, NULL) == GCV_OK, path);
    free(bytes);
    return heap;
}

int main(void)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *file, *memory, *first, *second;
    shared_heaps shared;
    must(ctx != NULL, "gcv_context_new");
    shared.file = file = load(ctx, "samples/azmcp-1.log");
    shared.memory = memory = load_memory(ctx, "samples/two-snapshots.nettrace");
    shared.dumps[0] = first = load(ctx, "samples/sessions-1.log");
    shared.dumps[1] = second = load(ctx, "samples/sessions-2.log");
    for (int i = 0; i < ROUNDS; i++) {
        compare_threads(&shared);
    }
    gcv_heap_free(file);
    gcv_heap_free(memory);
    gcv_heap_free(first);
    gcv_heap_free(second);
    gcv_context_free(ctx);
    return EXIT_SUCCESS;
}
