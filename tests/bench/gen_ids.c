/* gen_ids.c - ids of objects and types, and the order of objects in the file; see gen_ids.h. */
#include "gen_ids.h"

#include <stddef.h>
#include <stdlib.h>

#define BASE_32 UINT64_C(0x10000004)
#define BASE_64 UINT64_C(0x7f3285e00008)
#define BASE_ODD UINT64_C(0x1ce004)
#define BASE_TYPE_64 UINT64_C(0x7f31d4a01350)

enum { PATTERN = 4, ODD_PATTERN = 8, SEGMENTS = 7 };

/* Maximum distance between two 32-bit addresses: larger objects are treated as if their body were
 * elsewhere, because otherwise 50 million objects would not fit in 32 bits. */
enum { LARGEST_STEP_32 = 1024 };

uint32_t rng_pareto(struct rng *rng, uint32_t least, uint32_t keep, uint32_t most)
{
    uint64_t low = least;

    while ((rng_next(rng) & 255) < keep && low < most) {
        low *= 2;
    }
    if (low > most) {
        return most;
    }
    low += rng_below(rng, (uint32_t)low);
    return low > most ? most : (uint32_t)low;
}

uint32_t rng_zipf(struct rng *rng, uint32_t ranks)
{
    uint32_t octaves = 0;

    while (octaves < 32 && ranks >> octaves != 0) {
        octaves++;
    }
    for (;;) {
        uint32_t width = UINT32_C(1) << rng_below(rng, octaves);
        uint32_t rank = width - 1 + rng_below(rng, width);

        if (rank < ranks) {
            return rank;
        }
    }
}

void ids_init(struct ids *ids, enum id_scheme scheme, uint32_t objects, uint64_t seed)
{
    ids->scheme = scheme;
    ids->objects = objects;
    ids->segment = objects / SEGMENTS + 1;
    ids->first_size = ids_pattern_size(0);
    /* The top bits are 10: salt + index is never 0 and cannot wrap, so no random id is 0. */
    ids->salt = rng_mix(seed + 1) >> 2 | UINT64_C(1) << 63;
    ids->units = NULL;
}

static uint64_t granules(enum id_scheme scheme, uint64_t size)
{
    if (scheme == IDS_64) {
        return (size + 7) / 8;
    }
    return ((size < LARGEST_STEP_32 ? size : LARGEST_STEP_32) + 3) / 4;
}

static uint64_t granule_size(enum id_scheme scheme) { return scheme == IDS_64 ? 8 : 4; }

static bool follows_sizes(const struct ids *ids)
{
    return ids->scheme == IDS_32 || ids->scheme == IDS_64;
}

const char *ids_follow(struct ids *ids, const uint32_t *sizes)
{
    uint64_t at = 0;

    if (!follows_sizes(ids)) {
        return NULL;
    }
    ids->units = malloc((size_t)ids->objects * sizeof *ids->units);
    if (ids->units == NULL) {
        return "out of memory";
    }
    for (uint32_t i = 0; i < ids->objects; i++) {
        ids->units[i] = (uint32_t)at;
        at += granules(ids->scheme, sizes[i]);
        if (at > UINT32_MAX) {
            return "too many bytes for the addresses";
        }
    }
    return NULL;
}

bool ids_fit(const struct ids *ids)
{
    return ids->scheme != IDS_32 || ids_object(ids, ids->objects - 1) <= UINT32_MAX - 4;
}

void ids_free(struct ids *ids)
{
    free(ids->units);
    ids->units = NULL;
}

/* Sizes are multiples of 4, some of 8, in a short cycle, so that addresses have a closed form. */
uint64_t ids_pattern_size(uint32_t index)
{
    static const unsigned char size[PATTERN] = {24, 36, 28, 56};

    return size[index % PATTERN];
}

static uint64_t pattern_offset(const struct ids *ids, uint32_t index)
{
    static const unsigned char before_32[PATTERN] = {0, 6, 15, 22};
    static const unsigned char before_64[PATTERN] = {0, 3, 8, 12};
    const unsigned char *before = ids->scheme == IDS_64 ? before_64 : before_32;
    uint64_t cycle = ids->scheme == IDS_64 ? 19 : 36;
    uint64_t offset = index / PATTERN * cycle + before[index % PATTERN];

    if (index > 0) {
        offset += granules(ids->scheme, ids->first_size);
        offset -= granules(ids->scheme, ids_pattern_size(0));
    }
    return offset;
}

static uint64_t address(const struct ids *ids, uint32_t index)
{
    static const uint64_t gap[SEGMENTS] = {
        0, 0x08a0000000, 0x0e40000000, 0x2b00000000, 0x2e80000000, 0x5c10000000, 0x6000000000,
    };
    uint64_t units = ids->units != NULL ? ids->units[index] : pattern_offset(ids, index);

    if (ids->scheme == IDS_64) {
        return BASE_64 + gap[index / ids->segment] + 8 * units;
    }
    return BASE_32 + 4 * units;
}

/* Ids are 1, 2 or 3 apart, as in the published example (1ce113 1ce116): the granule is 1. */
static uint64_t odd_id(uint32_t index)
{
    static const unsigned char before[ODD_PATTERN] = {0, 3, 4, 6, 9, 10, 11, 13};

    return BASE_ODD + UINT64_C(16) * (index / ODD_PATTERN) + before[index % ODD_PATTERN];
}

uint64_t ids_object(const struct ids *ids, uint32_t index)
{
    switch (ids->scheme) {
    case IDS_32:
    case IDS_64:
        return address(ids, index);
    case IDS_RANDOM:
        return rng_mix(ids->salt + index);
    case IDS_ODD:
        return odd_id(index);
    case IDS_DENSE:
        break;
    }
    return (uint64_t)index + 1;
}

uint64_t ids_dangling(const struct ids *ids, uint32_t number)
{
    if (follows_sizes(ids)) {
        /* An address inside an object: in a real heap, ids of dead objects lie among live ones. */
        return address(ids, number % ids->objects) + granule_size(ids->scheme);
    }
    return ids_object(ids, ids->objects + number % ids->objects);
}

/* With 64-bit addresses, type ids are addresses of method tables; else small numbers, as in logs of
 * devices. */
uint64_t ids_type(const struct ids *ids, uint32_t type)
{
    if (ids->scheme == IDS_64) {
        return BASE_TYPE_64 + UINT64_C(0x118) * type;
    }
    return (uint64_t)type + 1;
}

void order_init(struct order *order, enum record_order kind, uint32_t objects, uint64_t seed)
{
    order->kind = kind;
    order->objects = objects;
    order->half = 1;
    order->salt = rng_mix(seed ^ UINT64_C(0x5be0cd19137e2179));
    while ((objects - 1) >> (2 * order->half - 1) >> 1 != 0) {
        order->half++;
    }
}

/* Permutes positions by a Feistel network on the smallest even number of bits that holds them,
 * repeated until the result is in range. */
static uint32_t shuffled(const struct order *order, uint32_t position)
{
    uint32_t mask = (UINT32_C(1) << order->half) - 1;

    do {
        uint32_t left = position >> order->half;
        uint32_t right = position & mask;

        for (uint64_t round = 0; round < 4; round++) {
            uint32_t next = left ^ ((uint32_t)rng_mix(order->salt + (right << 2) + round) & mask);

            left = right;
            right = next;
        }
        position = left << order->half | right;
    } while (position >= order->objects);
    return position;
}

uint32_t order_at(const struct order *order, uint32_t position)
{
    switch (order->kind) {
    case ORDER_SHUFFLED:
        return shuffled(order, position);
    case ORDER_DESCENDING:
        return order->objects - 1 - position;
    case ORDER_ADDRESS:
        break;
    }
    return position;
}
