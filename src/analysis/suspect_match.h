/* suspect_match.h - what suspects retained in an older dump. */
#ifndef GCV_ANALYSIS_SUSPECT_MATCH_H
#define GCV_ANALYSIS_SUSPECT_MATCH_H

#include "analysis/suspects.h"

/* For each of `rows` the bytes that its like in `old` retains; GCV_NOT_REACHABLE if there is none.
 *
 * An object's like has the same fingerprint. Several of them: the one that retains the most is that
 * of the row that retains the most, the next one that of the next row; what an object of the same
 * fingerprint dominates (a node of a list, by the one before it) does not count. A group's like is
 * the type or namespace of the same name; failing that, all types (namespaces) of the same
 * fingerprint together. Costs what the dominators and chains of `old` cost. */
GCV_CHECKED gcv_status gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                                          const gcv_heap *old, bool include_weak,
                                          uint64_t *retained, gcv_error *err);

#endif
