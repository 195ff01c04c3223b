/* walks.c - shortest chains under constraints, by trying all walks; see walks.h. */
#include "support/walks.h"

#include <stdlib.h>
#include <string.h>

static uint32_t rank_of(const gcv_root_set *starts, uint32_t object)
{
    uint32_t i = 0;
    while (starts->object[i] != object) {
        i++;
    }
    return i;
}

static bool comes_first(const walks *w, const uint32_t *a, const uint32_t *b, uint32_t length)
{
    const uint32_t x = rank_of(w->constraints->starts, a[0]),
                   y = rank_of(w->constraints->starts, b[0]);
    if (x != y) {
        return x < y;
    }
    for (uint32_t i = 1; i < length; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i];
        }
    }
    return false;
}

static uint32_t state_of(const walks *w, uint32_t object, bool met)
{
    return object * 2 +
           (met || w->constraints->via == NULL || w->constraints->via[object] ? 1u : 0u);
}

static void note(walks *w, uint32_t length)
{
    for (uint32_t v = 0; v < w->s->o.n; v++) {
        if (w->has_walk[v * 2 + 1] && w->best_length[v] == 0) {
            w->best_length[v] = length;
            memcpy(w->best + (size_t)v * w->n_max, w->walk + (size_t)(v * 2 + 1) * w->n_max,
                   length * sizeof *w->best);
        }
    }
}

/* Extends all walks of one length by one object. */
static void extend(walks *w, uint32_t length)
{
    const oracle *o = &w->s->o;
    uint32_t *swap = w->walk;
    bool *flags = w->has_walk;
    memset(w->has_longer, 0, (size_t)o->n * 2 * sizeof *w->has_longer);
    for (uint32_t state = 0; state < o->n * 2; state++) {
        const uint32_t v = state / 2;
        if (!w->has_walk[state] || (w->constraints->closed != NULL && w->constraints->closed[v])) {
            continue;
        }
        for (uint32_t at = o->first[v]; at < o->first[v + 1]; at++) {
            const uint32_t to = state_of(w, o->to[at], state % 2 == 1);
            uint32_t *extended = w->longer + (size_t)to * w->n_max;
            const uint32_t *from = w->walk + (size_t)state * w->n_max;
            if (!w->has_longer[to] || comes_first(w, from, extended, length)) {
                memcpy(extended, from, length * sizeof *extended);
                extended[length] = o->to[at];
                w->has_longer[to] = true;
            }
        }
    }
    w->walk = w->longer;
    w->longer = swap;
    w->has_walk = w->has_longer;
    w->has_longer = flags;
}

static void walk_all(walks *w)
{
    const gcv_root_set *starts = w->constraints->starts;
    for (uint32_t i = 0; i < starts->n; i++) {
        const uint32_t state = state_of(w, starts->object[i], false);
        w->has_walk[state] = true;
        w->walk[(size_t)state * w->n_max] = starts->object[i];
    }
    note(w, 1);
    for (uint32_t length = 1; length < w->n_max; length++) {
        extend(w, length);
        note(w, length + 1);
    }
}

void walks_open(walks *w, const subject *s, const gcv_path_constraints *constraints)
{
    const size_t n = s->o.n;
    w->s = s;
    w->constraints = constraints;
    w->n_max = s->o.n * 2 + 1; /* a shortest walk meets no state twice */
    w->walk = graph_alloc(n * 2 * w->n_max, sizeof(uint32_t));
    w->longer = graph_alloc(n * 2 * w->n_max, sizeof(uint32_t));
    w->best = graph_alloc(n * w->n_max, sizeof(uint32_t));
    w->best_length = graph_zeroed(n, sizeof(uint32_t));
    w->has_walk = graph_zeroed(n * 2, sizeof(bool));
    w->has_longer = graph_zeroed(n * 2, sizeof(bool));
    walk_all(w);
}

void walks_close(walks *w)
{
    free(w->walk);
    free(w->longer);
    free(w->best);
    free(w->best_length);
    free(w->has_walk);
    free(w->has_longer);
}
