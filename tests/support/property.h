/* property.h - laws that hold for any heap, checked on all small heaps and on random heaps. A heap
 * for which a law does not hold is shrunk as long as it still does not, and written to standard
 * error, with its seed and the reason.
 */
#ifndef GCV_TEST_PROPERTY_H
#define GCV_TEST_PROPERTY_H

#include "support/heap_law.h"
#include "support/heap_pair.h"

typedef struct property {
    /* One of these. Each returns false, with the reason in `why`, if the law does not hold. */
    bool (*of_graph)(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX]);
    subject_law of_subject;
    heap_law of_log; /* of the heap of the log; a log that is refused passes */
    bool (*of_pair)(const heap_pair *p, char why[GRAPH_WHY_MAX]);
    /* The style of all heaps; `script` is with static roots first, as in V8. */
    bool telling, script, static_first, dependent, aged;
    /* The heaps: all digraphs without self references on 4 objects, and all with them on 0 to 3
     * objects, with all root sets; or `cases` random heaps (see effort.h) of n[0] to n[1]
     * objects. `any_number`: that the objects are numbered differently makes no other heap of four
     * objects, so only some of these are checked, unless the effort is full. `shelves`: made by
     * graph_shelves(). */
    bool all_small, any_number, shelves;
    uint64_t seed;
    uint32_t cases, n[2];
} property;

/* Fails the test if one of the properties does not hold. */
void property_check_all(const property *properties, size_t n);
/* Runs a program whose only test this is, and returns its exit status. */
int property_main(const property *properties, size_t n);

/* Whether the law holds for one heap; its style is as given. */
bool property_holds(const property *p, const graph *g, const graph_style *style);
/* The same without shrinking and writing. */
bool property_try(const property *p, const graph *g, const graph_style *style,
                  char why[GRAPH_WHY_MAX]);

#endif
