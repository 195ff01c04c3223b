/* command_line.h - a parsed command line, and the tables of commands and options for parsing it.
 *
 * circle: this header declares what commands.c, options.c and parse_option.c do for command_line.c;
 * none of them calls back. */
#ifndef GCV_CLI_COMMAND_LINE_H
#define GCV_CLI_COMMAND_LINE_H

#include "report/command.h"

typedef struct gcv_command_line {
    const gcv_command *command;
    const char *const *args; /* as given, after the name of the command */
    int n_args;
    const char *file;     /* the first file */
    gcv_words more_files; /* the other files */
    const char *id;       /* the object id before the file; NULL: none */
    gcv_report_options report;
    union {
        uint64_t number;
        void *pointer;
        char bytes[GCV_OWN_OPTIONS_MAX];
    } own;              /* storage of `report.own` */
    const char *output; /* path; NULL: standard output */
    bool human, quiet, progress, timings, help;
    gcv_optional width; /* width of text lines */
    const char *color;  /* NULL: auto */
    gcv_optional max_memory, snapshot;
    gcv_optional baseline_snapshot; /* if different from `snapshot` */
} gcv_command_line;

size_t gcv_n_commands(void);
const gcv_command *gcv_command_at(size_t at);
const gcv_command *gcv_command_named(const char *name); /* NULL: none */
gcv_needs gcv_command_needs(const gcv_command *command, const gcv_report_options *options);
const char *gcv_command_suggest(const char *name); /* the nearest name; NULL: none is close */
bool gcv_is_help(const char *name);                /* `help`, `--help` or `-h` */

/* The options of a command, its own first; NULL after the last. */
const gcv_option *gcv_command_option(const gcv_command *command, size_t at);
/* The option of this name; and the one that an argument names: `--name`, `--name=value`, `-n` or
 * `-nvalue`. NULL: none. */
const gcv_option *gcv_option_named(const gcv_command *command, const char *name);
const gcv_option *gcv_option_of(const gcv_command *command, const char *argument);
/* Word `at` of a choice, and its size; NULL after the last. */
const char *gcv_option_word(const gcv_option *option, size_t at, size_t *size);
bool gcv_option_has_word(const gcv_option *option, const char *text);
/* Formats the value of an option for the help: `N`, or the words of a choice joined by |. */
void gcv_option_value_text(const gcv_option *option, char *out, size_t size);
void *gcv_option_value(gcv_command_line *line, const gcv_option *option);

/* Initializes an empty command line. It must not be copied, because it points into itself. */
void gcv_command_line_init(gcv_command_line *line, const gcv_command *command);

/* Parses the option that begins at argument `*at`, and advances `*at` to its last argument. */
void gcv_take_option(gcv_context *ctx, gcv_command_line *line, int argc, const char *const *argv,
                     int *at);

/* Fills the command line from the arguments after the name of the command. GCV_ERR_USAGE. */
void gcv_parse_options(gcv_context *ctx, gcv_command_line *line, int argc, const char *const *argv);

/* Number and paths of all inputs: the files, then the baseline if there is one. */
size_t gcv_n_inputs(const gcv_command_line *line);
const char *gcv_input_path(const gcv_command_line *line, size_t at);
/* Number of files to be read from standard input. Two snapshots to compare can share it. */
size_t gcv_n_pipes(gcv_command_line *line);

#endif
