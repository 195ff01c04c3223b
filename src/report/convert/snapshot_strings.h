/* snapshot_strings.h - the strings of a V8 heap snapshot: names of types, and labels of roots. */
#ifndef GCV_REPORT_CONVERT_SNAPSHOT_STRINGS_H
#define GCV_REPORT_CONVERT_SNAPSHOT_STRINGS_H

#include "base/column.h"
#include "heap/heap.h"
#include "output/writer.h"

/* Fixed strings stand in front. */
enum {
    GCV_SNAPSHOT_DUMMY,
    GCV_SNAPSHOT_EMPTY,
    GCV_SNAPSHOT_GC_ROOTS,
    GCV_SNAPSHOT_UNREACHABLE,
    GCV_SNAPSHOT_GROUPS /* the first of the names of root kinds, as gcv_root_group_at() has them */
};

typedef struct gcv_snapshot_strings {
    const gcv_heap *heap;
    uint32_t *of_type, *of_root; /* the string of each type and each root record */
    gcv_u32_column types;        /* one for each name, … */
    gcv_u32_column labels;       /* … and a record for each label */
    uint32_t n_groups;
} gcv_snapshot_strings;

/* Finds what each type and each root record is called. O(types + roots × log roots); 12 bytes a
 * root while it runs, 4 to 8 of them remain. */
GCV_CHECKED gcv_status gcv_snapshot_strings_find(gcv_context *ctx, const gcv_heap *heap,
                                                 gcv_snapshot_strings *out, gcv_error *err);
void gcv_snapshot_strings_release(gcv_context *ctx, gcv_snapshot_strings *strings);

/* Writes the list as JSON; `*size` becomes the bytes that it takes. `writer` NULL: only that. */
GCV_CHECKED gcv_status gcv_snapshot_strings_put(gcv_context *ctx,
                                                const gcv_snapshot_strings *strings,
                                                gcv_writer *writer, uint64_t *size, gcv_error *err);

/* One string with its quotes; all but the printable characters of ASCII becomes an escape, a byte
 * that is not UTF-8 U+FFFD. Returns the bytes. */
uint64_t gcv_snapshot_put_string(gcv_writer *writer, gcv_slice text);

#endif
