/* constrained_paths.h - shortest chains to every object under rules: objects that chains do not
 * pass, and objects of which a chain must hold one.
 *
 * A chain that must hold one of some objects may have to pass another object twice, once on the way
 * there and once on the way back; so what is searched are states: an object before (layer 0) or
 * from the first such object on (layer 1).
 */
#ifndef GCV_ANALYSIS_CONSTRAINED_PATHS_H
#define GCV_ANALYSIS_CONSTRAINED_PATHS_H

#include "heap/heap.h"

typedef struct gcv_path_constraints {
    const gcv_root_set *starts; /* in the order in which chains of one length are preferred */
    const uint8_t *closed;      /* per object: a chain may end there but not go on; NULL */
    const uint8_t *via;         /* per object: chains hold one of these; NULL: any chain will do */
    uint32_t target;            /* chains to this object only; GCV_NONE: to all */
} gcv_path_constraints;

/* State of object o in layer l: (o << shift) + l, with shift 0 where there is one layer only. */
typedef struct gcv_constrained_paths {
    uint32_t n_states;
    uint32_t shift;
    uint32_t *parent; /* per state: the one before it on its chain; GCV_ROOTED; GCV_NONE */
} gcv_constrained_paths;

/* Breadth-first, ties as in gcv_paths_find(): by start, then by the ids from there on. O(objects +
 * references); 8 bytes a state while it runs, 4 after it. GCV_ERR_LIMIT if there are too many
 * states for their numbers. */
GCV_CHECKED gcv_status gcv_constrained_paths_find(gcv_context *ctx, const gcv_heap *heap,
                                                  const gcv_path_constraints *rules,
                                                  gcv_constrained_paths *out, gcv_error *err);
void gcv_constrained_paths_release(gcv_context *ctx, gcv_constrained_paths *routes);

static inline uint32_t gcv_state_object(const gcv_constrained_paths *routes, uint32_t state)
{
    return state >> routes->shift;
}

/* The state with which the chain to an object ends, or GCV_NONE if there is no chain. */
static inline uint32_t gcv_constrained_end(const gcv_constrained_paths *routes, uint32_t object)
{
    uint32_t state = (object << routes->shift) + routes->shift;
    return routes->parent[state] != GCV_NONE ? state : GCV_NONE;
}

/* The chain to an object, as gcv_chain_find() gives it. */
GCV_CHECKED gcv_status gcv_constrained_chain(gcv_context *ctx, const gcv_constrained_paths *routes,
                                             uint32_t target, gcv_chain *out, gcv_error *err);

#endif
