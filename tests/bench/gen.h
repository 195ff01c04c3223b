/* gen.h - a generated heap, and the interface of a shape. */
#ifndef GCVGEN_GEN_H
#define GCVGEN_GEN_H

#include "gen_ids.h"
#include "gen_names.h"
#include "gen_out.h"

#include <stdbool.h>
#include <stdint.h>

enum { ROOT_INTERNAL, ROOT_LOCAL, ROOT_FINALIZER, ROOT_HANDLE, ROOT_STATIC, ROOT_RUNTIME };

enum { ROOT_PINNED = 1, ROOT_WEAK = 2, ROOT_UNSAFE = 4 };

#define NO_CONTAINER UINT32_MAX

struct root {
    uint32_t object;    /* index; dangling if not below the number of objects */
    uint32_t container; /* a type, or NO_CONTAINER */
    uint8_t kind;
    uint8_t flags;
};

struct object {
    uint32_t type;
    uint64_t size;
};

/* Counts of what was written to the log. */
struct tally {
    uint64_t objects;
    uint64_t bytes;
    uint64_t references;
    uint64_t dangling;
    uint64_t leaves;
    uint64_t widest;
    uint64_t types;
    uint64_t late_types;
    uint64_t roots;
    uint64_t weak_roots;
    uint64_t dangling_roots;

    /* of the realistic shape only */
    uint64_t islands; /* objects in them */
    uint64_t lists;
    uint64_t chain; /* nodes of the longest list */
    uint64_t ring;  /* nodes of the circular list */
};

struct model; /* of the realistic shape; see gen_real.h */

struct gen {
    const struct shape *shape;
    uint32_t objects;
    uint32_t types; /* 0: the default of the shape */
    uint64_t seed;
    struct ids ids;
    struct order order;
    struct out out;
    struct tally tally;
    struct model *model;
};

struct shape {
    const char *name;
    const char *what;
    uint32_t (*default_types)(uint32_t objects);
    /* Returns NULL on success, else the reason of the failure. May be NULL: nothing to prepare. */
    const char *(*prepare)(struct gen *gen);
    struct object (*object)(const struct gen *gen, uint32_t index);
    /* Writes the references of an object by gen_reference() and gen_dangling(). */
    void (*row)(struct gen *gen, uint32_t index);
    void (*type_name)(struct gen *gen, uint32_t type);
    uint32_t (*roots)(const struct gen *gen);
    struct root (*root)(const struct gen *gen, uint32_t number);
};

const struct shape *shape_find(const char *name);
const struct shape *shape_at(uint32_t number); /* NULL: there are no more */

extern const struct shape shape_realistic;

void gen_reference(struct gen *gen, uint32_t target);
void gen_dangling(struct gen *gen, uint32_t number);

/* Writes the log. Returns NULL on success, else the reason of the failure, except for output
 * errors, which gen->out reports. */
const char *gen_write(struct gen *gen);

#endif
