/* The options of the command line: which are accepted, which are refused, and the messages. */
#include "support/check.h"
#include "support/effort.h"
#include "support/tried.h"

#include "cli/command_line.h"
#include "cli/session.h"

#include <stdlib.h>
#include <string.h>

enum { ARGS_MOST = 8 };

static gcv_context ctx[1];

static gcv_status parse(gcv_command_line *line, const char *command, const char *const *args,
                        gcv_error *err)
{
    int n = 0;
    assert_non_null(gcv_command_named(command));
    gcv_command_line_init(line, gcv_command_named(command));
    while (n < ARGS_MOST && args[n] != NULL) {
        n++;
    }
    memset(err, 0, sizeof *err);
    return tried(ctx, err, gcv_parse_options(ctx, line, n, args));
}

/* Parses a command line that must be valid. */
static gcv_command_line good(const char *command, const char *const *args)
{
    gcv_command_line line;
    gcv_error err;
    if (parse(&line, command, args, &err) != GCV_OK) {
        fail_msg("%s %s: %s", command, args[0], err.message);
    }
    return line;
}

/* Returns the value of an option that the command accepts. */
static const void *value_of(gcv_command_line *line, const char *name)
{
    const gcv_option *option;
    size_t i = 0;
    do {
        option = gcv_command_option(line->command, i++);
        assert_non_null(option);
    } while (strcmp(option->name, name) != 0);
    return gcv_option_value(line, option);
}

#define GOOD(command, ...) good(command, (const char *const[ARGS_MOST]){__VA_ARGS__})

static void test_nothing_but_a_file(NO_STATE)
{
    const gcv_command_line line = GOOD("stats", "dump.log");
    gcv_command_line zero;
    memset(&zero, 0, sizeof zero);
    assert_string_equal(line.file, "dump.log");
    zero.command = line.command;
    zero.file = line.file;
    assert_memory_equal(&line.report.select.types, &zero.report.select.types,
                        sizeof zero.report.select.types);
    assert_true(!line.report.top.given && !line.report.select.min.given && !line.max_memory.given);
    assert_true(!line.human && !line.report.strict && !line.quiet && !line.progress &&
                !line.timings);
    assert_true(line.report.format == NULL && line.output == NULL &&
                line.report.input_format == NULL);
    assert_true(line.report.sort == NULL && line.report.groups.by == NULL &&
                line.report.select.domain == NULL);
}

static void test_flags(NO_STATE)
{
    gcv_command_line line = GOOD("stats", "--human", "--reverse", "f", "--ignore-case",
                                 "--include-weak", "--retained", "--strict");
    assert_true(line.human && line.report.strict && line.report.reverse &&
                line.report.select.ignore_case);
    assert_true(line.report.include_weak && line.report.groups.retained &&
                !line.report.groups.unreachable);
    assert_true(!line.quiet && !line.progress && !line.timings && !line.help);
    assert_string_equal(line.file, "f");
    line = GOOD("stats", "--quiet", "f", "--progress", "--timings", "--quiet", "--unreachable");
    assert_true(line.quiet && line.progress && line.timings && !line.report.strict && !line.human);
    assert_true(line.report.groups.unreachable && !line.report.groups.retained);
    line = GOOD("stats", "-q", "f");
    assert_true(line.quiet);
    line = GOOD("stats", "-h"); /* needs no file, and no combination of options is refused */
    assert_true(line.help && line.file == NULL);
    line = GOOD("chains", "--help", "f");
    assert_true(line.help);
}

static void test_values(NO_STATE)
{
    gcv_command_line line = GOOD("stats", "--format", "json", "--output=out", "--sort", "bytes",
                                 "--domain=a b", "f", "--by=namespace");
    assert_string_equal(line.report.format, "json");
    assert_string_equal(line.output, "out");
    assert_string_equal(line.report.sort, "bytes");
    assert_string_equal(line.report.select.domain, "a b");
    assert_string_equal(line.report.groups.by, "namespace");
    line = GOOD("stats", "-o", "--help", "f"); /* a value is a value */
    assert_true(!line.help);
    assert_string_equal(line.output, "--help");
    line = GOOD("stats", "-oout", "f", "--domain", "--");
    assert_string_equal(line.output, "out");
    assert_string_equal(line.report.select.domain, "--");
    line = GOOD("stats", "--domain=a=b", "--input-format", "rpm", "f");
    assert_string_equal(line.report.select.domain, "a=b");
    assert_string_equal(line.report.input_format, "rpm");
    line = GOOD("stats", "--format=tsv", "--format=csv", "f"); /* the last one counts */
    assert_string_equal(line.report.format, "csv");
    line = GOOD("roots", "--by", "kind", "f");
    assert_string_equal(*(const char *const *)value_of(&line, "by"), "kind");
}

static void check_id(gcv_slice id, const char *text)
{
    assert_int_equal(id.size, strlen(text));
    assert_memory_equal(id.data, text, id.size);
}

static void check_number(const gcv_optional *number, uint64_t value)
{
    assert_true(number->given);
    assert_true(number->value == value);
}

static void test_numbers(NO_STATE)
{
    gcv_command_line line = GOOD("stats", "--top", "7", "--min=4k", "--max-memory", "1GiB", "f");
    check_number(&line.report.top, 7);
    check_number(&line.report.select.min, 4096);
    check_number(&line.max_memory, (uint64_t)1 << 30);
    line = GOOD("stats", "-n12", "f");
    check_number(&line.report.top, 12);
    line = GOOD("stats", "-n", "18446744073709551615", "f", "--min", "0");
    check_number(&line.report.top, UINT64_MAX);
    check_number(&line.report.select.min, 0);
    line = GOOD("stats", "-n", "0", "-n", "3", "f");
    check_number(&line.report.top, 3);
    line = GOOD("chains", "--object", "0x24B1a80", "--limit=3", "f");
    check_id(line.report.object, "0x24B1a80");
    check_number(&line.report.limit, 3);
    line = GOOD("tree", "--object=ffffffffffffffff", "--depth=2", "f");
    check_id(line.report.object, "ffffffffffffffff");
    check_number(value_of(&line, "depth"), 2);
    assert_false(line.report.limit.given);
}

/* One or two objects: before the file, in one option or in two arguments. */
static void test_objects(NO_STATE)
{
    gcv_command_line line = GOOD("object", "24b1a80", "f", "-n1");
    check_id(line.report.object, "24b1a80");
    check_number(&line.report.top, 1);
    assert_string_equal(line.file, "f");
    line = GOOD("object", "--object", "1f", "f");
    check_id(line.report.object, "1f");
    assert_string_equal(line.file, "f");
    line = GOOD("object", "abc", "--", "-");
    check_id(line.report.object, "abc");
    assert_string_equal(line.file, "-");
    line = GOOD("chains", "--between", "10", "0x20", "f");
    check_id(((const gcv_slice *)value_of(&line, "between"))[0], "10");
    check_id(((const gcv_slice *)value_of(&line, "between"))[1], "0x20");
    assert_string_equal(line.file, "f");
    line = GOOD("chains", "f", "--between=a:ffffffffffffffff");
    check_id(((const gcv_slice *)value_of(&line, "between"))[0], "a");
    check_id(((const gcv_slice *)value_of(&line, "between"))[1], "ffffffffffffffff");
    line = GOOD("chains", "--between", "a:b", "f");
    assert_string_equal(line.file, "f");
}

static void test_globs(NO_STATE)
{
    static char text[2 * GCV_MAX_WORDS + 1][20];
    const char *args[2 * GCV_MAX_WORDS + 2];
    gcv_error err;
    gcv_command_line line =
        GOOD("stats", "--type=A.*", "--exclude", "B", "--type", "C?", "f", "--exclude= ");
    assert_true(line.report.select.types.n == 2 && line.report.select.excludes.n == 2);
    assert_string_equal(line.report.select.types.word[0], "A.*");
    assert_string_equal(line.report.select.types.word[1], "C?");
    assert_string_equal(line.report.select.excludes.word[0], "B");
    assert_string_equal(line.report.select.excludes.word[1], " ");
    args[0] = "f";
    for (size_t i = 0; i <= 2 * GCV_MAX_WORDS; i++) { /* the maximum number of both */
        strcpy(text[i], i % 2 == 0 ? "--type=*" : "--exclude=*");
        args[1 + i] = text[i];
    }
    gcv_command_line_init(&line, gcv_command_named("stats"));
    gcv_parse_options(ctx, &line, 1 + 2 * GCV_MAX_WORDS, args);
    assert_true(line.report.select.types.n == GCV_MAX_WORDS &&
                line.report.select.excludes.n == GCV_MAX_WORDS);
    gcv_command_line_init(&line, gcv_command_named("stats"));
    assert_int_equal(tried(ctx, &err, gcv_parse_options(ctx, &line, 2 + 2 * GCV_MAX_WORDS, args)),
                     GCV_ERR_USAGE);
    assert_string_equal(err.message, "more than 32 times --type");
}

static void test_files(NO_STATE)
{
    gcv_command_line line = GOOD("stats", "-");
    assert_string_equal(line.file, "-");
    line = GOOD("stats", "--", "--top");
    assert_string_equal(line.file, "--top");
    line = GOOD("stats", "--", "--");
    assert_string_equal(line.file, "--");
    line = GOOD("stats", "-q", "--", "-q");
    assert_true(line.quiet);
    assert_string_equal(line.file, "-q");
    line = GOOD("stats", "f", "--");
    assert_string_equal(line.file, "f");
}

/* ---- refused ------------------------------------------------------------------------------ */

static const struct {
    const char *command;
    const char *args[5];
    const char *message;
} refused[] = {
    {"request", {NULL}, "'request' wants heap, moves or stop"},
    {"request", {"pile"}, "'request' wants heap, moves or stop, not 'pile'"},
    {"request", {"heap", "7f03"}, "'7f03' is one word too many"},
    {"request", {"stop", "7f03", "x"}, "'x' is one word too many"},
    {"request",
     {"stop", "-"},
     "'request stop' wants the session that 'gcview summary' shows of what the runtime sent, such "
     "as 0x7f03a400b2c0"},
    {"request",
     {"heap", "--buffer", "1048575"},
     "'--buffer' wants 1m to 4294967295m; without a unit it is bytes"},
    {"request",
     {"heap", "--buffer", "4503599626321921"},
     "'--buffer' wants 1m to 4294967295m; without a unit it is bytes"},
    {"request",
     {"stop", "7f03", "--buffer", "4g"},
     "'--buffer' is for 'request heap' and 'request moves'"},
    {"request", {"heap", "--strict"}, "'request' does not take the option '--strict'"},
    {"stats", {NULL}, "'stats' wants a FILE ('-' is standard input)"},
    {"stats", {"--", NULL}, "'stats' wants a FILE ('-' is standard input)"},
    {"stats", {"-q", NULL}, "'stats' wants a FILE ('-' is standard input)"},
    {"stats", {"", NULL}, "'stats' wants a FILE ('-' is standard input)"},
    {"stats", {"a", "b", NULL}, "'stats' takes one file; 'b' is one too many"},
    {"stats",
     {"a", "-", NULL},
     "'stats' takes one file, and 'a' is none; type: gcview stats --type a -"},
    {"stats", {"a", "", NULL}, "'stats' takes one file; '' is one too many"},
    {"stats", {"a", "--", "-q", NULL}, "'stats' takes one file; '-q' is one too many"},
    /* values that are missing, bad, or too many */
    {"stats", {"f", "--top", NULL}, "'--top' wants N"},
    {"stats", {"f", "-n", NULL}, "'--top' wants N"},
    {"stats", {"f", "--type", NULL}, "'--type' wants GLOB"},
    {"stats", {"f", "--format", NULL}, "'--format' wants text|tsv|csv|json|md"},
    {"stats", {"f", "--top=", NULL}, "'--top' wants N"},
    {"stats", {"f", "--top", "", NULL}, "'--top' wants N"},
    {"stats", {"f", "--domain=", NULL}, "'--domain' wants NAME"},
    {"stats", {"f", "--type", "", NULL}, "'--type' wants GLOB"},
    {"stats", {"f", "-o", "", NULL}, "'--output' wants FILE"},
    {"stats", {"f", "--top", "-1", NULL}, "--top wants a number, not '-1'"},
    {"stats", {"f", "--top=10k", NULL}, "--top wants a number, not '10k'"},
    {"stats", {"f", "--top=0x1", NULL}, "--top wants a number, not '0x1'"},
    {"stats", {"f", "-n=5", NULL}, "--top wants a number, not '=5'"},
    {"stats",
     {"f", "--top=18446744073709551616", NULL},
     "--top wants a number, not '18446744073709551616'"},
    {"stats",
     {"f", "--min=k", NULL},
     "--min wants a number of bytes such as 4096, 4k or 1GiB, not 'k'"},
    {"stats",
     {"f", "--max-memory=1.5G", NULL},
     "--max-memory wants a number of bytes such as 4096, 4k or 1GiB, not '1.5G'"},
    {"tree", {"f", "--object", "xyz", NULL}, "--object wants an object id, not 'xyz'"},
    {"tree", {"f", "--object=", NULL}, "'--object' wants ID"},
    {"tree", {"f", "--object=0x", NULL}, "--object wants an object id, not '0x'"},
    {"tree",
     {"f", "--object=1000000000000000a0", NULL},
     "--object wants an object id, not '1000000000000000a0'"},
    {"stats", {"f", "--format=xml", NULL}, "--format wants text|tsv|csv|json|md, not 'xml'"},
    {"stats", {"f", "--format=", NULL}, "'--format' wants text|tsv|csv|json|md"},
    {"stats",
     {"f", "--format=text|tsv", NULL},
     "--format wants text|tsv|csv|json|md, not 'text|tsv'"},
    {"stats", {"f", "--format=tex", NULL}, "--format wants text|tsv|csv|json|md, not 'tex'"},
    {"stats", {"f", "--format=JSON", NULL}, "--format wants text|tsv|csv|json|md, not 'JSON'"},
    {"stats",
     {"f", "--by=kind", NULL},
     "--by wants type|namespace|module|domain|generation|root-kind|site, not 'kind'"},
    {"roots", {"f", "--by=type", NULL}, "--by wants kind, not 'type'"},
    {"stats", {"f", "--human=yes", NULL}, "'--human' takes no value"},
    {"stats", {"f", "--human=", NULL}, "'--human' takes no value"},
    {"stats", {"f", "-qq", NULL}, "'-qq' takes no value"},
    /* options of other commands */
    {"summary", {"f", "--top", "1", NULL}, "'summary' does not take the option '--top'"},
    {"summary", {"f", "--top=1", NULL}, "'summary' does not take the option '--top'"},
    {"summary", {"f", "-n", "1", NULL}, "'summary' does not take the option '-n'"},
    {"summary", {"f", "--by", "type", NULL}, "'summary' does not take the option '--by'"},
    {"retained", {"f", "--object=1", NULL}, "'retained' does not take the option '--object'"},
    {"stats",
     {"f", "--limit=1", NULL},
     "'stats' does not take the option '--limit'; did you mean '--top'?"},
    {"chains", {"f", "--sort=bytes", NULL}, "'chains' does not take the option '--sort'"},
    {"roots", {"f", "--retained", NULL}, "'roots' does not take the option '--retained'"},
    /* options that exclude each other */
    {"stats",
     {"f", "--retained", "--unreachable", NULL},
     "--retained and --unreachable exclude each other"},
    {"stats", {"f", "--output=f", NULL}, "'f' would be overwritten by its own report"},
    {"stats",
     {"f", "--input-format=x", NULL},
     "unknown input format 'x'; 'gcview help' lists them"},
    {"stats", {"f", "--sort=size", NULL}, "cannot sort by 'size': the keys are count, bytes, type"},
    {"chains", {"f", NULL}, "'chains' wants one of --object ID, --type GLOB and --between ID ID"},
    {"chains",
     {"f", "--object=1", "--type=x", NULL},
     "'chains' wants one of --object ID, --type GLOB and --between ID ID"},
    {"chains",
     {"f", "--object=1", "--between=1:2", NULL},
     "'chains' wants one of --object ID, --type GLOB and --between ID ID"},
    {"chains", {"f", "--object=1", "--tree", NULL}, "--tree goes with --type"},
    {"chains", {"f", "--between", "1", NULL}, "'--between' wants ID ID"},
    {"chains", {"--between=1", "f", NULL}, "'chains' wants a FILE ('-' is standard input)"},
    {"chains",
     {"f", "--between=1:2", "--limit=2", NULL},
     "--between gives one chain: it goes without --limit"},
    {"object", {"f", NULL}, "'object' wants an ID and a FILE, in this order"},
    {"object", {"1", "f", "g", NULL}, "'object' takes one file; 'g' is one too many"},
    {"object",
     {"x", "f", NULL},
     "'object' wants an object id, not 'x'; ids of a type: gcview objects --type x f"},
    {"object", {"1", "f", "--object=1", NULL}, "'object' wants an ID and a FILE, in this order"},
    /* options of no command */
    {"stats", {"f", "-x", NULL}, "unknown option '-x'"},
    {"stats", {"f", "--nonsense", NULL}, "unknown option '--nonsense'"},
    {"stats", {"f", "--nonsense=1", NULL}, "unknown option '--nonsense'"},
    {"stats", {"f", "--=1", NULL}, "unknown option '--'"},
    {"stats", {"f", "--tpo", "1", NULL}, "unknown option '--tpo'; did you mean '--top'?"},
    {"stats", {"f", "--Top=1", NULL}, "unknown option '--Top'; did you mean '--top'?"},
    {"stats", {"f", "--formt", NULL}, "unknown option '--formt'; did you mean '--format'?"},
    {"stats", {"f", "--retaind", NULL}, "unknown option '--retaind'; did you mean '--retained'?"},
    {"summary",
     {"f", "--retaind", NULL},
     "unknown option '--retaind'; did you mean '--retained', as of 'gcview stats'?"},
    {"summary", {"f", "--Quiet", NULL}, "unknown option '--Quiet'; did you mean '--quiet'?"},
    {"summary", {"f", "-v", NULL}, "unknown option '-v'; did you mean '--progress'?"},
    {"summary", {"f", "--xyzzy", NULL}, "unknown option '--xyzzy'"},
    {"stats",
     {"f", "--includeweak", NULL},
     "unknown option '--includeweak'; did you mean '--include-weak'?"},
};

static void test_refused(NO_STATE)
{
    for (size_t i = 0; i < CHECK_COUNT(refused); i++) {
        const char *args[ARGS_MOST] = {NULL};
        gcv_command_line line;
        gcv_error err;
        memcpy(args, refused[i].args, sizeof refused[i].args);
        assert_int_equal(parse(&line, refused[i].command, args, &err), GCV_ERR_USAGE);
        assert_int_equal(err.status, GCV_ERR_USAGE);
        assert_true(err.file == NULL && err.line == 0);
        assert_string_equal(err.message, refused[i].message);
    }
}

/* For a name of one letter, one letter more or less is not treated as a typing error. */
static void test_short_names_suggest_nothing_silly(NO_STATE)
{
    static const char *const silly[] = {"-x1", "-zz", "--x", "--q9", "---"};
    for (size_t i = 0; i < CHECK_COUNT(silly); i++) {
        const char *args[ARGS_MOST] = {"f", silly[i], NULL};
        gcv_command_line line;
        gcv_error err;
        assert_int_equal(parse(&line, "stats", args, &err), GCV_ERR_USAGE);
        assert_null(strstr(err.message, "did you mean"));
    }
}

/* Commands of several files, and of a file with rules. */
static void test_several_files(NO_STATE)
{
    gcv_command_line line = GOOD("diff", "a", "--retained", "b", "c", "--fail-if", "bytes<1");
    gcv_error err;
    const char *many[40];
    assert_string_equal(line.file, "a");
    assert_int_equal(line.more_files.n, 2);
    assert_int_equal(gcv_n_inputs(&line), 3);
    assert_string_equal(gcv_input_path(&line, 0), "a");
    assert_string_equal(gcv_input_path(&line, 2), "c");
    assert_int_equal(line.report.rules.words.n, 1);
    line = GOOD("check", "a", "bytes<1", "--baseline", "b", "growth bytes<1");
    assert_int_equal(line.report.rules.words.n, 2);
    assert_int_equal(gcv_n_inputs(&line), 2);
    assert_string_equal(gcv_input_path(&line, 1), "b");
    line = GOOD("map", "1f", "a", "b", "--moves", "m");
    check_id(line.report.object, "1f");
    assert_string_equal(gcv_input_path(&line, 0), "a");
    assert_string_equal(gcv_input_path(&line, 1), "b");
    line = GOOD("map", "a", "b", "c", "--object", "1f", "--moves", "m");
    check_id(line.report.object, "1f");
    assert_int_equal(gcv_n_inputs(&line), 3);
    assert_string_equal(gcv_input_path(&line, 0), "a");
    assert_string_equal(gcv_input_path(&line, 1), "b");
    assert_string_equal(gcv_input_path(&line, 2), "c");
    for (int i = 0; i < 40; i++) {
        many[i] = "f";
    }
    gcv_command_line_init(&line, gcv_command_named("diff"));
    gcv_parse_options(ctx, &line, GCV_MAX_WORDS + 1, many);
    gcv_command_line_init(&line, gcv_command_named("diff"));
    assert_int_equal(tried(ctx, &err, gcv_parse_options(ctx, &line, GCV_MAX_WORDS + 2, many)),
                     GCV_ERR_USAGE);
    for (int i = 1; i < 40; i++) {
        many[i] = "bytes<1";
    }
    gcv_command_line_init(&line, gcv_command_named("check"));
    assert_int_equal(tried(ctx, &err, gcv_parse_options(ctx, &line, GCV_MAX_WORDS + 2, many)),
                     GCV_ERR_USAGE);
    assert_non_null(strstr(err.message, "--rules"));
}

/* Returns the argument that a command needs in addition to this option. */
static const char *what_else(const gcv_command *command, const gcv_option *option)
{
    const bool by_id = strcmp(option->name, "object") == 0 || strcmp(option->name, "between") == 0;
    const bool for_chains = strcmp(option->name, "born") == 0 || strcmp(option->name, "limit") == 0;
    return strcmp(command->name, "track") == 0              ? for_chains ? "--chains" : NULL
           : strcmp(command->name, "map") == 0 && !by_id    ? "--object=1"
           : strcmp(command->name, "chains") == 0 && !by_id ? "--type=y"
           : strcmp(command->name, "object") == 0 && !by_id ? "--object=1"
           : strcmp(command->name, "what-if") == 0          ? "--drop-type=y"
           : strcmp(command->name, "roots") == 0            ? "--by=kind"
           : strcmp(option->name, "fold") == 0              ? "--by=type"
           : strcmp(command->name, "diff") == 0             ? "g"
           : strcmp(command->name, "check") == 0            ? "bytes<1"
           : strcmp(command->name, "convert") == 0          ? "--to=heapsnapshot"
                                                            : NULL;
}

/* Whether the option needs several files, in commands that take several only with --moves. */
static bool wants_files(const gcv_option *option)
{
    return strcmp(option->name, "snapshot") == 0 || strcmp(option->name, "moves") == 0;
}

static bool takes(const gcv_command *command, const char *name)
{
    const gcv_option *option;
    size_t i = 0;
    while ((option = gcv_command_option(command, i++)) != NULL) {
        if (strcmp(option->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Writes a value that the option accepts in this command. */
static void good_value(const gcv_command *command, const gcv_option *option, char value[40])
{
    static const char *const values[] = {"",  "x", "x", "x",   "x",   "",    "1",
                                         "1", "1", "1", "1:2", "x:y", "x:y", "1"};
    strcpy(value, values[option->kind]);
    if (option->kind == GCV_OPTION_CHOICE) {
        size_t size;
        const char *word = gcv_option_word(option, 0, &size);
        memcpy(value, word, size);
        value[size] = '\0';
    }
    if (strcmp(option->name, "sort") == 0 && option->kind != GCV_OPTION_CHOICE) {
        strcpy(value, strcmp(command->name, "diff") == 0    ? "bytes_a"
                      : strcmp(command->name, "track") == 0 ? "bytes_born"
                                                            : "bytes");
    } else if (strcmp(option->name, "fail-if") == 0) {
        strcpy(value, "bytes<1");
    } else if (strcmp(option->name, "width") == 0) {
        strcpy(value, "80");
    } else if (strcmp(option->name, "input-format") == 0) {
        strcpy(value, "rpm");
    }
    if (strcmp(option->name, "buffer") == 0) {
        strcpy(value, "4g");
    }
}

static void check_option(const gcv_command *command, const gcv_option *option, bool own)
{
    const bool words = (command->inputs & GCV_INPUT_WORDS) != 0;
    char text[40] = "--", value[40];
    const char *args[ARGS_MOST] = {words ? "heap" : "f", text, value, NULL};
    gcv_command_line line;
    gcv_error err;
    strcat(text, option->name);
    good_value(command, option, value);
    args[2] = option->kind != GCV_OPTION_FLAG ? value : words ? NULL : "--strict";
    args[3] = what_else(command, option);
    if (strcmp(command->name, "diff") == 0 && strcmp(option->name, "require-match") == 0) {
        args[4] = "--fail-if=bytes<1";
    }
    if (strcmp(command->name, "convert") == 0 && strcmp(option->name, "fields") == 0) {
        args[3] = "--to=tables";
        args[4] = "--output=x";
    }
    if (strcmp(option->name, "hops") == 0) {
        args[4] = "--format=dot";
    }
    if ((command->inputs & GCV_INPUT_BASELINE) != 0 &&
        strcmp(option->name, "baseline-snapshot") == 0) {
        args[args[3] == NULL ? 3 : 4] = "--baseline=b";
    }
    if ((command->inputs & GCV_INPUT_FOLLOWED) != 0 && wants_files(option)) {
        args[3] = "g";
        args[4] = strcmp(option->name, "moves") == 0 ? "--strict" : "--moves=x";
        args[5] = strcmp(command->name, "map") == 0 ? "--object=1" : NULL;
    }
    if (own) {
        assert_int_equal(parse(&line, command->name, args, &err), GCV_OK);
    } else if (!takes(command, option->name)) {
        assert_int_equal(parse(&line, command->name, args, &err), GCV_ERR_USAGE);
        assert_non_null(strstr(err.message, "does not take the option"));
    }
    assert_true(option->summary[0] != '\0' && strlen(option->name) < 30);
}

/* Every option of every command, tried with every command: its own options are accepted, others
 * refused. */
/* Of several dumps, the last is the file, and the first the baseline unless there is another. */
static void test_series(NO_STATE)
{
    static const char a[] = "samples/sessions-1.log", b[] = "samples/sessions-2.log",
                      c[] = "samples/sessions-3.log";
    gcv_command_line line = GOOD("overview", a, b);
    assert_true(strcmp(line.report.baseline, a) == 0 && strcmp(line.file, b) == 0);
    assert_int_equal(line.more_files.n, 0);
    line = GOOD("overview", c, a, b);
    assert_true(strcmp(line.report.baseline, c) == 0 && strcmp(line.file, b) == 0);
    assert_int_equal(line.more_files.n, 1);
    assert_string_equal(line.more_files.word[0], a);
    line = GOOD("overview", a, b, "--baseline", c);
    assert_true(strcmp(line.report.baseline, c) == 0 && strcmp(line.file, b) == 0);
    assert_int_equal(line.more_files.n, 1);
    assert_string_equal(line.more_files.word[0], a);
    line = GOOD("overview", a);
    assert_true(line.report.baseline == NULL && strcmp(line.file, a) == 0);
}

static void test_table(NO_STATE)
{
    const gcv_option *option;
    for (size_t c = 0; c < gcv_n_commands(); c++) {
        const gcv_command *command = gcv_command_at(c);
        assert_true(command->options_size <= GCV_OWN_OPTIONS_MAX);
        for (size_t d = 0; d < gcv_n_commands(); d++) {
            for (size_t i = 0; (option = gcv_command_option(gcv_command_at(d), i)) != NULL; i++) {
                check_option(command, option, c == d);
            }
        }
    }
}

/* A command that takes words instead of a file. */
static void test_words(NO_STATE)
{
    const gcv_command_line line = GOOD("request", "stop", "7f03");
    assert_int_equal(line.report.operands.n, 2);
    assert_string_equal(line.report.operands.word[1], "7f03");
    assert_null(line.file);
    (void)GOOD("request", "-o", "x", "moves");
}

/* The description of the columns of a command begins with those of its table, and the session can
 * hold all text files that its options name. */
static void test_descriptions(NO_STATE)
{
    const gcv_option *option;
    for (size_t c = 0; c < gcv_n_commands(); c++) {
        const gcv_command *command = gcv_command_at(c);
        char names[200] = "";
        gcv_command_line line;
        gcv_report_column columns[GCV_COLUMNS_MAX];
        gcv_command_line_init(&line, command);
        const gcv_table *table = gcv_table_of(command->tables, &line.report);
        const size_t n = table != NULL ? gcv_table_columns(table, &line.report, columns) : 0;
        assert_true(table == NULL || table->n <= GCV_COLUMNS_MAX);
        for (size_t i = 0; i < n; i++) {
            strcat(names, i > 0 ? " " : "");
            strcat(names, columns[i].name);
        }
        assert_memory_equal(command->columns, names, strlen(names));
        if (table != NULL) { /* a column that rows can be sorted by */
            line.report.sort = table->sort[table->sort[1] != NULL];
            gcv_table_check(ctx, table, &line.report);
        }
        for (size_t i = 0; (option = gcv_command_option(command, i)) != NULL; i++) {
            assert_true(option->home != GCV_HOME_COMMAND || option->offset < command->options_size);
        }
    }
}

/* ---- anything ----------------------------------------------------------------------------- */

static void test_very_long_arguments(NO_STATE)
{
    static const char *const starts[] = {
        "",          "-",       "--", "--top=", "--format=", "--object=",
        "--domain=", "--type=", "-n", "-q",     "-z",        "--limit="};
    const size_t sizes[] = {37, 38,  39,  40,  41,
                            99, 100, 101, 200, effort_is_reduced() ? 100000 : 1000000};
    for (size_t i = 0; i < CHECK_COUNT(starts); i++) {
        for (size_t k = 0; k < CHECK_COUNT(sizes); k++) {
            char *text = malloc(sizes[k] + strlen(starts[i]) + 1);
            assert_non_null(text);
            strcpy(text, starts[i]);
            memset(text + strlen(starts[i]), i % 2 == 0 ? 'x' : '\xc3', sizes[k]);
            text[strlen(starts[i]) + sizes[k]] = '\0';
            for (size_t c = 0; c < gcv_n_commands(); c++) {
                const char *args[ARGS_MOST] = {"f", text, NULL};
                gcv_command_line line;
                gcv_error err;
                if (parse(&line, gcv_command_at(c)->name, args, &err) != GCV_OK) {
                    assert_int_equal(err.status, GCV_ERR_USAGE);
                    assert_true(err.message[0] != '\0' && strlen(err.message) < sizeof err.message);
                }
            }
            free(text);
        }
    }
}

static void test_any_arguments(NO_STATE)
{
    static const char *const pieces[] = {
        "",  "-",    "--",   "=",  "--top", "1",        "n",    "x",  "--type", "*", "h",
        "q", "--by", "kind", "4k", "0x",    "--object", "\xff", "\n", "--min",  "o"};
    uint64_t seed = 90;
    const unsigned rounds = effort_rounds(60000);
    unsigned n_good = 0;
    for (unsigned round = 0; round < rounds; round++) {
        char text[ARGS_MOST][40];
        const char *args[ARGS_MOST] = {NULL};
        size_t n = check_below(&seed, ARGS_MOST);
        gcv_command_line line;
        gcv_error err;
        for (size_t i = 0; i < n; i++) {
            size_t parts = check_below(&seed, 4);
            text[i][0] = '\0';
            for (size_t k = 0; k < parts; k++) {
                strcat(text[i], pieces[check_below(&seed, CHECK_COUNT(pieces))]);
            }
            args[i] = text[i];
        }
        if (parse(&line, gcv_command_at(round % gcv_n_commands())->name, args, &err) == GCV_OK) {
            assert_true(line.file != NULL || line.help);
            n_good++;
        } else {
            assert_true(err.status == GCV_ERR_USAGE && err.message[0] != '\0');
        }
    }
    assert_true(n_good > rounds / 60);
}

static void test_commands(NO_STATE)
{
    assert_null(gcv_command_named(""));
    assert_null(gcv_command_named("Stats"));
    assert_null(gcv_command_named("stat"));
    assert_string_equal(gcv_command_suggest("stat"), "stats");
    assert_string_equal(gcv_command_suggest("sumary"), "summary");
    assert_string_equal(gcv_command_suggest("halp"), "help");
    assert_null(gcv_command_suggest("nonsense"));
    assert_null(gcv_command_suggest(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_but_a_file),
        cmocka_unit_test(test_flags),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_objects),
        cmocka_unit_test(test_globs),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_short_names_suggest_nothing_silly),
        cmocka_unit_test(test_several_files),
        cmocka_unit_test(test_series),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_descriptions),
        cmocka_unit_test(test_very_long_arguments),
        cmocka_unit_test(test_any_arguments),
        cmocka_unit_test(test_commands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
