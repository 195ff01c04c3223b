/* ruby_reader.h - the parts of the reader of Ruby's heap dumps.
 *
 * One pass: ruby.c goes from line to line, ruby_line.c takes one apart, ruby_classes.c gathers what
 * names types. A class comes after its objects, so types are known by numbers until the end.
 *
 * Memory: the references of one line, and up to 100 bytes a class beside what the builder keeps.
 */
#ifndef GCV_INPUT_RUBY_RUBY_READER_H
#define GCV_INPUT_RUBY_RUBY_READER_H

#include "base/id_map.h"
#include "heap/builder.h"
#include "input/json_stream.h"

/* What Ruby calls the type of an object is how it is stored, not its class. */
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

/* Characters of a text that are kept. */
enum { GCV_RUBY_LONGEST_TEXT = 1024 };

/* What is kept of a line. */
typedef struct gcv_ruby_line {
    gcv_ruby_kind kind;
    bool has_kind, has_address, has_class, has_superclass, has_root;
    uint64_t address, class_address, superclass, memsize, n_refs;
    gcv_char_column name, real_name; /* of a class */
    gcv_char_column part;            /* what it is a kind of: imemo_type, struct */
    gcv_char_column root;
    gcv_u64_column refs; /* if the builder keeps any; the first is the class, or what stands for
                            one */
} gcv_ruby_line;

/* ---- classes ------------------------------------------------------------------------------ */

typedef struct gcv_ruby_class {
    uint64_t superclass;
    size_t text;                   /* where the names stand */
    uint32_t name_size, real_size; /* 0: none; the second stands behind the first */
    uint32_t kinds;                /* of its objects, one bit each */
    bool has_line, has_superclass;
} gcv_ruby_class;

/* A kind of internal objects that is named by its line. */
typedef struct gcv_ruby_part {
    size_t text;
    uint32_t size;
    gcv_ruby_kind kind;
} gcv_ruby_part;

GCV_COLUMN(gcv_ruby_class_column, gcv_ruby_class);
GCV_COLUMN(gcv_ruby_part_column, gcv_ruby_part);

typedef struct gcv_ruby {
    gcv_context *ctx;
    gcv_builder *builder;
    gcv_json json;
    bool graph;
    gcv_ruby_line line;
    uint64_t number, start; /* of the line: from 1, and its offset */
    uint64_t n_records, n_roots;
    uint64_t first_bad; /* number of the first malformed line, 0: none */
    char first_reason[200];
    gcv_ruby_class_column classes; /* the first is that of objects without a class */
    gcv_id_map class_of;           /* by address */
    gcv_ruby_part_column parts;
    gcv_id_map part_of; /* by hash */
    gcv_char_column text, scratch;
} gcv_ruby;

/* ruby_line.c: takes the line; GCV_ERR_INPUT if it is malformed, with the offset in the error if it
 * has one. */
GCV_CHECKED gcv_status gcv_ruby_take_line(gcv_ruby *ruby, gcv_error *err);

/* ruby_classes.c */
GCV_CHECKED gcv_status gcv_ruby_init_classes(gcv_ruby *ruby, gcv_error *err);
/* Keeps the names of the class that the line is about. */
GCV_CHECKED gcv_status gcv_ruby_add_class(gcv_ruby *ruby, gcv_error *err);
/* The type of the object that the line is about, as the builder knows it. */
GCV_CHECKED gcv_status gcv_ruby_type_of(gcv_ruby *ruby, uint64_t *type, gcv_error *err);
/* At the end: names all types. */
GCV_CHECKED gcv_status gcv_ruby_name_types(gcv_ruby *ruby, gcv_error *err);
/* The kind that Ruby calls so. */
gcv_ruby_kind gcv_ruby_kind_named(gcv_slice word);

static inline gcv_slice gcv_ruby_text(const gcv_char_column *text)
{
    return gcv_slice_of(text->n > 0 ? text->data : "", text->n);
}

#endif
