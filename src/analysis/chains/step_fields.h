/* step_fields.h - the fields and variables that tell apart steps of one type in merged chains, of
 * one heap or of two (chain_steps.h).
 *
 * What one Shop has in its fields .orders and .drafts, both a Map, are two steps, so that each may
 * be the holder of what grew in it. The reference to an object names its step if its referrer is a
 * scope of variables or a function, or if the referrer is no collection and has a type of few
 * objects. It does not if the object is a function or has a type whose objects hold one another,
 * like the nodes of a list, whose two ends are no two steps; nor if any object of the referrer's
 * type is a table: it has many references to one type, and keys for fields.
 *
 * Most plain objects of JavaScript are of one type, so each is told apart by the path of names that
 * leads to it from such a referrer or a root: in `const state = {active: {}, failed: []}`, state
 * and state.active. What is a table on a path, by the number of its references, has no paths below
 * it; nor are there any where a name comes twice, as in a list, or below a few plain objects.
 *
 * A class or module of Ruby is told apart by its own name: all are constants of one class.
 *
 * Each of these holds for a type or a path in all heaps or in none, so that a step of one is the
 * same step in the other.
 *
 * O(objects, and references of those of few types and on paths). 9 bytes per type, 4 per reference
 * of objects with many whose references are named, and up to 48 per plain object on a path. */
#ifndef GCV_ANALYSIS_CHAINS_STEP_FIELDS_H
#define GCV_ANALYSIS_CHAINS_STEP_FIELDS_H

#include "analysis/groups.h"
#include "base/buffer.h"
#include "base/distinct_texts.h"
#include "heap/reference_names.h"

/* One of the heaps. */
typedef struct gcv_step_fields_side {
    const gcv_heap *heap;
    const uint32_t *type_of; /* per type: its row */
    const gcv_paths *paths;
} gcv_step_fields_side;

/* A path of names to plain objects: how the last one is held. */
typedef struct gcv_plain_path {
    uint32_t source; /* what holds it: a row; a path, counted from the last row on; or GCV_NONE,
                        a root */
    uint32_t name;   /* by which name; GCV_NONE: a root does */
} gcv_plain_path;

GCV_COLUMN(gcv_plain_path_column, gcv_plain_path);

/* The number of a name that was needed: most steps have the same few. */
enum { GCV_KNOWN_NAMES = 64 };
typedef struct gcv_known_name {
    gcv_slice of; /* data NULL: none */
    gcv_field_kind kind;
    uint32_t number;
} gcv_known_name;

/* Zeroed: no reference names a step. */
typedef struct gcv_step_fields {
    gcv_context *ctx;
    gcv_distinct_texts *texts; /* of the names */
    gcv_step_fields_side side[2];
    size_t n_sides; /* 1 or 2 */
    gcv_field_finder finder[2];
    uint8_t *rules; /* by row */
    uint32_t n_rows;
    uint32_t plain;    /* row of plain objects without a shape; GCV_NONE */
    gcv_id_map tables; /* pairs of a source and a row, as keys: the one is a table of the other */
    gcv_plain_path_column paths;
    gcv_id_map known;      /* paths by source and name */
    gcv_id_map path_of[2]; /* of the plain objects that have one, as sources */
    gcv_buffer text;
    gcv_known_name name[GCV_KNOWN_NAMES];
} gcv_step_fields;

/* `names`: of the rows. If a heap has no names of references, no reference names a step. What the
 * sides refer to must outlive `out`, as must `texts`. */
void gcv_step_fields_init(gcv_context *ctx, const gcv_step_fields_side *sides, size_t n_sides,
                          const gcv_slice_column *names, gcv_distinct_texts *texts,
                          gcv_step_fields *out);
/* Returns the number of the name that the reference between two objects of one heap gives to the
 * second one's step; GCV_NONE: none. */
uint32_t gcv_step_field(gcv_step_fields *fields, size_t side, uint32_t over, uint32_t object);
void gcv_step_fields_release(gcv_step_fields *fields);

#endif
