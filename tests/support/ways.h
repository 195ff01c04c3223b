/* ways.h - chains of the fewest steps in two heaps, as names: the basis of the test of causes. */
#ifndef GCV_TEST_WAYS_H
#define GCV_TEST_WAYS_H

#include "support/heap_pair.h"
#include "support/owned.h"

/* The way to an object as names: the label of the root, then the types, equal types in a row once,
 * each perhaps with a field. */
typedef struct way {
    char text[600];
    uint32_t depth;
} way;

/* The names on the way to a plain object of V8, from what is no plain object; depth 0: it has none.
 */
typedef struct plain_path {
    char text[200];
    uint32_t depth;
} plain_path;

/* One of the two heaps. */
typedef struct compared {
    const subject *s;
    const gcv_heap *heap;
    bool weak, alone; /* `alone`: it is compared with itself */
    owned w;          /* by which types and bytes are compared */
    way *ways;
    plain_path *paths;
    oracle_chains chains;
} compared;

/* Finds the ways in two heaps whose members down to `alone` are set, or in one that is given twice.
 */
void ways_find(compared both[2]);
void ways_release(compared both[2]);

/* Finds the ways in both heaps, which may have names of references. In heaps of V8, objects have
 * the bytes of their parts. */
void ways_open(const heap_pair *p, compared both[2]);
void ways_close(compared both[2]);

#endif
