/* parse_option.c - parses one option of the command line: finds its row, then parses its value. */
#include "cli/command_line.h"
#include "cli/mistakes.h"

#include "base/error.h"
#include "base/glob.h"
#include "base/number.h"
#include "heap/id_text.h"

#include <string.h>

static bool any_command_takes(const char *argument)
{
    size_t i;
    for (i = 0; i < gcv_n_commands(); i++) {
        if (gcv_option_of(gcv_command_at(i), argument) != NULL) {
            return true;
        }
    }
    return false;
}

static gcv_status fail_unknown(const gcv_command *command, const char *argument, size_t size,
                               gcv_error *err)
{
    const size_t dashes = argument[1] != '-' ? 1 : 2;
    char name[40] = "", hint[GCV_MISTAKE_MAX];
    if (size - dashes < sizeof name) {
        memcpy(name, argument + dashes, size - dashes);
        name[size - dashes] = '\0';
    }
    gcv_hint_option(command, name, hint);
    return any_command_takes(argument)
               ? gcv_fail(err, GCV_ERR_USAGE, "'%s' does not take the option '%.*s'%s",
                          command->name, (int)size, argument, hint)
               : gcv_fail(err, GCV_ERR_USAGE, "unknown option '%.*s'%s",
                          (int)(size < 100 ? size : 100), argument, hint);
}

static gcv_status fail_without_value(const gcv_option *option, gcv_error *err)
{
    char words[100];
    gcv_option_value_text(option, words, sizeof words);
    return gcv_fail(err, GCV_ERR_USAGE, "'--%s' wants %s", option->name, words);
}

static gcv_status fail_value(const gcv_option *option, const char *value, const char *wanted,
                             gcv_error *err)
{
    return gcv_fail(err, GCV_ERR_USAGE, "--%s wants %s, not '%.60s'", option->name, wanted, value);
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

static gcv_status fail_twice(const gcv_option *option, gcv_error *err)
{
    return gcv_fail(err, GCV_ERR_USAGE, "--%s is given twice", option->name);
}

static gcv_status set_number(gcv_optional *number, const gcv_option *option, const char *value,
                             gcv_error *err)
{
    static const struct {
        gcv_option_kind kind;
        bool (*parse)(const char *text, uint64_t *value);
        const char *wanted;
    } numbers[] = {
        {GCV_OPTION_NUMBER, gcv_parse_u64, "a number"},
        {GCV_OPTION_SNAPSHOT, parse_snapshot, "'last', 'first' or a number from 1 on"},
        {GCV_OPTION_SIZE, gcv_parse_size, "a number of bytes such as 4096, 4k or 1GiB"},
        {GCV_OPTION_PERCENT, gcv_parse_percent, "a percentage from 0 to 100 such as 10 or 0.5"},
    };
    size_t i = 0;
    while (i + 1 < sizeof numbers / sizeof numbers[0] && numbers[i].kind != option->kind) {
        i++;
    }
    number->given = true;
    return numbers[i].parse(value, &number->value)
               ? GCV_OK
               : fail_value(option, value, numbers[i].wanted, err);
}

static gcv_status set_id(gcv_slice *id, const gcv_option *option, const char *value, gcv_error *err)
{
    if (id->data != NULL) {
        return fail_twice(option, err);
    }
    *id = gcv_slice_str(value);
    return gcv_id_may_be(*id) ? GCV_OK : fail_value(option, value, "an object id", err);
}

/* `A:B`; or A, with B in the next argument. */
static gcv_status set_ids(gcv_slice *ids, const gcv_option *option, const char *value,
                          const char *next, gcv_error *err)
{
    const char *colon = strchr(value, ':');
    gcv_slice first = gcv_slice_of(value, colon != NULL ? (size_t)(colon - value) : strlen(value));
    next = colon != NULL ? colon + 1 : next;
    if (next == NULL) {
        return fail_without_value(option, err);
    }
    if (!gcv_id_may_be(first) || !gcv_id_may_be(gcv_slice_str(next))) {
        return gcv_fail(err, GCV_ERR_USAGE, "--%s wants two object ids, not '%.60s' '%.60s'",
                        option->name, value, colon != NULL ? "" : next);
    }
    if (ids[0].data != NULL) {
        return fail_twice(option, err);
    }
    ids[0] = first;
    ids[1] = gcv_slice_str(next);
    return GCV_OK;
}

static gcv_status set_choice(const char **choice, const gcv_option *option, const char *value,
                             gcv_error *err)
{
    char words[100];
    if (gcv_option_has_word(option, value)) {
        *choice = value;
        return GCV_OK;
    }
    gcv_option_value_text(option, words, sizeof words);
    return fail_value(option, value, words, err);
}

/* A text given twice is an error, because it is not obvious which one counts. For a number or a
 * word of a choice the last one counts. */
static gcv_status set_text(const char **text, const gcv_option *option, const char *value,
                           gcv_error *err)
{
    if (*text != NULL) {
        return fail_twice(option, err);
    }
    *text = value;
    return GCV_OK;
}

static gcv_status add_word(gcv_words *words, const gcv_option *option, const char *value,
                           gcv_error *err)
{
    if (words->n == GCV_MAX_WORDS) {
        return gcv_fail(err, GCV_ERR_USAGE, "more than %d times --%s", GCV_MAX_WORDS, option->name);
    }
    words->word[words->n++] = value;
    return GCV_OK;
}

static gcv_status add_glob(gcv_words *globs, const gcv_option *option, const char *value,
                           gcv_error *err)
{
    const char *fault = gcv_glob_fault(gcv_slice_str(value));
    return fault != NULL ? gcv_fail(err, GCV_ERR_USAGE, "--%s: %s", option->name, fault)
                         : add_word(globs, option, value, err);
}

static gcv_status set_value(gcv_command_line *line, const gcv_option *option, const char *value,
                            gcv_error *err)
{
    void *at = gcv_option_value(line, option);
    if (value != NULL && *value == '\0') {
        return fail_without_value(option, err);
    }
    switch (option->kind) {
    case GCV_OPTION_FLAG:
        *(bool *)at = true;
        return GCV_OK;
    case GCV_OPTION_CHOICE:
        return set_choice(at, option, value, err);
    case GCV_OPTION_TEXT:
    case GCV_OPTION_FILE:
    case GCV_OPTION_DUMP:
        return set_text(at, option, value, err);
    case GCV_OPTION_TEXT_FILE:
        return set_text(&((gcv_text_file *)at)->path, option, value, err);
    case GCV_OPTION_ID:
        return set_id(at, option, value, err);
    case GCV_OPTION_WORDS:
        return add_word(at, option, value, err);
    case GCV_OPTION_GLOBS:
        return add_glob(at, option, value, err);
    case GCV_OPTION_NUMBER:
    case GCV_OPTION_SNAPSHOT:
    case GCV_OPTION_SIZE:
    case GCV_OPTION_PERCENT:
    case GCV_OPTION_IDS: /* takes two arguments: set_ids() */
    default:
        return set_number(at, option, value, err);
    }
}

gcv_status gcv_take_option(gcv_command_line *line, int argc, const char *const *argv, int *at,
                           gcv_error *err)
{
    const char *argument = argv[*at], *equals, *value;
    bool is_long = argument[1] == '-';
    size_t size = strlen(argument);
    const gcv_option *option;
    equals = is_long ? strchr(argument, '=') : NULL;
    if (equals != NULL) {
        size = (size_t)(equals - argument);
    }
    option = gcv_option_of(line->command, argument);
    if (option == NULL) {
        return fail_unknown(line->command, argument, size, err);
    }
    value = equals != NULL ? equals + 1 : !is_long && argument[2] != '\0' ? argument + 2 : NULL;
    if (option->kind == GCV_OPTION_FLAG) {
        return value == NULL
                   ? set_value(line, option, NULL, err)
                   : gcv_fail(err, GCV_ERR_USAGE, "'%s%s' takes no value", is_long ? "--" : "-",
                              is_long ? option->name : argument + 1);
    }
    if (value == NULL) {
        if (*at + 1 >= argc) {
            return fail_without_value(option, err);
        }
        value = argv[++*at];
    }
    if (option->kind == GCV_OPTION_IDS) {
        bool two = strchr(value, ':') == NULL && *at + 1 < argc;
        return set_ids(gcv_option_value(line, option), option, value, two ? argv[++*at] : NULL,
                       err);
    }
    return set_value(line, option, value, err);
}
