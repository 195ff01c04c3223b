/* suspect_reason.h - one sentence that says why something is a suspect. */
#ifndef GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_REASON_H
#define GCV_ANALYSIS_SUSPECTS_EXPLAIN_SUSPECT_REASON_H

#include "analysis/suspects/explain/reason_words.h"

void gcv_reasons_init(gcv_context *ctx, gcv_reasons *out, const gcv_suspect_input *input,
                      const gcv_suspects *found);

/* Sets `text` to the sentence about a row. `old`: bytes that its counterpart in the baseline
 * retains (GCV_NOT_REACHABLE: it has none); NULL without a baseline. O(objects that the row
 * dominates). In all rows together, an object is visited once for each accumulation point that
 * dominates it; these are few, since each retains less than 70 % of what the next one above it
 * retains. */
void gcv_reasons_describe(gcv_reasons *reasons, const gcv_suspect *row, const uint64_t *old);
/* Appends the fingerprint in brackets. */
void gcv_reasons_add_fingerprint(gcv_reasons *reasons, const gcv_suspect *row);

#endif
