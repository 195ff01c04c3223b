/* near_names.h - the names nearest to one that does not exist: for "did you mean". */
#ifndef GCV_BASE_NEAR_NAMES_H
#define GCV_BASE_NEAR_NAMES_H

#include "base/text.h"

/* How a name differs from the wanted one, nearest first. The last part of a name follows its last
 * dot, plus, slash or colon, and excludes type arguments and array brackets. */
typedef enum gcv_nearness {
    GCV_NEAR_OTHER_CASE, /* the whole name, in another case */
    GCV_NEAR_LAST_PART,
    GCV_NEAR_LAST_PART_OTHER_CASE,
    GCV_NEAR_WITHIN,   /* the wanted name occurs in it, in any case */
    GCV_NEAR_SPELLING, /* the last part differs in a few letters */
    GCV_NOT_NEAR
} gcv_nearness;

enum { GCV_NEAR_NAMES = 3 };

typedef struct gcv_near_name {
    gcv_slice name;    /* borrowed */
    uint64_t distance; /* among names of the same nearness */
} gcv_near_name;

typedef struct gcv_near_names {
    gcv_slice wanted, last_part;
    gcv_nearness nearness;               /* of all names found: only the nearest kind is kept */
    gcv_near_name found[GCV_NEAR_NAMES]; /* nearest first, then by name; no duplicates */
    size_t n;
} gcv_near_names;

void gcv_near_names_init(gcv_near_names *near, gcv_slice wanted);
/* Offers a candidate. O(name), however long the wanted name is. */
void gcv_near_names_offer(gcv_near_names *near, gcv_slice name);

gcv_slice gcv_last_part_of(gcv_slice name);

/* Writes "'A', 'B' or 'C'", with long names cut, to `out`; returns `out`. */
const char *gcv_near_names_text(const gcv_near_names *near, char *out, size_t size);

#endif
