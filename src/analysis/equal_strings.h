/* equal_strings.h - strings with equal contents. */
#ifndef GCV_ANALYSIS_EQUAL_STRINGS_H
#define GCV_ANALYSIS_EQUAL_STRINGS_H

#include "base/distinct_texts.h"
#include "heap/heap.h"

/* All strings of one text. */
typedef struct gcv_equal_strings {
    uint64_t count, bytes; /* shallow sizes */
    uint64_t wasted;       /* bytes of all but one of average size */
    uint64_t length;       /* UTF-16 units, of what is known of the text */
} gcv_equal_strings;

GCV_COLUMN(gcv_equal_strings_column, gcv_equal_strings);

typedef struct gcv_string_groups {
    gcv_equal_strings_column all; /* by number of the text */
    gcv_distinct_texts texts;
} gcv_string_groups;

/* Groups the strings of a heap that has texts and names of references. The text of a concatenated
 * string is that of its parts. Texts are compared up to GCV_TEXT_CUT units. Left out are strings
 * without bytes, concatenated strings with an empty part, into which V8 turns a string to flatten
 * it, and those with a part whose text is not known, such as a part of another string. The rule is
 * that of DevTools. O(objects + references of strings + texts); 4 bytes an object while it runs,
 * and the texts. */
void gcv_strings_group(gcv_context *ctx, const gcv_heap *heap, gcv_string_groups *out);

#endif
