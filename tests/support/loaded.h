/* loaded.h - the result of reading bytes: a heap, or the reason why there is none. */
#ifndef GCV_TEST_LOADED_H
#define GCV_TEST_LOADED_H

#include "heap/heap.h"

#include <stdbool.h>

typedef struct loaded {
    gcv_context *ctx;
    gcv_heap *heap; /* if the status is GCV_OK */
    gcv_error err;
    gcv_status status;
} loaded;

void load_with(loaded *l, const char *bytes, size_t size, gcv_load_options options);
/* Reads `chunk` bytes at a time; 0: the default. */
void load_level(loaded *l, const char *bytes, size_t size, size_t chunk, gcv_load_level level);
/* The same; the test fails if there is no heap. */
void load_good(loaded *l, const char *bytes, size_t size, size_t chunk, gcv_load_level level);
/* The test fails if any memory is left in use. */
void unload(loaded *l);

/* Writes objects with their references, then roots, one on each line; ids are decimal or
 * hexadecimal. */
void describe(const gcv_heap *heap, bool decimal, char *out, size_t size);

#endif
