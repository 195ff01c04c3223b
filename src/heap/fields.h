/* fields.h - names of references: the property, element or variable by which one object holds the
 * next. Few formats have them, and they are kept only on request: 5 bytes a reference, 4 an object,
 * and the names. */
#ifndef GCV_HEAP_FIELDS_H
#define GCV_HEAP_FIELDS_H

#include "base/column.h"
#include "base/text.h"

/* In order of preference, where only one of several references is shown. */
typedef enum gcv_field_kind {
    GCV_FIELD_STATIC,   /* static name: of a class */
    GCV_FIELD_PROPERTY, /* .name */
    GCV_FIELD_VARIABLE, /* ->name: of a closure */
    GCV_FIELD_ELEMENT,  /* [number] */
    GCV_FIELD_INTERNAL, /* {name}: of the virtual machine */
    GCV_FIELD_NUMBERED  /* {number} */
} gcv_field_kind;

static inline bool gcv_field_has_number(uint8_t kind)
{
    return kind == GCV_FIELD_ELEMENT || kind == GCV_FIELD_NUMBERED;
}

GCV_COLUMN(gcv_field_name_column, gcv_slice);

typedef struct gcv_fields {
    gcv_u32_column first; /* per object: index of its first reference below; empty: no names */
    gcv_u8_column kind;
    gcv_u32_column name; /* in step with `kind`: a number, or an index into `names` */
    gcv_field_name_column names;
} gcv_fields;

static inline void gcv_fields_release(gcv_context *ctx, gcv_fields *fields)
{
    gcv_u32_column_release(ctx, &fields->first);
    gcv_u8_column_release(ctx, &fields->kind);
    gcv_u32_column_release(ctx, &fields->name);
    gcv_field_name_column_release(ctx, &fields->names);
}

#endif
