/* fingerprint.h - fingerprints that identify a suspect in another run or build: hashes of the kind
 * of the root and the types on the chain, without ids.
 *
 * Names are normalised first: ` (Bytes > 1K)` is dropped, as are the numbers in compiler-generated
 * names (`<>c__DisplayClass12_0`); List`1[X] becomes List<X>; and all types without a name count as
 * one. Consecutive objects of one type on a chain count once, so the position in a list does not
 * matter. Fingerprints depend on neither machine nor hash seed, and change only with a new major
 * version.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_FINGERPRINT_H
#define GCV_ANALYSIS_SUSPECTS_FIND_FINGERPRINT_H

#include "analysis/chain_order.h"
#include "base/bitset.h"
#include "base/column.h"
#include "heap/reference_names.h"

/* Slots: the field or variable behind which a chain has its collections.
 *
 * The slot of an object is two names: that of the reference into the nearest object on its chain,
 * itself included, that a field of an object or a variable of a function holds, and the one above
 * it. Fields of collections and other keepers (suspects.h) do not count, but for those of plain
 * objects of JavaScript; nor do those within a list, or that hold both ends of one, or the same
 * name once more. What the fields .orders and .drafts of one Shop hold, both a Map, differs in its
 * slot alone; so does what the field .all of two objects holds that are in different fields. An
 * object with many references to one type is a table, whose fields are keys: they are no slots.
 * Slots are hashes of names, so two dumps have the same; two names in 65,536 are taken for one.
 * Formats without names of references have no slots.
 */
enum {
    GCV_SLOTS_MOST = 8,  /* references of an object with slots to objects of one type, at most */
    GCV_SLOTS_ALIKE = 4, /* … and of one shape */
    GCV_NO_SLOT = 0
};

/* Zeroed but for `fields.ctx`, `fields.heap`, which has names of references, and `kinds`: empty. */
typedef struct gcv_slot_finder {
    const uint16_t *kinds; /* per type: flags of type_kinds.h */
    gcv_field_finder fields;
    gcv_id_map n_to; /* of an object with many references: how many of them lead to a type */
} gcv_slot_finder;

/* Returns the slot of an object from that of its referrer on its chain. O(log references) after the
 * first call for a referrer. */
uint32_t gcv_slot_below(gcv_slot_finder *finder, uint32_t referrer, uint32_t slot, uint32_t object);

/* The nearer of its names, and the one above it. */
static inline uint32_t gcv_slot_name(uint32_t slot) { return slot >> 16; }
static inline uint32_t gcv_slot_above(uint32_t slot) { return slot & UINT16_MAX; }

void gcv_slot_finder_release(gcv_slot_finder *finder);

/* ---- fingerprints ------------------------------------------------------------------------- */

enum { GCV_FINGERPRINT_DIGITS = 12 }; /* hexadecimal digits of a fingerprint */

/* Writes the normalised name to `out`, as long as `name` or longer, and returns its length. */
size_t gcv_normal_name(gcv_slice name, char *out);

/* Fingerprints of objects, from their chains, computed on demand: O(objects on the chain
 * whose hash is not known yet). 16 bytes, with slots 20, and a bit per object; only the bits are
 * initialised in advance. */
typedef struct gcv_fingerprints {
    const gcv_heap *heap;
    const gcv_paths *paths;
    uint32_t class_type; /* of class objects of Java, at whose statics chains begin; GCV_NONE */
    uint32_t n;
    /* Objects whose entries below are set: those at which chains begin, those asked for, and all
     * objects on the chains of these. */
    gcv_bitset known;
    uint64_t *hash;   /* hash of the object's chain */
    uint32_t *root;   /* where the chain begins: gcv_start_root() */
    uint32_t *repeat; /* number of objects of the same type right before it on the chain */
    uint32_t *slot;   /* NULL: not asked for */
    gcv_slot_finder slots;
    uint64_t *type_hash; /* per type: hash of its name; 0: not computed yet */
    char *buffer;        /* memory for a normalised name */
    gcv_u32_column pending;
} gcv_fingerprints;

/* `heap` and `paths` must outlive `out`, as must `kinds` (type_kinds.h) of each type of a heap with
 * names of references; NULL: no slots are asked for. */
void gcv_fingerprints_init(gcv_context *ctx, gcv_fingerprints *out, const gcv_heap *heap,
                           const gcv_root_set *roots, const gcv_paths *paths,
                           const uint16_t *kinds);
void gcv_fingerprints_release(gcv_context *ctx, gcv_fingerprints *fingerprints);

/* Finds hash[object], root[object], repeat[object] and slot[object] of a reachable object, if they
 * are not known yet. */
void gcv_fingerprint_of_chain(gcv_context *ctx, gcv_fingerprints *fingerprints, uint32_t object);

/* Returns what hash and slot of an object would be if its chain came from `referrer`, whose own are
 * known. */
uint64_t gcv_fingerprint_below(gcv_fingerprints *fingerprints, uint32_t referrer, uint32_t object);
uint32_t gcv_fingerprint_slot_below(gcv_fingerprints *fingerprints, uint32_t referrer,
                                    uint32_t object);

/* The reachable objects of a heap. */
typedef struct gcv_fingerprint_query {
    const gcv_heap *heap;
    const gcv_root_set *roots;
    const gcv_chain_order *order;
    const uint32_t *type; /* by position in `order`: row of the type */
} gcv_fingerprint_query;

/* Computes the chain hashes of all reachable objects, and where their chains begin
 * (gcv_start_root()), by position in `order`; computes no repeats. */
void gcv_fingerprints_of_all(gcv_context *ctx, const gcv_fingerprint_query *query, uint64_t *hash,
                             uint32_t *root);

static inline uint32_t gcv_fingerprints_slot(const gcv_fingerprints *fingerprints, uint32_t object)
{
    return fingerprints->slot != NULL ? fingerprints->slot[object] : GCV_NO_SLOT;
}

/* Returns the fingerprint of a chain: the leading digits of its hash. */
static inline uint64_t gcv_fingerprint_of_hash(uint64_t hash)
{
    return hash >> (64 - 4 * GCV_FINGERPRINT_DIGITS);
}

/* Writes all digits of a fingerprint, leading zeros included, and a NUL. */
void gcv_fingerprint_text(uint64_t fingerprint, char text[GCV_FINGERPRINT_DIGITS + 1]);

/* Computes the fingerprint of a group, that is, of all objects of a type or of a namespace. */
uint64_t gcv_fingerprint_of_group(gcv_context *ctx, gcv_slice name, bool is_namespace);
/* The same for each type, for the caller to free: names may be long. */
uint64_t *gcv_fingerprints_of_types(gcv_context *ctx, const gcv_heap *heap);

#endif
