/* Root sets and shortest paths of every object, compared with the oracle. */
#include "support/check.h"
#include "support/property.h"

#include "analysis/basis.h"

#include <inttypes.h>
#include <stdlib.h>

static bool same_root_set(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const gcv_root_set *set = &s->roots;
    uint32_t *object = graph_alloc(s->o.n, sizeof(uint32_t));
    uint32_t *root = graph_alloc(s->o.n, sizeof(uint32_t));
    const uint32_t n = oracle_root_set(&s->o, weak, object, root);
    bool good =
        set->n == n || graph_fails(why, "root set of %" PRIu32 ", must be %" PRIu32, set->n, n);
    for (uint32_t i = 0; good && i < n; i++) {
        good = (set->object[i] == object[i] && set->root[i] == root[i]) ||
               graph_fails(why,
                           "root set [%" PRIu32 "]: object %" PRIu32 " by root %" PRIu32
                           ", must be %" PRIu32 " by %" PRIu32,
                           i, set->object[i], set->root[i], object[i], root[i]);
    }
    free(object);
    free(root);
    return good;
}

static bool same_reach(const subject *s, bool weak, const gcv_paths *paths, char why[GRAPH_WHY_MAX])
{
    bool *reached = graph_alloc(s->o.n, sizeof(bool));
    uint32_t n = 0, wrong = GCV_NONE;
    oracle_reach(&s->o, weak, NULL, reached);
    uint64_t bytes = oracle_bytes(&s->o, reached);
    for (uint32_t v = 0; v < s->o.n; v++) {
        n += reached[v] ? 1 : 0;
        if (reached[v] != (paths->parent[v] != GCV_NONE)) {
            wrong = v;
        }
    }
    free(reached);
    if (wrong != GCV_NONE) {
        return graph_fails(why, "reachability of object %" PRIu32 " is wrong", wrong);
    }
    if (paths->n_objects != s->o.n || paths->reached != n || paths->reached_bytes != bytes) {
        return graph_fails(why,
                           "%" PRIu32 " objects of %" PRIu64 " bytes reached of %" PRIu32
                           ", must be %" PRIu32 " of %" PRIu64 " of %" PRIu32,
                           paths->reached, paths->reached_bytes, paths->n_objects, n, bytes,
                           s->o.n);
    }
    return true;
}

/* The chain that the parents give, from its end, must be that of the oracle. */
static bool same_chain(const oracle_chains *chains, const gcv_paths *paths, uint32_t target,
                       char why[GRAPH_WHY_MAX])
{
    const uint32_t *object = chains->object + (size_t)target * chains->n;
    uint32_t at = chains->length[target], v = target;
    if (at == 0) {
        return paths->parent[target] == GCV_NONE ||
               graph_fails(why, "object %" PRIu32 " has a path and must not", target);
    }
    while (at-- > 0) {
        if (v >= chains->n || object[at] != v) {
            return graph_fails(
                why, "chain to object %" PRIu32 ": %" PRIu32 " at %" PRIu32 ", must be %" PRIu32,
                target, v, at, object[at]);
        }
        v = paths->parent[v];
    }
    return v == GCV_ROOTED ||
           graph_fails(why, "chain to object %" PRIu32 " goes on before its root", target);
}

static bool same_chains(const subject *s, bool weak, const gcv_paths *paths,
                        char why[GRAPH_WHY_MAX])
{
    oracle_chains chains;
    bool good = true;
    oracle_chains_find(&s->o, weak, NULL, &chains);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        good = same_chain(&chains, paths, v, why);
    }
    oracle_chains_release(&chains);
    if (good && s->o.n <= 5 && !s->o.style->static_first && !s->o.style->dependent) {
        oracle_chains_enumerate(&s->o, weak, NULL, &chains);
        for (uint32_t v = 0; good && v < s->o.n; v++) {
            good = same_chain(&chains, paths, v, why);
        }
        oracle_chains_release(&chains);
    }
    return good;
}

/* The chains of the fewest steps, with the order of their objects. */
static bool steps_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_basis basis = gcv_basis_of(s->ctx, s->heap, weak);
    const gcv_chain_order *order = gcv_basis_order(&basis);
    const gcv_paths *paths = gcv_basis_paths(&basis);
    oracle_chains chains;
    oracle_step_chains_find(&s->o, s->heap, weak, &chains);
    bool good = same_reach(s, weak, paths, why);
    for (uint32_t v = 0; good && v < s->o.n; v++) {
        good = same_chain(&chains, paths, v, why);
    }
    for (uint32_t at = 0; good && at < order->n; at++) {
        const uint32_t referrer_at = order->referrer_at[at],
                       over = paths->parent[order->object[at]];
        good = (referrer_at == GCV_NONE ? over == GCV_ROOTED
                                        : referrer_at < at && order->object[referrer_at] == over) ||
               graph_fails(why, "the referrer of position %" PRIu32 " is wrong", at);
    }
    oracle_chains_release(&chains);
    gcv_basis_release(&basis);
    return good;
}

static bool paths_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_paths paths;
    if (gcv_paths_find(s->ctx, s->heap, &s->roots, &paths, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_paths_find failed");
    }
    bool good = same_root_set(s, weak, why) && same_reach(s, weak, &paths, why) &&
                same_chains(s, weak, &paths, why);
    gcv_paths_release(s->ctx, &paths);
    return good;
}

/* ---- some roots first --------------------------------------------------------------------- */

/* Objects that the first roots reach have their chains from these, all others from the other roots;
 * no chain of the others passes an object that the first roots reach. */
static bool same_parents(const gcv_paths *all, const gcv_paths *first, const gcv_paths *rest,
                         char why[GRAPH_WHY_MAX])
{
    for (uint32_t v = 0; v < all->n_objects; v++) {
        uint32_t expected = first->parent[v] != GCV_NONE ? first->parent[v] : rest->parent[v];
        if (all->parent[v] != expected) {
            return graph_fails(why, "object %" PRIu32 ": parent %" PRIu32 ", not %" PRIu32, v,
                               all->parent[v], expected);
        }
    }
    return true;
}

static bool first_roots_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_root_set set = s->roots, part[2];
    gcv_paths all, paths[2];
    (void)weak;
    set.n_first = set.n_next = (set.n + 1) / 2;
    for (size_t i = 0; i < 2; i++) {
        part[i].n = i == 0 ? set.n_first : set.n - set.n_first;
        part[i].object = set.n > 0 ? set.object + i * set.n_first : NULL;
        part[i].root = set.n > 0 ? set.root + i * set.n_first : NULL;
        part[i].n_first = part[i].n_next = 0;
        assert_int_equal(gcv_paths_find(s->ctx, s->heap, &part[i], &paths[i], NULL), GCV_OK);
    }
    assert_int_equal(gcv_paths_find(s->ctx, s->heap, &set, &all, NULL), GCV_OK);
    bool good = same_parents(&all, &paths[0], &paths[1], why);
    gcv_paths_release(s->ctx, &all);
    gcv_paths_release(s->ctx, &paths[0]);
    gcv_paths_release(s->ctx, &paths[1]);
    return good;
}

static const property laws[] = {
    {.of_subject = paths_for, .all_small = true},
    {.of_subject = paths_for, .seed = 0x70617468, .cases = 3000, .n = {0, 12}},
    {.of_subject = paths_for, .seed = 0x70617469, .cases = 2000, .n = {8, 40}},
    {.of_subject = paths_for, .seed = 0x7061746a, .cases = 300, .n = {100, 400}},
    /* More references of one object, and more objects at one distance, than are processed at a
       time. */
    {.of_subject = paths_for, .seed = 0x77696465, .cases = 20, .n = {1000, 2000}},
    {.of_subject = first_roots_hold, .seed = 0x66697273, .cases = 2000, .n = {0, 12}},
    {.of_subject = steps_for, .telling = true, .seed = 0x73746570, .cases = 3000, .n = {0, 12}},
    {.of_subject = steps_for, .telling = true, .seed = 0x73746571, .cases = 1000, .n = {8, 30}},
    {.of_subject = steps_for, .script = true, .seed = 0x73746572, .cases = 2000, .n = {2, 30}},
    {.of_subject = steps_for, .dependent = true, .seed = 0x73746573, .cases = 500, .n = {8, 30}},
    {.of_subject = first_roots_hold, .seed = 0x66697274, .cases = 300, .n = {100, 400}},
    /* In heaps with this setting static roots come first. */
    {.of_subject = paths_for,
     .static_first = true,
     .seed = 0x66697275,
     .cases = 2000,
     .n = {0, 12}},
    {.of_subject = paths_for, .static_first = true, .seed = 0x66697276, .cases = 500, .n = {8, 40}},
    /* In others dependent handles come last. */
    {.of_subject = paths_for, .dependent = true, .seed = 0x64657065, .cases = 2000, .n = {0, 12}},
    {.of_subject = paths_for, .dependent = true, .seed = 0x64657066, .cases = 500, .n = {8, 40}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
