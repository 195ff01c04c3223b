/* siphash.h - SipHash-2-4: a hash of bytes that nobody can compute without its key.
 *
 * Unlike those of hash.h, its values are written to files. Source: J.-P. Aumasson and D. J.
 * Bernstein, SipHash: a fast short-input PRF, 2012. */
#ifndef GCV_BASE_SIPHASH_H
#define GCV_BASE_SIPHASH_H

#include "base/text.h"

typedef struct gcv_siphash_key {
    uint64_t low, high; /* bytes 0 to 7 and 8 to 15 of the key, little-endian */
} gcv_siphash_key;

/* O(bytes). */
uint64_t gcv_siphash(gcv_siphash_key key, gcv_slice text);

#endif
