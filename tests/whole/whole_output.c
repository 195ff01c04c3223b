/* whole_output.c - where a result goes: to any writable place, whole or not at all, and never over
 * an input. Run in a shell, in a scratch folder. */
#include "support/effort.h"
#include "whole/whole.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program, *folder;

/* Makes the folder that each test gets a copy of. */
static void make_folder(void)
{
    char line[4096];
    (void)snprintf(line, sizeof line,
                   "rm -rf '%s/output-new' && mkdir '%s/output-new' &&"
                   " cp samples/leak-story.log '%s/output-new/in' &&"
                   " '%s' stats samples/leak-story.log > '%s/output-new/want'",
                   folder, folder, folder, program, folder);
    assert_int_equal(system(line), 0);
}

/* Whether a shell test is true, in an empty folder with `in`, a small dump; `$gcview` is the
 * program, and `want` has its expected output. Under sanitizers, every third test is enough. */
static void check_shell(const char *test)
{
    static const char start[] =
        "gcview='%s'; rm -rf '%s/output' && cp -r '%s/output-new' '%s/output' &&"
        " cd '%s/output' && %s";
    static bool made;
    static size_t turn;
    char line[4096];
    int n = snprintf(line, sizeof line, start, program, folder, folder, folder, folder, test);
    if (effort_is_reduced() && turn++ % 3 != 0) {
        return;
    }
    if (!made) {
        make_folder();
        made = true;
    }
    assert_true(n > 0 && (size_t)n < sizeof line);
    if (system(line) != 0) {
        fail_msg("not so: %s", test);
    }
}

/* `command` checks whether the system has what a test needs. */
static void need(const char *command)
{
    char line[512];
    (void)snprintf(line, sizeof line, "(%s) >/dev/null 2>&1", command);
    if (program == NULL || strchr(program, '\'') != NULL || strchr(folder, '\'') != NULL ||
        system(line) != 0) {
        check_skip(command);
    }
}

static const char a_shell[] = "test -c /dev/null";

static void test_files(NO_STATE)
{
    need(a_shell);
    check_shell("\"$gcview\" stats -o new in && cmp new want");
    check_shell("cp in old && echo more >> old && \"$gcview\" stats -o old in && cmp old want");
    check_shell("\"$gcview\" stats --type nothing -q -o none in && test -s none");
    check_shell(
        "\"$gcview\" stats -o new in && \"$gcview\" stats -o ./new in && test $(ls | wc -l) = 3");
    /* The name of a temporary file next to it would be too long. */
    check_shell(
        "n=$(printf %0250d 1) && \"$gcview\" stats -o $n in && cmp $n want &&"
        " \"$gcview\" summary -o $n in && ! cmp -s $n want && test $(ls | wc -l) = 3");
    /* Existing files with such names stay unchanged. */
    check_shell(
        "echo mine > new.gcview-1 && \"$gcview\" stats -o new in && cmp new want &&"
        " test $(cat new.gcview-1) = mine");
}

static void test_streams(NO_STATE)
{
    need("mkfifo --help; test -c /dev/stdout -o -p /dev/stdout -o -e /dev/stdout");
    check_shell("\"$gcview\" stats -o /dev/stdout in | cmp - want");
    check_shell(
        "{ echo first; \"$gcview\" stats -o /dev/stdout in; } > got && tail -n +2 got | cmp - "
        "want");
    check_shell(
        "for f in /dev/fd/3 /proc/self/fd/3; do test ! -e ${f%3}0 || {"
        " { echo first >&3; \"$gcview\" stats -o $f in; } 3> got && tail -n +2 got | cmp - want; } "
        "||"
        " exit 1; done");
    check_shell("\"$gcview\" stats -o /dev/null in && test -c /dev/null");
    check_shell(
        "mkfifo p && { cat p > got & } && \"$gcview\" stats -o p in && wait && cmp got want && "
        "test -p p");
    check_shell(
        "mkfifo p && { \"$gcview\" stats -o p in & } && sleep 0.2 && cat p > got && wait && cmp "
        "got want");
    check_shell("mkfifo p && { cat in > p & } && \"$gcview\" stats -o got p && cmp got want");
}

/* A program that checks its terminal would not notice the reader of a pipe. */
static void test_terminal(NO_STATE)
{
    need("script -qec true /dev/null");
    check_shell(
        "script -qec '\"'\"$gcview\"'\" stats -o /dev/tty in' /dev/null </dev/null |"
        " tr -d '\\r' | cmp - want");
    check_shell(
        "script -qec '\"'\"$gcview\"'\" request heap' /dev/null </dev/null |"
        " grep -q 'not for a terminal'");
}

/* `script` gives the program a terminal of the width that stty sets. */
#define ON_TERMINAL(commands)                                                                      \
    "gcview=$gcview script -qec 'stty cols 60; " commands "' /dev/null </dev/null | tr -d '\\r'"

static void test_screen(NO_STATE)
{
    need("script -qec 'stty cols 60' /dev/null </dev/null");
    check_shell("export TERM=xterm && " ON_TERMINAL("\"$gcview\" stats --top 3 in") " > got &&"
                " grep -q '… 27 more types: --top 0' got && grep -q '10,800' got &&"
                " grep -q \"$(printf '\\033\\\\[1m')\" got");
    check_shell("export TERM=xterm NO_COLOR=1 && " ON_TERMINAL("\"$gcview\" stats in") " > got &&"
                " ! grep -q \"$(printf '\\033')\" got && grep -q 'Entry<String, Price>' got &&"
                " test $(wc -L < got) -le 60");
    check_shell("export TERM=dumb && " ON_TERMINAL("\"$gcview\" stats in") " > got &&"
                " ! grep -q \"$(printf '\\033')\" got");
    check_shell(ON_TERMINAL("\"$gcview\" stats in | cat") " | cmp - want");
    check_shell(ON_TERMINAL("\"$gcview\" report in") " > got; grep -q 'add -o in.html' got &&"
                " test $(wc -l < got) = 1 -a ! -e in.html");
    check_shell(ON_TERMINAL("\"$gcview\" report in -o page") " > got &&"
                " grep -q '^gcview: wrote page, [0-9.]*KiB$' got && test -s page");
    check_shell("\"$gcview\" report in -o page > got 2>&1 && test ! -s got");
}

static void test_links(NO_STATE)
{
    need(a_shell);
    check_shell(
        "echo old > to && ln -s to link && \"$gcview\" stats -o link in && test -L link && cmp to "
        "want");
    check_shell("ln -s to link && \"$gcview\" stats -o link in && test -L link && cmp to want");
    check_shell(
        "mkdir d && ln -s d e && echo old > d/x && ln -s x d/y && \"$gcview\" stats -o e/x in &&"
        " test ! -L d/x && cmp d/x want && \"$gcview\" summary -o e/y in && test -L d/y &&"
        " ! cmp -s d/x want");
    check_shell(
        "ln -s /dev/null link && \"$gcview\" stats -o link in && test -L link -a -c /dev/null");
    check_shell(
        "umask 077 && : > to && umask 022 && \"$gcview\" stats -o to in &&"
        " ls -l to | grep -q '^-rw-------'");
}

/* A file in memory is a file like any other, although its folder is in /dev. */
static void test_file_in_memory(NO_STATE)
{
    need("f=$(mktemp /dev/shm/gcview-XXXXXX) && rm $f");
    check_shell(
        "f=$(mktemp /dev/shm/gcview-XXXXXX) && echo old > $f && \"$gcview\" stats -o $f in &&"
        " cmp $f want; s=$?; rm $f && test $s = 0");
}

/* An interrupt while the new content is copied over an empty file waits for the end of the copy, or
 * is lost where the system has no mask of signals. The file becomes a named pipe once the program
 * has read a part of its input, so the copy waits until the pipe is read. */
static void test_copy_is_whole(NO_STATE)
{
    need("mkfifo --help");
    check_shell(
        "big=$OLDPWD/samples/azmcp-1.log && \"$gcview\" convert - < \"$big\" > want && mkfifo p &&"
        " : > out && { \"$gcview\" convert -o out - < p & } && exec 3> p &&"
        " head -c 200000 \"$big\" >&3 && rm out && mkfifo out && tail -c +200001 \"$big\" >&3 &&"
        " exec 3>&- && exec 4< out && dd bs=1 count=1 <&4 2>/dev/null > got && kill -TERM $! &&"
        " cat <&4 >> got && { wait $!; s=$?; test $s = 0 || test $s = 143; } && cmp got want");
}

/* The files that a failed run leaves. */
static void test_old_content_stays(NO_STATE)
{
    need(a_shell);
    check_shell(
        "echo old > out && ! \"$gcview\" stats -o out none 2>/dev/null && test $(cat out) = old"
        " && test $(ls | wc -l) = 3");
    check_shell("! \"$gcview\" stats -o out none 2>/dev/null && test ! -e out");
    check_shell(
        "echo old > out && { \"$gcview\" object ffff in -o out 2>/dev/null; test $? = 2; } &&"
        " test $(cat out) = old && test $(ls | wc -l) = 3");
    check_shell(
        "echo old > out && { \"$gcview\" stats --max-memory 1k in -o out 2>/dev/null;"
        " test $? = 5; } && test $(cat out) = old");
    check_shell(
        "mkdir out && { \"$gcview\" stats in -o out 2>/dev/null; test $? = 6; } && test -d out");
}

static void test_no_room(NO_STATE)
{
    need("test -c /dev/full");
    check_shell(
        "\"$gcview\" stats -o /dev/full in 2>err; test $? = 6 && grep -q \"'/dev/full': No\" err");
    check_shell(
        "ln -s /dev/full x && { \"$gcview\" stats -o x in 2>err; test $? = 6; } && grep -q \"'x', "
        "which\" err");
    check_shell(
        "\"$gcview\" help --reference 2>err >/dev/full; test $? = 6 && grep -q 'standard output: "
        "No' "
        "err");
    check_shell(
        "\"$gcview\" help 2>err >/dev/full; test $? = 6 && grep -q 'standard output: No' err");
}

/* A limit of file sizes, in kB, simulates a full disk. */
static void test_no_room_in_folder(NO_STATE)
{
    need("ulimit -f 4");
    check_shell(
        "echo old > out && { (ulimit -f 4 && \"$gcview\" convert -o out"
        " \"$OLDPWD\"/samples/azmcp-1.log 2>err); test $? = 6; } &&"
        " grep -q 'cannot write' err && test $(cat out) = old && test $(ls | wc -l) = 4");
}

static void test_inputs_stay(NO_STATE)
{
    static const char *const tests[] = {
        "\"$gcview\" stats -o ./in in",
        "ln -s in link && \"$gcview\" stats -o in link",
        "ln -s in link && \"$gcview\" stats -o link in",
        "ln in link && \"$gcview\" stats -o link in",
        "\"$gcview\" stats -o in - < in",
        "\"$gcview\" stats -o in /dev/stdin < in",
        "cp in b && \"$gcview\" suspects --baseline ./in -o in b",
        "cp in in2 && \"$gcview\" diff in2 ./in -o in",
        "echo 'bytes > 1' > r && \"$gcview\" check --rules r -o ./r in",
        "echo 'bytes > 1' > r && \"$gcview\" check --rules - -o r in < r",
        "echo 'bytes > 1' > r && \"$gcview\" check --rules r -o r in",
        ": > r && \"$gcview\" check --rules r -o r in",
        "echo '# none' > r && \"$gcview\" suspects --suppressions r -o ./r in",
        "echo 'v 1 gcview-moves' > r && \"$gcview\" track --moves r -o ./r in in",
    };
    need(a_shell);
    for (size_t i = 0; i < CHECK_COUNT(tests); i++) {
        char test[1024];
        (void)snprintf(test, sizeof test,
                       "{ cp in kept; %s 2>err; test $? = 2; } && cmp in kept &&"
                       " { test ! -e r || ! grep -q status r; } &&"
                       " grep -q 'overwritten by its own report' err",
                       tests[i]);
        check_shell(test);
    }
}

/* Files in a folder: all are replaced, or none. */
static void test_folder(NO_STATE)
{
#define TABLES "mkdir d && \"$gcview\" convert -q --to tables -o d/ in && cp -r d e && "
    need(a_shell);
    check_shell(TABLES
                "test $(ls d | wc -l) = 4 && echo old > d/types.tsv && echo old > d/other"
                " && \"$gcview\" convert -q --to tables -o d in && cmp d/types.tsv e/types.tsv"
                " && test \"$(cat d/other)\" = old && test $(ls d | wc -l) = 5");
    check_shell(TABLES
                "echo old > d/roots.tsv && echo x > bad"
                " && ! \"$gcview\" convert --to tables -o d bad 2> err"
                " && test \"$(cat d/roots.tsv)\" = old && cmp d/types.tsv e/types.tsv"
                " && test $(ls d | wc -l) = 4");
    check_shell(
        "mkdir d && { \"$gcview\" convert --to tables --max-size 600 -o d in 2> err;"
        " test $? = 5; } && grep -q max-size err && test -z \"$(ls d)\"");
    check_shell("! \"$gcview\" convert --to tables -o nowhere in 2> err && grep -q mkdir err");
    check_shell(
        "mkdir d && cp in d/objects.tsv"
        " && ! \"$gcview\" convert --to tables -o d d/objects.tsv 2> err"
        " && grep -q overwritten err && cmp in d/objects.tsv");
#undef TABLES
}

/* Who may read a result: for each row, the mode of the dump, a command that writes `out`, and the
 * mode of the result. */
static void test_access(NO_STATE)
{
    static const struct {
        const char *mode_of_dump, *command, *mode;
    } rows[] = {
        {"600", "\"$gcview\" stats -o out in", "rw-r--r--"},
        {"600", "echo old > out && chmod 640 out && \"$gcview\" stats -o out in", "rw-r-----"},
        {"644", "echo old > out && chmod 604 out && \"$gcview\" convert -o out in", "rw----r--"},
        {"644", "\"$gcview\" convert -o out in", "rw-r--r--"},
        {"640", "\"$gcview\" convert -o out in", "rw-r-----"},
        {"604", "\"$gcview\" report -o out in", "rw----r--"},
        {"600", "\"$gcview\" profile -o out in", "rw-------"},
        {"600", "\"$gcview\" convert -o out - < in", "rw-------"},
        {"600", "cp want b && chmod 644 b && \"$gcview\" convert -o b in && mv b out", "rw-------"},
        {"600", ": > out && \"$gcview\" convert -o out in", "rw-------"},
        {"600", "echo old > file && ln -s file out && \"$gcview\" convert -o out in && mv file out",
         "rw-------"},
        {"644", "cp in b && chmod 600 b && \"$gcview\" report -o out --baseline b in", "rw-------"},
        {"600", "cp in b && chmod 644 b && \"$gcview\" report -o out --baseline b in", "rw-------"},
        {"600", "mkdir d && \"$gcview\" convert -q --to tables -o d in && mv d/types.tsv out",
         "rw-------"},
        {"644", "\"$gcview\" convert -q --redact-map out -o b in", "rw-------"},
        {"600", "n=$(printf %0250d 1) && \"$gcview\" convert -o $n in && mv $n out", "rw-------"},
    };
    need(a_shell);
    for (size_t i = 0; i < CHECK_COUNT(rows); i++) {
        char test[512];
        (void)snprintf(test, sizeof test,
                       "umask 022 && chmod %s in && %s && ls -l out | grep -q '^-%s'",
                       rows[i].mode_of_dump, rows[i].command, rows[i].mode);
        check_shell(test);
    }
}

/* The new file is of the group of the old one: others are in the program's group. */
static void test_group(NO_STATE)
{
    need("test $(id -u) = 0");
    check_shell(
        "echo old > out && chgrp 1 out && chmod 640 out && \"$gcview\" stats -o out in &&"
        " ls -ln out | grep -q '^-rw-r----- *1 0 *1 '");
    check_shell(
        "umask 022 && chgrp 1 in && chmod 640 in && \"$gcview\" convert -o out in &&"
        " ls -ln out | grep -q '^-rw------- *1 0 *0 '");
}

/* A file of somebody else in a folder that takes no new file: its mode cannot be changed, and need
 * not be if as many people may read the dump. */
static void test_file_of_another(NO_STATE)
{
#define AS_NOBODY                                                                                  \
    "umask 022 && echo old > out && chmod 666 out && as='setpriv --reuid 65534 --regid 65534 "     \
    "--clear-groups' && "
    need(
        "test $(id -u) = 0 &&"
        " setpriv --reuid 65534 --regid 65534 --clear-groups test -r README.md");
    check_shell(AS_NOBODY
                "chown 65534 in && chmod 600 in &&"
                " { $as \"$gcview\" convert -o out in 2> err; test $? = 6; } &&"
                " grep -q 'can be read by more people' err && test \"$(cat out)\" = old");
    check_shell(AS_NOBODY "$as \"$gcview\" convert -o out in && ! grep -q old out");
    check_shell(AS_NOBODY
                "chown 65534 in && chmod 600 in &&"
                " $as \"$gcview\" stats -o out in && cmp out want");
#undef AS_NOBODY
}

static void test_copies(NO_STATE)
{
    need(a_shell);
    check_shell("cp in out && \"$gcview\" stats -o out in && cmp out want");
    check_shell("cp in out && \"$gcview\" stats -o out - < in && cmp out want");
    check_shell("cp in out && cat in | \"$gcview\" stats -o out - && cmp out want");
    check_shell(
        "echo 'bytes > 1' > r && cp r s && \"$gcview\" check --rules r -o s in && ! cmp -s r s");
}

/* The file of `--redact-map` grows by missing entries, and keeps its permissions. */
static void test_map(NO_STATE)
{
    need(a_shell);
    check_shell(
        "\"$gcview\" convert -q --redact-map map -o one in && cp map before &&"
        " \"$gcview\" convert -q --redact-map map -o two in && cmp map before && cmp one two &&"
        " grep -q '^key\t' map && grep -q '\tOrder$' map && ! grep -q Order one");
    check_shell(
        "umask 022 && touch map && chmod 600 map &&"
        " \"$gcview\" convert -q --redact-map map -o one in && echo '# mine' >> map && cp map "
        "before &&"
        " sed s/Acme/Other/ in > other && \"$gcview\" convert -q --redact-map map -o two other &&"
        " head -n $(wc -l < before) map | cmp - before && grep -q '\tOther$' map &&"
        " ls -l map | grep -q '^-rw-------'");
    check_shell(
        "\"$gcview\" convert -q --redact-map map -o one in && sed -i.old 's/Order$/Others/' map &&"
        " ! \"$gcview\" convert -q --redact-map map -o two in 2> said &&"
        " grep -q 'another word of' said && test ! -e two");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),         cmocka_unit_test(test_streams),
        cmocka_unit_test(test_terminal),      cmocka_unit_test(test_screen),
        cmocka_unit_test(test_links),         cmocka_unit_test(test_file_in_memory),
        cmocka_unit_test(test_copy_is_whole), cmocka_unit_test(test_old_content_stays),
        cmocka_unit_test(test_no_room),       cmocka_unit_test(test_no_room_in_folder),
        cmocka_unit_test(test_inputs_stay),   cmocka_unit_test(test_access),
        cmocka_unit_test(test_group),         cmocka_unit_test(test_file_of_another),
        cmocka_unit_test(test_copies),        cmocka_unit_test(test_folder),
        cmocka_unit_test(test_map),
    };
    program = argc == 3 ? argv[1] : NULL;
    folder = argc == 3 ? argv[2] : "";
    return cmocka_run_group_tests_name("whole.output", tests, NULL, NULL);
}
