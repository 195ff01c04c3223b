/* whole_outside.c - behaviour that is visible only from outside the process: the program itself, in
 * a shell, with pipes, and with streams that are closed or full. The argument is the program. */
#include "whole/whole.h"

#include <stdlib.h>
#include <string.h>

#define LEAK "samples/leak-story.log"

static const char *program; /* NULL: not given */

/* Whether a shell test is true. `$gcview` in it is the program. */
static void check_shell(const char *test)
{
    char line[2048];
    int n = snprintf(line, sizeof line, "gcview='%s'; %s", program, test);
    assert_true(n > 0 && (size_t)n < sizeof line);
    if (system(line) != 0) {
        fail_msg("not so: %s", test);
    }
}

static void need_shell(void)
{
    if (program == NULL || strchr(program, '\'') != NULL || system("test -c /dev/null") != 0) {
        check_skip("no POSIX shell, or the program's name has a quote");
    }
}

/* Scripts take the version, the second word, from a line whose rest may change. */
static void test_version(NO_STATE)
{
    need_shell();
    check_shell(
        "\"$gcview\" --version | grep -Eq '^gcview [0-9]+\\.[0-9]+\\.[0-9]+ [(]commit "
        "([0-9a-f]{12}(-dirty)?|unknown), [A-Za-z]+( [0-9.]+)?, [^ ]+ [^ ]+[)]$'");
}

/* The reader ends after one line: no message appears, with the signal of a closed pipe (for which a
 * shell gives the status 141) and without. */
static void test_closed_pipe(NO_STATE)
{
    static const char *const lines[] = {
        "stats --format tsv --top 0 samples/azmcp-1.log",
        "retained -q --top 0 samples/kysel-post2GC.gcdump",
        "tree -q --top 0 --format json samples/kysel-post2GC.gcdump",
        "chains -q --type '*' --limit 100000 samples/kysel-post2GC.gcdump",
        "profile --paths samples/azmcp-1.log",
    }; /* each prints more than a pipe holds */
    need_shell();
    for (size_t i = 0; i < CHECK_COUNT(lines); i++) {
        for (int ignored = 0; ignored < 2; ignored++) {
            char test[1024];
            (void)snprintf(
                test, sizeof test,
                "%s said=$( { { \"$gcview\" %s; echo $? >&2; } |"
                " head -n 1 >/dev/null; } 2>&1 );"
                " test \"$said\" = 0 || test \"$said\" = 141 || { echo \"$said\"; false; }",
                ignored ? "trap '' PIPE;" : "", lines[i]);
            check_shell(test);
        }
    }
}

/* A check has failed even if its reader ends before the row that says so. */
static void test_gate_on_closed_pipe(NO_STATE)
{
    need_shell();
    check_shell(
        "trap '' PIPE; said=$( { { awk 'BEGIN { for (i = 0; i < 50000; i++) print \"bytes >= 0\";"
        " print \"bytes < 0\" }' | \"$gcview\" check --format tsv --rules - " LEAK
        "; echo $? >&2; } |"
        " head -n 1 >/dev/null; } 2>&1 ); test \"$said\" = 1");
}

/* Commands that messages suggest run unchanged. */
static void test_suggested_path(NO_STATE)
{
    need_shell();
    check_shell(
        "folder=$(mktemp -d) && cp " LEAK
        " \"$folder/a b\" && cd \"$folder\" && said=$(\"$gcview\" diff 'a b' 2>&1);"
        " rm -r \"$folder\"; case $said in *\"gcview diff OLD 'a b'\"*) ;; *) false ;; esac");
}

static void test_standard_streams(NO_STATE)
{
    need_shell();
    check_shell("\"$gcview\" stats - <" LEAK " >/dev/null");
    check_shell("cat " LEAK " | \"$gcview\" stats - >/dev/null");
    check_shell("cat " LEAK " | \"$gcview\" retained --format json - >/dev/null");
    check_shell("\"$gcview\" stats " LEAK " >&- 2>/dev/null; test $? = 6");
    check_shell("\"$gcview\" stats - <&- >/dev/null 2>&1; test $? = 3");
    check_shell("\"$gcview\" stats nothing.log 2>&-; test $? = 3");
    check_shell("test ! -c /dev/full || { \"$gcview\" stats " LEAK
                " >/dev/full 2>/dev/null; test $? = 6; }");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_closed_pipe),
        cmocka_unit_test(test_gate_on_closed_pipe),
        cmocka_unit_test(test_suggested_path),
        cmocka_unit_test(test_standard_streams),
    };
    program = argc == 2 ? argv[1] : NULL;
    return cmocka_run_group_tests_name("whole.outside", tests, NULL, NULL);
}
