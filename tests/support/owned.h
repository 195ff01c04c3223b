/* owned.h - the expected heap with parts in their owners (analysis/owners.h), computed in the
 * simplest way possible. */
#ifndef GCV_TEST_OWNED_H
#define GCV_TEST_OWNED_H

#include "support/oracle.h"

/* A copy of an oracle in which owners have the bytes of their parts. Parts have the type OWNED and
 * no bytes; those without an owner have the type `<internals>`. */
typedef struct owned {
    oracle o;                  /* borrows all but the types, sizes and names */
    uint32_t internals, parts; /* numbers of these types */
} owned;

/* With `is` false, nothing is a part. */
void owned_init(owned *w, const oracle *o, bool weak, bool is);
void owned_release(owned *w);

/* Whether an object is a part that has an owner. */
static inline bool owned_has(const owned *w, uint32_t v) { return w->o.type[v] == w->parts; }

#endif
