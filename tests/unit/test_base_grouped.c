/* Numbers with commas, compared with the simplest method, and what counts as a number in a
 * sentence. */
#include "support/check.h"

#include "base/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_commas(NO_STATE)
{
    uint64_t seed = 5;
    for (unsigned round = 0; round < 2000; round++) {
        char digits[GCV_NUMBER_MAX], out[GCV_GROUPED_MAX], expected[GCV_GROUPED_MAX];
        const uint64_t value = check_random(&seed) >> check_below(&seed, 64);
        size_t n = gcv_format_u64(digits, value), at = 0;
        for (size_t i = 0; i < n; i++) { /* from the end */
            if (i > 0 && i % 3 == 0) {
                expected[at++] = ',';
            }
            expected[at++] = digits[n - 1 - i];
        }
        assert_int_equal(gcv_group_digits(out, digits, n), at);
        assert_int_equal(strlen(out), at);
        for (size_t i = 0; i < at; i++) {
            assert_int_equal(out[i], expected[at - 1 - i]);
        }
    }
}

/* Each case has one number to group, between braces, or none. */
static void test_sentences(NO_STATE)
{
    static const char *const cases[] = {
        "{1234}",
        "they retain {3680} bytes",
        "{1234}, and",
        "grew by {74240}.",
        "+{4528} b",
        "since: -{1000}",
        "{1000};",
        "999 bytes",
        "Type12345",
        "12345abc",
        "x+1234",
        "24b14000",
        "Map/12345",
        "@12345",
        "(12345)",
        "f(12345 x)",
        "2 more Row ({1008} of 999 in .rows)",
        "{123456789012345678901}",
        "1234567890123456789012345678901",
        "a - {5000}",
        "",
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char text[100];
        const char *open = strchr(cases[i], '{');
        size_t n, size = 0;
        for (const char *c = cases[i]; *c != '\0'; c++) {
            if (*c != '{' && *c != '}') {
                text[size++] = *c;
            }
        }
        size_t at = gcv_next_to_group(gcv_slice_of(text, size), 0, &n);
        if (open == NULL) {
            assert_true(at == size && n == 0);
        } else {
            assert_int_equal(at, open - cases[i]);
            assert_int_equal(n, strchr(cases[i], '}') - open - 1);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_commas),
                                       cmocka_unit_test(test_sentences)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
