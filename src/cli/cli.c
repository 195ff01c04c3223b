/* cli.c - the command line as a function: help, version, usage errors, or a session. */
#include "cli/help.h"
#include "cli/mistakes.h"
#include "cli/session.h"
#include "report/commands.h"

#include <string.h>

/* Help and version are output, too: losing them is an error. */
static int finish_output(const gcv_cli_io *io, gcv_diagnostics *diagnostics)
{
    gcv_error err;
    gcv_status status = gcv_file_flush(io->out, NULL, &err);
    if (status == GCV_OK || status == GCV_ERR_OUTPUT_PIPE) {
        return GCV_EXIT_OK;
    }
    gcv_print_error(diagnostics, &err);
    return GCV_EXIT_OUTPUT;
}

GCV_PRINTF(2, 3) static int usage_error(gcv_diagnostics *diagnostics, const char *format, ...)
{
    gcv_error err = {.status = GCV_ERR_USAGE};
    GCV_PRINT_ARGS(err.message, format);
    gcv_print_error(diagnostics, &err);
    return GCV_EXIT_USAGE;
}

/* Reports a word of another tool, a topic or a misspelt command, and says what to type instead. */
static int unknown_command(const char *name, gcv_diagnostics *diagnostics)
{
    const gcv_other_word *other = gcv_other_word_named(name);
    const gcv_topic *topic = gcv_topic_named(name);
    const char *near = gcv_command_suggest(name), *near_topic = gcv_topic_suggest(name);
    if (other == NULL && topic == NULL && near == NULL && near_topic == NULL) {
        other = gcv_other_word_near(name);
    }
    if (other != NULL) {
        return usage_error(diagnostics, "unknown command '%.60s'; type: gcview %s%s%s", name,
                           other->answers[0], other->answers[1] != NULL ? ", or gcview " : "",
                           other->answers[1] != NULL ? other->answers[1] : "");
    }
    if (topic != NULL) {
        return usage_error(diagnostics, "unknown command '%s'; type: gcview help %s", name, name);
    }
    if (near != NULL || near_topic != NULL) {
        return usage_error(diagnostics, "unknown command '%.60s'; did you mean '%s%s'?", name,
                           near != NULL ? "" : "help ", near != NULL ? near : near_topic);
    }
    return usage_error(diagnostics, "unknown command '%.60s'; 'gcview help' lists them", name);
}

/* Prints the help on a command or a topic; false: `name` is neither. */
static bool print_help_on(const char *name, FILE *out)
{
    const gcv_command *command = gcv_command_named(name);
    const gcv_topic *topic = gcv_topic_named(name);
    if (strcmp(name, "help") == 0) {
        gcv_print_help(out);
    } else if (command != NULL) {
        gcv_print_command_help(out, command);
    } else if (topic != NULL) {
        gcv_print_topic(out, topic, false);
    } else {
        return false;
    }
    return true;
}

/* The option of `help` that `arg` is; NULL: none. Sets `*value` to the text after its `=`; NULL:
 * there is no `=`. */
static const char *generator_option(const char *arg, const char **value)
{
    const size_t size = strcspn(arg, "=");
    const gcv_help_option *option = gcv_help_options;
    while (option->name != NULL && !gcv_slice_is(gcv_slice_of(arg, size), option->name)) {
        option++;
    }
    *value = option->name != NULL && arg[size] == '=' ? arg + size + 1 : NULL;
    return option->name;
}

/* `name` is a manual page or a shell; NULL: not given. */
static int print_generated(const char *option, const char *name, const gcv_cli_io *io,
                           gcv_diagnostics *diagnostics)
{
    const char *page = name != NULL ? name : "gcview", *shell = name != NULL ? name : "";
    if (strcmp(option, "--man") == 0) {
        return gcv_print_manual(io->out, page)
                   ? finish_output(io, diagnostics)
                   : usage_error(diagnostics,
                                 "there is no manual page '%.60s'; that of 'gcview' names them",
                                 page);
    }
    if (strcmp(option, "--completion") == 0) {
        return gcv_print_completion(io->out, shell)
                   ? finish_output(io, diagnostics)
                   : usage_error(diagnostics, "--completion takes bash, zsh or fish%s%.60s",
                                 *shell != '\0' ? ", not " : "", shell);
    }
    if (name != NULL) {
        return usage_error(diagnostics, "'--reference' takes no value");
    }
    gcv_print_reference(io->out);
    return finish_output(io, diagnostics);
}

static int help(int argc, const char *const *argv, const gcv_cli_io *io,
                gcv_diagnostics *diagnostics)
{
    const char *value = NULL;
    const char *option = argc > 0 ? generator_option(argv[0], &value) : NULL;
    int n = 1;                                            /* arguments used */
    if (argc > 1 && strcmp(argv[0], "--complete") == 0) { /* the completion scripts ask this */
        gcv_print_offers(io->out, argc - 1, argv + 1);
        return finish_output(io, diagnostics);
    }
    if (option != NULL && value == NULL && argc > 1) {
        value = argv[n++];
    }
    if (argc > n) {
        return usage_error(diagnostics,
                           "'help' takes one command or topic; '%.60s' is one too many", argv[n]);
    }
    if (option != NULL) {
        return print_generated(option, value, io, diagnostics);
    }
    return print_help_on(argc > 0 ? argv[0] : "help", io->out)
               ? finish_output(io, diagnostics)
               : unknown_command(argv[0], diagnostics);
}

/* The first command name among the `argc` words, typed after an option or a file; NULL: none. */
static const char *command_among(int argc, const char *const *argv)
{
    for (int i = 0; i < argc; i++) {
        if (gcv_command_named(argv[i]) != NULL) {
            return argv[i];
        }
    }
    return NULL;
}

/* Says what else to try. `gcview FILE stats` was parsed as `gcview overview FILE stats`. */
static void print_hint(const gcv_command *command, int argc, const char *const *argv, FILE *out)
{
    const char *meant =
        command == &gcv_command_overview && argc > 0 ? command_among(argc - 1, argv + 1) : NULL;
    if (meant != NULL) {
        fprintf(out, "gcview: the command comes first, then options and files: gcview %s ...\n",
                meant);
    } else {
        fprintf(out, "gcview: 'gcview help %s' shows its options\n", command->name);
    }
}

/* Runs a command in `io->ctx`, which takes the limit of --max-memory if it is the run's own. */
static int run_in_context(const gcv_command *command, int argc, const char *const *argv,
                          const gcv_cli_io *io, bool own, gcv_diagnostics *diagnostics)
{
    gcv_command_line line;
    gcv_guard guard;
    gcv_error err;
    gcv_command_line_init(&line, command);
    gcv_guard_begin(io->ctx, &guard);
    if (setjmp(guard.jump) == 0) {
        gcv_parse_options(io->ctx, &line, argc, argv);
    }
    if (gcv_guard_end(io->ctx, &guard, &err) != GCV_OK) {
        gcv_print_error(diagnostics, &err);
        print_hint(command, argc, argv, io->err);
        return GCV_EXIT_USAGE;
    }
    if (line.help) {
        gcv_print_command_help(io->out, command);
        return finish_output(io, diagnostics);
    }
    if (own && line.max_memory.given) {
        io->ctx->limit = line.max_memory.value;
    }
    diagnostics->quiet = line.quiet;
    diagnostics->progress = line.progress;
    diagnostics->timings = line.timings;
    diagnostics->columns = io->err_columns;
    gcv_diagnostics_watch(diagnostics, io->ctx);
    int result = gcv_session_run(&line, io, diagnostics);
    gcv_diagnostics_finish(diagnostics);
    gcv_context_watch(io->ctx, NULL); /* the diagnostics end before the context */
    return result;
}

static int run_command(const gcv_command *command, int argc, const char *const *argv,
                       const gcv_cli_io *io, gcv_diagnostics *diagnostics)
{
    gcv_cli_io own = *io;
    gcv_error err;
    if (io->ctx != NULL) {
        return run_in_context(command, argc, argv, io, false, diagnostics);
    }
    own.ctx = gcv_context_new(0);
    if (own.ctx == NULL) {
        (void)gcv_error_fill(&err, GCV_ERR_MEMORY, NULL, 0, "out of memory");
        gcv_print_error(diagnostics, &err);
        return GCV_EXIT_MEMORY;
    }
    int result = run_in_context(command, argc, argv, &own, true, diagnostics);
    gcv_context_free(own.ctx);
    return result;
}

/* Whether the first argument is the file, or an option, of `gcview FILE`. No command name contains
 * a dot or a slash or begins with a dash. Any other word is a file only if that file exists, which
 * is unlikely for a misspelt command. */
static bool is_no_command(const char *name)
{
    return name[0] == '-' || strpbrk(name, "./\\") != NULL || gcv_file_exists(name);
}

/* Whether the word is another tool's command, as in `gcview leaks FILE`, although a file or folder
 * has the same name. */
static bool is_other_word(int argc, const char *const *argv)
{
    return argv[1][0] != '-' && gcv_other_word_named(argv[1]) != NULL && argc > 2 &&
           argv[2][0] != '-' && command_among(argc - 2, argv + 2) == NULL;
}

static int print_version(const gcv_cli_io *io, gcv_diagnostics *diagnostics)
{
    fprintf(io->out, "gcview %s", gcv_version());
    if (io->build != NULL) {
        fprintf(io->out, " (%s)", io->build);
    }
    fprintf(io->out, "\n");
    return finish_output(io, diagnostics);
}

int gcv_cli_run(int argc, const char *const *argv, const gcv_cli_io *io)
{
    const char *name = argc > 1 ? argv[1] : "";
    gcv_diagnostics diagnostics = {.out = io->err};
    gcv_file_expect_prints();
    if (argc < 2) {
        gcv_print_help(io->err);
        return GCV_EXIT_USAGE;
    }
    if (gcv_is_help(name)) {
        return help(argc - 2, argv + 2, io, &diagnostics);
    }
    if (gcv_slice_is_listed(gcv_slice_str(name), "--version|-V|-v")) {
        return print_version(io, &diagnostics);
    }
    const gcv_command *command = gcv_command_named(name);
    if (command == NULL && is_no_command(name) && !is_other_word(argc, argv)) {
        return run_command(&gcv_command_overview, argc - 1, argv + 1, io, &diagnostics);
    }
    return command != NULL ? run_command(command, argc - 2, argv + 2, io, &diagnostics)
                           : unknown_command(name, &diagnostics);
}
