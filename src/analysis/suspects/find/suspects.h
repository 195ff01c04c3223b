/* suspects.h - suspects: objects and sets of objects that retain much, or that repeat where they
 * should not.
 *
 * An object or a group is heavy if it retains at least a given number of bytes. A group is all
 * objects of one type (types are joined by name), or all objects of a namespace that has at least
 * two types, none of them heavy, and is not the platform's (System, System.*, no namespace).
 *
 * Objects. A walk begins at every heavy object that is not a step of another walk, and goes down
 * the dominator tree as long as one child is heavy and retains at least 70 % of what its parent
 * retains. It ends at the accumulation point, where bytes are spread over many objects; that object
 * is the one suspect for all objects of the walk. In a list, every node retains nearly as much as
 * the previous node, so walks are followed to the end of the list, even where nodes are no longer
 * heavy: if a type occurs GCV_RUN_MIN times or more on the walk, and its last object retains less
 * than 70 % of what its first object retains, that first object is the accumulation point (if it is
 * heavy). Objects of that type above the list do not count if they are at other distances than
 * those of the list, most of which are at the same distance from each other.
 *
 * Groups. A group is a suspect of its own unless it is folded into a suspect that is about the
 * same. Its top members (those that no other member dominates) vote for the suspect that they are
 * below, each with the bytes it retains: a heavy member for the suspect of its walk, any other
 * member for the suspect of the nearest heavy object that dominates it, if that suspect dominates
 * the member, too. The group is folded into a suspect that gets at least 70 % of the votes, if the
 * group retains at least 70 % of what the suspect retains. Otherwise the same is tried with the
 * other heavy groups: a member votes for the group of its nearest dominator that is in a group. If
 * groups would be folded into each other in a cycle, the one that retains the most (of equals, the
 * first by name) is a suspect.
 *
 * Crowds. A crowd is two or more objects of one type whose chains begin at the same kind of root
 * and pass the same types, so that they share a fingerprint, and which are behind the same slot
 * (fingerprint.h): the same field or variable. The objects between a member and its holder are
 * keepers: delegates, timers, tasks, collections and the like. The holder is the nearest object on
 * the chain that is no keeper and differs in type from the object it refers to there;
 * suspect_holders.c has the exceptions. Keepers are in no crowd, except closures of the program;
 * suspect_closures.c says which functions of V8 are. Most leaks are crowds, and few of these crowds
 * are large. They are folded last (suspect_crowd_folds.c).
 *
 * So everything heavy has a row or is folded into one.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_SUSPECTS_H
#define GCV_ANALYSIS_SUSPECTS_FIND_SUSPECTS_H

#include "analysis/chain_order.h"
#include "analysis/dominator_tree.h"
#include "analysis/selection.h"
#include "analysis/suspects/find/fingerprint.h"

#include "base/column.h"

enum { GCV_RUN_MIN = 8 };

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
    uint32_t slot;      /* slot of the members (fingerprint.h) */
    uint32_t type;      /* row of the type */
    uint32_t kinds;     /* flags of the type (type_kinds.h) */
    uint32_t first, n;  /* the members are members[first] … members[first + n - 1]; the one whose
                           chain comes first (chain_order.h) is members[first] */
    uint32_t shared;    /* of a row: so many objects follow, which are held like the members, too,
                           but have other chains (shared.h) */
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

/* The members and the shared objects of a crowd. */
static inline uint32_t gcv_crowd_size(const gcv_crowd *crowd) { return crowd->n + crowd->shared; }

/* Returns a crowd of both, where it does not matter how they are kept. `retained`: by both. */
static inline gcv_crowd gcv_crowd_whole(const gcv_crowd *crowd, uint64_t retained)
{
    gcv_crowd whole = *crowd;
    whole.n += crowd->shared;
    whole.tops += crowd->shared;
    whole.shared = 0;
    whole.retained = retained;
    return whole;
}

/* Returns the name of the members' type. Plain objects of different shapes have the name of all. */
static inline gcv_slice gcv_crowd_name(const gcv_heap *heap, const gcv_crowds *crowds,
                                       const gcv_crowd *crowd)
{
    const uint32_t *members = gcv_crowd_members(crowds, crowd);
    const uint32_t type = gcv_heap_object_row(heap, members[0]);
    for (uint32_t i = 1; heap->types.family != NULL && i < gcv_crowd_size(crowd); i++) {
        if (gcv_heap_object_row(heap, members[i]) != type) {
            return gcv_slice_str(GCV_PLAIN_OBJECT);
        }
    }
    return heap->types.name[type];
}

/* A total order of crowds of one heap, whatever the order in which they are found. */
static inline bool gcv_crowd_before(const gcv_crowd *a, const gcv_crowd *b)
{
    return a->hash != b->hash   ? a->hash < b->hash
           : a->type != b->type ? a->type < b->type
                                : a->slot < b->slot;
}

typedef struct gcv_suspect {
    uint32_t object;   /* the accumulation point; GCV_NONE: a group or crowd */
    uint32_t type;     /* type of the object; else row of the type; GCV_NONE: a namespace */
    gcv_slice name;    /* name of the type or namespace */
    uint64_t retained; /* exact; of a crowd: with its shared objects */
    uint32_t objects;  /* object: number of objects it dominates, itself included; else: members,
                          and shared objects */
    uint32_t run;      /* object: length of the list of its type that begins here; 0: no list */
    uint64_t largest;  /* group: most bytes that a single member retains */
    uint32_t root; /* root record of the chain, or of all members' chains; GCV_NONE: they differ */
    uint32_t root_kind; /* kind of the root, likewise */
    uint64_t fingerprint;
    uint32_t repeat; /* object: number of objects of its type right before it on its chain */
    uint32_t slot;   /* of the object or crowd: fingerprint.h */
    uint32_t crowd;  /* index of the crowd; GCV_NONE: an object or group */
    bool mine;       /* it or its holder is the program's, or has such type arguments */
    bool folded;     /* folded into a crowd that is about the same, so not shown */
    uint32_t like;   /* crowd: row that is folded into it; GCV_NONE: none */
} gcv_suspect;

/* Where the chains of the members of a type (joined by name) or of a group begin. */
typedef struct gcv_chain_starts {
    uint32_t members;         /* number of reachable members */
    uint32_t root, root_kind; /* if equal for all members; else GCV_NONE */
} gcv_chain_starts;

/* A group that is heavy. */
typedef struct gcv_heavy_group {
    gcv_slice name;
    uint32_t type; /* GCV_NONE: a namespace */
    uint64_t retained;
    gcv_chain_starts starts;
    uint64_t largest; /* most bytes that a single member retains */
    uint32_t row;     /* row of the suspect that represents it */
} gcv_heavy_group;

GCV_COLUMN(gcv_suspect_column, gcv_suspect);
GCV_COLUMN(gcv_heavy_group_column, gcv_heavy_group);

/* Bounds of the bytes that all objects of a type retain together. */
typedef struct gcv_type_bounds {
    uint64_t least, most;
} gcv_type_bounds;

/* Input of the search. */
typedef struct gcv_suspect_input {
    const gcv_heap *heap;
    const gcv_root_set *roots;
    const gcv_dominators *dominators;
    const gcv_paths *paths;
    gcv_chain_order *order;         /* of `paths` */
    const gcv_selection *selection; /* members of groups come from its sections and generation */
    uint64_t heavy;                 /* minimum retained bytes of what is heavy; at least 1 */
    uint64_t small; /* minimum retained bytes of a crowd that is a suspect; 1 to `heavy` */
    uint64_t whole; /* total that points for size refer to */
    bool growing;   /* only growth since a baseline counts */
    bool slots;     /* the heap, and the baseline, have names of references */
} gcv_suspect_input;

typedef struct gcv_suspects {
    gcv_suspect_column rows; /* rows of objects, then of groups, then of crowds */
    uint32_t n_objects;      /* number of rows of objects */
    gcv_heavy_group_column groups;
    gcv_crowds crowds;
    uint16_t *kinds;         /* per type: flags of type_kinds.h */
    gcv_type_bounds *bounds; /* per type row */
    gcv_dominator_tree tree;
    uint32_t *row_of; /* per preorder number: row of a heavy object; others are not set */
} gcv_suspects;

/* Whether `part` is at least 70 % of `whole`. */
static inline bool gcv_keeps(uint64_t part, uint64_t whole)
{
    return whole <= UINT64_MAX / 10 ? part * 10 >= whole * 7 : part / 7 >= whole / 10;
}

/* Returns the row of the walk that the object with this preorder number is on; GCV_NONE: it is not
 * heavy. */
static inline uint32_t gcv_row_of_walk(const gcv_suspect_input *input, const gcv_suspects *found,
                                       uint32_t number)
{
    return number != 0 && input->dominators->retained[number] >= input->heavy
               ? found->row_of[number]
               : GCV_NONE;
}

/* Returns what an object retains; 0 if an object of its type dominates it directly, as in a list,
 * and so retains it, too. */
static inline uint64_t gcv_suspect_weight(const gcv_heap *heap, const gcv_dominators *d,
                                          uint32_t object)
{
    const uint32_t number = d->number[object], over = d->dominator[number];
    const bool nested = over != 0 && gcv_heap_object_row(heap, d->object[over]) ==
                                         gcv_heap_object_row(heap, object);
    return nested ? 0 : d->retained[number];
}

/* Returns the crowd that a row is about; NULL: it is about an object or a group. */
static inline const gcv_crowd *gcv_crowd_of(const gcv_suspects *found, const gcv_suspect *row)
{
    return row->crowd != GCV_NONE ? &found->crowds.all.data[row->crowd] : NULL;
}

/* Whether a row is about all objects of a type or namespace. */
static inline bool gcv_is_group(const gcv_suspect *row)
{
    return row->object == GCV_NONE && row->crowd == GCV_NONE;
}

/* Whether a row repeats as leaks do: a crowd or a list. */
static inline bool gcv_is_pattern(const gcv_suspect *row)
{
    return row->crowd != GCV_NONE || row->run > 0;
}

/* Whether a type belongs to a row that is about a group. */
bool gcv_is_in_group(const gcv_heap *heap, const gcv_suspect *row, uint32_t type);

/* Finds the suspects. O(objects + references), plus up to three runs of gcv_retained_on_chains()
 * for groups that may be heavy and crowds that may be suspects. At most 40 bytes per object besides
 * these runs; 16 of them remain. */
void gcv_suspects_find(gcv_context *ctx, const gcv_suspect_input *input, gcv_suspects *out);

/* Memory of the search, dominators, paths and retained bytes of sets included. */
extern const gcv_cost gcv_cost_of_suspects;

/* Whether what retains `now` bytes is new since the baseline (`old` is GCV_NOT_REACHABLE), or has
 * grown by at least a quarter. */
bool gcv_suspect_grew(uint64_t now, uint64_t old);
/* Whether an object is a class of the program, in Java and Ruby, or of a type of the program.
 * Either may be GCV_NONE. `kinds`: per type. */
bool gcv_is_of_program(const gcv_heap *heap, const uint16_t *kinds, uint32_t type, uint32_t object);
/* Whether variables of a script of the runtime hold a crowd, the type of which is not the
 * program's: the program may have put it there, or what it calls. */
bool gcv_crowd_is_of_runtime(const gcv_heap *heap, const uint16_t *kinds, const gcv_crowd *crowd);

/* ---- suspect_evidence.c: points, few enough to be added up by hand (docs/definitions.md) ---- */

/* Minimum sum of points of a crowd that is a suspect. */
enum { GCV_POINTS_ENOUGH = 8 };

typedef enum gcv_evidence {
    GCV_EVIDENCE_SIZE,
    GCV_EVIDENCE_YOURS,
    GCV_EVIDENCE_REPEATED,
    GCV_EVIDENCE_KEPT,
    GCV_EVIDENCE_BRIEF,
    GCV_EVIDENCE_GREW, /* with a baseline only */
    GCV_N_EVIDENCE
} gcv_evidence;

typedef struct gcv_points {
    uint8_t of[GCV_N_EVIDENCE];
} gcv_points;

const char *gcv_evidence_word(gcv_evidence evidence);
uint32_t gcv_points_sum(const gcv_points *points);

/* Points for `bytes` as a share of `whole`: 4 from 50 % on, 3 from 10 %, 2 from 3 %, 1 from 1 %. */
uint8_t gcv_points_of_size(uint64_t bytes, uint64_t whole);
/* Points for a number of objects kept in the same way: 1 from 3 on, 2 from 10, 3 from 100. */
uint8_t gcv_points_of_repeats(uint32_t objects);
/* Points for how a crowd is kept: 4 if any of its keepers is no collection (delegates, closures,
 * timers, cancellation, tasks, values of threads), if only handles hold it or if it waits for
 * finalizers; 2 if its keepers are collections directly below a static field; 1 for any other
 * collections. */
uint8_t gcv_points_of_keepers(uint32_t keepers, bool at_root, uint32_t root_kind);

enum {
    GCV_POINTS_YOURS = 3,
    GCV_POINTS_HOLDER_YOURS = 2,
    GCV_POINTS_BRIEF = 2,
    GCV_POINTS_KEPT = 4,
    GCV_POINTS_GREW = 2
};

/* Returns the evidence for a row of `found`. `old`: per row, the bytes that its counterpart in the
 * baseline retains (GCV_NOT_REACHABLE: it has none); NULL without a baseline. */
gcv_points gcv_suspect_points(const gcv_suspect_input *input, const gcv_suspects *found,
                              uint32_t item, const uint64_t *old);

#endif
