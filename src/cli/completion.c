/* completion.c - shell completion; see help.h. */
#include "cli/help.h"

#include "input/load/load_heap.h"

#include <string.h>

/* Files of this size or more are not read for the numbers of their snapshots. */
enum { LONG_READ = 100000000 };

const gcv_help_option gcv_help_options[] = {
    {"--completion", "the completion of a shell"},
    {"--man", "a manual page"},
    {"--reference", "the help of all commands"},
    {NULL, NULL},
};

static const struct {
    const char *shell;
    const char *const *lines;
} scripts[] = {
    {"bash", gcv_lines_completion_bash},
    {"zsh", gcv_lines_completion_zsh},
    {"fish", gcv_lines_completion_fish},
};

enum { N_SCRIPTS = GCV_LENGTH(scripts) };

bool gcv_print_completion(FILE *out, const char *shell)
{
    size_t i = 0;
    while (i < N_SCRIPTS && strcmp(scripts[i].shell, shell) != 0) {
        i++;
    }
    for (size_t k = 0; i < N_SCRIPTS && scripts[i].lines[k + 1] != NULL; k++) {
        fprintf(out, "%s\n", scripts[i].lines[k]);
    }
    return i < N_SCRIPTS;
}

/* ---- offers ------------------------------------------------------------------------------- */

static void offer_no_files(FILE *out) { putc('\n', out); }

static void offer_dumps(FILE *out)
{
    for (size_t i = 0; i < gcv_n_formats(); i++) {
        fputs(i > 0 ? "|" : "", out);
        for (const char *at = gcv_format_at(i)->endings; *at != '\0'; at++) {
            putc(*at == ' ' ? '|' : *at, out);
        }
    }
    putc('\n', out);
}

static void offer(FILE *out, const char *word, const char *summary)
{
    fprintf(out, "%s\t%s\n", word, summary);
}

static void offer_commands(FILE *out)
{
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        offer(out, gcv_command_at(i)->name, gcv_command_at(i)->summary);
    }
}

static void offer_topics(FILE *out)
{
    for (size_t i = 0; gcv_topic_at(i) != NULL; i++) {
        offer(out, gcv_topic_at(i)->name, gcv_topic_at(i)->summary);
    }
}

/* Whether an argument is this option, perhaps with a value after `=`. */
static bool is_option(const char *argument, const char *option)
{
    return gcv_slice_is(gcv_slice_of(argument, strcspn(argument, "=")), option);
}

/* After `help`: a command, a topic or an option; after an option its value. */
static void offer_help(FILE *out, int n, const char *const *words)
{
    const char *last = words[n - 1], *before = strchr(last, '=') != NULL ? last : words[n - 2];
    offer_no_files(out);
    if (is_option(before, "--completion")) {
        for (size_t i = 0; i < N_SCRIPTS; i++) {
            offer(out, scripts[i].shell, "");
        }
    } else if (is_option(before, "--man")) {
        offer_commands(out);
        offer_topics(out);
        offer(out, "gcview", "the program");
    } else if (n == 2 && last[0] == '-') {
        for (size_t i = 0; gcv_help_options[i].name != NULL; i++) {
            offer(out, gcv_help_options[i].name, gcv_help_options[i].summary);
        }
    } else if (n == 2) {
        offer_commands(out);
        offer_topics(out);
        offer(out, "help", "all commands and topics");
    }
}

/* ---- values of options -------------------------------------------------------------------- */

/* The option whose value the last word is: behind its `=`, or after it; NULL: none. */
static const gcv_option *option_of_value(const gcv_command *command, const char *last,
                                         const char *before)
{
    const bool after_equals = strncmp(last, "--", 2) == 0 && strchr(last, '=') != NULL;
    const bool follows = before[0] == '-' && strchr(before, '=') == NULL &&
                         (before[1] == '-' || strlen(before) == 2);
    const gcv_option *option = after_equals ? gcv_option_of(command, last)
                               : follows    ? gcv_option_of(command, before)
                                            : NULL;
    return option != NULL && option->kind != GCV_OPTION_FLAG ? option : NULL;
}

/* Returns the number of snapshots in a file; 0: only one, or not counted because reading takes
 * long. */
static size_t read_snapshots(gcv_context *ctx, const char *path)
{
    const gcv_load_options options = {.level = GCV_LOAD_TALLY};
    gcv_source source;
    gcv_source_open(ctx, &source, path, NULL);
    if (!gcv_heap_format_of(&source, NULL)->has_snapshots ||
        gcv_source_size(&source) >= LONG_READ) {
        gcv_source_close(&source);
        return 0;
    }
    gcv_heap *heap;
    gcv_heap_load_source(ctx, &source, &options, &heap);
    size_t n = gcv_heap_n_snapshots(heap);
    gcv_heap_free(heap);
    return n > 1 ? n : 0;
}

/* The same; 0 if the file cannot be read. */
static size_t count_snapshots(const char *path)
{
    gcv_context *ctx = gcv_context_new(0);
    volatile size_t n = 0; /* survives a jump */
    gcv_guard guard;
    if (ctx != NULL) {
        gcv_guard_begin(ctx, &guard);
        if (setjmp(guard.jump) == 0) {
            n = read_snapshots(ctx, path);
        }
        (void)gcv_guard_end(ctx, &guard, NULL);
        gcv_context_free(ctx);
    }
    return n;
}

/* Offers the snapshots of the first word that is a file. */
static void offer_snapshots(FILE *out, int n, const char *const *words)
{
    int i = 0;
    while (i < n && (words[i][0] == '-' || !gcv_file_exists(words[i]))) {
        i++;
    }
    const size_t count = i < n ? count_snapshots(words[i]) : 0;
    offer(out, "first", "");
    offer(out, "last", "");
    for (size_t number = 1; number <= count; number++) {
        fprintf(out, "%zu\t\n", number);
    }
}

/* Offers the columns that rows can be sorted by without other options. */
static void offer_columns(FILE *out, const gcv_command *command)
{
    gcv_command_line line;
    gcv_command_line_init(&line, command);
    const gcv_table *table = gcv_table_of(command->tables, &line.report);
    gcv_report_column columns[GCV_COLUMNS_MAX];
    const size_t n = table != NULL ? gcv_table_columns(table, &line.report, columns) : 0;
    for (size_t i = 0; i < n; i++) {
        if (columns[i].key != NULL) {
            offer(out, columns[i].name, "");
        }
    }
}

static void offer_value(FILE *out, const gcv_command *command, const gcv_option *option, int n,
                        const char *const *words)
{
    const char *word;
    size_t size;
    if (option->kind == GCV_OPTION_DUMP) {
        offer_dumps(out);
        return;
    }
    fputs(option->kind == GCV_OPTION_FILE || option->kind == GCV_OPTION_TEXT_FILE ? "*\n" : "\n",
          out);
    if (option->kind == GCV_OPTION_CHOICE) {
        for (size_t i = 0; (word = gcv_option_word(option, i, &size)) != NULL; i++) {
            fprintf(out, "%.*s\t\n", (int)size, word);
        }
    } else if (option->kind == GCV_OPTION_SNAPSHOT) {
        offer_snapshots(out, n - 1, words);
    } else if (strcmp(option->name, "input-format") == 0) {
        for (size_t i = 0; i < gcv_n_formats(); i++) {
            offer(out, gcv_format_at(i)->name, gcv_format_at(i)->summary);
        }
    } else if (strcmp(option->name, "sort") == 0) {
        offer_columns(out, command);
    }
}

/* ---- commands ----------------------------------------------------------------------------- */

/* Offers the options that are not given yet, or may be repeated. */
static void offer_options(FILE *out, const gcv_command *command, int n, const char *const *words)
{
    const gcv_option *option;
    offer_no_files(out);
    for (size_t at = 0; (option = gcv_command_option(command, at)) != NULL; at++) {
        const bool repeats = option->kind == GCV_OPTION_WORDS || option->kind == GCV_OPTION_GLOBS;
        int i = 0;
        while (i < n && (repeats || gcv_option_of(command, words[i]) != option)) {
            i++;
        }
        if (i == n) {
            fprintf(out, "--%s\t%s\n", option->name, option->summary);
        }
    }
}

/* Offers the words of a command that reads no file (`a|b|c [ID]`), unless one of them is given. */
static void offer_operands(FILE *out, const char *operands, int n, const char *const *words)
{
    const char *at = operands;
    offer_no_files(out);
    for (int i = 0; i < n; i++) {
        if (strstr(operands, words[i]) != NULL) {
            return;
        }
    }
    for (size_t size = strcspn(at, "| "); size > 0; size = strcspn(at, "| ")) {
        fprintf(out, "%.*s\t\n", (int)size, at);
        at += size + (at[size] == '|');
    }
}

void gcv_print_offers(FILE *out, int n, const char *const *words)
{
    const gcv_command *command = gcv_command_named(words[0]);
    const char *last = words[n - 1];
    if (n == 1 && last[0] != '-') {
        offer_dumps(out);
        offer_commands(out);
        offer(out, "help", "help on a command or a topic");
        return;
    }
    if (n > 1 && gcv_is_help(words[0])) {
        offer_help(out, n, words);
        return;
    }
    command = n > 1 && command != NULL ? command : gcv_command_at(0); /* run by a FILE alone */
    const gcv_option *option = option_of_value(command, last, n > 1 ? words[n - 2] : "");
    if (option != NULL) {
        offer_value(out, command, option, n, words);
    } else if (last[0] == '-') {
        offer_options(out, command, n - 1, words);
        if (n == 1) {
            offer(out, "--version", "show the version");
        }
    } else if ((command->inputs & GCV_INPUT_WORDS) != 0) {
        offer_operands(out, command->operands, n - 1, words);
    } else {
        offer_dumps(out);
    }
}
