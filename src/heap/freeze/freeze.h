/* freeze.h - from the records that a builder has taken in to the heap that analyses read. */
#ifndef GCV_HEAP_FREEZE_FREEZE_H
#define GCV_HEAP_FREEZE_FREEZE_H

#include "heap/builder.h"

/* Makes the heap, which is the caller's; the builder is empty afterwards, but must still be
 * released. If the builder wants more (gcv_builder_wants_more()), `*out` stays as it is. */
GCV_CHECKED gcv_status gcv_builder_freeze(gcv_builder *builder, gcv_heap **out, gcv_error *err);

#endif
