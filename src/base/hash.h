/* hash.h - seeded hashing of names and ids from a file.
 *
 * The seed keeps a hostile file from choosing keys that collide; no output depends on it.
 */
#ifndef GCV_BASE_HASH_H
#define GCV_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Every bit of the key affects every bit of the result (the finaliser of splitmix64). */
static inline uint64_t gcv_hash_u64(uint64_t key, uint64_t seed)
{
    uint64_t h = key ^ seed;
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

uint64_t gcv_hash_bytes(const char *bytes, size_t size, uint64_t seed);

#endif
