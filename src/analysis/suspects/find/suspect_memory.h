/* suspect_memory.h - memory that the steps of a search take and give back, so that the next step
 * need not ask the system for fresh pages: making these takes as long as a pass over them. */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_SUSPECT_MEMORY_H
#define GCV_ANALYSIS_SUSPECTS_FIND_SUSPECT_MEMORY_H

#include "base/context.h"

enum { GCV_SUSPECT_MEMORY_MOST = 8 }; /* unused arrays that are kept */

typedef struct gcv_suspect_memory {
    gcv_context *ctx;
    size_t n; /* elements of each array */
    struct {
        void *array;
        size_t element; /* size of an element */
    } unused[GCV_SUSPECT_MEMORY_MOST];
    size_t n_unused;
} gcv_suspect_memory;

/* Returns an array of n elements with any contents. It belongs to the caller, who may also keep or
 * free it. */
void *gcv_suspect_memory_take(gcv_suspect_memory *memory, size_t element);
/* Takes back an array of elements of this size. */
void gcv_suspect_memory_give(gcv_suspect_memory *memory, void *array, size_t element);
/* Frees the arrays that nobody has. */
void gcv_suspect_memory_release(gcv_suspect_memory *memory);

#endif
