/* near_types.h - what to say of a pattern that matches no name: which one may be meant. */
#ifndef GCV_REPORT_NEAR_TYPES_H
#define GCV_REPORT_NEAR_TYPES_H

#include "report/report.h"

/* Room for a hint. */
enum { GCV_HINT_MAX = 640 };

/* The names of several heaps that a pattern was held against. */
typedef struct gcv_pattern_miss {
    const gcv_heap *const *heaps; /* a NULL is none */
    size_t n_heaps;
    /* The name of a type that counts; NULL: that of the type itself. */
    gcv_slice (*name_of)(const void *payload, const gcv_heap *heap, uint32_t type);
    const void *payload;
    bool ignore_case;
} gcv_pattern_miss;

/* For a name: "did you mean 'A' or 'B'?", of the nearest there are. For a pattern with wildcards:
 * which wider one matches how many types. Empty if there is nothing to say. Returns `out`. One
 * match is not as good as the name itself: to take it is left to people. O(bytes of all names). */
const char *gcv_hint_for(const gcv_pattern_miss *miss, gcv_slice pattern, char out[GCV_HINT_MAX]);

#endif
