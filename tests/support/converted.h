/* converted.h - what the tests of conversions have in common: the objects and the roots that a copy
 * of a heap must have. */
#ifndef GCV_TEST_CONVERTED_H
#define GCV_TEST_CONVERTED_H

#include "support/graphs.h"

#include <gcview/gcview.h>

/* Finds the objects that a strong root reaches, by repetition until nothing changes; or all
 * objects. The caller frees the result. */
uint8_t *converted_objects(const gcv_heap *heap, bool all);

/* Whether root `k` of a copy is the root of the heap. */
typedef bool (*converted_root)(const void *payload, const gcv_root *root, uint32_t k);

/* Whether the `n` roots of a copy, in any order, are those of the heap that refer to one of its
 * objects: all, or those that are not weak. */
bool converted_roots(const gcv_heap *heap, const uint8_t *objects, bool weak, uint32_t n,
                     converted_root is_same, const void *payload, char why[GRAPH_WHY_MAX]);

#endif
