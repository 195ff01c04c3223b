/* completion_words.c - the words possible on a command line; see completion_words.h. */
#include "cli/completion_words.h"

#include "cli/command_line.h"
#include "cli/topics.h"
#include "input/load/formats.h"

#include <string.h>

static void add_word(gcv_value *value, const char *word, size_t size)
{
    size_t used = strlen(value->words);
    value->kind = GCV_VALUE_WORDS;
    (void)snprintf(value->words + used, sizeof value->words - used, "%s%.*s", used > 0 ? " " : "",
                   (int)size, word);
}

static void add_choices(gcv_value *value, const gcv_option *option)
{
    const char *word;
    size_t size, i = 0;
    while ((word = gcv_option_word(option, i++, &size)) != NULL) {
        add_word(value, word, size);
    }
}

static void add_formats(gcv_value *value)
{
    size_t i;
    for (i = 0; i < gcv_n_formats(); i++) {
        add_word(value, gcv_format_at(i)->name, strlen(gcv_format_at(i)->name));
    }
}

/* Adds the columns that rows can be sorted by without other options. */
static void add_columns(gcv_value *value, const gcv_command *command)
{
    gcv_command_line line;
    gcv_table table;
    size_t i;
    gcv_command_line_init(&line, command);
    memset(&table, 0, sizeof table);
    if (command->table != NULL) {
        command->table(&line.report, &table);
    }
    for (i = 0; i < table.n; i++) {
        if (table.columns[i].key != NULL) {
            add_word(value, table.columns[i].name, strlen(table.columns[i].name));
        }
    }
}

gcv_value gcv_value_of(const gcv_command *command, const gcv_option *option)
{
    gcv_value value;
    memset(&value, 0, sizeof value);
    value.kind = option->kind == GCV_OPTION_FLAG        ? GCV_VALUE_NONE
                 : option->kind == GCV_OPTION_DUMP      ? GCV_VALUE_DUMP
                 : option->kind == GCV_OPTION_FILE      ? GCV_VALUE_FILE
                 : option->kind == GCV_OPTION_TEXT_FILE ? GCV_VALUE_FILE
                 : option->kind == GCV_OPTION_SNAPSHOT  ? GCV_VALUE_SNAPSHOT
                                                        : GCV_VALUE_ANY;
    if (option->kind == GCV_OPTION_CHOICE) {
        add_choices(&value, option);
    } else if (strcmp(option->name, "input-format") == 0) {
        add_formats(&value);
    } else if (strcmp(option->name, "sort") == 0) {
        add_columns(&value, command);
    }
    return value;
}

gcv_value gcv_value_of_operand(const gcv_command *command)
{
    const char *at = command->operands;
    gcv_value value;
    memset(&value, 0, sizeof value);
    value.kind = GCV_VALUE_DUMP;
    if ((command->inputs & GCV_INPUT_WORDS) != 0) {
        for (;;) {
            size_t size = strcspn(at, "| ");
            add_word(&value, at, size);
            if (at[size] != '|') {
                break;
            }
            at += size + 1;
        }
    }
    return value;
}

void gcv_print_endings(FILE *out, const char *between)
{
    size_t i;
    for (i = 0; i < gcv_n_formats(); i++) {
        const char *at = gcv_format_at(i)->endings;
        while (*at != '\0') {
            size_t size = strcspn(at, " ");
            fprintf(out, "%s%.*s", i > 0 || at > gcv_format_at(i)->endings ? between : "",
                    (int)size, at);
            at += size + (at[size] == ' ');
        }
    }
}

static void print_command_names(FILE *out)
{
    size_t i;
    for (i = 0; i < gcv_n_commands(); i++) {
        fprintf(out, "%s ", gcv_command_at(i)->name);
    }
}

void gcv_print_command_names(FILE *out)
{
    print_command_names(out);
    fputs("help", out);
}

static void print_topic_names(FILE *out)
{
    size_t i;
    for (i = 0; gcv_topic_at(i) != NULL; i++) {
        fprintf(out, "%s ", gcv_topic_at(i)->name);
    }
}

void gcv_print_help_names(FILE *out)
{
    print_topic_names(out);
    gcv_print_command_names(out);
}

void gcv_print_page_names(FILE *out)
{
    print_topic_names(out);
    print_command_names(out);
    fputs("gcview", out);
}

void gcv_print_quoted(FILE *out, const char *text, const char *quote, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs(quote, out);
        } else {
            fprintf(out, "%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
        }
    }
}
