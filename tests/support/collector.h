/* collector.h - a moving collector, as simple as possible, that knows the identity of every object.
 *
 * Memory consists of cells in regions; a region belongs to a generation (0 to 2; 3: large objects,
 * 4: pinned objects; frozen regions are never collected). A collection condemns regions and lets
 * objects die, then sweeps or compacts each region: plugs of adjacent survivors move to any place
 * with room, in the next generation, the same or a lower one.
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
    uint32_t domains; /* one bit for each section that has the object */
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
    size_t n_collections;
    bool by_collection;
    sim_object *objects;
    size_t n;
} sim_dump;

typedef struct sim_region {
    uint32_t generation, filled;
} sim_region;

typedef struct sim {
    uint64_t random;
    /* set by sim_random() or by the caller of sim_start() */
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
/* Allocates up to `n` objects, as long as there is room. */
void sim_allocate(sim *s, uint32_t n);
/* `survive`: the share of survivors, in percent. */
void sim_collect(sim *s, uint32_t generation, uint32_t survive);
void sim_dump_now(sim *s, bool by_collection);
void sim_release(sim *s);

/* Does all of the above at random, with about `objects` objects and `collections` collections. */
void sim_random(sim *s, uint64_t seed, uint32_t objects, uint32_t collections);

/* Prints a dump as a log. If it is not to be complete, some objects and the closing record are left
 * out. */
void sim_print(const sim *s, const sim_dump *dump, uint64_t seed, bool complete, graph_text *out);

/* Returns the moves of all collections. Collection k, from 0, has line number 1000 + k, dump k line
 * number 2000 + k. */
gcv_moves *sim_moves(gcv_context *ctx, const sim *s);

#endif
