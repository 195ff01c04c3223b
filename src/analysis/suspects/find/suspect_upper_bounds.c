/* suspect_upper_bounds.c - what types and namespaces retain at most; see suspects.h.
 *
 * Every path to an object that a group retains passes a member, so the object's chain
 * does, too. Hence the bytes of all objects at or below members in the tree of chains are
 * an upper bound, and one walk over that tree finds the bounds of all groups. On real heaps, a few
 * dozen out of thousands of types remain; exact sets for all types would take as long as the rest
 * of the search.
 *
 * The walk itself would miss the cache at each step. Instead, one pass in the order of the chains
 * finds the place of each object in a depth-first walk, and another pass visits the objects by
 * place: a member counts unless it is below a member that was counted before. O(objects).
 */
#include "analysis/suspects/find/suspect_steps.h"

/* Arrays without another word are by chain. */
typedef struct gcv_bounds {
    const gcv_suspect_input *input;
    uint32_t n;           /* number of reachable objects */
    const uint32_t *type; /* row of the type */
    uint32_t *size;       /* number of objects at or below it */
    uint64_t *bytes;      /* shallow bytes of these objects */
    uint32_t *place;      /* the place of its next child */
    uint32_t *at_place;   /* by place in the walk: position on the chains */
} gcv_bounds;

static void find_sizes(gcv_bounds *bounds)
{
    const gcv_chain_order *order = bounds->input->order;
    for (uint32_t i = 0; i < bounds->n; i++) {
        bounds->size[i] = 1;
        bounds->bytes[i] = gcv_heap_size(bounds->input->heap, order->object[i]);
    }
    for (uint32_t i = bounds->n; i-- > 0;) {
        uint32_t referrer = order->referrer_at[i];
        if (referrer != GCV_NONE) {
            bounds->size[referrer] += bounds->size[i];
            bounds->bytes[referrer] += bounds->bytes[i];
        }
    }
}

static void find_places(gcv_bounds *bounds)
{
    const uint32_t *referrer_at = bounds->input->order->referrer_at;
    uint32_t top = 0;
    for (uint32_t i = 0; i < bounds->n; i++) {
        uint32_t *next = referrer_at[i] != GCV_NONE ? &bounds->place[referrer_at[i]] : &top;
        bounds->at_place[*next] = i;
        bounds->place[i] = *next + 1;
        *next += bounds->size[i];
    }
}

static void count_all(gcv_context *ctx, const gcv_bounds *bounds, const gcv_groups *namespaces,
                      gcv_upper_bounds *out)
{
    const size_t n_types = bounds->input->heap->n_types; /* there are no more namespaces */
    /* per type and per namespace: place after the last object below the member counted last */
    uint32_t *until_type = gcv_alloc_zeroed(ctx, n_types, sizeof *until_type);
    uint32_t *until_space = gcv_alloc_zeroed(ctx, n_types, sizeof *until_space);
    out->of_type = gcv_alloc_zeroed(ctx, n_types, sizeof *out->of_type);
    out->of_namespace = gcv_alloc_zeroed(ctx, n_types, sizeof *out->of_namespace);
    for (uint32_t place = 0; place < bounds->n; place++) {
        uint32_t at = bounds->at_place[place], type = bounds->type[at];
        uint32_t space = namespaces->of[type], end = place + bounds->size[at];
        if (place >= until_type[type]) {
            until_type[type] = end;
            out->of_type[type] += bounds->bytes[at];
        }
        if (place >= until_space[space]) {
            until_space[space] = end;
            out->of_namespace[space] += bounds->bytes[at];
        }
    }
    GCV_FREE(ctx, until_type, until_space);
}

gcv_upper_bounds gcv_suspect_upper_bounds(gcv_search *search, const gcv_groups *namespaces,
                                          const uint32_t *type)
{
    gcv_suspect_memory *memory = &search->memory;
    gcv_upper_bounds out;
    gcv_bounds bounds = {.input = search->input, .n = search->input->order->n, .type = type};
    gcv_phase(search->ctx, "bounds");
    bounds.size = gcv_suspect_memory_take(memory, sizeof *bounds.size);
    bounds.bytes = gcv_suspect_memory_take(memory, sizeof *bounds.bytes);
    bounds.place = gcv_suspect_memory_take(memory, sizeof *bounds.place);
    bounds.at_place = gcv_suspect_memory_take(memory, sizeof *bounds.at_place);
    find_sizes(&bounds);
    find_places(&bounds);
    count_all(search->ctx, &bounds, namespaces, &out);
    gcv_suspect_memory_give(memory, bounds.size, sizeof *bounds.size);
    gcv_suspect_memory_give(memory, bounds.place, sizeof *bounds.place);
    gcv_suspect_memory_give(memory, bounds.at_place, sizeof *bounds.at_place);
    out.below = gcv_suspect_memory_take(memory, sizeof *out.below);
    for (uint32_t i = 0; i < bounds.n; i++) {
        out.below[i] = bounds.bytes[i] < UINT32_MAX ? (uint32_t)bounds.bytes[i] : UINT32_MAX;
    }
    gcv_suspect_memory_give(memory, bounds.bytes, sizeof *bounds.bytes);
    return out;
}
