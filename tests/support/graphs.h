/* graphs.h - small heaps for the property tests: a model in memory, generators, a printer.
 *
 * The model names objects by labels. A label is a small number; only some id schemes keep the order
 * of labels. The printer turns labels into ids. References and roots name labels, too, so equal
 * labels in several sections, references across sections and dangling references need no special
 * case.
 */
#ifndef GCV_TEST_GRAPHS_H
#define GCV_TEST_GRAPHS_H

#include "base/attr.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRAPH_NONE UINT32_MAX

/* ---- random numbers: splitmix64, the same on every platform ------------------------------- */

uint64_t graph_next(uint64_t *state);
uint32_t graph_below(uint64_t *state, uint32_t bound); /* 0 … bound - 1; 0 if bound is 0 */
bool graph_chance(uint64_t *state, uint32_t percent);
uint64_t graph_scramble(uint64_t z);        /* one to one */
uint64_t graph_mix(uint64_t a, uint64_t b); /* a hash of both */

/* ---- the model ---------------------------------------------------------------------------- */

/* An object record. Of several records with the same section and label, the first in the array is
 * the object, the others are its duplicates. */
typedef struct graph_object {
    uint32_t section, label, type;
    uint64_t size;
    uint32_t first, n_references; /* graph.references[first …], labels */
} graph_object;

typedef struct graph_root {
    uint32_t section, label, kind, flags;
    uint32_t container; /* a type; GRAPH_NONE */
} graph_root;

typedef struct graph_type {
    uint32_t name; /* types with equal numbers share a name */
    bool recorded; /* every section has a record of it */
} graph_type;

typedef struct graph {
    uint64_t seed;
    uint32_t n_labels, n_sections;
    /* Labels from `n_plain` on have no object; their ids are close to those of others. */
    uint32_t n_plain;
    uint32_t n_objects, n_references, n_roots, n_types;
    graph_object *objects;
    uint32_t *references;
    graph_root *roots;
    graph_type *types;
    bool ends;         /* the last section has its `c` record */
    bool closes;       /* all other sections have theirs */
    bool ends_as_open; /* each `c` record repeats the name of its `a` record */
} graph;

/* Makes a random heap of `n` objects; the seed determines its shape and everything else. */
void graph_random(graph *g, uint64_t seed, uint32_t n);

/* Makes a random heap of `n` objects, 7 or more: one that holds two collections, of its own types,
 * and the same objects of one type are in either, or in both, where the second one's chain is the
 * longer one. */
void graph_shelves(graph *g, uint64_t seed, uint32_t n);

/* Makes the heap of `n` objects (up to 4) whose edges are the bits of `edges`, row by row, with the
 * diagonal only if `loops`, and whose rooted objects are the bits of `rooted`. Object i has 2^i
 * bytes. */
void graph_small(graph *g, uint32_t n, bool loops, uint32_t edges, uint32_t rooted);

graph graph_copy(const graph *g);
/* Makes the heap as it may have been before: other sizes, other references, fewer roots. */
graph graph_changed(const graph *g, uint64_t seed);
void graph_release(graph *g);

/* ---- the printer -------------------------------------------------------------------------- */

typedef enum graph_ids {
    GRAPH_IDS_DENSE,    /* 1, 2, 3 … */
    GRAPH_IDS_ZERO,     /* 0, 1, 2 … */
    GRAPH_IDS_BYTES,    /* one byte apart, up to the highest possible id */
    GRAPH_IDS_SEGMENTS, /* multiples of 8, in segments far apart */
    GRAPH_IDS_UNEVEN,   /* steps of very different widths */
    GRAPH_IDS_BLOCKS,   /* a few blocks of even steps; the schemes up to here keep the order */
    GRAPH_IDS_DESCENDING,
    GRAPH_IDS_RANDOM,
    GRAPH_IDS_KINDS
} graph_ids;

typedef enum graph_encoding {
    GRAPH_UTF8,
    GRAPH_UTF8_MARK,
    GRAPH_UTF16_LE,
    GRAPH_UTF16_BE,
    GRAPH_ENCODINGS
} graph_encoding;

typedef struct graph_style {
    uint64_t seed; /* for ids, order and everything else that is random in the style */
    graph_ids ids;
    graph_encoding encoding;
    bool shuffled; /* records of a section in any order, `a` first and `c` last */
    bool early;    /* … but `a` comes second: after a section that has ended, the next one begins
                      with another record */
    bool renumbered;   /* scattered type ids, different in each section */
    bool retyped;      /* type 0 of each section has two more records, the last with another name */
    bool untimed;      /* no time stamps */
    bool telling;      /* names of types show their role: of the program, a timer, a page … */
    bool script;       /* … like names in V8 */
    bool static_first; /* not printed: chains of the loaded heap begin at static roots first */
    bool dependent;    /* not printed: some handles of the loaded heap are dependent ones */
    bool aged;         /* not printed: the loaded heap knows generations (oracle_generation()) */
    bool upper, prefixed, crlf;
    bool untidy;      /* tabs, several blanks, trailing blanks, blank lines */
    bool last_cut;    /* no line end after the last line */
    uint32_t garbage; /* malformed lines in each section */
} graph_style;

graph_style graph_style_plain(void);
graph_style graph_style_random(uint64_t seed);

uint64_t graph_id(const graph *g, const graph_style *style, uint32_t label);
/* Writes hexadecimal digits and a NUL; returns the number of digits. */
size_t graph_hex_digits(uint64_t value, bool upper, char digits[17]);

uint64_t graph_type_id(const graph_style *style, uint32_t section, uint32_t type);

enum { GRAPH_NAME_MAX = 64 };

/* Writes the name of a type as the loaded heap must show it, and returns its length. */
size_t graph_type_name(const graph *g, const graph_style *style, uint32_t section, uint32_t type,
                       char name[GRAPH_NAME_MAX]);

/* Writes the domain name of the `a` record, NUL-terminated. */
void graph_domain_name(uint32_t section, char name[GRAPH_NAME_MAX]);
uint64_t graph_started(uint32_t section);
uint64_t graph_ended(uint32_t section);

/* Whether a record of the section precedes its `a` record; whether the section has a `c` record. */
bool graph_is_early(const graph *g, const graph_style *style, uint32_t section);
bool graph_is_closed(const graph *g, uint32_t section);

/* A growing text. Zeroed: empty. Running out of memory ends the test program. */
typedef struct graph_text {
    char *data;
    size_t size, cap;
} graph_text;

void graph_put(graph_text *text, const char *bytes, size_t size);
void graph_puts(graph_text *text, const char *string);
void graph_put_hex(graph_text *text, uint64_t value);
void graph_text_release(graph_text *text);

void graph_print(const graph *g, const graph_style *style, graph_text *out);

/* ---- reasons and memory ------------------------------------------------------------------- */

enum { GRAPH_WHY_MAX = 200 };

/* Writes the reason why a property does not hold, and returns false. */
GCV_PRINTF(2, 3) bool graph_fails(char why[GRAPH_WHY_MAX], const char *format, ...);

/* malloc() and calloc() for tests: they end the program instead of returning NULL. */
void *graph_alloc(size_t count, size_t element);
void *graph_zeroed(size_t count, size_t element);

#endif
