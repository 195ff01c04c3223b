/* calendar.h - dates of the Gregorian calendar, from the year 0 to 9999. */
#ifndef GCV_BASE_CALENDAR_H
#define GCV_BASE_CALENDAR_H

#include <stdint.h>

enum { GCV_TIME_MAX = 32 }; /* bytes of a time as text, the terminator included */

/* Seconds from 1970-01-01 00:00:00 to the beginning of a day, before it negative. */
int64_t gcv_time_of_day(int64_t year, int64_t month, int64_t day);

/* `2026-11-20 13:18:10`; `out` has GCV_TIME_MAX bytes. */
void gcv_format_time(char *out, int64_t seconds);

#endif
