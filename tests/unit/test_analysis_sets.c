/* Compares element sets with plain bit sets: equal elements, and one number for each large set. */
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include "analysis/sets/consed_sets.h"

#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 64 };

/* The element for each bit: neighbours, powers, the ends of the range. */
static uint32_t element_of(unsigned bit)
{
    static const uint32_t odd[] = {0,           1,           2,           3,           0x7fffffff,
                                   0x80000000u, 0x80000001u, 0xfffffffeu, 0xfffffffdu, 0xffff0000u,
                                   0x10000,     0xffff,      1u << 30,    3u << 30,    4711};
    return bit < CHECK_COUNT(odd) ? odd[bit] : bit < 40 ? 100 + bit : bit * 2654435761u;
}

typedef struct fixture {
    gcv_context *ctx;
    gcv_consed_sets sets;
} fixture;

static fixture *open_fixture(void)
{
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->ctx = gcv_context_new(0);
    gcv_consed_sets_init(f->ctx, &f->sets, 1000);
    return f;
}

static void close_fixture(fixture *f)
{
    gcv_consed_sets_release(&f->sets);
    check_context_free(f->ctx);
    free(f);
}

static uint32_t add(fixture *f, uint32_t set, unsigned bit)
{
    gcv_consed_sets_add(&f->sets, &set, element_of(bit));
    assert_true(set != GCV_EMPTY_SET && set < f->sets.nodes.n);
    return set;
}

static uint32_t meet(fixture *f, uint32_t a, uint32_t b)
{
    gcv_consed_sets_intersect(&f->sets, &a, b);
    return a;
}

/* Makes the set of these bits, with elements added in some order. */
static uint32_t make(fixture *f, uint64_t bits, uint64_t *seed)
{
    uint32_t set = GCV_EMPTY_SET;
    unsigned first = (unsigned)check_below(seed, ELEMENTS);
    unsigned step =
        (unsigned)check_below(seed, ELEMENTS / 2) * 2 + 1; /* odd, so every bit is visited */
    for (unsigned i = 0; i < ELEMENTS; i++) {
        unsigned bit = (first + i * step) % ELEMENTS;
        if ((bits >> bit & 1) != 0) {
            set = add(f, set, bit);
        }
    }
    return set;
}

/* Equal sets have equal numbers, or are lists with equal content. */
static bool are_equal(const fixture *f, uint32_t a, uint32_t b)
{
    const gcv_set_node *x = &f->sets.nodes.data[a], *y = &f->sets.nodes.data[b];
    return a == b || (x->n <= GCV_SET_LIST_MAX && memcmp(x, y, sizeof *x) == 0);
}

static void check_elements(fixture *f, uint32_t set, uint64_t bits)
{
    for (unsigned bit = 0; bit < ELEMENTS; bit++) {
        assert_int_equal(gcv_consed_sets_contain(&f->sets, set, element_of(bit)), bits >> bit & 1);
    }
    assert_false(gcv_consed_sets_contain(&f->sets, set, 999999));
    assert_int_equal(set == GCV_EMPTY_SET, bits == 0);
}

static uint64_t random_bits(uint64_t *seed)
{
    uint64_t bits = check_random(seed);
    switch (check_below(seed, 4)) {
    case 0:
        return bits & check_random(seed) & check_random(seed) & check_random(seed);
    case 1:
        return bits | check_random(seed) | check_random(seed);
    default:
        return bits;
    }
}

static void test_elements_are_distinct(NO_STATE)
{
    for (unsigned a = 0; a < ELEMENTS; a++) {
        for (unsigned b = 0; b < a; b++) {
            assert_true(element_of(a) != element_of(b));
        }
    }
}

/* Sets are equal in whatever order they were made. */
static void test_add(NO_STATE)
{
    fixture *f = open_fixture();
    uint64_t seed = 60;
    check_elements(f, GCV_EMPTY_SET, 0);
    for (unsigned round = 0; round < effort_rounds(1500); round++) {
        const uint64_t bits = random_bits(&seed);
        const uint32_t set = make(f, bits, &seed);
        unsigned bit = (unsigned)check_below(&seed, ELEMENTS);
        check_elements(f, set, bits);
        assert_true(are_equal(f, make(f, bits, &seed), set));
        uint32_t more = add(f, set, bit);
        check_elements(f, more, bits | (uint64_t)1 << bit);
        check_elements(f, set, bits); /* sets do not change */
        assert_int_equal(more == set, bits >> bit & 1);
    }
    close_fixture(f);
}

static void test_meet(NO_STATE)
{
    fixture *f = open_fixture();
    uint64_t seed = 61;
    for (unsigned round = 0; round < effort_rounds(3000); round++) {
        const uint64_t x = random_bits(&seed), y = check_below(&seed, 4) == 0
                                                       ? x ^ (uint64_t)1 << check_below(&seed, 64)
                                                       : random_bits(&seed);
        const uint32_t a = make(f, x, &seed), b = make(f, y, &seed), both = meet(f, a, b);
        check_elements(f, both, x & y);
        assert_true(are_equal(f, both, make(f, x & y, &seed)));
        assert_true(are_equal(f, meet(f, b, a), both));
        assert_int_equal(meet(f, a, a), a);
        assert_int_equal(meet(f, both, a), both);
        assert_true(are_equal(f, meet(f, a, b), both)); /* remembered or not */
        assert_int_equal(meet(f, a, GCV_EMPTY_SET), GCV_EMPTY_SET);
        assert_int_equal(meet(f, GCV_EMPTY_SET, a), GCV_EMPTY_SET);
        check_elements(f, a, x);
    }
    close_fixture(f);
}

/* Compares all subsets of slightly more elements than one node can list with each other. */
static void test_all_small_sets(NO_STATE)
{
    enum { SETS = 1 << 10 };
    static const unsigned bits[] = {0, 1, 4, 5, 6, 7, 12, 20, 21, 22};
    static uint32_t set[SETS];
    fixture *f = open_fixture();
    for (uint32_t i = 0; i < SETS; i++) {
        set[i] = GCV_EMPTY_SET;
        for (uint32_t k = 0; k < CHECK_COUNT(bits); k++) {
            if ((i >> k & 1) != 0) {
                set[i] = add(f, set[i], bits[k]);
            }
        }
        for (uint32_t k = 0; k < i; k++) {
            assert_true(set[k] != set[i]);
        }
    }
    for (uint32_t i = 0; i < SETS; i++) {
        for (uint32_t k = 0; k < SETS; k += effort_is_reduced() ? 7 : 1) {
            assert_true(are_equal(f, meet(f, set[i], set[k]), set[i & k]));
        }
    }
    close_fixture(f);
}

/* More pairs than fit in the cache of intersections. */
static void test_meet_after_forgetting(NO_STATE)
{
    enum { SETS = 400 };
    static uint64_t bits[SETS];
    static uint32_t set[SETS];
    fixture *f = open_fixture();
    uint64_t seed = 62;
    for (unsigned i = 0; i < SETS; i++) {
        bits[i] = random_bits(&seed);
        set[i] = make(f, bits[i], &seed);
    }
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < SETS; i++) {
            for (unsigned k = 0; k < SETS; k++) {
                uint32_t both = meet(f, set[i], set[k]);
                unsigned bit = (i + k * 7) % ELEMENTS;
                assert_int_equal(gcv_consed_sets_contain(&f->sets, both, element_of(bit)),
                                 (bits[i] & bits[k]) >> bit & 1);
            }
        }
    }
    close_fixture(f);
}

/* Each element gets the weights of all sets that contain it. */
static void test_spread(NO_STATE)
{
    enum { SETS = 60, BELOW = 200 };
    uint64_t seed = 63;
    unsigned e;
    for (unsigned round = 0; round < 60; round++) {
        fixture *f = open_fixture();
        static bool member[SETS][BELOW];
        static uint64_t totals[BELOW], expected[BELOW];
        uint32_t set[SETS];
        uint64_t *weights;
        memset(member, 0, sizeof member);
        for (e = 0; e < BELOW; e++) {
            totals[e] = expected[e] = e; /* added to the existing weights */
        }
        for (unsigned i = 0; i < SETS; i++) {
            unsigned n = (unsigned)check_below(&seed, round % 3 == 0 ? 4 : 60);
            set[i] = i > 0 && check_below(&seed, 3) == 0 ? set[i - 1] : GCV_EMPTY_SET;
            memcpy(member[i], member[i > 0 ? i - 1 : 0], set[i] == GCV_EMPTY_SET ? 0 : BELOW);
            while (n-- > 0) {
                e = (unsigned)check_below(&seed, BELOW);
                member[i][e] = true;
                gcv_consed_sets_add(&f->sets, &set[i], e);
            }
        }
        weights = calloc(f->sets.nodes.n, sizeof *weights);
        assert_non_null(weights);
        for (unsigned i = 0; i < SETS; i++) {
            uint64_t weight = check_random(&seed) >> 8;
            weights[set[i]] += weight;
            for (e = 0; e < BELOW; e++) {
                expected[e] += member[i][e] ? weight : 0;
            }
        }
        gcv_consed_sets_spread(&f->sets, weights, totals);
        assert_memory_equal(totals, expected, sizeof totals);
        free(weights);
        close_fixture(f);
    }
}

/* Large sets must share parts: n sets that grow by one element share nearly everything. */
static void test_parts_are_shared(NO_STATE)
{
    enum { MANY = 4096 };
    fixture *f = open_fixture();
    uint32_t set = GCV_EMPTY_SET;
    for (uint32_t i = 0; i < MANY; i++) {
        gcv_consed_sets_add(&f->sets, &set, i * 2654435761u);
    }
    assert_true(f->sets.nodes.n < MANY * 10);
    for (uint32_t i = 0; i < MANY; i++) {
        assert_true(gcv_consed_sets_contain(&f->sets, set, i * 2654435761u));
        assert_false(gcv_consed_sets_contain(&f->sets, set, i * 2654435761u + 1));
    }
    close_fixture(f);
}

static void work(gcv_context *ctx)
{
    gcv_consed_sets sets;
    uint32_t a = GCV_EMPTY_SET, b = GCV_EMPTY_SET;
    gcv_consed_sets_init(ctx, &sets, 1000);
    for (uint32_t i = 0; i < 300; i++) {
        gcv_consed_sets_add(&sets, &a, i * 3);
        gcv_consed_sets_add(&sets, &b, i * 2);
    }
    gcv_consed_sets_intersect(&sets, &a, b);
    assert_true(gcv_consed_sets_contain(&sets, a, 6));
    assert_false(gcv_consed_sets_contain(&sets, a, 3));
    gcv_consed_sets_release(&sets);
}

static void test_every_allocation_fails_once(NO_STATE)
{
    gcv_context *ctx = gcv_context_new(0);
    check_allocations(ctx, 8, work(ctx));
    check_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elements_are_distinct),
        cmocka_unit_test(test_add),
        cmocka_unit_test(test_meet),
        cmocka_unit_test(test_all_small_sets),
        cmocka_unit_test(test_meet_after_forgetting),
        cmocka_unit_test(test_spread),
        cmocka_unit_test(test_parts_are_shared),
        cmocka_unit_test(test_every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
