/* gcdump_sample.c - one heap as a .gcdump file; see gcdump_sample.h. */
#include "support/gcdump_sample.h"

#include "support/check.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- the model ---------------------------------------------------------------------------- */

static const gcdump_type types[SAMPLE_TYPES] = {
    {"UNDEFINED", 0, NULL, 0, 0, NULL},
    {"Acme.A", 24, "/x/acme.dll", 0, 0, NULL},
    {"Acme.B\xc3\xa9\xf0\x9f\x98\x80", -1, "b.dll", 0, 0, NULL},
    {"[.NET Roots]", 0, NULL, 0, 0, NULL},
    {"[static vars]", 0, NULL, 0, 0, NULL},
    {"[static var Acme.Cache.items]", 0, NULL, 0, 0, NULL},
    {"[local vars]", 0, NULL, 0, 0, NULL},
    {"[pinning Handles]", 0, NULL, 0, 0, NULL},
    {"Acme.A (Bytes > 1K)", 0, "/x/acme.dll", 0, 0, NULL},
    {"[]c", 8, "", 0, 0, NULL},
};

static const uint32_t children[] = {
    1, 3,  4,       /* node 0: the roots */
    2,              /* 1 */
    5, 5,           /* 2: a static refers to one object twice */
    6, 11,          /* 3: locals; 11 is null */
    7,              /* 4: handles */
    6, 5,  6, 8, 9, /* 5: refers to itself, to a node that is not described, … */
    7, 0,           /* 6: refers to the root node, which is not an object */
};

static const gcdump_node nodes[] = {
    {ROOTS, -1, 0, 0, 3},           {STATICS, 0, 0, 3, 1},     {STATIC_ITEMS, -1, 0, 4, 2},
    {LOCALS, -1, 0, 6, 2},          {HANDLES, -1, 0, 8, 1},    {A, -1, 0x7000, 9, 5},
    {B, 200, 0x6000, 14, 2},        {BIG, 5000, 0x8000, 0, 0}, {0, -1, 0x9999, 0, 0},
    {EMPTY, -1, 0, 0, 0},           {A, 70000, 0x5000, 0, 0},  {0, -1, 0, 0, 0},
    {B, 2147483647, 0x5800, 15, 0},
};

static const char *const modules[] = {"/x/native.so", "/y/\xc3\xbc.so"};

void gcdump_sample_init(gcdump_model *m)
{
    gcdump_sample_graph(m, types, SAMPLE_TYPES, nodes, sizeof nodes / sizeof nodes[0], children);
}

void gcdump_sample_graph(gcdump_model *m, const gcdump_type *of, uint32_t n_types,
                         const gcdump_node *graph, uint32_t n_nodes, const uint32_t *below)
{
    gcdump_model_init(m);
    m->types = of;
    m->n_types = n_types;
    m->nodes = graph;
    m->n_nodes = n_nodes;
    m->children = below;
    m->modules = modules;
    m->n_modules = 2;
}

const char gcdump_sample_text[] =
    "5000 70000 Acme.A /x/acme.dll\n"
    "5800 2147483647 Acme.B\xc3\xa9\xf0\x9f\x98\x80 b.dll\n"
    "6000 200 Acme.B\xc3\xa9\xf0\x9f\x98\x80 b.dll 8000\n"
    "7000 24 Acme.A /x/acme.dll 6000 7000 6000 10009\n"
    "8000 5000 Acme.A /x/acme.dll\n"
    "10009 8 <>c \n"
    "root 7000 4 0 Acme.Cache.items\n"
    "root 7000 4 0 Acme.Cache.items\n"
    "root 8000 3 1 \n"
    "root 6000 1 0 \n"
    "root 0 1 0 \n"
    "complete";

/* ---- a heap as text ----------------------------------------------------------------------- */

void gcdump_say_slice(said_text *out, gcv_slice slice)
{
    say(out, " %.*s", (int)slice.size, slice.data != NULL ? slice.data : "");
}

void gcdump_describe(const gcv_heap *heap, said_text *out)
{
    uint32_t n;
    out->n = 0;
    for (uint32_t i = 0; i < gcv_heap_n_objects(heap); i++) {
        const uint32_t *refs = gcv_heap_references(heap, i, &n);
        uint32_t type = gcv_heap_object_type(heap, i);
        say(out, "%" PRIx64 " %" PRIu64, gcv_heap_object_id(heap, i),
            gcv_heap_object_bytes(heap, i));
        gcdump_say_slice(out, gcv_heap_type_name(heap, type));
        gcdump_say_slice(out, gcv_heap_type_module(heap, type));
        for (uint32_t k = 0; k < n; k++) {
            say(out, " %" PRIx64, gcv_heap_object_id(heap, refs[k]));
        }
        say(out, "\n");
    }
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        say(out, "root %" PRIx64 " %" PRIu32 " %" PRIu32, root->id, root->kind, root->flags);
        gcdump_say_slice(out, root->label);
        say(out, "\n");
    }
    say(out, "%s", gcv_heap_verdict(heap));
}

/* ---- loading ------------------------------------------------------------------------------ */

gcdump_fixture *gcdump_open(void)
{
    gcdump_fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->ctx = gcv_context_new(0);
    return f;
}

void gcdump_drop(gcdump_fixture *f)
{
    gcv_heap_free(f->heap);
    f->heap = NULL;
    assert_true(gcv_context_used(f->ctx) == 0);
}

void gcdump_close(gcdump_fixture *f)
{
    gcdump_drop(f);
    gcv_context_free(f->ctx);
    free(f->bytes);
    free(f);
}

gcv_status gcdump_load_bytes(gcdump_fixture *f)
{
    gcdump_drop(f);
    return gcv_heap_load_memory(f->ctx, "f.gcdump", f->bytes, f->size, &f->options, &f->heap,
                                &f->err);
}

void gcdump_write_model(gcdump_fixture *f, gcdump_model *m)
{
    free(f->bytes);
    f->bytes = gcdump_write(m, &f->size);
}

gcv_heap *gcdump_load(gcdump_fixture *f, gcdump_model *m)
{
    gcdump_write_model(f, m);
    if (gcdump_load_bytes(f) != GCV_OK) {
        fail_msg("@%" PRIu64 ": %s", f->err.line, f->err.message);
    }
    if (f->options.level == GCV_LOAD_GRAPH) {
        gcdump_describe(f->heap, &f->words);
    }
    return f->heap;
}
