/* collector.h - a moving collector in the stupidest way, which knows the identity of every object.
 *
 * Memory is cells in regions; a region belongs to a generation (0 to 2, 3: large, 4: pinned
 * objects; frozen ones are never collected). A collection condemns regions, lets objects die, and
 * each of its regions is swept or compacted: plugs of survivors that touch go anywhere there is
 * room, to the next generation, the same or a lower one.
 */
#ifndef GCV_TEST_COLLECTOR_H
#define GCV_TEST_COLLECTOR_H

#include "heap/moves.h"
#include "support/graphs.h"

enum { SIM_DOMAINS = 3 };

typedef struct sim_object {
    uint64_t address;
    uint32_t identity, type, size;
    uint32_t cell, cells;
    uint32_t domains; /* bits: sections that it is in */
} sim_object;

/* What a collection did to one object. */
typedef struct sim_event {
    uint32_t identity;
    gcv_fate fate;
    uint64_t old, fresh;
} sim_event;

typedef struct sim_collection {
    uint64_t number;
    uint32_t generation;
    sim_event *events;
    size_t n_events;
    gcv_move *moves; /* in any order */
    size_t n_moves;
    gcv_span *spans;
    size_t n_spans, room_spans;
} sim_collection;

typedef struct sim_dump {
    size_t after;
    bool by_collection;
    sim_object *objects;
    size_t n;
} sim_dump;

typedef struct sim_region {
    uint32_t generation, filled;
} sim_region;

typedef struct sim {
    uint64_t random;
    /* chosen by sim_random(), or by whoever calls sim_start() */
    uint32_t n_regions, region_cells, unit, n_types, n_domains;
    uint64_t base;

    sim_region *regions;
    uint8_t *taken; /* by cell */
    sim_object *objects;
    size_t n, room;
    uint32_t n_identities;

    sim_collection *collections;
    size_t n_collections, room_collections;
    sim_dump *dumps;
    size_t n_dumps, room_dumps;
} sim;

void sim_start(sim *s);
/* Up to `n` objects, as there is room. */
void sim_allocate(sim *s, uint32_t n);
/* Survivors in percent. */
void sim_collect(sim *s, uint32_t generation, uint32_t survive);
void sim_dump_now(sim *s, bool by_collection);
void sim_release(sim *s);

/* All of the above at random: `objects` more or less, `collections`. */
void sim_random(sim *s, uint64_t seed, uint32_t objects, uint32_t collections);

/* A log of a dump; not complete: some objects of it are left out, and the end. */
void sim_print(const sim *s, const sim_dump *dump, uint64_t seed, bool complete, graph_text *out);

/* Places: line 1000 + k for the k-th collection, from 0, 2000 + k for the k-th dump. */
gcv_moves *sim_moves(gcv_context *ctx, const sim *s);

#endif
