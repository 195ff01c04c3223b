/* calendar.c - dates of the Gregorian calendar; see number.h.
 *
 * In a year that begins in March the leap day comes last, and the calendar repeats every 400 years
 * (146,097 days). So days are counted from March 1 of the year 0.
 */
#include "base/calendar.h"

#include <inttypes.h>
#include <stdio.h>

enum { DAYS_TO_1970 = 719468, DAY = 86400 };

int64_t gcv_time_of_day(int64_t year, int64_t month, int64_t day)
{
    int64_t y = month > 2 ? year : year - 1, m = month > 2 ? month - 3 : month + 9;
    return (365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - DAYS_TO_1970) * DAY;
}

void gcv_format_time(char *out, int64_t seconds)
{
    int64_t since = seconds + (int64_t)DAYS_TO_1970 * DAY;
    uint32_t days = (uint32_t)(since / DAY), second = (uint32_t)(since % DAY);
    uint32_t turn = days / 146097, day = days % 146097;
    uint32_t year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    day -= year * 365 + year / 4 - year / 100;
    uint32_t month = (5 * day + 2) / 153; /* 0 is March */
    day -= (153 * month + 2) / 5;
    (void)snprintf(out, GCV_TIME_MAX,
                   "%04" PRIu32 "-%02" PRIu32 "-%02" PRIu32 " %02" PRIu32 ":%02" PRIu32
                   ":%02" PRIu32,
                   (turn * 400 + year + (month >= 10)) % 10000, month < 10 ? month + 3 : month - 9,
                   day + 1, second / 3600, second / 60 % 60, second % 60);
}
