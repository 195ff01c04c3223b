/* oracle.h - what a loaded heap and its analyses have to be, found out in the simplest way there
 * is.
 *
 * Nothing here is meant to be fast or clever: reachability is a closure repeated until nothing
 * changes, everything retained is a difference of two closures, a dominator is a vertex whose
 * removal cuts another one off. Objects are numbered as in a loaded heap, by section and then by
 * id, so results compare entry by entry.
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
    uint32_t *record; /* per section and label: what stands for it in g->objects; GRAPH_NONE */
    uint32_t *number; /* per record: of its object; GCV_NONE: it is a duplicate */
    uint32_t n;
    uint32_t *section, *label, *type; /* per object; type: number in `names` */
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

/* The object of a label in a section, or GCV_NONE. */
uint32_t oracle_find(const oracle *o, uint32_t section, uint32_t label);

/* Rank of a root kind in the canonical order. */
uint64_t oracle_kind_rank(uint32_t kind);

/* The root set: its objects in canonical order and for each the first root that holds it. Both have
 * room for n. Returns how many. */
uint32_t oracle_root_set(const oracle *o, bool include_weak, uint32_t *object, uint32_t *root);

/* reached[v]: there is a path to v from the root set that touches no object of `out` (NULL: none).
 */
void oracle_reach(const oracle *o, bool include_weak, const bool *out, bool *reached);
uint64_t oracle_bytes(const oracle *o, const bool *reached);

/* Reachable bytes less those reachable without the members. */
uint64_t oracle_retained(const oracle *o, bool include_weak, const bool *member);

/* Immediate dominators (GCV_NONE: unreachable, GCV_ROOTED: the virtual root) and retained bytes. */
void oracle_dominators(const oracle *o, bool include_weak, uint32_t *dominator, uint64_t *retained);

/* The first of the shortest chains to every object that touch no closed object (NULL: none) but the
 * last: object v has length[v] entries in object[v * n …]. 0: no chain. */
typedef struct oracle_chains {
    uint32_t n;
    uint32_t *length, *object;
} oracle_chains;

void oracle_chains_find(const oracle *o, bool include_weak, const uint8_t *closed,
                        oracle_chains *out);
void oracle_chains_release(oracle_chains *chains);

/* The same by looking at every simple path there is; for a handful of objects. */
void oracle_chains_enumerate(const oracle *o, bool include_weak, const uint8_t *closed,
                             oracle_chains *out);

/* ---- a heap under test beside its oracle ----------------------------------------------------- */

typedef struct subject {
    oracle o;
    graph_text text;
    gcv_context *ctx;
    gcv_heap *heap;
} subject;

/* Prints, loads and compares the objects' numbers and ids; false (with `why`) if that went wrong,
 * and then nothing is left to close. `options` may be NULL. */
bool subject_open(subject *s, const graph *g, const graph_style *style,
                  const gcv_load_options *options, char why[GRAPH_WHY_MAX]);

/* False if memory of the context is still in use after freeing the heap. `good` is passed through.
 */
bool subject_close(subject *s, bool good, char why[GRAPH_WHY_MAX]);

/* Whether both values of include_weak are of interest. */
bool subject_has_weak(const subject *s);

/* Opens a subject, asks `holds` about it, without weak roots and, if there are any, with them, and
 * closes it. */
bool subject_holds(const graph *g, const graph_style *style,
                   bool (*holds)(const subject *s, bool weak, char why[GRAPH_WHY_MAX]),
                   char why[GRAPH_WHY_MAX]);

#endif
