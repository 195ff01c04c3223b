/* fingerprint.h - what is the same about a suspect in another run or build: the kind of the root
 * and the types on the way to it, without ids.
 *
 * Names are made alike first: ` (Bytes > 1K)` goes, so do the numbers in names that compilers make
 * (`<>c__DisplayClass12_0`), List`1[X] is List<X>, and all types without a name are one. A type
 * that follows itself on a chain counts once, so the place in a list does not matter. Fingerprints
 * depend on neither machine nor hash seed, and change only with a new major version.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FINGERPRINT_H
#define GCV_ANALYSIS_SUSPECTS_FINGERPRINT_H

#include "base/column.h"
#include "heap/heap.h"

enum { GCV_FINGERPRINT_DIGITS = 12 };

/* Writes the name as fingerprints see it and returns its length; `out` has room for `name`. */
size_t gcv_normal_name(gcv_slice name, char *out);

/* Of objects by their shortest chains, found when asked for: O(what is new on the way). 16 bytes an
 * object. */
typedef struct gcv_fingerprints {
    const gcv_heap *heap;
    const gcv_paths *paths;
    uint32_t n;
    uint64_t *print;  /* per object whose root is known */
    uint32_t *root;   /* per object: the root that its chain begins with; GCV_NONE: not asked yet */
    uint32_t *repeat; /* per object whose root is known: how many of its type are right before it */
    uint64_t *types;  /* per type */
    gcv_u32_column way;
} gcv_fingerprints;

/* `heap` and `paths` must outlive it. */
GCV_CHECKED gcv_status gcv_fingerprints_init(gcv_context *ctx, gcv_fingerprints *out,
                                             const gcv_heap *heap, const gcv_root_set *roots,
                                             const gcv_paths *paths, gcv_error *err);
void gcv_fingerprints_release(gcv_context *ctx, gcv_fingerprints *prints);

/* Sees to it that print[object] and root[object] are known; the object is reachable. */
GCV_CHECKED gcv_status gcv_fingerprint_of_chain(gcv_context *ctx, gcv_fingerprints *prints,
                                                uint32_t object, gcv_error *err);

/* What is shown of a print: GCV_FINGERPRINT_DIGITS hex digits. */
static inline uint64_t gcv_fingerprint(uint64_t print) { return print >> 16; }

/* The fingerprint of a group: of all objects of a type, or of a namespace. */
GCV_CHECKED gcv_status gcv_fingerprint_of_group(gcv_context *ctx, gcv_slice name, bool is_namespace,
                                                uint64_t *fingerprint, gcv_error *err);

#endif
