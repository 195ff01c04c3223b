/* gcdump_reader.h - what the parts of the .gcdump reader share; nobody else includes this.
 *
 * gcdump_object.c  strings, classes, references: the generic serializer
 * gcdump_records.c records of nodes
 * gcdump_graph.c   types, nodes, addresses; how wide counts are
 * gcdump_cut.c     the same of a file that is cut off
 * gcdump_names.c   names of types
 * gcdump_meta.c    all that surrounds the graph
 * gcdump_ids.c     ids of nodes
 * gcdump_roots.c   pseudo nodes to roots
 * gcdump_nodes.c   all other nodes to objects
 * gcdump.c         the reader: one after the other
 *
 * circle: the parts share the state declared here; each calls parts above it only. The whole file
 * is in memory, its tables are used in place, and only names that are not ASCII are copied. What is
 * wrong is noted where it is found, and once, by gcv_gcdump_wrong(); callers give up, or try again
 * with another width.
 */
#ifndef GCV_INPUT_GCDUMP_GCDUMP_READER_H
#define GCV_INPUT_GCDUMP_GCDUMP_READER_H

#include "base/bitset.h"
#include "base/column.h"
#include "heap/builder.h"
#include "input/cursor.h"

/* A string of the file. */
typedef struct gcv_gcdump_string {
    const unsigned char *bytes; /* NULL: the null string */
    size_t size;                /* in bytes */
    bool ascii;
} gcv_gcdump_string;

typedef struct gcv_gcdump_type {
    gcv_gcdump_string name, module;
    int32_t size; /* of nodes without a size of their own; -1: there are none */
} gcv_gcdump_type;

/* A type whose name would have to be looked up in the symbols of a module. */
typedef struct gcv_gcdump_deferred {
    uint32_t id;
    uint32_t module; /* GCV_NONE: an ordinary type */
    gcv_gcdump_string suffix;
} gcv_gcdump_deferred;

typedef struct gcv_gcdump_class {
    uint64_t label;
    int32_t version, min_reader;
    gcv_gcdump_string name;
} gcv_gcdump_class;

typedef struct gcv_gcdump_module {
    uint64_t label;
    gcv_gcdump_string path;
    gcv_slice kept; /* the path as the builder keeps it; data NULL: not yet */
} gcv_gcdump_module;

GCV_COLUMN(gcv_gcdump_type_column, gcv_gcdump_type);
GCV_COLUMN(gcv_gcdump_deferred_column, gcv_gcdump_deferred);
GCV_COLUMN(gcv_gcdump_class_column, gcv_gcdump_class);
GCV_COLUMN(gcv_gcdump_module_column, gcv_gcdump_module);

/* What a file holds besides its graph. */
typedef struct gcv_gcdump_meta {
    gcv_gcdump_string log, machine, process, tool;
    int64_t ticks, commit, working_set;
    int32_t process_id;
    float count_multiplier, size_multiplier;
    const unsigned char *multipliers; /* unaligned floats, one a type */
    uint32_t n_multipliers;
    bool not_all_dumped;
} gcv_gcdump_meta;

/* What is there of a graph that is cut off. */
typedef struct gcv_gcdump_cut {
    const char *within;   /* NULL: the graph is whole */
    bool records;         /* some are missing … */
    uint32_t nodes;       /* … and so many are there */
    uint32_t addresses;   /* that are there */
    gcv_u8_column padded; /* of all nodes, 0 for those that are not there */
} gcv_gcdump_cut;

typedef struct gcv_gcdump {
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_error *err;
    gcv_status status; /* of the builder and of memory; a damaged file is no failure yet */
    bool wrong;
    bool wrong_beyond; /* as the file ends before what comes next does */
    uint64_t wrong_at;
    char reason[160];

    gcv_cursor at;
    uint64_t size;
    unsigned label_size;
    bool label_known;                /* by the end of the file; if not, label_size is a guess */
    bool wide_counts, wide_modules;  /* 64-bit */
    gcv_gcdump_class_column classes; /* by ascending label */
    gcv_gcdump_module_column modules;

    /* the graph */
    uint64_t total_at;
    int64_t total; /* bytes of all nodes, as the file claims */
    uint32_t root;
    gcv_gcdump_type_column types;
    gcv_gcdump_deferred_column deferred;
    uint32_t n_nodes;
    const unsigned char *offsets, *blob, *addresses; /* u32, bytes, u64 */
    uint64_t offsets_at, blob_at;
    uint32_t blob_size;
    uint8_t pointer_size; /* 0: not known */

    gcv_gcdump_meta meta;
    gcv_gcdump_cut cut;

    /* nodes */
    uint64_t synthetic;    /* id of a node without an address of its own, less its index */
    gcv_bitset shared;     /* nodes at the address of an earlier one; no words: there are none */
    gcv_bitset pseudo;     /* nodes that stand for roots */
    uint64_t edges;        /* so far; if they exceed the bytes of the blob, records overlap */
    gcv_u8_column text[3]; /* converted: a name, its suffix, a module */
} gcv_gcdump;

/* ---- gcdump_object.c ---------------------------------------------------------------------- */

/* Notes what is wrong with the file, unless something is already. Always false. */
bool gcv_gcdump_wrong(gcv_gcdump *dump, uint64_t offset, const char *format, ...) GCV_PRINTF(3, 4);
/* Whether all that was taken is in the file; `what` was taken last. */
bool gcv_gcdump_in_bounds(gcv_gcdump *dump, const char *what);
/* Whether a call succeeded; notes its status if not. */
bool gcv_gcdump_succeeded(gcv_gcdump *dump, gcv_status status);

bool gcv_gcdump_take_string(gcv_gcdump *dump, gcv_gcdump_string *out);
int32_t gcv_gcdump_take_i32(gcv_gcdump *dump);
/* A count of rows of at least `row` bytes each: below 2^31, and all of them would fit. */
bool gcv_gcdump_take_count(gcv_gcdump *dump, const char *what, uint64_t row, bool wide,
                           uint32_t *out);
bool gcv_gcdump_take_tag(gcv_gcdump *dump, uint8_t tag, const char *what);
/* Takes the tag if it is the next byte; whether it was. */
bool gcv_gcdump_take_optional(gcv_gcdump *dump, uint8_t tag);
/* The type that follows the tag of an object. */
bool gcv_gcdump_take_class(gcv_gcdump *dump, gcv_gcdump_class *out);
bool gcv_gcdump_is_class(const gcv_gcdump_class *class_, const char *name);
uint64_t gcv_gcdump_take_label(gcv_gcdump *dump);
/* Tagged fields up to the end of the object, its end tag included. */
bool gcv_gcdump_skip_rest(gcv_gcdump *dump);

/* Tags of the serializer. */
enum {
    GCV_GCDUMP_NULL = 1,
    GCV_GCDUMP_REFERENCE = 2,
    GCV_GCDUMP_OBJECT = 4,
    GCV_GCDUMP_PRIVATE_OBJECT = 5,
    GCV_GCDUMP_END = 6,
    GCV_GCDUMP_DEFINITION = 7, /* of what was referred to before: an index, then the object */
    GCV_GCDUMP_BYTE = 8,
    GCV_GCDUMP_INT16 = 9,
    GCV_GCDUMP_INT32 = 10,
    GCV_GCDUMP_INT64 = 11,
    GCV_GCDUMP_SKIP_REGION = 12, /* an index, then the object */
    GCV_GCDUMP_STRING = 13,
    GCV_GCDUMP_BLOB = 14
};

/* ---- gcdump_graph.c ----------------------------------------------------------------------- */

/* The graph behind its class, in whatever widths it has. */
bool gcv_gcdump_take_graph(gcv_gcdump *dump, bool deferred);
/* Tables of it. */
bool gcv_gcdump_take_types(gcv_gcdump *dump);
bool gcv_gcdump_take_deferred(gcv_gcdump *dump);

/* Where a graph begins, to begin again there. */
typedef struct gcv_gcdump_start {
    gcv_cursor at;
    size_t n_classes;
} gcv_gcdump_start;

void gcv_gcdump_go_back(gcv_gcdump *dump, const gcv_gcdump_start *to);

/* Takes all tables in the widths that are set. */
typedef bool (*gcv_gcdump_taker)(gcv_gcdump *dump, bool deferred);
/* Tries the widths that there are, the usual ones first. If all fail, the failure in the usual ones
 * stays noted. */
bool gcv_gcdump_take_in_any_widths(gcv_gcdump *dump, bool deferred, gcv_gcdump_taker take);

/* ---- gcdump_cut.c ------------------------------------------------------------------------- */

/* Takes what is there of a graph that is cut off, if --salvage asks for it; false otherwise, and
 * the fault stays noted. */
bool gcv_gcdump_take_cut_graph(gcv_gcdump *dump, bool deferred, const gcv_gcdump_start *from);
/* Where it is cut off, and what is there. */
void gcv_gcdump_cut_text(const gcv_gcdump *dump, char *text, size_t size);

/* ---- gcdump_meta.c ------------------------------------------------------------------------ */

bool gcv_gcdump_take_meta(gcv_gcdump *dump, int32_t version);
/* What follows the last object. */
bool gcv_gcdump_take_tail(gcv_gcdump *dump);
GCV_CHECKED gcv_status gcv_gcdump_add_properties(gcv_gcdump *dump, gcv_error *err);
/* Whether gcview wrote the file. Its log is then the verdict on the heap, … */
bool gcv_gcdump_is_own(const gcv_gcdump *dump);
/* … which this takes over. */
GCV_CHECKED gcv_status gcv_gcdump_note_verdict(gcv_gcdump *dump, gcv_error *err);

/* ---- gcdump_names.c ----------------------------------------------------------------------- */

/* The text of a string, converted into `scratch` if need be, where it stays until the next call. */
GCV_CHECKED gcv_status gcv_gcdump_text(gcv_gcdump *dump, const gcv_gcdump_string *string,
                                       gcv_u8_column *scratch, gcv_slice *out, gcv_error *err);
/* The name of a type; `*unnamed` if the file has none for it. */
GCV_CHECKED gcv_status gcv_gcdump_type_name(gcv_gcdump *dump, uint32_t type, gcv_slice *out,
                                            bool *unnamed, gcv_error *err);
/* Its module, kept by the builder. */
GCV_CHECKED gcv_status gcv_gcdump_type_module(gcv_gcdump *dump, uint32_t type, gcv_slice *out,
                                              gcv_error *err);
/* The name without the suffix that names a size class. */
gcv_slice gcv_gcdump_without_size_class(gcv_slice name);

/* ---- gcdump_records.c --------------------------------------------------------------------- */

typedef struct gcv_gcdump_node {
    uint32_t type, size, n_children;
    bool undefined;                      /* referred to, but never described */
    const unsigned char *children, *end; /* the latter is that of the blob */
} gcv_gcdump_node;

/* A number of one to five bytes of 7 bits, the highest first; bit 6 of the first is the sign.
 * False, and nothing taken, unless it has four or fewer and as many are left. */
static inline bool gcv_gcdump_take_short(const unsigned char **at, const unsigned char *end,
                                         int32_t *out)
{
    const unsigned char *p = *at;
    int32_t value;
    unsigned n = 1;
    if (end - p < 4) {
        return false;
    }
    value = p[0] & 0x7f;
    value -= (value & 0x40) << 1;
    while (p[n - 1] >= 0x80) {
        if (n == 4) {
            return false;
        }
        value = value * 128 + (p[n++] & 0x7f);
    }
    *at = p + n;
    *out = value;
    return true;
}

/* The record of a node. It is checked, its children are as they are taken. */
bool gcv_gcdump_node_at(gcv_gcdump *dump, uint32_t index, gcv_gcdump_node *out);
/* The next child of the node `index`. */
bool gcv_gcdump_child_slow(gcv_gcdump *dump, uint32_t index, const unsigned char **at,
                           uint32_t *child);
static inline bool gcv_gcdump_child(gcv_gcdump *dump, uint32_t index, const unsigned char **at,
                                    uint32_t *child)
{
    const unsigned char *p = *at;
    int32_t delta;
    if (gcv_gcdump_take_short(&p, dump->blob + dump->blob_size, &delta) &&
        index + (uint32_t)delta < dump->n_nodes) {
        *child = index + (uint32_t)delta;
        *at = p;
        return true;
    }
    return gcv_gcdump_child_slow(dump, index, at, child);
}

static inline uint64_t gcv_gcdump_address(const gcv_gcdump *dump, uint32_t index)
{
    return gcv_load_u64(dump->addresses + (size_t)index * 8);
}

/* The id of a node: its address, if it is the first to have it. */
static inline uint64_t gcv_gcdump_id(const gcv_gcdump *dump, uint32_t index)
{
    uint64_t address = gcv_gcdump_address(dump, index);
    if (address == 0 || (dump->shared.words != NULL && gcv_bitset_has(&dump->shared, index))) {
        return dump->synthetic + index;
    }
    return address;
}

/* ---- gcdump_ids.c ------------------------------------------------------------------------- */

/* Prepares gcv_gcdump_id(). `unique`: no two nodes have one id; otherwise those at one address may,
 * which does where objects are only counted. */
GCV_CHECKED gcv_status gcv_gcdump_assign_ids(gcv_gcdump *dump, bool unique, gcv_error *err);

/* ---- gcdump_roots.c ----------------------------------------------------------------------- */

/* Marks the pseudo nodes and adds the roots they stand for. */
GCV_CHECKED gcv_status gcv_gcdump_roots(gcv_gcdump *dump, gcv_error *err);

/* ---- gcdump_nodes.c ----------------------------------------------------------------------- */

/* Gives all nodes to the builder, and notes what is missing of them. */
GCV_CHECKED gcv_status gcv_gcdump_feed_nodes(gcv_gcdump *dump, gcv_error *err);

/* The status of a dump that went wrong. */
gcv_status gcv_gcdump_fail(const gcv_gcdump *dump, gcv_error *err);

#endif
