/* suspect_matcher.h - the two parts of suspect_match.c: rows of objects, then rows of groups and
 * crowds.
 *
 * circle: suspect_match.c runs the parts one after the other on the state declared here.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_MATCHER_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_MATCHER_H

#include "analysis/suspects/explain/suspect_match.h"
#include "analysis/suspects/explain/suspect_past.h"
#include "base/id_map.h"

/* An object of either dump with the fingerprint and the repeat of a row. */
typedef struct gcv_like {
    uint32_t key; /* equal for objects in which both are equal */
    uint32_t row; /* row of the object; GCV_NONE: an object of the older dump */
    uint64_t retained;
} gcv_like;

GCV_COLUMN(gcv_like_column, gcv_like);

typedef struct gcv_matcher {
    gcv_context *ctx;
    const gcv_suspect_column *rows;
    const gcv_selection *selection; /* rows of objects outside of it have no counterparts */
    gcv_basis *past;
    const gcv_selection *past_selection; /* objects outside of it do not count */
    const gcv_heap *old;
    gcv_id_map keys;   /* keys of likes, by like_key() */
    gcv_id_map crowds; /* first row of a crowd with each fingerprint */
    /* Objects of the older dump in the crowds of rows, as row << 32 | object. */
    gcv_u64_column crowds_of;
    gcv_like_column likes;
    bool *likely; /* per type of the older dump: some row of an object or crowd has a type of that
                     normalised name */
    uint64_t *retained;
    uint32_t *objects;
} gcv_matcher;

/* suspect_match_objects.c: finds the counterparts of objects, and the old objects of crowds. */
void gcv_match_objects(gcv_matcher *matcher);

/* suspect_match_groups.c: finds what the counterparts of groups and of crowds retain. */
void gcv_match_groups(gcv_matcher *matcher);

#endif
