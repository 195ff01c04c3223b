/* root_words.h - a root as people read it: its own name first, the long names last. */
#ifndef GCV_REPORT_ROOT_WORDS_H
#define GCV_REPORT_ROOT_WORDS_H

#include "report/report.h"

/* Appends a label (heap/root_label.h) in words; `type` is the type of the object that the root
 * holds. The label of a static is `TYPE.FIELD`, where the type is that of the object or the one
 * with the field, or, in a text log, the type with the field alone:
 *
 *     static List<Acme.Price>.prices    static field prices, a List<Price>
 *     static Acme.Cache.prices          static prices (Acme.Cache)
 *     static Acme.Cache                 static field of Cache (Acme)
 *
 * A local of which the dump names nothing is a local variable. Any other label stays as it is. */
void gcv_root_words(gcv_context *ctx, const gcv_heap *heap, gcv_slice label, gcv_slice type,
                    gcv_buffer *out);

/* Writes the label of a root in words. */
void gcv_root_in_words(gcv_context *ctx, const gcv_heap *heap, const gcv_root *root,
                       gcv_buffer *out);

/* Writes the label of a root of report->in.heap, in words where the report is a text on a screen.
 */
void gcv_report_root_label(const gcv_report *report, const gcv_root *root, gcv_buffer *out);

#endif
