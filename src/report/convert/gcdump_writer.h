/* gcdump_writer.h - what the parts of the .gcdump writer share.
 *
 *     root_nodes.c         the nodes for roots
 *     gcdump_put_graph.c   the graph: types, the record of each node, its offset, its address
 *     convert_gcdump.c     the serializer, what surrounds the graph, what the format cannot hold */
#ifndef GCV_REPORT_CONVERT_GCDUMP_WRITER_H
#define GCV_REPORT_CONVERT_GCDUMP_WRITER_H

#include "base/object_tags.h"
#include "report/convert/convert.h"

#include <string.h>

typedef struct gcv_root_node {
    uint32_t group;    /* index in the table of root_nodes.c */
    uint32_t labelled; /* the root record whose label names it; GCV_NONE: it is a group */
    uint32_t first, n; /* range of the nodes below it … */
    uint32_t first_root, n_roots; /* … and of its root records in `roots` */
} gcv_root_node;

GCV_COLUMN(gcv_root_node_column, gcv_root_node);

typedef struct gcv_root_nodes {
    const gcv_heap *heap;
    gcv_u32_column roots;       /* root records, sorted by group, then label, then object */
    gcv_root_node_column nodes; /* the root node first; the nodes below a node are adjacent */
    uint64_t n_weak;            /* number of records omitted */
} gcv_root_nodes;

/* Builds the tree. O(roots × log roots); 8 bytes per root during the call, of which 4 remain, and
 * 24 per label. */
void gcv_root_nodes_find(gcv_context *ctx, const gcv_heap *heap, gcv_root_nodes *out);

/* Writes the name of a node, such as `[static var Acme.Cache.items]`, into `out`. */
void gcv_root_node_name(gcv_context *ctx, const gcv_root_nodes *nodes, const gcv_root_node *node,
                        gcv_buffer *out);

typedef struct gcv_gcdump_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_byte_sink file, ruler; /* `ruler` only counts */
    gcv_root_nodes roots;      /* nodes that precede the objects */
    gcv_fresh_ids fresh;
    int32_t *type_size; /* size of the type's first object; -1: the type has no objects */
    gcv_gcdump_counts counts;
    uint64_t total; /* bytes of all objects, as written */
    uint64_t n_cut; /* objects whose size is capped */
    bool is_64_bit;
} gcv_gcdump_writer;

/* Finds the sizes of types and the total size of all objects. O(objects). */
void gcv_gcdump_find_sizes(gcv_gcdump_writer *w);

/* Writes the table of types to the file or to the ruler. */
void gcv_gcdump_put_types(gcv_gcdump_writer *w, gcv_byte_sink *to);

/* Returns the bytes of the records of all nodes. O(objects + references). */
uint64_t gcv_gcdump_measure_records(gcv_gcdump_writer *w);

void gcv_gcdump_put_graph(gcv_gcdump_writer *w);

/* ---- numbers, strings and objects in the encoding of the serializer ----------------------- */

/* Writes the low `size` bytes of a number, little-endian. */
static inline void gcv_gcdump_put(gcv_byte_sink *to, uint64_t value, size_t size)
{
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    unsigned char *room = gcv_byte_sink_room(to, size);
    for (size_t i = 0; i < size; i++) {
        room[i] = (unsigned char)(value >> (8 * i));
    }
}

static inline void gcv_gcdump_put_f32(gcv_byte_sink *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    gcv_gcdump_put(to, bits, 4);
}

/* Writes a signed number in as many groups of 7 bits as hold it. */
static inline void gcv_gcdump_put_packed(gcv_byte_sink *to, int32_t value)
{
    unsigned size = 1;
    uint64_t bits = (uint64_t)(int64_t)value;
    for (uint32_t rest = (uint32_t)(value < 0 ? ~value : value) >> 6; rest > 0; rest >>= 7) {
        size++;
    }
    if (gcv_byte_sink_count(to, size)) {
        return;
    }
    unsigned char *room = gcv_byte_sink_room(to, size);
    for (unsigned i = size; i > 0; i--, bits >>= 7) {
        room[i - 1] = (unsigned char)((bits & 0x7f) | (i < size ? 0x80 : 0));
    }
}

/* Writes a string; a slice without data is the null string. */
void gcv_gcdump_put_string(gcv_byte_sink *to, gcv_slice text);
/* Begins an object whose class has not occurred before. */
void gcv_gcdump_begin_object(gcv_byte_sink *to, const char *name, uint32_t version,
                             uint32_t min_reader);

#endif
