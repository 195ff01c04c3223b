/* gen_names.h - names of types, and the families of types in the realistic shape. */
#ifndef GCVGEN_NAMES_H
#define GCVGEN_NAMES_H

#include "gen_out.h"

#include <stdint.h>

/* The family of a type determines its name, and the size and references of its objects. */
enum family {
    FAMILY_STRING,
    FAMILY_DATA,  /* arrays without references */
    FAMILY_BOX,   /* small objects without references */
    FAMILY_ARRAY, /* arrays of references */
    FAMILY_COLLECTION,
    FAMILY_NODE, /* nodes of linked lists */
    FAMILY_PLAIN,
    FAMILIES
};

/* Each family has a range of types. Ranges overlap only if there are too few types. */
struct families {
    uint32_t first[FAMILIES];
    uint32_t count[FAMILIES];
};

void families_init(struct families *families, uint32_t types);

/* Writes the name of a type of the realistic shape, different for every type. */
void names_realistic(struct out *out, const struct families *families, uint32_t type);

/* Writes a plain class name, different for every number. */
void names_class(struct out *out, uint32_t number);

/* Writes a name of about 60 KB. The names of two numbers differ only in the last bytes. */
void names_long(struct out *out, uint32_t number);

#endif
