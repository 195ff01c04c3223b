/* v8_reader.h - declarations shared by the parts of the reader of V8 heap snapshots.
 *
 * heapsnapshot.c goes through the sections. v8_meta.c takes the names of fields and types,
 * v8_nodes.c and v8_edges.c the numbers, v8_strings.c the strings that are names. Once nodes and
 * edges are known, v8_detached.c spreads the states of DOM nodes, and v8_roots.c finds the nodes
 * that are roots. Once the strings are known,
 * v8_shapes.c names plain objects by their properties, v8_places.c finds the functions and scripts
 * of objects from what v8_locations.c and v8_exports.c have kept, v8_modules.c the scripts of
 * modules, v8_sites.c where objects were allocated, v8_names.c makes names of types from the
 * strings, and v8_finish.c hands everything to the builder.
 *
 * For the graph, a node takes 12 bytes and its id, and an edge that counts takes 4 bytes. Edges are
 * kept in other columns, too, if they start at nodes that may be roots, if they are internal edges
 * of arrays, if they lead from one DOM node to another, or from a function to an object. A tally
 * keeps 4 bytes of each node: the number of its edges, or its form, which nodes of the same type,
 * size and number of edges share. Nodes without a form are added to the sums of their keys at once.
 */
#ifndef GCV_INPUT_HEAPSNAPSHOT_V8_READER_H
#define GCV_INPUT_HEAPSNAPSHOT_V8_READER_H

#include "base/word_list.h"
#include "heap/builder_rows.h"
#include "input/json_stream.h"

enum {
    GCV_V8_MAX_FIELDS = 32,
    GCV_V8_SHAPED = 64 /* properties of an object, from the first on, that may define its shape */
};

/* ---- the header --------------------------------------------------------------------------- */

enum { GCV_V8_SNAPSHOT, GCV_V8_NODES, GCV_V8_EDGES, GCV_V8_STRINGS, GCV_V8_SECTIONS };

typedef struct gcv_v8_node_fields {
    uint32_t n, type, name, id, self_size, edge_count;
    uint32_t detachedness, trace_node_id; /* GCV_NONE: not in the file */
} gcv_v8_node_fields;

typedef struct gcv_v8_edge_fields {
    uint32_t n, type, name, to_node;
} gcv_v8_edge_fields;

/* Flags of a type of nodes. */
enum {
    GCV_V8_NAMED = 1,     /* the node's name is its type */
    GCV_V8_SHORTENED = 2, /* ... without the data in it */
    GCV_V8_NATIVE = 4,
    GCV_V8_SYNTHETIC = 8,
    GCV_V8_ARRAY = 16,
    GCV_V8_WHOLE = 32, /* the name is the type unchanged, however long it is */
    GCV_V8_FUNCTION = 64,
    GCV_V8_OBJECT = 128, /* an object of JavaScript, which may be a plain one */
    GCV_V8_CODE = 256,   /* only if places are wanted */
    GCV_V8_STRING = 512, /* its name is its text */
    GCV_V8_SYSTEM =
        1024 /* its name tells whether it is a Proxy or cell, or belongs to the engine */
};

/* Modules and cells are of a type with this flag; with the latter in Chromium. */
#define GCV_V8_ENGINE (GCV_V8_SYSTEM | GCV_V8_NATIVE)

#define GCV_V8_CELL "system / Cell" /* a variable that a module exports */

/* Types of keys beyond those in files: all prototypes; plain objects of a shape, whose number is
 * the name of the key. */
#define GCV_V8_PROTOTYPE (UINT32_MAX >> 1)
#define GCV_V8_SHAPE (GCV_V8_PROTOTYPE - 1)

typedef struct gcv_v8_node_type {
    uint32_t key;  /* the key of all nodes of this type; GCV_NONE: not made yet, or keys differ */
    uint32_t word; /* the name in the header; GCV_NONE: it has none */
    uint16_t flags;
} gcv_v8_node_type;

/* Flags of a type of edges. */
enum {
    GCV_V8_WEAK = 1,
    GCV_V8_SHORTCUT = 2,
    GCV_V8_INTERNAL = 4,
    GCV_V8_HIDDEN = 8,
    GCV_V8_INDEXED = 16, /* the edge's name is a number */
    GCV_V8_CONTEXT = 32
};

GCV_COLUMN(gcv_v8_node_type_column, gcv_v8_node_type);

/* ---- nodes and edges ---------------------------------------------------------------------- */

/* Nodes with the same key have the same type in gcview. */
typedef struct gcv_v8_key {
    uint32_t same;       /* the first key whose type has the same name */
    uint32_t type, name; /* of nodes; a string, GCV_NONE: it does not matter */
    uint32_t script;     /* in which its nodes are defined: an index; GCV_NONE: not known */
    uint16_t flags;
    bool detached;
    uint32_t bare, pair;   /* its pair without names; that of its last node */
    uint64_t count, bytes; /* of the key's nodes, in a tally, which has no rows */
} gcv_v8_key;

GCV_COLUMN(gcv_v8_key_column, gcv_v8_key);

static inline void gcv_v8_add_to_key(gcv_v8_key *key, uint64_t bytes)
{
    key->count++;
    key->bytes = gcv_add_capped(key->bytes, bytes); /* more than 64 bits: an error later */
}

/* A key, and a list of names of references: what nodes share that have both. */
typedef struct gcv_v8_pair {
    uint32_t key, list; /* GCV_NONE: no names */
    uint32_t next;      /* the pair that came after it among nodes of the key; GCV_NONE: none yet */
} gcv_v8_pair;

GCV_COLUMN(gcv_v8_pair_column, gcv_v8_pair);

/* What a tally knows of a node whose type may change, or that may not be an object. */
typedef struct gcv_v8_form {
    uint32_t pair, size, edges;
} gcv_v8_form;

GCV_COLUMN(gcv_v8_form_column, gcv_v8_form);

/* Marks the number of a form among numbers of edges. */
#define GCV_V8_FORM ((uint32_t)1 << 31)

/* What is noted of a node: another node, a string, or a number in a column. */
typedef struct gcv_v8_note {
    uint32_t node, is;
} gcv_v8_note;

GCV_COLUMN(gcv_v8_note_column, gcv_v8_note);

/* An edge whose name is needed: a string. */
typedef struct gcv_v8_link {
    uint32_t source, to, name;
} gcv_v8_link;

GCV_COLUMN(gcv_v8_link_column, gcv_v8_link);

/* An internal edge of an array, which may be an entry of a WeakMap. */
typedef struct gcv_v8_entry {
    uint32_t reference, name; /* the index of the reference; a string */
} gcv_v8_entry;

GCV_COLUMN(gcv_v8_entry_column, gcv_v8_entry);

/* An edge from a node that may be a root. */
typedef struct gcv_v8_root_edge {
    uint32_t source, to;
    uint32_t own;  /* its name, which is a string … */
    uint32_t name; /* … and later that of the label; GCV_NONE: it has none */
    uint8_t kind;
    bool to_synthetic;
} gcv_v8_root_edge;

GCV_COLUMN(gcv_v8_root_edge_column, gcv_v8_root_edge);

/* A cell, to which two arrays of a module refer: a variable that it exports. */
typedef struct gcv_v8_export {
    uint32_t module, array; /* the one that was met first */
    uint32_t cell, name;    /* a string; GCV_NONE: not known */
    uint32_t slot;          /* the number of the module's reference to the other array */
    bool twice;             /* both have been met */
} gcv_v8_export;

GCV_COLUMN(gcv_v8_export_column, gcv_v8_export);

/* Returns the index of the first edge whose source is `source` or a later node. Each edge begins
 * with its source, and edges are in ascending order of sources. */
static inline size_t gcv_v8_first_edge(const void *edges, size_t size, size_t n, uint32_t source)
{
    return source == 0 ? 0 : gcv_count_up_to_u32(edges, size, n, source - 1);
}

/* An edge as in the file; kept only if it precedes the nodes. */
typedef struct gcv_v8_edge {
    uint64_t to; /* index of a node, times the number of fields */
    uint32_t type, name;
} gcv_v8_edge;

GCV_COLUMN(gcv_v8_edge_column, gcv_v8_edge);

/* What a string is needed for. A name of internal references is no text if it is a number, or that
 * of an entry of a WeakMap. */
enum {
    GCV_V8_LOOK = 1, /* whether it names an entry of a WeakMap, a prototype or a console's handle */
    GCV_V8_FIELD = 2,
    GCV_V8_TEXT = 4
};

/* What is known of a string: these flags until it is read, and then, with a flag in front, the
 * small number that it is, or its index in `names`. */
#define GCV_V8_NUMBER ((uint32_t)1 << 30)
#define GCV_V8_NAME ((uint32_t)1 << 31)

/* Strings that are needed. V8 numbers strings in the order in which it meets them, so neighbours
 * are needed together: 16 of them share a page, which a hash table finds. A string takes 7 bytes,
 * and one without neighbours 116. */
typedef struct gcv_v8_needs {
    gcv_id_map page_of;   /* from the number of a string, divided by 16 */
    gcv_u32_column pages; /* these numbers, in the order of `states` */
    gcv_u32_column states;
    uint32_t last, at; /* the page that was looked for last, and where its states begin, if it is */
} gcv_v8_needs;

/* A string that names something, and has been found. */
typedef struct gcv_v8_name {
    gcv_slice text;     /* empty: not needed */
    uint64_t number;    /* for an entry of a WeakMap: the id of its table; for a number: it */
    uint32_t word;      /* its number in gcv_places.words; GCV_NONE: it is not there yet */
    bool is_shared : 1; /* the text is in memory of the heap */
    bool is_entry : 1, is_prototype : 1, is_console : 1;
    bool is_number : 1; /* a small one, as the names of the elements of internal arrays are */
} gcv_v8_name;

GCV_COLUMN(gcv_v8_name_column, gcv_v8_name);

/* ---- places in source code ---------------------------------------------------------------- */

typedef struct gcv_v8_location_fields {
    uint32_t n, object, script, script_object, line, column; /* GCV_NONE: not in the file */
} gcv_v8_location_fields;

/* A row of "locations"; GCV_NONE: no such number. */
typedef struct gcv_v8_location {
    uint32_t node, script_node, line, column;
    uint64_t script;
} gcv_v8_location;

typedef struct gcv_v8_script {
    uint32_t node; /* GCV_NONE: not known */
    uint32_t path; /* index in gcv_places.scripts; GCV_NONE: it has no name */
} gcv_v8_script;

typedef struct gcv_v8_function {
    uint32_t name;         /* a string; GCV_NONE: it has none */
    uint32_t script;       /* index in `scripts` */
    uint32_t line, column; /* from 1; 0: not known */
} gcv_v8_function;

GCV_COLUMN(gcv_v8_location_column, gcv_v8_location);
GCV_COLUMN(gcv_v8_script_column, gcv_v8_script);
GCV_COLUMN(gcv_v8_function_column, gcv_v8_function);

/* What was known of a node before its script was, and the pair that it has since. */
typedef struct gcv_v8_moved {
    uint32_t key, list, script, to;
} gcv_v8_moved;

typedef struct gcv_v8_places {
    bool wanted, kept; /* for modules or to be kept; to be kept */
    bool has_locations;
    gcv_v8_location_fields fields;
    gcv_v8_location_column early; /* locations that precede nodes or edges */
    gcv_v8_note_column named;     /* functions and code, ascending, and their names: strings */
    size_t next_named;            /* the first that the last location of a function was not after */
    gcv_v8_link_column links; /* internal edges that may have such a name, ascending by source */
    gcv_bitset reached;       /* nodes to which a link from a function leads */
    gcv_v8_script_column scripts;
    gcv_id_map script_of; /* from the script's id in the file */
    gcv_v8_function_column functions;
    gcv_id_map function_of; /* from hashes */
    gcv_id_map key_of;      /* from a key, and a script in the low half */
    gcv_sparse_pair_column
        placed;       /* nodes and their functions, in order of nodes once v8_places.c has begun */
    size_t n_located; /* the first of these: those with a location */
    gcv_v8_moved moved; /* the last such node: the next one is often like it */
    uint64_t ignored;   /* locations that are of no node */
} gcv_v8_places;

/* ---- sites of allocation ------------------------------------------------------------------ */

/* Fields of functions and of the tree of stacks; GCV_NONE: not in the file. */
typedef struct gcv_v8_trace_fields {
    uint32_t n_function, name, script_name, line, column;
    uint32_t n_stack, id, function, children;
} gcv_v8_trace_fields;

/* A node, and the id of the stack on which it was allocated. */
typedef struct gcv_v8_traced {
    uint64_t stack;
    uint32_t node;
} gcv_v8_traced;

GCV_COLUMN(gcv_v8_traced_column, gcv_v8_traced);

typedef struct gcv_v8_sites {
    bool wanted;
    gcv_v8_trace_fields fields;
    gcv_v8_function_column functions; /* in the order of the file; `script` is a string */
    gcv_id_map stacks;                /* from their ids to their functions */
    gcv_v8_traced_column traced;      /* in the order of nodes */
} gcv_v8_sites;

/* ---- the reader --------------------------------------------------------------------------- */

/* One file, in the order in which its parts are read. Later parts need earlier ones, so all
 * functions of the reader take the whole. */
typedef struct gcv_v8 {
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_json json;
    bool graph;  /* references are kept */
    bool fields; /* names of references are kept, too */
    bool shapes; /* plain objects are named by their properties */
    bool texts;  /* the contents of strings are kept */
    bool marks;  /* marks, which show whether two objects have the same name, are kept, too */

    /* the header */
    bool has[GCV_V8_SECTIONS];
    size_t within; /* the section that is being taken; GCV_V8_SECTIONS: none */
    gcv_v8_node_fields node_fields;
    gcv_v8_edge_fields edge_fields;
    gcv_word_list words;           /* names of types of nodes */
    gcv_v8_node_type_column types; /* of nodes */
    gcv_u8_column edge_types;      /* flags */
    gcv_optional node_count, edge_count, native_bytes, samples;
    uint64_t root_index;
    bool converted;    /* gcview wrote the file: names and roots are whole */
    bool static_first; /* ... of a heap in which chains prefer static roots */

    /* nodes */
    gcv_builder_columns rows;  /* in a tally only `big` and `first_ref`: edges, or a form */
    uint64_t n_nodes, claimed; /* edges, as the sum of the nodes' counts; UINT64_MAX: or more */
    uint32_t root;
    gcv_v8_key_column keys;
    gcv_id_map key_of;
    gcv_v8_pair_column pairs; /* rows.slot has their numbers */
    gcv_id_map pair_of;       /* from a key, and a list in the low half */
    gcv_v8_form_column forms;
    gcv_id_map form_of;         /* from hashes */
    gcv_v8_note_column groups;  /* nodes that may represent a kind of roots: the root node, or a
                                   synthetic one of 0 bytes; and their keys. Ascending */
    gcv_v8_note_column strings; /* if texts are kept, or names of references and places are */
    gcv_v8_note_column stated;  /* DOM nodes with a state of their own */

    /* edges */
    uint64_t n_edges, detached;
    uint64_t weak_edges, shortcut_edges, entries_dropped; /* edges that do not count */
    uint64_t source, left;              /* the node after the current source; edges it has left */
    size_t next_group;                  /* the first group that is not before the current source */
    uint32_t source_key;                /* of the current source, if that has edges */
    uint32_t next_pair;                 /* that it may have; GCV_NONE: not known */
    uint16_t source_flags;              /* of the current source's type */
    bool source_is_group, source_leads; /* it may represent roots; it may have links */
    gcv_v8_edge_column early;
    gcv_v8_root_edge_column root_edges;
    gcv_v8_entry_column entries;
    uint32_t next_internal;        /* names of internal edges were below this */
    gcv_v8_note_column own_names;  /* of references of nodes, in order: strings, and then, as in
                                      gcv_fields, places among the states of strings */
    gcv_v8_note_column dom_edges;  /* from one DOM node to another */
    gcv_v8_note_column properties; /* objects that functions have as prototypes or static fields,
                                      and the names of these: strings */
    gcv_bitset pseudo;             /* nodes that are roots, not objects */
    gcv_u32_column modules; /* nodes that are modules of CommonJS, if names and places are wanted */
    gcv_v8_export_column exports; /* of modules of ECMAScript, if places are */

    /* strings */
    uint64_t n_strings;
    gcv_u32_column hashes; /* of all strings, if marks are kept */
    gcv_word_list all;     /* all strings, if they precede nodes and edges */
    uint64_t n_system;     /* nodes of the engine whose names were new */
    gcv_v8_needs needs;
    gcv_v8_name_column names;
    gcv_arena arena;     /* their texts, unless these are shared */
    gcv_id_map entry_of; /* from the id of a WeakMap to the name of all entries without a text */
    gcv_v8_places places;
    gcv_v8_sites sites;
    uint64_t unnamed; /* keys whose names are past the end of the strings */
    uint64_t invalid; /* names that are not UTF-8 */
} gcv_v8;

/* v8_meta.c: takes the value of "snapshot". */
void gcv_v8_take_snapshot(gcv_v8 *v8);

/* v8_nodes.c: takes the value of "nodes". */
void gcv_v8_take_nodes(gcv_v8 *v8);
/* Finds or adds the key; adds it; finds or adds the pair. */
uint32_t gcv_v8_key_for(gcv_v8 *v8, const gcv_v8_key *key);
void gcv_v8_push_key(gcv_v8 *v8, gcv_v8_key key);
uint32_t gcv_v8_pair_for(gcv_v8 *v8, uint32_t key, uint32_t list);
/* Returns the group of roots that a node may represent; NULL: none. */
const gcv_v8_note *gcv_v8_group_of(const gcv_v8 *v8, uint32_t node);
/* Returns the form of a node in a tally; NULL: it has none, or this is no tally. */
static inline const gcv_v8_form *gcv_v8_form_of(const gcv_v8 *v8, uint32_t node)
{
    const uint32_t number = v8->graph ? 0 : v8->rows.first_ref.data[node];
    return (number & GCV_V8_FORM) == 0 ? NULL : &v8->forms.data[number - GCV_V8_FORM];
}

/* Returns the pair of a node, its key, and the flags of its type. A tally knows them only of nodes
 * that have a form; GCV_NONE and 0 for others. */
static inline uint32_t gcv_v8_node_pair(const gcv_v8 *v8, uint32_t node)
{
    const gcv_v8_form *form = gcv_v8_form_of(v8, node);
    return v8->graph ? v8->rows.slot.data[node] : form != NULL ? form->pair : GCV_NONE;
}

static inline uint32_t gcv_v8_node_key(const gcv_v8 *v8, uint32_t node)
{
    const uint32_t pair = gcv_v8_node_pair(v8, node);
    return pair != GCV_NONE ? v8->pairs.data[pair].key : GCV_NONE;
}

static inline uint16_t gcv_v8_node_flags(const gcv_v8 *v8, uint32_t node)
{
    const uint32_t key = gcv_v8_node_key(v8, node);
    return key != GCV_NONE ? v8->keys.data[key].flags : 0;
}

/* Whether nodes of a type are objects of JavaScript: instances, generators, variables. */
static inline bool gcv_v8_is_object(uint16_t flags)
{
    return (flags & (GCV_V8_NAMED | GCV_V8_NATIVE | GCV_V8_SYNTHETIC)) == GCV_V8_NAMED;
}

/* Changes the pair of a node that has one; only the key in it. */
void gcv_v8_set_pair(gcv_v8 *v8, uint32_t node, uint32_t pair);
void gcv_v8_set_key(gcv_v8 *v8, uint32_t node, uint32_t key);

/* Takes one row of an array of numbers, one number for each field. Returns how many there are:
 * fewer at the end of the array. */
uint32_t gcv_v8_take_row(gcv_v8 *v8, uint32_t fields, uint64_t *row);

/* v8_edges.c: takes the value of "edges". */
void gcv_v8_take_edges(gcv_v8 *v8);
/* Must be called when nodes are known, too: adds the edges that preceded the nodes, and compares
 * the number of edges with what the nodes claim. */
void gcv_v8_join(gcv_v8 *v8);

/* v8_locations.c: takes the value of "locations", an array of numbers in rows; what precedes
 * nodes or edges must be joined when it is known which nodes are detached. Keeps an internal edge
 * that may be of use. */
void gcv_v8_take_locations(gcv_v8 *v8);
void gcv_v8_join_locations(gcv_v8 *v8);
void gcv_v8_keep_link(gcv_v8 *v8, uint32_t source, uint32_t to, uint32_t name);
/* Finds or adds a function. */
uint32_t gcv_v8_function_for(gcv_v8 *v8, const gcv_v8_function *function);
/* Says in which script the object of a node is defined. */
void gcv_v8_set_script(gcv_v8 *v8, uint32_t node, uint32_t script);
/* Returns the string that names a function or code; GCV_NONE: none. */
uint32_t gcv_v8_name_of(const gcv_v8 *v8, uint32_t node);

/* v8_places.c: notes the strings that name functions and scripts; finds the functions and scripts
 * of nodes; hands the places of objects to the builder. */
void gcv_v8_need_places(gcv_v8 *v8);
void gcv_v8_find_places(gcv_v8 *v8);
void gcv_v8_add_places(gcv_v8 *v8);
/* Returns the function of a node with a location; GCV_NONE: it has none. */
uint32_t gcv_v8_function_of(const gcv_v8 *v8, uint32_t node);
/* Gives a node the place of a whole script; its key, which a tally has, too, stays. */
void gcv_v8_keep_script(gcv_v8 *v8, uint32_t node, uint32_t script);
/* Returns the text of a string, cut; empty: it is not in the file. */
gcv_slice gcv_v8_text_of(gcv_v8 *v8, uint32_t string);
/* Returns the name of a function, given by its string, as a word of the heap; GCV_NONE: empty. */
uint32_t gcv_v8_function_word(gcv_v8 *v8, uint32_t string);
/* Whether nodes of the key are what a browser or Node.js is made of, and of no script. */
static inline bool gcv_v8_is_of_browser(const gcv_v8 *v8, const gcv_v8_key *key)
{
    return v8->places.wanted && key->script == GCV_NONE && (key->flags & GCV_V8_NATIVE) != 0;
}

/* Returns the module of a key's type; data NULL: it has none. */
gcv_slice gcv_v8_module_of(const gcv_v8 *v8, const gcv_v8_key *key);

/* v8_modules.c: lists the modules of CommonJS, and gives them the place of their script. Names of
 * references tell them, so a heap without these has none. */
void gcv_v8_list_modules(gcv_v8 *v8);
void gcv_v8_find_modules(gcv_v8 *v8);
/* v8_exports.c: finds what may be exported; notes the strings that are the names of it. After that
 * the strings of nodes are known no more, unless texts are kept. */
void gcv_v8_need_exports(gcv_v8 *v8);

/* v8_sites.c: takes the values of "trace_function_infos" and "trace_tree"; notes the strings that
 * the former needs; gives objects that have been taken over their sites. */
void gcv_v8_take_functions(gcv_v8 *v8);
void gcv_v8_take_tree(gcv_v8 *v8);
void gcv_v8_need_sites(gcv_v8 *v8);
void gcv_v8_add_sites(gcv_v8 *v8);

/* v8_detached.c: gives detached nodes keys of their own. */
void gcv_v8_spread(gcv_v8 *v8);

/* v8_roots.c: finds the nodes that are roots; notes their labels; later, adds the root records. */
void gcv_v8_find_pseudo(gcv_v8 *v8);
void gcv_v8_need_labels(gcv_v8 *v8);
void gcv_v8_add_roots(gcv_v8 *v8);

/* v8_strings.c: takes the value of "strings". */
void gcv_v8_take_strings(gcv_v8 *v8);
/* Notes what a string is needed for; that it is needed as a text, unless it is GCV_NONE. */
void gcv_v8_need(gcv_v8 *v8, uint32_t string, uint32_t flags);
void gcv_v8_need_text(gcv_v8 *v8, uint32_t string);
/* Notes the strings of types, of entries of WeakMaps, of properties of functions and of fields as
 * needed. Then takes strings that preceded nodes and edges. */
void gcv_v8_need_names(gcv_v8 *v8);
/* Hands the texts of strings to the builder. */
void gcv_v8_add_texts(gcv_v8 *v8);
/* Returns what is known of the name of a reference, which is a place among the states of strings
 * once names are noted as needed; the number of the string at a place; the place of a string that
 * is needed. */
static inline uint32_t gcv_v8_field_state(const gcv_v8 *v8, size_t field)
{
    return v8->needs.states.data[v8->rows.fields.name.data[field]];
}

uint32_t gcv_v8_string_at(const gcv_v8 *v8, uint32_t place);
uint32_t gcv_v8_place_of(gcv_v8 *v8, uint32_t string);
/* Returns the name that a string is, by its state or number; NULL: it is none that is needed, or
 * not in the file. */
static inline gcv_v8_name *gcv_v8_name_in(const gcv_v8 *v8, uint32_t state)
{
    return (state & GCV_V8_NAME) != 0 ? &v8->names.data[state & ~GCV_V8_NAME] : NULL;
}

gcv_v8_name *gcv_v8_find_name(gcv_v8 *v8, uint32_t string);
static inline gcv_slice gcv_v8_name_text(const gcv_v8_name *name)
{
    return name != NULL ? name->text : gcv_slice_of("", 0);
}

/* Returns a string that is needed as text, for the heap; whoever shares it gets the same copy. */
gcv_slice gcv_v8_share_string(gcv_v8 *v8, uint32_t index);
/* Returns the number of a name among the words of the heap, to which it is added once. */
uint32_t gcv_v8_word_of(gcv_v8 *v8, gcv_v8_name *name);

/* v8_elements.c: names elements of a page after their start tags, if these have an id or a class.
 */
void gcv_v8_name_elements(gcv_v8 *v8);

/* v8_shapes.c: leaves the flag GCV_V8_OBJECT to the keys of plain objects; gives the plain objects
 * that have a shape the key of it. */
void gcv_v8_find_plain(gcv_v8 *v8);
void gcv_v8_find_shapes(gcv_v8 *v8);

/* v8_names.c: appends the type name of a key; false: its string is not in the file. Gives the
 * prototypes of functions a key of their own. */
bool gcv_v8_type_name(gcv_v8 *v8, const gcv_v8_key *key, gcv_buffer *out);
void gcv_v8_find_prototypes(gcv_v8 *v8);

/* v8_finish.c: hands everything to the builder. */
void gcv_v8_finish(gcv_v8 *v8);

#endif
