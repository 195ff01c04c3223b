/* constrained_paths.h - shortest chains to every object under constraints: objects where chains
 * must stop, and objects of which a chain must contain one.
 *
 * A chain that must contain one of some objects may have to pass another object twice, before and
 * after it. So the search is over states: an object before the first such object (layer 0), or from
 * that object on (layer 1).
 */
#ifndef GCV_ANALYSIS_CONSTRAINED_PATHS_H
#define GCV_ANALYSIS_CONSTRAINED_PATHS_H

#include "heap/heap.h"

typedef struct gcv_path_constraints {
    const gcv_root_set *starts; /* in order of preference among chains of equal length */
    const uint8_t *closed; /* per object: a chain may end here, but not pass through; NULL: none */
    const uint8_t *via;    /* per object: a chain must contain one of these; NULL: no condition */
    uint32_t target;       /* the only object to find chains to; GCV_NONE: all */
} gcv_path_constraints;

/* State of object o in layer l: (o << shift) + l. `shift` is 0 if there is only one layer. */
typedef struct gcv_constrained_paths {
    uint32_t n_states;
    uint32_t shift;
    uint32_t *parent; /* per state: previous state on its chain; GCV_ROOTED; GCV_NONE: no chain */
} gcv_constrained_paths;

/* Breadth-first search, with ties broken as in gcv_paths_find(): by start, then by the ids after
 * it. O(objects + references); 8 bytes per state while it runs, 4 afterwards. GCV_ERR_LIMIT if
 * there are too many states to number. */
gcv_constrained_paths gcv_constrained_paths_find(gcv_context *ctx, const gcv_heap *heap,
                                                 const gcv_path_constraints *constraints);
void gcv_constrained_paths_release(gcv_context *ctx, gcv_constrained_paths *paths);

static inline uint32_t gcv_constrained_paths_object(const gcv_constrained_paths *paths,
                                                    uint32_t state)
{
    return state >> paths->shift;
}

/* The last state of the chain to an object, or GCV_NONE if there is no chain. */
static inline uint32_t gcv_constrained_paths_end(const gcv_constrained_paths *paths,
                                                 uint32_t object)
{
    uint32_t state = (object << paths->shift) + paths->shift;
    return paths->parent[state] != GCV_NONE ? state : GCV_NONE;
}

/* The chain to an object, in the form that gcv_chain_find() gives. */
gcv_chain gcv_constrained_paths_chain(gcv_context *ctx, const gcv_constrained_paths *paths,
                                      uint32_t target);

#endif
