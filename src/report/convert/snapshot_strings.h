/* snapshot_strings.h - the strings of a V8 heap snapshot: names of types, and labels of roots. */
#ifndef GCV_REPORT_CONVERT_SNAPSHOT_STRINGS_H
#define GCV_REPORT_CONVERT_SNAPSHOT_STRINGS_H

#include "heap/heap.h"
#include "output/writer.h"

/* Fixed strings come first. */
enum {
    GCV_SNAPSHOT_DUMMY,
    GCV_SNAPSHOT_EMPTY,
    GCV_SNAPSHOT_GC_ROOTS,
    GCV_SNAPSHOT_UNREACHABLE,
    GCV_SNAPSHOT_GROUPS /* index of the first name of root kinds; the names are those of
                           gcv_root_group_at() */
};

typedef struct gcv_snapshot_strings {
    const gcv_heap *heap;
    uint32_t *of_type, *of_root; /* index of the string of each type and each root record */
    gcv_u32_column types;        /* one type for each name, … */
    gcv_u32_column labels;       /* … and one root record for each label */
    uint32_t n_groups;
} gcv_snapshot_strings;

/* Finds the string of each type and each root record. O(types + roots × log roots); 12 bytes per
 * root during the call, of which 4 to 8 remain. */
void gcv_snapshot_strings_find(gcv_context *ctx, const gcv_heap *heap, gcv_snapshot_strings *out);

/* Writes the list as JSON, and returns its size in bytes. `writer` NULL: only measures. */
uint64_t gcv_snapshot_strings_put(gcv_context *ctx, const gcv_snapshot_strings *strings,
                                  gcv_writer *writer);

/* Writes a string with its quotes. Only printable ASCII is written as it is: other characters are
 * escaped, and a byte that is not UTF-8 becomes U+FFFD. Returns the number of bytes. */
uint64_t gcv_snapshot_put_string(gcv_writer *writer, gcv_slice text);

#endif
