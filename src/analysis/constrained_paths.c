/* constrained_paths.c - shortest chains under constraints; see constrained_paths.h.
 *
 * Each chain of objects is one chain of states, so the argument of paths.c holds for states: starts
 * enter the queue in their order, the states discovered from one state enter it sorted by object,
 * and the first state to discover another precedes it on its best chain.
 */
#include "analysis/constrained_paths.h"

#include "analysis/analyses.h"
#include "analysis/chain_order.h"

#include <string.h>

typedef struct gcv_constrained_search {
    const gcv_heap *heap;
    const gcv_path_constraints *constraints;
    gcv_constrained_paths *paths;
    uint32_t *queue;
    size_t n;
    uint64_t steps;
} gcv_constrained_search;

static void discover(gcv_constrained_search *search, uint32_t object, bool passed, uint32_t from)
{
    const uint8_t *via = search->constraints->via;
    uint32_t layer = via != NULL && (passed || via[object]) ? 1 : 0;
    uint32_t state = (object << search->paths->shift) + layer;
    if (search->paths->parent[state] == GCV_NONE) {
        search->paths->parent[state] = from;
        search->queue[search->n++] = state;
    }
}

static bool is_done(const gcv_constrained_search *search)
{
    const uint32_t target = search->constraints->target;
    return target != GCV_NONE && gcv_constrained_paths_end(search->paths, target) != GCV_NONE;
}

/* Searches from the starts [first, end). */
static void run_from(gcv_constrained_search *search, uint32_t first, uint32_t end)
{
    const gcv_heap *heap = search->heap;
    const gcv_path_constraints *constraints = search->constraints;
    size_t at = search->n, group;
    for (uint32_t i = first; i < end; i++) {
        discover(search, constraints->starts->object[i], false, GCV_ROOTED);
    }
    for (; at < search->n && !is_done(search); at++) {
        uint32_t state = search->queue[at],
                 object = gcv_constrained_paths_object(search->paths, state);
        if (constraints->closed != NULL && constraints->closed[object]) {
            continue;
        }
        group = search->n;
        for (uint32_t i = heap->first_ref.data[object]; i < heap->first_ref.data[object + 1]; i++) {
            discover(search, heap->refs.data[i], (state & search->paths->shift) != 0, state);
        }
        gcv_sort_u32(search->queue + group, search->n - group);
        search->steps += 1 + gcv_heap_n_references(heap, object);
    }
}

gcv_constrained_paths gcv_constrained_paths_find(gcv_context *ctx, const gcv_heap *heap,
                                                 const gcv_path_constraints *constraints)
{
    gcv_constrained_paths out = {.shift = constraints->via != NULL ? 1 : 0};
    if (constraints->closed == NULL && constraints->via == NULL &&
        constraints->target == GCV_NONE) { /* the search without constraints is faster */
        gcv_paths paths;
        gcv_paths_compute(ctx, heap, constraints->starts, &paths);
        out.n_states = paths.n_objects;
        out.parent = paths.parent; /* `out` owns it now; `paths` owns nothing else */
        return out;
    }
    if (out.shift == 1 && heap->n_objects > (GCV_ROOTED >> 1)) {
        gcv_fail_line(ctx, GCV_ERR_LIMIT, heap->name, 0,
                      "too many objects to look for chains via some of them");
    }
    out.n_states = heap->n_objects << out.shift;
    out.parent = gcv_alloc_none(ctx, out.n_states);
    gcv_constrained_search search = {.heap = heap,
                                     .constraints = constraints,
                                     .paths = &out,
                                     .queue = gcv_alloc(ctx, out.n_states, sizeof *search.queue)};
    gcv_phase(ctx, "paths");
    for (uint32_t first, end = 0;
         !is_done(&search) && gcv_root_set_level(constraints->starts, &first, &end);) {
        run_from(&search, first, end);
    }
    ctx->steps += search.steps;
    gcv_free(ctx, search.queue);
    return out;
}

void gcv_constrained_paths_release(gcv_context *ctx, gcv_constrained_paths *paths)
{
    gcv_free(ctx, paths->parent);
    memset(paths, 0, sizeof *paths);
}

gcv_chain gcv_constrained_paths_chain(gcv_context *ctx, const gcv_constrained_paths *paths,
                                      uint32_t target)
{
    return gcv_chain_list(ctx, paths->parent, paths->shift,
                          gcv_constrained_paths_end(paths, target));
}
