/* convert.h - the formats to which a heap is converted; convert.c chooses one.
 *
 * circle: the formats share this header with the command, and do not call it. */
#ifndef GCV_REPORT_CONVERT_CONVERT_H
#define GCV_REPORT_CONVERT_CONVERT_H

#include "report/report.h"

/* Those that omit the objects that no strong root reaches write them with --unreachable. */

void gcv_convert_to_rpm(gcv_report *report);
void gcv_convert_to_gcdump(gcv_report *report);
extern const gcv_cost gcv_cost_of_gcdump;

/* The numbers that a .gcdump limits. */
typedef struct gcv_gcdump_counts {
    uint64_t nodes, types, record_bytes, file_bytes;
} gcv_gcdump_counts;
/* GCV_ERR_LIMIT if a .gcdump with labels of 4 bytes cannot hold them; all readers accept such
 * labels, and no others. */
void gcv_gcdump_check(gcv_context *ctx, const gcv_gcdump_counts *counts);

void gcv_convert_to_hprof(gcv_report *report);
extern const gcv_cost gcv_cost_of_hprof;
void gcv_convert_to_heapsnapshot(gcv_report *report);
extern const gcv_cost gcv_cost_of_heapsnapshot;

/* The numbers that a V8 heap snapshot limits. */
typedef struct gcv_heapsnapshot_counts {
    uint64_t objects; /* objects whose id is made from their number */
    uint64_t nodes, edges, string_bytes;
} gcv_heapsnapshot_counts;
/* GCV_ERR_LIMIT if a V8 heap snapshot cannot hold them. Viewers compute ids and indices in 32 bits,
 * and read the list of strings as one string. */
void gcv_heapsnapshot_check(gcv_context *ctx, const gcv_heapsnapshot_counts *counts);

/* Writes tsv files into a folder; their names end with NULL. */
void gcv_convert_to_tables(gcv_report *report);
extern const char *const gcv_table_files[];
extern const gcv_cost gcv_cost_of_tables;

/* Writes a moves log of all collections and snapshots of a trace. */
void gcv_convert_to_moves(gcv_report *report);

/* ---- types whose names a format merges ---------------------------------------------------- */

/* Appends a name as a format writes it. */
typedef void (*gcv_name_form)(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* Appends the name as UTF-8; bytes that are not UTF-8 become U+FFFD. */
void gcv_utf8_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out);
/* Appends a name so that it reads back as one field up to the end of a line. Control characters are
 * replaced by their pictures (U+2400 to U+2421). Those without a picture, blanks at either end and
 * an empty name become U+FFFD. Bytes that are not UTF-8 stay, except those that some terminals take
 * for control characters. */
void gcv_log_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out);

/* Warns if types with different names have the same form. The form of a printable ASCII name has to
 * be the name itself. O(bytes of names). */
void gcv_warn_of_merged_names(const gcv_report *report, gcv_name_form form);

/* ---- losses.c: messages about what other formats cannot hold ------------------------------ */

/* The number of some things, and the maximum that a format can hold. */
typedef struct gcv_format_limit {
    const char *what;
    uint64_t n, most;
} gcv_format_limit;

/* GCV_ERR_LIMIT: a number is above its limit. `format`: such as `a .gcdump`. */
void gcv_check_format_limits(gcv_context *ctx, const gcv_format_limit *limits, size_t n,
                             const char *format);

/* Print a warning if a number is not 0. `viewers_take`: such as `VisualVM takes`. */
void gcv_warn_of_unreachable(const gcv_report *report, uint64_t left_out, uint64_t written,
                             const char *viewers_take);
void gcv_warn_of_weak_roots(const gcv_report *report, uint64_t n, const char *format);
void gcv_warn_of_fresh_ids(const gcv_report *report, size_t n, const char *ids);

/* ---- buffered output of a binary format, or only the count of its bytes ---------------------- */

enum { GCV_BYTE_SINK_PIECE = 4096 };

/* A zeroed sink only counts. */
typedef struct gcv_byte_sink {
    gcv_writer *out; /* NULL: counts only */
    uint64_t n;      /* bytes so far, without those in `piece` */
    size_t used;
    unsigned char piece[GCV_BYTE_SINK_PIECE];
} gcv_byte_sink;

static inline void gcv_byte_sink_flush(gcv_byte_sink *sink)
{
    gcv_writer_put(sink->out, (const char *)sink->piece, sink->used);
    sink->n += sink->used;
    sink->used = 0;
}

static inline uint64_t gcv_byte_sink_position(const gcv_byte_sink *sink)
{
    return sink->n + sink->used;
}

/* Adds to the count and returns true if the sink only counts; false: the bytes have to be
 * written. */
static inline bool gcv_byte_sink_count(gcv_byte_sink *sink, uint64_t size)
{
    sink->n += sink->out == NULL ? size : 0;
    return sink->out == NULL;
}

/* Reserves room for the next bytes, at most GCV_BYTE_SINK_PIECE. */
static inline unsigned char *gcv_byte_sink_room(gcv_byte_sink *sink, size_t size)
{
    if (size > GCV_BYTE_SINK_PIECE - sink->used) {
        gcv_byte_sink_flush(sink);
    }
    unsigned char *room = sink->piece + sink->used;
    sink->used += size;
    return room;
}

/* ---- root_nodes.c: the nodes for roots in a .gcdump ------------------------------------------ */

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

/* ---- fresh_ids.c: unique ids of objects, none of them 0 -------------------------------------- */

/* In a dump, ids are unique only within a domain, and 0 may be an id. Formats whose ids are
 * addresses allow neither: an object whose id is 0, or that of an object in an earlier domain, gets
 * a fresh id. */
typedef struct gcv_fresh_ids {
    gcv_u32_column objects; /* objects with a fresh id, ascending */
    uint64_t first;         /* fresh id of the first of them; those of the others follow … */
    uint64_t next;          /* … up to here; the ids from here on are free */
    uint64_t highest;       /* highest of all ids, including fresh ones; 0: there are no objects */
} gcv_fresh_ids;

/* Chooses fresh ids: multiples of 8 above all ids, with room for `more` others after them; if there
 * is no such room, in the lowest gap that is large enough. GCV_ERR_LIMIT: there is no gap. O(1) for
 * one domain with room above its ids, else O(objects × log objects) and, with several domains, 8
 * bytes per object during the call. */
void gcv_fresh_ids_find(gcv_context *ctx, const gcv_heap *heap, uint64_t more, gcv_fresh_ids *out);

/* The id of an object in the file; `own` is its id in the dump. O(log fresh ids). */
uint64_t gcv_fresh_id(const gcv_fresh_ids *fresh, uint32_t object, uint64_t own);

/* ---- the ids of referenced objects, for formats that write ids ---------------------------- */

/* A lookup misses the cache, but the misses of a batch overlap. An object has few references, so
 * those of the objects that are written next are looked up together with its own: a log of ten
 * million objects takes half the time, an .hprof four fifths. */
/* The order in which objects are written. */
typedef enum gcv_reference_order {
    GCV_REFERENCES_UP,
    GCV_REFERENCES_DOWN,
    GCV_REFERENCES_ANY
} gcv_reference_order;

/* The references that have been looked up; zeroed: none. */
typedef struct gcv_reference_ids {
    uint32_t first, n; /* range in heap->refs */
    uint64_t ids[GCV_ID_BATCH];
} gcv_reference_ids;

/* Returns the ids of the `n` references from index `from` in heap->refs; n is at most
 * GCV_ID_BATCH. The result is valid until the next call. */
const uint64_t *gcv_reference_ids_at(gcv_reference_ids *known, const gcv_heap *heap, uint32_t from,
                                     uint32_t n, gcv_reference_order order);

#endif
