/* track_step.h - gcv_track_find() for several steps of one way. */
#ifndef GCV_ANALYSIS_TRACK_TRACK_STEP_H
#define GCV_ANALYSIS_TRACK_TRACK_STEP_H

#include "heap/moves.h"

/* The same for two dumps between others, where gcv_moves_verify() has found the evidence from the
 * first of all to the last one complete. */
GCV_CHECKED gcv_status gcv_track_step(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                                      gcv_moves *moves, uint32_t from_dump, uint32_t to_dump,
                                      gcv_track *out, gcv_error *err);

#endif
