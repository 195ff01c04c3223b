/* bitset.h - a set of numbers below a bound, one bit each. */
#ifndef GCV_BASE_BITSET_H
#define GCV_BASE_BITSET_H

#include "base/error.h"

#include <string.h>

typedef struct gcv_bitset {
    uint32_t *words; /* NULL: not initialised, but may be released */
    size_t n_words;
} gcv_bitset;

/* Makes an empty set of numbers below `bound`. */
static inline void gcv_bitset_init(gcv_context *ctx, gcv_bitset *set, size_t bound)
{
    set->n_words = bound / 32 + 1;
    set->words = gcv_alloc_zeroed(ctx, set->n_words, sizeof *set->words);
}

static inline void gcv_bitset_release(gcv_context *ctx, gcv_bitset *set)
{
    gcv_free(ctx, set->words);
    set->words = NULL;
}

static inline bool gcv_bitset_has(const gcv_bitset *set, size_t number)
{
    return (set->words[number >> 5] >> (number & 31) & 1) != 0;
}

/* Adds a number. Returns true if it was not in the set. */
static inline bool gcv_bitset_add(gcv_bitset *set, size_t number)
{
    uint32_t word = set->words[number >> 5], bit = (uint32_t)1 << (number & 31);
    set->words[number >> 5] = word | bit;
    return (word & bit) == 0;
}

static inline void gcv_bitset_remove(gcv_bitset *set, size_t number)
{
    set->words[number >> 5] &= ~((uint32_t)1 << (number & 31));
}

/* Returns the number of bits that are set. */
static inline uint32_t gcv_popcount(uint32_t bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0fu;
    return bits * 0x01010101u >> 24;
}

/* Adds all numbers. */
static inline void gcv_bitset_fill(gcv_bitset *set)
{
    memset(set->words, 0xff, set->n_words * sizeof *set->words);
}

#endif
