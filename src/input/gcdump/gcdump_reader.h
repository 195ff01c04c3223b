/* gcdump_reader.h - declarations that the parts of the .gcdump reader share; private to them.
 *
 * gcdump_object.c  strings, classes, references: the generic serializer
 * gcdump_records.c records of nodes
 * gcdump_graph.c   types, nodes, addresses; the widths of counts; a graph that is cut off
 * gcdump_names.c   names of types
 * gcdump_meta.c    everything around the graph
 * gcdump_ids.c     ids of nodes
 * gcdump_roots.c   pseudo nodes to roots
 * gcdump_nodes.c   all other nodes to objects
 * gcdump.c         the reader, which calls the other parts in turn
 *
 * circle: the parts share the state declared here; each part calls only parts above it. The whole
 * file is in memory; its tables are used in place, and only names that are not ASCII are copied. A
 * fault in the file fails where it is found, by gcv_gcdump_wrong(); gcv_gcdump_try() goes on, or
 * tries again with other widths.
 */
#ifndef GCV_INPUT_GCDUMP_GCDUMP_READER_H
#define GCV_INPUT_GCDUMP_GCDUMP_READER_H

#include "base/object_tags.h"
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
    int32_t size; /* of nodes without a size of their own; -1: no such nodes */
} gcv_gcdump_type;

/* A type whose name would have to be looked up in a module's symbols. */
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
    gcv_slice kept; /* the path as the builder keeps it; data NULL: not kept yet */
} gcv_gcdump_module;

GCV_COLUMN(gcv_gcdump_type_column, gcv_gcdump_type);
GCV_COLUMN(gcv_gcdump_deferred_column, gcv_gcdump_deferred);
GCV_COLUMN(gcv_gcdump_class_column, gcv_gcdump_class);
GCV_COLUMN(gcv_gcdump_module_column, gcv_gcdump_module);

/* Contents of a file besides its graph. */
typedef struct gcv_gcdump_meta {
    gcv_gcdump_string log, machine, process, tool;
    int64_t ticks, commit, working_set;
    int32_t process_id;
    float count_multiplier, size_multiplier;
    const unsigned char *multipliers; /* one unaligned float for each type */
    uint32_t n_multipliers;
    bool not_all_dumped;
} gcv_gcdump_meta;

/* The part of a truncated graph that is present. */
typedef struct gcv_gcdump_cut {
    const char *within;   /* the table that is cut off; NULL: the graph is whole */
    bool records;         /* some records are missing */
    uint32_t nodes;       /* nodes whose record is present */
    uint32_t addresses;   /* addresses that are present */
    gcv_u8_column padded; /* addresses of all nodes; 0 for missing ones */
} gcv_gcdump_cut;

/* One file, in the order in which its parts are read. Later parts need earlier ones, so all
 * functions of the reader take the whole. */
typedef struct gcv_gcdump {
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_error fault; /* of the last gcv_gcdump_try() that failed */
    bool beyond;     /* the fault is that the file ends within the next item */

    gcv_cursor at;
    uint64_t size;
    unsigned label_size;
    bool label_known;                /* from the end of the file; false: label_size is a guess */
    bool wide_counts, wide_modules;  /* 64-bit */
    gcv_gcdump_class_column classes; /* in ascending order of labels */
    gcv_gcdump_module_column modules;
    int32_t version; /* of the object around the graph; 0: there is none */

    /* the graph */
    bool has_deferred;
    uint64_t total_at;
    int64_t total; /* bytes of all nodes, as claimed by the file */
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
    uint64_t synthetic; /* a node without an address of its own has the id synthetic + index */
    gcv_bitset shared;  /* nodes at the address of an earlier node; no words: there are none */
    gcv_bitset pseudo;  /* nodes that represent roots */
    uint64_t edges;     /* so far; if there are more than bytes in the blob, records overlap */
    gcv_buffer text[3]; /* converted: name, suffix, module */
} gcv_gcdump;

/* ---- gcdump_object.c ---------------------------------------------------------------------- */

GCV_NORETURN void gcv_gcdump_wrong(const gcv_gcdump *dump, uint64_t offset, const char *format, ...)
    GCV_PRINTF(3, 4);
/* Runs a step; returns false, with `fault` set, if the file is wrong. */
bool gcv_gcdump_try(gcv_gcdump *dump, void (*step)(gcv_gcdump *dump));
/* Fails unless everything taken so far lies in the file. `what` names the last item. */
void gcv_gcdump_bounds(gcv_gcdump *dump, const char *what);

gcv_gcdump_string gcv_gcdump_take_string(gcv_gcdump *dump);
bool gcv_gcdump_string_is(const gcv_gcdump_string *string, const char *text);
int32_t gcv_gcdump_take_i32(gcv_gcdump *dump);
/* Takes a count of rows of at least `row` bytes each. Fails if it is 2^31 or more, or if the rows
 * do not fit into the rest of the file. */
uint32_t gcv_gcdump_take_count(gcv_gcdump *dump, const char *what, uint64_t row, bool wide);
void gcv_gcdump_take_tag(gcv_gcdump *dump, uint8_t tag, const char *what);
/* Takes the tag if it is the next byte; tells whether it was. */
bool gcv_gcdump_take_optional(gcv_gcdump *dump, uint8_t tag);
/* Takes the class that follows the tag of an object; the second function takes the tag, too. */
gcv_gcdump_class gcv_gcdump_take_class(gcv_gcdump *dump);
gcv_gcdump_class gcv_gcdump_take_object(gcv_gcdump *dump, const char *what);
uint64_t gcv_gcdump_take_label(gcv_gcdump *dump);
/* Skips tagged fields up to and including the end tag of the object. */
void gcv_gcdump_skip_rest(gcv_gcdump *dump);

/* ---- gcdump_graph.c ----------------------------------------------------------------------- */

/* Takes the graph after its class, in whatever widths it has; if that fails and the end of the file
 * is not in order, the part of the graph that is present. */
void gcv_gcdump_take_graph(gcv_gcdump *dump);
/* Writes where the graph is cut off and how much is present. */
void gcv_gcdump_cut_text(const gcv_gcdump *dump, char *text, size_t size);

/* ---- gcdump_meta.c ------------------------------------------------------------------------ */

/* Take what follows the graph, and what follows the last object. */
void gcv_gcdump_take_meta(gcv_gcdump *dump);
void gcv_gcdump_take_tail(gcv_gcdump *dump);
void gcv_gcdump_add_properties(gcv_gcdump *dump);
/* Tells whether gcview wrote the file. If so, the log of the file is the verdict on the heap, … */
bool gcv_gcdump_is_own(const gcv_gcdump *dump);
/* … which this function adopts. */
void gcv_gcdump_note_verdict(gcv_gcdump *dump);

/* ---- gcdump_names.c ----------------------------------------------------------------------- */

/* Returns the text of a string. A string that is not ASCII is converted into `scratch`, where the
 * text stays until the next call. */
gcv_slice gcv_gcdump_text(gcv_gcdump *dump, const gcv_gcdump_string *string, gcv_buffer *scratch);
/* Returns the name of a type; `*unnamed`: the file has no name for it. */
gcv_slice gcv_gcdump_type_name(gcv_gcdump *dump, uint32_t type, bool *unnamed);
/* Returns the module of a type, kept by the builder. */
gcv_slice gcv_gcdump_type_module(gcv_gcdump *dump, uint32_t type);
/* Returns the name without the suffix of a size class. */
gcv_slice gcv_gcdump_without_size_class(gcv_slice name);

/* ---- gcdump_records.c --------------------------------------------------------------------- */

typedef struct gcv_gcdump_node {
    uint32_t type, size, n_children;
    bool undefined; /* referenced, but never described */
    const unsigned char *children;
} gcv_gcdump_node;

/* Takes a number of one to five bytes, 7 bits each, the highest bits first; bit 6 of the first byte
 * is the sign. If the number has five bytes, or fewer than four bytes are left, takes nothing and
 * returns false. */
static inline bool gcv_gcdump_take_short(const unsigned char **at, const unsigned char *end,
                                         int32_t *out)
{
    const unsigned char *p = *at;
    unsigned n = 1;
    if (end - p < 4) {
        return false;
    }
    int32_t value = p[0] & 0x7f;
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

/* Reads and checks the record of a node. Its children are checked as they are taken. */
gcv_gcdump_node gcv_gcdump_node_at(const gcv_gcdump *dump, uint32_t index);
/* Adds the references of a node to a sum of all. Fails if it is more than the blob has bytes. */
void gcv_gcdump_add_edges(const gcv_gcdump *dump, const gcv_gcdump_node *node, uint64_t *sum);
/* Takes the next child of the node `index`. */
uint32_t gcv_gcdump_child_slow(const gcv_gcdump *dump, uint32_t index, const unsigned char **at);
static inline uint32_t gcv_gcdump_child(const gcv_gcdump *dump, uint32_t index,
                                        const unsigned char **at)
{
    const unsigned char *p = *at;
    int32_t delta;
    if (gcv_gcdump_take_short(&p, dump->blob + dump->blob_size, &delta) &&
        index + (uint32_t)delta < dump->n_nodes) {
        *at = p;
        return index + (uint32_t)delta;
    }
    return gcv_gcdump_child_slow(dump, index, at);
}

static inline uint64_t gcv_gcdump_address(const gcv_gcdump *dump, uint32_t index)
{
    return gcv_load_u64(dump->addresses + (size_t)index * 8);
}

/* Returns the id of a node: its address, unless an earlier node has the same address. */
static inline uint64_t gcv_gcdump_id(const gcv_gcdump *dump, uint32_t index)
{
    uint64_t address = gcv_gcdump_address(dump, index);
    if (address == 0 || (dump->shared.words != NULL && gcv_bitset_has(&dump->shared, index))) {
        return dump->synthetic + index;
    }
    return address;
}

/* ---- gcdump_ids.c ------------------------------------------------------------------------- */

/* Prepares gcv_gcdump_id(). `unique`: all nodes get distinct ids. Otherwise nodes at the same
 * address may share an id, which is enough if objects are only counted. */
void gcv_gcdump_assign_ids(gcv_gcdump *dump, bool unique);

/* ---- gcdump_roots.c ----------------------------------------------------------------------- */

/* Marks the pseudo nodes and adds the roots that they represent. */
void gcv_gcdump_roots(gcv_gcdump *dump);

/* ---- gcdump_nodes.c ----------------------------------------------------------------------- */

/* Gives all nodes to the builder and notes what is missing. */
void gcv_gcdump_feed_nodes(gcv_gcdump *dump);

#endif
