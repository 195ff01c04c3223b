/* chain_steps.h - the steps of merged chains (step_index.h) as hashes, for all reachable objects.
 *
 * Merging chains by an index takes some hundred bytes and a lookup for each step, and a heap may
 * have a step for every second object. If only some of the steps are asked for, a hash for each
 * object is enough. Different steps have the same hash of 64 bits with a probability of
 * steps² / 2^65; the seed keeps a file from choosing them.
 *
 * O(objects) to begin with, and for each set of marked objects O(objects on their chains). Bytes:
 * 13.25 per object, 8 per root, up to 48 per step with a field and, of what is marked, 4 per object
 * on a chain.
 */
#ifndef GCV_ANALYSIS_CHAINS_CHAIN_STEPS_H
#define GCV_ANALYSIS_CHAINS_CHAIN_STEPS_H

#include "analysis/chains/step_fields.h"
#include "analysis/chains/step_index.h"
#include "base/bitset.h"
#include "base/hash.h"

/* What makes a step. */
typedef struct gcv_chain_step_query {
    const gcv_heap *heap;
    const gcv_root_set *roots;
    const gcv_paths *paths;
    const uint32_t *type_of; /* per type of the heap: its number in steps */
    const uint32_t *run_of;  /* likewise: neighbours on a chain for which it is equal are one step;
                              * NULL: `type_of` */
    uint8_t deepest;         /* steps below this depth are one of any type (step_index.h) */
    bool at_statics; /* a Java chain through a class object begins at what a static field holds,
                        else at the class object */
    /* Returns the number in steps of a start (gcv_start_root(); or a class object, likewise above
     * all root records). */
    uint32_t (*start_of)(void *payload, uint32_t start);
    void *payload;
    gcv_step_fields *fields; /* NULL: steps have no fields; not used any more later */
    size_t side;             /* the number of the heap there */
} gcv_chain_step_query;

typedef struct gcv_chain_start {
    uint32_t object, number;
} gcv_chain_start;

GCV_COLUMN(gcv_chain_start_column, gcv_chain_start);

/* By object; not set if it is not reachable. */
typedef struct gcv_chain_steps {
    gcv_context *ctx;
    gcv_chain_step_query query;
    uint64_t *step;      /* hash of its step */
    uint32_t *up;        /* the last object of the step before, on its chain; at the first step, the
                            object at which the chain begins */
    uint8_t *first;      /* gcv_first_bits() of the first step on its chain */
    gcv_id_map label_of; /* by step that has one: its field */
    gcv_chain_start_column starts; /* of the objects at which chains begin, by object */
    gcv_u32_column targets;        /* objects that are marked */
    bool parts_ends;               /* … have steps of their own below the deepest one */
    gcv_u32_column on;             /* objects on chains to them, … */
    gcv_bitset is_on;              /* … and which those are */
} gcv_chain_steps;

/* What the query refers to must outlive `out`. */
void gcv_chain_steps_init(gcv_context *ctx, const gcv_chain_step_query *query,
                          gcv_chain_steps *out);
void gcv_chain_steps_release(gcv_chain_steps *steps); /* zeroed ones are fine */

/* Marks a reachable object, which must not be marked if gcv_chain_steps_ends() is asked. */
static inline void gcv_chain_steps_mark(gcv_chain_steps *steps, uint32_t object)
{
    gcv_u32_column_push(steps->ctx, &steps->targets, object);
}

/* First steps, by bits of them: a byte per object tells of most chains that they begin elsewhere,
 * so that nobody needs to follow these. The bits do not depend on the seed: which of the other
 * chains are followed counts as work, and limits of work must not depend on the run. */
typedef struct gcv_first_steps {
    bool has[UINT8_MAX + 1];
} gcv_first_steps;

static inline uint8_t gcv_first_bits(uint32_t start, uint32_t type)
{
    return (uint8_t)gcv_hash_u64((uint64_t)start << 32 | type, 0);
}

static inline void gcv_first_steps_add(gcv_first_steps *firsts, uint32_t start, uint32_t type)
{
    firsts->has[gcv_first_bits(start, type)] = true;
}

/* Gives marked objects below the deepest step a step by their type after it, so that they are told
 * apart from all else there; until the marks are removed. */
void gcv_chain_steps_part_ends(gcv_chain_steps *steps);

/* Marks the chains to the marked objects, but for chains that are known to begin at none of these
 * steps. Returns the number of objects on them. */
uint64_t gcv_chain_steps_mark_chains(gcv_chain_steps *steps, const gcv_first_steps *firsts);
/* Removes all marks. */
void gcv_chain_steps_clear(gcv_chain_steps *steps);

/* The hash of a step. */
uint64_t gcv_chain_step_first(const gcv_context *ctx, uint32_t start, uint32_t type);
uint64_t gcv_chain_step_next(const gcv_context *ctx, uint64_t previous, uint32_t label,
                             uint32_t type);

/* The same by its key and the hash of the step before, if it is not the first. */
static inline uint64_t gcv_chain_step_of(const gcv_context *ctx, uint64_t previous,
                                         const gcv_step_key *key)
{
    return key->previous == GCV_NONE ? gcv_chain_step_first(ctx, key->label, key->type)
                                     : gcv_chain_step_next(ctx, previous, key->label, key->type);
}

/* The steps of the chain to an object, from the root down; replaces what is in `out`. */
void gcv_chain_steps_of(const gcv_chain_steps *steps, uint32_t object, gcv_step_key_column *out);

/* The marked objects whose chains end at one step. */
typedef struct gcv_chain_end {
    uint64_t step;  /* its hash */
    uint64_t bytes; /* sum over these objects */
    uint32_t first; /* the first of them, by domain and id */
} gcv_chain_end;

GCV_COLUMN(gcv_chain_end_column, gcv_chain_end);

typedef uint64_t (*gcv_chain_bytes_fn)(const void *payload, uint32_t object);

/* Lists the steps at which chains to marked objects end, by hash, in ascending order; replaces what
 * is in `out`. */
void gcv_chain_steps_ends(const gcv_chain_steps *steps, gcv_chain_bytes_fn bytes_of,
                          const void *payload, gcv_chain_end_column *out);

/* An object at one of the steps that are asked for. */
typedef struct gcv_step_member {
    uint32_t object, step;
} gcv_step_member;

/* Finds the next object on the marked chains, from number `*at` on, whose step has a number in
 * `wanted`, by hash. False: there is none. */
bool gcv_chain_steps_next(const gcv_chain_steps *steps, const gcv_id_map *wanted, size_t *at,
                          gcv_step_member *out);

#endif
