/* shapes_gcdump.c - .gcdump files designed to be slow or large. */
#include "growth/growth.h"

#include "support/check.h"
#include "support/gcdump_writer.h"

#include <stdlib.h>
#include <string.h>

enum { UNDEFINED, NODE, ROOTS, GROUP, FIRST_FREE };

/* A model and its parts, with room for those of any shape. */
typedef struct gcdump_parts {
    gcdump_model model;
    gcdump_type *types;
    gcdump_node *nodes;
    uint32_t *children;
    uint32_t n_types, n_nodes, n_children;
} gcdump_parts;

static void begin(gcdump_parts *p, uint32_t room)
{
    static const gcdump_type first[] = {{"UNDEFINED", 0, NULL, 0, 0, NULL},
                                        {"Acme.Node", 24, NULL, 0, 0, NULL},
                                        {"[.NET Roots]", 0, NULL, 0, 0, NULL},
                                        {"[static vars]", 0, NULL, 0, 0, NULL}};
    memset(p, 0, sizeof *p);
    p->types = calloc(room + FIRST_FREE, sizeof *p->types);
    p->nodes = calloc(room + FIRST_FREE, sizeof *p->nodes);
    p->children = calloc(2 * room + FIRST_FREE, sizeof *p->children);
    assert_true(p->types != NULL && p->nodes != NULL && p->children != NULL);
    memcpy(p->types, first, sizeof first);
    p->n_types = FIRST_FREE;
    gcdump_model_init(&p->model);
}

static uint32_t add_node(gcdump_parts *p, uint32_t type, uint64_t address)
{
    gcdump_node *node = &p->nodes[p->n_nodes];
    node->type = type;
    node->size = address != 0 ? -1 : 0;
    node->address = address;
    node->first = p->n_children;
    return p->n_nodes++;
}

/* Adds a reference to the last node. */
static void add_child(gcdump_parts *p, uint32_t child)
{
    p->children[p->n_children++] = child;
    p->nodes[p->n_nodes - 1].n++;
}

static void finish(gcdump_parts *p, FILE *file)
{
    size_t size;
    for (uint32_t i = 0; i < p->n_types; i++) {
        p->types[i].size = (int32_t)growth_bytes((uint32_t)p->types[i].size);
    }
    p->model.types = p->types;
    p->model.n_types = p->n_types;
    p->model.nodes = p->nodes;
    p->model.n_nodes = p->n_nodes;
    p->model.children = p->children;
    unsigned char *bytes = gcdump_write(&p->model, &size);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    free(bytes);
    free(p->types);
    free(p->nodes);
    free(p->children);
}

/* Adds a chain of n objects, the first of which is in a group. */
static void add_chain(gcdump_parts *p, uint32_t n)
{
    uint32_t at;
    (void)add_node(p, ROOTS, 0);
    add_child(p, 1);
    (void)add_node(p, GROUP, 0);
    add_child(p, 2);
    for (uint32_t i = 0; i < n; i++) {
        at = add_node(p, NODE, 0x1000 + 24 * (uint64_t)i);
        if (i + 1 < n) {
            add_child(p, at + 1);
        }
    }
}

static void chain(FILE *file, uint32_t n)
{
    gcdump_parts p;
    begin(&p, n);
    add_chain(&p, n);
    finish(&p, file);
}

static void bare_graph(FILE *file, uint32_t n)
{
    gcdump_parts p;
    begin(&p, n);
    p.model.version = 0;
    add_chain(&p, n);
    finish(&p, file);
}

static void backwards(FILE *file, uint32_t n)
{
    gcdump_parts p;
    begin(&p, n);
    p.model.backwards = true;
    add_chain(&p, n);
    finish(&p, file);
}

/* A group with n references to the same object, of a byte each. */
static void roots(FILE *file, uint32_t n)
{
    gcdump_parts p;
    begin(&p, n);
    (void)add_node(&p, ROOTS, 0);
    add_child(&p, 1);
    (void)add_node(&p, GROUP, 0);
    while (n-- > 0) {
        add_child(&p, 2);
    }
    (void)add_node(&p, NODE, 0x1000);
    finish(&p, file);
}

/* An object with n references of a byte each. */
static void references(FILE *file, uint32_t n)
{
    gcdump_parts p;
    begin(&p, n);
    add_chain(&p, 2);
    while (n-- > 0) {
        add_child(&p, 2);
    }
    finish(&p, file);
}

/* Nested groups, each with an object. */
static void groups(FILE *file, uint32_t n)
{
    gcdump_parts p;
    begin(&p, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        (void)add_node(&p, i == 0 ? ROOTS : GROUP, 0);
        add_child(&p, 2 * i + 1);
        if (i + 1 < n) {
            add_child(&p, 2 * i + 2);
        }
        (void)add_node(&p, NODE, 0x1000 + 24 * (uint64_t)i);
    }
    finish(&p, file);
}

static void add_types(gcdump_parts *p, uint32_t n, const char *const *names, uint32_t n_names)
{
    (void)add_node(p, ROOTS, 0);
    for (uint32_t i = 0; i < n; i++) {
        add_child(p, 1 + i);
    }
    for (uint32_t i = 0; i < n; i++) {
        gcdump_type *type = &p->types[p->n_types];
        type->name = names[i % n_names];
        type->size = 24;
        (void)add_node(p, p->n_types++, 0x1000 + 24 * (uint64_t)i);
    }
}

static void types(FILE *file, uint32_t n)
{
    char(*names)[16] = calloc(n, sizeof *names);
    const char **list = calloc(n, sizeof *list);
    gcdump_parts p;
    assert_true(names != NULL && list != NULL);
    for (uint32_t i = 0; i < n; i++) {
        (void)snprintf(names[i], sizeof names[i], "N%u.T%u", (unsigned)(i % 97), (unsigned)i);
        list[i] = names[i];
    }
    begin(&p, n);
    add_types(&p, n, list, n);
    finish(&p, file);
    free(names);
    free(list);
}

static void empty_names(FILE *file, uint32_t n)
{
    static const char *const names[] = {"", NULL};
    gcdump_parts p;
    begin(&p, n);
    add_types(&p, n, names, 2);
    finish(&p, file);
}

static void size_classes(FILE *file, uint32_t n)
{
    static const char *const names[] = {"Acme.Node", "Acme.Node (Bytes > 1K)",
                                        "Acme.Node (Bytes > 10K)",
                                        "Acme.Node (Bytes > 1K) (Bytes > 1K)"};
    gcdump_parts p;
    begin(&p, n);
    add_types(&p, n, names, 4);
    finish(&p, file);
}

#define SHAPE(function, size, id)                                                                  \
    {                                                                                              \
        "gcdump " #function, GROWTH_HEAP, size, id, function, NULL                                 \
    }

const growth_shape growth_gcdumps[] = {
    SHAPE(chain, 1000, "1000"),  SHAPE(bare_graph, 1000, "1000"), SHAPE(backwards, 1000, "1000"),
    SHAPE(roots, 32000, "1000"), SHAPE(references, 4000, "1000"), SHAPE(groups, 500, "1000"),
    SHAPE(types, 500, "1000"),   SHAPE(empty_names, 500, "1000"), SHAPE(size_classes, 500, "1000"),
};

const size_t growth_n_gcdumps = sizeof growth_gcdumps / sizeof growth_gcdumps[0];
