/* built_heap.c - a heap that a test builds record by record; see built_heap.h. */
#include "support/built_heap.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

built_heap *built_heap_new(gcv_load_level level, bool binary)
{
    built_heap *b = calloc(1, sizeof *b);
    gcv_load_options options;
    assert_non_null(b);
    memset(&options, 0, sizeof options);
    options.level = level;
    b->ctx = gcv_context_new(0);
    const gcv_builder_input input = {"the dump", "test", &options, binary, GCV_KEEP_ROWS};
    gcv_builder_init(&b->builder, b->ctx, &input);
    gcv_builder_begin_section(&b->builder);
    gcv_builder_end_section(&b->builder);
    return b;
}

void built_heap_free(built_heap *b)
{
    gcv_builder_release(&b->builder);
    gcv_heap_free(b->heap);
    assert_true(gcv_context_used(b->ctx) == 0);
    gcv_context_free(b->ctx);
    free(b);
}

void built_heap_type(built_heap *b, uint64_t id, const char *name, const char *module)
{
    static const gcv_slice none = {NULL, 0};
    gcv_builder_add_type(&b->builder, 1, id, gcv_slice_str(name),
                         module != NULL ? gcv_slice_str(module) : none);
}

void built_heap_object(built_heap *b, uint64_t id, uint64_t type_id, uint64_t size)
{
    gcv_builder_add_object(&b->builder, 0, id, type_id, size, NULL, 0);
}

void built_heap_freeze(built_heap *b) { gcv_builder_freeze(&b->builder, &b->heap); }
