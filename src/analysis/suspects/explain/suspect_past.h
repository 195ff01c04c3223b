/* suspect_past.h - suspects found again in an older dump, and what they retained there.
 *
 * circle: suspect_born.c shares this header with suspect_past.c, which calls it. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_PAST_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_PAST_H

#include "analysis/basis.h"
#include "analysis/suspects/find/suspects.h"
#include "base/id_map.h"

/* ---- suspect_born.c: bytes of suspects of V8 that the older dump did not have --------------- */

/* Per row. Zeroed: nothing is known. */
typedef struct gcv_suspect_born {
    /* How many of the bytes are of objects that the older dump does not have, by id and type, or
     * had with fewer bytes: at most so many for a crowd, and all for a group. NULL: the dumps are
     * of two processes. */
    uint64_t *bytes;
    uint32_t *kept; /* the same of a crowd: how many of its objects the older dump has */
    /* How many of them are of compiled code and what it retains, of old shapes likewise, and of the
     * tables of WeakMaps, or, if the dumps are of two processes, how many of the bytes without
     * those of shapes: at least so many for a crowd whose members do not retain each other, 0 for a
     * group. */
    uint64_t *code;
    /* Likewise of room in the tables of other collections, and of code that the older dump has, or
     * the function of which; of other runtimes, in arrays that are rows. NULL: none. */
    uint64_t *room;
} gcv_suspect_born;

/* Finds both for the rows found in a V8 heap. */
void gcv_suspect_born_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const gcv_heap *old, gcv_suspect_born *out);

/* The counterparts of rows, in an older dump. */
typedef struct gcv_suspect_like {
    const gcv_heap *heap;
    const uint32_t *object; /* per row of an object; GCV_NONE: none */
    const uint32_t *parent; /* on chains */
} gcv_suspect_like;

/* Finds the room in arrays of references that are rows, and in arrays beside one of these, in heaps
 * of other runtimes. */
void gcv_suspect_room_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const gcv_suspect_like *like,
                           gcv_suspect_born *out);

/* ---- suspects in an older dump --------------------------------------------------------------- */

/* Zeroed: there is no older dump. */
typedef struct gcv_suspect_past {
    /* Per row: the bytes that its counterpart retains (GCV_NOT_REACHABLE: it has none), and for
     * groups and crowds the number of its objects (0: it has none); GCV_NONE for others. */
    uint64_t *retained;
    uint32_t *objects;
    uint32_t *elsewhere;   /* of these rows: how many more were elsewhere */
    gcv_suspect_born born; /* of pairs of V8 snapshots */
    /* What the objects of groups retained by chain, if chains were asked for: from hashes of chains
     * (find/fingerprint.h) to indices in `held`. */
    gcv_id_map chains;
    gcv_u64_column held; /* bytes that the objects at the end of the chain retain, in sum */
} gcv_suspect_past;

/* Finds the counterparts of the rows found.
 *
 * Objects that are not selected have none. The counterpart of another object has the same
 * fingerprint and slot, and comes after as many objects of its own type on its chain, so the first
 * node of a list is matched with a first node, not with a later one. If there are several, they are
 * matched in descending order of retained bytes; where there is none, that of the same id and type
 * is the counterpart if the dumps are V8 snapshots of one process, or of an array what the
 * counterpart of its owner has as such. The counterpart of a crowd is all objects with the same
 * fingerprint and slot, and those that it would share (find/shared.h); if there are none, those
 * with its slot whose chains have the same types up to the nearest object of its holder's type, and
 * which are in no other crowd; if there are none of these, and the process is one, its members by
 * id and type. What holds the counterpart of a crowd that is in a table of V8 is that table, even
 * if it has few keys. The counterpart of a group is the type or namespace of the same name or,
 * failing that, all types or namespaces with the same fingerprint that no row matches by name,
 * together. What was elsewhere counts with what the counterpart retains: past_elsewhere.c. Asks
 * the basis for chains and dominators, and costs one run of gcv_retained_of_sets().
 */
void gcv_suspect_past_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, gcv_basis *past, bool chains,
                           gcv_suspect_past *out);

#endif
