/* cause_search.h - the parts of causes.c: the chains of the items and which of them have the same
 * holder, what grew below each holder, then the rows of the causes.
 *
 * circle: causes.c runs the parts one after the other on the state declared here.
 */
#ifndef GCV_FIGURES_CAUSE_SEARCH_H
#define GCV_FIGURES_CAUSE_SEARCH_H

#include "figures/causes.h"

/* The objects of one heap that belong to the items, sorted by item, and those of an item by group
 * as soon as they have one. */
typedef struct gcv_cause_targets {
    uint32_t *sorted;
    uint32_t *end; /* by item: where its objects end */
} gcv_cause_targets;

static inline uint32_t gcv_cause_targets_begin(const gcv_cause_targets *targets, uint32_t item)
{
    return item > 0 ? targets->end[item - 1] : 0;
}

/* A chain of an item: `n` steps from the root down, of which the last that is one object, but no
 * part, is number `holder`, from 1; 0: there is none. Without steps, the growth is unreachable, or
 * of parts without an owner. */
typedef struct gcv_cause_chain {
    uint32_t first, n, holder;
    uint32_t item, group; /* whose it is; its cause */
    uint32_t next;        /* a further one of its item; GCV_NONE */
    uint64_t held;        /* hash of the step of its holder; without one, of its first */
    uint32_t object[2];   /* the holder in each heap; GCV_NONE: there is none, or it is several */
    uint32_t moved; /* an object of the older heap whose chain is compared with this one, too, as it
                       only begins elsewhere; GCV_NONE: there is none */
    bool speaks;    /* a step of it tells where to look */
} gcv_cause_chain;

GCV_COLUMN(gcv_cause_chain_column, gcv_cause_chain);

/* A cause that is being found. */
typedef struct gcv_cause_group {
    uint32_t chain;        /* the first with its holder */
    uint32_t told, n_told; /* what is told of it */
    int64_t grown;         /* sum of that */
    bool payload;          /* it is nothing but strings, arrays and internals */
    bool ownerless;        /* it is parts without an owner */
} gcv_cause_group;

GCV_COLUMN(gcv_cause_group_column, gcv_cause_group);

/* The group of objects below no holder. */
#define GCV_CAUSE_NOWHERE (GCV_NONE - 1)

/* What is at a step of the chains that are shown. */
typedef struct gcv_cause_step {
    uint64_t hash;                 /* chain_steps.h */
    uint64_t objects[2], bytes[2]; /* on chains at this step, in each heap */
    uint32_t object[2];            /* one of these */
} gcv_cause_step;

GCV_COLUMN(gcv_cause_step_column, gcv_cause_step);

typedef struct gcv_cause_search {
    gcv_context *ctx;
    const gcv_cause_request *request;
    gcv_causes *out;
    gcv_cause_targets targets[2];
    gcv_cause_chain_column chains; /* of the first `n_chained` items, then further ones of these */
    uint32_t n_chained;
    gcv_step_key_column steps; /* of all chains */
    gcv_step_index holders;    /* the steps of chains down to their holders */
    gcv_id_map group_of;       /* by the last of these steps */
    gcv_cause_group_column groups;
    uint32_t *place[2];      /* by object: its group */
    gcv_field_finder finder; /* of the later heap */
    uint16_t *kinds;         /* of its types, where modules decide; else NULL */
    uint64_t placed;         /* objects on chains, for each chain */
    gcv_u32_column heads;    /* what is told of the current cause, as far as it has rows */
    /* Of the current items. */
    uint64_t unreachable_objects[2], unreachable_bytes[2];
    gcv_chain_end_column ends[2];   /* where their chains end, in each heap */
    gcv_step_key_column keys, best; /* of chains that are compared */
    gcv_step_index index;           /* the steps that are shown, … */
    gcv_id_map wanted;              /* … by hash, … */
    gcv_first_steps firsts[2];      /* … those that chains begin with in each heap, … */
    gcv_cause_step_column shown;    /* … and what is there */
} gcv_cause_search;

/* cause_chains.c */
/* Finds the chains of the items, as many as may go on, and groups them by their holders. */
void gcv_cause_find_chains(gcv_cause_search *search);
/* Finds a chain to each place outside of the cause of its first where an item has grown by at least
 * `least` bytes. */
void gcv_cause_find_further(gcv_cause_search *search, uint64_t least);
/* Finds the chain on which the objects that are told grew most, without its holder. */
void gcv_cause_find_told(gcv_cause_search *search, const gcv_cause_told *told,
                         gcv_cause_chain *chain);
/* Whether chains may go on, after `n` of them or of causes; `out->cut` tells that they may not. */
bool gcv_cause_may_go_on(gcv_cause_search *search, size_t n);

/* Removes all objects; adds those that are told. */
void gcv_cause_begin(gcv_cause_search *search);
void gcv_cause_add_told(gcv_cause_search *search, const gcv_cause_told *told);
/* Adds the steps of a chain to `index`. */
void gcv_cause_show_chain(gcv_cause_search *search, const gcv_cause_chain *chain);
/* Then counts what is on the chain to `moved` at the steps of this one, from the ends up. All
 * chains must be shown before. */
void gcv_cause_show_moved(gcv_cause_search *search, const gcv_cause_chain *chain);
/* Finds what is at the steps of `index`, on the chains to these objects. */
void gcv_cause_fill_steps(gcv_cause_search *search);

/* cause_places.c */
/* Finds where items grew besides their chains, and what is told of each group. */
void gcv_cause_find_places(gcv_cause_search *search);
/* Returns the group of an object of an item. */
uint32_t gcv_cause_place(const gcv_cause_search *search, uint32_t item, size_t at, uint32_t object);

/* What the name of a type says, as flags of type_kinds.h. */
uint32_t gcv_cause_kinds(const gcv_cause_search *search, gcv_slice type);
/* Whether a type says nothing about a leak: a part of whatever holds its objects. */
bool gcv_cause_is_payload(const gcv_cause_search *search, gcv_slice type);

#endif
