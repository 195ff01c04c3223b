/* shapes.c - see shapes.h. */
#include "heap/shapes.h"

bool gcv_is_shape(gcv_slice type)
{
    return gcv_slice_begins(type, "{") && (gcv_slice_ends(type, "}") || gcv_slice_ends(type, "…"));
}

bool gcv_is_plain_object(gcv_slice type)
{
    return gcv_slice_is(type, GCV_PLAIN_OBJECT) || gcv_is_shape(type);
}

gcv_slice gcv_without_shape(gcv_slice type)
{
    return gcv_is_shape(type) ? gcv_slice_str(GCV_PLAIN_OBJECT) : type;
}

void gcv_shapes_release(gcv_context *ctx, gcv_shapes *shapes)
{
    GCV_RELEASE(ctx, &shapes->names, &shapes->properties, &shapes->end);
}
