/* check.h - what every unit test needs: cmocka with its includes, the end of a context, and a
 * random number generator, as those of C libraries differ. */
#ifndef GCV_TESTS_CHECK_H
#define GCV_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/attr.h"
#include "base/context.h"

#ifdef main /* as tests of a folder are one program: see tests/CMakeLists.txt */
int main(MAIN_PARAMETERS);
#endif

/* The parameter of a test that does not use the state which cmocka gives to it. */
#define NO_STATE void **state GCV_UNUSED

/* Returns the next number of the sequence (splitmix64). */
static inline uint64_t check_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a random number below `bound`. */
static inline size_t check_below(uint64_t *state, size_t bound)
{
    return (size_t)(check_random(state) % bound);
}

/* Frees a context; the test fails if any memory is left in use. */
static inline void check_context_free(gcv_context *ctx)
{
    assert_true(gcv_context_used(ctx) == 0);
    gcv_context_free(ctx);
}

/* Ends a case that cannot run on this system. `sh tests/run` lists such cases. */
static inline void check_skip(const char *why)
{
    print_message("skipped: %s\n", why);
    skip();
}

#define CHECK_COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
