/* lines.h - counts the line ends in a block: the inner loop of the floor, for floor.c and
 * gcvbench.c.
 */
#ifndef GCV_BENCH_LINES_H
#define GCV_BENCH_LINES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t bench_lines_in(const char *at, size_t length)
{
    const char *end = at + length;
    uint64_t lines = 0;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        lines++;
        at++;
    }
    return lines;
}

#endif
