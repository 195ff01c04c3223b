/* steps.c - counts the basic blocks that run.
 *
 * The program is built a second time, with -fsanitize-coverage=trace-pc: the compiler inserts a
 * call of this function at the beginning of each basic block, which count.h may make an addition.
 * So no loop can hide from the growth test, and the numbers are the same in each run. Work in
 * library functions (memchr, memcpy) does not count.
 */
#include "growth/growth.h"

/* Blocks use different counters: in a single one, each addition would wait for the one before. */
enum { COUNTERS = 16 };

uint64_t growth_counts[COUNTERS]; /* count.h uses it, too */

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
    growth_counts[(uintptr_t)__builtin_return_address(0) % COUNTERS]++;
}

uint64_t growth_steps(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < COUNTERS; i++) {
        sum += growth_counts[i];
    }
    return sum;
}
