/* suspect_bounds.c - upper bounds for what types and namespaces retain; see suspects.h.
 *
 * Every path to an object that a group retains passes a member, so the object's shortest chain
 * does, too. Hence the bytes of all objects at or below members in the tree of shortest chains are
 * an upper bound, and one walk over that tree finds the bounds of all groups. On real heaps, a few
 * dozen out of thousands of types remain; exact sets for all types would take as long as the rest
 * of the search.
 *
 * The walk itself would miss the cache at each step. Instead, one pass in the order of the chains
 * finds the place of each object in a depth-first walk, and another pass visits the objects by
 * place: a member counts unless it is below a member that was counted before. The bytes at or below
 * each object stay in room.wide for the search for crowds. O(objects).
 */
#include "analysis/suspects/find/suspects.h"

#include "base/error.h"

typedef struct gcv_bounds {
    const gcv_suspect_input *input;
    const uint32_t *type;  /* by position in the order of the chains */
    uint32_t n;            /* number of positions */
    uint32_t *size;        /* by position: number of objects at or below it */
    uint64_t *bytes;       /* by position: shallow bytes of these objects */
    uint32_t *place;       /* by position: the place of its next child */
    uint32_t *at_place;    /* by place in the walk: position */
    uint32_t *until_type;  /* per type: place after the last object below the member counted last */
    uint32_t *until_space; /* per namespace, likewise; there are no more namespaces than types */
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

static void count(const gcv_bounds *bounds, const uint32_t *namespace_of, uint64_t *of_type,
                  uint64_t *of_namespace)
{
    for (uint32_t place = 0; place < bounds->n; place++) {
        uint32_t at = bounds->at_place[place], type = bounds->type[at];
        uint32_t space = namespace_of[type], end = place + bounds->size[at];
        if (place >= bounds->until_type[type]) {
            bounds->until_type[type] = end;
            of_type[type] += bounds->bytes[at];
        }
        if (place >= bounds->until_space[space]) {
            bounds->until_space[space] = end;
            of_namespace[space] += bounds->bytes[at];
        }
    }
}

void gcv_suspect_bounds(gcv_context *ctx, const gcv_suspect_input *input, const gcv_suspects *found,
                        const uint32_t *namespace_of, uint64_t *of_type, uint64_t *of_namespace)
{
    uint32_t n_types = input->heap->n_types;
    gcv_bounds bounds = {0};
    bounds.input = input;
    bounds.type = found->room.type;
    bounds.n = input->order->n;
    gcv_phase(ctx, "bounds");
    for (uint32_t i = 0; i < n_types; i++) {
        of_type[i] = of_namespace[i] = 0;
    }
    bounds.size = found->room.column[0];
    bounds.at_place = found->room.column[1];
    bounds.place = found->room.root; /* free until roots are found */
    bounds.bytes = found->room.wide;
    bounds.until_type = gcv_alloc_zeroed(ctx, n_types, sizeof *bounds.until_type);
    bounds.until_space = gcv_alloc_zeroed(ctx, n_types, sizeof *bounds.until_space);
    find_sizes(&bounds);
    find_places(&bounds);
    count(&bounds, namespace_of, of_type, of_namespace);
    gcv_free(ctx, bounds.until_type);
    gcv_free(ctx, bounds.until_space);
}
