/* crowd.h - crowds: objects of one type that are kept in the same way.
 *
 * A crowd is two objects or more of one type whose shortest chains pass the same types from the
 * same kind of root on, so they have one fingerprint. What lies between them and their holder are
 * keepers: delegates, timers, tasks, collections and the like. The holder is the nearest object on
 * the chain that is no keeper and has another type. Most leaks are crowds, and few of them are
 * large.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_CROWD_H
#define GCV_ANALYSIS_SUSPECTS_CROWD_H

#include "analysis/dominator_tree.h"

#include "base/column.h"

/* So many crowds are looked at in the end: those whose members retain most, added up. */
enum { GCV_CROWDS_MOST = 256 };

typedef struct gcv_crowd {
    uint64_t hash;      /* of the chain */
    uint32_t type;      /* row of the type */
    uint32_t first, n;  /* its objects: members[first] … */
    uint32_t kinds;     /* of the type (type_kinds.h) */
    uint32_t keepers;   /* kinds of what is between an object and its holder */
    uint32_t holder;    /* of the first object; GCV_NONE: the root itself */
    bool one_holder;    /* all have that one */
    uint32_t around;    /* crowd whose objects are nearest on the chains; GCV_NONE */
    bool behind_one;    /* all are behind one object of that crowd */
    uint32_t tops;      /* objects that no other one of the crowd dominates */
    uint64_t top_bytes; /* sum of what each of them retains */
    bool literals; /* strings that only the runtime's own table keeps: literals, interned ones */
    uint64_t most; /* that they may retain */
    uint64_t retained; /* of all as a set; 0: not found, as they are too little for a suspect */
    uint32_t root;     /* that the chains begin with, if it is the same for all; GCV_NONE */
    uint32_t root_kind;
    uint32_t row; /* suspect that stands for it; GCV_NONE: none */
} gcv_crowd;

GCV_COLUMN(gcv_crowd_column, gcv_crowd);

typedef struct gcv_crowds {
    gcv_crowd_column all;
    gcv_u32_column members; /* objects, by crowd, in the order of the dominator tree */
} gcv_crowds;

static inline void gcv_crowds_release(gcv_context *ctx, gcv_crowds *crowds)
{
    gcv_crowd_column_release(ctx, &crowds->all);
    gcv_u32_column_release(ctx, &crowds->members);
}

#endif
