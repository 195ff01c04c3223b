/* memory_check.h - under a memory limit: whether the records of a builder can still fit, and what
 * to say if they cannot.
 *
 * circle: the builder asks before it grows, and the answer is in the columns of the builder. */
#ifndef GCV_HEAP_MEMORY_CHECK_H
#define GCV_HEAP_MEMORY_CHECK_H

#include "heap/builder.h"
#include "heap/memory.h"

/* GCV_ERR_LIMIT if heap and analysis, on top of the memory in use before, certainly exceed the
 * limit. Records that may turn out to be duplicates and references that may turn out to be dangling
 * do not count, so that no heap is refused that would have fit. Call this when columns grow, not
 * for every record. */
void gcv_memory_check_rows(gcv_builder *builder);

/* The same once objects and references are known. */
void gcv_memory_check_heap(gcv_builder *builder, const gcv_memory_counts *counts);

/* Passes on a failure. If the limit refused an allocation, the message says how much would be
 * needed. */
GCV_NORETURN void gcv_memory_fail_again(const gcv_builder *builder, const gcv_error *err);
/* The same for an analysis of heaps, n > 0; it names the heap that needs most. */
GCV_NORETURN void gcv_memory_fail_analysis(const gcv_heap *const *heaps, size_t n,
                                           const gcv_cost *const *costs, const gcv_error *err);

#endif
