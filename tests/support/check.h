/* check.h - what every unit test needs: cmocka with its includes, and random numbers of our own, as
 * those of the C library differ from one to the next. */
#ifndef GCV_TESTS_CHECK_H
#define GCV_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The next number of the sequence (splitmix64). */
static inline uint64_t check_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* One below `bound`. */
static inline size_t check_below(uint64_t *state, size_t bound)
{
    return (size_t)(check_random(state) % bound);
}

/* For what cannot be tested on this system. A program that left something out ends with
 * check_result(), which is what the runner of all tests shows as skipped. */
enum { CHECK_SKIPPED = 77 };

static inline int *check_n_skipped(void)
{
    static int n;
    return &n;
}

static inline void check_skip(const char *why)
{
    print_message("skipped: %s\n", why);
    ++*check_n_skipped();
    skip();
}

/* The exit status of a program of which so many tests failed. */
static inline int check_result(int failed)
{
    return failed == 0 && *check_n_skipped() > 0 ? CHECK_SKIPPED : failed;
}

#define CHECK_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
