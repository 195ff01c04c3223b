/* shared.h - objects that are held like the members of a crowd, too, but whose chains are others:
 * the sessions of a map that a list of recent ones has, too, by a shorter chain.
 *
 * An object is shared by a crowd if a keeper refers to it, by way of which its chain would be one
 * of the crowd, and which it does not dominate. Types of one normalised name (fingerprint.h) do not
 * share each other's objects: they are lists.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_FIND_SHARED_H
#define GCV_ANALYSIS_SUSPECTS_FIND_SHARED_H

#include "analysis/suspects/find/suspects.h"

typedef struct gcv_shared_query {
    const gcv_suspect_input *input; /* of the crowds */
    const gcv_suspects *found;      /* with rows */
    /* Of that heap, or of an older one, in which crowds have the members that are kept alike. */
    gcv_fingerprints *prints;
    const gcv_dominators *dominators;
    const gcv_selection *selection;
    const uint16_t *kinds; /* per type: flags of type_kinds.h */
} gcv_shared_query;

/* Adds the shared objects of the crowds of all rows to `out`: row << 32 | object, ascending, each
 * once. O(objects + references), and their sorting. */
void gcv_shared_find(gcv_context *ctx, const gcv_shared_query *query, gcv_u64_column *out);

#endif
