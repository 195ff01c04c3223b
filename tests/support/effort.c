/* effort.c - see effort.h. */
#include "support/effort.h"

#include <stdlib.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

enum { ROUNDS_DIVISOR = 30 };

bool effort_is_full(void)
{
    const char *slow = getenv("GCVIEW_SLOW");
    return slow != NULL && *slow != '\0';
}

bool effort_leaves_out(uint64_t hash) { return hash % ROUNDS_DIVISOR != 0 && effort_is_reduced(); }

bool effort_is_reduced(void) { return SANITIZED != 0 && !effort_is_full(); }

uint32_t effort_rounds(uint32_t rounds)
{
    const uint32_t n = effort_is_full()      ? rounds
                       : effort_is_reduced() ? rounds / ROUNDS_DIVISOR
                                             : rounds - rounds / 2;
    return n > 0 ? n : 1;
}
