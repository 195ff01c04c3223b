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

#endif
