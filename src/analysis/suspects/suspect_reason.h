/* suspect_reason.h - one sentence that says why something is a suspect. */
#ifndef GCV_ANALYSIS_SUSPECTS_SUSPECT_REASON_H
#define GCV_ANALYSIS_SUSPECTS_SUSPECT_REASON_H

#include "analysis/suspects/suspects.h"
#include "base/buffer.h"

typedef struct gcv_reasons {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    /* Per type, for the current row; weight and count are those of the immediate children. */
    uint32_t *seen;   /* value of n_rows at the last row with objects of the type */
    uint64_t *weight; /* bytes that children of the type retain */
    uint32_t *count;  /* children of the type */
    uint32_t n_rows;  /* rows so far */
    gcv_buffer text;  /* the reason of the last row */
    gcv_buffer label; /* of a root */
} gcv_reasons;

GCV_CHECKED gcv_status gcv_reasons_init(gcv_context *ctx, gcv_reasons *out,
                                        const gcv_suspect_input *input, const gcv_suspects *found,
                                        gcv_error *err);
void gcv_reasons_release(gcv_reasons *reasons); /* fine if zeroed */

/* Sets `text` to the sentence about a row. `old`: bytes that its
 * counterpart retains in the baseline; NULL without a baseline. O(objects that the row dominates).
 * Over all rows an object is visited once for each accumulation point that dominates it; these are
 * few, since each retains less than 70 % of the one above it. */
GCV_CHECKED gcv_status gcv_reasons_describe(gcv_reasons *reasons, const gcv_suspect *row,
                                            const uint64_t *old, gcv_error *err);
/* Appends the fingerprint in brackets. */
GCV_CHECKED gcv_status gcv_reasons_add_fingerprint(gcv_reasons *reasons, const gcv_suspect *row,
                                                   gcv_error *err);

#endif
