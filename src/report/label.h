/* label.h - roots in words. */
#ifndef GCV_REPORT_LABEL_H
#define GCV_REPORT_LABEL_H

#include "base/column.h"
#include "heap/heap.h"
#include "output/writer.h"

GCV_COLUMN(gcv_text_column, char);

static inline gcv_cell gcv_text_cell(const gcv_text_column *text)
{
    gcv_slice slice;
    slice.data = text->data;
    slice.size = text->n;
    return gcv_cell_text(slice);
}

/* Each replaces `out` by the words and fails only for want of memory. */

/* internal, local, finalizer, handle, static, runtime, or `kind N` (hex, as in the dump). */
GCV_CHECKED gcv_status gcv_root_kind_name(gcv_context *ctx, uint32_t kind, gcv_text_column *out,
                                          gcv_error *err);

/* pinned, weak, interior, unknown bits in hex, joined by commas; `-` for none. */
GCV_CHECKED gcv_status gcv_root_flag_names(gcv_context *ctx, uint32_t flags, gcv_text_column *out,
                                           gcv_error *err);

/* The whole root: `static Acme.Cache`, `handle (pinned)`, `local`. What the dump says of the root
 * (`static Acme.Cache.items`, `handle dependent`) stands in place of its container. */
GCV_CHECKED gcv_status gcv_root_label(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                                      gcv_text_column *out, gcv_error *err);

#endif
