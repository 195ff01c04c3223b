/* whole_status.c - exit statuses and messages, and how the command line is read. */
#include "support/scratch.h"
#include "whole/samples.h"
#include "whole/whole.h"

#include "base/file.h"
#include "base/glob.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LEAK "samples/leak-story.log"
#define PUBLISHED "samples/published-example.log"
#define TRACE "samples/two-snapshots.nettrace"
#define SESSION_1 "samples/sessions-1.log"
#define SESSION_3 "samples/sessions-3.log"
#define MOVES "samples/sessions.moves"

static bool have(const char *text, const char *part) { return strstr(text, part) != NULL; }

/* One run that fails: its status, and a part of its message. */
typedef struct bad_run {
    const char *line;
    int status;
    const char *message;
} bad_run;

static void check_bad(whole *w, const bad_run *run)
{
    whole_call(w, run->line);
    if (w->status != run->status) {
        fail_msg("`%s`: status %d, not %d: %s", run->line, w->status, run->status, w->err_text);
    }
    if (strncmp(w->err_text, "gcview: ", 8) != 0 || !have(w->err_text, run->message)) {
        fail_msg("`%s`: no \"%s\" in: %s", run->line, run->message, w->err_text);
    }
    if (w->out_size != 0) {
        fail_msg("`%s`: a result in spite of status %d", run->line, w->status);
    }
}

static void test_bad_runs(NO_STATE)
{
    static const bad_run runs[] = {
        {"statz " LEAK, WRONG_USAGE, "stats"},
        {"retaind " LEAK, WRONG_USAGE, "retained"},
        {"xyzzyxyzzy " LEAK, WRONG_USAGE, "xyzzyxyzzy"},
        {"stats --retaned " LEAK, WRONG_USAGE, "--retained"},
        {"stats --frmat tsv " LEAK, WRONG_USAGE, "--format"},
        {"stats --xyzzyxyzzy " LEAK, WRONG_USAGE, "--xyzzyxyzzy"},
        {"stats -y " LEAK, WRONG_USAGE, "-y"},
        {"stats", WRONG_USAGE, "FILE"},
        {"summary", WRONG_USAGE, "FILE"},
        {"stats --quiet", WRONG_USAGE, "FILE"},
        {"stats " LEAK " --top", WRONG_USAGE, "--top"},
        {"stats " LEAK " --format", WRONG_USAGE, "--format"},
        {"stats " LEAK " --top x", WRONG_USAGE, "--top"},
        {"stats " LEAK " --top -1", WRONG_USAGE, "--top"},
        {"stats " LEAK " --top=", WRONG_USAGE, "--top"},
        {"stats " LEAK " --top 99999999999999999999", WRONG_USAGE, "--top"},
        {"stats " LEAK " --min 1x", WRONG_USAGE, "--min"},
        {"suspects " LEAK " --min-share 101", WRONG_USAGE, "--min-share"},
        {"suspects " LEAK " --min-share -1", WRONG_USAGE, "--min-share"},
        {"suspects " LEAK " --suppressions", WRONG_USAGE, "--suppressions"},
        {"suspects " LEAK " --sort bytes", WRONG_USAGE, "--sort wants retained"},
        {"suspects " LEAK " --suppressions samples/varied.gcdump", WRONG_USAGE,
         "not a file of suppressions"},
        {"suspects " LEAK " --suppressions samples/names.map", WRONG_USAGE, "names.map:2:"},
        {"report " LEAK " --rows 0", WRONG_USAGE, "--rows is 1 to 10000"},
        {"report " LEAK " --rows 10001", WRONG_USAGE, "--rows is 1 to 10000"},
        {"report " LEAK " --format html", WRONG_USAGE, "'report' does not take"},
        {"report " LEAK " --domain nowhere", WRONG_USAGE, "nowhere"},
        {"report --baseline " LEAK " " LEAK, WRONG_USAGE, "the baseline must be"},
        {"stats " LEAK " --format xml", WRONG_USAGE, "xml"},
        {"stats " LEAK " --format dot", WRONG_USAGE, "dot"},
        {"tree " LEAK " --format dott", WRONG_USAGE, "dot|mermaid"},
        {"convert --to tables " LEAK, WRONG_USAGE, "-o FOLDER"},
        {"convert --to tables -o - " LEAK, WRONG_USAGE, "-o FOLDER"},
        {"convert --fields " LEAK, WRONG_USAGE, "--fields"},
        {"object 24b1450 " LEAK " --hops 1", WRONG_USAGE, "--hops"},
        {"object 24b1450 " LEAK " --format dot --hops 17", WRONG_USAGE, "16"},
        {"stats " LEAK " --sort nothing", WRONG_USAGE, "nothing"},
        {"stats " LEAK " --quiet=yes", WRONG_USAGE, "--quiet"},
        {"stats " LEAK " --max-memory lots", WRONG_USAGE, "--max-memory"},
        {"stats " LEAK " --input-format xml", WRONG_USAGE, "xml"},
        {"help statz", WRONG_USAGE, "stats"},
        {"stats -- --top", BAD_INPUT, "--top"},
        {"diff " LEAK, WRONG_USAGE, "diff OLD " LEAK},
        {"diff " LEAK " " LEAK, WRONG_USAGE, "diff OLD " LEAK},
        {"diff - -", BAD_INPUT, "empty"},
        {"diff --snapshot 1 " TRACE, WRONG_USAGE, "--baseline-snapshot 1 --snapshot 2"},
        {"diff --snapshot 3 " TRACE, WRONG_USAGE, "the file has 2"},
        {"diff " TRACE " " TRACE " " TRACE, WRONG_USAGE, "every file once"},
        {"check --baseline " LEAK " " LEAK " count<1", WRONG_USAGE, "the baseline must be"},
        {"check --baseline-snapshot last --baseline " TRACE " " TRACE " count<9", WRONG_USAGE,
         "with itself"},
        {"suspects --baseline " LEAK " " LEAK, WRONG_USAGE, "the baseline must be"},
        {"stats --snapshot 0 " TRACE, WRONG_USAGE, "--snapshot"},
        {"stats --snapshot none " TRACE, WRONG_USAGE, "--snapshot"},
        {"stats --snapshot 3 " TRACE, WRONG_USAGE, "the file has 2"},
        {"stats --snapshot 2 " LEAK, WRONG_USAGE, "the file has 1"},
        {"diff", WRONG_USAGE, "FILE"},
        {"diff --output " LEAK " " PUBLISHED " " LEAK, WRONG_USAGE, "overwritten"},
        {"diff --cause --unreachable " LEAK " " LEAK, WRONG_USAGE, "--cause"},
        {"check --rules a --rules b " LEAK, WRONG_USAGE, "--rules is given twice"},
        {"check --baseline a --baseline=b " LEAK " count<1", WRONG_USAGE, "--baseline is given"},
        {"diff --fail-if bytes " LEAK " " LEAK, WRONG_USAGE, "rule 1, column 6: "},
        {"track", WRONG_USAGE, "FILE"},
        {"track " LEAK, WRONG_USAGE, "no trace with snapshots"},
        {"track " LEAK " " LEAK, WRONG_USAGE, "--moves"},
        {"track --moves " MOVES " " SESSION_1, WRONG_USAGE, "two dumps"},
        {"track --moves " MOVES " " SESSION_1 " " SESSION_1, BAD_INPUT, "dump 3 has 25 objects"},
        {"track --moves " MOVES " --to 4 " SESSION_1 " " SESSION_3, WRONG_USAGE, "the file has 3"},
        {"track --moves " MOVES " --ages " SESSION_1 " " SESSION_3, WRONG_USAGE, "3 dumps"},
        {"track --moves " MOVES " -o " MOVES " " SESSION_1 " " SESSION_3, WRONG_USAGE,
         "overwritten"},
        {"track --moves - - -", WRONG_USAGE, "once"},
        {"track --from 2 --to 2 " TRACE, WRONG_USAGE, "--from"},
        {"track --from 3 " TRACE, WRONG_USAGE, "the file has 2"},
        {"track --to 3 --quiet " TRACE, WRONG_USAGE, "the file has 2"},
        {"track --to 0 " TRACE, WRONG_USAGE, "--to"},
        {"track --from x " TRACE, WRONG_USAGE, "--from"},
        {"track --snapshot 2 " TRACE, WRONG_USAGE, "--from"},
        {"track --ages --growing " TRACE, WRONG_USAGE, "--ages"},
        {"track --born " TRACE, WRONG_USAGE, "--born"},
        {"track --limit 1 " TRACE, WRONG_USAGE, "--limit"},
        {"track --chains --limit 1 --top 1 " TRACE, WRONG_USAGE, "--limit"},
        {"track --chains --reverse " TRACE, WRONG_USAGE, "--reverse"},
        {"track --growing --sort died " TRACE, WRONG_USAGE, "died"},
        {"track --ages --sort died " TRACE, WRONG_USAGE, "died"},
        {"track no-such-file", BAD_INPUT, "gcview: no-such-file: "},
        {"track --moves no-such-file " LEAK " " LEAK, BAD_INPUT, "gcview: no-such-file: "},
        {"map " TRACE, WRONG_USAGE, "an ID and a FILE"},
        {"map xyz " TRACE, WRONG_USAGE, "object id"},
        {"map 1 --quiet " TRACE, WRONG_USAGE, "no record"},
        {"map 1 " LEAK, WRONG_USAGE, "no trace with snapshots"},
        {"map 1 --ages " TRACE, WRONG_USAGE, "--ages"},
        {"map 1 --top 3 " TRACE, WRONG_USAGE, "--top"},
        {"diff no-such-file " LEAK, BAD_INPUT, "gcview: no-such-file: "},
        {"diff " LEAK " CMakeLists.txt", BAD_INPUT, "gcview: CMakeLists.txt:"},
        {"check " LEAK, WRONG_USAGE, "RULE"},
        {"check bytes<1", WRONG_USAGE, "RULE"},
        {"check " LEAK " bytes<1 cuont<1", WRONG_USAGE, "rule 2, column 1: "},
        {"check " LEAK " bytes<+1", WRONG_USAGE, "--baseline"},
        {"check " LEAK " " LEAK " bytes<1", WRONG_USAGE, "--baseline"},
        {"check bytes<1 " LEAK, WRONG_USAGE, "before the rules"},
        {"check - --baseline - bytes<1", BAD_INPUT, "empty"},
        {"check " LEAK " --rules no-such-file", WRONG_USAGE, "gcview: no-such-file: "},
        {"check " LEAK " bytes<1 --rules samples", WRONG_USAGE, "gcview: samples: "},
        {"check no-such-file bytes<1", BAD_INPUT, "gcview: no-such-file: "},
        {"check " LEAK " bytes<1 --baseline no-such-file", BAD_INPUT, "gcview: no-such-file: "},
        {"stats " LEAK " --baseline " LEAK, WRONG_USAGE, "does not take"},
        {"stats " LEAK " --format tap", WRONG_USAGE, "tap"},
        {"stats no-such-file.log", BAD_INPUT, "gcview: no-such-file.log: "},
        {"summary no-such-folder/x.log", BAD_INPUT, "gcview: no-such-folder/x.log: "},
        {"stats samples", BAD_INPUT, "gcview: samples: "},
        {"retained samples/", BAD_INPUT, "gcview: samples/: "},
        {"stats CMakeLists.txt", BAD_INPUT, "gcview: CMakeLists.txt:"},
        {"track tests/fuzz/corpus/ruby/tiny.json tests/fuzz/corpus/ruby/kinds.json", WRONG_USAGE,
         "gcview: tests/fuzz/corpus/ruby/tiny.json: "},
        {"stats --output no-such-folder/out " LEAK, OUTPUT_FAILED,
         "gcview: cannot write to 'no-such-folder/out': "},
        {"stats -o samples " LEAK, OUTPUT_FAILED, "gcview: cannot write to 'samples': "},
    };
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(runs); i++) {
        check_bad(&w, &runs[i]);
    }
    whole_close(&w);
}

static void test_no_command(NO_STATE)
{
    const char *none[] = {NULL};
    const char *blank[] = {"", LEAK, NULL};
    whole w;
    whole_open(&w);
    whole_run(&w, none);
    assert_int_equal(w.status, WRONG_USAGE);
    assert_true(have(w.err_text, "COMMAND") || have(w.err_text, "stats"));
    assert_int_equal(w.out_size, 0);
    whole_run(&w, blank);
    assert_int_equal(w.status, WRONG_USAGE);
    whole_close(&w);
}

/* Returns the output of a line that must succeed without a message. */
static char *quiet_output(const char *line)
{
    whole w;
    whole_open(&w);
    whole_succeed(&w, line);
    assert_int_equal(w.err_size, 0);
    char *out = whole_copy(&w);
    whole_close(&w);
    return out;
}

/* The bytes are the standard input of the second line. */
static void check_same(const char *one, const char *other, const char *bytes, size_t size)
{
    char *out = whole_output(one), *again = whole_filter(other, bytes, size, NULL);
    if (strcmp(out, again) != 0) {
        fail_msg("`%s` is not the same as `%s`", other, one);
    }
    free(again);
    free(out);
}

static void test_help(NO_STATE)
{
    static const char *const commands[] = {"summary",  "stats", "roots",   "chains",
                                           "retained", "tree",  "objects", "object",
                                           "what-if",  "diff",  "check"};
    char *all = quiet_output("help"), *version = quiet_output("--version");
    check_same("help", "--help", NULL, 0);
    for (size_t i = 0; i < CHECK_COUNT(commands); i++) {
        char help[64], option[64];
        (void)snprintf(help, sizeof help, "help %s", commands[i]);
        (void)snprintf(option, sizeof option, "%s --help", commands[i]);
        check_same(help, option, NULL, 0);
        char *own = quiet_output(help);
        if (!have(all, commands[i]) || !have(own, commands[i]) || !have(own, "--format")) {
            fail_msg("no help for %s", commands[i]);
        }
        free(own);
    }
    assert_true(have(version, "gcview "));
    assert_true(have(version, gcv_version()));
    free(version);
    free(all);
}

/* ---- input -------------------------------------------------------------------------------- */

/* One input on standard input, and the expected status and message of each command. */
typedef struct bad_input {
    const char *bytes;
    size_t size;
    bool strict;
    int status;
    const char *message;
} bad_input;

static void check_input(const bad_input *in)
{
    static const char *const commands[] = {
        "summary",        "stats",          "stats --retained",
        "roots",          "retained",       "chains --type *",
        "tree",           "objects",        "what-if --drop-type *",
        "tree --by type", "object 10",      ("diff " LEAK),
        "profile",        "profile --paths"};
    whole w;
    whole_open(&w);
    whole_give(&w, in->bytes, in->size);
    for (size_t i = 0; i < CHECK_COUNT(commands); i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "%s -%s", commands[i], in->strict ? " --strict" : "");
        whole_call(&w, line);
        if (w.status != in->status || !have(w.err_text, in->message)) {
            fail_msg("%s of %.20s…: status %d, not %d; it says %s", line, in->bytes, w.status,
                     in->status, w.err_text);
        }
        if (in->status == BAD_INPUT && w.out_size != 0) {
            fail_msg("%s of %.20s…: a result out of nothing", line, in->bytes);
        }
    }
    whole_close(&w);
}

#define BYTES(literal) literal, sizeof(literal) - 1

static void test_bad_inputs(NO_STATE)
{
#define LINE_4 "gcview: standard input:4: "
#define START "a 2 x.exe 1\nt 1 A\no 10 1 c\n"
#define END "r 10 1 0\nc x.exe 1\n"
/* A Ruby heap dump, which has no end record. */
#define LINE_3 "gcview: standard input:3: "
#define ROOTS "{\"type\":\"ROOT\", \"root\":\"vm\", \"references\":[\"0x10\"]}\n"
#define OBJECT "{\"address\":\"0x10\", \"type\":\"STRING\", \"memsize\":40}"
    static const bad_input inputs[] = {
        /* no dump */
        {BYTES(""), false, BAD_INPUT, "standard input"},
        {BYTES("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\b\6\0\0"), false, BAD_INPUT,
         "standard input"},
        {BYTES("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0\1"), false, BAD_INPUT, "standard input"},
        {BYTES("hello\nworld\no 12\nr x y z\nt\nc\na two three\n"), false, BAD_INPUT,
         "standard input"},
        {BYTES("\xef\xbb\xbf"), false, BAD_INPUT, "standard input"},
        {BYTES("\xff\xfe"), false, BAD_INPUT, "standard input"},
        {BYTES(" \r\n\t\n\n"), false, BAD_INPUT, "standard input"},
        {BYTES(""), true, BAD_INPUT, "standard input"},
        /* cut, a bad line, a second record of an object */
        {BYTES(START "r 10 1 0\n"), false, DONE, ""},
        {BYTES(START "r 10 1 0\n"), true, INCOMPLETE, "gcview: standard input: "},
        {BYTES(START "bad\n" END), false, DONE, LINE_4},
        {BYTES(START "bad\n" END), true, BAD_INPUT, LINE_4},
        {BYTES(START "o 10 1 c\n" END), false, DONE, LINE_4},
        {BYTES(START "o 10 1 c\n" END), true, BAD_INPUT, LINE_4},
        {BYTES(START "bad\nr 10 1 0\n"), true, BAD_INPUT, LINE_4},
        {BYTES(ROOTS OBJECT), false, DONE, ""},
        {BYTES(ROOTS OBJECT), true, INCOMPLETE, "gcview: standard input: "},
        {BYTES(ROOTS OBJECT "\n{\"address\":\"0x18\", \"type\"\n"), false, DONE, LINE_3},
        {BYTES(ROOTS OBJECT "\n{\"address\":\"0x18\", \"type\"\n"), true, BAD_INPUT, LINE_3},
        {BYTES(ROOTS OBJECT "\n" OBJECT "\n"), true, BAD_INPUT, LINE_3},
        {BYTES(OBJECT "\n"), true, INCOMPLETE, "no roots"},
    };
    for (size_t i = 0; i < CHECK_COUNT(inputs); i++) {
        check_input(&inputs[i]);
    }
#undef LINE_4
#undef START
#undef END
#undef LINE_3
#undef ROOTS
#undef OBJECT
}

/* A sample of each format can be read; without its last byte that counts, it is incomplete. */
static void test_samples(NO_STATE)
{
    static const char *const strictly[] = {"summary --strict -", "stats --strict -",
                                           "retained --strict -", "convert --strict -"};
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < 2 * n_format_samples(); i++) {
        const format_sample *sample = &format_samples[i / 2];
        const bool cut = i % 2 == 1;
        size_t size;
        char *bytes = whole_read_file(sample->path, &size);
        whole_give(&w, bytes, cut ? sample->complete - 1 : size);
        for (size_t k = 0; k < CHECK_COUNT(strictly); k++) {
            whole_call(&w, strictly[k]);
            if (cut ? w.status != INCOMPLETE : w.status != DONE && w.status != INCOMPLETE) {
                fail_msg("%s of %s%s: status %d: %s", strictly[k], sample->path, cut ? ", cut" : "",
                         w.status, w.err_text);
            }
        }
        free(bytes);
    }
    whole_close(&w);
}

/* The status of a check is 1 exactly if a rule is broken, whatever else is wrong with the dump. */
static void test_gates(NO_STATE)
{
    static const struct {
        const char *line;
        int status;
    } runs[] = {
        {"check - bytes<1MB", DONE},
        {"check - bytes<12", GATE_FAILED},
        {"check - bytes<=12", DONE},
        {"check - bytes<1MB --strict", INCOMPLETE},
        {"check - bytes<12 --strict", GATE_FAILED},
        {"check - count(Nothing)<1", DONE},
        {"check - count(Nothing)>1", GATE_FAILED},
        {"check " LEAK " bytes<1MB --strict", DONE},
        {"check " LEAK " bytes<1MB --strict --baseline -", INCOMPLETE},
        {"check " LEAK " bytes<+1 --strict --baseline -", GATE_FAILED},
        {"diff - " LEAK, DONE},
        {"diff - " LEAK " --strict", INCOMPLETE},
        {"diff - " LEAK " --fail-if bytes<1MB", DONE},
        {"diff - " LEAK " --fail-if bytes<+1", GATE_FAILED},
        {"diff - " LEAK " --fail-if bytes<+1 --strict", GATE_FAILED},
        {"diff " LEAK " " PUBLISHED " --fail-if bytes<=+0", DONE},
        {"check " LEAK " bytes<1 -o no-such-folder/out", OUTPUT_FAILED},
    };
    static const char cut[] = "a 2 x.exe 1\nt 1 A\no 10 1 c\nr 10 1 0\n";
    static const char *const formats[] = {"text", "tsv", "csv",   "json",
                                          "md",   "tap", "junit", "github"};
    whole w;
    whole_open(&w);
    whole_give(&w, cut, sizeof cut - 1);
    for (size_t i = 0; i < CHECK_COUNT(runs); i++) {
        whole_call(&w, runs[i].line);
        if (w.status != runs[i].status) {
            fail_msg("%s: status %d, not %d: %s", runs[i].line, w.status, runs[i].status,
                     w.err_text);
        }
    }
    for (size_t i = 0; i < CHECK_COUNT(formats); i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "check - bytes<1MB -q --format %s", formats[i]);
        whole_call(&w, line);
        assert_int_equal(w.status, DONE);
        assert_true(have(w.out_text, "incomplete: no end record"));
    }
    whole_close(&w);
}

/* ncdu would silently leave out the longer name. */
static void test_long_names(NO_STATE)
{
    enum { LONGEST = 32745 };
    whole w;
    whole_open(&w);
    for (size_t size = LONGEST; size <= LONGEST + 1; size++) {
        char *log = malloc(size + 100);
        assert_non_null(log);
        int n = sprintf(log, "a 2 x 1\no 10 1 c\nr 10 1 0\nt 1 ");
        memset(log + n, 'T', size);
        whole_give(&w, log, (size_t)n + size);
        whole_call(&w, "profile --to ncdu -");
        assert_int_equal(w.status, size == LONGEST ? DONE : OUT_OF_MEMORY);
        assert_int_equal(w.out_size > size, size == LONGEST);
        assert_true(size == LONGEST ||
                    have(w.err_text, "a name of 32746 bytes; ncdu takes 32745 at most"));
        whole_call(&w, "profile --to speedscope -");
        assert_int_equal(w.status, DONE);
        free(log);
    }
    whole_close(&w);
}

/* The most bytes that the readers of a file take, and one more. */
static void test_most_bytes(NO_STATE)
{
    static const struct {
        const char *line, *bytes;
        bool fits;
        int status;
    } cases[] = {
        {"profile --to ncdu -", "7fffffffffffffff", true, DONE},
        {"profile --to ncdu -", "8000000000000000", false, OUT_OF_MEMORY},
        {"profile --to pprof -o - -", "7fffffffffffffff", true, DONE},
        {"profile --to pprof -o - -", "8000000000000000", false, OUT_OF_MEMORY},
        {"profile --to speedscope -", "1fffffffffffff", true, DONE},
        {"profile --to speedscope -", "20000000000000", false, OUT_OF_MEMORY},
        {"convert --to gcdump -o - -", "7fffffff", true, DONE},
        {"convert --to gcdump -o - -", "80000000", false, DONE}, /* cut, with a warning */
        {"convert --to heapsnapshot -", "ffffffff", true, DONE},
        {"convert --to heapsnapshot -", "100000000", false, DONE},
    };
    whole w;
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(cases); i++) {
        char log[100];
        const int n = sprintf(log, "a 2 x 1\no 10 1 %s\nr 10 1 0\nt 1 A\nc x 1\n", cases[i].bytes);
        whole_give(&w, log, (size_t)n);
        whole_call(&w, cases[i].line);
        assert_int_equal(w.status, cases[i].status);
        assert_int_equal(w.out_size > 0, cases[i].status == DONE);
        assert_int_equal(w.err_size == 0, cases[i].fits);
    }
    whole_close(&w);
}

static void test_warns_once(NO_STATE)
{
    static const char cut[] = "a 2 x.exe 1\nt 1 A\no 10 1 c\nr 10 1 0\n";
    static const char *const commands[] = {
        "stats -",           "roots -",   "retained -",  "tree -",
        "chains --type A -", "objects -", "object 10 -", "what-if --drop-type A -",
        "profile -"};
    static const char *const quiet[] = {" --quiet", " -q"};
    whole w;
    whole_open(&w);
    whole_give(&w, cut, sizeof cut - 1);
    for (size_t i = 0; i < CHECK_COUNT(commands); i++) {
        char line[64];
        whole_succeed(&w, commands[i]);
        const char *first = strstr(w.err_text, "incomplete");
        assert_non_null(first);
        assert_null(strstr(first + 1, "incomplete"));
        for (size_t k = 0; k < CHECK_COUNT(quiet); k++) {
            (void)snprintf(line, sizeof line, "%s%s", commands[i], quiet[k]);
            whole_succeed(&w, line);
            assert_string_equal(w.err_text, "");
        }
    }
    whole_close(&w);
}

/* No comparison beyond the limit of steps counts as a match or as none. */
static void test_slow_globs(NO_STATE)
{
#define SLOW "*{?,??,???}{?,??,???}#"
    static const char *const lines[] = {
        "stats " LEAK " --type " SLOW,
        "stats " LEAK " --exclude " SLOW,
        "objects " LEAK " --refers-to " SLOW,
        "chains " LEAK " --type Acme.* --via " SLOW,
        "what-if " LEAK " --drop-type " SLOW,
        "what-if " LEAK " --drop-root " SLOW,
        "check " LEAK " count(" SLOW ")<=0",
        "diff " SESSION_1 " " SESSION_3 " --fail-if count(" SLOW ")<=0",
        "suspects " LEAK " --suppressions -",
    };
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        whole w;
        whole_open(&w);
        w.ctx = gcv_context_new(0);
        assert_non_null(w.ctx);
        whole_give(&w, SLOW, sizeof SLOW - 1);
        whole_call(&w, lines[i]); /* the names are short */
        assert_in_range(w.status, DONE, GATE_FAILED);
        w.ctx->glob_steps = GCV_GLOB_STEPS_MAX;
        whole_call(&w, lines[i]);
        if (w.status != OUT_OF_MEMORY || !have(w.err_text, "too many steps") || w.out_size > 0 ||
            have(w.err_text, "warning")) {
            fail_msg("%s: status %d: %s%s", lines[i], w.status, w.err_text, w.out_text);
        }
        gcv_context_free(w.ctx);
        whole_close(&w);
    }
#undef SLOW
}

/* ---- order of the words ------------------------------------------------------------------- */

static void test_same(NO_STATE)
{
    static const char *const pairs[][2] = {
        {"stats --top 3 " LEAK, "stats " LEAK " --top 3"},
        {"stats --top 3 " LEAK, "stats --top=3 " LEAK},
        {"stats --top 3 " LEAK, "stats -n 3 " LEAK},
        {"stats --top 3 --format tsv " LEAK, "stats --format=tsv " LEAK " -n 3"},
        {"stats --top 3 " LEAK, "stats --top 3 -- " LEAK},
        {"stats " LEAK, "stats -- " LEAK},
        {"stats " LEAK, "stats --top 0 " LEAK},
        {"stats " LEAK, "stats --format text " LEAK},
        {"stats " LEAK, "stats --input-format rpm " LEAK},
        {"stats --type Acme.* --type System.* " LEAK,
         "stats --type=System.* " LEAK " --type=Acme.*"},
        {"stats --type ACME.* --ignore-case " LEAK, "stats --type Acme.* " LEAK},
        {"stats --reverse --sort count " LEAK, "stats --reverse --sort=count " LEAK},
        {"retained " LEAK, "retained -n 20 " LEAK},
    };
    for (size_t i = 0; i < CHECK_COUNT(pairs); i++) {
        check_same(pairs[i][0], pairs[i][1], NULL, 0);
    }
}

static void test_standard_input(NO_STATE)
{
    static const char *const commands[] = {
        "summary", "stats --format tsv", "retained", "tree", "roots", "profile"};
    size_t size;
    char *bytes = whole_read_file(LEAK, &size);
    for (size_t i = 0; i < CHECK_COUNT(commands); i++) {
        char file[128], input[128];
        (void)snprintf(file, sizeof file, "%s " LEAK, commands[i]);
        (void)snprintf(input, sizeof input, "%s -", commands[i]);
        check_same(file, input, bytes, size);
    }
    free(bytes);
}

/* ---- memory ------------------------------------------------------------------------------- */

static double needed(const char *line)
{
    whole w;
    double needed = 0;
    whole_open(&w);
    whole_call(&w, line);
    assert_int_equal(w.status, OUT_OF_MEMORY);
    const char *about = strstr(w.err_text, "azmcp-2.log: needs about ");
    if (about == NULL || sscanf(about, "azmcp-2.log: needs about %lfMiB", &needed) != 1) {
        fail_msg("%s: %s", line, w.err_text);
    }
    whole_close(&w);
    return needed;
}

/* The last file is loaded for the analysis, a file between others for its counts only. */
static void test_needs_of_files(NO_STATE)
{
    assert_true(needed("diff --retained --max-memory 1M " LEAK " samples/azmcp-2.log") >
                needed("diff --retained --max-memory 1M " LEAK " samples/azmcp-2.log " PUBLISHED));
}

/* ---- output ------------------------------------------------------------------------------- */

/* The input under another name must not be overwritten either. */
static void test_output_over_input(NO_STATE)
{
    static const char log[] = "a 2 x\nt 1 T\no 1 1 8\nr 1 1 0\nc x\n";
    char back[sizeof log];
    char name[SCRATCH_MAX], line[2 * SCRATCH_MAX + 32];
    whole w;
    FILE *file;
    scratch_name(name, ".", "whole-status.log");
    file = fopen(name, "wb");
    if (file == NULL) {
        check_skip("the source folder cannot be written");
    }
    assert_int_equal(fwrite(log, 1, sizeof log - 1, file), sizeof log - 1);
    assert_int_equal(fclose(file), 0);
    whole_open(&w);
    (void)snprintf(line, sizeof line, "stats -o %s %s", name, name + strlen("./"));
    whole_call(&w, line);
    file = fopen(name, "rb");
    assert_non_null(file);
    assert_int_equal(fread(back, 1, sizeof back, file), sizeof log - 1);
    (void)fclose(file);
    assert_int_equal(remove(name), 0);
    assert_memory_equal(back, log, sizeof log - 1);
    assert_int_equal(w.status, 2);
    assert_true(have(w.err_text, "would be overwritten by its own report"));
    whole_close(&w);
}

static void test_full(NO_STATE)
{
    static const char *const lines[] = {
        "help",
        "help stats",
        "--version",
        "summary " LEAK,
        "stats " LEAK,
        "stats --format json " LEAK,
        "roots " LEAK,
        "chains --type Acme.Shop.Order " LEAK,
        "retained " LEAK,
        "tree " LEAK,
        "objects " LEAK,
        "object 24b1450 " LEAK,
        "tree --by type " LEAK,
        "what-if --drop-type * " LEAK,
        "profile " LEAK,
    };
    whole w;
    if (!gcv_file_exists("/dev/full")) {
        check_skip("no /dev/full");
    }
    whole_open(&w);
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        w.elsewhere = fopen("/dev/full", "wb");
        assert_non_null(w.elsewhere);
        whole_call(&w, lines[i]);
        (void)fclose(w.elsewhere);
        if (w.status != OUTPUT_FAILED || strncmp(w.err_text, "gcview: ", 8) != 0) {
            fail_msg("%s: status %d: %s", lines[i], w.status, w.err_text);
        }
    }
    w.elsewhere = NULL;
    whole_call(&w, "stats --output /dev/full " LEAK);
    assert_int_equal(w.status, OUTPUT_FAILED);
    assert_true(have(w.err_text, "/dev/full"));
    whole_close(&w);
}

int main(int argc GCV_UNUSED, char **argv GCV_UNUSED)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_runs),       cmocka_unit_test(test_no_command),
        cmocka_unit_test(test_help),           cmocka_unit_test(test_bad_inputs),
        cmocka_unit_test(test_samples),        cmocka_unit_test(test_gates),
        cmocka_unit_test(test_long_names),     cmocka_unit_test(test_most_bytes),
        cmocka_unit_test(test_warns_once),     cmocka_unit_test(test_slow_globs),
        cmocka_unit_test(test_same),           cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_needs_of_files), cmocka_unit_test(test_output_over_input),
        cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests_name("whole.status", tests, NULL, NULL);
}
