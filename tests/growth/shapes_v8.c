/* shapes_v8.c - V8 heap snapshots designed to be slow or large. */
#include "growth/growth.h"

#include <inttypes.h>
#include <stdbool.h>

/* ---- parts of a snapshot ------------------------------------------------------------------ */

static void header(FILE *file)
{
    fputs(
        "{\"snapshot\":{\"meta\":{\"node_fields\":[\"type\",\"name\",\"id\",\"self_size\","
        "\"edge_count\",\"detachedness\"],\"node_types\":[[\"synthetic\",\"object\",\"native\","
        "\"array\",\"closure\",\"code\"]],\"location_fields\":[\"object_index\",\"script_id\","
        "\"line\",\"column\"],\"edge_fields\":[\"type\",\"name_or_index\",\"to_node\"],"
        "\"edge_types\":[[\"element\",\"property\",\"internal\",\"weak\"]]}}",
        file);
}

enum { SYNTHETIC, OBJECT, NATIVE, ARRAY, CLOSURE, CODE };
enum { ELEMENT, PROPERTY, INTERNAL };
enum { FIELDS = 6 };

static void node(FILE *file, unsigned type, uint32_t name, uint64_t id, uint32_t edges,
                 unsigned state)
{
    fprintf(file, "%s%u,%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%u\n",
            type == SYNTHETIC && id == 1 ? ",\"nodes\":[" : ",", type, name, id,
            type != SYNTHETIC ? growth_bytes(24) : 0u, edges, state);
}

/* Begins a snapshot whose root has `edges`. */
static void begin(FILE *file, uint32_t edges)
{
    header(file);
    node(file, SYNTHETIC, 0, 1, edges, 0);
}

static void begin_edges(FILE *file) { fputs("],\"edges\":[", file); }

static void edge(FILE *file, bool first, unsigned type, uint32_t name, uint32_t to)
{
    fprintf(file, "%s%u,%" PRIu32 ",%" PRIu32 "\n", first ? "" : ",", type, name, to * FIELDS);
}

/* The edges of the root, to `n` nodes from `first` on, `step` apart. */
static void begin_edges_of_root(FILE *file, uint32_t n, uint32_t first, uint32_t step)
{
    begin_edges(file);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, i == 0, ELEMENT, i, first + step * i);
    }
}

static void begin_strings(FILE *file) { fputs("],\"strings\":[\"\",\"Acme.Other\"", file); }

/* Strings with a number each. */
static void put_strings(FILE *file, uint32_t n, const char *before, const char *behind)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, ",\"%s%" PRIu32 "%s\"", before, i, behind);
    }
}

static void end(FILE *file) { fputs("]}\n", file); }

/* ---- shapes ------------------------------------------------------------------------------- */

/* One object holds n objects, each by another property, and each of another class. */
static void names(FILE *file, uint32_t n)
{
    begin(file, 1);
    node(file, OBJECT, 1, 11, n, 0);
    for (uint32_t i = 0; i < n; i++) {
        node(file, OBJECT, 2 + i, 13 + 2 * (uint64_t)i, 0, 0);
    }
    begin_edges(file);
    edge(file, true, ELEMENT, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, PROPERTY, 2 + i, 2 + i);
    }
    begin_strings(file);
    put_strings(file, n, "N", "");
    end(file);
}

static void long_name(FILE *file, uint32_t n)
{
    begin(file, 2);
    node(file, OBJECT, 2, 11, 1, 0);
    node(file, NATIVE, 3, 13, 0, 2);
    begin_edges(file);
    edge(file, true, ELEMENT, 0, 1);
    edge(file, false, PROPERTY, 2, 2);
    edge(file, false, PROPERTY, 3, 2);
    begin_strings(file);
    fputs(",\"", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs(i % 3 == 0 ? "\\u00e9" : " / ", file);
    }
    fputs("\",\"<div ", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("a://b ", file);
    }
    fputs("\"", file);
    end(file);
}

/* One object with n references to two others. */
static void references(FILE *file, uint32_t n)
{
    begin(file, 1);
    node(file, OBJECT, 1, 11, n, 0);
    node(file, OBJECT, 1, 13, 0, 0);
    node(file, OBJECT, 1, 15, 0, 0);
    begin_edges(file);
    edge(file, true, ELEMENT, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, ELEMENT, i, 2 + i % 2);
    }
    begin_strings(file);
    end(file);
}

/* Entries of a WeakMap, with edges from its table and from their keys. */
static void entries(FILE *file, uint32_t n)
{
    begin(file, 1 + n);
    node(file, ARRAY, 0, 11, n, 0);
    for (uint32_t i = 0; i < n; i++) {
        node(file, OBJECT, 1, 13 + 2 * (uint64_t)i, 1, 0);
    }
    node(file, OBJECT, 1, 13 + 2 * (uint64_t)n, 0, 0);
    begin_edges(file);
    edge(file, true, ELEMENT, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, ELEMENT, i, 2 + i);
    }
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, INTERNAL, 2 + i, 2 + n);
    }
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, INTERNAL, 2 + i, 2 + n);
    }
    begin_strings(file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file,
                ",\"%" PRIu32 " / part of key (Acme.Other @%" PRIu32
                ") -> value (Acme.Other @1) pair in WeakMap (table @11)\"",
                i, 13 + 2 * i);
    }
    end(file);
}

/* Functions with prototypes, each with a size of its own, and with as many properties of other
 * names. */
static void prototypes(FILE *file, uint32_t n)
{
    begin(file, n);
    for (uint32_t i = 0; i < n; i++) {
        node(file, CLOSURE, 0, 11 + 4 * (uint64_t)i, 2, 0);
        fprintf(file, ",%u,1,%" PRIu64 ",%" PRIu32 ",0,0\n", OBJECT, 13 + 4 * (uint64_t)i, 24 + i);
    }
    begin_edges_of_root(file, n, 1, 2);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, PROPERTY, 2, 2 + 2 * i);
        edge(file, false, PROPERTY, 3 + i, 2 + 2 * (i + 1) % n);
    }
    begin_strings(file);
    fputs(",\"prototype\"", file);
    put_strings(file, n, "static", "");
    end(file);
}

/* A ring of DOM nodes that refer to their neighbours; the first node is detached. */
static void dom(FILE *file, uint32_t n)
{
    begin(file, 1);
    for (uint32_t i = 0; i < n; i++) {
        node(file, NATIVE, 1, 11 + 2 * (uint64_t)i, 2, i == 0 ? 2 : 0);
    }
    begin_edges(file);
    edge(file, true, ELEMENT, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, INTERNAL, 0, 1 + (i + 1) % n);
        edge(file, false, INTERNAL, 0, 1 + (i + n - 1) % n);
    }
    begin_strings(file);
    end(file);
}

/* A ring of kinds of roots, all of which also hold one object. */
static void roots(FILE *file, uint32_t n)
{
    begin(file, 1);
    for (uint32_t i = 0; i < n; i++) {
        node(file, SYNTHETIC, 2 + i, 100000 + 2 * (uint64_t)i, 2, 0);
    }
    node(file, OBJECT, 1, 11, 0, 0);
    begin_edges(file);
    edge(file, true, ELEMENT, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, ELEMENT, 0, 1 + (i + 1) % n);
        edge(file, false, ELEMENT, 1, 1 + n);
    }
    begin_strings(file);
    put_strings(file, n, "(Roots ", ")");
    end(file);
}

/* Nodes with the same id, and others with ids close to 0 and to 2^64, where the search for free ids
 * finds them taken. */
static void ids(FILE *file, uint32_t n)
{
    begin(file, 2 * n);
    for (uint32_t i = 0; i < n; i++) {
        node(file, CLOSURE, 0, 11, 0, 0);
    }
    for (uint32_t i = 0; i < n; i++) {
        node(file, CLOSURE, 0, i % 2 == 0 ? UINT64_MAX - i : 20 + (uint64_t)i, 0, 0);
    }
    begin_edges_of_root(file, 2 * n, 1, 1);
    begin_strings(file);
    end(file);
}

/* Sections that the reader skips, repeated and nested, and unused strings. */
static void skipped(FILE *file, uint32_t n)
{
    header(file);
    for (uint32_t i = 0; i < n; i++) {
        fputs(",\"trace_tree\":[-1.5e3,null]", file);
    }
    fputs(",\"trace_tree\":", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("[{\"a\":", file);
    }
    fputs("\"\\ud800\"", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("}]", file);
    }
    node(file, SYNTHETIC, 0, 1, 1, 0);
    node(file, OBJECT, 1, 11, 0, 0);
    begin_edges(file);
    edge(file, true, ELEMENT, 0, 1);
    begin_strings(file);
    for (uint32_t i = 0; i < n; i++) {
        fputs(",\"secret\"", file);
    }
    end(file);
}

/* Sections in the order strings, edges, nodes. */
static void backwards(FILE *file, uint32_t n)
{
    header(file);
    fputs(",\"strings\":[\"\",\"Acme.Other\"", file);
    put_strings(file, n, "N", "");
    fputs("],\"edges\":[0,0,6", file);
    for (uint32_t i = 0; i + 1 < n; i++) {
        fprintf(file, ",1,%" PRIu32 ",%" PRIu32, 2 + i, (2 + i) * FIELDS);
    }
    fputs("]", file);
    node(file, SYNTHETIC, 0, 1, 1, 0);
    for (uint32_t i = 0; i < n; i++) {
        node(file, OBJECT, 2 + i, 11 + 2 * (uint64_t)i, i + 1 < n ? 1 : 0, 0);
    }
    end(file);
}

/* Plain objects that have one long property, and each another one, before it or after it. */
static void wide(FILE *file, uint32_t n)
{
    begin(file, n);
    for (uint32_t i = 0; i < n; i++) {
        node(file, OBJECT, 2, 11 + 2 * (uint64_t)i, 2, 0);
    }
    begin_edges_of_root(file, n, 1, 1);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, PROPERTY, i % 2 == 0 ? 3 : 4 + i, 1);
        edge(file, false, PROPERTY, i % 2 == 0 ? 4 + i : 3, 1);
    }
    begin_strings(file);
    fputs(",\"Object\",\"", file);
    for (uint32_t i = 0; i < n; i++) {
        fputs("long name ", file);
    }
    fputs("\"", file);
    put_strings(file, n, "N", "");
    end(file);
}

/* Functions, each of a script of its own, whose codes have one object in common between them and
 * their scripts; it has as many links. */
static void scripts(FILE *file, uint32_t n)
{
    begin(file, n);
    for (uint32_t i = 0; i < n; i++) {
        node(file, CLOSURE, 1, 11 + 4 * (uint64_t)i, 1, 0);
        node(file, CODE, 1, 13 + 4 * (uint64_t)i, 1, 0);
    }
    node(file, CODE, 1, 9, n, 0);
    begin_edges_of_root(file, n, 1, 2);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, INTERNAL, 2, 2 + 2 * i);
        edge(file, false, INTERNAL, 3, 1 + 2 * n);
    }
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, INTERNAL, 2, 2 + 2 * i);
    }
    fputs("],\"locations\":[", file);
    for (uint32_t i = 0; i < n; i++) {
        fprintf(file, "%s%" PRIu32 ",%" PRIu32 ",0,0\n", i == 0 ? "" : ",", (1 + 2 * i) * FIELDS,
                i);
    }
    begin_strings(file);
    fputs(",\"shared\",\"script_or_debug_info\"", file);
    end(file);
}

/* Functions in one array, all with the same code and the same prototype, which has as many
 * properties and knows none of them. */
static void shared(FILE *file, uint32_t n)
{
    enum { HOLDER = 1, OWNER, PROTOTYPE, COMMON, STORE, FIRST };
    begin(file, 2);
    node(file, OBJECT, 1, 3, 1, 0);
    node(file, CLOSURE, 1, 5, 1, 0);
    node(file, OBJECT, 1, 7, n, 0);
    node(file, CODE, 1, 9, 0, 0);
    node(file, ARRAY, 0, 11, n, 0);
    for (uint32_t i = 0; i < n; i++) {
        node(file, CLOSURE, 1, 13 + 2 * (uint64_t)i, 2, 0);
    }
    begin_edges(file);
    edge(file, true, ELEMENT, 1, HOLDER);
    edge(file, false, ELEMENT, 2, OWNER);
    edge(file, false, PROPERTY, 4, STORE);
    edge(file, false, PROPERTY, 2, PROTOTYPE);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, PROPERTY, 4, COMMON);
    }
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, ELEMENT, i, FIRST + i);
    }
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, INTERNAL, 3, COMMON);
        edge(file, false, PROPERTY, 5, PROTOTYPE);
    }
    begin_strings(file);
    fputs(",\"prototype\",\"shared\",\"own\",\"__proto__\"", file);
    end(file);
}

/* Functions that have one cache of as many modules in common. */
static void caches(FILE *file, uint32_t n)
{
    enum { CACHE = 1, FIRST };
    begin(file, n);
    node(file, OBJECT, 1, 3, n, 0);
    for (uint32_t i = 0; i < n; i++) {
        node(file, CLOSURE, 1, 11 + 4 * (uint64_t)i, 1, 0);
        node(file, OBJECT, 3, 13 + 4 * (uint64_t)i, 0, 0);
    }
    begin_edges_of_root(file, n, FIRST, 2);
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, PROPERTY, 4 + i, FIRST + 1 + 2 * i);
    }
    for (uint32_t i = 0; i < n; i++) {
        edge(file, false, PROPERTY, 2, CACHE);
    }
    fputs("],\"locations\":[", file);
    begin_strings(file);
    fputs(",\"_cache\",\"Module\"", file);
    put_strings(file, n, "/a", ".js");
    end(file);
}

#define SHAPE(function, size)                                                                      \
    {                                                                                              \
        "v8 " #function, GROWTH_HEAP | GROWTH_V8, size, "11", function, NULL                       \
    }

const growth_shape growth_v8[] = {
    SHAPE(names, 300),      SHAPE(long_name, 1000), SHAPE(references, 1000), SHAPE(entries, 200),
    SHAPE(prototypes, 300), SHAPE(dom, 400),        SHAPE(roots, 300),       SHAPE(ids, 300),
    SHAPE(skipped, 1000),   SHAPE(backwards, 500),  SHAPE(wide, 500),        SHAPE(scripts, 300),
    SHAPE(shared, 500),     SHAPE(caches, 300),
};

const size_t growth_n_v8 = sizeof growth_v8 / sizeof growth_v8[0];
