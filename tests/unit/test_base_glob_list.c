/* Lists of names and patterns: random lists compared with trying each pattern, and the limit. */
#include "support/check.h"
#include "support/tried.h"

#include "base/glob.h"

#include <stdio.h>
#include <string.h>

enum { PATTERNS = 40, TEXT = 12 };

typedef struct fixture {
    gcv_context *ctx;
    gcv_glob_list list, exact;
} fixture;

static void open_list(fixture *f)
{
    memset(f, 0, sizeof *f);
    f->ctx = gcv_context_new(0);
    assert_non_null(f->ctx);
}

static void release(gcv_context *ctx, gcv_glob_list *list)
{
    gcv_free(ctx, list->parent);
    GCV_RELEASE(ctx, &list->names, &list->globs);
}

static void close_list(fixture *f)
{
    release(f->ctx, &f->list);
    release(f->ctx, &f->exact);
    check_context_free(f->ctx);
}

static void add(fixture *f, const char *pattern)
{
    gcv_glob_list_add(f->ctx, &f->list, gcv_slice_str(pattern));
}

static void random_text(uint64_t *seed, const char *letters, char *out)
{
    size_t n = check_below(seed, TEXT - 1);
    for (size_t i = 0; i < n; i++) {
        out[i] = letters[check_below(seed, strlen(letters))];
    }
    out[n] = '\0';
}

/* The first `n_exact` patterns are names, too, and mean only these. */
static bool naive(fixture *f, char patterns[][TEXT], size_t n, size_t n_exact, const char *name,
                  bool ignore_case)
{
    const gcv_slice text = gcv_slice_str(name);
    for (size_t i = 0; i < n; i++) {
        const gcv_slice pattern = gcv_slice_str(patterns[i]);
        bool is_exact = false;
        for (size_t k = 0; k < n_exact; k++) {
            is_exact = is_exact || gcv_slice_compare_letters(pattern, gcv_slice_str(patterns[k]),
                                                             ignore_case) == 0;
        }
        if (is_exact ? gcv_slice_compare_letters(pattern, text, ignore_case) == 0
                     : gcv_glob_slice(f->ctx, pattern, text, ignore_case)) {
            return true;
        }
    }
    return false;
}

static void test_against_a_look_at_each(NO_STATE)
{
    static const char *const letters[] = {"aaaAb*", "aabB*?", "ab", "aaAb{,}*"};
    uint64_t seed = 1;
    unsigned hits = 0, questions = 0;
    for (unsigned round = 0; round < 3000; round++) {
        char patterns[PATTERNS][TEXT], name[TEXT];
        const size_t n = check_below(&seed, PATTERNS), n_exact = n / (1 + check_below(&seed, 9));
        const bool ignore_case = round % 2 == 0;
        fixture f;
        open_list(&f);
        for (unsigned k = 0; k < n; k++) {
            random_text(&seed, letters[check_below(&seed, CHECK_COUNT(letters))], patterns[k]);
            add(&f, patterns[k]);
            if (k < n_exact) {
                gcv_slice_column_push(f.ctx, &f.exact.names, gcv_slice_str(patterns[k]));
            }
        }
        gcv_glob_list_sort(f.ctx, &f.list, "f", ignore_case);
        gcv_glob_list_sort(f.ctx, &f.exact, "f", ignore_case);
        for (unsigned k = 0; k < 20; k++) {
            random_text(&seed, k % 4 == 0 ? "aAb{,}*" : "aAabB", name);
            bool expected = naive(&f, patterns, n, n_exact, name, ignore_case);
            hits += expected;
            questions++;
            if (gcv_glob_list_has(f.ctx, &f.list, &f.exact, gcv_slice_str(name)) != expected) {
                fail_msg("%s: %s", name, expected ? "missed" : "found");
            }
        }
        close_list(&f);
    }
    assert_true(hits > questions / 5 && hits < questions * 4 / 5);
}

static void test_empty(NO_STATE)
{
    fixture f;
    open_list(&f);
    gcv_glob_list_sort(f.ctx, &f.list, "f", false);
    assert_false(gcv_glob_list_has(f.ctx, &f.list, &f.exact, gcv_slice_str("")));
    close_list(&f);
}

/* Sorts `n` patterns with different ends, and one more. */
static void sort_many(gcv_context *ctx, const char *beginning, size_t n)
{
    static char texts[GCV_GLOB_LIST_ALIKE_MAX + 1][20];
    fixture f = {ctx, {0}, {0}};
    add(&f, "ab*");
    for (size_t i = 0; i < n; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "%s*%u", beginning, (unsigned)i);
        add(&f, texts[i]);
    }
    gcv_glob_list_sort(ctx, &f.list, "f", false);
    release(ctx, &f.list);
}

/* Whether these are too many. */
static bool too_many(const char *beginning, size_t n, const char *why)
{
    gcv_context *ctx = gcv_context_new(0);
    gcv_error err;
    gcv_status status = tried(ctx, &err, sort_many(ctx, beginning, n));
    if (status != GCV_OK) {
        assert_int_equal(status, GCV_ERR_USAGE);
        assert_string_equal(err.message, why);
    }
    check_context_free(ctx);
    return status != GCV_OK;
}

static void test_limit(NO_STATE)
{
    static const char wild[] = "more than 1000 GLOBs begin with a wildcard";
    static const char alike[] = "more than 1000 GLOBs are about names that begin with 'abc'";
    assert_false(too_many("", GCV_GLOB_LIST_ALIKE_MAX - 1, NULL));
    assert_true(too_many("", GCV_GLOB_LIST_ALIKE_MAX + 1, wild));
    assert_false(too_many("abc", GCV_GLOB_LIST_ALIKE_MAX - 1, NULL));
    assert_true(too_many("abc", GCV_GLOB_LIST_ALIKE_MAX, alike)); /* `ab*` is one more */
    assert_false(too_many("ac", GCV_GLOB_LIST_ALIKE_MAX, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_a_look_at_each),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
