/* command.h - the description of a command.
 *
 * A command is one source file (or a folder, if it has several tables) that exports one constant of
 * type gcv_command. commands.h lists them; all other code reads the description.
 */
#ifndef GCV_REPORT_COMMAND_H
#define GCV_REPORT_COMMAND_H

#include "report/option.h"
#include "report/table.h"

/* The operands of a command; 0: one FILE. */
enum {
    GCV_INPUT_SEVERAL = 1,  /* two files or more, or two snapshots of one: report.heaps */
    GCV_INPUT_FOLLOWED = 2, /* a trace, or files: report.heaps, dumps and moves */
    GCV_INPUT_BASELINE = 4, /* --baseline: report.baseline */
    GCV_INPUT_ID = 8,       /* an object in front of the file, or --object */
    GCV_INPUT_RULES = 16,   /* rules behind the file */
    GCV_INPUT_EARLIER = 32, /* the first snapshot of the file is the baseline, if none is given */
    GCV_INPUT_WORDS = 64    /* no file at all, but words */
};

typedef enum gcv_output_kind {
    GCV_OUTPUT_TABLE,
    GCV_OUTPUT_GATE, /* a table of what passed, also in formats of test reports */
    GCV_OUTPUT_BYTES /* no table: a file of another format */
} gcv_output_kind;

/* What is to be loaded, and the memory costs of the analyses. */
typedef struct gcv_needs {
    gcv_load_level level;
    const gcv_cost *const *costs;      /* of the analyses, then NULL; NULL: no cost per object */
    const gcv_cost *const *last_costs; /* for the last of the heaps that are followed */
    bool fields;                       /* load what references are called */
    bool moves;                        /* load what a trace reports of moved objects */
    bool every_heap; /* load also the files or dumps between the first and the last */
} gcv_needs;

enum { GCV_SHARED_SETS_MAX = 8, GCV_OWN_OPTIONS_MAX = 1024 };

typedef struct gcv_command {
    const char *name;
    const char *summary;     /* one line */
    const char *description; /* paragraphs, wrapped by hand at 78 columns */
    const char *columns;     /* of its tsv output */
    unsigned schema;         /* the number of its json schema, raised where that changes; 0: 1 */
    unsigned inputs;
    const char *operands; /* the words, as the help shows them; NULL: there is a FILE */
    gcv_output_kind output;
    bool draws;          /* also in formats of graphs (report/picture.h) */
    bool warns_of_lacks; /* warnings of the load include what the file lacks */

    gcv_option_set options;                            /* of this command only */
    size_t options_size;                               /* of the struct of their values */
    const gcv_option_set *shared[GCV_SHARED_SETS_MAX]; /* NULL behind the last */

    /* Fills zeroed needs; NULL: nothing is loaded. */
    void (*needs)(const gcv_report_options *options, gcv_needs *needs);
    /* The table, if its rows can be sorted. NULL, or a table left empty: their order is fixed. */
    void (*table)(const gcv_report_options *options, gcv_table *table);
    /* Finds usage errors before anything is read; NULL: there are none. */
    gcv_status (*check)(const gcv_report_options *options, gcv_error *err);
    /* Whether it writes bytes that are no text, so that -o has to say where to; NULL: no. */
    bool (*is_binary)(const gcv_report_options *options);
    /* The names of the files that are written into the folder of --output, which is required then,
     * up to NULL. NULL, or the result is NULL: there is one output. */
    const char *const *(*files)(const gcv_report_options *options);
    /* Parses text files (rules, suppressions) before a heap is loaded; NULL: nothing to do.
     * `release` frees the result, also after `prepare` failed. */
    gcv_status (*prepare)(gcv_context *ctx, gcv_report_options *options, gcv_error *err);
    void (*release)(gcv_context *ctx, gcv_report_options *options);
    gcv_status (*run)(gcv_report *report, gcv_error *err);
} gcv_command;

/* sizeof for a struct of own options, which must fit the room for it. */
#define GCV_OPTIONS_SIZE(type)                                                                     \
    (sizeof(type) + 0 * sizeof(char[sizeof(type) <= GCV_OWN_OPTIONS_MAX ? 1 : -1]))

#endif
