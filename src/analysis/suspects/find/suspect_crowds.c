/* suspect_crowds.c - makes crowds of objects with equal chains; see suspects.h.
 *
 * Crowds and their members come in the order of the dominator tree, in which one pass also finds
 * the top members. O(objects).
 */
#include "analysis/suspects/find/suspect_steps.h"

#include <string.h>

/* What an alike has become. */
typedef struct gcv_opened {
    uint32_t crowd; /* GCV_NONE: none yet */
    uint32_t until; /* position in the tree after the last object below its last top member */
} gcv_opened;

/* Objects are positions in the order of the chains, unless stated otherwise. */
typedef struct gcv_placer {
    const gcv_search *search;
    const gcv_chained *chained;
    const gcv_dominator_tree *tree;
    const gcv_alikes *alikes;
    gcv_opened *opened; /* per alike */
    uint32_t *by_tree;  /* by tree: object in a crowd; GCV_NONE */
    uint32_t *of;       /* per object: its alike until it is placed, then its crowd; GCV_NONE */
    gcv_placed *out;
} gcv_placer;

/* Lists the objects of a batch that are in crowds, and returns their number. The others are in no
 * crowd from now on. */
static uint32_t list_crowded(gcv_placer *placer, uint32_t first, uint32_t end, uint32_t *listed)
{
    uint32_t *of = placer->of, n = 0;
    for (uint32_t i = first; i < end; i++) {
        uint32_t may = of[i] != GCV_NONE, alike = may != 0 ? of[i] : 0;
        uint32_t is = may & (uint32_t)gcv_bitset_has(&placer->alikes->crowded, alike);
        of[i] = is != 0 ? alike : GCV_NONE;
        listed[n] = i;
        n += is;
    }
    return n;
}

/* Stores the objects of crowds by their positions in the dominator tree; returns their number. The
 * positions of many objects are looked up at a time, so that cache misses overlap. */
static uint32_t keep_crowds(gcv_placer *placer)
{
    const gcv_dominators *d = placer->search->input->dominators;
    const gcv_dominator_tree *tree = placer->tree;
    uint32_t listed[GCV_BATCH], stop, n_listed, n = 0, end = placer->search->input->order->n;
    memset(placer->by_tree, 0xff, tree->n * sizeof *placer->by_tree); /* GCV_NONE */
    for (uint32_t first = 0; first < end; first = stop) {
        stop = gcv_end_of_batch(first, end);
        n_listed = list_crowded(placer, first, stop, listed);
        for (uint32_t k = 0; k < n_listed; k++) {
            uint32_t object = placer->search->input->order->object[listed[k]];
            placer->by_tree[tree->at[d->number[object]]] = listed[k];
        }
        n += n_listed;
    }
    return n;
}

/* Makes a crowd of an alike, without members as yet. */
static uint32_t open_crowd(const gcv_placer *placer, const gcv_alike *alike, uint32_t object)
{
    gcv_placed *out = placer->out;
    gcv_crowd crowd = {.hash = placer->chained->hash[object], .type = alike->type};
    crowd.slot = gcv_chained_origin(placer->chained, object).slot;
    crowd.kinds = placer->search->kinds[crowd.type];
    crowd.row = GCV_NONE;
    crowd.most = alike->most;
    crowd.first = (uint32_t)out->positions.n;
    out->positions.n += alike->n; /* memory was reserved for all */
    gcv_crowd_column_push(placer->search->ctx, &out->crowds, crowd);
    return (uint32_t)(out->crowds.n - 1);
}

/* Adds the object at a position in the dominator tree to the crowd of its alike. */
static void place(gcv_placer *placer, uint32_t alike, uint32_t at)
{
    const uint32_t object = placer->by_tree[at];
    gcv_opened *opened = &placer->opened[alike];
    if (opened->crowd == GCV_NONE) {
        opened->crowd = open_crowd(placer, &placer->alikes->all.data[alike], object);
        opened->until = 0;
    }
    gcv_crowd *crowd = &placer->out->crowds.data[opened->crowd];
    placer->out->positions.data[crowd->first + crowd->n++] = object;
    placer->of[object] = opened->crowd;
    if (at >= opened->until) {
        const uint32_t w = placer->tree->order[at];
        opened->until = at + placer->tree->size[w];
        crowd->tops++;
        crowd->top_bytes += placer->search->input->dominators->retained[w];
    }
}

/* Lists the positions of a batch, in the dominator tree, that have objects in crowds, with the
 * alikes of these objects; returns their number. */
static uint32_t list_placed(const gcv_placer *placer, uint32_t first, uint32_t end,
                            uint32_t *listed, uint32_t *alike)
{
    uint32_t n = 0;
    for (uint32_t at = first; at < end; at++) {
        listed[n] = at;
        n += placer->by_tree[at] != GCV_NONE;
    }
    for (uint32_t k = 0; k < n; k++) {
        alike[k] = placer->of[placer->by_tree[listed[k]]];
    }
    return n;
}

/* Puts objects into crowds, in the order of the dominator tree. */
static void place_all(gcv_placer *placer, uint32_t n)
{
    gcv_u32_column_reserve(placer->search->ctx, &placer->out->positions, n);
    gcv_crowd_column_reserve(placer->search->ctx, &placer->out->crowds, placer->alikes->n_crowded);
    const uint32_t end = placer->tree->n;
    uint32_t listed[GCV_BATCH], alikes[GCV_BATCH], stop;
    for (uint32_t first = 0; first < end; first = stop) {
        stop = gcv_end_of_batch(first, end);
        n = list_placed(placer, first, stop, listed, alikes);
        for (uint32_t k = 0; k < n; k++) {
            place(placer, alikes[k], listed[k]);
        }
    }
}

gcv_placed gcv_suspect_crowds(gcv_search *search, const gcv_chained *chained,
                              const gcv_dominator_tree *tree, gcv_alikes *alikes)
{
    gcv_context *ctx = search->ctx;
    gcv_placed out = {0};
    gcv_placer placer = {.search = search, .chained = chained, .tree = tree, .alikes = alikes};
    placer.of = out.crowd_of = alikes->of;
    placer.out = &out;
    placer.opened = gcv_alloc(ctx, alikes->all.n, sizeof *placer.opened);
    memset(placer.opened, 0xff, alikes->all.n * sizeof *placer.opened); /* GCV_NONE */
    placer.by_tree = gcv_suspect_memory_take(&search->memory, sizeof *placer.by_tree);
    place_all(&placer, keep_crowds(&placer));
    gcv_suspect_memory_give(&search->memory, placer.by_tree, sizeof *placer.by_tree);
    gcv_free(ctx, placer.opened);
    gcv_bitset_release(ctx, &alikes->crowded);
    gcv_alike_column_release(ctx, &alikes->all);
    return out;
}
