/* sole_dominators.c - exact retained bytes of sets of objects, by dominators where they suffice.
 *
 * If one reachable member of a set dominates all others, every path to a member passes that one, so
 * the set retains what this member retains. That resolves types with a single object, and types in
 * which one object dominates the others. The other sets go through consed sets or passes, for which
 * many small sets are the hard case.
 *
 * Only the member with the lowest preorder number can be the sole dominator, because a dominator
 * has a lower number than the objects that it dominates.
 *
 * O(objects + sets in the lists of their classes) after the dominators. Bytes per object: 8 beside
 * the dominators; after these are freed, 4 for the other sets. Per set: 12, and 4 in each list.
 */
#include "analysis/analyses.h"
#include "analysis/dominator_tree.h"
#include "analysis/sets/retained_sets.h"

#define NO_SOLE UINT32_MAX

typedef struct gcv_sole_dominators {
    gcv_context *ctx;
    const gcv_set_classes *classes;
    gcv_dominators dominators;
    gcv_dominator_tree tree;
    uint32_t *sole; /* per set: number of the member that dominates the others; 0: no member is
                       reachable; or NO_SOLE */
    uint32_t *rest; /* per set, in the memory of `sole`: its index among the unresolved sets;
                       GCV_NONE: it is resolved */
    uint32_t n_rest;
} gcv_sole_dominators;

/* Notes that the object with number w is a member of the set. Numbers ascend. */
static void note_member(gcv_sole_dominators *work, uint32_t set, uint32_t w)
{
    uint32_t *sole = &work->sole[set];
    if (*sole == 0) {
        *sole = w;
    } else if (*sole != NO_SOLE && !gcv_dominator_tree_dominates(&work->tree, *sole, w)) {
        *sole = NO_SOLE;
    }
}

static void find_sole(gcv_sole_dominators *work)
{
    uint32_t i, end;
    work->sole = gcv_alloc_zeroed(work->ctx, work->classes->n_sets, sizeof *work->sole);
    for (uint32_t w = 1; w <= work->dominators.n_reached; w++) {
        const uint32_t class = work->classes->class_of[work->dominators.object[w]];
        if (class != GCV_NONE) {
            gcv_own_sets(work->classes, class, &i, &end);
            for (; i < end; i++) {
                note_member(work, gcv_own_set(work->classes, i), w);
            }
        }
    }
}

/* Stores the results of the sets that have a sole dominator or no reachable member, and numbers the
 * other sets. */
static void resolve(gcv_sole_dominators *work, uint64_t *retained)
{
    work->rest = work->sole;
    for (uint32_t set = 0; set < work->classes->n_sets; set++) {
        uint32_t sole = work->sole[set];
        work->rest[set] = sole == NO_SOLE ? work->n_rest++ : GCV_NONE;
        if (sole != NO_SOLE) {
            retained[set] = sole == 0 ? GCV_NOT_REACHABLE : work->dominators.retained[sole];
        }
    }
}

/* Lists the other sets of each class. */
static void list_rest(const gcv_sole_dominators *work, gcv_u32_column *first, gcv_u32_column *sets)
{
    gcv_u32_column_push(work->ctx, first, 0);
    uint32_t i, end;
    for (uint32_t class = 0; class < work->classes->n_classes; class ++) {
        gcv_own_sets(work->classes, class, &i, &end);
        for (; i < end; i++) {
            const uint32_t rest = work->rest[gcv_own_set(work->classes, i)];
            if (rest != GCV_NONE) {
                gcv_u32_column_push(work->ctx, sets, rest);
            }
        }
        gcv_u32_column_push(work->ctx, first, (uint32_t)sets->n);
    }
}

/* Finds what the other sets retain. */
static void find_rest(const gcv_sole_dominators *work, const gcv_set_query *query,
                      uint64_t *retained)
{
    gcv_context *ctx = work->ctx;
    uint64_t *of_rest = gcv_alloc(ctx, work->n_rest, sizeof *of_rest);
    gcv_u32_column first = {NULL, 0, 0}, sets = {NULL, 0, 0};
    gcv_set_classes classes = *work->classes;
    list_rest(work, &first, &sets);
    classes.n_sets = work->n_rest;
    classes.first = first.data;
    classes.sets = sets.data;
    const gcv_set_query rest = {query->heap, query->roots, &classes, NULL, NULL};
    gcv_retained_by_tries(ctx, &rest, of_rest);
    for (uint32_t set = 0; set < work->classes->n_sets; set++) {
        if (work->rest[set] != GCV_NONE) {
            retained[set] = of_rest[work->rest[set]];
        }
    }
    GCV_RELEASE(ctx, &first, &sets);
    gcv_free(ctx, of_rest);
}

void gcv_retained_by_dominators(gcv_context *ctx, const gcv_set_query *query, uint64_t *retained)
{
    gcv_sole_dominators work = {.ctx = ctx, .classes = query->classes};
    gcv_dominators_compute(ctx, query->heap, query->roots, &work.dominators);
    gcv_dominator_tree_init(ctx, &work.tree, &work.dominators, false);
    find_sole(&work);
    resolve(&work, retained);
    gcv_dominator_tree_release(ctx, &work.tree);
    gcv_dominators_release(ctx, &work.dominators);
    if (work.n_rest > 0) {
        find_rest(&work, query, retained);
    }
    gcv_free(ctx, work.sole);
}
