/* owners.h - the objects of a V8 heap with their parts: arrays, strings, backing stores, code.
 *
 * A part is an object of a type that gcv_is_part_v8() knows. Its owner is the nearest object that
 * dominates it and is no part: `(array)` belongs to the Map, Set, Array or Object that it stores
 * the contents of, a string to whatever alone refers to it. A part that several objects share, or
 * that the engine holds, may have no owner.
 */
#ifndef GCV_ANALYSIS_OWNERS_H
#define GCV_ANALYSIS_OWNERS_H

#include "heap/heap.h"

/* The group of parts without an owner (gcv_groups_across_dumps()). */
#define GCV_INTERNALS "<internals>"

typedef struct gcv_owners {
    gcv_heap heap;    /* the heap; the sizes of its owners include their parts, which are left out,
                         as if they had no bytes and were of no type */
    gcv_bitset owned; /* these parts */
} gcv_owners;

/* Finds the owners in a V8 heap that is not sampled. O(objects); 4 bytes and a bit per object, 12
 * more while it runs. `heap` must outlive `out`. */
void gcv_owners_find(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *dominators,
                     gcv_owners *out);
void gcv_owners_release(gcv_context *ctx, gcv_owners *owners); /* zeroed owners are fine */

#endif
