/* hprof_writer.h - what the parts of the .hprof writer share: the numbers and records of the
 * format, and the ids of classes and names.
 *
 *     hprof_classes.c    the classes, and the form of each object
 *     hprof_java.c       what the file of a Java heap takes over from its dump
 *     hprof_names.c      the names of fields, classes and statics
 *     hprof_segments.c   classes, roots and objects, in segments
 *     convert_hprof.c    which objects are written, in which order, and what surrounds the segments
 */
#ifndef GCV_REPORT_CONVERT_HPROF_WRITER_H
#define GCV_REPORT_CONVERT_HPROF_WRITER_H

#include "report/convert/byte_sink.h"
#include "report/convert/fresh_ids.h"
#include "report/convert/hprof_classes.h"

#include <string.h>

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
    unsigned char *room = gcv_byte_sink_room(to, size);
    size_t i;
    for (i = size; i > 0; i--, value >>= 8) {
        room[i - 1] = (unsigned char)value;
    }
}

static inline void gcv_hprof_put_u8(gcv_byte_sink *to, unsigned value)
{
    gcv_hprof_put(to, value, 1);
}

static inline void gcv_hprof_put_u16(gcv_byte_sink *to, unsigned value)
{
    gcv_hprof_put(to, value, 2);
}

static inline void gcv_hprof_put_u32(gcv_byte_sink *to, uint32_t value)
{
    gcv_hprof_put(to, value, 4);
}

static inline void gcv_hprof_put_u64(gcv_byte_sink *to, uint64_t value)
{
    gcv_hprof_put(to, value, 8);
}

static inline void gcv_hprof_put_id(gcv_hprof_writer *w, uint64_t id)
{
    gcv_hprof_put(&w->file, id, w->id_size);
}

static inline void gcv_hprof_put_zeros(gcv_byte_sink *to, uint64_t n)
{
    while (n > 0) {
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
    gcv_hprof_put_u8(to, tag);
    gcv_hprof_put_u32(to, 0); /* time since the header */
    gcv_hprof_put_u32(to, size);
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

static inline uint64_t gcv_hprof_first_fill(const gcv_hprof_writer *w)
{
    return GCV_HPROF_FIRST_FIELD + (uint64_t)w->classes.max_references;
}

static inline uint64_t gcv_hprof_first_class_name(const gcv_hprof_writer *w)
{
    return gcv_hprof_first_fill(w) + w->classes.max_fill;
}

static inline uint64_t gcv_hprof_first_static_name(const gcv_hprof_writer *w)
{
    return gcv_hprof_first_class_name(w) + w->classes.names.n;
}

/* Names of the statics of class objects: a reference without a name, a superclass, bytes that are
 * no reference; then the known ones. */
enum { GCV_HPROF_UNNAMED, GCV_HPROF_SUPER, GCV_HPROF_VALUE, GCV_HPROF_JAVA_NAMES };

static inline uint64_t gcv_hprof_first_java_name(const gcv_hprof_writer *w)
{
    return gcv_hprof_first_static_name(w) + w->classes.statics.n;
}

/* ---- parts -------------------------------------------------------------------------------- */

/* Writes the records of all names. */
void gcv_hprof_put_names(gcv_hprof_writer *w);

/* Writes the records of classes, then the segments with classes, roots and objects, and their
 * end. */
void gcv_hprof_put_heap(gcv_hprof_writer *w);

#endif
