/* suspects.h - where is the leak? Objects and groups of objects that retain much.
 *
 * Heavy is what retains at least a given number of bytes: an object, all objects of one type (types
 * are joined by name), or all objects of a namespace that has two types or more, none of them
 * heavy, and is not of the platform (System, System.*, no namespace).
 *
 * Objects. A walk begins at every heavy object that is not a step of another walk, and goes down
 * the dominator tree as long as one child retains at least 70 % of what its parent retains and is
 * heavy itself. It ends at the accumulation point, where bytes are spread over many objects; that
 * is one suspect for all objects of the walk. In a list every node retains nearly all of what the
 * one before it retains, so such walks are followed to the end of the list, also below heavy
 * objects: if a type occurs GCV_RUN_MIN times or more on the walk, and its last object retains less
 * than 70 % of what its first one retains, the accumulation point is that first object (if it is
 * heavy).
 *
 * Groups. A group is a suspect of its own unless it is folded into one that is about the same. Its
 * top members (those that no other member dominates) vote for the suspect that holds them, each
 * with the bytes it retains: a heavy member for the suspect of its walk, any other for the suspect
 * of the nearest heavy object that dominates it, if that suspect dominates it, too. The group is
 * folded into a suspect that gets at least 70 % of the votes, if the group retains at least 70 % of
 * what the suspect does. Otherwise the same is tried with the other heavy groups, where
 * a member votes for the group of its nearest dominator that is in one. Of groups that would be
 * folded round in a circle, the one that retains the most (then the first by name) is a suspect.
 *
 * So everything heavy has a row, or is folded into one.
 */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECTS_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECTS_H

#include "analysis/chain_order.h"
#include "analysis/dominator_tree.h"
#include "analysis/suspects/crowd.h"
#include "analysis/suspects/fingerprint.h"
#include "analysis/suspects/suspect_points.h"
#include "analysis/type_kinds.h"

#include "base/bitset.h"
#include "base/column.h"

enum { GCV_RUN_MIN = 8 };

typedef struct gcv_suspect {
    uint32_t object;   /* the accumulation point; GCV_NONE: a group */
    uint32_t type;     /* its type, or of a group by type the first of that name; GCV_NONE: a
                          namespace */
    gcv_slice name;    /* of the type or namespace */
    uint64_t retained; /* exact */
    uint32_t objects;  /* an object: how many it dominates, itself included; a group: its members */
    uint32_t run;      /* an object: how many of its type are on the list it begins; 0: no list */
    uint64_t largest;  /* a group: most bytes that one member retains */
    uint32_t root; /* that the chain begins with; of a group if it is the same for all members */
    uint32_t root_kind; /* likewise; both GCV_NONE otherwise */
    uint64_t fingerprint;
    uint32_t repeat; /* an object: how many of its type come right before it on its chain */
    uint32_t crowd;  /* GCV_NONE: it is none */
    bool mine;       /* it or its holder is of the program, or has such type arguments */
    bool folded;     /* into a crowd that is about the same: not to be shown */
    uint32_t like;   /* a crowd: the row that is folded into it; GCV_NONE */
} gcv_suspect;

/* The choice that has more than half of all votes, if one has: found in one pass, counted in
 * another. */
typedef struct gcv_majority {
    uint32_t choice; /* GCV_NONE: nothing, or no vote yet */
    uint64_t votes;
} gcv_majority;

/* The chains of the members of a type (joined), or of a group. */
typedef struct gcv_chain_starts {
    uint32_t members;         /* reachable ones */
    uint32_t root, root_kind; /* if they are the same for all; GCV_NONE otherwise */
} gcv_chain_starts;

/* A group of objects that is heavy. */
typedef struct gcv_heavy_group {
    gcv_slice name;
    uint32_t type; /* GCV_NONE: a namespace */
    uint64_t retained;
    gcv_chain_starts starts;
    uint64_t largest;   /* most bytes retained by one member */
    uint64_t top_bytes; /* sum of what each of its top members retains */
    gcv_majority held_by_row, held_by_group;
    uint32_t until; /* position after what its last top member dominates */
    uint32_t link;  /* group that it is folded into; GCV_NONE */
    uint32_t row;   /* the suspect that stands for it */
} gcv_heavy_group;

GCV_COLUMN(gcv_suspect_column, gcv_suspect);
GCV_COLUMN(gcv_heavy_group_column, gcv_heavy_group);

/* What all objects of a type retain together is not less and not more. */
typedef struct gcv_type_bounds {
    uint64_t least, most;
} gcv_type_bounds;

/* What is searched, and for what. */
typedef struct gcv_suspect_input {
    const gcv_heap *heap;
    const gcv_root_set *roots;
    const gcv_dominators *dominators;
    const gcv_paths *paths;
    gcv_chain_order *order;  /* of these paths; the search releases it */
    const uint8_t *sections; /* per section: 1 if members of groups may come from it */
    uint64_t heavy;          /* bytes from which on something is heavy; at least 1 */
    uint64_t small; /* bytes from which on a crowd may be a suspect; at least 1, at most `heavy` */
    uint64_t whole; /* bytes that the points for size are given by */
    bool growing;   /* only what has grown since a baseline will count */
} gcv_suspect_input;

/* Memory that one step of the search after the other uses, as making fresh pages takes as long as a
 * pass over them: by position in the order of the chains, or as a step likes. */
typedef struct gcv_suspect_room {
    uint32_t n;     /* places: for each position, and for each number of the dominators */
    uint32_t *type; /* row of the type: by position until crowds are found, then by place in the
                       dominator tree */
    /* Until crowds are found, by position. */
    uint32_t *column[2];
    uint32_t *root; /* that the chain begins with, once crowds ask */
    void *wide;     /* 8 bytes each */
} gcv_suspect_room;

typedef struct gcv_suspects {
    gcv_suspect_column rows; /* of objects, then of groups, then of crowds */
    uint32_t n_objects;      /* how many of them are objects */
    gcv_heavy_group_column groups;
    gcv_crowds crowds;
    uint16_t *kinds;         /* per type: flags of type_kinds.h */
    gcv_type_bounds *bounds; /* per row of a type */
    uint32_t n_types;
    gcv_dominator_tree tree;
    gcv_chain_starts *starts; /* per row of a type */
    gcv_suspect_room room;    /* while the search runs */
    bool selects_all;         /* members of groups may come from all sections */
    uint32_t *row_of; /* per preorder number of a heavy object: its row; others are not set */
    gcv_bitset heavy; /* positions of heavy objects in the dominator tree */
} gcv_suspects;

/* Whether `part` is at least 70 % of `whole`. */
static inline bool gcv_keeps(uint64_t part, uint64_t whole)
{
    return whole <= UINT64_MAX / 10 ? part * 10 >= whole * 7 : part / 7 >= whole / 10;
}

/* Bytes that a crowd of a type of these kinds has to retain: what says nothing by its name needs
 * ten times as many. */
static inline uint64_t gcv_least_of_crowd(const gcv_suspect_input *input, uint32_t kinds)
{
    bool speaks = (kinds & (GCV_TYPE_MINE | GCV_TYPE_BRIEF)) != 0;
    return speaks || input->small > input->heavy / 10 ? input->small : input->small * 10;
}

/* The row of the walk that an object is on, by preorder number; GCV_NONE: it is not heavy. */
static inline uint32_t gcv_row_of_walk(const gcv_suspect_input *input, const gcv_suspects *found,
                                       uint32_t number)
{
    return number != 0 && input->dominators->retained[number] >= input->heavy
               ? found->row_of[number]
               : GCV_NONE;
}

/* Whether members of groups may come from the section of an object. */
static inline bool gcv_suspects_select(const gcv_suspect_input *input, const gcv_suspects *found,
                                       uint32_t object)
{
    return found->selects_all || input->sections[gcv_heap_object_section(input->heap, object)] != 0;
}

/* O(objects + references), besides one run of gcv_retained_on_chains() for the groups that may be
 * heavy. At most 40 bytes an object beside that run; 16 of them remain. */
GCV_CHECKED gcv_status gcv_suspects_find(gcv_context *ctx, const gcv_suspect_input *input,
                                         gcv_suspects *out, gcv_error *err);
void gcv_suspects_release(gcv_context *ctx, gcv_suspects *suspects);

/* ---- the steps of the search, one file each ----------------------------------------------- */

/* suspect_room.c: to be released even if it fails. When crowds are found, it can be narrowed: to
 * types by place in the dominator tree. */
GCV_CHECKED gcv_status gcv_suspect_room_init(gcv_context *ctx, const gcv_suspect_input *input,
                                             gcv_suspect_room *room, gcv_error *err);
void gcv_suspect_room_narrow(gcv_context *ctx, const gcv_suspect_input *input,
                             const gcv_dominator_tree *tree, gcv_suspect_room *room);
void gcv_suspect_room_release(gcv_context *ctx, gcv_suspect_room *room);

/* suspect_walks.c: fills row_of and the rows of objects. */
GCV_CHECKED gcv_status gcv_suspect_walks(gcv_context *ctx, const gcv_suspect_input *input,
                                         gcv_suspects *out, gcv_error *err);

/* suspect_bounds.c: for each type (joined) and each namespace, an upper bound for the bytes that
 * its objects retain. In room.wide it leaves, by position, the bytes at or below an object on the
 * chains. */
GCV_CHECKED gcv_status gcv_suspect_bounds(gcv_context *ctx, const gcv_suspect_input *input,
                                          const gcv_suspects *found, const uint32_t *namespace_of,
                                          uint64_t *of_type, uint64_t *of_namespace,
                                          gcv_error *err);

/* suspect_crowds.c: finds the crowds, but for what they retain. It lays out the dominator tree
 * and finds where chains begin, too. `of_type`: bounds; in room.wide is what these left. */
GCV_CHECKED gcv_status gcv_suspect_crowds(gcv_context *ctx, const gcv_suspect_input *input,
                                          const uint64_t *of_type, gcv_suspects *out,
                                          gcv_error *err);

/* suspect_holders.c: finds the holders and keepers of the crowds, whose members become objects of
 * the heap. In room.column[0] is the crowd of each object, by position; room.column[1] and
 * room.wide are used. */
void gcv_suspect_holders(const gcv_suspect_input *input, gcv_suspects *out);

/* suspect_groups.c: finds the heavy groups, and what crowds retain; `group_of` becomes the group of
 * each type. */
GCV_CHECKED gcv_status gcv_suspect_groups(gcv_context *ctx, const gcv_suspect_input *input,
                                          uint32_t *group_of, gcv_suspects *out, gcv_error *err);

/* suspect_folds.c: folds groups into rows, and adds rows for the groups that are left. */
GCV_CHECKED gcv_status gcv_suspect_folds(gcv_context *ctx, const gcv_suspect_input *input,
                                         const uint32_t *group_of, gcv_suspects *out,
                                         gcv_error *err);

/* suspect_crowd_folds.c: finds which crowds are suspects, folds them into rows that are about the
 * same, and adds rows for the others. Whether a crowd would be one, if it retained so much: no
 * crowd is that would not be one with more. */
bool gcv_crowd_is_suspect(const gcv_suspect_input *input, const gcv_suspects *found,
                          const gcv_crowd *crowd, uint64_t retained);
GCV_CHECKED gcv_status gcv_suspect_crowd_folds(gcv_context *ctx, const gcv_suspect_input *input,
                                               gcv_suspects *out, gcv_error *err);

/* The evidence for a row of `found`. `old`: per row what its counterpart in the baseline retains
 * (GCV_NOT_REACHABLE: it has none); NULL without a baseline. */
gcv_points gcv_suspect_points(const gcv_suspect_input *input, const gcv_suspects *found,
                              uint32_t item, const uint64_t *old);

/* With dominators, paths and retained bytes of sets. */
extern const gcv_cost gcv_cost_of_suspects;

#endif
