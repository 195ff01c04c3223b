/* suspect_bounds.c - upper bounds for what types and namespaces retain; see suspects.h.
 *
 * Every path to an object that a group retains passes a member, so its shortest chain does, too.
 * Hence the bytes of all objects at or below a member in the tree of shortest chains are a bound,
 * and one walk over that tree finds it for all groups. On real heaps a few dozen of thousands of
 * types remain; exact sets for all types would take as long as the rest of the search. O(objects);
 * 8 bytes an object.
 */
#include "analysis/suspects/suspects.h"

#include "base/error.h"

typedef struct gcv_bound {
    uint32_t depth; /* members on the chain to the current object */
    uint64_t start; /* bytes seen before the first of these */
} gcv_bound;

typedef struct gcv_bounds {
    const gcv_suspect_input *input;
    const uint32_t *namespace_of;
    gcv_bound *types, *namespaces; /* both per type: there are no more namespaces than types */
    uint64_t *of_type, *of_namespace;
    uint32_t *child, *next; /* per object, in the tree of chains: first child, next sibling */
    uint64_t seen;          /* bytes of the objects entered so far */
} gcv_bounds;

static void enter(gcv_bounds *bounds, uint32_t object)
{
    const gcv_heap *heap = bounds->input->heap;
    uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]);
    gcv_bound *by_type = &bounds->types[type];
    gcv_bound *by_namespace = &bounds->namespaces[bounds->namespace_of[type]];
    if (by_type->depth++ == 0) {
        by_type->start = bounds->seen;
    }
    if (by_namespace->depth++ == 0) {
        by_namespace->start = bounds->seen;
    }
    bounds->seen += gcv_heap_size(heap, object);
}

static void leave(gcv_bounds *bounds, uint32_t object)
{
    const gcv_heap *heap = bounds->input->heap;
    uint32_t type = gcv_heap_type_row(heap, heap->type.data[object]);
    uint32_t namespace = bounds->namespace_of[type];
    if (--bounds->types[type].depth == 0) {
        bounds->of_type[type] += bounds->seen - bounds->types[type].start;
    }
    if (--bounds->namespaces[namespace].depth == 0) {
        bounds->of_namespace[namespace] += bounds->seen - bounds->namespaces[namespace].start;
    }
}

/* Walks the tree below an object of the root set. */
static void walk(gcv_bounds *bounds, uint32_t top)
{
    const uint32_t *parent = bounds->input->paths->parent;
    uint32_t at = top;
    enter(bounds, at);
    for (;;) {
        if (bounds->child[at] != GCV_NONE) {
            at = bounds->child[at];
            enter(bounds, at);
            continue;
        }
        while (at != top && bounds->next[at] == GCV_NONE) {
            leave(bounds, at);
            at = parent[at];
        }
        leave(bounds, at);
        if (at == top) {
            return;
        }
        at = bounds->next[at];
        enter(bounds, at);
    }
}

static void walk_all(gcv_bounds *bounds)
{
    const uint32_t *parent = bounds->input->paths->parent;
    uint32_t i, n = bounds->input->heap->n_objects;
    for (i = 0; i < n; i++) {
        bounds->child[i] = GCV_NONE;
    }
    for (i = 0; i < n; i++) {
        if (parent[i] < GCV_ROOTED) {
            bounds->next[i] = bounds->child[parent[i]];
            bounds->child[parent[i]] = i;
        }
    }
    for (i = 0; i < bounds->input->heap->n_types; i++) {
        bounds->of_type[i] = bounds->of_namespace[i] = 0;
    }
    for (i = 0; i < n; i++) {
        if (parent[i] == GCV_ROOTED) {
            walk(bounds, i);
        }
    }
}

gcv_status gcv_suspect_bounds(gcv_context *ctx, const gcv_suspect_input *input,
                              const uint32_t *namespace_of, uint64_t *of_type,
                              uint64_t *of_namespace, gcv_error *err)
{
    uint32_t n = input->heap->n_objects, n_types = input->heap->n_types;
    gcv_status status = GCV_OK;
    gcv_bounds bounds;
    bounds.input = input;
    bounds.namespace_of = namespace_of;
    bounds.of_type = of_type;
    bounds.of_namespace = of_namespace;
    bounds.seen = 0;
    gcv_phase(ctx, "bounds");
    bounds.types = gcv_alloc_zeroed(ctx, n_types, sizeof *bounds.types, err);
    bounds.namespaces = gcv_alloc_zeroed(ctx, n_types, sizeof *bounds.namespaces, err);
    bounds.child = gcv_alloc(ctx, n, sizeof *bounds.child, err);
    bounds.next = gcv_alloc(ctx, n, sizeof *bounds.next, err);
    if (bounds.types == NULL || bounds.namespaces == NULL || bounds.child == NULL ||
        bounds.next == NULL) {
        status = gcv_failed(err);
    } else {
        walk_all(&bounds);
    }
    gcv_free(ctx, bounds.types, n_types, sizeof *bounds.types);
    gcv_free(ctx, bounds.namespaces, n_types, sizeof *bounds.namespaces);
    gcv_free(ctx, bounds.child, n, sizeof *bounds.child);
    gcv_free(ctx, bounds.next, n, sizeof *bounds.next);
    return status;
}
