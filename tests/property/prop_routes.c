/* Shortest chains under rules against all walks there are, length by length: of each length the
 * first walk to each object, without and with an object on it that must be there. */
#include "support/check.h"
#include "support/oracle.h"

#include "analysis/routes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* walk[state]: the first walk of one length that ends in an object, has (odd state) or has not
 * (even state) met what must be met; n_max objects each, empty if there is none. */
typedef struct walks {
    const subject *s;
    const gcv_route_rules *rules;
    uint32_t n_max;
    uint32_t *now, *next; /* walks of length `length`, and one longer */
    bool *has, *will;
    uint32_t *best,
        *best_length; /* the first shortest walk to each object that fulfils the rules */
} walks;

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
    const uint32_t x = rank_of(w->rules->starts, a[0]), y = rank_of(w->rules->starts, b[0]);
    uint32_t i;
    if (x != y) {
        return x < y;
    }
    for (i = 1; i < length; i++) {
        if (a[i] != b[i]) {
            return a[i] < b[i];
        }
    }
    return false;
}

static uint32_t state_of(const walks *w, uint32_t object, bool met)
{
    return object * 2 + (met || w->rules->via == NULL || w->rules->via[object] ? 1u : 0u);
}

static void note(walks *w, uint32_t length)
{
    uint32_t v;
    for (v = 0; v < w->s->o.n; v++) {
        if (w->has[v * 2 + 1] && w->best_length[v] == 0) {
            w->best_length[v] = length;
            memcpy(w->best + (size_t)v * w->n_max, w->now + (size_t)(v * 2 + 1) * w->n_max,
                   length * sizeof *w->best);
        }
    }
}

/* From all walks of a length those that are one longer. */
static void extend(walks *w, uint32_t length)
{
    const oracle *o = &w->s->o;
    uint32_t *swap = w->now, state, at;
    bool *flags = w->has;
    memset(w->will, 0, (size_t)o->n * 2 * sizeof *w->will);
    for (state = 0; state < o->n * 2; state++) {
        const uint32_t v = state / 2;
        if (!w->has[state] || (w->rules->closed != NULL && w->rules->closed[v])) {
            continue;
        }
        for (at = o->first[v]; at < o->first[v + 1]; at++) {
            const uint32_t to = state_of(w, o->to[at], state % 2 == 1);
            uint32_t *walk = w->next + (size_t)to * w->n_max;
            const uint32_t *from = w->now + (size_t)state * w->n_max;
            if (!w->will[to] || comes_first(w, from, walk, length)) {
                memcpy(walk, from, length * sizeof *walk);
                walk[length] = o->to[at];
                w->will[to] = true;
            }
        }
    }
    w->now = w->next;
    w->next = swap;
    w->has = w->will;
    w->will = flags;
}

static void walk_all(walks *w)
{
    const gcv_root_set *starts = w->rules->starts;
    uint32_t i, length;
    for (i = 0; i < starts->n; i++) {
        const uint32_t state = state_of(w, starts->object[i], false);
        w->has[state] = true;
        w->now[(size_t)state * w->n_max] = starts->object[i];
    }
    note(w, 1);
    for (length = 1; length < w->n_max; length++) {
        extend(w, length);
        note(w, length + 1);
    }
}

static void walks_open(walks *w, const subject *s, const gcv_route_rules *rules)
{
    const size_t n = s->o.n;
    w->s = s;
    w->rules = rules;
    w->n_max = s->o.n * 2 + 1; /* a shortest walk meets no state twice */
    w->now = graph_alloc(n * 2 * w->n_max, sizeof(uint32_t));
    w->next = graph_alloc(n * 2 * w->n_max, sizeof(uint32_t));
    w->best = graph_alloc(n * w->n_max, sizeof(uint32_t));
    w->best_length = graph_zeroed(n, sizeof(uint32_t));
    w->has = graph_zeroed(n * 2, sizeof(bool));
    w->will = graph_zeroed(n * 2, sizeof(bool));
    walk_all(w);
}

static void walks_close(walks *w)
{
    free(w->now);
    free(w->next);
    free(w->best);
    free(w->best_length);
    free(w->has);
    free(w->will);
}

static bool same_chain(const walks *w, const gcv_routes *routes, uint32_t target,
                       char why[GRAPH_WHY_MAX])
{
    const uint32_t *best = w->best + (size_t)target * w->n_max;
    gcv_chain chain;
    bool good;
    if (gcv_route_chain(w->s->ctx, routes, target, &chain, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_route_chain failed");
    }
    good = chain.length == w->best_length[target] &&
           (chain.length == 0 || memcmp(chain.object, best, chain.length * sizeof *best) == 0);
    if (!good) {
        graph_fails(why, "chain of %" PRIu32 " to object %" PRIu32 ", must be of %" PRIu32 "%s",
                    chain.length, target, w->best_length[target],
                    w->rules->via != NULL ? " (via)" : "");
    }
    gcv_chain_release(w->s->ctx, &chain);
    return good;
}

/* To all objects at once, and to one of them by a search of its own. */
static bool routes_hold(const subject *s, gcv_route_rules *rules, char why[GRAPH_WHY_MAX])
{
    gcv_routes routes;
    walks w;
    uint32_t v;
    bool good;
    walks_open(&w, s, rules);
    rules->target = GCV_NONE;
    good = gcv_routes_find(s->ctx, s->heap, rules, &routes, NULL) == GCV_OK;
    for (v = 0; good && v < s->o.n; v++) {
        good = same_chain(&w, &routes, v, why);
    }
    gcv_routes_release(s->ctx, &routes);
    if (good && s->o.n > 0) {
        rules->target = (uint32_t)(graph_mix(s->o.style->seed, s->o.n_references) % s->o.n);
        good = gcv_routes_find(s->ctx, s->heap, rules, &routes, NULL) == GCV_OK &&
               same_chain(&w, &routes, rules->target, why);
        gcv_routes_release(s->ctx, &routes);
    }
    walks_close(&w);
    return good;
}

/* All combinations of rules; from the roots, or from one object. */
static bool rules_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    uint64_t random = graph_mix(s->o.style->seed, s->o.n);
    uint8_t *closed = graph_alloc(s->o.n, 1), *via = graph_alloc(s->o.n, 1);
    uint32_t start = graph_below(&random, s->o.n), unused = 0, choice, v;
    gcv_root_set roots, one = {1, &start, &unused};
    gcv_route_rules rules;
    bool good = gcv_root_set_find(s->ctx, s->heap, weak, &roots, NULL) == GCV_OK;
    for (v = 0; v < s->o.n; v++) {
        closed[v] = graph_chance(&random, 25);
        via[v] = graph_chance(&random, 25);
    }
    for (choice = 0; good && choice < 8; choice++) {
        rules.starts = (choice & 4) != 0 && s->o.n > 0 ? &one : &roots;
        rules.closed = (choice & 1) != 0 ? closed : NULL;
        rules.via = (choice & 2) != 0 ? via : NULL;
        good = routes_hold(s, &rules, why);
    }
    gcv_root_set_release(s->ctx, &roots);
    free(closed);
    free(via);
    return good;
}

static bool chains_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    return subject_holds(g, style, rules_hold, why);
}

/* From the roots: on up to 2 objects every choice of those that are closed and of those to go via,
 * on 3 every eighth, another one in each heap. */
static bool every_rule_holds(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    subject s;
    gcv_root_set roots;
    gcv_route_rules rules;
    uint8_t closed[4], via[4];
    uint32_t choice, v;
    bool good = true;
    if (!subject_open(&s, g, style, NULL, why)) {
        return false;
    }
    if (s.o.n > 3 || gcv_root_set_find(s.ctx, s.heap, false, &roots, NULL) != GCV_OK) {
        return subject_close(&s, true, why);
    }
    rules.starts = &roots;
    rules.closed = closed;
    rules.via = via;
    choice = s.o.n == 3 ? (uint32_t)(graph_mix(g->seed, style->seed) % 8) : 0;
    for (; good && choice < (uint32_t)1 << (2 * s.o.n); choice += s.o.n == 3 ? 8 : 1) {
        for (v = 0; v < s.o.n; v++) {
            closed[v] = choice >> v & 1;
            via[v] = choice >> (s.o.n + v) & 1;
        }
        good = routes_hold(&s, &rules, why);
    }
    gcv_root_set_release(s.ctx, &roots);
    return subject_close(&s, good, why);
}

static void all_small_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_small(chains_hold));
    assert_true(graph_holds_small(every_rule_holds));
}

static void random_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(chains_hold, 0x726f7574, 800, 0, 12));
    assert_true(graph_holds_random(chains_hold, 0x726f7575, 100, 8, 30));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_heaps),
        cmocka_unit_test(random_heaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
