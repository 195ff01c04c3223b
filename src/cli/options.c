/* options.c - the option table and its parser. */
#include "cli/command.h"

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "input/format.h"

#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(gcv_command_line, member)

#define ROOT_KINDS "static|handle|local|finalizer|internal|runtime|other"

static const gcv_option options[] = {
    {"format", '\0', GCV_OPTION_CHOICE, AT(format), "text|tsv|csv|json|md", GCV_TAKES_TABLE,
     "format of the output (text)"},
    {"format", '\0', GCV_OPTION_CHOICE, AT(format), "text|tsv|csv|json|md|tap|junit|github",
     GCV_TAKES_CHECKED, "format of the output (text)"},
    {"human", '\0', GCV_OPTION_FLAG, AT(human), NULL, GCV_TAKES_TABLE | GCV_TAKES_CHECKED,
     "bytes in binary units; text format only"},
    {"to", '\0', GCV_OPTION_CHOICE, AT(to), "rpm", GCV_TAKES_TO, "format to write (rpm)"},
    {"output", 'o', GCV_OPTION_TEXT, AT(output), "FILE", GCV_TAKES_COMMON,
     "write to FILE instead of standard output (-)"},
    {"top", 'n', GCV_OPTION_NUMBER, AT(report.top), "N", GCV_TAKES_ROWS | GCV_TAKES_TOP,
     "the first N rows only; 0 is all"},
    {"top", 'n', GCV_OPTION_NUMBER, AT(report.top), "N", GCV_TAKES_ID,
     "the first N entries of each list only; 0 is all"},
    {"sort", '\0', GCV_OPTION_TEXT, AT(report.sort), "KEY", GCV_TAKES_ROWS,
     "sort by this column; numbers highest first, names and ids lowest first"},
    {"reverse", '\0', GCV_OPTION_FLAG, AT(report.reverse), NULL, GCV_TAKES_ROWS,
     "turn the order of the sort column round"},
    {"type", '\0', GCV_OPTION_GLOB, AT(report.types), "GLOB", GCV_TAKES_TYPES,
     "only types that match; * is any text, ? one character; may be repeated"},
    {"exclude", '\0', GCV_OPTION_GLOB, AT(report.excludes), "GLOB", GCV_TAKES_TYPES,
     "not the types that match; may be repeated"},
    {"ignore-case", '\0', GCV_OPTION_FLAG, AT(report.ignore_case), NULL,
     GCV_TAKES_TYPES | GCV_TAKES_WHAT_IF, "letters A-Z match a-z in every GLOB"},
    {"ignore-case", '\0', GCV_OPTION_FLAG, AT(report.ignore_case), NULL, GCV_TAKES_RULES,
     "letters A-Z match a-z in the names of rules"},
    {"min", '\0', GCV_OPTION_SIZE, AT(report.min), "BYTES", GCV_TAKES_MIN,
     "only rows of at least so much: retained bytes where shown, else bytes; 4k, 1MiB"},
    {"min", '\0', GCV_OPTION_SIZE, AT(report.min), "BYTES", GCV_TAKES_OBJECTS,
     "only objects of at least so many bytes; 4k, 1MiB"},
    {"max", '\0', GCV_OPTION_SIZE, AT(report.filter.max), "BYTES", GCV_TAKES_OBJECTS,
     "only objects of at most so many bytes"},
    {"min-retained", '\0', GCV_OPTION_SIZE, AT(report.filter.min_retained), "BYTES",
     GCV_TAKES_OBJECTS, "only objects that retain at least so many bytes"},
    {"min-referrers", '\0', GCV_OPTION_NUMBER, AT(report.filter.min_referrers), "N",
     GCV_TAKES_OBJECTS, "only objects that at least N objects refer to"},
    {"max-referrers", '\0', GCV_OPTION_NUMBER, AT(report.filter.max_referrers), "N",
     GCV_TAKES_OBJECTS, "only objects that at most N objects refer to; 0: none does"},
    {"refers-to", '\0', GCV_OPTION_GLOB, AT(report.filter.refers_to), "GLOB", GCV_TAKES_OBJECTS,
     "only objects that refer to one of a type that matches; may be repeated"},
    {"referenced-by", '\0', GCV_OPTION_GLOB, AT(report.filter.referenced_by), "GLOB",
     GCV_TAKES_OBJECTS, "only objects that one of a type that matches refers to; may be repeated"},
    {"reachable", '\0', GCV_OPTION_FLAG, AT(report.filter.reachable), NULL, GCV_TAKES_OBJECTS,
     "only objects that a strong root reaches"},
    {"unreachable", '\0', GCV_OPTION_FLAG, AT(report.unreachable), NULL, GCV_TAKES_OBJECTS,
     "only objects that no strong root reaches"},
    {"root", '\0', GCV_OPTION_CHOICE, AT(report.filter.root), ROOT_KINDS, GCV_TAKES_OBJECTS,
     "only objects that a root of this kind holds itself, weak ones included"},
    {"generation", '\0', GCV_OPTION_CHOICE, AT(report.filter.generation),
     "0|1|2|gen0|gen1|gen2|large|pinned", GCV_TAKES_OBJECTS, "only objects of this generation"},
    {"cut", '\0', GCV_OPTION_GLOB, AT(report.what_if.cuts), "FROM:TO", GCV_TAKES_WHAT_IF,
     "take away all references from FROM to TO, each a GLOB or an ID; may be repeated"},
    {"drop-root", '\0', GCV_OPTION_GLOB, AT(report.what_if.roots), "KIND|ID|LABEL",
     GCV_TAKES_WHAT_IF, "take away roots: of a kind, of an object, of a label; may be repeated"},
    {"drop-type", '\0', GCV_OPTION_GLOB, AT(report.what_if.types), "GLOB", GCV_TAKES_WHAT_IF,
     "take away all objects of types that match; may be repeated"},
    {"domain", '\0', GCV_OPTION_TEXT, AT(report.domain), "NAME",
     GCV_TAKES_TABLE | GCV_TAKES_CHECKED,
     "only objects (or roots) of this application domain; analyses still see all"},
    {"include-weak", '\0', GCV_OPTION_FLAG, AT(report.include_weak), NULL, GCV_TAKES_GRAPH,
     "count weak roots as strong ones"},
    {"retained", '\0', GCV_OPTION_FLAG, AT(report.retained), NULL, GCV_TAKES_STATS,
     "add the bytes that would be freed if all objects of the row were gone"},
    {"unreachable", '\0', GCV_OPTION_FLAG, AT(report.unreachable), NULL, GCV_TAKES_STATS,
     "count only objects that no strong root reaches"},
    {"by", '\0', GCV_OPTION_CHOICE, AT(report.by),
     "type|namespace|module|domain|generation|root-kind", GCV_TAKES_STATS,
     "what a row stands for (type)"},
    {"by", '\0', GCV_OPTION_CHOICE, AT(report.by), "kind", GCV_TAKES_KIND,
     "one row for each kind of root"},
    {"by", '\0', GCV_OPTION_CHOICE, AT(report.by), "type", GCV_TAKES_FOLD,
     "objects of one type below one row are one row"},
    {"object", '\0', GCV_OPTION_ID, AT(report.object), "ID", GCV_TAKES_OBJECT | GCV_TAKES_ID,
     "the object of this id, in hex as in the dump"},
    {"between", '\0', GCV_OPTION_IDS, AT(report.ways.between), "ID ID", GCV_TAKES_WAYS,
     "how references lead from one object to another; ID:ID is the same"},
    {"avoid", '\0', GCV_OPTION_GLOB, AT(report.ways.avoid), "GLOB", GCV_TAKES_WAYS,
     "chains that pass no object of types that match; may be repeated"},
    {"via", '\0', GCV_OPTION_GLOB, AT(report.ways.via), "GLOB", GCV_TAKES_WAYS,
     "chains that hold an object of a type that matches; may be repeated"},
    {"to", '\0', GCV_OPTION_CHOICE, AT(report.ways.to), ROOT_KINDS, GCV_TAKES_WAYS,
     "only chains to (that is, from) roots of this kind"},
    {"tree", '\0', GCV_OPTION_FLAG, AT(report.ways.tree), NULL, GCV_TAKES_WAYS,
     "merged chains as one tree: bytes, share and count of what hangs on each row"},
    {"limit", '\0', GCV_OPTION_NUMBER, AT(report.limit), "N", GCV_TAKES_LIMIT,
     "at most N chains; 0 is all (1 for one object, 20 merged ones)"},
    {"depth", '\0', GCV_OPTION_NUMBER, AT(report.depth), "N", GCV_TAKES_DEPTH,
     "not below depth N; 0 is any depth (0)"},
    {"min", '\0', GCV_OPTION_SIZE, AT(report.min), "BYTES", GCV_TAKES_DIFF,
     "only rows whose bytes changed by at least so much; 4k, 1MiB"},
    {"monotonic", '\0', GCV_OPTION_FLAG, AT(report.monotonic), NULL, GCV_TAKES_DIFF,
     "only rows whose bytes grew from each file to the next"},
    {"unchanged", '\0', GCV_OPTION_FLAG, AT(report.unchanged), NULL, GCV_TAKES_DIFF,
     "rows that did not change, too"},
    {"cause", '\0', GCV_OPTION_FLAG, AT(report.cause), NULL, GCV_TAKES_DIFF,
     "for the rows that grew most (5; --top), the chain that holds most of the growth"},
    {"fail-if", '\0', GCV_OPTION_GLOB, AT(report.rule_words), "RULE", GCV_TAKES_DIFF,
     "status 1 if the last file breaks this rule (docs/rules.md); may be repeated"},
    {"rules", '\0', GCV_OPTION_TEXT, AT(report.rules_file), "FILE", GCV_TAKES_RULES,
     "rules in a file, one a line; # begins a comment"},
    {"min-share", '\0', GCV_OPTION_PERCENT, AT(report.suspects.min_share), "PERCENT",
     GCV_TAKES_SUSPECTS, "what retains at least so much of the reachable bytes (10)"},
    {"chains", '\0', GCV_OPTION_FLAG, AT(report.suspects.chains), NULL, GCV_TAKES_SUSPECTS,
     "below each object its chain, a row an object, indented, under the same rank"},
    {"suppressions", '\0', GCV_OPTION_TEXT, AT(report.suspects.suppressions), "FILE",
     GCV_TAKES_SUSPECTS, "leave out what FILE names: a fingerprint or a GLOB of types a line"},
    {"baseline", '\0', GCV_OPTION_TEXT, AT(report.baseline), "OLD", GCV_TAKES_BASELINE,
     "compare with this dump"},
    {"strict", '\0', GCV_OPTION_FLAG, AT(strict), NULL, GCV_TAKES_COMMON,
     "malformed input is an error (status 3), incomplete input has status 4"},
    {"quiet", 'q', GCV_OPTION_FLAG, AT(quiet), NULL, GCV_TAKES_COMMON, "no warnings"},
    {"input-format", '\0', GCV_OPTION_TEXT, AT(input_format), "NAME", GCV_TAKES_COMMON,
     "read FILE as this format instead of recognising it"},
    {"snapshot", '\0', GCV_OPTION_NUMBER, AT(snapshot), "N", GCV_TAKES_COMMON,
     "which snapshot of a file with several, from 1 (the first complete one)"},
    {"baseline-snapshot", '\0', GCV_OPTION_NUMBER, AT(baseline_snapshot), "N",
     GCV_TAKES_FILES | GCV_TAKES_BASELINE,
     "another one of the baseline (diff: of the first file), as --snapshot"},
    {"keep-size-classes", '\0', GCV_OPTION_FLAG, AT(keep_size_classes), NULL, GCV_TAKES_COMMON,
     "keep types apart that a .gcdump splits by size: 'X (Bytes > 1K)'"},
    {"salvage", '\0', GCV_OPTION_FLAG, AT(salvage), NULL, GCV_TAKES_COMMON,
     "use what is whole of a damaged input, and say what is lost"},
    {"max-memory", '\0', GCV_OPTION_SIZE, AT(max_memory), "SIZE", GCV_TAKES_COMMON,
     "stop with status 5 as soon as more memory is needed; 0 is no limit"},
    {"progress", '\0', GCV_OPTION_FLAG, AT(progress), NULL, GCV_TAKES_COMMON,
     "show on standard error what is being done, and how far reading has come"},
    {"timings", '\0', GCV_OPTION_FLAG, AT(timings), NULL, GCV_TAKES_COMMON,
     "a line for each phase on standard error at the end: CPU seconds, peak bytes"},
    {"help", 'h', GCV_OPTION_FLAG, AT(help), NULL, GCV_TAKES_COMMON,
     "show the help of the command"},
};

size_t gcv_n_options(void) { return sizeof options / sizeof options[0]; }

const gcv_option *gcv_option_at(size_t at) { return &options[at]; }

/* The option of this name (or letter, if `size` is 1) that the command takes; if it takes none of
 * that name, `*known` tells whether another command does. */
static const gcv_option *find(const gcv_command *command, const char *name, size_t size,
                              bool letter, bool *known)
{
    size_t i;
    *known = false;
    for (i = 0; i < gcv_n_options(); i++) {
        const gcv_option *option = &options[i];
        bool same = letter ? option->letter == name[0]
                           : strlen(option->name) == size && memcmp(option->name, name, size) == 0;
        if (same && (option->group & command->takes) != 0) {
            return option;
        }
        *known = *known || same;
    }
    return NULL;
}

static const char *suggest(const gcv_command *command, const char *name)
{
    const char *best = NULL;
    unsigned nearest = 3;
    size_t i;
    for (i = 0; i < gcv_n_options(); i++) {
        bool begins = strncmp(options[i].name, name, strlen(name)) == 0;
        unsigned distance = begins ? 0 : gcv_edit_distance(name, options[i].name, 3);
        if ((options[i].group & command->takes) != 0 && distance < nearest &&
            distance * 2 <= strlen(name)) {
            nearest = distance;
            best = options[i].name;
        }
    }
    return best;
}

static gcv_status unknown(const gcv_command *command, const char *argument, size_t size, bool known,
                          gcv_error *err)
{
    char name[40];
    const char *near = NULL;
    if (known) {
        return gcv_fail(err, GCV_ERR_USAGE, "'%s' does not take the option '%.*s'", command->name,
                        (int)size, argument);
    }
    if (size > 2 && size < sizeof name && argument[1] == '-') {
        memcpy(name, argument, size);
        name[size] = '\0';
        near = suggest(command, name + 2);
    }
    return near != NULL
               ? gcv_fail(err, GCV_ERR_USAGE, "unknown option '%.*s'; did you mean '--%s'?",
                          (int)size, argument, near)
               : gcv_fail(err, GCV_ERR_USAGE, "unknown option '%.*s'",
                          (int)(size < 100 ? size : 100), argument);
}

static bool is_choice(const char *choices, const char *value)
{
    size_t size = strlen(value);
    while (size > 0 && choices != NULL) {
        const char *end = strchr(choices, '|');
        size_t n = end != NULL ? (size_t)(end - choices) : strlen(choices);
        if (n == size && memcmp(choices, value, n) == 0) {
            return true;
        }
        choices = end != NULL ? end + 1 : NULL;
    }
    return false;
}

static gcv_status bad_value(const gcv_option *option, const char *value, const char *wanted,
                            gcv_error *err)
{
    return gcv_fail(err, GCV_ERR_USAGE, "--%s wants %s, not '%.60s'", option->name, wanted, value);
}

static gcv_status set_number(gcv_number_option *number, const gcv_option *option, const char *value,
                             gcv_error *err)
{
    number->given = true;
    switch (option->kind) {
    case GCV_OPTION_NUMBER:
        return gcv_parse_u64(value, &number->value) ? GCV_OK
                                                    : bad_value(option, value, "a number", err);
    case GCV_OPTION_ID:
        return gcv_parse_id(value, &number->value)
                   ? GCV_OK
                   : bad_value(option, value, "an object id in hex", err);
    case GCV_OPTION_PERCENT:
        return gcv_parse_percent(value, &number->value)
                   ? GCV_OK
                   : bad_value(option, value, "a percentage from 0 to 100 such as 10 or 0.5", err);
    case GCV_OPTION_SIZE:
    case GCV_OPTION_FLAG:
    case GCV_OPTION_TEXT:
    case GCV_OPTION_CHOICE:
    case GCV_OPTION_GLOB:
    case GCV_OPTION_IDS:
    default:
        return gcv_parse_size(value, &number->value)
                   ? GCV_OK
                   : bad_value(option, value, "a number of bytes such as 4096, 4k or 1GiB", err);
    }
}

/* `A:B`, or A here and B in the next argument. */
static gcv_status set_ids(gcv_number_option *ids, const gcv_option *option, const char *value,
                          const char *next, gcv_error *err)
{
    const char *colon = strchr(value, ':');
    char first[GCV_NUMBER_MAX] = "";
    size_t size = colon != NULL ? (size_t)(colon - value) : strlen(value);
    if (size < sizeof first) {
        memcpy(first, value, size);
        first[size] = '\0';
    }
    next = colon != NULL ? colon + 1 : next;
    if (next == NULL) {
        return gcv_fail(err, GCV_ERR_USAGE, "'--%s' wants %s", option->name, option->value);
    }
    if (!gcv_parse_id(first, &ids[0].value) || !gcv_parse_id(next, &ids[1].value)) {
        return gcv_fail(err, GCV_ERR_USAGE, "--%s wants two object ids in hex, not '%.60s' '%.60s'",
                        option->name, value, colon != NULL ? "" : next);
    }
    ids[0].given = ids[1].given = true;
    return GCV_OK;
}

static gcv_status set(gcv_command_line *line, const gcv_option *option, const char *value,
                      gcv_error *err)
{
    void *at = (char *)line + option->offset;
    gcv_globs *globs;
    if (value != NULL && *value == '\0') {
        return gcv_fail(err, GCV_ERR_USAGE, "'--%s' wants %s", option->name, option->value);
    }
    switch (option->kind) {
    case GCV_OPTION_FLAG:
        *(bool *)at = true;
        return GCV_OK;
    case GCV_OPTION_CHOICE:
        if (!is_choice(option->value, value)) {
            return bad_value(option, value, option->value, err);
        }
        *(const char **)at = value;
        return GCV_OK;
    case GCV_OPTION_TEXT:
        *(const char **)at = value;
        return GCV_OK;
    case GCV_OPTION_GLOB:
        globs = at;
        if (globs->n == GCV_MAX_GLOBS) {
            return gcv_fail(err, GCV_ERR_USAGE, "more than %d times --%s", GCV_MAX_GLOBS,
                            option->name);
        }
        globs->pattern[globs->n++] = value;
        return GCV_OK;
    case GCV_OPTION_NUMBER:
    case GCV_OPTION_SIZE:
    case GCV_OPTION_PERCENT:
    case GCV_OPTION_ID:
    case GCV_OPTION_IDS: /* not here, set_ids() */
    default:
        return set_number(at, option, value, err);
    }
}

/* Takes one option and its value; `*at` is the argument it stands in and moves to the last one
 * used. */
static gcv_status take_option(gcv_command_line *line, int argc, const char *const *argv, int *at,
                              gcv_error *err)
{
    const char *argument = argv[*at], *equals, *value;
    bool is_long = argument[1] == '-', known;
    size_t size = strlen(argument);
    const gcv_option *option;
    equals = is_long ? strchr(argument, '=') : NULL;
    if (equals != NULL) {
        size = (size_t)(equals - argument);
    }
    option = is_long ? find(line->command, argument + 2, size - 2, false, &known)
                     : find(line->command, argument + 1, 1, true, &known);
    if (option == NULL) {
        return unknown(line->command, argument, size, known, err);
    }
    value = equals != NULL ? equals + 1 : !is_long && argument[2] != '\0' ? argument + 2 : NULL;
    if (option->kind == GCV_OPTION_FLAG) {
        return value == NULL
                   ? set(line, option, NULL, err)
                   : gcv_fail(err, GCV_ERR_USAGE, "'%s%s' takes no value", is_long ? "--" : "-",
                              is_long ? option->name : argument + 1);
    }
    if (value == NULL) {
        if (*at + 1 >= argc) {
            return gcv_fail(err, GCV_ERR_USAGE, "'--%s' wants %s", option->name, option->value);
        }
        value = argv[++*at];
    }
    if (option->kind == GCV_OPTION_IDS) {
        bool one = strchr(value, ':') == NULL && *at + 1 < argc;
        return set_ids((gcv_number_option *)(void *)((char *)line + option->offset), option, value,
                       one ? argv[++*at] : NULL, err);
    }
    return set(line, option, value, err);
}

/* The object of a command that is about one: ID in front of FILE, or --object. */
static gcv_status check_id(gcv_command_line *line, gcv_error *err)
{
    gcv_number_option *object = &line->report.object;
    if ((line->command->takes & GCV_TAKES_ID) == 0) {
        return GCV_OK;
    }
    if (object->given == (line->id != NULL)) {
        return gcv_fail(err, GCV_ERR_USAGE, "'%s' wants an ID and a FILE, in this order",
                        line->command->name);
    }
    if (line->id != NULL && !gcv_parse_id(line->id, &object->value)) {
        return gcv_fail(err, GCV_ERR_USAGE, "'%s' wants an object id in hex first, not '%.60s'",
                        line->command->name, line->id);
    }
    object->given = true;
    return GCV_OK;
}

const char *gcv_input_path(const gcv_command_line *line, size_t at)
{
    size_t files = 1 + line->more_files.n;
    return at == 0      ? line->file
           : at < files ? line->more_files.pattern[at - 1]
                        : line->report.baseline;
}

size_t gcv_n_inputs(const gcv_command_line *line)
{
    return 1 + line->more_files.n + (line->report.baseline != NULL);
}

static gcv_status check_inputs(const gcv_command_line *line, gcv_error *err)
{
    size_t i, pipes = 0;
    if (line->file == NULL) {
        return gcv_fail(err, GCV_ERR_USAGE, "'%s' wants a FILE ('-' is standard input)",
                        line->command->name);
    }
    if ((line->command->takes & GCV_TAKES_FILES) != 0 && line->more_files.n == 0) {
        return gcv_fail(err, GCV_ERR_USAGE, "'%s' wants two files or more", line->command->name);
    }
    for (i = 0; i < gcv_n_inputs(line); i++) {
        const char *input = gcv_input_path(line, i);
        if (*input == '\0') {
            return gcv_fail(err, GCV_ERR_USAGE, "'%s' wants a FILE ('-' is standard input)",
                            line->command->name);
        }
        pipes += strcmp(input, "-") == 0;
        if (line->output != NULL && strcmp(line->output, "-") != 0 &&
            strcmp(line->output, input) == 0) {
            return gcv_fail(err, GCV_ERR_USAGE, "'%.100s' would be overwritten by its own report",
                            input);
        }
    }
    pipes += line->report.rules_file != NULL && strcmp(line->report.rules_file, "-") == 0;
    pipes += line->report.suspects.suppressions != NULL &&
             strcmp(line->report.suspects.suppressions, "-") == 0;
    return pipes <= 1 ? GCV_OK
                      : gcv_fail(err, GCV_ERR_USAGE, "'-' can be read only once: give it once");
}

static bool is_snapshot(const gcv_number_option *number)
{
    return !number->given || (number->value > 0 && number->value <= UINT32_MAX);
}

/* What no single option can tell. */
static gcv_status check(gcv_command_line *line, gcv_error *err)
{
    gcv_status status;
    if (line->help) {
        return GCV_OK;
    }
    status = check_id(line, err);
    if (status == GCV_OK) {
        status = check_inputs(line, err);
    }
    if (status != GCV_OK) {
        return status;
    }
    if (line->input_format != NULL && gcv_format_named(line->input_format) == NULL) {
        return gcv_fail(err, GCV_ERR_USAGE,
                        "unknown input format '%.60s'; 'gcview help' lists them",
                        line->input_format);
    }
    if (!is_snapshot(&line->snapshot) || !is_snapshot(&line->baseline_snapshot)) {
        return gcv_fail(err, GCV_ERR_USAGE, "--%ssnapshot wants a number from 1 on",
                        is_snapshot(&line->snapshot) ? "baseline-" : "");
    }
    return line->command->check != NULL ? line->command->check(&line->report, err) : GCV_OK;
}

static gcv_status take_rule(gcv_command_line *line, const char *argument, gcv_error *err)
{
    gcv_words *rules = &line->report.rule_words;
    if (rules->n == GCV_MAX_GLOBS) {
        return gcv_fail(
            err, GCV_ERR_USAGE,
            "more than %d rules on the command line; --rules takes a file of any number",
            GCV_MAX_GLOBS);
    }
    rules->pattern[rules->n++] = argument;
    return GCV_OK;
}

/* An argument that is no option. */
static gcv_status take_operand(gcv_command_line *line, const char *argument, gcv_error *err)
{
    gcv_words *more = &line->more_files;
    if (line->file == NULL) {
        line->file = argument;
        return GCV_OK;
    }
    if ((line->command->takes & GCV_TAKES_RULES) != 0) {
        return take_rule(line, argument, err);
    }
    if ((line->command->takes & GCV_TAKES_FILES) == 0) {
        return gcv_fail(err, GCV_ERR_USAGE, "'%s' takes one file; '%.80s' is one too many",
                        line->command->name, argument);
    }
    if (more->n == GCV_MAX_GLOBS) {
        return gcv_fail(err, GCV_ERR_USAGE, "'%s' takes %d files; '%.80s' is one too many",
                        line->command->name, GCV_MAX_GLOBS + 1, argument);
    }
    more->pattern[more->n++] = argument;
    return GCV_OK;
}

gcv_status gcv_parse_options(gcv_command_line *line, int argc, const char *const *argv,
                             gcv_error *err)
{
    bool options_end = false;
    int i;
    for (i = 0; i < argc; i++) {
        const char *argument = argv[i];
        gcv_status status = GCV_OK;
        if (!options_end && strcmp(argument, "--") == 0) {
            options_end = true;
        } else if (!options_end && argument[0] == '-' && argument[1] != '\0') {
            status = take_option(line, argc, argv, &i, err);
        } else if (line->file != NULL && (line->command->takes & GCV_TAKES_ID) != 0 &&
                   line->id == NULL) {
            line->id = line->file; /* it was in front */
            line->file = argument;
        } else {
            status = take_operand(line, argument, err);
        }
        if (status != GCV_OK) {
            return status;
        }
    }
    return check(line, err);
}
