/* oracle_steps.c - chains of the fewest steps (analysis/step_paths.c), by trying all references for
 * each object of each level; see oracle.h. */
#include "oracle.h"

#include "analysis/heap_kinds.h"
#include "analysis/type_kinds.h"

#include <stdlib.h>
#include <string.h>

typedef struct search {
    const gcv_heap *heap;
    uint32_t n, *row; /* by object: number of its type's name */
    bool *reached;    /* by object: it is no garbage, which does not count */
    bool *linked;     /* by object: its type is */
    uint8_t *held;    /* by pairs of rows: 0: not known yet; 1: no; 2: yes */
    bool all;         /* no reference is held back */
    uint32_t *order;  /* objects that are discovered */
    uint32_t n_order;
    uint32_t *parent; /* GCV_NONE: not discovered */
} search;

/* How many references lead from objects of one row to others of another. */
static uint32_t references(const search *s, uint32_t from, uint32_t to)
{
    uint32_t sum = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        uint32_t n;
        const uint32_t *targets = gcv_heap_references(s->heap, v, &n);
        for (uint32_t i = 0; i < n; i++) {
            sum +=
                s->reached[v] && s->row[v] == from && s->row[targets[i]] == to && targets[i] != v;
        }
    }
    return sum;
}

static uint32_t objects(const search *s, uint32_t row)
{
    uint32_t sum = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        sum += s->reached[v] && s->row[v] == row;
    }
    return sum;
}

static bool refers(const search *s, uint32_t from, uint32_t to)
{
    uint32_t n;
    const uint32_t *targets = gcv_heap_references(s->heap, from, &n);
    bool does = false;
    for (uint32_t i = 0; i < n; i++) {
        does = does || targets[i] == to;
    }
    return does;
}

static bool has_kinds(const search *s, uint32_t row, uint32_t kinds)
{
    return (gcv_kinds_of_name(s->heap, s->heap->types.name[row], gcv_slice_of(NULL, 0)) & kinds) !=
           0;
}

static bool is_stuff(const search *s, uint32_t row)
{
    const gcv_slice name = s->heap->types.name[row];
    return gcv_is_array(name) || has_kinds(s, row, GCV_TYPE_STUFF) || gcv_slice_is(name, "Object");
}

/* How many objects of a row others of it refer to. */
static uint32_t targets_within(const search *s, uint32_t row)
{
    uint32_t sum = 0;
    for (uint32_t v = 0; v < s->n; v++) {
        bool is = false;
        for (uint32_t w = 0; w < s->n; w++) {
            is = is || (w != v && s->reached[w] && s->row[w] == row && refers(s, w, v));
        }
        sum += is && s->row[v] == row;
    }
    return sum;
}

static bool is_linked(const search *s, uint32_t row)
{
    const uint32_t within = targets_within(s, row);
    return within > 0 && within >= objects(s, row) / 2 && !is_stuff(s, row) &&
           !has_kinds(s, row, GCV_TYPE_SCOPE | GCV_TYPE_CLOSURE);
}

/* Whether references between two rows are held back: asked once. */
static bool is_held(const search *s, uint32_t from, uint32_t to)
{
    const uint32_t a = s->row[from], b = s->row[to];
    if (s->all || a == b || !s->linked[to]) {
        return false;
    }
    uint8_t *known = &s->held[(size_t)a * s->heap->n_types + b];
    if (*known == 0) {
        *known = !is_stuff(s, a) && !has_kinds(s, a, GCV_KEEPS_COLLECTION) &&
                         references(s, a, b) >= objects(s, b) / 2
                     ? 2
                     : 1;
    }
    return *known == 2;
}

static void discover(search *s, uint32_t object, uint32_t parent)
{
    s->order[s->n_order++] = object;
    s->parent[object] = parent;
}

static void discover_within(search *s, uint32_t from)
{
    for (uint32_t v = 0; v < s->n; v++) {
        if (s->parent[v] == GCV_NONE && s->row[v] == s->row[from] && refers(s, from, v)) {
            discover(s, v, from);
        }
    }
}

/* Discovers all that references within the type of an object lead to from there. */
static void follow_list(search *s, uint32_t object)
{
    uint32_t at = s->n_order;
    for (discover_within(s, object); at < s->n_order; at++) {
        discover_within(s, s->order[at]);
    }
}

/* Discovers what the objects [begin, end) refer to: lists last. */
static void discover_level(search *s, uint32_t begin, uint32_t end)
{
    for (int lists = 0; lists < 2; lists++) {
        for (uint32_t at = begin; at < end; at++) {
            const uint32_t from = s->order[at];
            for (uint32_t v = 0; v < s->n; v++) {
                if (s->parent[v] != GCV_NONE || s->linked[v] != (lists != 0) ||
                    !refers(s, from, v) || is_held(s, from, v)) {
                    continue;
                }
                discover(s, v, from);
                if (lists != 0) {
                    follow_list(s, v);
                }
            }
        }
    }
}

static void discover_all(search *s, uint32_t begin)
{
    for (uint32_t end = s->n_order; begin < end; end = s->n_order) {
        discover_level(s, begin, end);
        begin = end;
    }
}

static void run_from(search *s, const uint32_t *roots, uint32_t n)
{
    const uint32_t begin = s->n_order;
    for (uint32_t i = 0; i < n; i++) {
        if (s->parent[roots[i]] == GCV_NONE) {
            discover(s, roots[i], GCV_ROOTED);
        }
    }
    for (uint32_t at = begin, rooted = s->n_order; at < rooted; at++) {
        if (s->linked[s->order[at]]) {
            follow_list(s, s->order[at]);
        }
    }
    discover_all(s, begin);
}

static void write_chain(const search *s, uint32_t v, oracle_chains *out)
{
    uint32_t n = 0;
    for (uint32_t at = v; s->parent[v] != GCV_NONE && at != GCV_ROOTED; at = s->parent[at]) {
        n++;
    }
    out->length[v] = n;
    for (uint32_t at = v; n > 0; at = s->parent[at]) {
        out->object[(size_t)v * s->n + --n] = at;
    }
}

/* Whether local variables hold an object, and no other roots. */
static bool is_local(const oracle *o, bool include_weak, uint32_t object)
{
    bool local = false, other = false;
    for (uint32_t i = 0; i < o->n_roots; i++) {
        const gcv_root *root = &o->roots[i];
        const bool counts =
            root->object == object && (include_weak || (root->flags & GCV_ROOT_WEAK) == 0);
        local = local || (counts && root->kind == GCV_ROOT_KIND_LOCAL);
        other = other || (counts && root->kind != GCV_ROOT_KIND_LOCAL);
    }
    return local && !other;
}

/* The level of an object of the root set: chains begin at the first ones, then at local variables,
 * where these have at most half of the objects of a type, then at what comes last. */
static int level_of(const search *s, const oracle *o, bool include_weak, uint32_t object)
{
    uint32_t objects = 0, locals = 0;
    for (uint32_t v = 0; v < o->n; v++) {
        objects += s->row[v] == s->row[object];
        locals += s->row[v] == s->row[object] && is_local(o, include_weak, v);
    }
    return !oracle_comes_first(o, include_weak, object)                 ? 2
           : is_local(o, include_weak, object) && locals <= objects / 2 ? 1
                                                                        : 0;
}

/* Searches from the root set, level by level. */
static void run(search *s, const oracle *o, bool include_weak)
{
    uint32_t *object = graph_alloc(o->n, sizeof *object), *root = graph_alloc(o->n, sizeof *root);
    const uint32_t n = oracle_root_set(o, include_weak, object, root);
    for (int level = 0; level < 3; level++) {
        uint32_t *roots = graph_alloc(o->n, sizeof *roots), n_roots = 0;
        for (uint32_t i = 0; i < n; i++) {
            if (level_of(s, o, include_weak, object[i]) == level) {
                roots[n_roots++] = object[i];
            }
        }
        run_from(s, roots, n_roots);
        free(roots);
    }
    free(object);
    free(root);
}

void oracle_step_chains_find(const oracle *o, const gcv_heap *heap, bool include_weak,
                             oracle_chains *out)
{
    search s = {.heap = heap,
                .n = o->n,
                .row = graph_alloc(o->n, sizeof *s.row),
                .reached = graph_alloc(o->n, sizeof *s.reached),
                .linked = graph_alloc(o->n, sizeof *s.linked),
                .held = graph_zeroed((size_t)heap->n_types * heap->n_types, 1),
                .order = graph_alloc(o->n, sizeof *s.order),
                .parent = graph_alloc(o->n, sizeof *s.parent)};
    oracle_reach(o, include_weak, NULL, s.reached);
    for (uint32_t v = 0; v < o->n; v++) {
        s.row[v] = gcv_heap_object_row(heap, v);
        s.parent[v] = GCV_NONE;
    }
    for (uint32_t v = 0; v < o->n; v++) {
        uint32_t w = 0;
        while (s.row[w] != s.row[v]) {
            w++;
        }
        s.linked[v] = w < v ? s.linked[w] : is_linked(&s, s.row[v]);
    }
    run(&s, o, include_weak);
    s.all = true;
    const uint32_t end = s.n_order;
    discover_level(&s, 0, end);
    discover_all(&s, end);
    *out = (oracle_chains){.n = o->n,
                           .length = graph_zeroed(o->n, sizeof *out->length),
                           .object = graph_alloc((size_t)o->n * o->n, sizeof *out->object)};
    for (uint32_t v = 0; v < o->n; v++) {
        write_chain(&s, v, out);
    }
    free(s.row);
    free(s.reached);
    free(s.linked);
    free(s.held);
    free(s.order);
    free(s.parent);
}
