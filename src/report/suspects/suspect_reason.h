/* suspect_reason.h - why something is suspected, in one sentence. */
#ifndef GCV_REPORT_SUSPECTS_SUSPECT_REASON_H
#define GCV_REPORT_SUSPECTS_SUSPECT_REASON_H

#include "analysis/suspects/suspects.h"
#include "heap/root_label.h"

typedef struct gcv_reasons {
    gcv_context *ctx;
    const gcv_suspect_input *input;
    const gcv_suspects *found;
    uint32_t *seen;   /* per type: the last row that counted it */
    uint64_t *weight; /* per type: bytes right below an accumulation point */
    uint32_t *count;  /* per type: objects there */
    uint32_t n_rows;  /* counted so far */
    gcv_buffer text;
} gcv_reasons;

GCV_CHECKED gcv_status gcv_reasons_init(gcv_context *ctx, gcv_reasons *out,
                                        const gcv_suspect_input *input, const gcv_suspects *found,
                                        gcv_error *err);
void gcv_reasons_release(gcv_reasons *reasons);

/* Puts the sentence about a row into `text`, with the fingerprint behind it. `old`: bytes that its
 * like retains in the baseline, NULL without one. O(objects that the row dominates); an object is
 * dominated by few accumulation points, as each keeps less than 70 % of the one above it. */
GCV_CHECKED gcv_status gcv_reason(gcv_reasons *reasons, const gcv_suspect *row, const uint64_t *old,
                                  gcv_error *err);

#endif
