/* gen_rng.h - random numbers: splitmix64, and integer-only distributions on it.
 *
 * rand() and the functions of <math.h> differ between C libraries, but the same seed must give the
 * same bytes everywhere.
 */
#ifndef GCVGEN_RNG_H
#define GCVGEN_RNG_H

#include <stdint.h>

struct rng {
    uint64_t state;
};

/* A bijection of the 64-bit numbers that maps 0, and no other number, to 0. */
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

/* Returns a number below `bound`, which must not be 0. */
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}

/* Returns a heavy-tailed number from `least` to `most`: each doubling has a probability of
 * keep / 256. */
uint32_t rng_pareto(struct rng *rng, uint32_t least, uint32_t keep, uint32_t most);

/* Returns a rank below `ranks` by Zipf's law, in steps of an octave: rank r has a weight of about
 * 1 / (r + 1). */
uint32_t rng_zipf(struct rng *rng, uint32_t ranks);

#endif
