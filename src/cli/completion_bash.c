/* completion_bash.c - completion for bash 4.4 or later. */
#include "cli/completion_shells.h"

#include "cli/command_line.h"
#include "cli/completion_words.h"

#include <string.h>

static const char head[] =
    "# bash completion of gcview. Made by `gcview help --completion bash`.\n"
    "\n"
    "_gcview_words() {\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\")\n"
    "}\n"
    "\n"
    "_gcview_files() {\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
    "}\n"
    "\n"
    "# Dumps by their endings, and folders; all files if there are none.\n"
    "_gcview_dumps() {\n"
    "    local name\n"
    "    local -a all\n"
    "    _gcview_files\n"
    "    all=(\"${COMPREPLY[@]}\")\n"
    "    COMPREPLY=()\n"
    "    for name in \"${all[@]}\"; do\n"
    "        if [[ -d ${name/#\\~/$HOME} || $name == *.@(";

static const char middle[] =
    ") ]]; then\n"
    "            COMPREPLY+=(\"$name\")\n"
    "        fi\n"
    "    done\n"
    "    ((${#COMPREPLY[@]} > 0)) || COMPREPLY=(\"${all[@]}\")\n"
    "}\n"
    "\n"
    "# Those of the first file that is named, unless it takes long to read.\n"
    "_gcview_snapshots() {\n"
    "    local word n=0\n"
    "    for word in \"${COMP_WORDS[@]:2}\"; do\n"
    "        if [[ -f $word ]]; then\n"
    "            if (($(wc -c <\"$word\") < 100000000)); then\n"
    "                n=$(\"${COMP_WORDS[0]}\" summary --quiet --format tsv \"$word\" 2>/dev/null "
    "|\n"
    "                    grep -c '^snapshot')\n"
    "            fi\n"
    "            break\n"
    "        fi\n"
    "    done\n"
    "    _gcview_words \"first last $(seq \"$n\")\"\n"
    "}\n"
    "\n"
    "_gcview() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command=${COMP_WORDS[1]} options words=\n"
    "    local -a all\n"
    "    COMPREPLY=()\n"
    "    # --name=value is three words.\n"
    "    [[ $cur == '=' ]] && cur=\n"
    "    [[ $prev == '=' ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    ((COMP_CWORD == 1)) && command=\n"
    "    if [[ -z $command && $cur != -* ]]; then\n";

static const char tail[] =
    "    esac\n"
    "    [[ -z $command ]] && options+=' --version'\n"
    "    if [[ $cur == -* ]]; then\n"
    "        _gcview_words \"$options\"\n"
    "    elif [[ -z $words ]]; then\n"
    "        _gcview_dumps\n"
    "    elif [[ \" ${COMP_WORDS[*]:2:COMP_CWORD-2} \" != *\\ @(${words// /|})\\ * ]]; then\n"
    "        _gcview_words \"$words\"\n"
    "    fi\n"
    "}\n"
    "\n"
    "complete -F _gcview gcview\n";

static void print_pattern(FILE *out, const gcv_option *option)
{
    if (option->letter != '\0') {
        fprintf(out, "-%c | ", option->letter);
    }
    fprintf(out, "--%s", option->name);
}

/* Prints the branch for an option as the word before the cursor. */
static void print_value(FILE *out, const gcv_option *option, const gcv_value *value)
{
    static const char *const calls[] = {
        "", "", "", "_gcview_files", "_gcview_dumps", "_gcview_snapshots"};
    if (value->kind == GCV_VALUE_NONE || value->kind == GCV_VALUE_ANY) {
        return;
    }
    fputs("        ", out);
    print_pattern(out, option);
    if (value->kind == GCV_VALUE_WORDS) {
        fprintf(out, ") _gcview_words '%s'; return ;;\n", value->words);
    } else {
        fprintf(out, ") %s; return ;;\n", calls[value->kind]);
    }
}

/* Prints one branch for all options with values that cannot be completed, if there are any. */
static void print_unknown(FILE *out, const gcv_command *command)
{
    const gcv_option *option;
    size_t n = 0, i;
    for (i = 0; (option = gcv_command_option(command, i)) != NULL; i++) {
        if (gcv_value_of(command, option).kind == GCV_VALUE_ANY) {
            fputs(n++ > 0 ? " | " : "        ", out);
            print_pattern(out, option);
        }
    }
    fputs(n > 0 ? ") return ;;\n" : "", out);
}

static void print_command(FILE *out, const gcv_command *command, const char *pattern)
{
    const gcv_value operand = gcv_value_of_operand(command);
    const gcv_option *option;
    size_t i;
    fprintf(out, "    %s)\n        options='", pattern);
    for (i = 0; (option = gcv_command_option(command, i)) != NULL; i++) {
        fprintf(out, "%s--%s", i > 0 ? " " : "", option->name);
    }
    fputs("'\n", out);
    if (operand.kind == GCV_VALUE_WORDS) {
        fprintf(out, "        words='%s'\n", operand.words);
    }
    fputs("        case $prev in\n", out);
    for (i = 0; (option = gcv_command_option(command, i)) != NULL; i++) {
        gcv_value value = gcv_value_of(command, option);
        print_value(out, option, &value);
    }
    print_unknown(out, command);
    fputs("        esac\n        ;;\n", out);
}

static void print_help(FILE *out)
{
    fputs(
        "    help | -h | --help)\n"
        "        case $prev in\n"
        "        --completion) _gcview_words '" GCV_SHELL_NAMES
        "' ;;\n"
        "        --man) _gcview_words '",
        out);
    gcv_print_page_names(out);
    fputs("' ;;\n        \"$command\")\n            options='", out);
    gcv_print_help_names(out);
    fputs(
        "'\n"
        "            [[ $cur == -* ]] && options='" GCV_HELP_OPTIONS
        "'\n"
        "            _gcview_words \"$options\"\n"
        "            ;;\n"
        "        esac\n"
        "        return\n"
        "        ;;\n",
        out);
}

void gcv_print_bash_completion(FILE *out)
{
    size_t i;
    fputs(head, out);
    gcv_print_endings(out, "|");
    fputs(middle, out);
    fputs("        _gcview_dumps\n        all=(\"${COMPREPLY[@]}\")\n        _gcview_words '", out);
    gcv_print_command_names(out);
    fputs("'\n        COMPREPLY+=(\"${all[@]}\")\n        return\n    fi\n", out);
    fputs("    case $command in\n", out);
    print_help(out);
    for (i = 1; i < gcv_n_commands(); i++) {
        print_command(out, gcv_command_at(i), gcv_command_at(i)->name);
    }
    print_command(out, gcv_command_at(0), "*"); /* run by a FILE alone */
    fputs(tail, out);
}
