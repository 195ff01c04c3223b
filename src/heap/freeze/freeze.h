/* freeze.h - from the records of a builder to the heap that analyses read. */
#ifndef GCV_HEAP_FREEZE_FREEZE_H
#define GCV_HEAP_FREEZE_FREEZE_H

#include "heap/builder.h"

/* Makes the heap, which the caller owns. The builder is empty afterwards, but must still be
 * released. If the builder wants more (gcv_builder_wants_more()), `*out` is unchanged. */
GCV_CHECKED gcv_status gcv_builder_freeze(gcv_builder *builder, gcv_heap **out, gcv_error *err);

#endif
