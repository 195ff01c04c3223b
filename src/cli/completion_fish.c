/* completion_fish.c - completion for fish 3 or later. */
#include "cli/completion_shells.h"

#include "cli/command_line.h"
#include "cli/completion_words.h"
#include "cli/topics.h"

static const char head[] =
    "# fish completion of gcview. Made by `gcview help --completion fish`.\n"
    "\n"
    "function __gcview_needs_command\n"
    "    test (count (commandline -opc)) -eq 1\n"
    "end\n"
    "\n"
    "# Is the command line one of this command? Without a name it is one of the first look.\n"
    "function __gcview_is\n"
    "    set -l words (commandline -opc) ''\n"
    "    set -l name overview\n"
    "    switch $words[2]\n"
    "        case help -h --help\n"
    "            set name help\n"
    "        case ";

static const char middle[] =
    "\n"
    "            set name $words[2]\n"
    "    end\n"
    "    contains -- $name $argv\n"
    "end\n"
    "\n"
    "function __gcview_needs_topic\n"
    "    __gcview_is help; and test (count (commandline -opc)) -eq 2\n"
    "end\n"
    "\n"
    "function __gcview_dumps\n"
    "    __fish_complete_suffix .";

static const char tail[] =
    "\n"
    "end\n"
    "\n"
    "# Those of the first file that is named, unless it takes long to read.\n"
    "function __gcview_snapshots\n"
    "    printf '%s\\n' first last\n"
    "    set -l words (commandline -opc)\n"
    "    for word in $words[2..]\n"
    "        if test -f $word\n"
    "            if test (wc -c <$word) -lt 100000000\n"
    "                seq ($words[1] summary --quiet --format tsv $word 2>/dev/null |\n"
    "                    string match -r '^snapshot' | count)\n"
    "            end\n"
    "            break\n"
    "        end\n"
    "    end\n"
    "end\n"
    "\n"
    "complete -c gcview -f\n"
    "complete -c gcview -n __gcview_needs_command -l version -d 'show the version'\n"
    "complete -c gcview -n '__gcview_is help' -l reference -d 'the help of all commands'\n"
    "complete -c gcview -n '__gcview_is help' -l completion -x -a '" GCV_SHELL_NAMES
    "' -d 'the completion of a shell'\n"
    "complete -c gcview -n '__gcview_is help' -l man -d 'a manual page' -x -a '";

static void print_option(FILE *out, const gcv_command *command, const gcv_option *option)
{
    static const char *const values[] = {"",
                                         " -x",
                                         "",
                                         " -r -F",
                                         " -x -k -a '(__gcview_dumps)'",
                                         " -x -k -a '(__gcview_snapshots)'"};
    gcv_value value = gcv_value_of(command, option);
    fprintf(out, "complete -c gcview -n '__gcview_is %s'", command->name);
    if (option->letter != '\0') {
        fprintf(out, " -s %c", option->letter);
    }
    fprintf(out, " -l %s", option->name);
    if (value.kind == GCV_VALUE_WORDS) {
        fprintf(out, " -x -a '%s'", value.words);
    } else {
        fputs(values[value.kind], out);
    }
    fputs(" -d '", out);
    gcv_print_quoted(out, option->summary, "\\'", "\\");
    fputs("'\n", out);
}

/* Prints the operands of commands: dumps, except for help and for commands with words of their
 * own. */
static void print_operands(FILE *out)
{
    size_t i;
    for (i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        gcv_value operand = gcv_value_of_operand(command);
        if (operand.kind == GCV_VALUE_WORDS) {
            fprintf(
                out,
                "complete -c gcview -n '__gcview_is %s; and not __fish_seen_subcommand_from %s' "
                "-a '%s'\n",
                command->name, operand.words, operand.words);
        }
    }
    fputs("complete -c gcview -n 'not __gcview_is help", out);
    for (i = 0; i < gcv_n_commands(); i++) {
        if (gcv_value_of_operand(gcv_command_at(i)).kind == GCV_VALUE_WORDS) {
            fprintf(out, " %s", gcv_command_at(i)->name);
        }
    }
    fputs("' -k -a '(__gcview_dumps)'\n", out);
}

static void print_word(FILE *out, const char *condition, const char *word, const char *summary)
{
    fprintf(out, "complete -c gcview -n '%s' -a %s -d '", condition, word);
    gcv_print_quoted(out, summary, "\\'", "\\");
    fputs("'\n", out);
}

void gcv_print_fish_completion(FILE *out)
{
    const gcv_option *option;
    size_t i, j;
    fputs(head, out);
    gcv_print_command_names(out);
    fputs(middle, out);
    gcv_print_endings(out, " .");
    fputs(tail, out);
    gcv_print_page_names(out);
    fputs("'\n", out);
    print_operands(out);
    for (i = 0; i < gcv_n_commands(); i++) {
        const gcv_command *command = gcv_command_at(i);
        print_word(out, "__gcview_needs_command", command->name, command->summary);
        print_word(out, "__gcview_needs_topic", command->name, command->summary);
        for (j = 0; (option = gcv_command_option(command, j)) != NULL; j++) {
            print_option(out, command, option);
        }
    }
    print_word(out, "__gcview_needs_command", "help", "help on a command or a topic");
    for (i = 0; gcv_topic_at(i) != NULL; i++) {
        print_word(out, "__gcview_needs_topic", gcv_topic_at(i)->name, gcv_topic_at(i)->summary);
    }
}
