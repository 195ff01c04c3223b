/* suspect_match.h - suspects found again in an older dump, and what they retained there. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_MATCH_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_MATCH_H

#include "analysis/basis.h"
#include "analysis/suspects/find/suspects.h"

/* Finds for each of `rows` the bytes that its counterpart in the older dump retains;
 * GCV_NOT_REACHABLE: it has none. For groups and crowds, also the number of its objects (0: it has
 * none); GCV_NONE for others.
 *
 * Objects outside of `selection`, which is that of the rows' heap, have none. The counterpart of
 * another object has the same fingerprint and comes after as many objects of its own type on its
 * chain, so the first node of a list is matched with a first node, not with a later one. If there
 * are several, they are matched in descending order of retained bytes. The counterpart of a crowd
 * is all objects with the same fingerprint. The counterpart of a group is the type or namespace of
 * the same name or, failing that, all types or namespaces with the same fingerprint that no row
 * matches by name, together. Asks the basis for chains and dominators, and costs one run of
 * gcv_retained_of_sets().
 */
void gcv_suspects_match(gcv_context *ctx, const gcv_suspect_column *rows,
                        const gcv_selection *selection, gcv_basis *past, uint64_t *retained,
                        uint32_t *objects);

#endif
