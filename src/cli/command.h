/* command.h - the two tables that everything on the command line comes from: commands and options.
 *
 * Parsing, help, suggestions and docs/reference.md all read these rows; there is no second list.
 */
#ifndef GCV_CLI_COMMAND_H
#define GCV_CLI_COMMAND_H

#include "report/report.h"

/* Everything the command line says. */
typedef struct gcv_command_line {
    const struct gcv_command *command;
    const char *file;     /* the first */
    gcv_words more_files; /* behind it, for commands that take several */
    const char *id;       /* of an object, where a command takes it in front of the file */
    gcv_report_options report;
    const char *format; /* of the output */
    const char *output; /* file; NULL: standard output */
    const char *input_format;
    bool human, strict, quiet, progress, timings, help;
    bool salvage, keep_size_classes;
    gcv_optional max_memory, snapshot;
    gcv_optional baseline_snapshot; /* if it is another one */
} gcv_command_line;

/* Which options a command takes: sets of groups. */
enum {
    GCV_TAKES_COMMON = 1 << 0, /* input, output, diagnostics */
    GCV_TAKES_ROWS = 1 << 1,   /* --top, --sort, --reverse */
    GCV_TAKES_TYPES = 1 << 2,  /* --type, --exclude, --ignore-case */
    GCV_TAKES_MIN = 1 << 3,
    GCV_TAKES_GRAPH = 1 << 4, /* --include-weak */
    GCV_TAKES_STATS = 1 << 5, /* --retained, --unreachable, --by type|namespace|domain */
    GCV_TAKES_KIND = 1 << 6,  /* --by kind */
    GCV_TAKES_OBJECT = 1 << 7,
    GCV_TAKES_LIMIT = 1 << 8,
    GCV_TAKES_DEPTH = 1 << 9,
    GCV_TAKES_TOP = 1 << 10,
    GCV_TAKES_TABLE = 1 << 11, /* format of the output, --domain */
    GCV_TAKES_TO = 1 << 12,    /* --to instead */
    GCV_TAKES_FILES = 1 << 13, /* two files or more */
    GCV_TAKES_BASELINE = 1 << 14,
    GCV_TAKES_DIFF = 1 << 15,     /* --min of changes, --monotonic, --unchanged, --fail-if */
    GCV_TAKES_RULES = 1 << 16,    /* one file, then rules; --rules */
    GCV_TAKES_CHECKED = 1 << 17,  /* as TABLE, but formats of test reports, too */
    GCV_TAKES_OBJECTS = 1 << 18,  /* filters on objects */
    GCV_TAKES_WHAT_IF = 1 << 19,  /* what to take away */
    GCV_TAKES_WAYS = 1 << 20,     /* which ways, --between */
    GCV_TAKES_FOLD = 1 << 21,     /* --by type */
    GCV_TAKES_ID = 1 << 22,       /* ID FILE, or --object ID */
    GCV_TAKES_SUSPECTS = 1 << 23, /* --min-share, --chains, --suppressions */
    GCV_TAKES_MOVES = 1 << 24,    /* a trace, or files and --moves; --from, --to */
    GCV_TAKES_TRACK = 1 << 25,    /* which table; --min of one */
    GCV_TAKES_LISTS = 1 << 26     /* --top of lists */
};

typedef struct gcv_command {
    const char *name;
    const char *summary;     /* one line */
    const char *description; /* paragraphs, wrapped by hand at 78 columns */
    const char *columns;     /* of its tsv output */
    unsigned takes;
    /* What to load, and what for. */
    void (*needs)(const gcv_report_options *options, gcv_load_options *load);
    /* Usage errors that can be told before the file is read; NULL: none. */
    gcv_status (*check)(const gcv_report_options *options, gcv_error *err);
    gcv_status (*run)(gcv_report *report, gcv_error *err);
} gcv_command;

typedef enum gcv_option_kind {
    GCV_OPTION_FLAG,
    GCV_OPTION_TEXT,
    GCV_OPTION_FILE, /* to be read: once, as a second one would silently take its place */
    GCV_OPTION_CHOICE,
    GCV_OPTION_NUMBER,
    GCV_OPTION_SIZE,
    GCV_OPTION_ID,
    GCV_OPTION_IDS, /* two of them, for two neighbouring numbers: `A B` or `A:B` */
    GCV_OPTION_GLOB,
    GCV_OPTION_PERCENT /* in thousandths */
} gcv_option_kind;

typedef struct gcv_option {
    const char *name; /* without the dashes */
    char letter;      /* '\0': none */
    gcv_option_kind kind;
    size_t offset;     /* of its value in gcv_command_line */
    const char *value; /* what the help calls it; for a choice the words, joined by | */
    unsigned group;    /* the commands that take any of these groups take it */
    const char *summary;
} gcv_option;

size_t gcv_n_commands(void);
const gcv_command *gcv_command_at(size_t at);
const gcv_command *gcv_command_named(const char *name); /* NULL: none */
const char *gcv_command_suggest(const char *name);      /* nearest known one, NULL: none near */

size_t gcv_n_options(void);
const gcv_option *gcv_option_at(size_t at);

/* parse_option.c: takes one option and its value; `*at` is the argument it stands in and moves to
 * the last one used. */
GCV_CHECKED gcv_status gcv_take_option(gcv_command_line *line, int argc, const char *const *argv,
                                       int *at, gcv_error *err);

/* Fills the command line from the arguments behind the command's name. GCV_ERR_USAGE. */
GCV_CHECKED gcv_status gcv_parse_options(gcv_command_line *line, int argc, const char *const *argv,
                                         gcv_error *err);

/* What is to be read, in this order: the files, then the baseline if there is one. */
size_t gcv_n_inputs(const gcv_command_line *line);
const char *gcv_input_path(const gcv_command_line *line, size_t at);

/* help.c */
void gcv_print_help(FILE *out);
void gcv_print_command_help(FILE *out, const gcv_command *command);
void gcv_print_reference(FILE *out); /* docs/reference.md */

#endif
