/* Names that several types share: types of different modules, and size classes of a sampled dump
 * that are merged back. Each random heap is built twice, and the output of commands must not
 * differ: with types of one name in different modules or in the same one; with size classes merged
 * or kept, where objects are not grouped by type. */
#include "support/check.h"
#include "support/effort.h"
#include "support/graphs.h"
#include "support/reported.h"

#include "base/text.h"
#include "heap/builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TYPES = 7, NAMES = 3, MOST_OBJECTS = 14 };

typedef enum variety { SAME_MODULE, OWN_MODULES, MERGED_CLASSES, KEPT_CLASSES } variety;

static const char *const modules[TYPES] = {"a.dll", "b.dll", "c.dll", "d.dll",
                                           "e.dll", "f.dll", "g.dll"};
static const char *const names[NAMES] = {"Acme.A", "Acme.B", "C"};

/* ---- the heap of a seed -------------------------------------------------------------------- */

static void add_types(gcv_builder *b, uint64_t *seed, variety how)
{
    for (uint64_t t = 0; t < TYPES; t++) {
        char name[40];
        double factor = (double)(graph_below(seed, 600) * TYPES + 1 + t) / 1000.0; /* all differ */
        gcv_slice no_module = {NULL, 0};
        (void)snprintf(name, sizeof name, how == KEPT_CLASSES ? "%s (Bytes > %uK)" : "%s",
                       names[t % NAMES], (unsigned)t);
        const char *module = how == OWN_MODULES ? modules[t] : modules[0];
        gcv_builder_add_type(b, 1 + t, t, gcv_slice_str(name),
                             how <= OWN_MODULES ? gcv_slice_str(module) : no_module);
        if (how > OWN_MODULES) {
            gcv_builder_scale_type(b, t, factor);
        }
    }
}

static void add_objects(gcv_builder *b, uint64_t *seed, uint32_t n)
{
    for (uint64_t i = 0; i < n; i++) {
        uint64_t references[4], size = 1 + graph_below(seed, 500);
        uint32_t n_references = graph_below(seed, 4), type = graph_below(seed, TYPES);
        for (uint32_t k = 0; k < n_references; k++) {
            references[k] = graph_below(seed, n);
        }
        gcv_builder_add_object(b, 0, i, type, size, references, n_references);
    }
}

/* Each static is in a field of a type. All statics have labels or none has; labels follow from the
 * name of that type, because they decide which of several roots of an object is shown. */
static void add_roots(gcv_builder *b, uint64_t *seed, uint32_t n)
{
    static const char *const fields[NAMES] = {"Acme.A.f", "Acme.B.f", "C.f"};
    uint32_t n_roots = graph_below(seed, n + 1);
    bool labelled = graph_chance(seed, 50);
    for (uint32_t i = 0; i < n_roots; i++) {
        gcv_builder_root root;
        memset(&root, 0, sizeof root);
        root.id = graph_below(seed, n);
        root.kind = graph_chance(seed, 60) ? GCV_ROOT_KIND_STATIC : graph_below(seed, 6);
        root.flags = graph_below(seed, 4) == 0 ? GCV_ROOT_PINNED : 0;
        root.container = graph_below(seed, TYPES);
        root.has_container = root.kind == GCV_ROOT_KIND_STATIC;
        if (root.has_container && labelled) {
            root.label = gcv_slice_str(fields[root.container % NAMES]);
        }
        gcv_builder_add_root(b, &root);
    }
}

static gcv_heap *build(gcv_context *ctx, uint64_t seed, variety how)
{
    gcv_builder *builder = graph_alloc(1, sizeof *builder); /* too large for the stack */
    gcv_load_options options;
    gcv_heap *heap = NULL;
    uint32_t n = 1 + graph_below(&seed, MOST_OBJECTS);
    memset(&options, 0, sizeof options);
    const gcv_builder_input input = {"dump", "test", &options, true, GCV_KEEP_ROWS};
    gcv_builder_init(builder, ctx, &input);
    gcv_builder_begin_section(builder);
    gcv_builder_end_section(builder);
    add_types(builder, &seed, how);
    add_objects(builder, &seed, n);
    add_roots(builder, &seed, n);
    gcv_builder_freeze(builder, &heap);
    gcv_builder_release(builder);
    free(builder);
    return heap;
}

/* ---- the comparison ------------------------------------------------------------------------ */

typedef struct heaps {
    const gcv_heap *of[2][2]; /* by method of building, then seed */
} heaps;

static void compare(gcv_context *ctx, const heaps *h, size_t n, const char *line, uint64_t seed)
{
    char *text[2];
    for (size_t side = 0; side < 2; side++) {
        reported input;
        memset(&input, 0, sizeof input);
        input.ctx = ctx;
        input.heaps = h->of[side];
        input.n = n;
        text[side] = reported_text(&input, line, NULL);
    }
    if (strcmp(text[0], text[1]) != 0) {
        fail_msg("seed %llx, %s:\n%s\nis not:\n%s", (unsigned long long)seed, line, text[1],
                 text[0]);
    }
    free(text[0]);
    free(text[1]);
}

/* Builds both heaps of two seeds, and compares the output of the commands. */
static void compare_all(uint64_t seed, variety a, variety b, const char *const *lines,
                        size_t n_lines, size_t n_files)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_heap *built[4];
    heaps h;
    for (size_t i = 0; i < 4; i++) {
        built[i] = build(ctx, seed + i % 2, i < 2 ? a : b);
        h.of[i / 2][i % 2] = built[i];
    }
    for (size_t i = 0; i < n_lines; i++) {
        compare(ctx, &h, n_files, lines[i], seed);
    }
    for (size_t i = 0; i < 4; i++) {
        gcv_heap_free(built[i]);
    }
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

static void modules_make_no_rows(NO_STATE)
{
    static const char *const of_one[] = {
        "summary",
        "stats --retained",
        "stats --unreachable",
        "stats --by namespace",
        "stats --by root-kind",
        "roots --top 0",
        "roots --by kind",
        "chains --type * --limit 0",
        "chains --type Acme.* --limit 0 --via C",
        "chains --type * --limit 0 --tree",
        "chains --object 0 --limit 0",
        "retained --top 0",
        "tree --top 0",
        "tree --by type --top 0",
        "objects --top 0 --sort type",
        "suspects --min-share 1 --chains --top 0",
        "what-if --drop-type Acme.A",
    };
    static const char *const of_two[] = {"diff --retained", "diff --cause --top 0"};
    uint32_t n = effort_rounds(800);
    for (uint32_t round = 0; round < n; round++) {
        uint64_t seed = 0x6e616d65 + (uint64_t)round * 2;
        compare_all(seed, SAME_MODULE, OWN_MODULES, of_one, CHECK_COUNT(of_one), 1);
        compare_all(seed, SAME_MODULE, OWN_MODULES, of_two, CHECK_COUNT(of_two), 2);
    }
}

static void size_classes_keep_their_factors(NO_STATE)
{
    static const char *const lines[] = {"stats --by root-kind", "stats --by namespace",
                                        "stats --by namespace --unreachable",
                                        "stats --by root-kind --include-weak"};
    uint32_t n = effort_rounds(1500);
    for (uint32_t round = 0; round < n; round++) {
        compare_all(0x73697a65 + (uint64_t)round * 2, KEPT_CLASSES, MERGED_CLASSES, lines,
                    CHECK_COUNT(lines), 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modules_make_no_rows),
        cmocka_unit_test(size_classes_keep_their_factors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
