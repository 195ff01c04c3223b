/* hprof_classes.h - the classes of an .hprof: what objects of each type look like.
 *
 * The format has no size of an object: a reader derives it from the fields of its class, or from
 * the elements of an array. So there is a class for each type and size, with a field for each
 * reference and others that fill the rest; types of many sizes are arrays of references.
 */
#ifndef GCV_REPORT_CONVERT_HPROF_CLASSES_H
#define GCV_REPORT_CONVERT_HPROF_CLASSES_H

#include "base/bitset.h"
#include "base/column.h"
#include "heap/heap.h"

/* Classes that readers look for stand first. */
enum {
    GCV_HPROF_OBJECT,
    GCV_HPROF_REFERENCE = 5,
    GCV_HPROF_FIXED = 10 /* their number */
};

typedef struct gcv_hprof_class {
    uint32_t name;                    /* a number of gcv_hprof_classes.names */
    uint32_t of_size;                 /* that its instances have, … */
    uint32_t size;                    /* … and the bytes of their fields */
    uint32_t references;              /* fields for them, which come first */
    uint32_t first_static, n_statics; /* places in gcv_hprof_classes.statics */
} gcv_hprof_class;

/* What a class is called. */
typedef struct gcv_hprof_name {
    gcv_slice text;
    bool is_array;
} gcv_hprof_name;

/* The classes of a type: instances by size, or one of arrays. */
typedef struct gcv_hprof_type {
    uint32_t first, n; /* 0: it has no objects */
    bool is_array;
} gcv_hprof_type;

GCV_COLUMN(gcv_hprof_class_column, gcv_hprof_class);
GCV_COLUMN(gcv_hprof_name_column, gcv_hprof_name);

typedef struct gcv_hprof_classes {
    const gcv_heap *heap;
    unsigned id_size;
    gcv_hprof_class_column classes;
    gcv_hprof_name_column names;
    gcv_hprof_type *types;   /* per type */
    gcv_u32_column statics;  /* root records of statics: by class, then field */
    uint32_t max_references; /* fields of any class, … */
    uint32_t max_fill;       /* … and those that only fill */
} gcv_hprof_classes;

/* What is written of an object. */
typedef struct gcv_hprof_form {
    uint32_t class_; /* a number */
    uint64_t n;      /* elements of an array, or bytes of the fields of an instance */
    bool is_array;
    bool is_bigger; /* the references take more than there is */
    bool is_cut;    /* no record holds as many elements */
} gcv_hprof_form;

/* `written`: objects that are. O(objects + statics × log statics); up to 17 sizes a type. */
GCV_CHECKED gcv_status gcv_hprof_classes_find(gcv_context *ctx, const gcv_heap *heap,
                                              unsigned id_size, const gcv_bitset *written,
                                              gcv_hprof_classes *out, gcv_error *err);
void gcv_hprof_classes_release(gcv_context *ctx, gcv_hprof_classes *classes);

gcv_hprof_form gcv_hprof_form_of(const gcv_hprof_classes *classes, uint32_t object);

/* Bytes that fill an instance behind its references. */
static inline uint32_t gcv_hprof_fill(const gcv_hprof_classes *classes,
                                      const gcv_hprof_class *class_)
{
    return class_->size - class_->references * classes->id_size;
}

/* Fields of that many bytes: as many of 8, then what is left in one each of 4, 2 and 1. */
static inline uint32_t gcv_hprof_fill_fields(uint32_t bytes)
{
    return bytes / 8 + (bytes >> 2 & 1) + (bytes >> 1 & 1) + (bytes & 1);
}

/* The field of a static; data NULL: not known. */
gcv_slice gcv_hprof_field(const gcv_heap *heap, const gcv_root *root);

#endif
