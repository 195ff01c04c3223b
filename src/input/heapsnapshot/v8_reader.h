/* v8_reader.h - what the parts of the reader of V8 heap snapshots share.
 *
 * heapsnapshot.c runs over the sections, v8_meta.c takes the names of fields and types, v8_nodes.c
 * and v8_edges.c the numbers, v8_strings.c those strings that are names of something. Once nodes
 * and edges are known, v8_detached.c spreads the states of DOM nodes and v8_roots.c finds which
 * nodes are roots; once the strings are, v8_names.c makes names of types of them and v8_finish.c
 * hands all over to the builder.
 *
 * For the graph a node takes 12 bytes and its id, an edge that counts 4; others are kept only where
 * they start at nodes that may be roots, at arrays (internal ones), or lead from one DOM node to
 * another. A tally adds nodes up by key as they come, and keeps 4 bytes of each, for its edges, and
 * 12 of a DOM node.
 */
#ifndef GCV_INPUT_HEAPSNAPSHOT_V8_READER_H
#define GCV_INPUT_HEAPSNAPSHOT_V8_READER_H

#include "base/bitset.h"
#include "base/buffer.h"
#include "base/id_map.h"
#include "base/number.h"
#include "base/search.h"
#include "heap/builder.h"
#include "heap/builder_rows.h"
#include "input/json_stream.h"

enum { GCV_V8_MAX_FIELDS = 32 };

/* ---- the header --------------------------------------------------------------------------- */

/* Texts one behind the other. */
typedef struct gcv_v8_words {
    gcv_char_column text;
    gcv_u64_column end;
} gcv_v8_words;

typedef struct gcv_v8_node_fields {
    uint32_t n, type, name, id, self_size, edge_count, detachedness; /* GCV_NONE: not there */
} gcv_v8_node_fields;

typedef struct gcv_v8_edge_fields {
    uint32_t n, type, name, to_node;
} gcv_v8_edge_fields;

/* What a type of nodes means. */
enum {
    GCV_V8_NAMED = 1,     /* the name of the node is the type */
    GCV_V8_SHORTENED = 2, /* ... without what is data in it */
    GCV_V8_NATIVE = 4,
    GCV_V8_SYNTHETIC = 8,
    GCV_V8_ARRAY = 16,
    GCV_V8_WHOLE = 32 /* the name is the type as it is, however long */
};

typedef struct gcv_v8_node_type {
    uint32_t key;  /* if all its nodes have the same; GCV_NONE: not yet made, or not the same */
    uint32_t word; /* its name in the header; GCV_NONE: it has none */
    uint8_t flags;
} gcv_v8_node_type;

/* What a type of edges means. */
enum {
    GCV_V8_WEAK = 1,
    GCV_V8_SHORTCUT = 2,
    GCV_V8_INTERNAL = 4,
    GCV_V8_HIDDEN = 8,
    GCV_V8_INDEXED = 16, /* its name is a number */
    GCV_V8_CONTEXT = 32
};

GCV_COLUMN(gcv_v8_node_type_column, gcv_v8_node_type);

/* ---- nodes and edges ---------------------------------------------------------------------- */

/* Nodes of one key have one type in gcview. */
typedef struct gcv_v8_key {
    uint32_t same;       /* the first key with the same name of its type */
    uint32_t type, name; /* of nodes, and a string; `name` is GCV_NONE where it does not matter */
    uint8_t flags;
    bool detached;
    uint64_t count, bytes; /* in a tally, which has no rows: its nodes */
} gcv_v8_key;

GCV_COLUMN(gcv_v8_key_column, gcv_v8_key);

static inline void gcv_v8_add_to_key(gcv_v8_key *key, uint64_t bytes)
{
    key->count++;
    key->bytes = gcv_add_capped(key->bytes, bytes); /* more than 64 bits: an error later */
}

/* A node of which a tally has to know more than its sums: the root, synthetic nodes, DOM nodes.
 * With a graph the last are left out, as they have rows. */
typedef struct gcv_v8_special {
    uint32_t node, key, size;
} gcv_v8_special;

GCV_COLUMN(gcv_v8_special_column, gcv_v8_special);

/* An edge of a node that may be a root. */
typedef struct gcv_v8_root_edge {
    uint32_t source, to;
    uint32_t name; /* a string; later that of the label, GCV_NONE: it has none */
    uint8_t kind;
    bool to_synthetic;
} gcv_v8_root_edge;

GCV_COLUMN(gcv_v8_root_edge_column, gcv_v8_root_edge);

/* An internal edge of an array, which may be an entry of a WeakMap. */
typedef struct gcv_v8_entry {
    uint32_t table;           /* the array */
    uint32_t reference, name; /* the latter becomes a place among the names */
} gcv_v8_entry;

GCV_COLUMN(gcv_v8_entry_column, gcv_v8_entry);

typedef struct gcv_v8_dom_edge {
    uint32_t source, to;
} gcv_v8_dom_edge;

GCV_COLUMN(gcv_v8_dom_edge_column, gcv_v8_dom_edge);

/* The first of such edges that starts at this node or behind it: they begin with their source, and
 * are in the order of these. */
static inline size_t gcv_v8_first_edge(const void *edges, size_t size, size_t n, uint32_t source)
{
    return source == 0 ? 0 : gcv_count_up_to_u32(edges, size, n, source - 1);
}

/* An edge as it is in the file; kept only if it comes before the nodes. */
typedef struct gcv_v8_edge {
    uint64_t to; /* a node, times the number of fields */
    uint32_t type, name;
} gcv_v8_edge;

GCV_COLUMN(gcv_v8_edge_column, gcv_v8_edge);

/* A string that names something. */
typedef struct gcv_v8_name {
    uint64_t at, size; /* in the text of the names */
    uint64_t table;    /* of an entry of a WeakMap, by its id */
    uint32_t index;    /* among the strings */
    bool is_text;      /* it is shown; otherwise only `table` is of interest */
    bool is_entry, found;
    gcv_slice label; /* for the heap; data NULL: not made yet */
} gcv_v8_name;

GCV_COLUMN(gcv_v8_name_column, gcv_v8_name);

typedef struct gcv_v8 {
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_json json;
    bool graph;  /* references are kept */
    bool fields; /* and so are names of references */
    bool marks;  /* so is what tells whether two objects are called the same */

    /* the header */
    bool has_snapshot, has_nodes, has_edges, has_strings;
    gcv_v8_node_fields node_fields;
    gcv_v8_edge_fields edge_fields;
    gcv_v8_words words;            /* names of types of nodes */
    gcv_v8_node_type_column types; /* of nodes */
    gcv_u8_column edge_types;      /* flags */
    gcv_optional node_count, edge_count, native_bytes, samples;
    uint64_t root_index;
    bool converted;    /* gcview wrote it: names and roots are whole */
    bool static_first; /* ... of a heap whose chains begin at static roots first */

    /* nodes */
    gcv_builder_rows rows;
    uint64_t n_nodes, claimed; /* edges, by the counts of the nodes; UINT64_MAX: more */
    uint32_t root;
    gcv_v8_key_column keys;
    gcv_id_map key_of;
    gcv_v8_special_column specials; /* ascending */
    gcv_u32_column stated;          /* DOM nodes with a state of their own */
    gcv_u8_column states;           /* in step */

    /* edges */
    uint64_t n_edges, detached;
    uint64_t weak_edges, shortcut_edges, entries_dropped; /* that do not count */
    uint64_t source, left; /* the node behind the one of the next edge; edges this has left */
    size_t next_special;   /* the first one that is not before that node */
    uint8_t source_flags;  /* of its type */
    bool source_may_be_root;
    gcv_v8_edge_column early;
    gcv_v8_root_edge_column root_edges;
    gcv_v8_entry_column entries;
    gcv_v8_dom_edge_column dom_edges;
    gcv_bitset pseudo; /* nodes that are roots, not objects */

    /* strings */
    uint64_t n_strings;
    gcv_u32_column hashes; /* of all strings, if there are to be marks */
    gcv_v8_words all;      /* if they came before nodes and edges */
    gcv_v8_name_column names;
    gcv_id_map name_of; /* by index */
    gcv_char_column text;
    uint64_t unnamed; /* keys whose names are past the strings */
    uint64_t invalid; /* names that are not UTF-8 */
} gcv_v8;

/* v8_meta.c: takes the value of "snapshot". */
GCV_CHECKED gcv_status gcv_v8_take_snapshot(gcv_v8 *v8, gcv_error *err);
GCV_CHECKED gcv_status gcv_v8_push_word(gcv_context *ctx, gcv_v8_words *words, gcv_slice text,
                                        gcv_error *err);
gcv_slice gcv_v8_word(const gcv_v8_words *words, size_t at);

/* v8_nodes.c: takes the value of "nodes". */
GCV_CHECKED gcv_status gcv_v8_take_nodes(gcv_v8 *v8, gcv_error *err);
/* The key of nodes of a type with a name. */
GCV_CHECKED gcv_status gcv_v8_key_for(gcv_v8 *v8, const gcv_v8_key *key, uint32_t *out,
                                      gcv_error *err);
/* The special node of this number; NULL if it is none. */
gcv_v8_special *gcv_v8_special_of(const gcv_v8 *v8, uint32_t node);
/* Whether a special node can stand for a kind of roots: only the root has bytes of its own. */
bool gcv_v8_may_be_root(const gcv_v8 *v8, const gcv_v8_special *special);
uint64_t gcv_v8_special_size(const gcv_v8 *v8, const gcv_v8_special *special);
/* What the type of a node means; in a tally only that of special nodes is known, others have 0. */
uint8_t gcv_v8_node_flags(const gcv_v8 *v8, uint32_t node);

/* Takes one row of an array of numbers, as many as there are fields; `*n` is less at its end. */
GCV_CHECKED gcv_status gcv_v8_take_row(gcv_v8 *v8, bool first, uint32_t fields, uint64_t *row,
                                       uint32_t *n, gcv_error *err);

/* v8_edges.c: takes the value of "edges". */
GCV_CHECKED gcv_status gcv_v8_take_edges(gcv_v8 *v8, gcv_error *err);
/* Once there are nodes, too: counts the edges, and reads those that came before. */
GCV_CHECKED gcv_status gcv_v8_join(gcv_v8 *v8, gcv_error *err);

/* v8_detached.c: gives the nodes that are detached keys of their own. */
GCV_CHECKED gcv_status gcv_v8_spread(gcv_v8 *v8, gcv_error *err);

/* v8_roots.c: finds the nodes that are roots; notes their labels; later, adds the root records. */
GCV_CHECKED gcv_status gcv_v8_find_pseudo(gcv_v8 *v8, gcv_error *err);
GCV_CHECKED gcv_status gcv_v8_need_labels(gcv_v8 *v8, gcv_error *err);
GCV_CHECKED gcv_status gcv_v8_add_roots(gcv_v8 *v8, gcv_error *err);

/* v8_strings.c: takes the value of "strings"; notes that the string `index` is of interest;
 * `*place` is its place among the names. */
GCV_CHECKED gcv_status gcv_v8_take_strings(gcv_v8 *v8, gcv_error *err);
GCV_CHECKED gcv_status gcv_v8_need(gcv_v8 *v8, uint32_t index, bool is_text, uint32_t *place,
                                   gcv_error *err);
/* The same for types, and for entries of WeakMaps and fields, whose names become places; then
 * strings that came before are looked at. */
GCV_CHECKED gcv_status gcv_v8_need_names(gcv_v8 *v8, gcv_error *err);
gcv_v8_name *gcv_v8_find_name(const gcv_v8 *v8, uint32_t index);
static inline gcv_slice gcv_v8_name_text(const gcv_v8 *v8, const gcv_v8_name *name)
{
    return gcv_slice_of(v8->text.n > 0 ? v8->text.data + name->at : "", (size_t)name->size);
}

/* v8_names.c: the name of the type of a key, appended to `out`; `*unknown`: its string is not in
 * the file. */
void gcv_v8_type_name(const gcv_v8 *v8, const gcv_v8_key *key, gcv_buffer *out, bool *unknown,
                      gcv_error *err);

/* v8_finish.c: hands all over to the builder. */
GCV_CHECKED gcv_status gcv_v8_finish(gcv_v8 *v8, gcv_error *err);

#endif
