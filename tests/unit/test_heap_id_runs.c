/* Runs of ids, compared with a plain set of ids: an id that is reported as new never occurred
 * before. */
#include "support/check.h"
#include "support/effort.h"

#include "heap/ids/id_runs.h"

#include <string.h>

enum { MOST = 4096 };

static gcv_id_runs *fresh(void)
{
    static gcv_id_runs runs;
    memset(&runs, 0x5a, sizeof runs); /* init must set everything */
    gcv_id_runs_init(&runs);
    return &runs;
}

static bool among(const uint64_t *ids, size_t n, uint64_t id)
{
    for (size_t i = 0; i < n; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

/* Every id that is reported as new is new, even after the first doubt. */
static size_t check_sound(const uint64_t *ids, size_t n)
{
    gcv_id_runs *runs = fresh();
    size_t n_new = 0;
    for (size_t i = 0; i < n; i++) {
        if (gcv_id_runs_add(runs, ids[i])) {
            assert_false(among(ids, i, ids[i]));
            n_new++;
        }
    }
    return n_new;
}

static void test_ascending(NO_STATE)
{
    static const uint64_t starts[] = {0, 1, 1000, UINT64_MAX - 999};
    gcv_id_runs *runs;
    for (size_t s = 0; s < CHECK_COUNT(starts); s++) {
        runs = fresh();
        for (uint64_t i = 0; i < 1000; i++) {
            assert_true(gcv_id_runs_add(runs, starts[s] + i));
        }
        for (uint64_t i = 0; i < 1000; i++) { /* all of them again */
            assert_false(gcv_id_runs_add(runs, starts[s] + i));
        }
    }
}

static void test_ends_of_the_range(NO_STATE)
{
    gcv_id_runs *runs = fresh();
    assert_true(gcv_id_runs_add(runs, UINT64_MAX));
    assert_false(gcv_id_runs_add(runs, UINT64_MAX));
    runs = fresh();
    assert_true(gcv_id_runs_add(runs, 0));
    assert_false(gcv_id_runs_add(runs, 0));
    runs = fresh();
    assert_true(gcv_id_runs_add(runs, UINT64_MAX));
    assert_true(gcv_id_runs_add(runs, 0));
    assert_true(gcv_id_runs_add(runs, UINT64_MAX - 1));
    assert_false(gcv_id_runs_add(runs, UINT64_MAX));
    runs = fresh();
    assert_true(gcv_id_runs_add(runs, 5));
    assert_true(gcv_id_runs_add(runs, UINT64_MAX));
    assert_false(gcv_id_runs_add(runs, UINT64_MAX));
}

/* Segments in any order prove that ids are new, as long as they do not overlap. */
static void test_segments_apart(NO_STATE)
{
    static const uint64_t order[] = {5, 3, 4, 9, 7, 8, 6, 1, 0, 2};
    gcv_id_runs *runs = fresh();
    for (size_t s = 0; s < CHECK_COUNT(order); s++) {
        for (uint64_t i = 0; i < 100; i++) {
            assert_true(gcv_id_runs_add(runs, order[s] * 1000 + 8 * i));
        }
    }
    for (size_t s = 0; s < CHECK_COUNT(order);
         s++) { /* within a span, whether or not the id occurred */
        gcv_id_runs *again = fresh();
        for (size_t k = 0; k < CHECK_COUNT(order); k++) {
            assert_true(gcv_id_runs_add(again, order[k] * 1000));
            assert_true(gcv_id_runs_add(again, order[k] * 1000 + 792));
        }
        assert_false(gcv_id_runs_add(again, order[s] * 1000 + (s % 2 == 0 ? 0 : 4)));
    }
}

/* A run that grows into an earlier one ends there. */
static void test_run_into_an_earlier_one(NO_STATE)
{
    gcv_id_runs *runs = fresh();
    assert_true(gcv_id_runs_add(runs, 100));
    assert_true(gcv_id_runs_add(runs, 200));
    assert_true(gcv_id_runs_add(runs, 50));
    assert_true(gcv_id_runs_add(runs, 99));
    assert_false(gcv_id_runs_add(runs, 100));
    runs = fresh();
    assert_true(gcv_id_runs_add(runs, 100));
    assert_true(gcv_id_runs_add(runs, 200));
    assert_true(gcv_id_runs_add(runs, 50));
    assert_false(gcv_id_runs_add(runs, 150));
    runs = fresh();
    assert_true(gcv_id_runs_add(runs, 100));
    assert_true(gcv_id_runs_add(runs, 200));
    assert_true(gcv_id_runs_add(runs, 50));
    assert_true(gcv_id_runs_add(runs, 201)); /* beyond it */
    assert_false(gcv_id_runs_add(runs, 50));
}

/* More runs than there is room for: descending ids are runs of one id, whose spans are joined. */
static void test_limit_of_runs(NO_STATE)
{
    const size_t most = GCV_ID_RUNS_MAX + GCV_ID_RUNS_JOINS * (GCV_ID_RUNS_MAX / 2);
    gcv_id_runs *runs = fresh();
    uint64_t id = 1000000;
    for (size_t i = 0; i <= most; i++) { /* the last run is open, not an earlier one */
        assert_true(gcv_id_runs_add(runs, id));
        id -= 2;
    }
    assert_int_equal(runs->n, GCV_ID_RUNS_MAX);
    assert_false(gcv_id_runs_add(runs, id));
    assert_int_equal(runs->n, GCV_ID_RUNS_MAX);
    assert_false(gcv_id_runs_add(runs, 1000000));
    assert_false(gcv_id_runs_add(runs, 999999)); /* a gap between two joined spans */
    assert_false(gcv_id_runs_add(runs, 2000000));
    assert_int_equal(runs->n, GCV_ID_RUNS_MAX);
}

/* No id is forgotten when spans are joined, whatever the order of the runs. */
static void test_joined_spans(NO_STATE)
{
    uint64_t seed = 31, page;
    size_t n_new;
    for (size_t round = 0; round < effort_rounds(60); round++) {
        static uint64_t ids[MOST];
        for (size_t i = 0; i < MOST; i++) {
            page = round % 2 == 0 ? MOST - i : check_below(&seed, MOST);
            ids[i] = page * 16 + check_below(&seed, 16);
        }
        n_new = check_sound(ids, MOST);
        assert_true(round % 2 != 0 || n_new == MOST); /* descending pages prove that ids are new */
    }
}

static void test_sound_at_random(NO_STATE)
{
    static uint64_t ids[MOST];
    uint64_t seed = 30;
    size_t n_new = 0;
    for (size_t round = 0; round < 400; round++) {
        const size_t n = 1 + check_below(&seed, round % 40 == 0 ? MOST : 60);
        const size_t span = 1 + check_below(&seed, round % 3 == 0 ? 20 : 100000);
        for (size_t i = 0; i < n; i++) {
            switch (check_below(&seed, 8)) {
            case 0:
                ids[i] =
                    check_below(&seed, 4) == 0 ? check_random(&seed) : check_below(&seed, span);
                break;
            case 1:
                ids[i] = i > 0 ? ids[check_below(&seed, i)] : 0;
                break;
            default:
                ids[i] = (i > 0 ? ids[i - 1] : 0) + check_below(&seed, 9);
                break;
            }
        }
        n_new += check_sound(ids, n);
    }
    assert_true(n_new > 3000);
}

/* All sequences of five ids out of five: never wrong, and exact for sequences that form one run. */
static void test_all_short_sequences(NO_STATE)
{
    static const uint64_t values[] = {0, 1, 2, 3, UINT64_MAX};
    for (unsigned code = 0; code < 5 * 5 * 5 * 5 * 5; code++) {
        uint64_t ids[5];
        unsigned rest = code;
        bool ascending = true;
        for (unsigned k = 0; k < 5; k++) {
            ids[k] = values[rest % 5];
            rest /= 5;
            ascending = ascending && (k == 0 || ids[k] > ids[k - 1]);
        }
        assert_true(check_sound(ids, 5) == 5 || !ascending);
    }
}

/* Below the limit on runs, ids without structure are new until one lies in a span. */
static void test_complete_for_spans(NO_STATE)
{
    uint64_t seed = 31;
    for (unsigned round = 0; round < 3000; round++) {
        struct gcv_id_run spans[40];
        gcv_id_runs *runs = fresh();
        size_t n = 0;
        bool good = true;
        for (size_t i = 0; i < 40 && good; i++) { /* spans[n - 1] is the open span */
            uint64_t id = check_below(&seed, 3000);
            bool joins = n > 0 && id > spans[n - 1].high, within = false;
            for (size_t k = 0; k < n; k++) {
                within = within || (id >= spans[k].low && id <= spans[k].high);
                joins =
                    joins && (k == n - 1 || spans[k].low > id || spans[k].low < spans[n - 1].low);
            }
            good = !within;
            assert_int_equal(gcv_id_runs_add(runs, id), good);
            if (good && joins) {
                spans[n - 1].high = id;
            } else if (good) {
                spans[n].low = id;
                spans[n++].high = id;
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ascending),          cmocka_unit_test(test_ends_of_the_range),
        cmocka_unit_test(test_segments_apart),     cmocka_unit_test(test_run_into_an_earlier_one),
        cmocka_unit_test(test_limit_of_runs),      cmocka_unit_test(test_joined_spans),
        cmocka_unit_test(test_sound_at_random),    cmocka_unit_test(test_all_short_sequences),
        cmocka_unit_test(test_complete_for_spans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
