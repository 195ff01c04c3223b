/* fuzz.c - properties of the readers of heaps and moves, for any bytes; see fuzz.h.
 *
 * Sanitizers and timeouts find crashes, reads out of bounds and hangs. These functions check that
 * every error has a message, that memory stays within 64 times the input plus 16 MiB and is freed,
 * that a graph and a tally of the same bytes agree, and that a loaded heap can be analysed.
 */
#include "fuzz/fuzz.h"

#include "heap/moves.h"
#include "input/format.h"
#include "support/tried.h"

#include <stdio.h>
#include <string.h>

static uint64_t bound(size_t size) { return (uint64_t)size * 64 + (16u << 20); }

/* ---- heaps ---------------------------------------------------------------------------------- */

static const char *check_heap(gcv_context *ctx, const gcv_heap *heap)
{
    gcv_root_set roots;
    gcv_dominators dominators;
    gcv_error err;
    uint32_t n = gcv_heap_n_roots(heap);
    if (gcv_root_set_find(ctx, heap, false, &roots, &err) != GCV_OK) {
        return "no root set";
    }
    if (gcv_dominators_find(ctx, heap, &roots, &dominators, &err) != GCV_OK) {
        gcv_root_set_release(ctx, &roots);
        return "no dominators";
    }
    gcv_dominators_release(ctx, &dominators);
    gcv_root_set_release(ctx, &roots);
    for (uint32_t i = 0; i < n; i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        if (root->object != GCV_NONE && gcv_heap_object_id(heap, root->object) != root->id) {
            return "a root of another object";
        }
    }
    return NULL;
}

typedef struct outcome {
    gcv_status status;
    uint64_t objects, bytes, roots;
} outcome;

static const char *load(const gcv_load_options *options, const uint8_t *bytes, size_t size,
                        outcome *out)
{
    gcv_context *ctx = gcv_context_new(0);
    const char *wrong = NULL;
    gcv_heap *heap = NULL;
    gcv_error err;
    if (ctx == NULL) {
        return "no context";
    }
    memset(out, 0, sizeof *out);
    ctx->seed = 1; /* makes runs reproducible */
    err.message[0] = '\0';
    out->status = gcv_heap_load_memory(ctx, "fuzz", bytes, size, options, &heap, &err);
    if (gcv_context_peak(ctx) > bound(size)) {
        wrong = "too much memory";
    } else if (out->status != GCV_OK) {
        if (out->status != GCV_ERR_INPUT && out->status != GCV_ERR_LIMIT) {
            wrong = "a status that input cannot have";
        } else if (err.message[0] == '\0') {
            wrong = "an error without a message";
        }
    } else {
        const gcv_counts *counts = gcv_heap_counts(heap);
        out->objects = counts->objects;
        out->bytes = counts->bytes;
        out->roots = counts->roots;
        wrong = options->level == GCV_LOAD_GRAPH ? check_heap(ctx, heap) : NULL;
        gcv_heap_free(heap);
    }
    if (wrong == NULL && gcv_context_used(ctx) != 0) {
        wrong = "memory that is not given back";
    }
    gcv_context_free(ctx);
    return wrong;
}

static const char *fuzz_heap(const char *format, const uint8_t *bytes, size_t size)
{
    gcv_load_options options;
    outcome graph, tally, strict, salvaged;
    memset(&options, 0, sizeof options);
    options.format = format;
    options.with_places = options.with_modules = options.with_sites = true;
    const char *wrong = load(&options, bytes, size, &graph);
    if (wrong == NULL) {
        options.level = GCV_LOAD_TALLY;
        options.keep_size_classes = true;
        options.with_moves = true;
        wrong = load(&options, bytes, size, &tally);
    }
    if (wrong == NULL && (graph.status != tally.status || graph.objects != tally.objects ||
                          graph.bytes != tally.bytes || graph.roots != tally.roots)) {
        wrong = "graph and tally differ";
    }
    if (wrong == NULL) {
        options.strict = true;
        wrong = load(&options, bytes, size, &strict);
    }
    if (wrong == NULL && graph.status != GCV_OK && strict.status == GCV_OK) {
        wrong = "--strict is more lenient";
    }
    if (wrong == NULL) {
        options.strict = false;
        options.salvage = true;
        options.level = GCV_LOAD_GRAPH;
        options.with_fields = options.with_marks = true;
        wrong = load(&options, bytes, size, &salvaged);
    }
    if (wrong == NULL && graph.status == GCV_OK && salvaged.status != GCV_OK) {
        wrong = "--salvage is stricter";
    }
    return wrong;
}

/* ---- moves logs ----------------------------------------------------------------------------- */

static const char *load_moves(const uint8_t *bytes, size_t size, bool strict, gcv_status *status)
{
    gcv_context *ctx = gcv_context_new(0);
    const char *wrong = NULL;
    gcv_moves *moves = NULL;
    gcv_source source;
    gcv_error err;
    if (ctx == NULL) {
        return "no context";
    }
    ctx->seed = 1;
    err.message[0] = '\0';
    gcv_source_memory(ctx, &source, "fuzz", bytes, size);
    *status = tried(ctx, &err, moves = gcv_moves_load_source(ctx, &source, strict));
    for (size_t i = 1; *status == GCV_OK && i < moves->dumps.n; i++) {
        gcv_status settled = tried(
            ctx, &err, gcv_moves_verify(moves, &moves->dumps.data[i - 1], &moves->dumps.data[i]));
        wrong = settled != GCV_OK && settled != GCV_ERR_INPUT ? "not settled" : wrong;
    }
    if (*status != GCV_OK && *status != GCV_ERR_INPUT) {
        wrong = "a status that input cannot have";
    } else if (*status != GCV_OK && err.message[0] == '\0') {
        wrong = "an error without a message";
    } else if (gcv_context_peak(ctx) > bound(size)) {
        wrong = "too much memory";
    }
    gcv_moves_free(moves);
    if (wrong == NULL && gcv_context_used(ctx) != 0) {
        wrong = "memory that is not given back";
    }
    gcv_context_free(ctx);
    return wrong;
}

const char *fuzz_moves(const uint8_t *bytes, size_t size)
{
    gcv_status lenient, strict;
    const char *wrong = load_moves(bytes, size, false, &lenient);
    if (wrong == NULL) {
        wrong = load_moves(bytes, size, true, &strict);
    }
    return wrong == NULL && lenient != GCV_OK && strict == GCV_OK ? "--strict is more lenient"
                                                                  : wrong;
}

/* ---- all targets ---------------------------------------------------------------------------- */

const char *fuzz_one(const char *target, const uint8_t *bytes, size_t size)
{
    static const struct {
        const char *name;
        const char *(*check)(const uint8_t *bytes, size_t size);
    } others[] = {
        {"commands", fuzz_commands},
        {"moves", fuzz_moves},
        {"rules", fuzz_rules},
        {"suppressions", fuzz_suppressions},
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(target, others[i].name) == 0) {
            return others[i].check(bytes, size);
        }
    }
    return fuzz_heap(target, bytes, size);
}
