/* ruby_reader.h - the parts of the reader of Ruby's heap dumps.
 *
 * The reader makes one pass: ruby.c goes from line to line, ruby_line.c parses a line,
 * ruby_classes.c collects what names of types are made from, ruby_sites.c where objects were
 * allocated. A class may come after its objects, so
 * types are numbers until the end.
 *
 * Memory: the references of one line, and up to 100 bytes a class besides what the builder keeps.
 */
#ifndef GCV_INPUT_RUBY_RUBY_READER_H
#define GCV_INPUT_RUBY_RUBY_READER_H

#include "base/id_map.h"
#include "heap/builder.h"
#include "input/json_stream.h"

/* How an object is stored. Ruby calls this the type of the object; it is not its class. */
typedef enum gcv_ruby_kind {
    GCV_RUBY_UNKNOWN,
    GCV_RUBY_ROOT,
    GCV_RUBY_SHAPE,
    GCV_RUBY_ARRAY,
    GCV_RUBY_BIGNUM,
    GCV_RUBY_CLASS,
    GCV_RUBY_COMPLEX,
    GCV_RUBY_DATA,
    GCV_RUBY_FILE,
    GCV_RUBY_FLOAT,
    GCV_RUBY_HASH,
    GCV_RUBY_ICLASS,
    GCV_RUBY_IMEMO,
    GCV_RUBY_MATCH,
    GCV_RUBY_MODULE,
    GCV_RUBY_MOVED,
    GCV_RUBY_NODE,
    GCV_RUBY_NONE,
    GCV_RUBY_OBJECT,
    GCV_RUBY_RATIONAL,
    GCV_RUBY_REGEXP,
    GCV_RUBY_STRING,
    GCV_RUBY_STRUCT,
    GCV_RUBY_SYMBOL,
    GCV_RUBY_ZOMBIE,
    GCV_RUBY_N_KINDS
} gcv_ruby_kind;

/* ---- a line ------------------------------------------------------------------------------- */

/* Characters kept of a text. */
enum { GCV_RUBY_LONGEST_TEXT = 1024 };

/* The data kept of a line. */
typedef struct gcv_ruby_line {
    gcv_ruby_kind kind;
    bool has_kind, has_address, has_class, has_superclass, has_root;
    uint64_t address, class_address, superclass, memsize, n_refs;
    uint64_t line;                   /* where it was allocated; 0: not known */
    gcv_char_column file, method;    /* likewise; empty unless they are wanted */
    gcv_char_column name, real_name; /* of a class */
    gcv_char_column part;            /* value of imemo_type or struct */
    gcv_char_column root;
    gcv_u64_column refs; /* empty if the builder keeps none; the first place is for the class */
} gcv_ruby_line;

/* ---- classes ------------------------------------------------------------------------------ */

typedef struct gcv_ruby_class {
    uint64_t superclass;
    size_t text;                   /* offset of the names in `text` */
    uint32_t name_size, real_size; /* 0: none; the real name follows the name */
    uint32_t kinds;                /* kinds of the class's objects, one bit each */
    bool has_line, has_superclass;
} gcv_ruby_class;

/* A kind of internal objects; their lines give its name. */
typedef struct gcv_ruby_part {
    size_t text;
    uint32_t size;
    gcv_ruby_kind kind;
} gcv_ruby_part;

GCV_COLUMN(gcv_ruby_class_column, gcv_ruby_class);
GCV_COLUMN(gcv_ruby_part_column, gcv_ruby_part);

typedef struct gcv_ruby_sites {
    bool wanted;
    gcv_slice_column methods;
    gcv_id_map method_of, file_of, site_of; /* from hashes to indexes */
} gcv_ruby_sites;

/* One file: its current line, and what the lines so far say about classes. */
typedef struct gcv_ruby {
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_json json;
    bool graph;
    gcv_ruby_line line;
    uint64_t number, start; /* number of the line from 1; its offset */
    uint64_t n_records, n_roots;
    uint64_t first_bad; /* number of the first malformed line; 0: none */
    char first_reason[200];
    gcv_ruby_class_column classes; /* the first one is for objects without a class */
    gcv_id_map class_of;           /* from address to index in `classes` */
    gcv_ruby_part_column parts;
    gcv_id_map part_of; /* from hash to index in `parts` */
    gcv_char_column text, scratch;
    gcv_ruby_sites sites;
} gcv_ruby;

/* ruby_line.c: takes a line. Returns GCV_ERR_INPUT if the line is malformed; the error has the
 * offset if it is known. */
void gcv_ruby_take_line(gcv_ruby *ruby);

/* ruby_classes.c */
void gcv_ruby_init_classes(gcv_ruby *ruby);
/* Keeps the names of the class in the current line. */
void gcv_ruby_add_class(gcv_ruby *ruby);
/* Gives the type of the object in the current line, by the builder's number. */
uint64_t gcv_ruby_type_of(gcv_ruby *ruby);
/* Names all types, at the end of the file. */
void gcv_ruby_name_types(gcv_ruby *ruby);
/* Returns the kind with this name in Ruby; GCV_RUBY_UNKNOWN: there is none. */
gcv_ruby_kind gcv_ruby_kind_named(gcv_slice word);

/* ruby_sites.c: gives the object added last the site in the current line, if it has one. */
void gcv_ruby_add_site(gcv_ruby *ruby);
void gcv_ruby_sites_release(gcv_ruby *ruby);

static inline gcv_slice gcv_ruby_text(const gcv_char_column *text)
{
    return gcv_slice_of(text->n > 0 ? text->data : "", text->n);
}

#endif
