/* Reports mention unreachable bytes from exactly a quarter of all bytes on, for any numbers. */
#include "support/check.h"

#include "report/select.h"

static void test_a_quarter(NO_STATE)
{
    static const struct {
        uint64_t unreachable, all;
        bool much;
    } cases[] = {
        {0, 0, false},
        {0, 1, false},
        {1, 1, true},
        {1, 4, true},
        {1, 5, false},
        {24, 100, false}, /* rounded, 24.5 % would be 25 */
        {49, 200, false},
        {50, 200, true},
        {UINT64_MAX / 4, UINT64_MAX, false},
        {UINT64_MAX / 4 + 1, UINT64_MAX, true},
        {UINT64_MAX, UINT64_MAX, true},
    };
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        assert_int_equal(gcv_is_much_garbage(cases[i].unreachable, cases[i].all), cases[i].much);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_quarter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
