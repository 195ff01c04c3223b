/* suspect_match.h - suspects found again in an older dump, and what they retained there. */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H

#include "analysis/suspects/suspects.h"

/* The older dump, and the chains in it. */
typedef struct gcv_suspect_past {
    const gcv_selection *selection; /* objects outside its sections and generation do not count */
    gcv_root_set roots;
    gcv_paths paths;
} gcv_suspect_past;

/* Finds the chains of the selection's heap. `selection` must outlive `past`. */
void gcv_suspect_past_find(gcv_context *ctx, gcv_suspect_past *past, const gcv_selection *selection,
                           bool include_weak);
void gcv_suspect_past_release(gcv_context *ctx, gcv_suspect_past *past); /* may be zeroed */

/* Finds for each of `rows` the bytes that its counterpart in the older dump retains;
 * GCV_NOT_REACHABLE: it has none.
 *
 * Objects outside of `selection`, which is that of the rows' heap, have none. The counterpart of
 * another object has the same fingerprint and comes after as many objects of its own type on its
 * chain, so the first node of a list is matched with a first node, not with a later one. If there
 * are several, they are matched in descending order of retained bytes. The counterpart of a crowd
 * is all objects with the same fingerprint. The counterpart of a group is the type or namespace of
 * the same name or, failing that, all types or namespaces with the same fingerprint that no row
 * matches by name, together. Costs as much as finding the dominators of the older dump and one run
 * of gcv_retained_of_sets().
 */
void gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                        const gcv_selection *selection, const gcv_suspect_past *past,
                        uint64_t *retained);

#endif
