/* shapes.h - what plain objects of JavaScript and other objects of V8 are called: shapes are lists
 * of properties by which plain objects are named, `{id, price, meta}`. */
#ifndef GCV_HEAP_SHAPES_H
#define GCV_HEAP_SHAPES_H

#include "base/column.h"
#include "base/text.h"

/* The type of plain objects that have no shape, and of all of them where shapes are not used. */
#define GCV_PLAIN_OBJECT "Object"

/* What readers call other objects of V8. */
#define GCV_CODE_TYPE "(compiled code)"
#define GCV_LAYOUT_TYPE "(object shape)"
#define GCV_ARRAY_TYPE "(array)"
#define GCV_STRING_TYPE "(string)"
#define GCV_SYSTEM_TYPE "(system)"
#define GCV_PROTOTYPE_TYPE "(prototype)"
#define GCV_CONTEXT_TYPE "system / Context"

/* Shapes in the order in which they are tried. The texts live as long as the heap. */
typedef struct gcv_shapes {
    gcv_slice_column names;      /* of types */
    gcv_slice_column properties; /* of all shapes, one after the other … */
    gcv_u32_column end;          /* … and where those of each end */
} gcv_shapes;

/* Whether a type is that of plain objects of one shape, or of any plain objects. */
bool gcv_is_shape(gcv_slice type);
bool gcv_is_plain_object(gcv_slice type);
/* Returns the name of a type; that of all plain objects for a shape. */
gcv_slice gcv_without_shape(gcv_slice type);

void gcv_shapes_release(gcv_context *ctx, gcv_shapes *shapes);

#endif
