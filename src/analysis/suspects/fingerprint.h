/* fingerprint.h - fingerprints that identify a suspect in another run or build: the kind of the
 * root and the types on its chain, without ids.
 *
 * Names are normalised first: ` (Bytes > 1K)` is dropped, as are the numbers in names that
 * compilers generate (`<>c__DisplayClass12_0`); List`1[X] becomes List<X>; and all types without a
 * name are one. A type that follows itself on a chain counts once, so the position in a list does
 * not matter. Fingerprints depend on neither machine nor hash seed, and change only with a new
 * major version.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FINGERPRINT_H
#define GCV_ANALYSIS_SUSPECTS_FINGERPRINT_H

#include "analysis/chain_order.h"
#include "base/bitset.h"
#include "base/column.h"
#include "heap/heap.h"

enum { GCV_FINGERPRINT_DIGITS = 12 }; /* hexadecimal */

/* Writes the normalised name to `out`, which has room for `name`, and returns its length. */
size_t gcv_normal_name(gcv_slice name, char *out);

/* Fingerprints of objects by their shortest chains, computed on demand: O(objects on the chain
 * without one). 16 bytes and a bit per object, of which only the bits are all filled in advance. */
typedef struct gcv_fingerprints {
    const gcv_heap *heap;
    const gcv_paths *paths;
    uint32_t n;
    /* Objects that have the following: those that begin chains, those asked for, and those on the
     * chains of these. */
    gcv_bitset known;
    uint64_t *hash;      /* hash of the object's chain */
    uint32_t *root;      /* root at which the chain begins */
    uint32_t *repeat;    /* number of objects of the same type right before it on the chain */
    uint64_t *type_hash; /* per type: hash of its name; 0: not computed yet */
    char *buffer;        /* room for a name */
    size_t room;         /* size of `buffer` */
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

/* Finds the fingerprints of all reachable objects, without repeats: hash[i] and root[i] by position
 * in `order`. `type_at`, by position, is the type or the first one with the same name. */
GCV_CHECKED gcv_status gcv_fingerprints_of_all(gcv_context *ctx, const gcv_heap *heap,
                                               const gcv_root_set *roots,
                                               const gcv_chain_order *order,
                                               const uint32_t *type_at, uint64_t *hash,
                                               uint32_t *root, gcv_error *err);

/* The digits of a hash that are shown: the first ones. */
static inline uint64_t gcv_fingerprint_of_hash(uint64_t hash)
{
    return hash >> (64 - 4 * GCV_FINGERPRINT_DIGITS);
}

/* The fingerprint of a group: all objects of a type or of a namespace. */
GCV_CHECKED gcv_status gcv_fingerprint_of_group(gcv_context *ctx, gcv_slice name, bool is_namespace,
                                                uint64_t *fingerprint, gcv_error *err);

#endif
