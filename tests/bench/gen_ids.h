/* gen_ids.h - ids of objects and types, and the order of objects in the file. */
#ifndef GCVGEN_IDS_H
#define GCVGEN_IDS_H

#include "gen_rng.h"

#include <stdbool.h>
#include <stdint.h>

enum id_scheme { IDS_32, IDS_64, IDS_DENSE, IDS_RANDOM, IDS_ODD };

enum record_order { ORDER_ADDRESS, ORDER_SHUFFLED, ORDER_DESCENDING };

/* Sizes in bytes. */
enum { IDS_SMALLEST_OBJECT = 24, IDS_HEADER = 24, IDS_SLOT = 8 };

/* Maps object indexes to ids. Indexes are in the order of addresses. */
struct ids {
    enum id_scheme scheme;
    uint32_t objects;
    uint32_t segment;    /* objects per segment, for IDS_64 */
    uint64_t first_size; /* size of object 0 if `units` is NULL */
    uint64_t salt;
    uint32_t *units; /* offsets in granules; NULL: sizes follow ids_pattern_size() */
};

/* A permutation of 0 … objects - 1 that needs no memory. */
struct order {
    enum record_order kind;
    uint32_t objects;
    unsigned half;
    uint64_t salt;
};

void ids_init(struct ids *ids, enum id_scheme scheme, uint32_t objects, uint64_t seed);

/* Makes addresses follow these sizes. Returns NULL on success, else the reason of the failure. */
const char *ids_follow(struct ids *ids, const uint32_t *sizes);
bool ids_fit(const struct ids *ids);
void ids_free(struct ids *ids);

/* Returns the size of an object in the shapes that store nothing per object. */
uint64_t ids_pattern_size(uint32_t index);
uint64_t ids_object(const struct ids *ids, uint32_t index);
uint64_t ids_type(const struct ids *ids, uint32_t type);

/* Returns an id that no object has. */
uint64_t ids_dangling(const struct ids *ids, uint32_t number);

void order_init(struct order *order, enum record_order kind, uint32_t objects, uint64_t seed);
uint32_t order_at(const struct order *order, uint32_t position);

#endif
