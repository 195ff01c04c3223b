/* oracle.h - the expected loaded heap and results of analyses, computed in the simplest way
 * possible.
 *
 * Nothing here is fast or clever: reachability is a closure, repeated until nothing changes;
 * retained bytes are the difference of two closures; a dominator of a vertex is one whose removal
 * cuts it off. Objects are numbered as in a loaded heap, by section and then by id, so results
 * compare entry by entry.
 */
#ifndef GCV_TEST_ORACLE_H
#define GCV_TEST_ORACLE_H

#include "support/graphs.h"

#include <gcview/gcview.h>

typedef struct oracle_name {
    char text[GRAPH_NAME_MAX];
    size_t size;
} oracle_name;

typedef struct oracle {
    const graph *g;
    const graph_style *style;
    uint32_t *record; /* by section and label: its record in g->objects; GRAPH_NONE: none */
    uint32_t *number; /* by record: the number of its object; GCV_NONE: a duplicate */
    uint32_t n;
    uint32_t *section, *label, *type; /* by object; type: number in `names` */
    uint64_t *id, *size;
    uint32_t *first, *to; /* references of v: to[first[v]] … to[first[v + 1] - 1] */
    uint32_t *from;       /* per reference */
    uint32_t n_references;
    uint32_t n_roots;
    gcv_root *roots; /* in canonical order */
    uint32_t n_types;
    oracle_name *names; /* in byte order */
    gcv_counts all;
    gcv_counts *counts; /* per section */
} oracle;

void oracle_init(oracle *o, const graph *g, const graph_style *style);
void oracle_release(oracle *o);

/* Returns the object of a label in a section, or GCV_NONE. */
uint32_t oracle_find(const oracle *o, uint32_t section, uint32_t label);

/* Returns the name by which an object's type is compared with those of other dumps: one for all
 * types without names. */
oracle_name oracle_name_across_dumps(const oracle *o, uint32_t object);
bool oracle_same_name(const oracle_name *a, const oracle_name *b);

/* Returns the generation of an object, if the style has generations: any, or GCV_NONE. */
uint32_t oracle_generation(const oracle *o, uint32_t object);
/* Gives these to the loaded heap. */
void oracle_add_generations(const oracle *o, gcv_heap *heap);

/* Returns the rank of a root kind in the canonical order. */
uint64_t oracle_kind_rank(uint32_t kind);

/* Whether chains begin at the root only where no other root leads. */
bool oracle_comes_last(const oracle *o, const gcv_root *root);

/* Whether a root that is not one of the last holds an object; weak roots count only with
 * include_weak. */
bool oracle_comes_first(const oracle *o, bool include_weak, uint32_t v);

/* Finds the root set: its objects in canonical order, those that other roots than the last hold
 * before all others, and for each the first root that holds it.
 * Both arrays have room for n. Returns the number of objects. */
uint32_t oracle_root_set(const oracle *o, bool include_weak, uint32_t *object, uint32_t *root);

/* Sets reached[v] if there is a path from the root set to v without removed objects (NULL: none).
 */
void oracle_reach(const oracle *o, bool include_weak, const bool *removed, bool *reached);
uint64_t oracle_bytes(const oracle *o, const bool *reached);

/* Returns the reachable bytes minus the bytes that are reachable without the members. */
uint64_t oracle_retained(const oracle *o, bool include_weak, const bool *member);

/* Finds immediate dominators (GCV_NONE: unreachable, GCV_ROOTED: the virtual root) and retained
 * bytes. */
void oracle_dominators(const oracle *o, bool include_weak, uint32_t *dominator, uint64_t *retained);

/* Finds, for every object, the first of the shortest chains that have no closed object (NULL: none)
 * except as their end: object v has length[v] entries in object[v * n …]; 0: no chain. */
typedef struct oracle_chains {
    uint32_t n;
    uint32_t *length, *object;
} oracle_chains;

void oracle_chains_find(const oracle *o, bool include_weak, const uint8_t *closed,
                        oracle_chains *out);
void oracle_chains_release(oracle_chains *chains);

/* Finds chains of the fewest steps instead. `heap`: that of the oracle. */
void oracle_step_chains_find(const oracle *o, const gcv_heap *heap, bool include_weak,
                             oracle_chains *out);

/* The first, by trying every simple path; for very few objects. */
void oracle_chains_enumerate(const oracle *o, bool include_weak, const uint8_t *closed,
                             oracle_chains *out);

/* ---- a heap under test with its oracle ------------------------------------------------------- */

typedef struct subject {
    oracle o;
    graph_text text;
    gcv_context *ctx;
    gcv_heap *heap;
    gcv_root_set roots; /* while a law is checked */
} subject;

/* Prints and loads a heap, and compares the numbers and ids of objects. Returns false, with `why`,
 * on failure; then nothing is left to close. `options` may be NULL. */
bool subject_open(subject *s, const graph *g, const graph_style *style,
                  const gcv_load_options *options, char why[GRAPH_WHY_MAX]);

/* Returns `good`, or false if memory of the context is still in use after freeing the heap.
 */
bool subject_close(subject *s, bool good, char why[GRAPH_WHY_MAX]);

/* Whether the heap has weak roots, so that both values of include_weak matter. */
bool subject_has_weak(const subject *s);

/* A law of a heap and its root set, with or without weak roots. Returns false, with the reason in
 * `why`, if it does not hold. */
typedef bool (*subject_law)(const subject *s, bool weak, char why[GRAPH_WHY_MAX]);

/* Opens a subject, calls `law` without weak roots and, if there are any, with them, and closes
 * the subject. */
bool subject_holds(const graph *g, const graph_style *style, subject_law law,
                   char why[GRAPH_WHY_MAX]);

#endif
