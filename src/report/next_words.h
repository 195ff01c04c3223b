/* next_words.h - the end of a command line that a report suggests, ready to paste: the options that
 * make it look at the same heap, and the file. */
#ifndef GCV_REPORT_NEXT_WORDS_H
#define GCV_REPORT_NEXT_WORDS_H

#include "base/buffer.h"
#include "report/report.h"

/* Appends the options that decide which heap it is and what of it is looked at. */
void gcv_next_options(const gcv_report *report, gcv_buffer *out, gcv_error *err);
/* Appends `option` and the number of the snapshot, unless commands read that by themselves:
 * `usual` is GCV_SNAPSHOT_LAST or GCV_SNAPSHOT_FIRST. */
void gcv_next_snapshot(const gcv_report *report, const gcv_heap *heap, const char *option,
                       uint32_t usual, gcv_buffer *out, gcv_error *err);
/* Appends the path of a heap. Standard input, or the end of a pipe, cannot be read again, so `word`
 * stands in its place, for the reader to replace. */
void gcv_next_path(const gcv_report *report, const gcv_heap *heap, const char *word,
                   gcv_buffer *out, gcv_error *err);

#endif
