/* gcdump_writer.h - .gcdump files for tests: a model of nodes, written in any of the varieties that
 * tools have produced. The reader must read it back. docs/formats/gcdump.md describes the format.
 */
#ifndef GCV_TEST_GCDUMP_WRITER_H
#define GCV_TEST_GCDUMP_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gcdump_type {
    const char *name; /* UTF-8; NULL: the null string */
    int32_t size;
    const char *module;
    uint32_t id;         /* deferred: the number in a module … */
    uint32_t module_row; /* … and the module, counted from 1; 0: none */
    const char *suffix;
} gcdump_type;

typedef struct gcdump_node {
    uint32_t type;
    int32_t size; /* -1: the size of the type */
    uint64_t address;
    uint32_t first, n; /* children[first …) */
} gcdump_node;

/* Offsets in the written file. */
typedef enum gcdump_mark {
    GCDUMP_AT_VERSION,
    GCDUMP_AT_CLASS, /* length of the name */
    GCDUMP_AT_TOTAL,
    GCDUMP_AT_ROOT,
    GCDUMP_AT_TYPES, /* counts */
    GCDUMP_AT_NODES,
    GCDUMP_AT_BLOB,
    GCDUMP_AT_RECORDS, /* the blob itself */
    GCDUMP_AT_ADDRESSES,
    GCDUMP_AT_GRAPH_END,
    GCDUMP_AT_META,
    GCDUMP_AT_META_END,
    GCDUMP_AT_TRAILER,
    GCDUMP_MARKS
} gcdump_mark;

typedef struct gcdump_model {
    const gcdump_type *types;
    const gcdump_node *nodes;
    const uint32_t *children;
    const char *const *modules; /* paths */
    uint32_t n_types, n_nodes, n_modules, root;
    /* the variety */
    int32_t version; /* version of the file; 0: only a graph */
    unsigned label_size;
    bool wide_counts, wide_modules, deferred;
    bool no_flag, no_tool, no_interop, interop_rows;
    bool unknown_fields; /* tagged fields that no reader knows */
    bool backwards;      /* records of nodes, last first */
    /* the fields around the graph */
    const float *multipliers;
    uint32_t n_multipliers;
    float average;
    const uint64_t (*segments)[7]; /* start, end, ends of generations 0 to 4 */
    uint32_t n_segments;
    bool old_segments; /* without generation 4 */
    const char *log, *machine, *process, *tool;
    int64_t ticks, commit, working_set;
    int32_t process_id;
    bool not_all;
    /* out */
    size_t mark[GCDUMP_MARKS];
} gcdump_model;

/* Sets version 10, labels of 4 bytes, and nothing special. */
void gcdump_model_init(gcdump_model *model);

/* Returns the file; the caller frees it. */
unsigned char *gcdump_write(gcdump_model *model, size_t *size);

/* Writes a number in the encoding of nodes, and returns its length, up to 5. */
size_t gcdump_packed(unsigned char *out, int32_t value);

#endif
