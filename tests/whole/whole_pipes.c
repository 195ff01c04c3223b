/* whole_pipes.c - dumps from a pipe, under any name, give the same results as files, even if a
 * command reads them several times. Run in a shell, in the source root. */
#include "support/effort.h"
#include "whole/whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TRACE "samples/two-snapshots.nettrace"
#define SESSION "tests/golden/inputs/generations.nettrace" /* as a runtime sends it */

static const char *program, *folder;

static void need(const char *command)
{
    char line[256];
    (void)snprintf(line, sizeof line, "(%s) >/dev/null 2>&1", command);
    if (program == NULL || strchr(program, '\'') != NULL || strchr(folder, '\'') != NULL ||
        system(line) != 0) {
        check_skip(command);
    }
}

/* `before` and `after` are the words before and after the name of the file, which is given twice if
 * `twice`. Under sanitizers, every third test is enough. */
static void check_pipe(const char *file, const char *before, bool twice, const char *after,
                       const char *name)
{
    static size_t turn;
    char line[4096];
    if (effort_is_reduced() && turn++ % 3 != 0) {
        return;
    }
    int n = snprintf(line, sizeof line,
                     "want='%s/pipes'; '%s' %s %s %s %s > \"$want\" && cat %s | '%s' %s %s %s %s | "
                     "cmp - \"$want\"",
                     folder, program, before, file, twice ? file : "", after, file, program, before,
                     name, twice ? name : "", after);
    assert_true(n > 0 && (size_t)n < sizeof line);
    if (system(line) != 0) {
        fail_msg("not so: %s", line);
    }
}

static void check_all(const char *name)
{
    check_pipe(TRACE, "stats -q", false, "", name);
    check_pipe(TRACE, "stats -q --snapshot first", false, "", name);
    check_pipe(TRACE, "summary -q", false, "", name);
    check_pipe(TRACE, "diff -q", false, "", name);
    check_pipe(TRACE, "diff -q", true, "", name);
    check_pipe(TRACE, "check -q --baseline", true, "'growth bytes <= 0'", name);
    check_pipe(TRACE, "suspects -q --baseline", true, "", name);
    check_pipe(TRACE, "overview -q --format tsv", false, "| grep -v ^next", name);
    check_pipe(TRACE, "track -q --ages", false, "", name);
    check_pipe(SESSION, "stats -q --snapshot 2", false, "", name);
    check_pipe(SESSION, "diff -q --by generation", false, "", name);
    check_pipe(SESSION, "diff -q", true, "", name);
    check_pipe(SESSION, "track -q", false, "", name);
    check_pipe("samples/leak-story.log", "overview -q --format tsv", false, "| grep -v ^next",
               name);
}

static void test_standard_input(NO_STATE)
{
    need("test -c /dev/null");
    check_all("-");
}

static void test_named(NO_STATE)
{
    need("echo x | test -p /dev/stdin");
    check_all("/dev/stdin");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_named),
    };
    program = argc > 2 ? argv[1] : NULL;
    folder = argc > 2 ? argv[2] : "";
    return cmocka_run_group_tests_name("whole.pipes", tests, NULL, NULL);
}
