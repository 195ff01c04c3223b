#ifndef GCVGEN_RNG_H
#define GCVGEN_RNG_H

#include <stdint.h>

/*
 * splitmix64, and integer-only distributions on it: rand() and the functions of <math.h> differ
 * from one C library to the next, and the same seed must give the same bytes everywhere.
 */
struct rng {
    uint64_t state;
};

/* A bijection of the 64-bit numbers that maps only 0 to 0. */
static inline uint64_t rng_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline uint64_t rng_next(struct rng *rng)
{
    rng->state += UINT64_C(0x9e3779b97f4a7c15);
    return rng_mix(rng->state);
}

/* 0 <= result < bound; bound must not be 0. */
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}

/* Heavy-tailed, least <= result <= most: each doubling is reached with a chance of keep / 256. */
uint32_t rng_pareto(struct rng *rng, uint32_t least, uint32_t keep, uint32_t most);

/* Zipf's law in steps of an octave: rank r (from 0) has a weight of about 1 / (r + 1). */
uint32_t rng_zipf(struct rng *rng, uint32_t ranks);

#endif
