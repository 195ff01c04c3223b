/* java_reader.h - the parts of the reader of Java heap dumps (HPROF).
 *
 * hprof.c goes from record to record, java_segments.c through the sub-records of a heap.
 * java_texts.c keeps the strings and makes Java names of them, java_classes.c takes classes and
 * their fields, java_objects.c instances and arrays, java_roots.c roots and the stacks of
 * threads. At the end of a heap java_sizes.h finds the sizes of its objects, and java_finish.c
 * hands them to the builder.
 *
 * The order of sub-records is free, so an instance whose class is not known yet is kept as bytes
 * until the end. The sizes of objects are known only then, too: until then, the column of sizes has
 * lengths of arrays, and the column of types has shapes.
 *
 * Memory: 16 bytes an object and 4 or 5 a reference; strings, some 200 bytes a class, 12 a field;
 * arrays that may be names of threads, 8 bytes and their contents.
 */
#ifndef GCV_INPUT_HPROF_JAVA_READER_H
#define GCV_INPUT_HPROF_JAVA_READER_H

#include "heap/builder_rows.h"
#include "input/byte_stream.h"

/* Types of values, as the format numbers them. */
enum { GCV_HPROF_OLD_OBJECT = 1, GCV_HPROF_OBJECT = 2, GCV_HPROF_CHAR = 5, GCV_HPROF_BYTE = 8 };

/* Bytes of a value of a primitive type in the file; 0: there is no such type. */
static inline unsigned gcv_hprof_width(unsigned type)
{
    static const uint8_t widths[] = {0, 0, 0, 0, 1, 2, 4, 8, 1, 2, 4, 8};
    return type < sizeof widths ? widths[type] : 0;
}

static inline bool gcv_hprof_is_object(unsigned type)
{
    return type == GCV_HPROF_OBJECT || type == GCV_HPROF_OLD_OBJECT;
}

/* ---- big-endian numbers ------------------------------------------------------------------- */

static inline uint32_t gcv_hprof_u32(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint64_t gcv_hprof_id(const unsigned char *p, unsigned size)
{
    const uint32_t high = gcv_hprof_u32(p);
    return size == 4 ? high : (uint64_t)high << 32 | gcv_hprof_u32(p + 4);
}

/* ---- classes ------------------------------------------------------------------------------ */

/* Numbers of fields that are references, and of those of 8, 4, 2 and 1 bytes. */
enum { GCV_HPROF_REFERENCES, GCV_HPROF_LONGS, GCV_HPROF_INTS, GCV_HPROF_SHORTS, GCV_HPROF_BYTES };

typedef struct gcv_hprof_counts {
    uint32_t of[GCV_HPROF_BYTES + 1];
} gcv_hprof_counts;

static inline unsigned gcv_hprof_count_of(unsigned type)
{
    const unsigned width = gcv_hprof_width(type);
    return width == 0   ? GCV_HPROF_REFERENCES
           : width == 8 ? GCV_HPROF_LONGS
           : width == 4 ? GCV_HPROF_INTS
           : width == 2 ? GCV_HPROF_SHORTS
                        : GCV_HPROF_BYTES;
}

/* A field of a class: by its place among the values of an instance that this class declares. */
typedef struct gcv_hprof_field {
    uint32_t offset;
    uint32_t name; /* index in `field_names` */
    uint8_t type;
} gcv_hprof_field;

GCV_COLUMN(gcv_hprof_field_column, gcv_hprof_field);

/* Whether the superclasses of a class are known. */
typedef enum gcv_hprof_state { GCV_HPROF_NEW, GCV_HPROF_KNOWN, GCV_HPROF_WAITS } gcv_hprof_state;

/* Many members, as this is the whole of a CLASS_DUMP and what follows from the classes above. */
typedef struct gcv_hprof_class {
    uint64_t id, super_id, loader;
    uint32_t super; /* index of the superclass; GCV_NONE: it has none, or none with a record */
    uint32_t first_field, n_fields;
    uint32_t first_reference, n_references; /* fields that are references: in `references` */
    uint32_t width;                         /* bytes of the values that this class declares */
    uint32_t above;                         /* nearest superclass with fields; GCV_NONE: none */
    uint32_t special;                       /* index of the reference with a meaning; GCV_NONE */
    uint32_t hidden;                        /* of one that only collections of garbage use */
    gcv_hprof_counts fields, statics;       /* without pseudo-statics */
    uint8_t state;                          /* a gcv_hprof_state */
    bool has_record, is_array, is_weak, is_thread, is_local, is_rooted, is_broken;
} gcv_hprof_class;

GCV_COLUMN(gcv_hprof_class_column, gcv_hprof_class);

/* A static field that is a reference. It names what it holds: `Acme.Cache.MAP`. */
typedef struct gcv_hprof_static {
    uint64_t object;
    uint32_t class_;
    uint32_t name; /* index in `field_names` */
} gcv_hprof_static;

GCV_COLUMN(gcv_hprof_static_column, gcv_hprof_static);

/* ---- objects ------------------------------------------------------------------------------ */

/* The shape of an object: a primitive array by the type of its elements; else a class and a form.
 */
enum { GCV_HPROF_INSTANCE, GCV_HPROF_ARRAY, GCV_HPROF_MIRROR, GCV_HPROF_FORMS };
enum { GCV_HPROF_TYPES = 16, GCV_HPROF_MOST_CLASSES = 1 << 30 };

static inline uint32_t gcv_hprof_shape(uint32_t class_, uint32_t form)
{
    return GCV_HPROF_TYPES + class_ * GCV_HPROF_FORMS + form;
}

static inline bool gcv_hprof_is_primitive(uint32_t shape) { return shape < GCV_HPROF_TYPES; }

static inline uint32_t gcv_hprof_class_of(uint32_t shape)
{
    return (shape - GCV_HPROF_TYPES) / GCV_HPROF_FORMS;
}

static inline uint32_t gcv_hprof_form_of(uint32_t shape)
{
    return (shape - GCV_HPROF_TYPES) % GCV_HPROF_FORMS;
}

/* An instance whose class is not known yet; its values are in `late_bytes`. */
typedef struct gcv_hprof_late {
    uint64_t id, offset;
    size_t at;
    uint32_t class_, size;
} gcv_hprof_late;

GCV_COLUMN(gcv_hprof_late_column, gcv_hprof_late);

/* An array that may be the name of a thread; its first byte in `short_bytes` is its size. */
typedef struct gcv_hprof_short {
    uint32_t object;
    uint32_t at;
} gcv_hprof_short;

GCV_COLUMN(gcv_hprof_short_column, gcv_hprof_short);

typedef struct gcv_hprof_thread_name {
    uint64_t thread, name; /* objects */
} gcv_hprof_thread_name;

GCV_COLUMN(gcv_hprof_thread_name_column, gcv_hprof_thread_name);

/* The value that a thread has for a ThreadLocal, which holds it weakly. */
typedef struct gcv_hprof_local {
    uint64_t entry, local; /* objects: the entry of the thread's table, the ThreadLocal */
} gcv_hprof_local;

GCV_COLUMN(gcv_hprof_local_column, gcv_hprof_local);

/* ---- roots -------------------------------------------------------------------------------- */

typedef struct gcv_hprof_root {
    uint64_t id;
    uint32_t thread, frame; /* serial numbers */
    uint8_t tag;
} gcv_hprof_root;

GCV_COLUMN(gcv_hprof_root_column, gcv_hprof_root);

typedef struct gcv_hprof_frame {
    uint64_t method, file;
    uint32_t class_serial, line;
} gcv_hprof_frame;

typedef struct gcv_hprof_trace {
    size_t first; /* in `trace_frames` */
    uint32_t n;
} gcv_hprof_trace;

GCV_COLUMN(gcv_hprof_frame_column, gcv_hprof_frame);
GCV_COLUMN(gcv_hprof_trace_column, gcv_hprof_trace);

/* ---- a heap ------------------------------------------------------------------------------- */

/* Names of references that no field has; the names of fields follow. */
enum {
    GCV_HPROF_NAME_CLASS,
    GCV_HPROF_NAME_SUPER,
    GCV_HPROF_NAME_LOADER,
    GCV_HPROF_NAME_SIGNERS,
    GCV_HPROF_NAME_DOMAIN,
    GCV_HPROF_OWN_NAMES
};

/* How the sizes of objects were found, and how sure they are. */
typedef struct gcv_hprof_about_sizes {
    char words[200];
    char unsure[100]; /* empty: all are confirmed */
    gcv_object_layout layout;
    bool is_assumed;
    uint64_t over, refuted; /* objects that overlap; classes that contradict the layout */
} gcv_hprof_about_sizes;

/* Many members: everything of one heap, which ends as a whole. */
typedef struct gcv_hprof_heap {
    gcv_snapshot about;
    gcv_hprof_class_column classes;
    gcv_id_map class_of; /* from id to index in `classes` */
    gcv_hprof_field_column fields, references;
    gcv_u64_column field_names; /* ids of strings */
    gcv_hprof_static_column statics;
    gcv_id_map field_name_of;
    gcv_builder_columns rows; /* `slot`: shapes, `size`: lengths, until they are found */
    uint64_t last_id;
    bool is_ascending, is_android;
    gcv_hprof_late_column late;
    gcv_u8_column late_bytes, short_bytes;
    gcv_hprof_short_column shorts;
    gcv_hprof_thread_name_column thread_names;
    gcv_hprof_local_column locals;
    gcv_hprof_root_column roots;
    uint32_t *order;                       /* objects by id; NULL: they are in order */
    uint32_t java_lang_class, chunk_class; /* indices; GCV_NONE */
    uint32_t chunk_offset;                 /* of the field `size` of a StackChunk; GCV_NONE */
    uint64_t weak_references;
    gcv_hprof_about_sizes sizes;
} gcv_hprof_heap;

/* ---- the file ----------------------------------------------------------------------------- */

typedef struct gcv_hprof_text {
    size_t at; /* in `text` */
    size_t size;
} gcv_hprof_text;

typedef struct gcv_hprof_load {
    uint64_t name, class_id; /* `name`: id of a string */
} gcv_hprof_load;

GCV_COLUMN(gcv_hprof_text_column, gcv_hprof_text);
GCV_COLUMN(gcv_hprof_load_column, gcv_hprof_load);

/* Many members: the state of the reader. */
typedef struct gcv_hprof {
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_byte_stream stream;
    unsigned id_size;
    bool graph, names; /* references, and their names, are kept */
    uint64_t said;     /* offset at which progress was reported last */
    gcv_char_column text;
    gcv_hprof_text_column texts;
    gcv_hprof_load_column loads;
    gcv_hprof_frame_column frames;
    gcv_hprof_trace_column traces;
    gcv_u64_column trace_frames;
    /* from ids to indices in the columns above; by serial numbers: */
    gcv_id_map text_of, load_of, frame_of, load_of_serial, trace_of;
    gcv_hprof_heap *heap; /* the one that is being read; NULL: none */
    gcv_hprof_heap *kept; /* the best one before it; NULL: none */
    gcv_snapshot_column heaps;
    bool is_cut; /* the rest of the file is missing or cannot be read */
    uint64_t cut_at;
    bool has_segments; /* the heap is in segments, after which its end is recorded */
} gcv_hprof;

/* Notes that the file cannot be read from a record on, at this offset. */
static inline void gcv_hprof_end_early(gcv_hprof *hprof, uint64_t offset)
{
    hprof->is_cut = true;
    hprof->cut_at = offset;
}

/* java_texts.c */
void gcv_hprof_take_text(gcv_hprof *hprof, uint64_t size);
/* Returns the text of an id; data NULL: there is none. */
gcv_slice gcv_hprof_text_of(const gcv_hprof *hprof, uint64_t id);
/* Appends a class name as Java writes it: `[[I` as `int[][]`, hidden classes without address; `?`
 * if the data is NULL. */
void gcv_hprof_append_java_name(gcv_context *ctx, gcv_slice name, gcv_buffer *out);
/* Name of a primitive type. */
const char *gcv_hprof_type_word(unsigned type);

/* java_classes.c */
void gcv_hprof_take_load(gcv_hprof *hprof, const unsigned char *body);
/* Finds or makes the class of an id, which need not have a record yet. */
uint32_t gcv_hprof_class_at(gcv_hprof *hprof, uint64_t id);
/* Returns the name as in the file; data NULL: it is not in the file, or empty. */
gcv_slice gcv_hprof_class_name(const gcv_hprof *hprof, const gcv_hprof_class *class_);
/* Returns the size of a CLASS_DUMP without its tag, from its first bytes; more than `n`: at least
 * so much; 0: it has a type that does not exist. */
uint64_t gcv_hprof_class_size(const gcv_hprof *hprof, const unsigned char *body, size_t n);
/* Takes a whole one. */
void gcv_hprof_take_class(gcv_hprof *hprof, const unsigned char *body);
/* Finds the superclasses of a class; false: some are not known yet. `all`: nothing else will
 * come, so what is missing stays missing. */
bool gcv_hprof_link_class(gcv_hprof *hprof, uint32_t class_, bool all);

/* java_rows.c: the columns of objects and references. */
void gcv_hprof_add_row(gcv_hprof *hprof, uint64_t id, uint32_t shape, uint32_t length);
void gcv_hprof_push_reference(gcv_hprof *hprof, uint64_t id, uint8_t kind, uint32_t name);
/* Drops the references that no row has followed. */
void gcv_hprof_drop_references(gcv_hprof *hprof);
/* Returns the object with this id, in order of arrival; GCV_NONE: none. After the end of a heap. */
uint32_t gcv_hprof_find(const gcv_hprof_heap *heap, uint64_t id);

/* java_objects.c */
/* Adds an instance from its values. */
void gcv_hprof_add_instance(gcv_hprof *hprof, const gcv_hprof_late *object,
                            const unsigned char *values);
/* Adds the instances that were kept as bytes. */
void gcv_hprof_add_late(gcv_hprof *hprof);
/* Takes the elements of an array, whose header has been used. False: the file ends in them. */
bool gcv_hprof_take_elements(gcv_hprof *hprof, uint64_t id, uint64_t class_id, uint32_t n);
bool gcv_hprof_take_values(gcv_hprof *hprof, uint64_t id, unsigned type, uint32_t n,
                           bool has_values);

/* java_segments.c: takes sub-records in `size` bytes; UINT64_MAX: until one is none. */
void gcv_hprof_take_segment(gcv_hprof *hprof, uint64_t size);

/* java_roots.c */
void gcv_hprof_take_frame(gcv_hprof *hprof, const unsigned char *body);
/* Takes a stack trace; `size` bytes of it are there. */
void gcv_hprof_take_trace(gcv_hprof *hprof, const unsigned char *body, size_t size);
/* Size of a root's sub-record without its tag; 0: the tag is not that of a root. */
unsigned gcv_hprof_root_size(unsigned tag, unsigned id_size);
void gcv_hprof_take_root(gcv_hprof *hprof, unsigned tag, const unsigned char *body);
/* Hands the roots to the builder. */
void gcv_hprof_add_roots(gcv_hprof *hprof);

/* java_finish.c: ends a heap; frees it; hands one to the builder. */
void gcv_hprof_end_heap(gcv_hprof *hprof);
void gcv_hprof_free_heap(gcv_hprof *hprof, gcv_hprof_heap *heap);
void gcv_hprof_finish(gcv_hprof *hprof);

#endif
