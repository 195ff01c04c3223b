/* gcdump_writer.h - what the parts of the .gcdump writer share.
 *
 *   root_nodes.c         which nodes there are for roots
 *   gcdump_bytes.c       numbers, strings and objects of the serializer
 *   gcdump_put_graph.c   the graph: types, the record of each node, where it is, its address
 *   convert_gcdump.c     what surrounds the graph, and what the format cannot hold
 */
#ifndef GCV_REPORT_CONVERT_GCDUMP_WRITER_H
#define GCV_REPORT_CONVERT_GCDUMP_WRITER_H

#include "report/convert/byte_sink.h"
#include "report/convert/convert.h"
#include "report/convert/fresh_ids.h"
#include "report/convert/root_nodes.h"

typedef struct gcv_gcdump_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_byte_sink file, ruler; /* the latter measures only */
    gcv_root_nodes roots;      /* their nodes come first, the objects behind them */
    gcv_fresh_ids fresh;
    int32_t *type_size; /* of the first object of a type; -1: it has none */
    gcv_gcdump_counts counts;
    uint64_t total; /* bytes of all objects, as written */
    uint64_t n_cut; /* objects whose size is cut */
    bool is_64_bit;
} gcv_gcdump_writer;

/* Sizes of types and of all objects. O(objects). */
GCV_CHECKED gcv_status gcv_gcdump_find_sizes(gcv_gcdump_writer *w, gcv_error *err);

/* The table of types, which is measured, too. */
GCV_CHECKED gcv_status gcv_gcdump_put_types(gcv_gcdump_writer *w, gcv_byte_sink *to,
                                            gcv_error *err);

/* Bytes of the records of all nodes. O(objects + references). */
uint64_t gcv_gcdump_measure_records(gcv_gcdump_writer *w);

GCV_CHECKED gcv_status gcv_gcdump_put_graph(gcv_gcdump_writer *w, gcv_error *err);

#endif
