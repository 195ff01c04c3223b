/* ruby_reader.h - the parts of the reader of Ruby's heap dumps.
 *
 * The reader makes one pass: ruby.c goes from line to line, ruby_line.c parses a line,
 * ruby_classes.c collects what names of types are made from. A class may come after its objects, so
 * types are numbers until the end.
 *
 * Memory: the references of one line, and up to 100 bytes a class besides what the builder keeps.
 */
#ifndef GCV_INPUT_RUBY_RUBY_READER_H
#define GCV_INPUT_RUBY_RUBY_READER_H

#include "base/distinct_texts.h"
#include "heap/builder.h"
#include "input/json_stream.h"

/* How an object is stored. Ruby calls this the type of the object; it is not its class. */
typedef struct gcv_ruby_kind {
    const char *word, *type; /* in the file; of objects without a class, or of all */
    unsigned flags;
} gcv_ruby_kind;

enum {
    GCV_RUBY_OF_KIND = 1,  /* all objects of the kind have its type, whatever their class */
    GCV_RUBY_IS_CLASS = 2, /* a class or module */
    GCV_RUBY_IS_ROOT = 4,
    GCV_RUBY_NO_OBJECT = 8, /* describes the layout of objects, or a free slot of a full dump */
    GCV_RUBY_HAS_PART = 16, /* lines have a word for the kind of object, if it has no class */
    GCV_RUBY_IS_SHAPE = 32, /* has no address */
    GCV_RUBY_KINDS = 25
};

extern const gcv_ruby_kind gcv_ruby_kinds[GCV_RUBY_KINDS]; /* the first one is for all others */

/* ---- a line ------------------------------------------------------------------------------- */

/* Characters kept of a text. */
enum { GCV_RUBY_LONGEST_TEXT = 1024 };

typedef enum gcv_ruby_text {
    GCV_RUBY_NAME, /* of a class */
    GCV_RUBY_REAL_NAME,
    GCV_RUBY_PART, /* value of imemo_type or struct */
    GCV_RUBY_ROOT,
    GCV_RUBY_FILE, /* where it was allocated; empty unless wanted */
    GCV_RUBY_METHOD,
    GCV_RUBY_TEXTS
} gcv_ruby_text;

typedef enum gcv_ruby_address {
    GCV_RUBY_SELF,
    GCV_RUBY_CLASS, /* of an IMEMO: not a class but another word of the object */
    GCV_RUBY_SUPERCLASS,
    GCV_RUBY_ADDRESSES
} gcv_ruby_address;

/* The data kept of a line. */
typedef struct gcv_ruby_line {
    uint32_t kind; /* index in gcv_ruby_kinds */
    bool has_kind, has_root;
    gcv_optional address[GCV_RUBY_ADDRESSES];
    uint64_t memsize, n_refs;
    uint64_t line; /* where it was allocated; 0: not known */
    gcv_buffer text[GCV_RUBY_TEXTS];
    gcv_u64_column refs; /* empty if the builder keeps none; the first place is for the class */
} gcv_ruby_line;

static inline gcv_slice gcv_ruby_text_of(const gcv_ruby_line *line, gcv_ruby_text text)
{
    const gcv_slice found = gcv_buffer_slice(&line->text[text]);
    return found.size > 0 ? found : gcv_slice_of("", 0);
}

/* ---- classes ------------------------------------------------------------------------------ */

typedef struct gcv_ruby_class {
    gcv_optional superclass;
    gcv_slice name, real_name; /* empty: none */
    uint32_t kinds;            /* kinds of the class's objects, one bit each */
    bool has_line;
} gcv_ruby_class;

GCV_COLUMN(gcv_ruby_class_column, gcv_ruby_class);

typedef struct gcv_ruby_sites {
    bool wanted;
    gcv_distinct_texts method, file; /* their numbers */
    gcv_id_map site_of;              /* from hashes to indexes */
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
    gcv_arena arena;               /* names of classes */
    gcv_distinct_texts parts;      /* names of types of internal objects: `(imemo ment)` */
    gcv_buffer scratch;
    gcv_ruby_sites sites;
} gcv_ruby;

/* ruby_line.c: takes a line. Returns GCV_ERR_INPUT if the line is malformed; the error has the
 * offset if it is known. */
void gcv_ruby_take_line(gcv_ruby *ruby);

/* ruby_classes.c */
/* Adds a class; the first one is that of objects without a class. */
void gcv_ruby_push_class(gcv_ruby *ruby);
/* Keeps the names of the class in the current line. */
void gcv_ruby_add_class(gcv_ruby *ruby);
/* Gives the type of the object in the current line, by the builder's number. */
uint64_t gcv_ruby_type_of(gcv_ruby *ruby);
/* Names all types, at the end of the file. */
void gcv_ruby_name_types(gcv_ruby *ruby);

#endif
