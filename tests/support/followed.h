/* followed.h - a heap whose objects are known by name: they are born, moved and die at random, what
 * a collector would report of it is written down, and each dump is printed as a log and loaded. */
#ifndef GCV_TEST_FOLLOWED_H
#define GCV_TEST_FOLLOWED_H

#include "heap/heap.h"
#include "support/graphs.h"

enum {
    FOLLOWED_OBJECTS = 60,
    FOLLOWED_DUMPS = 4,
    FOLLOWED_REFERENCES = 6,
    FOLLOWED_TYPES = 5,
    FOLLOWED_COLLECTIONS = 4 /* fewer between two dumps */
};

/* What one dump shows of one object. */
typedef struct followed_object {
    bool there, root;
    uint64_t id;
    uint32_t n, references[FOLLOWED_REFERENCES]; /* objects */
} followed_object;

/* Type k has the name Tk. */
typedef struct followed {
    uint64_t random;
    uint32_t n, n_dumps;
    uint32_t type[FOLLOWED_OBJECTS];
    uint64_t size[FOLLOWED_OBJECTS], address[FOLLOWED_OBJECTS]; /* address 0: not born, or dead */
    bool born[FOLLOWED_OBJECTS];
    uint64_t top; /* nothing lies above */
    uint64_t last_collection;
    followed_object at[FOLLOWED_DUMPS][FOLLOWED_OBJECTS];
    graph_text way[FOLLOWED_OBJECTS]; /* what `map` has to say from the first dump on, as tsv */
    bool mapped[FOLLOWED_OBJECTS];    /* it goes on */
    gcv_context *ctx;
    gcv_moves *moves;
    gcv_heap *heaps[FOLLOWED_DUMPS];
    uint32_t numbers[FOLLOWED_DUMPS];
} followed;

void followed_open(followed *f, uint64_t seed);
void followed_close(followed *f);

#endif
