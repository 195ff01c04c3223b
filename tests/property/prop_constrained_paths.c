/* Shortest chains under constraints, compared with all walks, length by length: for each length the
 * first walk to each object, with and without a required object on it. */
#include "support/check.h"
#include "support/property.h"
#include "support/walks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool same_chain(const walks *w, const gcv_constrained_paths *paths, uint32_t target,
                       char why[GRAPH_WHY_MAX])
{
    const uint32_t *best = w->best + (size_t)target * w->n_max;
    gcv_chain chain = gcv_constrained_paths_chain(w->s->ctx, paths, target);
    bool good = chain.length == w->best_length[target] &&
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
    walks w;
    bool good = true;
    walks_open(&w, s, constraints);
    constraints->target = GCV_NONE;
    gcv_constrained_paths paths = gcv_constrained_paths_find(s->ctx, s->heap, constraints);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        good = same_chain(&w, &paths, v, why);
    }
    gcv_constrained_paths_release(s->ctx, &paths);
    if (good && s->o.n > 0) {
        constraints->target = (uint32_t)(graph_mix(s->o.style->seed, s->o.n_references) % s->o.n);
        paths = gcv_constrained_paths_find(s->ctx, s->heap, constraints);
        good = same_chain(&w, &paths, constraints->target, why);
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
    uint32_t start = graph_below(&random, s->o.n), unused = 0;
    const gcv_root_set one = {1, &start, &unused, 0, 0};
    gcv_path_constraints constraints;
    bool good = true;
    (void)weak;
    for (uint32_t v = 0; v < s->o.n; v++) {
        closed[v] = graph_chance(&random, 25);
        via[v] = graph_chance(&random, 25);
    }
    for (uint32_t choice = 0; good && choice < 8; choice++) {
        constraints.starts = (choice & 4) != 0 && s->o.n > 0 ? &one : &s->roots;
        constraints.closed = (choice & 1) != 0 ? closed : NULL;
        constraints.via = (choice & 2) != 0 ? via : NULL;
        good = paths_hold(s, &constraints, why);
    }
    free(closed);
    free(via);
    return good;
}

/* From the roots: for up to 2 objects every choice of closed and of required objects; for 3 every
 * eighth, a different one in each heap. */
static bool every_rule_holds(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const uint32_t n = s->o.n;
    uint8_t closed[4], via[4];
    gcv_path_constraints constraints = {&s->roots, closed, via, GCV_NONE};
    uint32_t choice = n == 3 ? (uint32_t)(graph_mix(s->o.g->seed, s->o.style->seed) % 8) : 0;
    bool good = true;
    for (; good && n <= 3 && !weak && choice < UINT32_C(1) << (2 * n); choice += n == 3 ? 8 : 1) {
        for (uint32_t v = 0; v < n; v++) {
            closed[v] = choice >> v & 1;
            via[v] = choice >> (n + v) & 1;
        }
        good = paths_hold(s, &constraints, why);
    }
    return good;
}

static const property laws[] = {
    {.of_subject = constraints_hold, .all_small = true, .any_number = true},
    {.of_subject = every_rule_holds, .all_small = true, .any_number = true},
    {.of_subject = constraints_hold, .seed = 0x726f7574, .cases = 800, .n = {0, 12}},
    {.of_subject = constraints_hold, .seed = 0x726f7575, .cases = 100, .n = {8, 30}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
