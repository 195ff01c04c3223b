/* past_matcher.h - the steps that find suspects again in an older dump (suspect_past.h), one file
 * each. suspect_past.c runs them, after its own: by name and fingerprint.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_PAST_MATCHER_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_PAST_MATCHER_H

#include "analysis/suspects/explain/suspect_past.h"

/* An object of either dump with the fingerprint and the repeat of a row. */
typedef struct gcv_like {
    uint32_t first; /* the first row with both */
    uint32_t row;   /* row of the object; GCV_NONE: an object of the older dump, which is … */
    uint32_t object;
    uint64_t retained;
} gcv_like;

GCV_COLUMN(gcv_like_column, gcv_like);

/* An object of the older dump that a row may have, but in no crowd. */
typedef struct gcv_loose {
    uint32_t object, slot;
} gcv_loose;

GCV_COLUMN(gcv_loose_column, gcv_loose);

typedef struct gcv_past_matcher {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    gcv_basis *past;
    /* Of the older dump. */
    const gcv_heap *old;
    const gcv_selection *selection;
    const uint32_t *parent;  /* of its chains */
    const gcv_dominators *d; /* NULL: no fingerprints are needed */
    uint8_t *needs;          /* per type: why it needs fingerprints */
    uint32_t *group;         /* per type: the row of its group; GCV_NONE */
    uint32_t *group_now;     /* the same per type of the later dump */
    gcv_u64_column crowded;  /* objects in crowds, as row << 32 | object */
    gcv_loose_column loose;  /* by object */
    /* Of the rows. */
    uint32_t *object;          /* per row of an object: its counterpart; GCV_NONE */
    gcv_suspect_past *out;     /* of their counterparts */
    gcv_id_map keyed;          /* first row by key */
    uint32_t *set;             /* per row of a group or crowd: the row whose set it has; GCV_NONE */
    bool *has;                 /* per set: it has objects of a crowd, as of the last look */
    uint32_t *members;         /* per set: its reachable objects */
    bool any_group, any_print; /* fingerprints are needed */
    bool by_id;                /* both dumps are of one process, with the same ids */
    size_t left;               /* references that may still be looked at: past_ids.c */
    gcv_like_column likes;
} gcv_past_matcher;

/* Whether an object of the older dump is reachable and selected. */
static inline bool gcv_past_counts(const gcv_past_matcher *matcher, uint32_t object)
{
    return matcher->d->number[object] != 0 && gcv_selection_has_place(matcher->selection, object);
}

/* What an object of the older dump retains. */
static inline uint64_t gcv_past_retained(const gcv_past_matcher *matcher, uint32_t object)
{
    return matcher->d->retained[matcher->d->number[object]];
}

/* Puts an object of the older dump into the crowd of a row. */
static inline void gcv_past_add_to_crowd(gcv_past_matcher *matcher, uint32_t row, uint32_t object)
{
    gcv_u64_column_push(matcher->ctx, &matcher->crowded, (uint64_t)row << 32 | object);
}

/* Returns the crowd of a row if the older dump has none of its objects so far; NULL: else. */
static inline const gcv_crowd *gcv_past_lacking(const gcv_past_matcher *matcher, uint32_t row)
{
    const gcv_crowd *crowd = gcv_crowd_of(matcher->found, &matcher->found->rows.data[row]);
    return crowd != NULL && !matcher->has[matcher->set[row]] ? crowd : NULL;
}

/* past_ids.c: what snapshots of one process know by id. Finds objects of rows, or else what was in
 * the same field of the same object; and the array of a Map, which is another one when the Map has
 * grown. */
void gcv_past_match_objects(gcv_past_matcher *matcher);
/* Whether an object of the older dump is in the later one, too: then it is no other object. */
bool gcv_past_is_kept(const gcv_past_matcher *matcher, uint32_t object);
/* Finds the members of crowds and lists that the older dump lacks, for they have another chain
 * there. */
void gcv_past_match_members(gcv_past_matcher *matcher);

/* past_crowds.c: finds crowds that the older dump lacks otherwise, by the ends of their chains, and
 * lists by their places; then elements by their tags; and removes members of crowds of V8 that are
 * parts of others. */
void gcv_past_match_tails(gcv_past_matcher *matcher);
void gcv_past_match_lists(gcv_past_matcher *matcher);
void gcv_past_match_elements(gcv_past_matcher *matcher);
void gcv_past_remove_parts(gcv_past_matcher *matcher);

/* past_elsewhere.c: adds to the counterparts what of the rows' growth was elsewhere. */
void gcv_past_add_elsewhere(gcv_past_matcher *matcher);

#endif
