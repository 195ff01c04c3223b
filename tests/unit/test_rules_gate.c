/* Rules held against small heaps: what a sample stands for, and limits that hardly fit. Figures of
 * random heaps: property/prop_rules.c. */
#include "support/check.h"

#include "base/context.h"
#include "base/text.h"
#include "heap/freeze/freeze.h"
#include "heap/builder.h"
#include "rules/gate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    gcv_context *ctx;
    gcv_builder builder;
    gcv_heap *heap;
    gcv_error err;
} fixture;

static fixture *open_fixture(gcv_load_level level)
{
    fixture *f = calloc(1, sizeof *f);
    gcv_load_options options;
    assert_non_null(f);
    memset(&options, 0, sizeof options);
    options.level = level;
    f->ctx = gcv_context_new(0);
    gcv_builder_init(&f->builder, f->ctx, "the dump", "test", &options, true, GCV_KEEP_ROWS);
    assert_int_equal(gcv_builder_begin_section(&f->builder, &f->err), GCV_OK);
    return f;
}

static void close_fixture(fixture *f)
{
    gcv_builder_release(&f->builder);
    gcv_heap_free(f->heap);
    assert_true(gcv_context_used(f->ctx) == 0);
    gcv_context_free(f->ctx);
    free(f);
}

static void freeze(fixture *f)
{
    assert_int_equal(gcv_builder_freeze(&f->builder, &f->heap, &f->err), GCV_OK);
}

static void type(fixture *f, uint64_t id, const char *name)
{
    static const gcv_slice no_module = {NULL, 0};
    assert_int_equal(
        gcv_builder_add_type(&f->builder, 1, id, gcv_slice_str(name), no_module, &f->err), GCV_OK);
}

static void object(fixture *f, uint64_t id, uint64_t type_id, uint64_t size)
{
    assert_int_equal(gcv_builder_add_object(&f->builder, 0, id, type_id, size, NULL, 0, &f->err),
                     GCV_OK);
}

static void root(fixture *f, uint64_t id)
{
    gcv_builder_root record;
    memset(&record, 0, sizeof record);
    record.id = id;
    record.kind = GCV_ROOT_KIND_STATIC;
    assert_int_equal(gcv_builder_add_root(&f->builder, &record, &f->err), GCV_OK);
}

/* The outcome of one rule; the heap is its own baseline. */
static gcv_outcome outcome_of(fixture *f, const char *text)
{
    gcv_rules rules = {{NULL, 0, 0}};
    gcv_filter everything;
    gcv_selection all;
    gcv_outcome outcome;
    memset(&everything, 0, sizeof everything);
    if (gcv_rules_add(f->ctx, &rules, text, 1, true, &f->err) != GCV_OK) {
        fail_msg("`%s`: %s", text, f->err.message);
    }
    assert_int_equal(gcv_selection_find(f->ctx, f->heap, &everything, &all, &f->err), GCV_OK);
    assert_int_equal(gcv_gate_run(f->ctx, &rules, &all, &all, false, &outcome, &f->err), GCV_OK);
    gcv_selection_release(f->ctx, &all);
    gcv_rules_release(f->ctx, &rules);
    return outcome;
}

static void check_rule(fixture *f, const char *text, uint64_t actual, uint64_t limit)
{
    gcv_outcome outcome = outcome_of(f, text);
    if (outcome.actual.amount != actual || outcome.limit.amount != limit) {
        fail_msg("`%s`: %" PRIu64 " and %" PRIu64 ", not %" PRIu64 " and %" PRIu64, text,
                 outcome.actual.amount, outcome.limit.amount, actual, limit);
    }
}

/* ---- sampled dumps ------------------------------------------------------------------------ */

/* Two records of the type A with factors of their own: in the sample 3 × 10 and 1 × 100 bytes,
 * which stand for 6 objects of 60 bytes and 4 of 400. B is not sampled. */
static fixture *open_sample(gcv_load_level level)
{
    fixture *f = open_fixture(level);
    uint64_t i;
    type(f, 1, "A");
    type(f, 2, "B");
    type(f, 3, "A");
    for (i = 0; i < 3; i++) {
        object(f, 8 * i, 1, 10);
    }
    object(f, 80, 3, 100);
    for (i = 0; i < 5; i++) {
        object(f, 160 + 8 * i, 2, 8);
    }
    root(f, 0);
    root(f, 80);
    root(f, 160);
    assert_int_equal(gcv_builder_scale_type(&f->builder, 1, 2, &f->err), GCV_OK);
    assert_int_equal(gcv_builder_scale_type(&f->builder, 3, 4, &f->err), GCV_OK);
    freeze(f);
    return f;
}

static void check_sample(gcv_load_level level)
{
    fixture *f = open_sample(level);
    check_rule(f, "count(A) <= 1", 10, 1);
    check_rule(f, "count(B) <= 1", 5, 1);
    check_rule(f, "bytes(A) <= 1", 460, 1);
    check_rule(f, "count(A) <= 50%", 10, 7); /* of 15 */
    check_rule(f, "bytes(A) < 10%", 460, 50);
    check_rule(f, "bytes = 500", 500, 500);
    close_fixture(f);
}

static void test_sample(void **state)
{
    (void)state;
    check_sample(GCV_LOAD_GRAPH);
    check_sample(GCV_LOAD_TALLY);
}

/* Combinations of traits keep the factors of their records. */
static void test_sample_with_traits(void **state)
{
    fixture *f = open_sample(GCV_LOAD_GRAPH);
    (void)state;
    check_rule(f, "reachable count(A) < 50%", 6, 8); /* 2 and 4; half of 15, rounded up */
    check_rule(f, "unreachable count(A) < 1", 4, 1); /* 2 at 2 */
    check_rule(f, "reachable bytes(A) < 1", 420, 1); /* 10 at 2, 100 at 4 */
    check_rule(f, "unreachable bytes(A) < 1", 40, 1);
    check_rule(f, "reachable bytes(B) < 1", 8, 1);
    check_rule(f, "count(root static) = 7", 7, 7);
    close_fixture(f);
}

/* What a sample retains is not scaled, nor is what its percentage is of. */
static void test_sample_retained(void **state)
{
    fixture *f = open_sample(GCV_LOAD_GRAPH);
    (void)state;
    check_rule(f, "retained(A) < 10%", 110, 17); /* of 170 */
    close_fixture(f);
}

static void test_sample_growth(void **state)
{
    fixture *f = open_sample(GCV_LOAD_GRAPH);
    gcv_outcome outcome = outcome_of(f, "growth bytes(A) < 10%");
    (void)state;
    assert_int_equal(outcome.actual.growth, 0);
    assert_int_equal(outcome.limit.growth, 46); /* of 460 */
    close_fixture(f);
}

/* ---- percentages that hardly fit ---------------------------------------------------------- */

static void test_huge_percentage(void **state)
{
    fixture *f = open_fixture(GCV_LOAD_TALLY);
    (void)state;
    type(f, 1, "A");
    object(f, 8, 1, 50000);
    freeze(f);
    /* The last percentage that is computed, and the first that is not. */
    check_rule(f, "bytes <= 99999999999.999%", 50000, 49999999999999);
    check_rule(f, "bytes < 99999999999.999%", 50000, 50000000000000);
    check_rule(f, "bytes <= 100000000000%", 50000, UINT64_MAX);
    check_rule(f, "bytes < 100000000000%", 50000, UINT64_MAX);
    check_rule(f, "bytes <= 500000000000%", 50000, UINT64_MAX);
    check_rule(f, "bytes <= 9223372036854774%", 50000, UINT64_MAX);
    check_rule(f, "bytes(B) <= 0%", 0, 0);
    close_fixture(f);
}

static void test_percentage_of_much(void **state)
{
    fixture *f = open_fixture(GCV_LOAD_TALLY);
    const uint64_t size = (uint64_t)1 << 62;
    (void)state;
    type(f, 1, "A");
    object(f, 8, 1, size);
    freeze(f);
    check_rule(f, "bytes <= 100%", size, size);
    check_rule(f, "bytes <= 300%", size, 3 * size);
    check_rule(f, "bytes <= 399.999%", size, UINT64_MAX - 46116860184273); /* 2^64 - 2^62 / 10^5 */
    check_rule(f, "bytes <= 400%", size, UINT64_MAX);
    check_rule(f, "bytes <= 500%", size, UINT64_MAX);
    close_fixture(f);
}

static void test_percentage_of_nothing(void **state)
{
    fixture *f = open_fixture(GCV_LOAD_TALLY);
    (void)state;
    freeze(f);
    check_rule(f, "bytes < 5%", 0, 0);
    check_rule(f, "bytes <= 100000000000%", 0, 0);
    close_fixture(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_sample_with_traits),
        cmocka_unit_test(test_sample_retained),
        cmocka_unit_test(test_sample_growth),
        cmocka_unit_test(test_huge_percentage),
        cmocka_unit_test(test_percentage_of_much),
        cmocka_unit_test(test_percentage_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
