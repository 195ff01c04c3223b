/* shapes.c - see shapes.h. */
#include "heap/shapes.h"

void gcv_shapes_release(gcv_context *ctx, gcv_shapes *shapes)
{
    gcv_slice_column_release(ctx, &shapes->names);
    gcv_slice_column_release(ctx, &shapes->properties);
    gcv_u32_column_release(ctx, &shapes->end);
}
