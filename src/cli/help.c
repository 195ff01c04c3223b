/* help.c - help and reference, generated from the descriptions of commands and options. */
#include "cli/help.h"

#include "input/load/load_heap.h"
#include "output/display.h"

#include <string.h>

/* Indexed by exit status. */
static const char *const statuses[] = {
    "done",
    "a gate failed",
    "usage",
    "input cannot be read, is no heap dump, or is malformed under --strict",
    "input is incomplete, under --strict only",
    "out of memory, or over a limit",
    "output could not be written",
};

const char *gcv_exit_status_text(size_t at)
{
    return at < GCV_LENGTH(statuses) ? statuses[at] : NULL;
}

const char gcv_program_summary[] =
    "gcview reads managed heap dumps of .NET, Java, V8 and Ruby, and says what fills the heap, "
    "what keeps it alive and what changed.";
const char gcv_width_summary[] = "--width for all tables in text format, in pipes, too";

enum { HELP_WIDTH = 80 };

/* Prints a text; all lines but the first begin at column `indent`. */
static void put_wrapped(FILE *out, const char *text, size_t indent)
{
    const char *newline = strchr(text, '\n');
    const size_t size = newline != NULL ? (size_t)(newline - text) : strlen(text);
    gcv_slice rest = gcv_slice_of(text, size);
    do {
        const gcv_slice line = gcv_wrap_next(&rest, HELP_WIDTH - indent, false);
        fprintf(out, "%.*s\n", (int)line.size, line.data);
        if (rest.size > 0 || newline != NULL) {
            fprintf(out, "%*s", (int)indent, "");
        }
    } while (rest.size > 0);
    if (newline != NULL) {
        put_wrapped(out, newline + 1, indent);
    }
}

/* "  -n, --top N" */
static void option_head(char *head, size_t size, const gcv_option *option)
{
    char value[100];
    gcv_option_value_text(option, value, sizeof value);
    (void)snprintf(head, size, "%s%c%s--%s%s%s", option->letter != '\0' ? "-" : "  ",
                   option->letter != '\0' ? option->letter : ' ',
                   option->letter != '\0' ? ", " : " ", option->name, *value != '\0' ? " " : "",
                   value);
}

/* Prints the options up to --output, those from there on, which every command that reads a dump
 * has, or both. */
static void print_options(FILE *out, const gcv_command *command, bool own, bool common)
{
    const gcv_option *option;
    bool is_common = false;
    size_t i = 0;
    while ((option = gcv_command_option(command, i++)) != NULL) {
        char head[140];
        is_common = is_common || strcmp(option->name, "output") == 0;
        if (is_common ? !common : !own) {
            continue;
        }
        option_head(head, sizeof head, option);
        if (strlen(head) > 26) {
            fprintf(out, "  %s\n  %26s  ", head, "");
        } else {
            fprintf(out, "  %-26s  ", head);
        }
        put_wrapped(out, option->summary, 30);
    }
}

void gcv_print_help(FILE *out)
{
    put_wrapped(out, gcv_program_summary, 0);
    fputs(
        "\nusage: gcview FILE                       the first look; - is standard input\n"
        "       gcview OLD NEW                    the same, and what grew\n"
        "       gcview COMMAND [OPTIONS] FILE...\n"
        "       gcview help [COMMAND or TOPIC]\n"
        "       gcview --version\n\ncommands:\n",
        out);
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        fprintf(out, "  %-10s %s\n", gcv_command_at(i)->name, gcv_command_at(i)->summary);
    }
    fputs("  help       this text, or the help of a command or a topic\n\ntopics:\n", out);
    for (size_t i = 0; gcv_topic_at(i) != NULL; i++) {
        fprintf(out, "  %-14s %s\n", gcv_topic_at(i)->name, gcv_topic_at(i)->summary);
    }
    fputs("\ninput formats:\n", out);
    for (size_t i = 0; i < gcv_n_formats(); i++) {
        fprintf(out, "  %-12s ", gcv_format_at(i)->name);
        put_wrapped(out, gcv_format_at(i)->summary, 15);
    }
    fprintf(out, "\nenvironment:\n  GCVIEW_WIDTH  %s\n\nexit status:\n", gcv_width_summary);
    for (size_t i = 0; gcv_exit_status_text(i) != NULL; i++) {
        fprintf(out, "  %u  %s\n", (unsigned)i, gcv_exit_status_text(i));
    }
}

const char *gcv_operands(const gcv_command *command)
{
    const unsigned inputs = command->inputs;
    const bool id = (inputs & GCV_INPUT_ID) != 0;
    return command->operands != NULL            ? command->operands
           : (inputs & GCV_INPUT_SEVERAL) != 0  ? "FILE [FILE...]"
           : (inputs & GCV_INPUT_SERIES) != 0   ? "[OLD...] FILE"
           : (inputs & GCV_INPUT_RULES) != 0    ? "FILE [RULE...]"
           : (inputs & GCV_INPUT_FOLLOWED) != 0 ? (id ? "ID FILE..." : "FILE...")
           : id                                 ? "ID FILE"
                                                : "FILE";
}

/* `whole`: with what the reference shows elsewhere, the examples and the common options. */
static void print_command(FILE *out, const gcv_command *command, bool whole)
{
    const size_t name_size = strlen("gcview  - ") + strlen(command->name);
    fprintf(out, "gcview %s - ", command->name);
    put_wrapped(out, command->summary, name_size);
    fprintf(out, "\nusage: gcview %s [OPTIONS] %s\n\n%s\n\n", command->name, gcv_operands(command),
            command->description);
    if (whole && command->examples != NULL) {
        fprintf(out, "examples:\n%s\n\n", command->examples);
    }
    fputs("columns: ", out);
    put_wrapped(out, command->columns, 9);
    fputs("\noptions:\n", out);
    print_options(out, command, true, whole || (command->inputs & GCV_INPUT_WORDS) != 0);
}

void gcv_print_command_help(FILE *out, const gcv_command *command)
{
    print_command(out, command, true);
}

/* Prints the command lines of `examples` as input of a console, without the output. */
static void print_console(FILE *out, const char *examples)
{
    fputs("```console\n", out);
    for (size_t i = 0; examples[i] != '\0'; i++) {
        putc(i == 0 || examples[i - 1] == '\n' ? '$' : examples[i], out);
    }
    fputs("\n```\n\n", out);
}

void gcv_print_reference(FILE *out)
{
    fputs(
        "# Command reference\n\n"
        "Made by `gcview help --reference` from the tables the program runs on; a test adds the "
        "output of the\nexamples. [Options of every command](#options-of-every-command) are at "
        "the end.\n\n"
        "```text\n",
        out);
    gcv_print_help(out);
    fputs("```\n", out);
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        fprintf(out, "\n## gcview %s\n\n", command->name);
        if (command->examples != NULL) {
            print_console(out, command->examples);
        }
        fputs("```text\n", out);
        print_command(out, command, false);
        fputs("```\n", out);
    }
    fputs("\n## Options of every command\n\n```text\n", out);
    print_options(out, gcv_command_at(0), false, true);
    fputs("```\n", out);
}

/* ---- documents and scripts ---------------------------------------------------------------- */

static const gcv_topic topics[] = {
    {"definitions", "what each word and each figure means", gcv_lines_definitions, 7, NULL},
    {"taking-a-dump", "how to take a dump, with tools and without, and its cost",
     gcv_lines_taking_a_dump, 7, "capture"},
    {"coming-from", "commands of other tools, and those of gcview", gcv_lines_coming_from, 7, NULL},
    {"ci", "a heap check in a pipeline, and the language of its rules", gcv_lines_ci, 7, "rules"},
    {"output", "files read and written, formats, json, and what is stable", gcv_lines_output, 5,
     "files"},
    {"agents", "which command for which question, and what not to claim", gcv_lines_agents, 7,
     NULL},
    {"tracking", "'track' and 'map': objects from one dump to the next", gcv_lines_tracking, 7,
     NULL},
};

enum { N_TOPICS = GCV_LENGTH(topics) };

const gcv_topic *gcv_topic_at(size_t at) { return at < N_TOPICS ? &topics[at] : NULL; }

const gcv_topic *gcv_topic_named(const char *name)
{
    size_t at = 0;
    while (at < N_TOPICS && strcmp(topics[at].name, name) != 0 &&
           (topics[at].also == NULL || strcmp(topics[at].also, name) != 0)) {
        at++;
    }
    return gcv_topic_at(at);
}

const char *gcv_topic_suggest(const char *name)
{
    gcv_near_word near = gcv_near_word_to(name);
    for (size_t i = 0; i < N_TOPICS; i++) {
        gcv_near_word_offer(&near, topics[i].name);
        if (topics[i].also != NULL) {
            gcv_near_word_offer(&near, topics[i].also);
        }
    }
    return near.found;
}
