/* hprof_java.h - what the .hprof of a Java heap takes over from the dump: class objects, which are
 * the classes of the file, and arrays of primitives. */
#ifndef GCV_REPORT_CONVERT_HPROF_JAVA_H
#define GCV_REPORT_CONVERT_HPROF_JAVA_H

#include "heap/heap.h"

/* A class object. Its first references are the superclass and the loader, as far as it has them;
 * the others are written as statics. */
typedef struct gcv_hprof_mirror {
    uint32_t object;
    uint32_t class_;      /* its number in the file */
    uint32_t super;       /* class object; GCV_NONE */
    uint32_t loader;      /* object; GCV_NONE */
    uint32_t n_above;     /* 0 to 2: references before the statics */
    uint32_t n_named;     /* statics whose names are known, … */
    uint32_t first_named; /* … counted over all class objects */
    uint32_t n_inside;    /* … without those that are no fields of the class object */
} gcv_hprof_mirror;

GCV_COLUMN(gcv_hprof_mirror_column, gcv_hprof_mirror);

/* Lists the class objects among the objects in `written`, ascending, without numbers of classes.
 * O(objects + class objects × depth of superclasses). */
void gcv_hprof_mirrors_find(gcv_context *ctx, const gcv_heap *heap, const gcv_bitset *written,
                            gcv_hprof_mirror_column *out);

/* Returns the one of a class object; NULL: the object is none of them. O(log class objects). */
gcv_hprof_mirror *gcv_hprof_mirror_at(const gcv_hprof_mirror_column *mirrors, uint32_t object);

/* The statics of a class object: `n` objects. */
const uint32_t *gcv_hprof_statics_of(const gcv_heap *heap, const gcv_hprof_mirror *mirror,
                                     uint32_t *n);

/* The name of a static by what it holds; data NULL: not known. */
gcv_slice gcv_hprof_static_name(const gcv_heap *heap, const gcv_hprof_mirror *mirror,
                                uint32_t object);

/* A type of elements, as the format numbers it, and the bytes of an element. */
typedef struct gcv_hprof_primitive {
    uint8_t type, width;
} gcv_hprof_primitive;

/* The type of the elements of an array by the name of its type, as `int[]`; 0: not a primitive
 * one. */
gcv_hprof_primitive gcv_hprof_primitive_of(gcv_slice name);

#endif
