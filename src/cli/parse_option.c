/* parse_option.c - parses one option of the command line: finds its row, then parses its value. */
#include "cli/mistakes.h"

#include <string.h>

static bool any_command_takes(const char *argument)
{
    for (size_t i = 0; i < gcv_n_commands(); i++) {
        if (gcv_option_of(gcv_command_at(i), argument) != NULL) {
            return true;
        }
    }
    return false;
}

GCV_NORETURN static void fail_unknown(gcv_context *ctx, const gcv_command *command,
                                      const char *argument, size_t size)
{
    const size_t dashes = argument[1] != '-' ? 1 : 2;
    char name[40] = "", hint[GCV_MISTAKE_MAX];
    if (size - dashes < sizeof name) {
        memcpy(name, argument + dashes, size - dashes);
        name[size - dashes] = '\0';
    }
    gcv_hint_option(command, name, hint);
    gcv_refuse_if(ctx, any_command_takes(argument), "'%s' does not take the option '%.*s'%s",
                  command->name, (int)size, argument, hint);
    gcv_fail(ctx, GCV_ERR_USAGE, "unknown option '%.*s'%s", (int)(size < 100 ? size : 100),
             argument, hint);
}

GCV_NORETURN static void fail_without_value(gcv_context *ctx, const gcv_option *option)
{
    char words[100];
    gcv_option_value_text(option, words, sizeof words);
    gcv_fail(ctx, GCV_ERR_USAGE, "'--%s' wants %s", option->name, words);
}

GCV_NORETURN static void fail_value(gcv_context *ctx, const gcv_option *option, const char *value,
                                    const char *wanted)
{
    gcv_fail(ctx, GCV_ERR_USAGE, "--%s wants %s, not '%.60s'", option->name, wanted, value);
}

static bool parse_snapshot(const char *text, uint64_t *value)
{
    if (strcmp(text, "last") == 0) {
        *value = GCV_SNAPSHOT_LAST;
        return true;
    }
    if (strcmp(text, "first") == 0) {
        *value = GCV_SNAPSHOT_FIRST;
        return true;
    }
    return gcv_parse_u64(text, value) && *value > 0 && *value < GCV_SNAPSHOT_FIRST;
}

static void refuse_twice(gcv_context *ctx, const gcv_option *option, bool given)
{
    gcv_refuse_if(ctx, given, "--%s is given twice", option->name);
}

static void set_number(gcv_context *ctx, void *at, const gcv_option *option, const char *value)
{
    gcv_optional *number = at;
    static const struct {
        bool (*const parse)(const char *text, uint64_t *value);
        const char *wanted;
    } numbers[] = {
        [GCV_OPTION_NUMBER] = {gcv_parse_u64, "a number"},
        [GCV_OPTION_SNAPSHOT] = {parse_snapshot, "'last', 'first' or a number from 1 on"},
        [GCV_OPTION_SIZE] = {gcv_parse_size, "a number of bytes such as 4096, 4k or 1GiB"},
        [GCV_OPTION_PERCENT] = {gcv_parse_percent, "a percentage from 0 to 100 such as 10 or 0.5"},
    };
    number->given = true;
    if (!numbers[option->kind].parse(value, &number->value)) {
        fail_value(ctx, option, value, numbers[option->kind].wanted);
    }
}

static void set_id(gcv_context *ctx, void *at, const gcv_option *option, const char *value)
{
    gcv_slice *id = at;
    refuse_twice(ctx, option, id->data != NULL);
    *id = gcv_slice_str(value);
    if (!gcv_id_may_be(*id)) {
        fail_value(ctx, option, value, "an object id");
    }
}

/* `A:B`; or A, with B in the next argument. */
static void set_ids(gcv_context *ctx, gcv_slice *ids, const gcv_option *option, const char *value,
                    const char *next)
{
    const char *colon = strchr(value, ':');
    gcv_slice first = gcv_slice_of(value, colon != NULL ? (size_t)(colon - value) : strlen(value));
    next = colon != NULL ? colon + 1 : next;
    if (next == NULL) {
        fail_without_value(ctx, option);
    }
    gcv_refuse_if(ctx, !gcv_id_may_be(first) || !gcv_id_may_be(gcv_slice_str(next)),
                  "--%s wants two object ids, not '%.60s' '%.60s'", option->name, value,
                  colon != NULL ? "" : next);
    refuse_twice(ctx, option, ids[0].data != NULL);
    ids[0] = first;
    ids[1] = gcv_slice_str(next);
}

static void set_choice(gcv_context *ctx, void *at, const gcv_option *option, const char *value)
{
    char words[100];
    if (!gcv_option_has_word(option, value)) {
        gcv_option_value_text(option, words, sizeof words);
        fail_value(ctx, option, value, words);
    }
    *(const char **)at = value;
}

/* A text given twice is an error, because it is not obvious which one counts. For a number or a
 * word of a choice the last one counts. */
static void set_text(gcv_context *ctx, void *at, const gcv_option *option, const char *value)
{
    const char **text = at;
    refuse_twice(ctx, option, *text != NULL);
    *text = value;
}

static void set_text_file(gcv_context *ctx, void *at, const gcv_option *option, const char *value)
{
    set_text(ctx, &((gcv_text_file *)at)->path, option, value);
}

static void add_word(gcv_context *ctx, void *at, const gcv_option *option, const char *value)
{
    gcv_words *words = at;
    gcv_refuse_if(ctx, words->n == GCV_MAX_WORDS, "more than %d times --%s", GCV_MAX_WORDS,
                  option->name);
    words->word[words->n++] = value;
}

static void add_glob(gcv_context *ctx, void *at, const gcv_option *option, const char *value)
{
    const char *fault = gcv_glob_fault(gcv_slice_str(value));
    gcv_refuse_if(ctx, fault != NULL, "--%s: %s", option->name, fault);
    add_word(ctx, at, option, value);
}

/* Sets the value of an option that is no flag and takes one argument. */
static void set_value(gcv_context *ctx, gcv_command_line *line, const gcv_option *option,
                      const char *value)
{
    static void (*const setters[])(gcv_context * ctx, void *at, const gcv_option *option,
                                   const char *value) = {
        [GCV_OPTION_TEXT] = set_text,       [GCV_OPTION_FILE] = set_text,
        [GCV_OPTION_DUMP] = set_text,       [GCV_OPTION_TEXT_FILE] = set_text_file,
        [GCV_OPTION_CHOICE] = set_choice,   [GCV_OPTION_NUMBER] = set_number,
        [GCV_OPTION_SNAPSHOT] = set_number, [GCV_OPTION_SIZE] = set_number,
        [GCV_OPTION_ID] = set_id,           [GCV_OPTION_WORDS] = add_word,
        [GCV_OPTION_GLOBS] = add_glob,      [GCV_OPTION_PERCENT] = set_number};
    if (*value == '\0') {
        fail_without_value(ctx, option);
    }
    setters[option->kind](ctx, gcv_option_value(line, option), option, value);
}

void gcv_take_option(gcv_context *ctx, gcv_command_line *line, int argc, const char *const *argv,
                     int *at)
{
    const char *argument = argv[*at];
    bool is_long = argument[1] == '-';
    size_t size = strlen(argument);
    const char *equals = is_long ? strchr(argument, '=') : NULL;
    if (equals != NULL) {
        size = (size_t)(equals - argument);
    }
    const gcv_option *option = gcv_option_of(line->command, argument);
    if (option == NULL) {
        fail_unknown(ctx, line->command, argument, size);
    }
    const char *value = equals != NULL                    ? equals + 1
                        : !is_long && argument[2] != '\0' ? argument + 2
                                                          : NULL;
    if (option->kind == GCV_OPTION_FLAG) {
        gcv_refuse_if(ctx, value != NULL, "'%s%s' takes no value", is_long ? "--" : "-",
                      is_long ? option->name : argument + 1);
        *(bool *)gcv_option_value(line, option) = true;
        return;
    }
    if (value == NULL) {
        if (*at + 1 >= argc) {
            fail_without_value(ctx, option);
        }
        value = argv[++*at];
    }
    if (option->kind == GCV_OPTION_IDS) {
        bool two = strchr(value, ':') == NULL && *at + 1 < argc;
        set_ids(ctx, gcv_option_value(line, option), option, value, two ? argv[++*at] : NULL);
        return;
    }
    set_value(ctx, line, option, value);
}
