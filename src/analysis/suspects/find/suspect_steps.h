/* suspect_steps.h - the steps of the search for suspects (suspects.h) in their order, one file
 * each. A step takes what earlier steps have found and returns a struct of its own.
 * suspect_search.c runs them, and gives back what no later step needs.
 *
 * Arrays "by chain" have an element for each position in the order of the chains (chain_order.h),
 * arrays "by tree" one for each position in the dominator tree (dominator_tree.h).
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_SUSPECT_STEPS_H
#define GCV_ANALYSIS_SUSPECTS_FIND_SUSPECT_STEPS_H

#include "analysis/groups.h"
#include "analysis/suspects/find/suspects.h"
#include "analysis/type_kinds.h"
#include "base/bitset.h"

/* ---- suspect_memory.c: memory that steps take and give back ------------------------------- */

/* So the next step need not ask the system for fresh pages: making these takes as long as a pass
 * over them. */
enum { GCV_SUSPECT_MEMORY_MOST = 8 }; /* unused arrays that are kept */

typedef struct gcv_suspect_memory {
    gcv_context *ctx;
    size_t n; /* elements of each array */
    struct {
        void *array;
        size_t element; /* size of an element */
    } unused[GCV_SUSPECT_MEMORY_MOST];
    size_t n_unused;
} gcv_suspect_memory;

/* Returns an array of n elements with any contents. It belongs to the caller, who may also keep or
 * free it. */
void *gcv_suspect_memory_take(gcv_suspect_memory *memory, size_t element);
/* Takes back an array of elements of this size. */
void gcv_suspect_memory_give(gcv_suspect_memory *memory, void *array, size_t element);
/* Frees the arrays that nobody has. */
void gcv_suspect_memory_release(gcv_suspect_memory *memory);

/* ---- what all steps share ----------------------------------------------------------------- */

typedef struct gcv_search {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const uint16_t *kinds;     /* per type: flags of type_kinds.h */
    bool selects_all;          /* any object may be a member of a group */
    gcv_suspect_memory memory; /* arrays by chain and by tree */
} gcv_search;

/* Whether an object may be a member of a group. */
static inline bool gcv_search_selects(const gcv_search *search, uint32_t object)
{
    return search->selects_all || gcv_selection_has_place(search->input->selection, object);
}

/* Passes over many objects first list those that concern them, a batch at a time and without a
 * branch, and then process these: a branch would often be mispredicted. */
enum { GCV_BATCH = 256 };

static inline uint32_t gcv_end_of_batch(uint32_t first, uint32_t end)
{
    return end - first < GCV_BATCH ? end : first + GCV_BATCH;
}

/* ---- suspect_upper_bounds.c ----------------------------------------------------------------- */

/* What groups and objects retain at most. */
typedef struct gcv_upper_bounds {
    uint64_t *of_type, *of_namespace; /* per type row; per namespace */
    uint32_t *below; /* by chain: bytes of the objects at or below it in the tree of
                        chains; UINT32_MAX: that many or more */
} gcv_upper_bounds;

/* `type`, by chain: row of the type. */
gcv_upper_bounds gcv_suspect_upper_bounds(gcv_search *search, const gcv_groups *namespaces,
                                          const uint32_t *type);

/* ---- suspect_alikes.c ----------------------------------------------------------------------- */

/* What the chains of many objects have in common. */
typedef struct gcv_chain_origin {
    uint32_t root; /* root record at which they begin */
    uint32_t slot; /* fingerprint.h */
} gcv_chain_origin;

GCV_COLUMN(gcv_chain_origin_column, gcv_chain_origin);

/* The chains of the reachable objects, by chain. */
typedef struct gcv_chained {
    uint32_t *type; /* row of the type */
    uint64_t *hash; /* of the chain: fingerprint.h */
    uint32_t *root; /* root record at which it begins; while slots are known, an index in … */
    gcv_chain_origin_column origins; /* … this, which is empty if they are not */
} gcv_chained;

static inline gcv_chain_origin gcv_chained_origin(const gcv_chained *chained, uint32_t at)
{
    const uint32_t root = chained->root[at];
    return chained->origins.n > 0 ? chained->origins.data[root]
                                  : (gcv_chain_origin){root, GCV_NO_SLOT};
}

/* Objects of one type with equal chains that may be in a crowd. */
typedef struct gcv_alike {
    uint64_t key;  /* of their chain, type and slot */
    uint64_t most; /* bytes at or below them on the chains: they retain no more */
    uint32_t type; /* row of the type */
    uint32_t n;    /* number of objects */
    uint32_t next; /* next alike that is looked up in the same place; GCV_NONE */
} gcv_alike;

GCV_COLUMN(gcv_alike_column, gcv_alike);

typedef struct gcv_alikes {
    gcv_alike_column all;
    uint32_t *of;       /* by chain: the alike of the object; GCV_NONE */
    gcv_bitset crowded; /* alikes that become crowds: they have two objects, and may be suspects */
    size_t n_crowded;   /* number of these */
} gcv_alikes;

gcv_alikes gcv_suspect_alikes(gcv_search *search, const gcv_chained *chained,
                              const gcv_upper_bounds *upper);

/* ---- suspect_crowds.c ----------------------------------------------------------------------- */

typedef struct gcv_placed {
    gcv_crowd_column crowds;  /* without what keeps and what they retain */
    gcv_u32_column positions; /* of the members on the chains, grouped by crowd */
    uint32_t *crowd_of;       /* by chain: the crowd of the object; GCV_NONE */
} gcv_placed;

/* Makes the crowds. Releases `alikes`. */
gcv_placed gcv_suspect_crowds(gcv_search *search, const gcv_chained *chained,
                              const gcv_dominator_tree *tree, gcv_alikes *alikes);

/* ---- suspect_closures.c --------------------------------------------------------------------- */

/* Takes crowds of functions of V8 apart, except for those that repeat their code. */
void gcv_suspect_closures(const gcv_search *search, gcv_placed *placed);

/* ---- parts.c -------------------------------------------------------------------------------- */

/* Removes members of crowds that are parts of others (parts.h). Such an object goes on to belong to
 * the crowd, which may be left with a single member. */
void gcv_suspect_parts(const gcv_search *search, const gcv_dominator_tree *tree,
                       gcv_placed *placed);

/* ---- suspect_holders.c ---------------------------------------------------------------------- */

/* Finds how crowds are kept, and turns the positions of the members into objects. Takes over
 * `placed`, except for crowd_of. */
gcv_crowds gcv_suspect_holders(gcv_search *search, const gcv_chained *chained, gcv_placed *placed);

/* ---- suspect_sets.c ------------------------------------------------------------------------- */

/* The reachable objects, by tree. */
typedef struct gcv_in_tree {
    const gcv_dominator_tree *tree;
    uint32_t *type; /* row of the type */
} gcv_in_tree;

/* Finds where the chains of the objects of each type row begin. */
gcv_chain_starts *gcv_suspect_starts(const gcv_search *search, const gcv_chained *chained);

/* Finds what groups that may be heavy and crowds that may be suspects retain, and the bounds of
 * types; adds the heavy groups: types in type order, then namespaces. Returns per type its group,
 * or GCV_NONE. */
uint32_t *gcv_suspect_sets(const gcv_search *search, const gcv_groups *namespaces,
                           const gcv_upper_bounds *upper, const gcv_chain_starts *starts,
                           const gcv_in_tree *objects, gcv_suspects *out);

/* ---- suspect_walks.c ------------------------------------------------------------------------ */

typedef struct gcv_walks {
    gcv_suspect_column rows; /* of objects */
    uint32_t *row_of;        /* per preorder number: row of a heavy object; others are not set */
    gcv_bitset heavy;        /* by tree: heavy objects */
} gcv_walks;

gcv_walks gcv_suspect_walks(const gcv_search *search, const gcv_dominator_tree *tree);

/* ---- suspect_folds.c ------------------------------------------------------------------------ */

/* Folds groups into rows of objects, adds rows for all other groups, and gives each group its row
 * and its largest member. `group_of`: per type; `heavy`: by tree. */
void gcv_suspect_folds(const gcv_search *search, const gcv_in_tree *objects,
                       const uint32_t *group_of, const gcv_bitset *heavy, gcv_suspects *out);

/* ---- suspect_evidence.c --------------------------------------------------------------------- */

/* Returns the minimum retained bytes of a crowd of a type of these kinds that is a suspect:
 * `small`, or ten times as many if the name of the type says nothing and that is at most `heavy`.
 */
static inline uint64_t gcv_least_of_crowd(const gcv_suspect_input *input, uint32_t kinds)
{
    bool speaks = (kinds & (GCV_TYPE_MINE | GCV_TYPE_BRIEF)) != 0;
    return speaks || input->small > input->heavy / 10 ? input->small : input->small * 10;
}

/* Whether a crowd would be a suspect if it retained `retained` bytes; if so, it would be one with
 * more bytes, too. */
bool gcv_crowd_is_suspect(const gcv_search *search, const gcv_crowd *crowd, uint64_t retained);

/* Whether a row is the program's: its type or namespace is, or the holder of the crowd. */
bool gcv_suspect_is_mine(const gcv_suspect_input *input, const gcv_suspects *found,
                         const gcv_suspect *row);

/* ---- suspect_crowd_folds.c ------------------------------------------------------------------ */

/* Finds which crowds are suspects, folds some of them into others, adds rows for those left, and
 * folds rows that are about the same into these. */
void gcv_suspect_crowd_folds(const gcv_search *search, gcv_suspects *out);

/* ---- shared.c ------------------------------------------------------------------------------ */

/* Adds shared objects to the crowds of rows, and what these retain with them to the rows. */
void gcv_suspect_shared(const gcv_search *search, const gcv_u64_column *shared, gcv_suspects *out);

#endif
