/* suspect_match.h - suspects found again in an older dump, and what they retained there. */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H

#include "analysis/suspects/suspects.h"

/* Finds for each of `rows` the bytes that its counterpart in `old` retains; GCV_NOT_REACHABLE if it
 * has none.
 *
 * The counterpart of an object has the same fingerprint and comes after as many objects of its type
 * on its chain, so the first node of a list is matched with a first node, not with a later one. If
 * there are several, they are matched in the order of the bytes that they retain, most first. The
 * counterpart of a group is the type or namespace of the same name; failing that, all types
 * (namespaces) of the same fingerprint together that are not matched by name. `sections`: a byte
 * for each of `old`, 0 if its objects do not count. Costs what the dominators and chains of `old`
 * cost. */
GCV_CHECKED gcv_status gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                                          const gcv_heap *old, const uint8_t *sections,
                                          bool include_weak, uint64_t *retained, gcv_error *err);

#endif
