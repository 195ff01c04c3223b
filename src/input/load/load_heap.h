/* load_heap.h - loading a heap from any source. */
#ifndef GCV_INPUT_LOAD_LOAD_HEAP_H
#define GCV_INPUT_LOAD_LOAD_HEAP_H

#include "input/format.h"

/* Returns the format of a source: the one called `name` or, if that is NULL, the one that the first
 * bytes show. */
const gcv_format *gcv_heap_format_of(gcv_source *source, const char *name);
/* The same; NULL if there is none. */
const gcv_format *gcv_heap_format_if_known(gcv_source *source, const char *name);

/* gcv_heap_load(), but fails by a jump. */
void gcv_heap_load_file(gcv_context *ctx, const char *path, const gcv_load_options *options,
                        gcv_heap **out);
/* The same for any source. Closes the source. `options` may be NULL. */
void gcv_heap_load_source(gcv_context *ctx, gcv_source *source, const gcv_load_options *options,
                          gcv_heap **out);

/* Loads the snapshots from the number in the options to the number `last` in one pass over the
 * source, whose format must allow several snapshots. `out` must have room for all of them. Only the
 * last heap has the list of snapshots. `*n`: their number. Closes the source. */
size_t gcv_heap_load_snapshots(gcv_context *ctx, gcv_source *source,
                               const gcv_load_options *options, uint32_t last, gcv_heap **out);

#endif
