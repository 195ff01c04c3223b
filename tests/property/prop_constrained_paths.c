/* Shortest chains under constraints, compared with all walks, length by length: for each length the
 * first walk to each object, with and without a required object on it. */
#include "support/check.h"
#include "support/walks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool same_chain(const walks *w, const gcv_constrained_paths *paths, uint32_t target,
                       char why[GRAPH_WHY_MAX])
{
    const uint32_t *best = w->best + (size_t)target * w->n_max;
    gcv_chain chain;
    bool good;
    if (gcv_constrained_paths_chain(w->s->ctx, paths, target, &chain, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_constrained_paths_chain failed");
    }
    good = chain.length == w->best_length[target] &&
           (chain.length == 0 || memcmp(chain.object, best, chain.length * sizeof *best) == 0);
    if (!good) {
        graph_fails(why, "chain of %" PRIu32 " to object %" PRIu32 ", must be of %" PRIu32 "%s",
                    chain.length, target, w->best_length[target],
                    w->constraints->via != NULL ? " (via)" : "");
    }
    gcv_chain_release(w->s->ctx, &chain);
    return good;
}

/* Searches for all objects at once, and for one of them separately. */
static bool paths_hold(const subject *s, gcv_path_constraints *constraints, char why[GRAPH_WHY_MAX])
{
    gcv_constrained_paths paths;
    walks w;
    uint32_t v;
    bool good;
    walks_open(&w, s, constraints);
    constraints->target = GCV_NONE;
    good = gcv_constrained_paths_find(s->ctx, s->heap, constraints, &paths, NULL) == GCV_OK;
    for (v = 0; good && v < s->o.n; v++) {
        good = same_chain(&w, &paths, v, why);
    }
    gcv_constrained_paths_release(s->ctx, &paths);
    if (good && s->o.n > 0) {
        constraints->target = (uint32_t)(graph_mix(s->o.style->seed, s->o.n_references) % s->o.n);
        good = gcv_constrained_paths_find(s->ctx, s->heap, constraints, &paths, NULL) == GCV_OK &&
               same_chain(&w, &paths, constraints->target, why);
        gcv_constrained_paths_release(s->ctx, &paths);
    }
    walks_close(&w);
    return good;
}

/* Checks all combinations of constraints, from the roots or from one object. */
static bool constraints_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    uint64_t random = graph_mix(s->o.style->seed, s->o.n);
    uint8_t *closed = graph_alloc(s->o.n, 1), *via = graph_alloc(s->o.n, 1);
    uint32_t start = graph_below(&random, s->o.n), unused = 0, choice, v;
    gcv_root_set roots, one = {1, &start, &unused, 0};
    gcv_path_constraints constraints;
    bool good = gcv_root_set_find(s->ctx, s->heap, weak, &roots, NULL) == GCV_OK;
    for (v = 0; v < s->o.n; v++) {
        closed[v] = graph_chance(&random, 25);
        via[v] = graph_chance(&random, 25);
    }
    for (choice = 0; good && choice < 8; choice++) {
        constraints.starts = (choice & 4) != 0 && s->o.n > 0 ? &one : &roots;
        constraints.closed = (choice & 1) != 0 ? closed : NULL;
        constraints.via = (choice & 2) != 0 ? via : NULL;
        good = paths_hold(s, &constraints, why);
    }
    gcv_root_set_release(s->ctx, &roots);
    free(closed);
    free(via);
    return good;
}

static bool chains_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    return subject_holds(g, style, constraints_hold, why);
}

/* From the roots: for up to 2 objects every choice of closed and of required objects; for 3 every
 * eighth, a different one in each heap. */
static bool every_rule_holds(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    subject s;
    gcv_root_set roots;
    gcv_path_constraints constraints;
    uint8_t closed[4], via[4];
    uint32_t choice, v;
    bool good = true;
    if (!subject_open(&s, g, style, NULL, why)) {
        return false;
    }
    if (s.o.n > 3 || gcv_root_set_find(s.ctx, s.heap, false, &roots, NULL) != GCV_OK) {
        return subject_close(&s, true, why);
    }
    constraints.starts = &roots;
    constraints.closed = closed;
    constraints.via = via;
    choice = s.o.n == 3 ? (uint32_t)(graph_mix(g->seed, style->seed) % 8) : 0;
    for (; good && choice < (uint32_t)1 << (2 * s.o.n); choice += s.o.n == 3 ? 8 : 1) {
        for (v = 0; v < s.o.n; v++) {
            closed[v] = choice >> v & 1;
            via[v] = choice >> (s.o.n + v) & 1;
        }
        good = paths_hold(&s, &constraints, why);
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
