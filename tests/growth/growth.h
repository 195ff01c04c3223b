/* growth.h - inputs designed to be slow or large, in any size.
 *
 * A shape is a file with many parts of one kind: sections that share an id, snapshots, roots of one
 * object … The test runs every command on every shape in four sizes (growth.c).
 */
#ifndef GCV_TESTS_GROWTH_H
#define GCV_TESTS_GROWTH_H

#include "bench/gen_ids.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The files and other parts of a shape that a command line may need. */
enum {
    GROWTH_HEAP = 1,         /* FILE is a dump */
    GROWTH_TRACE = 2,        /* FILE is a trace with several snapshots */
    GROWTH_RULES = 4,        /* TEXT is a file of rules */
    GROWTH_SUPPRESSIONS = 8, /* TEXT is a file of suppressions */
    GROWTH_MOVES = 16,       /* TEXT is a log of moves from OTHER to FILE */
    GROWTH_GLOB = 32,        /* GLOB is as long as the names of types: stars and letters */
    GROWTH_SINGLES = 64,     /* … only one star, then `?` */
    GROWTH_TRIED = 128,      /* … short, one star, then letters, with a `?` near its end */
    GROWTH_V8 = 256,         /* ids of objects are stable, and references have names */
    GROWTH_AGES = 512        /* objects are in generations */
};

typedef struct growth_shape {
    const char *name;
    unsigned has;                          /* GROWTH_…: the parts that it provides */
    uint32_t n;                            /* the smallest size */
    const char *object;                    /* the id for OBJECT; NULL: none */
    void (*write)(FILE *file, uint32_t n); /* FILE */
    void (*write_text)(FILE *file, uint32_t n);
} growth_shape;

extern const growth_shape growth_gcdumps[], growth_generated[], growth_hprof[], growth_logs[],
    growth_moves[], growth_ruby[], growth_texts[], growth_traces[], growth_v8[];
extern const size_t growth_n_gcdumps, growth_n_generated, growth_n_hprof, growth_n_logs,
    growth_n_moves, growth_n_ruby, growth_n_texts, growth_n_traces, growth_n_v8;

/* Writes a heap of the generator (bench/gen.h); `types` 0: the default number. Returns the number
 * of its objects and references. */
uint64_t growth_generate(FILE *file, const char *name, uint32_t objects, uint32_t types,
                         enum id_scheme scheme, enum record_order order);

extern bool growth_baseline; /* whether the file that is being written is a baseline */

/* Returns the size of the next object: in a baseline by turns half, once and one and a half times
 * `usual`, which is even. */
uint32_t growth_bytes(uint32_t usual);

/* The number of basic blocks that the program has run: see steps.c. */
uint64_t growth_steps(void);

#endif
