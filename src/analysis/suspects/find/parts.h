/* parts.h - members of a crowd of V8 that a person does not count: parts of other members, which
 * are the plain object in a field of a record, of another shape, and the strings that a
 * concatenated string is made of; and what holds the others, an object that is used as a dictionary
 * or an array of arrays. All plain objects are of one type, and so all of these have one chain.
 * A dictionary has no parts: what it holds outnumbers it.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_PARTS_H
#define GCV_ANALYSIS_SUSPECTS_FIND_PARTS_H

#include "base/column.h"
#include "heap/heap.h"

/* Maximum number of parts of one shape for each object of the shapes that hold them; a member that
 * holds more than that many members, but for parts, is a dictionary. */
enum { GCV_PARTS_MOST = 8 };

/* The members of a type, and those of the other types that hold some of them. */
typedef struct gcv_shape_count {
    uint64_t n, holders;
} gcv_shape_count;

/* Zeroed but for `ctx` and `heap`: empty. */
typedef struct gcv_part_finder {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_shape_count *of; /* per type */
} gcv_part_finder;

/* A member of a crowd. */
typedef struct gcv_member {
    uint32_t object;
    uint32_t over;   /* the member that holds it; GCV_NONE: another object */
    uint32_t number; /* for the caller */
} gcv_member;

GCV_COLUMN(gcv_member_column, gcv_member);

/* Removes the members that are parts or dictionaries. The others keep their order; `over` is not
 * set any more. O(members). */
void gcv_parts_remove(gcv_part_finder *finder, gcv_member_column *members);

void gcv_part_finder_release(gcv_part_finder *finder);

#endif
