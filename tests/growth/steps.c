/* steps.c - counts the basic blocks that run.
 *
 * The program is built a second time, with -fsanitize-coverage=trace-pc: the compiler inserts a
 * call of this function at the beginning of each basic block. So no loop can hide from the growth
 * test, and the numbers are the same in each run. Work in library functions (memchr, memcpy) does
 * not count.
 */
#include "growth/growth.h"

uint64_t growth_steps;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) { growth_steps++; }
