/* largest.c - the types that fill a heap, and what keeps its largest object alive.
 *
 *   largest FILE        "-": standard input
 *
 * An example of the library, see docs/library.md; C99 and C++11. */
#include <gcview/gcview.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOP = 5 };

static void print_error(const gcv_error *err)
{
    fprintf(stderr, "largest: %s", err->file != NULL ? err->file : "gcview");
    if (err->at_offset || err->line > 0) {
        fprintf(stderr, ":%s%" PRIu64, err->at_offset ? "@" : "", err->line);
    }
    fprintf(stderr, ": %s%s%s\n", err->message, err->sys != 0 ? ": " : "",
            err->sys != 0 ? strerror(err->sys) : "");
}

/* The types with most shallow bytes: objects, bytes, name. `counts` and `bytes` are by type. */
static void print_types(const gcv_heap *heap, uint64_t *counts, uint64_t *bytes)
{
    uint32_t n = gcv_heap_n_types(heap), row, type, best;
    gcv_heap_tally_types(heap, GCV_NONE, counts, bytes);
    for (row = 0; row < TOP && row < n; row++) {
        gcv_slice name;
        for (best = 0, type = 1; type < n; type++) {
            best = bytes[type] > bytes[best] ? type : best;
        }
        name = gcv_heap_type_name(heap, best);
        printf("%8" PRIu64 " %10" PRIu64 "  %.*s\n", counts[best], bytes[best], (int)name.size,
               name.data);
        bytes[best] = 0;
    }
}

/* The shortest chain from a root to the object: kind of the root, ids, shallow bytes, types. */
static gcv_status print_chain(gcv_context *ctx, const gcv_heap *heap, const gcv_root_set *roots,
                              uint32_t object, gcv_error *err)
{
    gcv_chain chain;
    const char *kind = "";
    gcv_status status = gcv_chain_find(ctx, heap, roots, object, NULL, &chain, err);
    uint32_t i;
    for (i = 0; chain.length > 0 && i < roots->n; i++) {
        if (roots->object[i] == chain.object[0]) {
            kind = gcv_root_kind_word(gcv_heap_root(heap, roots->root[i])->kind);
        }
    }
    for (i = 0; i < chain.length; i++) {
        uint32_t at = chain.object[i];
        gcv_slice type = gcv_heap_type_name(heap, gcv_heap_object_type(heap, at));
        printf("%-9s %12" PRIx64 " %8" PRIu64 "  %.*s\n",
               i > 0          ? ""
               : kind != NULL ? kind
                              : "?",
               gcv_heap_object_id(heap, at), gcv_heap_object_bytes(heap, at), (int)type.size,
               type.data);
    }
    gcv_chain_release(ctx, &chain);
    return status;
}

/* The object that retains most, and its chain. */
static gcv_status print_largest(gcv_context *ctx, const gcv_heap *heap, gcv_error *err)
{
    gcv_root_set roots;
    gcv_dominators tree;
    uint32_t number, best = 1;
    gcv_status status = gcv_root_set_find(ctx, heap, false, &roots, err);
    if (status != GCV_OK) {
        return status;
    }
    status = gcv_dominators_find(ctx, heap, &roots, &tree, err);
    if (status == GCV_OK && tree.n_reached > 0) {
        for (number = 2; number <= tree.n_reached; number++) {
            best = tree.retained[number] > tree.retained[best] ? number : best;
        }
        printf("largest object: %" PRIu64 " bytes retained\n", tree.retained[best]);
        status = print_chain(ctx, heap, &roots, tree.object[best], err);
    }
    gcv_dominators_release(ctx, &tree);
    gcv_root_set_release(ctx, &roots);
    return status;
}

static gcv_status show(gcv_context *ctx, const gcv_heap *heap, gcv_error *err)
{
    size_t n_types = gcv_heap_n_types(heap);
    uint64_t *tallies = (uint64_t *)calloc(2 * n_types + 1, sizeof *tallies);
    if (tallies == NULL) {
        fputs("largest: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    if (!gcv_heap_is_complete(heap)) {
        fprintf(stderr, "largest: %s: %s\n", gcv_heap_name(heap), gcv_heap_verdict(heap));
    }
    print_types(heap, tallies, tallies + n_types);
    free(tallies);
    return print_largest(ctx, heap, err);
}

int main(int argc, char **argv)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *heap = NULL;
    gcv_error err;
    gcv_status status;
    if (ctx == NULL || argc != 2) {
        fputs("usage: largest FILE\n", stderr);
        gcv_context_free(ctx);
        return EXIT_FAILURE;
    }
    status = gcv_heap_load(ctx, argv[1], NULL, &heap, &err);
    if (status == GCV_OK) {
        status = show(ctx, heap, &err);
    }
    if (status != GCV_OK) {
        print_error(&err);
    }
    gcv_heap_free(heap);
    gcv_context_free(ctx);
    return status == GCV_OK && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
