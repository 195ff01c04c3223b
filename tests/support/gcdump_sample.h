/* gcdump_sample.h - one heap as a .gcdump file in any variety, loaded and described as text, for
 * the tests of that format. */
#ifndef GCV_TEST_GCDUMP_SAMPLE_H
#define GCV_TEST_GCDUMP_SAMPLE_H

#include "support/gcdump_writer.h"
#include "support/said.h"

#include <gcview/gcview.h>

/* Types of the sample, as numbers in its nodes. */
enum { A = 1, B, ROOTS, STATICS, STATIC_ITEMS, LOCALS, HANDLES, BIG, EMPTY, SAMPLE_TYPES };

void gcdump_sample_init(gcdump_model *m);
/* The same with another graph. */
void gcdump_sample_graph(gcdump_model *m, const gcdump_type *types, uint32_t n_types,
                         const gcdump_node *nodes, uint32_t n_nodes, const uint32_t *children);

/* The result of gcdump_describe(). */
extern const char gcdump_sample_text[];

void gcdump_say_slice(said_text *out, gcv_slice slice);
void gcdump_describe(const gcv_heap *heap, said_text *out);

typedef struct gcdump_fixture {
    gcv_context *ctx;
    gcv_heap *heap;
    gcv_error err;
    gcv_load_options options;
    unsigned char *bytes;
    size_t size;
    said_text words;
} gcdump_fixture;

gcdump_fixture *gcdump_open(void);
void gcdump_close(gcdump_fixture *f);

/* Frees the heap. */
void gcdump_drop(gcdump_fixture *f);

/* Writes the model to f->bytes. */
void gcdump_write_model(gcdump_fixture *f, gcdump_model *m);
gcv_status gcdump_load_bytes(gcdump_fixture *f);
/* Writes and loads the model, which has to succeed, and describes the heap if there is a graph. */
gcv_heap *gcdump_load(gcdump_fixture *f, gcdump_model *m);

#endif
