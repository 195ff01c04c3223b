/* suspect_match.h - suspects found again in an older dump, and what they retained there. */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H

#include "analysis/suspects/suspects.h"

/* The older dump, and the chains in it. */
typedef struct gcv_suspect_past {
    const gcv_heap *heap;
    const uint8_t *sections; /* a byte for each: 0 if its objects do not count */
    gcv_root_set roots;
    gcv_paths paths;
} gcv_suspect_past;

/* `heap` and `sections` must outlive it. To be released even if it fails. */
GCV_CHECKED gcv_status gcv_suspect_past_find(gcv_context *ctx, gcv_suspect_past *past,
                                             const gcv_heap *heap, const uint8_t *sections,
                                             bool include_weak, gcv_error *err);
void gcv_suspect_past_release(gcv_context *ctx, gcv_suspect_past *past); /* fine if zeroed */

/* Finds for each of `rows` the bytes that its counterpart in the older dump retains;
 * GCV_NOT_REACHABLE if it has none.
 *
 * The counterpart of an object has the same fingerprint and comes after as many objects of its type
 * on its chain, so the first node of a list is matched with a first node, not with a later one. If
 * there are several, they are matched in the order of the bytes that they retain, most first. The
 * counterpart of a crowd is all objects of the same fingerprint. That of a group is the type or
 * namespace of the same name; failing that, all types (namespaces) of the same fingerprint together
 * that are not matched by name. Costs what the dominators of the older dump cost, and one run of
 * gcv_retained_of_sets(). */
GCV_CHECKED gcv_status gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                                          const gcv_suspect_past *past, uint64_t *retained,
                                          gcv_error *err);

#endif
