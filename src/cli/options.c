/* options.c - the options for input, output and diagnostics, and the list of all options of a
 * command.
 *
 * The options of reports are rows in their own files and in report/shared_options.c.
 */
#include "cli/command_line.h"

#include <string.h>

#define LINE(member) GCV_HOME_LINE, offsetof(gcv_command_line, member)

static const char *table_format_word(size_t at)
{
    return gcv_output_format_word(GCV_FOR_TABLES, at);
}

static const char *gate_format_word(size_t at) { return gcv_output_format_word(GCV_FOR_GATE, at); }

static const char *drawing_format_word(size_t at)
{
    return gcv_output_format_word(GCV_FOR_DRAWINGS, at);
}

#define FORMAT(word)                                                                               \
    {                                                                                              \
        "format", '\0', GCV_OPTION_CHOICE, GCV_SHARED(format), NULL, word,                         \
            "format of the output (text)"                                                          \
    }

static const gcv_option format_rows[] = {
    [GCV_OUTPUT_TABLE] = FORMAT(table_format_word), [GCV_OUTPUT_GATE] = FORMAT(gate_format_word)};
static const gcv_option drawing_row = FORMAT(drawing_format_word);

static const gcv_option any_table_rows[] = {
    GCV_FLAG("human", LINE(human), "bytes in binary units; text format only"),
    {"width", '\0', GCV_OPTION_NUMBER, LINE(width), "N", NULL,
     "fit lines into N columns, shortening names; 0: off; text format only"},
    {"color", '\0', GCV_OPTION_CHOICE, LINE(color), "auto|always|never", NULL,
     "let heads and names of the text format stand out (auto: on a terminal)"},
    {"domain", '\0', GCV_OPTION_TEXT, GCV_SHARED(select.domain), "NAME", NULL,
     "only objects (or roots) of this application domain; analyses still see all"},
};

static const gcv_option followed_rows[] = {
    {"moves", '\0', GCV_OPTION_FILE, GCV_SHARED(follow.moves), "FILE", NULL,
     "moves log of what collections moved between the files, with a dump for each"},
    {"from", '\0', GCV_OPTION_SNAPSHOT, GCV_SHARED(follow.from), "N", NULL,
     "the first snapshot, or dump of --moves (the first complete one)"},
    {"to", '\0', GCV_OPTION_SNAPSHOT, GCV_SHARED(follow.to), "N", NULL,
     "the last snapshot, or dump of --moves (the last complete one)"},
};

static const gcv_option baseline_rows[] = {
    {"baseline", '\0', GCV_OPTION_DUMP, GCV_SHARED(baseline), "OLD", NULL,
     "compare with this dump"},
};

static const gcv_option baseline_snapshot_rows[] = {
    {"baseline-snapshot", '\0', GCV_OPTION_SNAPSHOT, LINE(baseline_snapshot), "N", NULL,
     "which snapshot of the baseline, and of all files of diff but the last (first)"},
};

static const gcv_option output_rows[] = {
    {"output", 'o', GCV_OPTION_FILE, LINE(output), "FILE", NULL,
     "write to FILE instead of standard output (-)"},
};

static const gcv_option input_rows[] = {
    GCV_FLAG("strict", GCV_SHARED(strict),
             "malformed input is an error (status 3), incomplete input has status 4"),
    {"quiet", 'q', GCV_OPTION_FLAG, LINE(quiet), NULL, NULL, "no warnings"},
    {"input-format", '\0', GCV_OPTION_TEXT, GCV_SHARED(input_format), "NAME", NULL,
     "read FILE as this format instead of recognising it"},
    {"snapshot", '\0', GCV_OPTION_SNAPSHOT, LINE(snapshot), "N", NULL,
     "of several snapshots in FILE: last or first (complete ones), or a number (last)"},
    GCV_FLAG("keep-size-classes", GCV_SHARED(keep_size_classes),
             "keep types apart that a .gcdump splits by size: 'X (Bytes > 1K)'"),
    GCV_FLAG("salvage", GCV_SHARED(salvage),
             "use the intact part of a damaged input, and report what is lost"),
    {"names", '\0', GCV_OPTION_CHOICE, GCV_SHARED(names), "yes|no", NULL,
     "no: load and show no names of properties, variables and fields (V8, Java; yes)"},
    {"shapes", '\0', GCV_OPTION_CHOICE, GCV_SHARED(shapes), "yes|no", NULL,
     "name plain objects of V8 by their properties: {id, price} (yes)"},
    {"max-memory", '\0', GCV_OPTION_SIZE, LINE(max_memory), "SIZE", NULL,
     "stop with status 5 as soon as more memory is needed; 0 is no limit"},
    GCV_FLAG("progress", LINE(progress),
             "show the phase, and how much of the input was read, on standard error"),
    GCV_FLAG("timings", LINE(timings),
             "a line for each phase on standard error at the end: CPU seconds, peak bytes"),
};

static const gcv_option help_rows[] = {
    {"help", 'h', GCV_OPTION_FLAG, LINE(help), NULL, NULL, "show the help of the command"},
};

const gcv_option *gcv_command_option(const gcv_command *command, size_t at)
{
    if (at < command->options.n) {
        return &command->options.rows[at];
    }
    at -= command->options.n;
    const gcv_option *option = gcv_shared_option(command->shared, &at);
    const unsigned inputs = command->inputs;
    const bool compares = (inputs & (GCV_INPUT_BASELINE | GCV_INPUT_SEVERAL)) != 0;
    const bool is_table = command->output != GCV_OUTPUT_BYTES;
    size_t first = 0;
    /* Those that depend on the inputs and the output. */
    const struct {
        bool taken;
        gcv_option_set set;
    } sets[] = {
        {(inputs & GCV_INPUT_ID) != 0, {gcv_shared_option(GCV_SET_OBJECT, &first), 1}},
        {(inputs & GCV_INPUT_FOLLOWED) != 0, GCV_OPTION_SET(followed_rows)},
        {(inputs & GCV_INPUT_BASELINE) != 0, GCV_OPTION_SET(baseline_rows)},
        {compares, GCV_OPTION_SET(baseline_snapshot_rows)},
        {is_table, {command->draws ? &drawing_row : &format_rows[command->output], 1}},
        {is_table, GCV_OPTION_SET(any_table_rows)},
        {true, GCV_OPTION_SET(output_rows)},
        {(inputs & GCV_INPUT_WORDS) == 0, GCV_OPTION_SET(input_rows)},
        {true, GCV_OPTION_SET(help_rows)},
    };
    for (size_t i = 0; option == NULL && i < GCV_LENGTH(sets); i++) {
        const size_t n = sets[i].taken ? sets[i].set.n : 0;
        option = at < n ? &sets[i].set.rows[at] : NULL;
        at -= n;
    }
    return option;
}

const gcv_option *gcv_option_named(const gcv_command *command, const char *name)
{
    const gcv_slice wanted = gcv_slice_of(name, strcspn(name, "="));
    const gcv_option *option;
    size_t i = 0;
    do {
        option = gcv_command_option(command, i++);
    } while (option != NULL && !gcv_slice_is(wanted, option->name));
    return option;
}

const gcv_option *gcv_option_of(const gcv_command *command, const char *argument)
{
    const gcv_option *option;
    size_t i = 0;
    if (argument[0] != '-' || argument[1] == '\0' || argument[1] == '-') {
        return argument[0] == '-' && argument[1] == '-' ? gcv_option_named(command, argument + 2)
                                                        : NULL;
    }
    do {
        option = gcv_command_option(command, i++);
    } while (option != NULL && option->letter != argument[1]);
    return option;
}

const char *gcv_option_word(const gcv_option *option, size_t at, size_t *size)
{
    const char *word = option->value;
    if (option->word != NULL) {
        word = option->word(at);
        *size = word != NULL ? strlen(word) : 0;
        return word;
    }
    for (; word != NULL && at > 0; at--) {
        word = strchr(word, '|');
        word = word != NULL ? word + 1 : NULL;
    }
    *size = word != NULL ? strcspn(word, "|") : 0;
    return word;
}

bool gcv_option_has_word(const gcv_option *option, const char *text)
{
    const char *word;
    size_t size, i = 0;
    while ((word = gcv_option_word(option, i++, &size)) != NULL) {
        if (strlen(text) == size && memcmp(word, text, size) == 0) {
            return true;
        }
    }
    return false;
}

void *gcv_option_value(gcv_command_line *line, const gcv_option *option)
{
    char *home = option->home == GCV_HOME_COMMAND  ? line->own.bytes
                 : option->home == GCV_HOME_REPORT ? (char *)&line->report
                                                   : (char *)line;
    return home + option->offset;
}

void gcv_option_value_text(const gcv_option *option, char *out, size_t size)
{
    const char *word;
    size_t length, used = 0, i = 0;
    if (option->word == NULL) {
        (void)snprintf(out, size, "%s", option->value != NULL ? option->value : "");
        return;
    }
    out[0] = '\0';
    while ((word = gcv_option_word(option, i, &length)) != NULL && used < size) {
        used += (size_t)snprintf(out + used, size - used, "%s%s", i++ > 0 ? "|" : "", word);
    }
}
