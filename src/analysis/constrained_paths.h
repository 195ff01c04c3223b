/* constrained_paths.h - shortest chains to every object under constraints: objects that chains must
 * not pass, and objects of which a chain must hold one.
 *
 * A chain that must hold one of some objects may have to pass another object twice, before and
 * after it. So the search is over states: an object before the first such object (layer 0), or from
 * it on (layer 1).
 */
#ifndef GCV_ANALYSIS_CONSTRAINED_PATHS_H
#define GCV_ANALYSIS_CONSTRAINED_PATHS_H

#include "heap/heap.h"

typedef struct gcv_path_constraints {
    const gcv_root_set *starts; /* in the order in which chains of one length are preferred */
    const uint8_t *closed;      /* per object: a chain may end there but not go on; NULL */
    const uint8_t *via;         /* per object: a chain must hold one of these; NULL: it need not */
    uint32_t target;            /* chains to this object only; GCV_NONE: to all */
} gcv_path_constraints;

/* The state of object o in layer l is (o << shift) + l; `shift` is 0 if there is one layer only. */
typedef struct gcv_constrained_paths {
    uint32_t n_states;
    uint32_t shift;
    uint32_t
        *parent; /* per state: the one before it on its chain; GCV_ROOTED; GCV_NONE: no chain */
} gcv_constrained_paths;

/* Breadth-first, ties as in gcv_paths_find(): by start, then by the ids from there on. O(objects +
 * references); 8 bytes a state while it runs, 4 after it. GCV_ERR_LIMIT if there are too many
 * states for their numbers. */
GCV_CHECKED gcv_status gcv_constrained_paths_find(gcv_context *ctx, const gcv_heap *heap,
                                                  const gcv_path_constraints *constraints,
                                                  gcv_constrained_paths *out, gcv_error *err);
void gcv_constrained_paths_release(gcv_context *ctx, gcv_constrained_paths *paths);

static inline uint32_t gcv_constrained_paths_object(const gcv_constrained_paths *paths,
                                                    uint32_t state)
{
    return state >> paths->shift;
}

/* The state with which the chain to an object ends, or GCV_NONE if there is no chain. */
static inline uint32_t gcv_constrained_paths_end(const gcv_constrained_paths *paths,
                                                 uint32_t object)
{
    uint32_t state = (object << paths->shift) + paths->shift;
    return paths->parent[state] != GCV_NONE ? state : GCV_NONE;
}

/* The chain to an object, as gcv_chain_find() gives it. */
GCV_CHECKED gcv_status gcv_constrained_paths_chain(gcv_context *ctx,
                                                   const gcv_constrained_paths *paths,
                                                   uint32_t target, gcv_chain *out, gcv_error *err);

#endif
