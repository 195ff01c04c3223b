/* set_members.h - objects put into sets one by one, for gcv_retained_of_sets(): objects that are in
 * the same sets form a class. */
#ifndef GCV_ANALYSIS_SET_MEMBERS_H
#define GCV_ANALYSIS_SET_MEMBERS_H

#include "analysis/chain_order.h"

typedef struct gcv_set_members {
    const gcv_heap *heap;
    uint32_t *class_of; /* per object; GCV_NONE: in no set */
    /* By class: a previous class (GCV_NONE: none) and one more set. */
    gcv_u32_column before, set;
    gcv_id_map classes; /* by previous class and set */
} gcv_set_members;

/* 4 bytes per object and some 60 per class. */
void gcv_set_members_init(gcv_context *ctx, gcv_set_members *members, const gcv_heap *heap);
void gcv_set_members_release(gcv_context *ctx, gcv_set_members *members);

/* Starts with the sets 0 to n - 1, which are disjoint. The caller has already stored in
 * `class_of` the set of each object that is in one. */
void gcv_set_members_begin(gcv_context *ctx, gcv_set_members *members, uint32_t n);

/* Puts an object into a set. Add the sets of one object in ascending order. */
void gcv_set_members_add(gcv_context *ctx, gcv_set_members *members, uint32_t object, uint32_t set);

/* Returns what each of the sets 0 to n - 1 retains, for the caller to free, and releases the
 * members. `paths` NULL: not known; they make it faster for few sets. */
uint64_t *gcv_set_members_retained(gcv_context *ctx, gcv_set_members *members,
                                   const gcv_root_set *roots, const gcv_paths *paths, uint32_t n);

#endif
