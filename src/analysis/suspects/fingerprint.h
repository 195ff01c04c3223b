/* fingerprint.h - what a suspect has in common with the same one in another run or build: the kind
 * of the root and the types on its chain, without ids.
 *
 * Names are normalised first: ` (Bytes > 1K)` is dropped, so are the numbers in names that
 * compilers make (`<>c__DisplayClass12_0`), List`1[X] becomes List<X>, and all types without a name
 * are one. A type that follows itself on a chain counts once, so the place in a list does not
 * matter. Fingerprints depend on neither machine nor hash seed, and change only with a new major
 * version.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FINGERPRINT_H
#define GCV_ANALYSIS_SUSPECTS_FINGERPRINT_H

#include "analysis/chain_order.h"
#include "base/bitset.h"
#include "base/column.h"
#include "heap/heap.h"

enum { GCV_FINGERPRINT_DIGITS = 12 }; /* hexadecimal */

/* Writes the normalised name and returns its length; `out` has room for `name`. */
size_t gcv_normal_name(gcv_slice name, char *out);

/* Fingerprints of objects by their shortest chains, each found when it is asked for:
 * O(objects on the chain that have none yet). 16 bytes and a bit an object, of which only the bits
 * are filled before. */
typedef struct gcv_fingerprints {
    const gcv_heap *heap;
    const gcv_paths *paths;
    uint32_t n;
    gcv_bitset
        known;      /* objects that were asked for, and those on their chains; of each of these: */
    uint64_t *hash; /* of its chain */
    uint32_t *root; /* that its chain begins with */
    uint32_t *repeat;    /* how many of its type come right before it on the chain */
    uint64_t *type_hash; /* per type whose hash was asked for; 0: it was not */
    char *buffer;        /* for a name */
    size_t room;         /* there */
    gcv_u32_column pending;
} gcv_fingerprints;

/* `heap` and `paths` must outlive it. */
GCV_CHECKED gcv_status gcv_fingerprints_init(gcv_context *ctx, gcv_fingerprints *out,
                                             const gcv_heap *heap, const gcv_root_set *roots,
                                             const gcv_paths *paths, gcv_error *err);
void gcv_fingerprints_release(gcv_context *ctx, gcv_fingerprints *fingerprints);

/* Finds hash[object], root[object] and repeat[object] of a reachable object, if they are not known
 * yet. */
GCV_CHECKED gcv_status gcv_fingerprint_of_chain(gcv_context *ctx, gcv_fingerprints *fingerprints,
                                                uint32_t object, gcv_error *err);

/* The same of all reachable objects, without repeats: hash[i] and root[i] by position in `order`,
 * as is `type_at`: the type, or the first of the same name. */
GCV_CHECKED gcv_status gcv_fingerprints_of_all(gcv_context *ctx, const gcv_heap *heap,
                                               const gcv_root_set *roots,
                                               const gcv_chain_order *order,
                                               const uint32_t *type_at, uint64_t *hash,
                                               uint32_t *root, gcv_error *err);

/* The first digits of a hash, which are what is shown. */
static inline uint64_t gcv_fingerprint_of_hash(uint64_t hash)
{
    return hash >> (64 - 4 * GCV_FINGERPRINT_DIGITS);
}

/* The fingerprint of a group: of all objects of a type, or of a namespace. */
GCV_CHECKED gcv_status gcv_fingerprint_of_group(gcv_context *ctx, gcv_slice name, bool is_namespace,
                                                uint64_t *fingerprint, gcv_error *err);

#endif
