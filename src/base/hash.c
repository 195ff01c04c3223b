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

/* ---- SipHash-2-4 -------------------------------------------------------------------------- */

typedef struct state {
    uint64_t a, b, c, d;
} state;

static uint64_t rotate(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static void mix(state *s)
{
    s->a += s->b;
    s->b = rotate(s->b, 13) ^ s->a;
    s->a = rotate(s->a, 32);
    s->c += s->d;
    s->d = rotate(s->d, 16) ^ s->c;
    s->a += s->d;
    s->d = rotate(s->d, 21) ^ s->a;
    s->c += s->b;
    s->b = rotate(s->b, 17) ^ s->c;
    s->c = rotate(s->c, 32);
}

static void take(state *s, uint64_t word)
{
    s->d ^= word;
    mix(s);
    mix(s);
    s->a ^= word;
}

uint64_t gcv_siphash(gcv_siphash_key key, gcv_slice text)
{
    state s = {0x736f6d6570736575u, 0x646f72616e646f6du, 0x6c7967656e657261u, 0x7465646279746573u};
    uint64_t word = 0;
    s.a ^= key.low;
    s.b ^= key.high;
    s.c ^= key.low;
    s.d ^= key.high;
    for (size_t i = 0; i < text.size; i++) {
        word |= (uint64_t)(unsigned char)text.data[i] << (i % 8 * 8);
        if (i % 8 == 7) {
            take(&s, word);
            word = 0;
        }
    }
    take(&s, word | (uint64_t)text.size << 56);
    s.c ^= 0xff;
    mix(&s);
    mix(&s);
    mix(&s);
    mix(&s);
    return s.a ^ s.b ^ s.c ^ s.d;
}
