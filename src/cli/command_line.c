/* command_line.c - the arguments of a command: options, operands and valid combinations of them. */
#include "cli/command_line.h"
#include "cli/mistakes.h"

#include "base/shell.h"
#include "input/load/load_heap.h"

#include <string.h>

/* With --object, the argument taken for an ID is the first file. */
static void take_id_for_file(gcv_command_line *line)
{
    gcv_words *more = &line->more_files;
    memmove(&more->word[1], &more->word[0], more->n * sizeof more->word[0]);
    more->word[0] = line->file;
    more->n++;
    line->file = line->id;
    line->id = NULL;
}

/* The argument in place of the ID may be the file, or a type. */
GCV_NORETURN static void fail_no_id(gcv_context *ctx, const gcv_command_line *line)
{
    const char *name = line->command->name;
    char first[40], file[60];
    if (gcv_id_may_be(gcv_slice_str(line->file)) && gcv_file_exists(line->id)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "the id comes before the file: gcview %s %s %s", name,
                 line->file, gcv_shell_fit(GCV_SHELL_PATH, line->id, "FILE", file, sizeof file));
    }
    gcv_fail(ctx, GCV_ERR_USAGE,
             "'%s' wants an object id, not '%.40s'; ids of a type: gcview objects "
             "--type %s %s",
             name, line->id, gcv_shell_fit(GCV_SHELL_EXACT, line->id, "NAME", first, sizeof first),
             gcv_shell_fit(GCV_SHELL_PATH, line->file, "FILE", file, sizeof file));
}

/* A command about one object takes its ID before FILE, or --object. */
static void check_id(gcv_context *ctx, gcv_command_line *line)
{
    gcv_slice *object = &line->report.object;
    if ((line->command->inputs & GCV_INPUT_ID) == 0) {
        return;
    }
    if (object->data != NULL && line->id != NULL &&
        (line->command->inputs & GCV_INPUT_FOLLOWED) != 0 && line->more_files.n < GCV_MAX_WORDS) {
        take_id_for_file(line);
    }
    gcv_refuse_if(ctx, (object->data != NULL) == (line->id != NULL),
                  "'%s' wants an ID and a FILE, in this order", line->command->name);
    if (line->id == NULL) {
        return;
    }
    *object = gcv_slice_str(line->id);
    if (!gcv_id_may_be(*object)) {
        fail_no_id(ctx, line);
    }
}

const char *gcv_input_path(const gcv_command_line *line, size_t at)
{
    size_t files = 1 + line->more_files.n;
    return at == 0      ? line->file
           : at < files ? line->more_files.word[at - 1]
                        : line->report.baseline;
}

size_t gcv_n_inputs(const gcv_command_line *line)
{
    return 1 + line->more_files.n + (line->report.baseline != NULL);
}

static bool is_pipe(const char *path) { return path != NULL && strcmp(path, "-") == 0; }

GCV_NORETURN static void fail_without_file(gcv_context *ctx, const gcv_command_line *line)
{
    gcv_fail(ctx, GCV_ERR_USAGE, "'%s' wants a FILE ('-' is standard input)", line->command->name);
}

/* Compares names only, so that the check needs no reading; see also open_input.c. `input` NULL: not
 * given. */
static void check_not_output(gcv_context *ctx, const gcv_command_line *line, const char *input)
{
    gcv_refuse_if(ctx,
                  line->output != NULL && input != NULL && !is_pipe(input) &&
                      strcmp(line->output, input) == 0,
                  "'%.100s' would be overwritten by its own report", input);
}

static void check_text_files(gcv_context *ctx, gcv_command_line *line)
{
    const gcv_option *option;
    size_t i = 0;
    while ((option = gcv_command_option(line->command, i++)) != NULL) {
        const gcv_text_file *file = gcv_option_value(line, option);
        if (option->kind == GCV_OPTION_TEXT_FILE) {
            check_not_output(ctx, line, file->path);
        }
    }
}

size_t gcv_n_pipes(gcv_command_line *line)
{
    const bool compares = (line->command->inputs & (GCV_INPUT_SEVERAL | GCV_INPUT_BASELINE)) != 0;
    const gcv_option *option;
    size_t n = 0;
    for (size_t i = 0; i < gcv_n_inputs(line); i++) {
        n += is_pipe(gcv_input_path(line, i));
    }
    n = compares && n > 1 ? 1 : n;
    n += is_pipe(line->report.follow.moves);
    for (size_t i = 0; (option = gcv_command_option(line->command, i)) != NULL; i++) {
        if (option->kind == GCV_OPTION_TEXT_FILE) {
            n += is_pipe(((gcv_text_file *)gcv_option_value(line, option))->path);
        }
    }
    return n;
}

/* Of several files the last is the one that the command is about, and the first, if there is no
 * other, is the baseline. */
static void arrange_series(gcv_command_line *line)
{
    gcv_words *more = &line->more_files;
    const char *first = line->file;
    if ((line->command->inputs & GCV_INPUT_SERIES) == 0 || more->n == 0) {
        return;
    }
    line->file = more->word[--more->n];
    if (line->report.baseline == NULL) {
        line->report.baseline = first;
    } else {
        memmove(&more->word[1], &more->word[0], more->n * sizeof more->word[0]);
        more->word[0] = first;
        more->n++;
    }
}

static void check_inputs(gcv_context *ctx, gcv_command_line *line)
{
    arrange_series(line);
    if (line->file == NULL) {
        fail_without_file(ctx, line);
    }
    if ((line->command->inputs & GCV_INPUT_SEVERAL) != 0 && line->more_files.n == 0) {
        line->more_files.word[line->more_files.n++] = line->file; /* two snapshots of one file */
    }
    for (size_t i = 0; i < gcv_n_inputs(line); i++) {
        const char *input = gcv_input_path(line, i);
        if (*input == '\0') {
            fail_without_file(ctx, line);
        }
        check_not_output(ctx, line, input);
    }
    check_text_files(ctx, line);
    gcv_refuse_if(ctx, gcv_n_pipes(line) > 1, "'-' can be read only once: give it once");
}

/* A map written to `-` would be lost; one written over an input would destroy a dump. */
static void check_redact_map(gcv_context *ctx, const gcv_command_line *line)
{
    const char *map = line->report.redact.map;
    gcv_refuse_if(ctx, is_pipe(map), "--redact-map wants a file, not '-'");
    check_not_output(ctx, line, map);
}

/* Whether two snapshots given by number are in this order. `first` and `last` are resolved only
 * once the file is known. */
static bool is_before(const gcv_optional *from, const gcv_optional *to)
{
    return !from->given || !to->given || from->value == GCV_SNAPSHOT_LAST ||
           from->value == GCV_SNAPSHOT_FIRST || to->value == GCV_SNAPSHOT_LAST ||
           to->value == GCV_SNAPSHOT_FIRST || from->value < to->value;
}

/* Objects are followed through snapshots of one trace, or through several dumps in one file
 * each. */
static void check_moves(gcv_context *ctx, const gcv_command_line *line)
{
    const gcv_optional *from = &line->report.follow.from, *to = &line->report.follow.to;
    const char *moves = line->report.follow.moves;
    if ((line->command->inputs & GCV_INPUT_FOLLOWED) == 0) {
        return;
    }
    gcv_refuse_if(ctx, moves == NULL && line->more_files.n > 0 && (from->given || to->given),
                  "--from and --to choose snapshots of a trace, or dumps of --moves FILE");
    gcv_refuse_if(ctx, moves != NULL && line->more_files.n == 0,
                  "--moves wants a FILE for each of two dumps or more");
    gcv_refuse_if(ctx, moves == NULL && line->snapshot.given,
                  "'%s' is about several snapshots: --from and --to say which",
                  line->command->name);
    gcv_refuse_if(ctx, !is_before(from, to), "--from must be before --to");
}

/* --sort names a column of the table. */
static void check_sort(gcv_context *ctx, const gcv_command_line *line)
{
    const gcv_table *table = gcv_table_of(line->command->tables, &line->report);
    if (table != NULL) {
        gcv_table_check(ctx, table, &line->report);
    }
}

/* Standard output may be a terminal, which C99 cannot reliably tell, so binary output to it has to
 * be asked for by name (`-o -`). */
static void check_output(gcv_context *ctx, const gcv_command_line *line)
{
    const gcv_command *command = line->command;
    const bool several = command->files != NULL && command->files(&line->report) != NULL;
    const bool binary = command->is_binary != NULL && command->is_binary(&line->report);
    gcv_refuse_if(ctx, several && (line->output == NULL || is_pipe(line->output)),
                  "several files are written: -o FOLDER says where to");
    gcv_refuse_if(ctx, binary && line->output == NULL,
                  "this writes a binary file: -o FILE says where to ('-o -' is standard output)");
}

/* Checks that the options and operands go together. */
static void check(gcv_context *ctx, gcv_command_line *line)
{
    if (line->help) {
        return;
    }
    if ((line->command->inputs & GCV_INPUT_WORDS) != 0) {
        line->command->check(ctx, &line->report);
        return;
    }
    check_id(ctx, line);
    check_inputs(ctx, line);
    gcv_refuse_if(
        ctx,
        line->report.input_format != NULL && gcv_format_named(line->report.input_format) == NULL,
        "unknown input format '%.60s'; 'gcview help' lists them", line->report.input_format);
    const gcv_optional *width = &line->width;
    gcv_refuse_if(ctx, width->given && width->value > 0 && width->value < GCV_FIT_NARROWEST,
                  "--width wants 0 or a number from %d on", GCV_FIT_NARROWEST);
    const bool has_older = line->report.baseline != NULL ||
                           (line->command->inputs & (GCV_INPUT_SEVERAL | GCV_INPUT_EARLIER)) != 0;
    gcv_refuse_if(ctx, line->baseline_snapshot.given && !has_older,
                  "--baseline-snapshot is about the file of --baseline");
    check_moves(ctx, line);
    check_redact_map(ctx, line);
    if (line->command->check != NULL) {
        line->command->check(ctx, &line->report);
    }
    check_output(ctx, line);
    check_sort(ctx, line);
}

static bool is_rule(const char *argument)
{
    gcv_rule rule;
    gcv_rule_fault fault;
    return gcv_rule_parse(gcv_slice_str(argument), true, &rule, &fault);
}

/* A file among the rules is either one too many, or comes after them. */
GCV_NORETURN static void fail_at_file(gcv_context *ctx, const gcv_command_line *line,
                                      const char *file)
{
    const char *name = line->command->name;
    char first[60], second[60];
    if (is_rule(line->file)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "the file comes before the rules: gcview %s %s %s", name,
                 gcv_shell_fit(GCV_SHELL_PATH, file, "FILE", first, sizeof first),
                 gcv_shell_fit(GCV_SHELL_EXACT, line->file, "RULE", second, sizeof second));
    }
    gcv_fail(ctx, GCV_ERR_USAGE,
             "'%s' takes one file; for growth: gcview %s --baseline %s %s 'growth bytes <= "
             "5%%'",
             name, name, gcv_shell_fit(GCV_SHELL_PATH, line->file, "OLD", first, sizeof first),
             gcv_shell_fit(GCV_SHELL_PATH, file, "FILE", second, sizeof second));
}

static void take_rule(gcv_context *ctx, gcv_command_line *line, const char *argument)
{
    gcv_words *rules = &line->report.rules.words;
    gcv_refuse_if(ctx, rules->n == GCV_MAX_WORDS,
                  "more than %d rules on the command line; --rules takes a file of any number",
                  GCV_MAX_WORDS);
    if (!is_rule(argument) && gcv_file_exists(argument)) {
        fail_at_file(ctx, line, argument);
    }
    rules->word[rules->n++] = argument;
}

GCV_NORETURN static void fail_second_file(gcv_context *ctx, const gcv_command_line *line,
                                          const char *argument)
{
    const char *name = line->command->name;
    bool compares = (line->command->inputs & GCV_INPUT_BASELINE) != 0;
    char hint[GCV_MISTAKE_MAX], first[50], second[50];
    gcv_hint_operand(line->command, line->file, argument, hint);
    gcv_refuse_if(ctx, hint[0] != '\0', "%s", hint);
    if (gcv_file_exists(line->file) && gcv_file_exists(argument)) {
        gcv_fail(ctx, GCV_ERR_USAGE, "'%s' takes one file; to compare two: gcview %s%s %s %s", name,
                 compares ? name : "diff", compares ? " --baseline" : "",
                 gcv_shell_fit(GCV_SHELL_PATH, line->file, "OLD", first, sizeof first),
                 gcv_shell_fit(GCV_SHELL_PATH, argument, "NEW", second, sizeof second));
    }
    gcv_refuse_if(ctx, (line->command->inputs & GCV_INPUT_SERIES) != 0, "there is no file '%.80s'",
                  argument);
    gcv_fail(ctx, GCV_ERR_USAGE, "'%s' takes one file; '%.80s' is one too many", name, argument);
}

/* Any other word than a file is a mistake: `gcview FILE stats`. */
static bool is_of_series(const gcv_command_line *line, const char *argument)
{
    return (line->command->inputs & GCV_INPUT_SERIES) != 0 &&
           (is_pipe(argument) || gcv_file_exists(argument));
}

static void take_word(gcv_context *ctx, gcv_command_line *line, const char *argument)
{
    gcv_words *words = &line->report.operands;
    gcv_refuse_if(ctx, words->n == GCV_MAX_WORDS, "'%s' takes at most %d words",
                  line->command->name, GCV_MAX_WORDS);
    words->word[words->n++] = argument;
}

static void take_operand(gcv_context *ctx, gcv_command_line *line, const char *argument)
{
    gcv_words *more = &line->more_files;
    if ((line->command->inputs & GCV_INPUT_WORDS) != 0) {
        take_word(ctx, line, argument);
        return;
    }
    if (line->file == NULL) {
        line->file = argument;
        return;
    }
    if ((line->command->inputs & GCV_INPUT_RULES) != 0) {
        take_rule(ctx, line, argument);
        return;
    }
    if ((line->command->inputs & (GCV_INPUT_SEVERAL | GCV_INPUT_FOLLOWED)) == 0 &&
        !is_of_series(line, argument)) {
        fail_second_file(ctx, line, argument);
    }
    gcv_refuse_if(ctx, more->n == GCV_MAX_WORDS,
                  "'%s' takes at most %d files; '%.80s' is one too many", line->command->name,
                  GCV_MAX_WORDS + 1, argument);
    more->word[more->n++] = argument;
}

void gcv_command_line_init(gcv_command_line *line, const gcv_command *command)
{
    *line = (gcv_command_line){.command = command};
    line->report.own = line->own.bytes;
}

void gcv_parse_options(gcv_context *ctx, gcv_command_line *line, int argc, const char *const *argv)
{
    bool options_end = false;
    line->args = argv;
    line->n_args = argc;
    for (int i = 0; i < argc; i++) {
        const char *argument = argv[i];
        if (!options_end && strcmp(argument, "--") == 0) {
            options_end = true;
        } else if (!options_end && argument[0] == '-' && argument[1] != '\0') {
            gcv_take_option(ctx, line, argc, argv, &i);
        } else if (line->file != NULL && (line->command->inputs & GCV_INPUT_ID) != 0 &&
                   line->id == NULL) {
            line->id = line->file; /* the previous argument */
            line->file = argument;
        } else {
            take_operand(ctx, line, argument);
        }
    }
    check(ctx, line);
}
