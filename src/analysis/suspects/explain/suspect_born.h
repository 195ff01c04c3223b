/* suspect_born.h - bytes of suspects of V8 that the older dump did not have. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_BORN_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_BORN_H

#include "analysis/suspects/find/suspects.h"

/* Returns, per row of a V8 heap, how many of the bytes are of objects that the older dump does not
 * have, by id and type, or had with fewer bytes: at most so many for a crowd, and all for a group.
 * NULL: the dumps are of two processes. */
uint64_t *gcv_suspect_born(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const gcv_heap *old);

#endif
