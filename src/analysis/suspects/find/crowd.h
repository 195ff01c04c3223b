/* crowd.h - crowds: objects of one type that are kept in the same way.
 *
 * A crowd is two or more objects of one type whose chains begin at the same kind of root
 * and pass the same types, so that they share a fingerprint, and which are behind the same slot
 * (slot.h): the same field or variable. The objects between a member and its
 * holder are keepers: delegates, timers, tasks, collections and the like. The holder is the nearest
 * object on the chain that is no keeper and differs in type from the object it refers to there;
 * suspect_holders.c has the exceptions. Keepers are in no crowd, except closures of the program;
 * suspect_closures.c says which functions of V8 are. Most leaks are crowds, and few of these crowds
 * are large.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_CROWD_H
#define GCV_ANALYSIS_SUSPECTS_FIND_CROWD_H

#include "analysis/dominator_tree.h"

#include "base/column.h"

/* Maximum number of crowds whose retained bytes are computed: those whose top members retain the
 * most in sum. */
enum { GCV_CROWDS_MOST = 256 };

/* How the members of a crowd are kept. */
typedef struct gcv_keeping {
    uint32_t keepers; /* flags of the keepers between members and holders (type_kinds.h) */
    uint32_t holder;  /* holder of the first member; GCV_NONE: the root */
    bool one_holder;  /* all members have this holder */
    bool behind_one;  /* the nearest member of the crowd around is the same on all chains */
    bool literals;    /* strings held by the runtime's table of literals and interned strings */
    uint32_t around;  /* nearest other crowd on the chain of the first member; GCV_NONE */
    uint32_t root;    /* root record of the chains, if all have the same label; GCV_NONE */
    uint32_t root_kind;
} gcv_keeping;

typedef struct gcv_crowd {
    uint64_t hash;      /* hash of the members' chains */
    uint32_t slot;      /* slot of the members (slot.h) */
    uint32_t type;      /* row of the type */
    uint32_t kinds;     /* flags of the type (type_kinds.h) */
    uint32_t first, n;  /* the members are members[first] … members[first + n - 1]; the one whose
                           chain comes first (chain_order.h) is members[first] */
    uint32_t tops;      /* number of top members: no other member dominates them */
    uint64_t top_bytes; /* sum of the bytes that each top member retains */
    uint64_t most;      /* upper bound of `retained` */
    uint64_t retained;  /* bytes that the members retain as a set; 0: not computed: no suspect */
    gcv_keeping kept;
    bool of_runtime; /* closures whose code is in scripts of the runtime */
    uint32_t row;    /* row of the suspect that represents the crowd; GCV_NONE: none */
} gcv_crowd;

GCV_COLUMN(gcv_crowd_column, gcv_crowd);

typedef struct gcv_crowds {
    gcv_crowd_column all;
    gcv_u32_column members; /* objects, grouped by crowd */
} gcv_crowds;

static inline const uint32_t *gcv_crowd_members(const gcv_crowds *crowds, const gcv_crowd *crowd)
{
    return crowds->members.data + crowd->first;
}

/* Returns the name of the members' type. Plain objects of different shapes have the name of all. */
static inline gcv_slice gcv_crowd_name(const gcv_heap *heap, const gcv_crowds *crowds,
                                       const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_crowd_members(crowds, crowd);
    const uint32_t type = gcv_heap_object_row(heap, members[0]);
    for (uint32_t i = 1; heap->types.family != NULL && i < crowd->n; i++) {
        if (gcv_heap_object_row(heap, members[i]) != type) {
            return gcv_slice_str(GCV_PLAIN_OBJECT);
        }
    }
    return heap->types.name[type];
}

/* A total order of crowds of one heap, which does not depend on the order in which they are found.
 */
static inline bool gcv_crowd_before(const gcv_crowd *a, const gcv_crowd *b)
{
    return a->hash != b->hash   ? a->hash < b->hash
           : a->type != b->type ? a->type < b->type
                                : a->slot < b->slot;
}

#endif
