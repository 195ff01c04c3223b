/* built_heap.h - a heap that a test builds record by record. Every failure fails the test. */
#ifndef GCV_TESTS_BUILT_HEAP_H
#define GCV_TESTS_BUILT_HEAP_H

#include "base/context.h"
#include "base/text.h"
#include "heap/builder.h"

typedef struct built_heap {
    gcv_context *ctx;
    gcv_builder builder; /* a section has begun */
    gcv_heap *heap;      /* NULL until it is frozen */
} built_heap;

built_heap *built_heap_new(gcv_load_level level, bool binary);
/* Frees everything, and checks that no memory is left in use. */
void built_heap_free(built_heap *b);

/* `module` may be NULL. */
void built_heap_type(built_heap *b, uint64_t id, const char *name, const char *module);
/* An object without references. */
void built_heap_object(built_heap *b, uint64_t id, uint64_t type_id, uint64_t size);
void built_heap_freeze(built_heap *b);

#endif
