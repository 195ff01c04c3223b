/* odd_heap.c - see odd_heap.h. */
#include "support/odd_heap.h"

#include "support/check.h"
#include "support/graphs.h"

#include "base/text.h"
#include "heap/builder.h"

#include <stdlib.h>
#include <string.h>

bool odd_same_text(gcv_slice a, gcv_slice b)
{
    while (a.size > 0 && b.size > 0) { /* invalid UTF-8 has become U+FFFD */
        if (gcv_utf8_next(&a) != gcv_utf8_next(&b)) {
            return false;
        }
    }
    return a.size == b.size;
}

enum { MOST_OBJECTS = 12, TYPES = 6, LONGEST = 40 };

/* Makes a name from pieces with a meaning in JSON, for viewers or for a reader. */
static gcv_slice bad_name(uint64_t *seed, char *out)
{
    static const char *const pieces[] = {"\"",
                                         "\\",
                                         "\"nodes\":[",
                                         "\"strings\"",
                                         "<a b>",
                                         " / http://",
                                         "system / ",
                                         "Object(",
                                         "Detached ",
                                         "(GC roots)",
                                         "handle",
                                         " (weak)",
                                         " (pinned,0x80)",
                                         " ()",
                                         "\t\r\x01\x7f",
                                         "\xff\xc3",
                                         "\xc3\xa9",
                                         "\xf0\x9f\x98\x80",
                                         "\xed\xa0\x80",
                                         "kind 1f",
                                         "[a]",
                                         "[]",
                                         "Bytes > 1K)",
                                         " [thread]",
                                         "12345678901234567890123456789012345678901234567890"};
    uint32_t n = 1 + graph_below(seed, graph_chance(seed, 5) ? LONGEST : 4);
    size_t size = 0;
    while (n-- > 0) {
        const char *piece = pieces[graph_below(seed, sizeof pieces / sizeof pieces[0])];
        memcpy(out + size, piece, strlen(piece));
        size += strlen(piece);
    }
    return gcv_slice_of(out, size);
}

static void add_roots(gcv_builder *b, uint64_t *seed, uint32_t n, char *name)
{
    uint32_t n_roots = graph_below(seed, 2 * n + 1);
    for (uint32_t i = 0; i < n_roots; i++) {
        gcv_builder_root root;
        memset(&root, 0, sizeof root);
        root.id = graph_below(seed, n + 1);
        root.kind = graph_chance(seed, 80) ? graph_below(seed, 6) : graph_below(seed, 1000000);
        root.flags = graph_chance(seed, 60) ? 0 : graph_below(seed, 20);
        root.container = graph_below(seed, TYPES);
        root.has_container = graph_chance(seed, 30);
        if (graph_chance(seed, 60)) {
            root.label = bad_name(seed, name);
        }
        if (root.kind == GCV_ROOT_KIND_STATIC && graph_chance(seed, 20)) {
            root.label = gcv_slice_str("static var x"); /* "[static var static var x]" */
        }
        gcv_builder_add_root(b, &root);
    }
}

gcv_heap *odd_heap(gcv_context *ctx, uint64_t seed, bool huge)
{
    gcv_builder *builder = graph_alloc(1, sizeof *builder); /* too large for the stack */
    const gcv_slice no_module = {NULL, 0};
    gcv_load_options options;
    gcv_heap *heap = NULL;
    uint64_t references[4];
    uint32_t n = 1 + graph_below(&seed, MOST_OBJECTS);
    char name[LONGEST * 60];
    memset(&options, 0, sizeof options);
    const gcv_builder_input input = {"dump", "test", &options, true, GCV_KEEP_ROWS};
    gcv_builder_init(builder, ctx, &input);
    gcv_builder_begin_section(builder);
    gcv_builder_end_section(builder);
    for (uint64_t i = 0; i < TYPES; i++) {
        gcv_builder_add_type(builder, 0, i, bad_name(&seed, name), no_module);
    }
    for (uint64_t i = 0; i < n; i++) {
        uint64_t size = graph_chance(&seed, 90) ? graph_below(&seed, 500)
                                                : graph_next(&seed) >> (huge ? 29 : 49);
        uint32_t n_references = graph_below(&seed, 4);
        for (uint32_t k = 0; k < n_references; k++) {
            references[k] = graph_below(&seed, n + 1); /* one of them dangles */
        }
        gcv_builder_add_object(builder, 0, i, graph_below(&seed, TYPES), size, references,
                               n_references);
    }
    add_roots(builder, &seed, n, name);
    if (graph_chance(&seed, 50)) {
        gcv_builder_static_roots_first(builder);
    }
    gcv_builder_freeze(builder, &heap);
    gcv_builder_release(builder);
    free(builder);
    return heap;
}

bool odd_keeps_id(const gcv_heap *heap, uint32_t object)
{
    uint64_t id = gcv_heap_object_id(heap, object);
    uint32_t before = gcv_heap_object_section(heap, object);
    for (uint32_t section = 0; section < before; section++) {
        if (gcv_heap_find(heap, section, id) != GCV_NONE) {
            return false;
        }
    }
    return id != 0;
}
