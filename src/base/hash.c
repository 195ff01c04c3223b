/* hash.c - seeded hashing of byte strings. */
#include "base/hash.h"

#include <string.h>

uint64_t gcv_hash_bytes(const char *bytes, size_t size, uint64_t seed)
{
    uint64_t h = gcv_hash_u64(size, seed);
    while (size >= sizeof h) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word); /* in the machine's byte order: hashes differ
                                              between machines, results do not */
        h = gcv_hash_u64(word, h);
        bytes += sizeof word;
        size -= sizeof word;
    }
    if (size > 0) {
        uint64_t word = 0;
        memcpy(&word, bytes, size);
        h = gcv_hash_u64(word, h);
    }
    return h;
}
