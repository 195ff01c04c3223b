/* load_heap.h - a heap from any source. */
#ifndef GCV_INPUT_LOAD_LOAD_HEAP_H
#define GCV_INPUT_LOAD_LOAD_HEAP_H

#include "input/format.h"

/* The format of a source by its first bytes, or that of this name if it is not NULL. */
GCV_CHECKED gcv_status gcv_heap_format_of(gcv_source *source, const char *name,
                                          const gcv_format **format, gcv_error *err);

/* gcv_heap_load() for any source, which is closed in every case. `options` may be NULL. */
GCV_CHECKED gcv_status gcv_heap_load_source(gcv_context *ctx, gcv_source *source,
                                            const gcv_load_options *options, gcv_heap **out,
                                            gcv_error *err);

/* The snapshots from that of the options, given by number, to `last`, in one reading; `out` has
 * room for all. The list of snapshots is that of the last heap only. The source is closed in every
 * case; on failure `*n` heaps are there all the same, to be freed. Of a format with several
 * snapshots in a file only. */
GCV_CHECKED gcv_status gcv_heap_load_snapshots(gcv_context *ctx, gcv_source *source,
                                               const gcv_load_options *options, uint32_t last,
                                               gcv_heap **out, size_t *n, gcv_error *err);

#endif
