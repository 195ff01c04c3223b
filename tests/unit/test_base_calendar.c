/* Dates of the Gregorian calendar: every day of 400 years, and known dates. */
#include "support/check.h"

#include "base/calendar.h"

#include <stdbool.h>
#include <stdio.h>

static void test_known(NO_STATE)
{
    static const struct {
        int64_t seconds;
        const char *text;
    } known[] = {
        {0, "1970-01-01 00:00:00"},
        {-1, "1969-12-31 23:59:59"},
        {951782399, "2000-02-28 23:59:59"},
        {951782400, "2000-02-29 00:00:00"},
        {INT64_C(-62135596800), "0001-01-01 00:00:00"},
        {INT64_C(253402300799), "9999-12-31 23:59:59"},
    };
    char text[GCV_TIME_MAX];
    for (size_t i = 0; i < CHECK_COUNT(known); i++) {
        gcv_format_time(text, known[i].seconds);
        assert_string_equal(text, known[i].text);
    }
}

static void test_every_day(NO_STATE)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t at = gcv_time_of_day(1800, 1, 1);
    for (int year = 1800; year < 2200; year++) {
        bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        for (int month = 1; month <= 12; month++) {
            int n = lengths[month - 1] + (leap && month == 2);
            for (int day = 1; day <= n; day++, at += 86400) {
                char text[GCV_TIME_MAX], wanted[40];
                (void)snprintf(wanted, sizeof wanted, "%04d-%02d-%02d 12:34:56", year, month, day);
                assert_true(gcv_time_of_day(year, month, day) == at);
                gcv_format_time(text, at + 12 * 3600 + 34 * 60 + 56);
                assert_string_equal(text, wanted);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_every_day),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
