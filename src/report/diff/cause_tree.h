/* cause_tree.h - the chains of two heaps in one tree, merged by the label of the root and the names
 * of the types on the way, so that what holds a growth can be told.
 *
 * Steps are those of step_index.h. 12 bytes an object of each heap beside its paths, which take 4.
 */
#ifndef GCV_REPORT_DIFF_CAUSE_TREE_H
#define GCV_REPORT_DIFF_CAUSE_TREE_H

#include "analysis/groups.h"
#include "analysis/name_join.h"
#include "base/id_map.h"
#include "heap/root_label.h"
#include "report/report.h"
#include "analysis/step_index.h"

typedef struct gcv_cause_step {
    gcv_step_key key;              /* the start: a label; the type: a row of the joined types */
    uint64_t objects[2], bytes[2]; /* on chains, at this step, in each heap */
    uint64_t target_bytes[2];
} gcv_cause_step;

GCV_COLUMN(gcv_cause_step_column, gcv_cause_step);

/* Labels of roots, each once. */
GCV_COLUMN(gcv_label_column, gcv_slice);

/* One of the two heaps. */
typedef struct gcv_cause_side {
    const gcv_heap *heap;
    gcv_groups types;
    gcv_root_set roots;
    gcv_paths paths;
    uint32_t *label_of;     /* per object of the root set */
    uint32_t *step_of;      /* per object; GCV_NONE: not on a chain so far */
    gcv_u32_column touched; /* objects that have a step */
    gcv_u32_column way;
    /* Which sets an object belongs to: a class is another one, or GCV_NONE, with a set more. */
    uint32_t *class_of;
    gcv_id_map classes;
    gcv_u32_column class_before, class_set;
} gcv_cause_side;

typedef struct gcv_cause_tree {
    gcv_context *ctx;
    gcv_cause_side side[2];
    gcv_name_join types;
    gcv_arena arena; /* of labels */
    gcv_label_column labels;
    gcv_id_map label_by_hash;
    gcv_buffer text;
    gcv_cause_step_column steps;
    gcv_step_index index;
} gcv_cause_tree;

/* To be released even if it fails. */
GCV_CHECKED gcv_status gcv_cause_tree_init(gcv_cause_tree *tree, gcv_report *report,
                                           const gcv_heap *a, const gcv_heap *b, gcv_error *err);
void gcv_cause_tree_release(gcv_cause_tree *tree);

/* Adds the chain of a reachable object of one side. */
GCV_CHECKED gcv_status gcv_cause_tree_add(gcv_cause_tree *tree, size_t side, uint32_t target,
                                          gcv_error *err);
/* Forgets all steps. */
void gcv_cause_tree_clear(gcv_cause_tree *tree);

/* A total order of different steps that depends on their ways only: shorter ones first. */
bool gcv_cause_step_before(const gcv_cause_tree *tree, uint32_t a, uint32_t b);

/* Adds the objects of each step to a set: that of its number, if it has one in `set_of` (by step;
 * GCV_NONE: none). */
GCV_CHECKED gcv_status gcv_cause_tree_take_sets(gcv_cause_tree *tree, const uint32_t *set_of,
                                                gcv_error *err);
/* What all objects that were added to a set retain in one heap. `retained` has room for n. */
GCV_CHECKED gcv_status gcv_cause_tree_retained(gcv_cause_tree *tree, size_t side, uint32_t n,
                                               uint64_t *retained, gcv_error *err);

#endif
