/* hash.h - seeded hashing of names and ids from a file.
 *
 * The seed keeps a hostile file from choosing keys that collide; no output depends on it.
 */
#ifndef GCV_BASE_HASH_H
#define GCV_BASE_HASH_H

#include "base/text.h"

/* Every bit of the key affects every bit of the result (the finaliser of splitmix64). */
static inline uint64_t gcv_hash_u64(uint64_t key, uint64_t seed)
{
    uint64_t h = key ^ seed;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

uint64_t gcv_hash_bytes(const char *bytes, size_t size, uint64_t seed);

/* ---- SipHash-2-4: a hash of bytes that nobody can compute without its key ----------------- */

/* Unlike those above, its values are written to files. Source: J.-P. Aumasson and D. J. Bernstein,
 * SipHash: a fast short-input PRF, 2012. */

typedef struct gcv_siphash_key {
    uint64_t low, high; /* bytes 0 to 7 and 8 to 15 of the key, little-endian */
} gcv_siphash_key;

/* O(bytes). */
uint64_t gcv_siphash(gcv_siphash_key key, gcv_slice text);

#endif
