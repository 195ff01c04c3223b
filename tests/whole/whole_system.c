/* whole_system.c - every command under adverse conditions: interrupts, full disks, pipes whose
 * reader ends, files that change while they are read, a small stack, and little memory. In every
 * case the exit status is a documented one or that of the signal, and `-o` leaves the old file or
 * the complete new one. Run in a shell, in the source root.
 *
 * The commands come from the program's own list, so a new command is included.
 */
#include "whole/whole.h"

#include "cli/command_line.h"
#include "support/effort.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program, *folder;

/* Arguments that some commands require before the file; ID becomes the id of an object in it. */
static const struct {
    const char *command, *options;
} wanted[] = {
    {"chains", " --type '*'"},
    {"object", " ID"},
    {"map", " ID"},
    {"what-if", " --drop-root static"},
};

typedef struct input {
    const char *file, *id;
    const char *before, *behind; /* the words around the file on the command line */
} input;

/* First small files, then files that take some time to read; each for most commands, then for those
 * that follow objects. */
static const input inputs[2][2] = {
    {{"samples/leak-story.log", "24b1800", "", ""},
     {"samples/two-snapshots.nettrace", "10138", "", ""}},
    {{"samples/azmcp-1.log", "7f26b13a4478", "", ""},
     {"samples/azmcp-1.log", "7f26b13a4478", " --moves \"$source/samples/azmcp.moves\"",
      " \"$source/samples/azmcp-2.log\""}},
};

static void append(char *line, size_t size, const char *text)
{
    assert_true(strlen(line) + strlen(text) < size);
    strcat(line, text);
}

/* Appends the words of a command line that follow the program. */
static void add_words(char *line, size_t size, const gcv_command *command, const input *in)
{
    const char *options = "";
    size_t i;
    for (i = 0; i < CHECK_COUNT(wanted); i++) {
        options = strcmp(wanted[i].command, command->name) == 0 ? wanted[i].options : options;
    }
    append(line, size, command->name);
    append(line, size, " -q");
    if (strcmp(options, " ID") == 0) {
        append(line, size, " ");
        append(line, size, in->id);
    } else {
        append(line, size, options);
    }
    append(line, size, in->before);
    append(line, size, (command->inputs & GCV_INPUT_SEVERAL) != 0 ? " other in" : " in");
    append(line, size, in->behind);
    append(line, size, (command->inputs & GCV_INPUT_RULES) != 0 ? " 'bytes <= 1GB'" : "");
}

/* Fails the test unless the shell script `test` succeeds for each command. It runs in a folder with
 * the dump `in`, a copy of it, `dump`, another dump, `other`, and `want`, the output of the command
 * for `in`, which is made once for all tests. `all` is the command line, both as a script and as a
 * function; `ends STATUS...` is true if the last status is one of these. */
static void check_each(bool large, const char *test)
{
    static char line[8192], words[1024];
    static size_t turn;
    const size_t step = effort_is_reduced() ? 4 : 1; /* 4: each call takes another fourth */
    size_t i;
    for (i = turn++ % step; i < gcv_n_commands(); i += step) {
        const gcv_command *command = gcv_command_at(i);
        const input *in = &inputs[large][(command->inputs & GCV_INPUT_FOLLOWED) != 0];
        const size_t wanted_as = 2 * i + large;
        int n;
        if ((command->inputs & GCV_INPUT_WORDS) != 0 || strcmp(command->name, "strings") == 0) {
            continue; /* reads no file, or none of these formats */
        }
        words[0] = '\0';
        add_words(words, sizeof words, command, in);
        n = snprintf(
            line, sizeof line,
            "program='%s'; source=$PWD; rm -rf '%s/system' && mkdir '%s/system' && cd "
            "'%s/system' &&"
            " cp \"$source/%s\" in && cp in dump && cp \"$source/samples/sessions-1.log\""
            " other && cat > all << 'END' || exit 9\nexec \"$program\" %s \"$@\"\nEND\n"
            "export source program\nall() { sh ./all \"$@\"; }\n"
            "ends() { s=$?; for e; do test $s = $e && return 0; done; echo status $s;"
            " return 1; }\n"
            "test -s ../system-want-%zu || all > ../system-want-%zu && cp ../system-want-%zu want"
            " && test -s want || exit 9\n%s",
            program, folder, folder, folder, in->file, words, wanted_as, wanted_as, wanted_as,
            test);
        assert_true(n > 0 && (size_t)n < sizeof line);
        if (system(line) != 0) {
            fail_msg("gcview %s: not so: %s", words, test);
        }
    }
}

/* Skips the test unless the shell command succeeds, which checks whether the system has what the
 * test needs; `$program` is the program. */
static void need(const char *command)
{
    static char line[2048];
    (void)snprintf(line, sizeof line, "program='%s'; (%s) >/dev/null 2>&1",
                   program != NULL ? program : "", command);
    if (program == NULL || strchr(program, '\'') != NULL || strchr(folder, '\'') != NULL ||
        system(line) != 0) {
        check_skip(command);
    }
}

static void test_no_room(NO_STATE)
{
    need("test -c /dev/full");
    check_each(false,
               "all > /dev/full 2>err; ends 6 && grep -q 'standard output' err || exit 1\n"
               "all -o /dev/full 2>err; ends 6 && grep -q /dev/full err || exit 1\n"
               "all 2>/dev/full | cmp - want");
}

/* A limit of file sizes simulates a full disk. */
static void test_no_room_in_folder(NO_STATE)
{
    need("ulimit -f 0");
    check_each(false,
               "echo old > out && { (ulimit -f 0; all -o out 2>/dev/null); ends 6; }"
               " && test \"$(cat out)\" = old && test $(ls | wc -l) = 6");
}

/* The reader of the pipe has ended before the program writes, or the stream is closed. */
static void test_no_reader(NO_STATE)
{
    need("mkfifo --help");
    check_each(false,
               "mkfifo p && { : < p & } && exec 3> p && wait || exit 1\n"
               "(trap '' PIPE; all >&3 2>err); ends 0 && test ! -s err || exit 1\n"
               "(all >&3 2>err); ends 0 141 && test ! -s err || exit 1\n"
               "exec 3>&-; all >&- 2>err; ends 6 && grep -q 'standard output' err || exit 1\n"
               "all 2>&- | cmp - want && all <&- | cmp - want");
}

/* An interrupt while the program waits for the rest of its input. */
static void test_interrupt(NO_STATE)
{
    need("mkfifo --help && timeout -s INT --preserve-status 9 true");
    check_each(false,
               "rm in && mkfifo in && exec 3<>in && head -c 300 dump >&3 && echo old > out"
               " || exit 1\n"
               "timeout -s INT --preserve-status 0.05 sh ./all -o out 2>err; ends 130 &&"
               " test \"$(cat out)\" = old && test ! -s err && test $(ls | wc -l) = 7");
}

/* An interrupt at any other time leaves the old file or the complete new one. */
static void test_interrupt_while_writing(NO_STATE)
{
    need("timeout -s INT --preserve-status 9 true");
    check_each(true,
               "for t in 0.01 0.03; do echo old > out\n"
               "timeout -s INT --preserve-status $t sh ./all -o out 2>err; ends 0 130 &&"
               " { test $s = 0 || test \"$(head -c 3 out)\" = old || cmp out want; } &&"
               " { test $s = 130 || cmp out want; } || exit 1; done");
}

/* Files that are truncated, extended, overwritten, replaced or deleted while the program reads
 * them. The system determines the moment; at any moment, the program must end with a status for a
 * result or for bad input. */
static void test_changing_files(NO_STATE)
{
    need("(sleep 1 & kill -STOP $! && kill -CONT $! && kill $!); sleep 0.001");
    check_each(true,
               "t=3; for change in ': > in' 'head -c 100000 dump > in' 'cat dump >> in'"
               " 'cat other > in' 'mv kept in' 'rm in'; do cp dump in; cp other kept\n"
               "sh ./all > out 2>err & pid=$!; sleep 0.00$t; kill -STOP $pid 2>/dev/null\n"
               "eval \"$change\"; kill -CONT $pid 2>/dev/null; wait $pid; ends 0 1 2 3 &&"
               " { test $s -lt 2 || grep -q '^gcview: ' err; } || exit 1; t=$((t + 1)); done");
}

static void test_little_stack(NO_STATE)
{
    need("ulimit -s 128 && \"$program\" suspects samples/leak-story.log");
    check_each(false, "(ulimit -s 128; all > got 2>err); ends 0 && cmp got want && test ! -s err");
    check_each(true, "(ulimit -s 128; all > got 2>err); ends 0 && cmp got want && test ! -s err");
}

/* Limits of the address space, from the lowest one with which the program starts. */
static void test_little_memory(NO_STATE)
{
    need("ulimit -v 30000 && \"$program\" --version");
    check_each(true,
               "least=1500; until (ulimit -v $least; exec \"$program\" --version) >/dev/null 2>&1;"
               " do least=$((least + 250)); done\n"
               "for more in 0 300 1000 3000 10000; do rm -f out\n"
               "sed \"1s/^/ulimit -v $((least + more)); /\" all > some\n"
               "sh ./some -o out 2>err; ends 0 1 5 && { test $s = 5 || cmp out want; } &&"
               " { test $s != 5 || { test ! -e out && grep -q '^gcview: .*memory' err; }; }"
               " || exit 1; done");
}

/* Removes the outputs that an earlier build has left. */
static int forget(NO_STATE)
{
    char line[1024];
    (void)snprintf(line, sizeof line, "rm -f '%s'/system-want-*", folder);
    return system(line) != 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_no_room_in_folder),
        cmocka_unit_test(test_no_reader),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_interrupt_while_writing),
        cmocka_unit_test(test_changing_files),
        cmocka_unit_test(test_little_stack),
        cmocka_unit_test(test_little_memory),
    };
    program = argc == 3 ? argv[1] : NULL;
    folder = argc == 3 ? argv[2] : "";
    return cmocka_run_group_tests_name("whole.system", tests, program != NULL ? forget : NULL,
                                       NULL);
}
