/* completion_zsh.c - completion for zsh, using its function _arguments. */
#include "cli/completion_shells.h"

#include "cli/command_line.h"
#include "cli/completion_words.h"

#include <string.h>

static const char head[] =
    "#compdef gcview\n"
    "# zsh completion of gcview. Made by `gcview help --completion zsh`.\n"
    "\n"
    "# Dumps by their endings; all files if there are none.\n"
    "_gcview_dumps() {\n"
    "    _files -g '*.(";

static const char middle[] =
    ")(-.)' || _files\n"
    "}\n"
    "\n"
    "# Those of the first file that is named, unless it takes long to read.\n"
    "_gcview_snapshots() {\n"
    "    local word\n"
    "    local -i n=0\n"
    "    for word in ${(Q)words[2,-1]}; do\n"
    "        if [[ -f $word ]]; then\n"
    "            if (( $(wc -c <$word) < 100000000 )); then\n"
    "                n=$($gcview summary --quiet --format tsv $word 2>/dev/null | grep -c "
    "'^snapshot')\n"
    "            fi\n"
    "            break\n"
    "        fi\n"
    "    done\n"
    "    compadd -- first last $(seq $n)\n"
    "}\n"
    "\n"
    "_gcview() {\n"
    "    local gcview=${(Q)words[1]} curcontext=$curcontext\n"
    "    local name=$words[2] operand='*:dump:_gcview_dumps'\n"
    "    local -a state line commands options\n"
    "    local -i named=1\n"
    "    typeset -A opt_args\n"
    "    (( CURRENT == 2 )) && name=\n"
    "    if [[ -z $name && $PREFIX != -* ]]; then\n"
    "        commands=(\n";

static const char tail[] =
    "    esac\n"
    "    [[ -z $name ]] && options+=('--version[show the version]')\n"
    "    if (( named )); then\n"
    "        shift words\n"
    "        (( CURRENT-- ))\n"
    "    fi\n"
    "    _arguments -S -s : $options $operand\n"
    "}\n"
    "\n"
    "_gcview \"$@\"\n";

/* Whether an option may be given more than once. */
static bool repeats(const gcv_option *option)
{
    return option->kind == GCV_OPTION_WORDS || option->kind == GCV_OPTION_GLOBS;
}

/* Prints the _arguments specification of an option. */
static void print_option(FILE *out, const gcv_command *command, const gcv_option *option)
{
    static const char *const actions[] = {
        "", " ", "", "_files", "_gcview_dumps", "_gcview_snapshots"};
    gcv_value value = gcv_value_of(command, option);
    bool takes = value.kind != GCV_VALUE_NONE;
    fputs("            ", out);
    if (option->letter != '\0') {
        fprintf(out, "'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name, option->letter,
                takes ? "+" : "", option->name, takes ? "=" : "");
    } else {
        fprintf(out, "'%s--%s%s[", repeats(option) ? "*" : "", option->name, takes ? "=" : "");
    }
    gcv_print_quoted(out, option->summary, "'\\''", "[]:\\");
    putc(']', out);
    if (takes) {
        fprintf(out, ":%s:", option->name);
        fprintf(out, value.kind == GCV_VALUE_WORDS ? "(%s)" : "%s",
                value.kind == GCV_VALUE_WORDS ? value.words : actions[value.kind]);
    }
    fputs("'\n", out);
}

static void print_command(FILE *out, const gcv_command *command, const char *pattern)
{
    const gcv_value operand = gcv_value_of_operand(command);
    const gcv_option *option;
    size_t i;
    fprintf(out, "    (%s)\n        options=(\n", pattern);
    for (i = 0; (option = gcv_command_option(command, i)) != NULL; i++) {
        print_option(out, command, option);
    }
    fputs("        )\n", out);
    if (operand.kind == GCV_VALUE_WORDS) {
        fprintf(out, "        operand='1:%s:(%s)'\n", command->name, operand.words);
    }
    fputs("        ;;\n", out);
}

static void print_help(FILE *out)
{
    fputs(
        "    (help|-h|--help)\n"
        "        case $words[CURRENT-1] in\n"
        "        (--completion) compadd -- " GCV_SHELL_NAMES
        " ;;\n"
        "        (--man) compadd -- ",
        out);
    gcv_print_page_names(out);
    fputs(
        " ;;\n"
        "        ($name)\n"
        "            if [[ $PREFIX == -* ]]; then\n"
        "                compadd -- " GCV_HELP_OPTIONS
        "\n"
        "            else\n"
        "                compadd -- ",
        out);
    gcv_print_help_names(out);
    fputs(
        "\n"
        "            fi\n"
        "            ;;\n"
        "        esac\n"
        "        return\n"
        "        ;;\n",
        out);
}

void gcv_print_zsh_completion(FILE *out)
{
    size_t i;
    fputs(head, out);
    gcv_print_endings(out, "|");
    fputs(middle, out);
    for (i = 0; i < gcv_n_commands(); i++) {
        fprintf(out, "            '%s:", gcv_command_at(i)->name);
        gcv_print_quoted(out, gcv_command_at(i)->summary, "'\\''", ":\\");
        fputs("'\n", out);
    }
    fputs(
        "            'help:help on a command or a topic'\n        )\n"
        "        _describe -t commands command commands\n        _gcview_dumps\n        return\n"
        "    fi\n    case $name in\n",
        out);
    print_help(out);
    for (i = 1; i < gcv_n_commands(); i++) {
        print_command(out, gcv_command_at(i), gcv_command_at(i)->name);
    }
    fputs("    (*) named=0 ;|\n", out);
    print_command(out, gcv_command_at(0), "*"); /* run by a FILE alone */
    fputs(tail, out);
}
