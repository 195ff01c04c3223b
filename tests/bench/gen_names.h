#ifndef GCVGEN_NAMES_H
#define GCVGEN_NAMES_H

#include "gen_out.h"

#include <stdint.h>

/* What a type is: decides names, sizes and references of its objects. */
enum family {
    FAMILY_STRING,
    FAMILY_DATA,  /* arrays without references */
    FAMILY_BOX,   /* small objects without references */
    FAMILY_ARRAY, /* arrays of references */
    FAMILY_COLLECTION,
    FAMILY_NODE, /* of linked lists */
    FAMILY_PLAIN,
    FAMILIES
};

/* The types of each family are a range; ranges overlap only when there are too few types. */
struct families {
    uint32_t first[FAMILIES];
    uint32_t count[FAMILIES];
};

void families_init(struct families *families, uint32_t types);

/* The name of a type of the realistic shape; different for every type. */
void names_realistic(struct out *out, const struct families *families, uint32_t type);

/* A plain class name, different for every number. */
void names_class(struct out *out, uint32_t number);

/* About 60 KB, and only the last bytes tell one from another. */
void names_long(struct out *out, uint32_t number);

#endif
