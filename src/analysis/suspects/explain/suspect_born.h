/* suspect_born.h - bytes of suspects of V8 that the older dump did not have. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_BORN_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_BORN_H

#include "analysis/suspects/find/suspects.h"

/* Per row. Zeroed: nothing is known. */
typedef struct gcv_suspect_born {
    /* How many of the bytes are of objects that the older dump does not have, by id and type, or
     * had with fewer bytes: at most so many for a crowd, and all for a group. NULL: the dumps are
     * of two processes. */
    uint64_t *bytes;
    /* How many of them are of compiled code and what it retains, and of the tables of WeakMaps, or,
     * if the dumps are of two processes, how many of the bytes: at least so many for a crowd whose
     * members do not retain each other, 0 for a group. */
    uint64_t *code;
    /* Likewise of room in the tables of other collections. */
    uint64_t *room;
} gcv_suspect_born;

/* Finds both for the rows found in a V8 heap. */
void gcv_suspect_born_find(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const gcv_heap *old, gcv_suspect_born *out);

#endif
