/* load_heap.h - loading a heap from any source. */
#ifndef GCV_INPUT_LOAD_LOAD_HEAP_H
#define GCV_INPUT_LOAD_LOAD_HEAP_H

#include "input/format.h"

/* Gives the format of a source: the one called `name`, or if that is NULL, the one that the first
 * bytes show. */
GCV_CHECKED gcv_status gcv_heap_format_of(gcv_source *source, const char *name,
                                          const gcv_format **format, gcv_error *err);

/* gcv_heap_load() for any source. Closes the source in every case. `options` may be NULL. */
GCV_CHECKED gcv_status gcv_heap_load_source(gcv_context *ctx, gcv_source *source,
                                            const gcv_load_options *options, gcv_heap **out,
                                            gcv_error *err);

/* Loads the snapshots from the number in the options to the number `last` in one pass over the
 * source, whose format must allow several snapshots. `out` must have room for all of them. Only the
 * last heap has the list of snapshots. Closes the source in every case. After a failure, too, the
 * caller must free the `*n` heaps loaded so far. */
GCV_CHECKED gcv_status gcv_heap_load_snapshots(gcv_context *ctx, gcv_source *source,
                                               const gcv_load_options *options, uint32_t last,
                                               gcv_heap **out, size_t *n, gcv_error *err);

#endif
