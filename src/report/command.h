/* command.h - what a command says of itself.
 *
 * A command is one source file (or a folder, if it has several tables) that exports one constant of
 * this type. commands.h lists them; everything else that knows about commands reads this.
 */
#ifndef GCV_REPORT_COMMAND_H
#define GCV_REPORT_COMMAND_H

#include "report/option.h"
#include "report/table.h"

/* What stands on the command line beside options; 0: one FILE. */
enum {
    GCV_INPUT_SEVERAL = 1,  /* two files or more: report.heaps */
    GCV_INPUT_FOLLOWED = 2, /* a trace, or files and --moves: report.heaps, dumps and moves */
    GCV_INPUT_BASELINE = 4, /* --baseline: report.baseline */
    GCV_INPUT_ID = 8,       /* an object in front of the file, or --object */
    GCV_INPUT_RULES = 16    /* rules behind the file */
};

typedef enum gcv_output_kind {
    GCV_OUTPUT_TABLE,
    GCV_OUTPUT_GATE, /* a table that formats of test reports can show, too */
    GCV_OUTPUT_BYTES /* no table: a file of another format */
} gcv_output_kind;

/* What is to be loaded, and what the analysis takes of memory beside the heap. */
typedef struct gcv_needs {
    gcv_load_level level;
    const gcv_cost *const *costs;      /* of the analyses, then NULL; NULL: none by object */
    const gcv_cost *const *last_costs; /* of the last of several heaps that are followed */
    bool moves;                        /* what a trace says of moved objects */
    bool every_heap; /* of several files or dumps also those between first and last */
} gcv_needs;

enum { GCV_SHARED_SETS_MAX = 6, GCV_OWN_OPTIONS_MAX = 1024 };

typedef struct gcv_command {
    const char *name;
    const char *summary;     /* one line */
    const char *description; /* paragraphs, wrapped by hand at 78 columns */
    const char *columns;     /* of its tsv output */
    unsigned inputs;
    gcv_output_kind output;
    bool tells_lacks; /* warnings of the load include what the file lacks */

    gcv_option_set options;                            /* of this command only; … */
    size_t options_size;                               /* … size of the struct of their values */
    const gcv_option_set *shared[GCV_SHARED_SETS_MAX]; /* NULL behind the last */

    void (*needs)(const gcv_report_options *options, gcv_needs *needs); /* of zeroed needs */
    /* The table, where rows are ordered by its columns; NULL: the order is fixed. */
    void (*table)(const gcv_report_options *options, gcv_table *table);
    /* Usage errors that can be told before anything is read; NULL: none. */
    gcv_status (*check)(const gcv_report_options *options, gcv_error *err);
    /* Makes what text files say (rules, suppressions) ready before a heap is loaded, and frees it;
     * NULL: nothing to do. `release` follows also where `prepare` failed. */
    gcv_status (*prepare)(gcv_context *ctx, gcv_report_options *options, gcv_error *err);
    void (*release)(gcv_context *ctx, gcv_report_options *options);
    gcv_status (*run)(gcv_report *report, gcv_error *err);
} gcv_command;

/* sizeof, for a struct of own options that fits the room for it. */
#define GCV_OPTIONS_SIZE(type)                                                                     \
    (sizeof(type) + 0 * sizeof(char[sizeof(type) <= GCV_OWN_OPTIONS_MAX ? 1 : -1]))

#endif
