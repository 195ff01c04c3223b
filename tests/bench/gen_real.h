/* gen_real.h - the realistic heap.
 *
 * Every live object but the outermost has an owner, whose reference keeps it alive. Structures grow
 * depth first, after their owners, as a program allocates them. They belong to collections and
 * lists that fill over the whole run. All other references are drawn when an object is written,
 * each object's from a random stream of its own, so they need no memory.
 */
#ifndef GCVGEN_GEN_REAL_H
#define GCVGEN_GEN_REAL_H

#include "gen.h"

enum kind {
    KIND_STRING,
    KIND_DATA,
    KIND_BOX,
    KIND_ARRAY,
    KIND_COLLECTION,
    KIND_ITEMS, /* the array of a big collection, filled gradually */
    KIND_LINK,  /* node of a singly linked list */
    KIND_DOUBLE_LINK,
    KIND_RING_HEAD,
    KIND_RING, /* node of the circular list */
    KIND_PLAIN,
    KINDS,

    KIND_MASK = 0x1f,
    KIND_BIG = 0x20,    /* a collection that owns a KIND_ITEMS */
    KIND_SHARED = 0x40, /* may have other referrers than its owner */
    KIND_ISLAND = 0x80  /* unreachable from strong roots */
};

#define NO_OBJECT UINT32_MAX

/* Object 0 is the empty string: a root, and the most referenced object. */
#define HUB 0

struct model {
    struct families families;
    uint32_t *owner;
    uint32_t *type;
    uint32_t *size;
    uint32_t *first; /* first owned object */
    uint32_t *next;  /* next object with the same owner */
    uint8_t *kind;
    uint8_t *extra; /* number of references to other than owned objects */
    struct root *roots;
    uint32_t root_count;
    uint32_t root_room;
    uint32_t chain_head;
    uint32_t ring_head;
    uint32_t ring_first;
    uint32_t ring_last;
};

void model_free(struct model *model);

/* Makes the objects and their owners; false: out of memory. */
bool model_grow(struct gen *gen);

/* Adds a strong root; false: out of memory. */
bool model_root(struct gen *gen, struct rng *rng, uint32_t object);

/* Adds the roots that keep no further object alive; false: out of memory. */
bool model_more_roots(struct gen *gen);

static inline unsigned model_kind(const struct model *model, uint32_t index)
{
    return model->kind[index] & KIND_MASK;
}

static inline bool kind_is_node(unsigned kind) { return kind >= KIND_LINK && kind <= KIND_RING; }

#endif
