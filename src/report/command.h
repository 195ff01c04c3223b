/* command.h - the description of a command.
 *
 * A command is one source file (or a folder, if it has several tables) that exports one constant of
 * type gcv_command. commands.h lists them; all other code reads the description. */
#ifndef GCV_REPORT_COMMAND_H
#define GCV_REPORT_COMMAND_H

#include "report/table.h"

/* The operands of a command; 0: one FILE. */
enum {
    GCV_INPUT_SEVERAL = 1,  /* two or more files, or two snapshots of one: report.in.heaps */
    GCV_INPUT_FOLLOWED = 2, /* a trace, or files: report.in.heaps, dumps and moves */
    GCV_INPUT_BASELINE = 4, /* --baseline: report.in.baseline */
    GCV_INPUT_ID = 8,       /* an object before the file, or --object */
    GCV_INPUT_RULES = 16,   /* rules after the file */
    GCV_INPUT_EARLIER = 32, /* without a baseline the first snapshot of the file is the baseline */
    GCV_INPUT_WORDS = 64,   /* no file; words only */
    GCV_INPUT_SERIES = 128  /* older dumps before the file: report.in.baseline, between */
};

typedef enum gcv_output_kind {
    GCV_OUTPUT_TABLE,
    GCV_OUTPUT_GATE, /* a table of what passed and failed; also in formats of test reports */
    GCV_OUTPUT_BYTES /* no table but a file of another format */
} gcv_output_kind;

/* What a command needs loaded, and the memory that its analyses take. */
typedef struct gcv_needs {
    gcv_load_level level;
    const gcv_cost *const *costs; /* of the analyses; ends with NULL. NULL: no cost per object */
    const gcv_cost *const *last_costs; /* the same for the last of the heaps that are followed */
    bool names;      /* load the next two, and sites if these are needed, too, unless --names no is
                      * given or names are redacted; --fields loads the first in any case */
    bool fields;     /* load the names of references */
    bool places;     /* load places in source code */
    bool modules;    /* load the modules of types, where that takes more than the types */
    bool texts;      /* load the contents of strings */
    bool sites;      /* load where objects were allocated */
    bool moves;      /* load the moves of objects that a trace reports */
    bool every_heap; /* load also the files or dumps between the first and the last */
} gcv_needs;

/* Costs that take the place of others under a condition (NULL: never). */
typedef struct gcv_cost_choice {
    bool (*applies)(const gcv_report_options *options);
    const gcv_cost *const *costs;
} gcv_cost_choice;

enum { GCV_OWN_OPTIONS_MAX = 1024 };

typedef struct gcv_command {
    const char *name;
    const char *summary;     /* one line */
    const char *description; /* paragraphs, wrapped by hand at 78 columns */
    const char *examples;    /* command lines on the samples, each after two blanks; in
                              * docs/reference.md with their output. NULL: none */
    const char *columns;     /* of the tsv output */
    unsigned schema;         /* number of the json schema, raised with each change of it; 0: 1 */
    unsigned inputs;
    const char *operands;   /* the operands, as the help shows them; NULL: FILE */
    gcv_output_kind output; /* a table, unless said otherwise */
    const char *suffix; /* of a file for another program, which is not for a terminal; NULL: none */
    bool draws;         /* also has formats of graphs (report/picture.h) */
    bool warns_of_lacks; /* loading also warns about what the file lacks */

    gcv_option_set options; /* of this command only */
    size_t options_size;    /* size of the struct of their values */
    unsigned shared;        /* sets of gcv_shared_set */

    gcv_needs needs;
    gcv_cost_choice costs_if; /* instead of those of `needs` */
    /* Fills in other needs that depend on options; NULL: there are none. */
    void (*find_needs)(const gcv_report_options *options, gcv_needs *needs);
    /* The tables whose rows can be sorted; the first that applies is shown. */
    const gcv_table *tables[GCV_TABLES_MAX];
    /* Finds usage errors before anything is read; NULL: there are none. */
    void (*check)(gcv_context *ctx, const gcv_report_options *options);
    /* Whether the output is binary, so that -o has to name a file; NULL: it is not. */
    bool (*is_binary)(const gcv_report_options *options);
    /* Names of the files that are written into the folder of --output, which is then required; the
     * list ends with NULL. A NULL function or list: there is one output. */
    const char *const *(*files)(const gcv_report_options *options);
    /* Parses text files (rules, suppressions) before a heap is loaded; NULL: nothing to do. */
    void (*prepare)(gcv_context *ctx, gcv_report_options *options);
    /* Makes the report. It frees what it no longer needs before it needs more; what is left at its
     * end is freed with the run. */
    void (*run)(gcv_report *report);
} gcv_command;

/* A list of costs in a constant. */
#define GCV_COSTS(...) ((const gcv_cost *const[]){__VA_ARGS__, NULL})

/* The members for a command's own options, and the struct of their values; does not compile if the
 * struct is too large. */
#define GCV_OWN_OPTIONS(rows, type)                                                                \
    .options = GCV_OPTION_SET(rows),                                                               \
    .options_size = sizeof(type) + 0 * sizeof(char[sizeof(type) <= GCV_OWN_OPTIONS_MAX ? 1 : -1])

#endif
