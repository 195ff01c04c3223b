/* track_step.h - gcv_track_find() for several consecutive steps. */
#ifndef GCV_ANALYSIS_TRACK_TRACK_STEP_H
#define GCV_ANALYSIS_TRACK_TRACK_STEP_H

#include "heap/moves.h"

/* The same for two dumps of a series. gcv_moves_verify() must have found the evidence from the
 * first to the last dump of the series complete. */
GCV_CHECKED gcv_status gcv_track_step(gcv_context *ctx, const gcv_heap *from, const gcv_heap *to,
                                      gcv_moves *moves, uint32_t from_dump, uint32_t to_dump,
                                      gcv_track *out, gcv_error *err);

#endif
