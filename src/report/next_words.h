/* next_words.h - the end of a suggested command line, ready to paste: the options that make the
 * command look at the same heap, and the file. */
#ifndef GCV_REPORT_NEXT_WORDS_H
#define GCV_REPORT_NEXT_WORDS_H

#include "report/report.h"

/* Appends the options that choose the heap and the part of it. */
void gcv_next_options(const gcv_report *report, gcv_buffer *out);
/* Appends `option` and the number of the heap's snapshot, unless it is the default of the commands,
 * `usual`: GCV_SNAPSHOT_LAST or GCV_SNAPSHOT_FIRST. */
void gcv_next_snapshot(const gcv_report *report, const gcv_heap *heap, const char *option,
                       uint32_t usual, gcv_buffer *out);
/* Appends the path of a heap. Standard input and pipes cannot be read again, and some paths cannot
 * be pasted: for these it appends `word`, which the reader has to replace. */
void gcv_next_path(const gcv_report *report, const gcv_heap *heap, const char *word,
                   gcv_buffer *out);
/* Appends the end of a command line about the heap alone. */
void gcv_next_file(const gcv_report *report, gcv_buffer *out);

#endif
