/* oracle_chains.c - the shortest chain to every object, by trying all chains; see oracle.h. */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

/* Position of every object in the root set; GCV_NONE: not in it. */
static uint32_t *root_positions(const oracle *o, bool include_weak)
{
    uint32_t *object = graph_alloc(o->n, sizeof(uint32_t));
    uint32_t *root = graph_alloc(o->n, sizeof(uint32_t));
    uint32_t *position = graph_alloc(o->n, sizeof(uint32_t));
    const uint32_t n = oracle_root_set(o, include_weak, object, root);
    for (uint32_t i = 0; i < o->n; i++) {
        position[i] = GCV_NONE;
    }
    for (uint32_t i = 0; i < n; i++) {
        position[object[i]] = i;
    }
    free(object);
    free(root);
    return position;
}

static bool chain_before(const uint32_t *position, const uint32_t *a, const uint32_t *b,
                         uint32_t length)
{
    if (position[a[0]] != position[b[0]]) {
        return position[a[0]] < position[b[0]];
    }
    for (uint32_t i = 1; i < length; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i];
        }
    }
    return false;
}

static void chains_init(oracle_chains *out, uint32_t n)
{
    out->n = n;
    out->length = graph_zeroed(n, sizeof(uint32_t));
    out->object = graph_alloc((size_t)n * n, sizeof(uint32_t));
}

void oracle_chains_release(oracle_chains *chains)
{
    free(chains->length);
    free(chains->object);
}

/* Offers `to` the whole chain through its referrer. */
static void offer(oracle_chains *chains, const uint32_t *position, uint32_t referrer, uint32_t to)
{
    const size_t n = chains->n;
    const uint32_t length = chains->length[referrer];
    const uint32_t *candidate = chains->object + referrer * n;
    uint32_t *best = chains->object + to * n;
    if (chains->length[to] == 0 || chain_before(position, candidate, best, length)) {
        memcpy(best, candidate, length * sizeof(uint32_t));
        best[length] = to;
        chains->length[to] = length + 1;
    }
}

bool oracle_comes_first(const oracle *o, bool include_weak, uint32_t v)
{
    for (uint32_t i = 0; i < o->n_roots; i++) {
        if (o->roots[i].object == v && !oracle_comes_last(o, &o->roots[i]) &&
            (include_weak || (o->roots[i].flags & GCV_ROOT_WEAK) == 0)) {
            return true;
        }
    }
    return false;
}

/* Finds all chains of length 1, then all of length 2 and so on: the best chain to an object is a
 * best chain to one of its referrers, then the object. */
static void find_chains(const oracle *o, const uint32_t *position, const uint8_t *closed,
                        oracle_chains *out)
{
    bool more = true;
    chains_init(out, o->n);
    for (uint32_t i = 0; i < o->n; i++) {
        if (position[i] != GCV_NONE) {
            out->length[i] = 1;
            out->object[(size_t)i * o->n] = i;
        }
    }
    for (uint32_t length = 1; more; length++) {
        more = false;
        for (uint32_t i = 0; i < o->n_references; i++) {
            const uint32_t from = o->from[i], to = o->to[i];
            if (out->length[from] == length && (closed == NULL || closed[from] == 0) &&
                (out->length[to] == 0 || out->length[to] == length + 1)) {
                offer(out, position, from, to);
                more = true;
            }
        }
    }
}

/* Takes over the chains of `first`, for all objects that have one there. */
static void prefer(oracle_chains *out, const oracle_chains *first)
{
    const size_t n = out->n;
    for (size_t v = 0; v < n; v++) {
        if (first->length[v] > 0) {
            out->length[v] = first->length[v];
            memcpy(out->object + v * n, first->object + v * n, n * sizeof(uint32_t));
        }
    }
}

void oracle_chains_find(const oracle *o, bool include_weak, const uint8_t *closed,
                        oracle_chains *out)
{
    uint32_t *position = root_positions(o, include_weak);
    oracle_chains first;
    find_chains(o, position, closed, out);
    if (o->style->static_first || o->style->dependent) {
        for (uint32_t i = 0; i < o->n; i++) {
            if (!oracle_comes_first(o, include_weak, i)) {
                position[i] = GCV_NONE;
            }
        }
        find_chains(o, position, closed, &first);
        prefer(out, &first);
        oracle_chains_release(&first);
    }
    free(position);
}

enum { WALK_MAX = 8 };

typedef struct walk {
    const oracle *o;
    const uint32_t *position;
    const uint8_t *closed;
    oracle_chains *out;
    uint32_t path[WALK_MAX];
} walk;

/* Records the path as a chain to its end, and tries all ways to continue. */
static void walk_on(walk *w, uint32_t length)
{
    const size_t n = w->o->n;
    const uint32_t end = w->path[length - 1];
    uint32_t *best = w->out->object + end * n;
    if (w->out->length[end] == 0 || length < w->out->length[end] ||
        (length == w->out->length[end] && chain_before(w->position, w->path, best, length))) {
        memcpy(best, w->path, length * sizeof(uint32_t));
        w->out->length[end] = length;
    }
    if (w->closed != NULL && w->closed[end] != 0) {
        return;
    }
    for (uint32_t i = w->o->first[end]; i < w->o->first[end + 1]; i++) {
        bool fresh = true;
        for (uint32_t j = 0; j < length; j++) {
            fresh = fresh && w->path[j] != w->o->to[i];
        }
        if (fresh && length < WALK_MAX) {
            w->path[length] = w->o->to[i];
            walk_on(w, length + 1);
        }
    }
}

void oracle_chains_enumerate(const oracle *o, bool include_weak, const uint8_t *closed,
                             oracle_chains *out)
{
    uint32_t *position = root_positions(o, include_weak);
    walk w;
    chains_init(out, o->n);
    memset(&w, 0, sizeof w);
    w.o = o;
    w.position = position;
    w.closed = closed;
    w.out = out;
    for (uint32_t v = 0; v < o->n && o->n <= WALK_MAX; v++) {
        if (position[v] != GCV_NONE) {
            w.path[0] = v;
            walk_on(&w, 1);
        }
    }
    free(position);
}
