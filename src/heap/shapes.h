/* shapes.h - shapes of plain objects of JavaScript: the lists of properties by which plain objects
 * are named, `{id, price, meta}`. */
#ifndef GCV_HEAP_SHAPES_H
#define GCV_HEAP_SHAPES_H

#include "base/column.h"
#include "base/text.h"

/* The type of plain objects that have no shape, and of all of them where shapes are not used. */
#define GCV_PLAIN_OBJECT "Object"

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
