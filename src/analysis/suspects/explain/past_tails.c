/* past_tails.c - crowds of an older dump whose chains begin otherwise; see past_matcher.h. */
#include "analysis/suspects/explain/past_matcher.h"

/* Maximum number of runs of objects of one type from a member of a crowd to its holder. */
enum { LONGEST_TAIL = 64 };

/* The slot of an object and the types of its chain upwards, as a hash; consecutive objects of one
 * type count once. */
typedef struct gcv_tail {
    uint64_t hash, last;
} gcv_tail;

static void extend_tail(gcv_tail *tail, uint64_t type)
{
    tail->hash = type != tail->last ? gcv_hash_u64(type, tail->hash) : tail->hash;
    tail->last = type;
}

/* Hashes each name once: names may be long. */
static uint64_t *hash_types(gcv_context *ctx, const gcv_heap *heap)
{
    uint64_t *hash = gcv_alloc(ctx, heap->n_types, sizeof *hash);
    for (size_t i = 0; i < heap->n_types; i++) {
        hash[i] = gcv_fingerprint_of_group(ctx, heap->types.name[i], false);
    }
    return hash;
}

/* Hashes a slot and the chain of a crowd from its first member to its holder. False: it is too
 * long, or has no holder. */
static bool find_tail(const gcv_past_matcher *matcher, const uint64_t *type_hash,
                      const gcv_crowd *crowd, uint32_t slot, gcv_tail *tail)
{
    const gcv_suspect_input *input = matcher->input;
    uint32_t at = gcv_crowd_members(&matcher->found->crowds, crowd)[0];
    *tail = (gcv_tail){slot, 0};
    for (int i = 0; i < LONGEST_TAIL && at < GCV_ROOTED; i++, at = input->paths->parent[at]) {
        extend_tail(tail, type_hash[input->heap->type.data[at]]);
        if (at == crowd->kept.holder) {
            return true;
        }
    }
    return false;
}

/* Returns the first object of another type on the chain upwards from one, as parents have it.
 * `above`, per object: the answer; GCV_NONE: not known. All nodes of a list get it at once. */
static uint32_t above_run(const gcv_heap *heap, const uint32_t *parent, uint32_t *above,
                          uint32_t object)
{
    const uint32_t *type = heap->type.data;
    uint32_t at = object;
    while (above[at] == GCV_NONE && parent[at] < GCV_ROOTED && type[parent[at]] == type[at]) {
        at = parent[at];
    }
    uint32_t end = above[at] != GCV_NONE ? above[at] : parent[at];
    for (at = object; at < GCV_ROOTED && type[at] == type[object] && above[at] == GCV_NONE;
         at = parent[at]) {
        above[at] = end;
    }
    return end;
}

/* Returns the row of the nearest holder of an object of the older dump in a slot; GCV_NONE: there
 * is none. */
static uint32_t row_of_tail(const gcv_past_matcher *matcher, const gcv_id_map *tails,
                            const uint64_t *type_hash, uint32_t *above, gcv_loose from)
{
    const uint32_t *parent = matcher->parent;
    uint32_t at = from.object, row = GCV_NONE;
    gcv_tail tail = {from.slot, 0};
    for (int i = 0; i < LONGEST_TAIL && at < GCV_ROOTED && row == GCV_NONE; i++) {
        extend_tail(&tail, type_hash[matcher->old->type.data[at]]);
        row = gcv_id_map_get(matcher->ctx, tails, tail.hash);
        at = above_run(matcher->old, parent, above, at);
    }
    return row;
}

void gcv_past_match_tails(gcv_past_matcher *matcher)
{
    gcv_context *ctx = matcher->ctx;
    gcv_id_map tails = {NULL, 0, 0};
    uint64_t *now = hash_types(ctx, matcher->input->heap), *old = hash_types(ctx, matcher->old);
    for (uint32_t i = 0; i < matcher->rows->n; i++) {
        const gcv_crowd *crowd = gcv_past_lacking(matcher, i);
        gcv_tail tail;
        if (crowd != NULL && find_tail(matcher, now, crowd, crowd->slot, &tail)) {
            matcher->set[i] = gcv_id_map_enter(ctx, &tails, tail.hash, i);
            if (gcv_past_is_in_table(matcher, crowd)) {
                (void)find_tail(matcher, now, crowd, gcv_slot_name(crowd->slot), &tail);
                (void)gcv_id_map_enter(ctx, &tails, tail.hash, matcher->set[i]);
            }
        }
    }
    uint32_t *above = tails.n > 0 ? gcv_alloc_none(ctx, matcher->old->n_objects) : NULL;
    for (size_t i = 0; i < matcher->loose.n && tails.n > 0; i++) {
        const gcv_loose *loose = &matcher->loose.data[i];
        const gcv_loose outer = {loose->object, gcv_slot_above(loose->slot)};
        uint32_t row = row_of_tail(matcher, &tails, old, above, *loose);
        if (row == GCV_NONE && outer.slot != GCV_NO_SLOT) {
            row = row_of_tail(matcher, &tails, old, above, outer);
        }
        if (row != GCV_NONE) {
            gcv_past_add_to_crowd(matcher, row, loose->object);
        }
    }
    gcv_id_map_release(ctx, &tails);
    GCV_FREE(ctx, now, old, above);
}
