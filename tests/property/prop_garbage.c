/* The unreachable part, compared with an oracle: heads by which objects lead to which, dominators
 * and retained bytes by removing each object. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/garbage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct model {
    const oracle *o;
    bool *garbage; /* per object */
    bool *leads;   /* leads[u * n + v]: references lead from u to v, both garbage */
    bool *head;    /* per object */
    bool *cut;     /* cut[x * n + v]: no head leads to v without x */
} model;

static void find_ways(model *m)
{
    const uint32_t n = m->o->n;
    uint32_t v;
    for (uint32_t u = 0; u < n; u++) {
        m->leads[u * n + u] = m->garbage[u];
        for (uint32_t i = m->o->first[u]; i < m->o->first[u + 1]; i++) {
            v = m->o->to[i];
            m->leads[u * n + v] = m->garbage[u] && m->garbage[v];
        }
    }
    for (uint32_t via = 0; via < n; via++) {
        for (uint32_t u = 0; u < n; u++) {
            for (v = 0; v < n; v++) {
                m->leads[u * n + v] |= m->leads[u * n + via] && m->leads[via * n + v];
            }
        }
    }
}

/* Only objects to which a head leads lead to it, and it is the first of these. */
static void find_heads(model *m)
{
    const uint32_t n = m->o->n;
    for (uint32_t v = 0; v < n; v++) {
        m->head[v] = m->garbage[v];
        for (uint32_t u = 0; u < n; u++) {
            if (m->leads[u * n + v] && (!m->leads[v * n + u] || u < v)) {
                m->head[v] = false;
            }
        }
    }
}

/* Finds the garbage to which some head leads without `out`, by repetition until nothing changes. */
static void find_cut(model *m, uint32_t out)
{
    const uint32_t n = m->o->n;
    bool *cut = m->cut + (size_t)out * n, changed = true;
    for (uint32_t v = 0; v < n; v++) {
        cut[v] = m->garbage[v] && (v == out || !m->head[v]);
    }
    while (changed) {
        changed = false;
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t i = m->o->first[v]; m->garbage[v] && !cut[v] && i < m->o->first[v + 1];
                 i++) {
                uint32_t to = m->o->to[i];
                changed = changed || (cut[to] && to != out);
                cut[to] = cut[to] && to == out;
            }
        }
    }
}

static void model_open(model *m, const oracle *o, bool weak)
{
    const size_t n = o->n;
    m->o = o;
    m->garbage = graph_alloc(n, sizeof(bool));
    m->leads = graph_zeroed(n * n, sizeof(bool));
    m->head = graph_alloc(n, sizeof(bool));
    m->cut = graph_zeroed(n * n, sizeof(bool));
    oracle_reach(o, weak, NULL, m->garbage);
    for (uint32_t v = 0; v < n; v++) {
        m->garbage[v] = !m->garbage[v];
    }
    find_ways(m);
    find_heads(m);
    for (uint32_t v = 0; v < n; v++) {
        if (m->garbage[v]) {
            find_cut(m, v);
        }
    }
}

static void model_close(model *m)
{
    free(m->garbage);
    free(m->leads);
    free(m->head);
    free(m->cut);
}

/* Returns the number of objects that dominate v, itself included. */
static uint32_t level(const model *m, uint32_t v)
{
    uint32_t n = 0;
    for (uint32_t x = 0; x < m->o->n; x++) {
        n += m->cut[x * m->o->n + v];
    }
    return n;
}

/* Returns the dominator of v, other than v, that most objects dominate; GCV_NONE: none. */
static uint32_t dominator(const model *m, uint32_t v)
{
    uint32_t best = GCV_NONE;
    for (uint32_t x = 0; x < m->o->n; x++) {
        if (x != v && m->cut[x * m->o->n + v] &&
            (best == GCV_NONE || level(m, x) > level(m, best))) {
            best = x;
        }
    }
    return best;
}

static uint64_t retained(const model *m, uint32_t x)
{
    uint64_t bytes = 0;
    for (uint32_t v = 0; v < m->o->n; v++) {
        bytes += m->cut[x * m->o->n + v] ? m->o->size[v] : 0;
    }
    return bytes;
}

/* ---- the comparison ----------------------------------------------------------------------- */

static bool heads_are_right(const model *m, const gcv_garbage *g, char why[GRAPH_WHY_MAX])
{
    uint32_t n = 0;
    size_t at = 0;
    for (uint32_t v = 0; v < m->o->n; v++) {
        n += m->garbage[v];
        if (gcv_bitset_has(&g->reachable, v) == m->garbage[v]) {
            return graph_fails(why, "reachability of object %" PRIu32 " is wrong", v);
        }
        if (m->head[v] && (at >= g->heads.n || g->heads.data[at++] != v)) {
            return graph_fails(why, "object %" PRIu32 " must be the next head", v);
        }
    }
    return (at == g->heads.n && n == g->n_objects) ||
           graph_fails(why, "%zu heads of %" PRIu32 " objects, must be %zu of %" PRIu32, g->heads.n,
                       g->n_objects, at, n);
}

static bool dominators_are_right(const model *m, const gcv_dominators *d, char why[GRAPH_WHY_MAX])
{
    uint64_t bytes = 0, sum = 0;
    for (uint32_t v = 0; v < m->o->n; v++) {
        const uint32_t number = d->number[v];
        if ((number != 0) != m->garbage[v]) {
            return graph_fails(why, "object %" PRIu32 " has the number %" PRIu32, v, number);
        }
        if (number == 0) {
            continue;
        }
        if (d->object[d->dominator[number]] != dominator(m, v) ||
            d->retained[number] != retained(m, v)) {
            return graph_fails(why, "object %" PRIu32 " has a wrong dominator, or retains %" PRIu64,
                               v, d->retained[number]);
        }
        bytes += m->o->size[v];
        sum += d->dominator[number] == 0 ? d->retained[number] : 0;
    }
    return (d->retained[0] == bytes && sum == bytes) ||
           graph_fails(why, "all garbage retains %" PRIu64 " or %" PRIu64 ", must be %" PRIu64,
                       d->retained[0], sum, bytes);
}

static bool garbage_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_garbage garbage;
    gcv_dominators d;
    model m;
    gcv_garbage_find(s->ctx, s->heap, &s->roots, &garbage);
    gcv_garbage_dominators(s->ctx, s->heap, &garbage, &d);
    model_open(&m, &s->o, weak);
    bool good = heads_are_right(&m, &garbage, why) && dominators_are_right(&m, &d, why);
    model_close(&m);
    gcv_dominators_release(s->ctx, &d);
    gcv_garbage_release(s->ctx, &garbage);
    return good;
}

static bool garbage_holds(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    return subject_holds(g, style, garbage_for, why);
}

/* Most random heaps have many roots. These have only a weak one, so all objects are garbage. */
static bool rootless_holds(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    for (uint32_t i = 0; i < g->n_roots; i++) {
        g->roots[i].flags |= GCV_ROOT_WEAK;
    }
    return garbage_holds(g, style, why);
}

static const property laws[] = {
    {.of_subject = garbage_for, .all_small = true},
    {.of_subject = garbage_for, .seed = 0x68656164, .cases = 2000, .n = {0, 12}},
    {.of_subject = garbage_for, .seed = 0x68656165, .cases = 300, .n = {8, 40}},
    {.of_graph = rootless_holds, .seed = 0x68656166, .cases = 2000, .n = {0, 12}},
    {.of_graph = rootless_holds, .seed = 0x68656167, .cases = 300, .n = {8, 40}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
