/* hprof_writer.h - what the parts of the .hprof writer share: the numbers and records of the
 * format, and the ids of classes and names.
 *
 *     hprof_classes.c    the classes, and the form of each object
 *     hprof_java.c       what the file of a Java heap takes over from its dump
 *     hprof_segments.c   classes, roots and objects, in segments
 *     convert_hprof.c    which objects are written, in which order, names, the rest
 *
 * circle: the parts share the state declared here. */
#ifndef GCV_REPORT_CONVERT_HPROF_WRITER_H
#define GCV_REPORT_CONVERT_HPROF_WRITER_H

#include "report/convert/convert.h"

#include <string.h>

/* ---- hprof_java.c ------------------------------------------------------------------------- */

/* What the .hprof of a Java heap takes over from the dump: class objects, which are
 * the classes of the file, and arrays of primitives. */

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

/* ---- hprof_classes.c: the classes, and the form of each object ---------------------------- */

/* The classes of an .hprof: the layout of the objects of each type.
 *
 * The format has no size of an object: readers derive it from the fields of its class, or from
 * the elements of an array. So there is a class for each type and size, with a field for each
 * reference and others that fill the rest. Types with many sizes become arrays of references. In
 * a Java heap, class objects are the classes, and no field is needed for the reference to them. */
/* Classes that readers look up come first. */
enum {
    GCV_HPROF_OBJECT,
    GCV_HPROF_STRING = 3, /* there may be more of these two names */
    GCV_HPROF_THREAD,
    GCV_HPROF_REFERENCE,
    GCV_HPROF_FIXED = 10 /* number of these classes */
};

typedef struct gcv_hprof_class {
    uint32_t name;                    /* index in gcv_hprof_classes.names */
    uint32_t of_size;                 /* size of its instances in the dump, … */
    uint32_t size;                    /* … and the bytes of their fields in memory */
    uint32_t references;              /* fields for references, which come first */
    uint32_t object;                  /* class object that has its id; GCV_NONE: a new id */
    uint32_t first_static, n_statics; /* range in gcv_hprof_classes.statics */
} gcv_hprof_class;

typedef struct gcv_hprof_name {
    gcv_slice text;
    bool is_array, is_java; /* is_java: of a class object */
} gcv_hprof_name;

/* The classes of a type: for instances one per size, for arrays a single one. */
typedef struct gcv_hprof_type {
    uint32_t first, n; /* range in gcv_hprof_classes.classes; n 0: no objects */
    bool is_array;
    gcv_hprof_primitive elements; /* of an array in a Java heap */
    uint32_t mirror;              /* class object that its objects refer to first; GCV_NONE … */
    uint32_t class_;              /* … and its class: nearly all objects have the same */
} gcv_hprof_type;

GCV_COLUMN(gcv_hprof_class_column, gcv_hprof_class);
GCV_COLUMN(gcv_hprof_name_column, gcv_hprof_name);

typedef struct gcv_hprof_classes {
    const gcv_heap *heap;
    unsigned id_size;
    gcv_object_layout layout;
    gcv_hprof_mirror_column mirrors;
    uint32_t class_type;   /* of class objects; GCV_NONE: there are none */
    uint32_t least_mirror; /* bytes of a class object without statics */
    gcv_hprof_class_column classes;
    gcv_hprof_name_column names;
    gcv_hprof_type *types;   /* per type */
    gcv_u32_column statics;  /* root records of statics, sorted by class, then field */
    uint32_t max_references; /* maximum of a class: fields for references, … */
    uint32_t max_fill;       /* … and fields that only fill */
} gcv_hprof_classes;

/* How an object is written. */
typedef struct gcv_hprof_form {
    uint32_t class_;       /* number of the class; not for an array of primitives */
    uint8_t primitive;     /* type of the elements of such an array; 0 */
    uint8_t width;         /* bytes in the file of each of … */
    uint64_t n;            /* … the elements of an array, or bytes of an instance's fields */
    uint32_t first;        /* reference that is written first: the second one if a class has … */
    uint32_t n_references; /* … the other; and their number */
    bool is_array;
    bool is_bigger; /* it becomes larger than in the dump, to hold its references */
    bool is_cut;    /* some elements are omitted: a record cannot hold them all */
} gcv_hprof_form;

/* Finds the classes of the objects in `written`, whose class objects are in `out` already.
 * O(objects + statics × log statics); up to 16 sizes of a type are compared with that of an object.
 */
void gcv_hprof_classes_find(gcv_context *ctx, const gcv_heap *heap, unsigned id_size,
                            const gcv_bitset *written, gcv_hprof_classes *out);

gcv_hprof_form gcv_hprof_object_form(const gcv_hprof_classes *classes, uint32_t object);

/* Whether an object is written as a class. */
static inline bool gcv_hprof_is_class(const gcv_hprof_classes *classes, uint32_t object)
{
    return classes->heap->type.data[object] == classes->class_type &&
           gcv_hprof_mirror_at(&classes->mirrors, object) != NULL;
}

/* Bytes that fill an instance after its references. */
static inline uint32_t gcv_hprof_fill(const gcv_hprof_classes *classes,
                                      const gcv_hprof_class *class_)
{
    return class_->size - class_->references * classes->layout.reference;
}

/* Number of fields that fill this many bytes: as many of 8 bytes as possible, then one each of 4, 2
 * and 1 if needed. */
static inline uint32_t gcv_hprof_fill_fields(uint32_t bytes)
{
    return bytes / 8 + (bytes >> 2 & 1) + (bytes >> 1 & 1) + (bytes & 1);
}

/* Whether two names of classes are equal as readers show them. */
bool gcv_hprof_is_same(gcv_slice a, gcv_slice b);

/* The field name of a static; data NULL: not known. */
gcv_slice gcv_hprof_field(const gcv_heap *heap, const gcv_root *root);

/* ---- the writer --------------------------------------------------------------------------- */

/* Tags of records. */
enum {
    GCV_HPROF_TEXT = 0x01,
    GCV_HPROF_LOAD_CLASS = 0x02,
    GCV_HPROF_STACK_TRACE = 0x05,
    GCV_HPROF_SEGMENT = 0x1c,
    GCV_HPROF_HEAP_END = 0x2c
};

enum { GCV_HPROF_TRACE = 1 }; /* the only stack trace, an empty one */

/* Many members: the state of the writer, and what it counts for messages. */
typedef struct gcv_hprof_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_byte_sink file;
    unsigned id_size;
    gcv_bitset written; /* objects to write */
    uint32_t *order;    /* objects by ascending id; NULL: as in the heap */
    bool ascends;       /* objects are written by ascending id */
    gcv_fresh_ids fresh;
    unsigned stride; /* between the ids of classes */
    gcv_hprof_classes classes;
    /* Numbers of the first names: of fields that fill, of classes, of statics, of those of class
     * objects. */
    uint64_t first_fill, first_class, first_static, first_java;
    gcv_buffer text;
    gcv_reference_ids refs;
    uint32_t n_written;             /* objects */
    uint32_t n_unreachable_written; /* those of them that are not reachable */
    uint64_t n_bytes;               /* of the records of objects */
    uint64_t n_weak, n_bigger, n_cut;
} gcv_hprof_writer;

/* ---- bytes -------------------------------------------------------------------------------- */

/* Writes the low `size` bytes of a number, big-endian. */
static inline void gcv_hprof_put(gcv_byte_sink *to, uint64_t value, size_t size)
{
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    unsigned char *room = gcv_byte_sink_room(to, size);
    for (size_t i = size; i > 0; i--, value >>= 8) {
        room[i - 1] = (unsigned char)value;
    }
}

static inline void gcv_hprof_put_id(gcv_hprof_writer *w, uint64_t id)
{
    gcv_hprof_put(&w->file, id, w->id_size);
}

static inline void gcv_hprof_put_zeros(gcv_byte_sink *to, uint64_t n)
{
    while (n > 0 && !gcv_byte_sink_count(to, n)) {
        size_t size = n < GCV_BYTE_SINK_PIECE ? (size_t)n : GCV_BYTE_SINK_PIECE;
        memset(gcv_byte_sink_room(to, size), 0, size);
        n -= size;
    }
}

static inline void gcv_hprof_put_bytes(gcv_byte_sink *to, gcv_slice bytes)
{
    gcv_byte_sink_flush(to);
    gcv_writer_put(to->out, bytes.data, bytes.size);
}

static inline void gcv_hprof_begin_record(gcv_byte_sink *to, unsigned tag, uint32_t size)
{
    gcv_hprof_put(to, tag, 1);
    gcv_hprof_put(to, 0, 4); /* time since the header */
    gcv_hprof_put(to, size, 4);
}

/* ---- ids ---------------------------------------------------------------------------------- */

/* Names are numbered: the only field of Reference, then other fields, classes, statics. */
enum { GCV_HPROF_REFERENT, GCV_HPROF_FIRST_FIELD };

static inline uint64_t gcv_hprof_object_id(const gcv_hprof_writer *w, uint32_t object)
{
    return gcv_fresh_id(&w->fresh, object, gcv_heap_object_id(w->heap, object));
}

static inline uint64_t gcv_hprof_class_id(const gcv_hprof_writer *w, uint32_t number)
{
    const uint32_t object = w->classes.classes.data[number].object;
    return object != GCV_NONE ? gcv_hprof_object_id(w, object)
                              : w->fresh.next + w->stride * (uint64_t)number;
}

static inline uint64_t gcv_hprof_name_id(const gcv_hprof_writer *w, uint64_t number)
{
    return w->fresh.next + w->stride * (uint64_t)w->classes.classes.n + 8 * number;
}

/* Names of the statics of class objects: a reference without a name, a superclass, bytes that are
 * no reference; then the known ones. */
enum { GCV_HPROF_UNNAMED, GCV_HPROF_SUPER, GCV_HPROF_VALUE, GCV_HPROF_JAVA_NAMES };

/* ---- parts -------------------------------------------------------------------------------- */

/* Writes the records of classes, then the segments with classes, roots and objects, and their
 * end. */
void gcv_hprof_put_heap(gcv_hprof_writer *w);

#endif
