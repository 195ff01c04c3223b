/* crowd_reason.h - the sentence about a crowd. */
#ifndef GCV_ANALYSIS_SUSPECTS_CROWD_REASON_H
#define GCV_ANALYSIS_SUSPECTS_CROWD_REASON_H

#include "analysis/suspects/reason_words.h"

/* Appends who they are, what keeps them and what they retain. O(what the crowd dominates). */
void gcv_describe_crowd(gcv_reasons *reasons, const gcv_crowd *crowd, gcv_error *err);

#endif
