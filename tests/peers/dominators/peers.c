/* peers.c - compares the dominators of one dump by gcview and by graph libraries: whether they are
 * the same for every object, and the time that each takes.
 *
 * Includes the libraries that were found when it was built; see tests/CMakeLists.txt.
 */
#include "peers.h"

#include "heap/heap.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EXIT_USAGE = 2 };

typedef struct peer {
    const char *name;
    int (*find)(const peer_graph *graph, peer_result *result);
} peer;

/* Ends with NULL, because C has no empty arrays. */
static const peer peers[] = {
#ifdef GCV_PEER_IGRAPH
    {"igraph", peer_igraph},
#endif
#ifdef GCV_PEER_BOOST
    {"Boost", peer_boost},
#endif
    {NULL, NULL},
};

typedef struct comparison {
    gcv_context *ctx;
    gcv_heap *heap;
    gcv_root_set roots;
    double load, seconds; /* of gcview; `seconds`: dominators and retained sizes */
    peer_graph graph;
    uint32_t *first, *to;
    uint32_t *expected; /* by vertex: the dominator that gcview found */
} comparison;

static double seconds_since(clock_t began) { return (double)(clock() - began) / CLOCKS_PER_SEC; }

static void *allocate(size_t count)
{
    void *block = malloc((count + 1) * sizeof(uint32_t));
    if (block == NULL) {
        fputs("peers: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return block;
}

/* Finds immediate dominators by gcview, by vertex. Object GCV_NONE, the virtual root, becomes
 * vertex 0. */
static gcv_status find_ours(comparison *all, gcv_error *err)
{
    gcv_dominators found;
    clock_t began = clock();
    gcv_status status = gcv_dominators_find(all->ctx, all->heap, &all->roots, &found, err);
    if (status != GCV_OK) {
        return status;
    }
    all->seconds = seconds_since(began);
    all->expected[0] = 0;
    for (uint32_t i = 0; i < found.n_objects; i++) {
        uint32_t number = found.number[i];
        all->expected[i + 1] =
            number == 0 ? PEER_NONE : (uint32_t)(found.object[found.dominator[number]] + 1);
    }
    gcv_dominators_release(all->ctx, &found);
    return GCV_OK;
}

static void make_graph(comparison *all)
{
    const gcv_heap *heap = all->heap;
    uint32_t n = heap->n_objects, at = 0;
    all->first = allocate((size_t)n + 2);
    all->to = allocate(heap->refs.n + all->roots.n);
    all->expected = allocate((size_t)n + 1);
    all->first[0] = 0;
    for (uint32_t i = 0; i < all->roots.n; i++) {
        all->to[at++] = all->roots.object[i] + 1;
    }
    for (uint32_t i = 0; i <= n; i++) {
        all->first[i + 1] = heap->first_ref.data[i] + all->roots.n;
    }
    for (uint32_t i = 0; i < heap->refs.n; i++) {
        all->to[at++] = heap->refs.data[i] + 1;
    }
    all->graph.n = n + 1;
    all->graph.first = all->first;
    all->graph.to = all->to;
}

static gcv_status prepare(comparison *all, const char *path, gcv_error *err)
{
    gcv_load_options options;
    clock_t began = clock();
    memset(&options, 0, sizeof options);
    options.level = GCV_LOAD_GRAPH;
    gcv_status status = gcv_heap_load(all->ctx, path, &options, &all->heap, err);
    all->load = seconds_since(began);
    if (status == GCV_OK) {
        status = gcv_root_set_find(all->ctx, all->heap, false, &all->roots, err);
    }
    if (status == GCV_OK) {
        make_graph(all);
        status = find_ours(all, err);
    }
    return status;
}

static uint32_t differences(const comparison *all, const peer_result *result)
{
    uint32_t n = 0;
    for (uint32_t v = 1; v < all->graph.n; v++) {
        n += result->dominator[v] != all->expected[v];
    }
    return n;
}

/* Prints a line for gcview and for each peer: name, seconds for building the graph (gcview: for
 * loading the text), seconds for dominators (gcview: and retained sizes), and the number of objects
 * that differ. Returns false if a peer fails or differs. */
static bool compare(const comparison *all)
{
    bool same = true;
    printf("gcview\t%.4f\t%.4f\t0\n", all->load, all->seconds);
    for (const peer *other = peers; other->name != NULL; other++) {
        peer_result result = {NULL, 0, 0};
        result.dominator = allocate(all->graph.n);
        if (other->find(&all->graph, &result) != 0) {
            fprintf(stderr, "peers: %s failed\n", other->name);
            return false;
        }
        uint32_t differ = differences(all, &result);
        printf("%s\t%.4f\t%.4f\t%" PRIu32 "\n", other->name, result.build, result.dominators,
               differ);
        same = same && differ == 0;
        free(result.dominator);
    }
    return same;
}

int main(int argc, char **argv)
{
    comparison all;
    gcv_error err;
    if (argc != 2) {
        fputs("Usage: peers FILE\nCompares dominators by gcview and by graph libraries.\n", stderr);
        return EXIT_USAGE;
    }
    memset(&all, 0, sizeof all);
    all.ctx = gcv_context_new(0);
    if (all.ctx == NULL || prepare(&all, argv[1], &err) != GCV_OK) {
        fprintf(stderr, "peers: %s\n", all.ctx == NULL ? "out of memory" : err.message);
        return EXIT_FAILURE;
    }
    bool same = compare(&all);
    free(all.first);
    free(all.to);
    free(all.expected);
    gcv_root_set_release(all.ctx, &all.roots);
    gcv_heap_free(all.heap);
    gcv_context_free(all.ctx);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
