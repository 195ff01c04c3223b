/* Root sets and shortest paths of every object, compared with the oracle. */
#include "support/check.h"
#include "support/oracle.h"

#include <inttypes.h>
#include <stdlib.h>

static bool same_root_set(const subject *s, bool weak, const gcv_root_set *set,
                          char why[GRAPH_WHY_MAX])
{
    uint32_t *object = graph_alloc(s->o.n, sizeof(uint32_t));
    uint32_t *root = graph_alloc(s->o.n, sizeof(uint32_t));
    const uint32_t n = oracle_root_set(&s->o, weak, object, root);
    bool good = set->n == n;
    uint32_t i;
    if (!good) {
        graph_fails(why, "root set of %" PRIu32 ", must be %" PRIu32, set->n, n);
    }
    for (i = 0; good && i < n; i++) {
        good = set->object[i] == object[i] && set->root[i] == root[i];
        if (!good) {
            graph_fails(why,
                        "root set [%" PRIu32 "]: object %" PRIu32 " by root %" PRIu32
                        ", must be %" PRIu32 " by %" PRIu32,
                        i, set->object[i], set->root[i], object[i], root[i]);
        }
    }
    free(object);
    free(root);
    return good;
}

static bool same_reach(const subject *s, bool weak, const gcv_paths *paths, char why[GRAPH_WHY_MAX])
{
    bool *reached = graph_alloc(s->o.n, sizeof(bool));
    uint32_t v, n = 0, wrong = GCV_NONE;
    uint64_t bytes;
    oracle_reach(&s->o, weak, NULL, reached);
    bytes = oracle_bytes(&s->o, reached);
    for (v = 0; v < s->o.n; v++) {
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
    uint32_t v;
    bool good = true;
    oracle_chains_find(&s->o, weak, NULL, &chains);
    for (v = 0; good && v < s->o.n; v++) {
        good = same_chain(&chains, paths, v, why);
    }
    oracle_chains_release(&chains);
    if (good && s->o.n <= 5 && !s->o.style->static_first) {
        oracle_chains_enumerate(&s->o, weak, NULL, &chains);
        for (v = 0; good && v < s->o.n; v++) {
            good = same_chain(&chains, paths, v, why);
        }
        oracle_chains_release(&chains);
    }
    return good;
}

static bool paths_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_root_set set;
    gcv_paths paths;
    bool good;
    if (gcv_root_set_find(s->ctx, s->heap, weak, &set, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_root_set_find failed");
    }
    good = same_root_set(s, weak, &set, why);
    if (good) {
        good = gcv_paths_find(s->ctx, s->heap, &set, &paths, NULL) == GCV_OK ||
               graph_fails(why, "gcv_paths_find failed");
        if (good) {
            good = same_reach(s, weak, &paths, why) && same_chains(s, weak, &paths, why);
            gcv_paths_release(s->ctx, &paths);
        }
    }
    gcv_root_set_release(s->ctx, &set);
    return good;
}

/* ---- some roots first --------------------------------------------------------------------- */

/* Objects that the first roots reach have their chains from these, all others from the other roots;
 * no chain of the others passes an object that the first roots reach. */
static bool same_parents(const gcv_paths *all, const gcv_paths *first, const gcv_paths *rest,
                         char why[GRAPH_WHY_MAX])
{
    uint32_t v;
    for (v = 0; v < all->n_objects; v++) {
        uint32_t expected = first->parent[v] != GCV_NONE ? first->parent[v] : rest->parent[v];
        if (all->parent[v] != expected) {
            return graph_fails(why, "object %" PRIu32 ": parent %" PRIu32 ", not %" PRIu32, v,
                               all->parent[v], expected);
        }
    }
    return true;
}

static bool chains_begin_at_first(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_root_set set, part[2];
    gcv_paths all, paths[2];
    bool good;
    size_t i;
    if (gcv_root_set_find(s->ctx, s->heap, weak, &set, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_root_set_find failed");
    }
    set.n_first = (set.n + 1) / 2;
    for (i = 0; i < 2; i++) {
        part[i].n = i == 0 ? set.n_first : set.n - set.n_first;
        part[i].object = set.n > 0 ? set.object + i * set.n_first : NULL;
        part[i].root = set.n > 0 ? set.root + i * set.n_first : NULL;
        part[i].n_first = 0;
        assert_int_equal(gcv_paths_find(s->ctx, s->heap, &part[i], &paths[i], NULL), GCV_OK);
    }
    assert_int_equal(gcv_paths_find(s->ctx, s->heap, &set, &all, NULL), GCV_OK);
    good = same_parents(&all, &paths[0], &paths[1], why);
    gcv_paths_release(s->ctx, &all);
    gcv_paths_release(s->ctx, &paths[0]);
    gcv_paths_release(s->ctx, &paths[1]);
    gcv_root_set_release(s->ctx, &set);
    return good;
}

static bool first_roots_are_right(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    return subject_holds(g, style, chains_begin_at_first, why);
}

/* In a heap with this setting static roots come first. */
static bool static_roots_are_first(const graph *g, const graph_style *style,
                                   char why[GRAPH_WHY_MAX])
{
    graph_style first = *style;
    first.static_first = true;
    return subject_holds(g, &first, paths_for, why);
}

static void first_roots(void **state)
{
    (void)state;
    assert_true(graph_holds_random(first_roots_are_right, 0x66697273, 2000, 0, 12));
    assert_true(graph_holds_random(first_roots_are_right, 0x66697274, 300, 100, 400));
    assert_true(graph_holds_random(static_roots_are_first, 0x66697275, 2000, 0, 12));
    assert_true(graph_holds_random(static_roots_are_first, 0x66697276, 500, 8, 40));
}

static bool paths_are_right(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    return subject_holds(g, style, paths_for, why);
}

static void all_small_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_small(paths_are_right));
}

static void random_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(paths_are_right, 0x70617468, 3000, 0, 12));
    assert_true(graph_holds_random(paths_are_right, 0x70617469, 2000, 8, 40));
}

static void larger_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(paths_are_right, 0x7061746a, 300, 100, 400));
}

/* More references of one object, and more objects at one distance, than are processed at a time. */
static void wide_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(paths_are_right, 0x77696465, 20, 1000, 2000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_heaps), cmocka_unit_test(random_heaps),
        cmocka_unit_test(larger_heaps),    cmocka_unit_test(first_roots),
        cmocka_unit_test(wide_heaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
