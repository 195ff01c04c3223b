/* effort.h - how much work a test does.
 *
 * Without sanitizers: everything except half of the rounds of random tests, the largest heaps, and
 * repetitions with other limits, minimum shares, older heaps or, where that costs most, numberings
 * of four objects; every third close bound of memory, a fourth of the limits, and every second
 * command in each adversity of whole.system; of allocations that fail, those behind the first fifty
 * in steps of a fiftieth. With sanitizers, which take ten times as long: a thirtieth of the rounds
 * and of the graphs of three and four objects, a fourth of the cuts, a third of the pipes, places
 * of output and sort keys, and one small pass of tests that only count steps and bytes. With
 * GCVIEW_SLOW=1 in the environment (`sh tests/slow`): everything.
 */
#ifndef GCV_TESTS_EFFORT_H
#define GCV_TESTS_EFFORT_H

#include <stdbool.h>
#include <stdint.h>

/* Returns how many of `rounds` rounds to do, at least one. */
uint32_t effort_rounds(uint32_t rounds);
/* Whether to leave out a case of an exhaustive test, by a hash of the case. */
bool effort_leaves_out(uint64_t hash);
/* Whether a small pass is enough. */
bool effort_is_reduced(void);
/* Whether heaps of millions of objects are wanted. */
bool effort_is_full(void);

#endif
