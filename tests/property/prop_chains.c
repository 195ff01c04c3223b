/* Single chains around closed objects to every object, compared with the oracle. */
#include "support/check.h"
#include "support/property.h"

#include <inttypes.h>
#include <stdlib.h>

static bool same_chain(const oracle_chains *expected, uint32_t target, const gcv_chain *chain,
                       char why[GRAPH_WHY_MAX])
{
    const uint32_t *object = expected->object + (size_t)target * expected->n;
    if (chain->length != expected->length[target]) {
        return graph_fails(why, "chain of %" PRIu32 " to object %" PRIu32 ", must be of %" PRIu32,
                           chain->length, target, expected->length[target]);
    }
    for (uint32_t i = 0; i < chain->length; i++) {
        if (chain->object[i] != object[i]) {
            return graph_fails(
                why, "chain to object %" PRIu32 ": %" PRIu32 " at %" PRIu32 ", must be %" PRIu32,
                target, chain->object[i], i, object[i]);
        }
    }
    return true;
}

/* Checks all targets for one choice of closed objects. */
static bool chains_around(const subject *s, const uint8_t *closed, const oracle_chains *expected,
                          char why[GRAPH_WHY_MAX])
{
    bool good = true;
    for (uint32_t target = 0; good && target < s->o.n; target++) {
        gcv_chain chain;
        if (gcv_chain_find(s->ctx, s->heap, &s->roots, target, closed, &chain, NULL) != GCV_OK) {
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
    bool good = true;
    oracle_chains_enumerate(o, weak, closed, &other);
    for (uint32_t target = 0; good && target < o->n; target++) {
        chain.length = other.length[target];
        chain.object = other.object + (size_t)target * o->n;
        good = same_chain(expected, target, &chain, why);
    }
    oracle_chains_release(&other);
    return good;
}

static bool closed_holds(const subject *s, bool weak, const uint8_t *closed,
                         char why[GRAPH_WHY_MAX])
{
    oracle_chains expected;
    oracle_chains_find(&s->o, weak, closed, &expected);
    bool good = s->o.n > 5 || oracles_agree(&s->o, weak, closed, &expected, why);
    good = good && chains_around(s, closed, &expected, why);
    oracle_chains_release(&expected);
    return good;
}

/* Up to 3 objects: all choices of closed objects. Above: none, and some choices of several
 * densities. */
static bool all_closed_hold(const subject *s, bool weak, char why[GRAPH_WHY_MAX])
{
    const uint32_t n = s->o.n, choices = n <= 3 ? 1u << n : 3;
    uint64_t random = graph_mix(s->o.style->seed, n);
    uint8_t *closed = graph_zeroed(n, 1);
    bool good = closed_holds(s, weak, NULL, why);
    for (uint32_t choice = 1; good && choice < choices; choice++) {
        const uint32_t percent = choice == 1 ? 45 : 10;
        for (uint32_t v = 0; v < n; v++) {
            const bool shut = n <= 3 ? (choice >> v & 1) != 0 : graph_chance(&random, percent);
            closed[v] = (uint8_t)shut;
        }
        good = closed_holds(s, weak, closed, why);
    }
    free(closed);
    return good;
}

static const property laws[] = {
    {.of_subject = all_closed_hold, .all_small = true},
    {.of_subject = all_closed_hold, .seed = 0x636861, .cases = 3000, .n = {0, 12}},
    {.of_subject = all_closed_hold, .seed = 0x636862, .cases = 1500, .n = {8, 40}},
    {.of_subject = all_closed_hold, .seed = 0x636863, .cases = 100, .n = {80, 250}},
    /* More references of one object, and more objects at one distance, than are processed at a
       time. */
    {.of_subject = all_closed_hold, .seed = 0x77696465, .cases = 5, .n = {1000, 1400}},
};

int main(void) { return property_main(laws, CHECK_COUNT(laws)); }
