/* known_heap.h - a heap whose objects are known by name. They are born, move and die at random; the
 * moves that a collector would report are recorded, and each dump is printed as a log and loaded.
 */
#ifndef GCV_TEST_KNOWN_HEAP_H
#define GCV_TEST_KNOWN_HEAP_H

#include "heap/heap.h"
#include "support/graphs.h"

enum {
    KNOWN_OBJECTS = 60,
    KNOWN_DUMPS = 4,
    KNOWN_REFERENCES = 6,
    KNOWN_TYPES = 5,
    KNOWN_COLLECTIONS = 4 /* fewer than this between two dumps */
};

/* One object in one dump. */
typedef struct known_object {
    bool present, root;
    uint64_t id;
    uint32_t n, references[KNOWN_REFERENCES]; /* objects */
} known_object;

/* Type k has the name Tk. */
typedef struct known_heap {
    uint64_t random;
    uint32_t n, n_dumps;
    uint32_t type[KNOWN_OBJECTS];
    uint64_t size[KNOWN_OBJECTS], address[KNOWN_OBJECTS]; /* address 0: not born, or dead */
    bool born[KNOWN_OBJECTS];
    uint64_t top; /* no object is above */
    uint64_t last_collection;
    known_object at[KNOWN_DUMPS][KNOWN_OBJECTS];
    graph_text map_rows[KNOWN_OBJECTS]; /* the rows of `map` from the first dump on, as tsv */
    bool mapped[KNOWN_OBJECTS];         /* more `map_rows` may follow */
    gcv_context *ctx;
    gcv_moves *moves;
    gcv_heap *heaps[KNOWN_DUMPS];
    uint32_t numbers[KNOWN_DUMPS];
} known_heap;

void known_heap_open(known_heap *f, uint64_t seed);
void known_heap_close(known_heap *f);

#endif
