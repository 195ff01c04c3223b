/* mistakes.c - corrections of mistyped options and operands; see mistakes.h. */
#include "cli/mistakes.h"

#include "base/shell.h"

#include <string.h>

/* Options of other tools, and short ones. If a word is in several rows, the first with an option of
 * the command counts. */
static const struct {
    const char *option; /* which the command must have */
    const char *text;   /* NULL: "--" and the option */
    const char *words[GCV_WORDS_A_ROW];
} options[] = {
    {"format", NULL, {"f", "fmt", "outputformat"}},
    {"format", "--format md", {"markdown"}},
    {"output", NULL, {"out", "outfile", "file"}},
    {"limit", NULL, {"top", "l"}},
    {"top", "--top 0", {"a", "all"}},
    {"top", NULL, {"limit", "l", "count", "head", "lines", "rows"}},
    {"type", NULL, {"t", "class", "filter", "include", "match", "mt", "name", "pattern", "regex"}},
    {"object", NULL, {"address", "addr", "id"}},
    {"min", NULL, {"size", "minsize", "threshold"}},
    {"sort", NULL, {"orderby", "order", "s"}},
    {"reverse", NULL, {"ascending", "asc", "r"}},
    {"by", NULL, {"groupby", "group"}},
    {"ignore-case", NULL, {"i"}},
    {"baseline", NULL, {"old", "before"}},
    {"include-weak", NULL, {"weak"}},
    {"reachable", NULL, {"live"}},
    {"unreachable", NULL, {"dead"}},
    {"generation", NULL, {"gen"}},
    {"quiet", NULL, {"silent"}},
    {"progress", NULL, {"v", "verbose"}},
    {"help", "gcview --version", {"version"}},
    {"max-memory", NULL, {"memory"}},
};

static const char version[] = "version"; /* which is no option of a command */

/* The first option in the help that begins with the unknown name, else the nearest. NULL: none. */
static const char *nearest(const gcv_command *command, const char *name)
{
    gcv_near_word near = gcv_near_word_to(name);
    const gcv_option *option;
    size_t i = 0;
    while ((option = gcv_command_option(command, i++)) != NULL) {
        if (strncmp(option->name, name, strlen(name)) == 0) {
            return option->name;
        }
        gcv_near_word_offer(&near, option->name);
    }
    gcv_near_word_offer(&near, version);
    return near.found;
}

/* The first command that has an option near an unknown name, and that option. */
static const gcv_command *nearest_of_all(const char *name, const char **option)
{
    const gcv_command *found = NULL;
    for (size_t i = 0; i < gcv_n_commands() && found == NULL; i++) {
        *option = nearest(gcv_command_at(i), name);
        found = *option != NULL ? gcv_command_at(i) : NULL;
    }
    return found;
}

void gcv_hint_option(const gcv_command *command, const char *name, char hint[GCV_MISTAKE_MAX])
{
    const gcv_option *format = gcv_option_named(command, "format");
    const char *text = NULL;
    size_t i = 0, n = GCV_LENGTH(options);
    hint[0] = '\0';
    if (format != NULL && gcv_option_has_word(format, name)) {
        (void)snprintf(hint, GCV_MISTAKE_MAX, "; did you mean '--format %s'?", name);
        return;
    }
    while (i < n && (!gcv_is_among_words(name, options[i].words) ||
                     gcv_option_named(command, options[i].option) == NULL)) {
        i++;
    }
    const char *near = i < n ? options[i].option : strlen(name) > 1 ? nearest(command, name) : NULL;
    text = i < n ? options[i].text : near == version ? "gcview --version" : NULL;
    if (near != NULL) {
        (void)snprintf(hint, GCV_MISTAKE_MAX, "; did you mean '%s%s'?", text != NULL ? "" : "--",
                       text != NULL ? text : near);
        return;
    }
    const gcv_command *other = strlen(name) > 1 ? nearest_of_all(name, &near) : NULL;
    if (other != NULL && strcmp(near, name) != 0) {
        (void)snprintf(hint, GCV_MISTAKE_MAX, "; did you mean '--%s', as of 'gcview %s'?", near,
                       other->name);
    }
}

/* The option with which the command takes a word that is not a file; NULL: none. */
static const char *option_for(const gcv_command *command, const char *stray)
{
    uint64_t value;
    return gcv_parse_u64(stray, &value) && gcv_option_named(command, "top") != NULL ? "top"
           : gcv_id_may_be(gcv_slice_str(stray)) && gcv_option_named(command, "object") != NULL
               ? "object"
           : gcv_option_named(command, "type") != NULL ? "type"
                                                       : NULL;
}

void gcv_hint_operand(const gcv_command *command, const char *first, const char *second,
                      char hint[GCV_MISTAKE_MAX])
{
    bool first_is_stray = strcmp(first, "-") != 0 && !gcv_file_exists(first);
    const char *stray = first_is_stray ? first : second;
    const char *file = first_is_stray ? second : first;
    const char *option = option_for(command, stray);
    char name[40], path[60];
    hint[0] = '\0';
    if ((command->inputs & GCV_INPUT_ID) == 0 && option != NULL &&
        (strcmp(file, "-") == 0 || gcv_file_exists(file)) && stray[0] != '-' &&
        !gcv_file_exists(stray)) {
        (void)snprintf(hint, GCV_MISTAKE_MAX,
                       "'%s' takes one file, and '%.30s' is none; type: gcview %s --%s %s %s",
                       command->name, stray, command->name, option,
                       gcv_shell_fit(GCV_SHELL_EXACT, stray, "NAME", name, sizeof name),
                       gcv_shell_fit(GCV_SHELL_PATH, file, "FILE", path, sizeof path));
    }
}
