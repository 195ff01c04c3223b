/* Single chains around closed objects to every object, compared with the oracle. */
#include "support/check.h"
#include "support/oracle.h"

#include <inttypes.h>
#include <stdlib.h>

static bool same_chain(const oracle_chains *expected, uint32_t target, const gcv_chain *chain,
                       char why[GRAPH_WHY_MAX])
{
    const uint32_t *object = expected->object + (size_t)target * expected->n;
    uint32_t i;
    if (chain->length != expected->length[target]) {
        return graph_fails(why, "chain of %" PRIu32 " to object %" PRIu32 ", must be of %" PRIu32,
                           chain->length, target, expected->length[target]);
    }
    for (i = 0; i < chain->length; i++) {
        if (chain->object[i] != object[i]) {
            return graph_fails(
                why, "chain to object %" PRIu32 ": %" PRIu32 " at %" PRIu32 ", must be %" PRIu32,
                target, chain->object[i], i, object[i]);
        }
    }
    return true;
}

/* Checks all targets for one choice of closed objects. */
static bool chains_around(const subject *s, const gcv_root_set *set, const uint8_t *closed,
                          const oracle_chains *expected, char why[GRAPH_WHY_MAX])
{
    uint32_t target;
    bool good = true;
    for (target = 0; good && target < s->o.n; target++) {
        gcv_chain chain;
        if (gcv_chain_find(s->ctx, s->heap, set, target, closed, &chain, NULL) != GCV_OK) {
            return graph_fails(why, "gcv_chain_find failed");
        }
        good = same_chain(expected, target, &chain, why);
        gcv_chain_release(s->ctx, &chain);
    }
    return good;
}

/* Compares the two methods to find all chains; one of them is for very few objects only. */
static bool oracles_agree(const oracle *o, bool weak, const uint8_t *closed,
                          const oracle_chains *expected, char why[GRAPH_WHY_MAX])
{
    oracle_chains other;
    gcv_chain chain;
    uint32_t target;
    bool good = true;
    oracle_chains_enumerate(o, weak, closed, &other);
    for (target = 0; good && target < o->n; target++) {
        chain.length = other.length[target];
        chain.object = other.object + (size_t)target * o->n;
        good = same_chain(expected, target, &chain, why);
    }
    oracle_chains_release(&other);
    return good;
}

static bool closed_holds(const subject *s, bool weak, const gcv_root_set *set,
                         const uint8_t *closed, char why[GRAPH_WHY_MAX])
{
    oracle_chains expected;
    bool good;
    oracle_chains_find(&s->o, weak, closed, &expected);
    good = s->o.n > 5 || oracles_agree(&s->o, weak, closed, &expected, why);
    good = good && chains_around(s, set, closed, &expected, why);
    oracle_chains_release(&expected);
    return good;
}

/* Up to 3 objects: all choices of closed objects. Above: none, and some choices of several
 * densities. */
static bool all_closed_hold(const subject *s, bool weak, const gcv_root_set *set,
                            char why[GRAPH_WHY_MAX])
{
    const uint32_t n = s->o.n, choices = n <= 3 ? 1u << n : 3;
    uint64_t random = graph_mix(s->o.style->seed, n);
    uint8_t *closed = graph_zeroed(n, 1);
    uint32_t choice, v;
    bool good = closed_holds(s, weak, set, NULL, why);
    for (choice = 1; good && choice < choices; choice++) {
        const uint32_t percent = choice == 1 ? 45 : 10;
        for (v = 0; v < n; v++) {
            const bool shut = n <= 3 ? (choice >> v & 1) != 0 : graph_chance(&random, percent);
            closed[v] = (uint8_t)shut;
        }
        good = closed_holds(s, weak, set, closed, why);
    }
    free(closed);
    return good;
}

static bool chains_for(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    gcv_root_set set;
    bool good;
    if (gcv_root_set_find(s->ctx, s->heap, weak, &set, NULL) != GCV_OK) {
        return graph_fails(why, "gcv_root_set_find failed");
    }
    good = all_closed_hold(s, weak, &set, why);
    gcv_root_set_release(s->ctx, &set);
    return good;
}

static bool chains_hold(const graph *g, const graph_style *style, char why[GRAPH_WHY_MAX])
{
    return subject_holds(g, style, chains_for, why);
}

static void all_small_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_small(chains_hold));
}

static void random_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(chains_hold, 0x636861, 3000, 0, 12));
    assert_true(graph_holds_random(chains_hold, 0x636862, 1500, 8, 40));
}

static void larger_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(chains_hold, 0x636863, 100, 80, 250));
}

/* More references of one object, and more objects at one distance, than are processed at a time. */
static void wide_heaps(void **state)
{
    (void)state;
    assert_true(graph_holds_random(chains_hold, 0x77696465, 5, 1000, 1400));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_small_heaps),
        cmocka_unit_test(random_heaps),
        cmocka_unit_test(larger_heaps),
        cmocka_unit_test(wide_heaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
