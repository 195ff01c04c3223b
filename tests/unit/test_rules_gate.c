/* Rules applied to small heaps: figures of samples, and limits that barely fit.
 * property/prop_rules.c tests figures of random heaps. */
#include "support/built_heap.h"
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include "rules/rule.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void root(built_heap *f, uint64_t id)
{
    gcv_builder_root record = {.id = id, .kind = GCV_ROOT_KIND_STATIC};
    gcv_builder_add_root(&f->builder, &record);
}

/* Returns the outcome of one rule; the heap is its own baseline. */
static gcv_outcome outcome_of(built_heap *f, const char *text)
{
    gcv_rules rules = {0};
    gcv_filter everything = {0};
    gcv_selection all;
    gcv_outcome outcome;
    gcv_rules_add(f->ctx, &rules, text, 1, true);
    gcv_selection_find(f->ctx, f->heap, &everything, &all);
    gcv_gate_run(f->ctx, &rules, &all, &all, false, &outcome);
    gcv_selection_release(f->ctx, &all);
    gcv_rules_release(f->ctx, &rules);
    return outcome;
}

static void check_rule(built_heap *f, const char *text, uint64_t actual, uint64_t limit)
{
    gcv_outcome outcome = outcome_of(f, text);
    if (outcome.actual.amount != actual || outcome.limit.amount != limit) {
        fail_msg("`%s`: %" PRIu64 " and %" PRIu64 ", not %" PRIu64 " and %" PRIu64, text,
                 outcome.actual.amount, outcome.limit.amount, actual, limit);
    }
}

/* ---- sampled dumps ------------------------------------------------------------------------ */

/* Two records of the type A with different factors: the sample has 3 × 10 and 1 × 100 bytes, which
 * stand for 6 objects of 60 bytes and 4 of 400. B is not sampled. */
static built_heap *open_sample(gcv_load_level level)
{
    built_heap *f = built_heap_new(level, true);
    built_heap_type(f, 1, "A", NULL);
    built_heap_type(f, 2, "B", NULL);
    built_heap_type(f, 3, "A", NULL);
    for (uint64_t i = 0; i < 3; i++) {
        built_heap_object(f, 8 * i, 1, 10);
    }
    built_heap_object(f, 80, 3, 100);
    for (uint64_t i = 0; i < 5; i++) {
        built_heap_object(f, 160 + 8 * i, 2, 8);
    }
    root(f, 0);
    root(f, 80);
    root(f, 160);
    gcv_builder_scale_type(&f->builder, 1, 2);
    gcv_builder_scale_type(&f->builder, 3, 4);
    built_heap_freeze(f);
    return f;
}

static void check_sample(gcv_load_level level)
{
    built_heap *f = open_sample(level);
    check_rule(f, "count(A) <= 1", 10, 1);
    check_rule(f, "count(B) <= 1", 5, 1);
    check_rule(f, "bytes(A) <= 1", 460, 1);
    check_rule(f, "count(A) <= 50%", 10, 7); /* of 15 */
    check_rule(f, "bytes(A) < 10%", 460, 50);
    check_rule(f, "bytes = 500", 500, 500);
    built_heap_free(f);
}

static void test_sample(NO_STATE)
{
    check_sample(GCV_LOAD_GRAPH);
    check_sample(GCV_LOAD_TALLY);
}

/* Combinations of traits keep the factors of their records. */
static void test_sample_with_traits(NO_STATE)
{
    built_heap *f = open_sample(GCV_LOAD_GRAPH);
    check_rule(f, "reachable count(A) < 50%", 6, 8); /* 2 and 4; half of 15, rounded up */
    check_rule(f, "unreachable count(A) < 1", 4, 1); /* 2 at 2 */
    check_rule(f, "reachable bytes(A) < 1", 420, 1); /* 10 at 2, 100 at 4 */
    check_rule(f, "unreachable bytes(A) < 1", 40, 1);
    check_rule(f, "reachable bytes(B) < 1", 8, 1);
    check_rule(f, "count(root static) = 7", 7, 7);
    built_heap_free(f);
}

/* Retained bytes of a sample are not scaled, nor is the base of their percentage. */
static void test_sample_retained(NO_STATE)
{
    built_heap *f = open_sample(GCV_LOAD_GRAPH);
    check_rule(f, "retained(A) < 10%", 110, 17); /* of 170 */
    built_heap_free(f);
}

static void test_sample_growth(NO_STATE)
{
    built_heap *f = open_sample(GCV_LOAD_GRAPH);
    gcv_outcome outcome = outcome_of(f, "growth bytes(A) < 10%");
    assert_int_equal(outcome.actual.growth, 0);
    assert_int_equal(outcome.limit.growth, 46); /* of 460 */
    built_heap_free(f);
}

/* ---- percentages that barely fit ---------------------------------------------------------- */

static void test_huge_percentage(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_TALLY, true);
    built_heap_type(f, 1, "A", NULL);
    built_heap_object(f, 8, 1, 50000);
    built_heap_freeze(f);
    /* The last percentage that is computed, and the first that is not. */
    check_rule(f, "bytes <= 99999999999.999%", 50000, 49999999999999);
    check_rule(f, "bytes < 99999999999.999%", 50000, 50000000000000);
    check_rule(f, "bytes <= 100000000000%", 50000, UINT64_MAX);
    check_rule(f, "bytes < 100000000000%", 50000, UINT64_MAX);
    check_rule(f, "bytes <= 500000000000%", 50000, UINT64_MAX);
    check_rule(f, "bytes <= 9223372036854774%", 50000, UINT64_MAX);
    check_rule(f, "bytes(B) <= 0%", 0, 0);
    built_heap_free(f);
}

static void test_percentage_of_much(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_TALLY, true);
    const uint64_t size = (uint64_t)1 << 62;
    built_heap_type(f, 1, "A", NULL);
    built_heap_object(f, 8, 1, size);
    built_heap_freeze(f);
    check_rule(f, "bytes <= 100%", size, size);
    check_rule(f, "bytes <= 300%", size, 3 * size);
    check_rule(f, "bytes <= 399.999%", size, UINT64_MAX - 46116860184273); /* 2^64 - 2^62 / 10^5 */
    check_rule(f, "bytes <= 400%", size, UINT64_MAX);
    check_rule(f, "bytes <= 500%", size, UINT64_MAX);
    built_heap_free(f);
}

static void test_percentage_of_nothing(NO_STATE)
{
    built_heap *f = built_heap_new(GCV_LOAD_TALLY, true);
    built_heap_freeze(f);
    check_rule(f, "bytes < 5%", 0, 0);
    check_rule(f, "bytes <= 100000000000%", 0, 0);
    built_heap_free(f);
}

/* ---- rules that match nothing ------------------------------------------------------------- */

static const struct {
    const char *rule;
    bool idle;
} matches[] = {
    {"count(Acme.Order) < 9", false},
    {"count(Acme.*) < 9", false},
    {"count(Nothing) < 9", true},
    {"count(acme.order) < 9", true},
    {"count({Nothing,Acme.Order}) < 9", false},
    {"count(namespace Acme.Shop) < 9", false},
    {"count(namespace Acme.Shp) < 9", true},
    {"count(module a.dll) < 9", false},
    {"count(module b.dll) < 9", true},
    {"count(root local) < 9", false},
    {"pinned count < 9", false},
    {"count(heap) < 9", false},
    {"optional count(Nothing) < 9", false},
    {"optional growth count(Nothing) <= 0", false},
    /* A type that only the baseline has is not misspelt, whether or not the rule is about growth.
     */
    {"count(Acme.Gone) < 9", false},
    {"growth count(Acme.Gone) <= 0", false},
    {"growth count(Nothing) <= 0", true},
    /* A forbidden type needs no match, but must not be misspelt either. */
    {"forbid Nothing", false},
    {"forbid Acme.Nothing", false},
    {"forbid Acme.Order", false}, /* broken, which is enough */
    {"forbid Order", true},
    {"forbid order", true},
    {"forbid acme.order", true},
    {"forbid acme.ord*", true},
    {"forbid Ord*", false},
    {"forbid Other.Order", false},
    {"forbid Oredr", false},
    {"forbid namespace acme.shop", true},
    {"forbid namespace Shop", false},
    {"optional forbid Order", false},
    {"forbid Acme.Gone", false},
};

static built_heap *open_types(const char *a, const char *b)
{
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    built_heap_type(f, 1, a, "a.dll");
    built_heap_type(f, 2, b, NULL);
    built_heap_freeze(f);
    return f;
}

static void test_matches(NO_STATE)
{
    built_heap *f = open_types("Acme.Order", "Acme.Shop.View");
    built_heap *old = open_types("Acme.Order", "Acme.Gone");
    gcv_filter everything = {0};
    gcv_selection now, before;
    gcv_selection_find(f->ctx, f->heap, &everything, &now);
    gcv_selection_find(f->ctx, old->heap, &everything, &before);
    for (size_t i = 0; i < CHECK_COUNT(matches); i++) {
        gcv_rules rules = {0};
        gcv_outcome outcome;
        gcv_rules_add(f->ctx, &rules, matches[i].rule, 1, true);
        gcv_gate_run(f->ctx, &rules, &now, &before, false, &outcome);
        if (outcome.idle != matches[i].idle) {
            fail_msg("%s", matches[i].rule);
        }
        gcv_rules_release(f->ctx, &rules);
    }
    gcv_selection_release(f->ctx, &now);
    gcv_selection_release(f->ctx, &before);
    built_heap_free(old);
    built_heap_free(f);
}

/* Rules about the same names are measured together, wherever they are; each has the same result as
 * alone. */
static void test_rules_together(NO_STATE)
{
    static const char *const texts[] = {"count(A) <= 1",       "retained(A) <= 1",
                                        "retained(A*) <= 200", "count(root static) = 7",
                                        "pinned count <= 1",   "forbid a",
                                        "count(A) <= 50%",     "reachable bytes(A) < 1",
                                        "bytes(X) >= 1",       "retained(A) <= 10%",
                                        "optional forbid a",   "growth count(A) > 3",
                                        "retained <= 1",       "reachable retained(A) < 1",
                                        "bytes = 500",         "forbid B"};
    built_heap *f = open_sample(GCV_LOAD_GRAPH);
    gcv_rules rules = {0};
    gcv_outcome together[2 * CHECK_COUNT(texts)];
    gcv_filter everything = {0};
    gcv_selection all;
    for (size_t i = 0; i < 2 * CHECK_COUNT(texts); i++) {
        gcv_rules_add(f->ctx, &rules, texts[i % CHECK_COUNT(texts)], i + 1, true);
    }
    gcv_selection_find(f->ctx, f->heap, &everything, &all);
    gcv_gate_run(f->ctx, &rules, &all, &all, false, together);
    for (size_t i = 0; i < 2 * CHECK_COUNT(texts); i++) {
        const gcv_outcome alone = outcome_of(f, texts[i % CHECK_COUNT(texts)]);
        if (together[i].actual.amount != alone.actual.amount || together[i].idle != alone.idle ||
            together[i].limit.amount != alone.limit.amount || together[i].broken != alone.broken) {
            fail_msg("`%s`, rule %zu", texts[i % CHECK_COUNT(texts)], i + 1);
        }
    }
    gcv_selection_release(f->ctx, &all);
    gcv_rules_release(f->ctx, &rules);
    built_heap_free(f);
}

/* ---- too many ----------------------------------------------------------------------------- */

enum { TYPES = 5000 };

/* Returns the outcome of `n` rules `MEASURE(*xxx…`, the first with `first` letters, each next one
 * with one more. */
static gcv_status run_many(const char *beginning, char letter, const char *end, size_t first,
                           size_t n)
{
    static char texts[300][1100];
    static gcv_outcome outcomes[CHECK_COUNT(texts)];
    built_heap *f = built_heap_new(GCV_LOAD_GRAPH, true);
    gcv_rules rules = {0};
    gcv_filter everything = {0};
    gcv_selection all;
    for (size_t i = 0; i < TYPES; i++) {
        char name[20];
        (void)snprintf(name, sizeof name, "T%zu", i);
        built_heap_type(f, i + 1, name, NULL);
        built_heap_object(f, 8 * i + 8, i + 1, 8);
    }
    root(f, 8);
    built_heap_freeze(f);
    for (size_t i = 0; i < n; i++) {
        const size_t at = (size_t)snprintf(texts[i], sizeof texts[i], "%s", beginning);
        memset(texts[i] + at, letter, first + i);
        (void)snprintf(texts[i] + at + first + i, 20, "%s", end);
        gcv_rules_add(f->ctx, &rules, texts[i], i + 1, false);
    }
    gcv_selection_find(f->ctx, f->heap, &everything, &all);
    gcv_status status =
        tried(f->ctx, NULL, gcv_gate_run(f->ctx, &rules, &all, NULL, false, outcomes));
    gcv_selection_release(f->ctx, &all);
    gcv_rules_release(f->ctx, &rules);
    built_heap_free(f);
    return status;
}

/* Patterns with braces that begin with a wildcard, so each is tried on each type. Under sanitizers
 * the limit takes three seconds. */
static void test_too_many_comparisons(NO_STATE)
{
    assert_int_equal(run_many("count(*{", 'x', "}) <= 9", 900, 5), GCV_OK);
    if (!effort_is_reduced()) {
        assert_int_equal(run_many("count(*{", 'x', "}) <= 9", 900, 65), GCV_ERR_LIMIT);
    }
}

/* Sets that have all types each. */
static void test_too_many_types(NO_STATE)
{
    assert_int_equal(run_many("retained(T*", '*', ") <= 9", 1, 20), GCV_OK);
    assert_int_equal(run_many("retained(T*", '*', ") <= 9", 1, 250), GCV_ERR_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules_together),
        cmocka_unit_test(test_too_many_comparisons),
        cmocka_unit_test(test_too_many_types),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_sample_with_traits),
        cmocka_unit_test(test_sample_retained),
        cmocka_unit_test(test_sample_growth),
        cmocka_unit_test(test_huge_percentage),
        cmocka_unit_test(test_percentage_of_much),
        cmocka_unit_test(test_percentage_of_nothing),
        cmocka_unit_test(test_matches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
