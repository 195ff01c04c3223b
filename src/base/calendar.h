/* calendar.h - dates of the Gregorian calendar, from the year 0 to 9999. */
#ifndef GCV_BASE_CALENDAR_H
#define GCV_BASE_CALENDAR_H

#include <stdint.h>

enum { GCV_TIME_MAX = 32 }; /* size of a formatted time, terminator included */

/* Returns the seconds from 1970-01-01 00:00:00 to the start of a day; negative for earlier days. */
int64_t gcv_time_of_day(int64_t year, int64_t month, int64_t day);

/* Writes a time as `2026-11-20 13:18:10`; `out` has GCV_TIME_MAX bytes. */
void gcv_format_time(char *out, int64_t seconds);

#endif
