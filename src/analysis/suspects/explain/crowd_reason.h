/* crowd_reason.h - the sentence about a crowd. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_CROWD_REASON_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_CROWD_REASON_H

#include "analysis/suspects/explain/reason_words.h"

/* Appends what the members are, what keeps them and how much they retain. O(members and their
 * children in the dominator tree). */
void gcv_describe_crowd(gcv_reasons *reasons, const gcv_crowd *crowd);

#endif
