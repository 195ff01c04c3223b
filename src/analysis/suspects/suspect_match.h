/* suspect_match.h - what suspects retained in an older dump. */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECT_MATCH_H

#include "analysis/suspects/suspects.h"

/* For each of `rows` the bytes that its like in `old` retains; GCV_NOT_REACHABLE if there is none.
 *
 * An object's like has the same fingerprint and comes after as many of its type on its chain (so
 * what begins a list is like what begins a list, and no node of it). Several of them: the one that
 * retains the most is that of the row that retains the most, the next one that of the next row. A
 * group's like is the type or namespace of the same name; failing that, all types (namespaces) of
 * the same fingerprint together that are no row's by name. `sections`: a byte for each of `old`,
 * 0 if its objects do not count. Costs what the dominators and chains of `old` cost. */
GCV_CHECKED gcv_status gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                                          const gcv_heap *old, const uint8_t *sections,
                                          bool include_weak, uint64_t *retained, gcv_error *err);

#endif
