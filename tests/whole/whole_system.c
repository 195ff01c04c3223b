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
    for (size_t i = 0; i < CHECK_COUNT(wanted); i++) {
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

static void put_file(const char *name, const char *bytes, size_t size)
{
    char path[1024];
    FILE *file;
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    (void)remove(path); /* may be a pipe */
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* Makes the folder contain `in`, `dump` and `other`, and nothing that a test has left. Large files
 * are not written again: a test that changes them restores them at its end. */
static void put_files(const char *dump, bool again)
{
    static const char *const left[] = {"out", "err", "got", "p", "kept"};
    static const char *there;
    if (again || there != dump) {
        size_t size;
        char *bytes = whole_read_file(dump, &size);
        put_file("in", bytes, size);
        put_file("dump", bytes, size);
        free(bytes);
        bytes = whole_read_file("samples/sessions-1.log", &size);
        put_file("other", bytes, size);
        free(bytes);
        there = dump;
    }
    for (size_t i = 0; i < CHECK_COUNT(left); i++) {
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/%s", folder, left[i]);
        (void)remove(path);
    }
}

/* Fails the test unless the shell script `test` succeeds for each command. It runs in a folder with
 * the dump `in`, a copy of it, `dump`, and another dump, `other`. `"$program" "$@"` is the command
 * line, and `$want` a file with its output, which is made once for all tests; `$n` is the number of
 * the command. `ends STATUS...` is true if the last status is one of these; `said TEXT` if the
 * text is in the first line of the file `err`. The shell does itself what it can: to start a
 * program takes as long as most commands. */
static void check_each(bool large, const char *test)
{
    static char line[8192], words[1024];
    static size_t turn;
    /* Each call takes another half or eighth of the commands. */
    const size_t step = effort_is_full() ? 1 : effort_is_reduced() ? 8 : 2;
    for (size_t i = turn++ % step; i < gcv_n_commands(); i += step) {
        const gcv_command *command = gcv_command_at(i);
        const input *in = &inputs[large][(command->inputs & GCV_INPUT_FOLLOWED) != 0];
        if ((command->inputs & GCV_INPUT_WORDS) != 0 || strcmp(command->name, "strings") == 0) {
            continue; /* reads no file, or none of these formats */
        }
        words[0] = '\0';
        add_words(words, sizeof words, command, in);
        put_files(in->file, !large || i < step);
        int n = snprintf(
            line, sizeof line,
            "program='%s'; source=$PWD; n=%zu; want=../system-want-$n-%d; cd '%s' || exit 9\n"
            "set -- %s\n"
            "ends() { s=$?; for e; do test $s = $e && return 0; done; echo status $s;"
            " return 1; }\n"
            "said() { read -r line < err; case $line in *\"$1\"*) ;; *) return 1 ;; esac; }\n"
            "test -s $want || \"$program\" \"$@\" > $want; test -s $want || exit 9\n%s",
            program, i, large, folder, words, test);
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
               "\"$program\" \"$@\" > /dev/full 2>err; ends 6 && said 'standard output' || exit 1\n"
               "\"$program\" \"$@\" -o /dev/full 2>err; ends 6 && said /dev/full || exit 1\n"
               "\"$program\" \"$@\" 2>/dev/full | cmp - $want");
}

/* A limit of file sizes simulates a full disk. */
static void test_no_room_in_folder(NO_STATE)
{
    need("ulimit -f 0");
    check_each(false,
               "echo old > out; (ulimit -f 0; exec \"$program\" \"$@\" -o out 2>/dev/null); ends 6"
               " && read -r line < out && test \"$line $(echo *)\" = 'old dump in other out'");
}

/* The reader of the pipe has ended before the program writes, or the stream is closed. */
static void test_no_reader(NO_STATE)
{
    need("mkfifo --help");
    check_each(
        false,
        "mkfifo p && { : < p & } && exec 3> p && wait || exit 1\n"
        "(trap '' PIPE; exec \"$program\" \"$@\" >&3 2>err); ends 0 && test ! -s err || exit 1\n"
        "\"$program\" \"$@\" >&3 2>err; ends 0 141 && test ! -s err || exit 1\n"
        "exec 3>&-; \"$program\" \"$@\" >&- 2>err; ends 6 && said 'standard output' || exit 1\n"
        "\"$program\" \"$@\" 2>&- | cmp - $want && \"$program\" \"$@\" <&- | cmp - $want");
}

/* An interrupt while the program waits for the rest of its input. */
static void test_interrupt(NO_STATE)
{
    need("mkfifo --help && timeout -s INT --preserve-status 9 true");
    check_each(false,
               "rm in && mkfifo in && exec 3<>in && head -c 300 dump >&3 && echo old > out"
               " || exit 1\n"
               "timeout -s INT --preserve-status 0.05 \"$program\" \"$@\" -o out 2>err; ends 130 &&"
               " read -r line < out && test \"$line $(echo *)\" = 'old dump err in other out' &&"
               " test ! -s err");
}

/* An interrupt at any other time leaves the old file or the complete new one. */
static void test_interrupt_while_writing(NO_STATE)
{
    need("timeout -s INT --preserve-status 9 true");
    check_each(true,
               "for t in 0.01 0.03; do echo old > out\n"
               "timeout -s INT --preserve-status $t \"$program\" \"$@\" -o out 2>err; ends 0 130 &&"
               " { test $s = 130 && read -r line < out && test \"$line\" = old || cmp out $want; }"
               " || exit 1; done");
}

/* Files that are truncated, extended, overwritten, replaced or deleted while the program reads
 * them. The system determines the moment; at any moment, the program must end with a status for a
 * result or for bad input. Without full effort, each command meets two of these changes. */
static void test_changing_files(NO_STATE)
{
    need("(sleep 1 & kill -STOP $! && kill -CONT $! && kill $!); sleep 0.001");
    check_each(true,
               "t=2; for change in ': > in' 'head -c 100000 dump > in' 'cat dump >> in'"
               " 'cat other > in' 'mv kept in' 'rm in'; do t=$((t + 1))\n"
               "test -n \"$GCVIEW_SLOW\" || test $(((t + n) % 3)) = 0 || continue\n"
               "cp dump in; cp other kept; \"$program\" \"$@\" > out 2>err & pid=$!\n"
               "sleep 0.00$t; kill -STOP $pid 2>/dev/null\n"
               "eval \"$change\"; kill -CONT $pid 2>/dev/null; wait $pid; ends 0 1 2 3 &&"
               " { test $s -lt 2 || said 'gcview: '; } || exit 1; done; cp dump in");
}

static void test_little_stack(NO_STATE)
{
    static const char test[] =
        "(ulimit -s 128; exec \"$program\" \"$@\" > got 2>err); ends 0 && cmp got $want && test ! "
        "-s err";
    need("ulimit -s 128 && \"$program\" suspects samples/leak-story.log");
    check_each(false, test);
    check_each(true, test);
}

/* Limits of the address space, from the lowest one with which the program starts. */
static void test_little_memory(NO_STATE)
{
    char line[2048];
    unsigned least = 1500;
    need("ulimit -v 30000 && \"$program\" --version");
    do {
        least += 250;
        (void)snprintf(line, sizeof line,
                       "exec >/dev/null 2>&1; (ulimit -v %u; exec '%s' --version)", least, program);
    } while (system(line) != 0);
    (void)snprintf(
        line, sizeof line,
        "for more in 0 300 1000 3000 10000; do rm -f out\n"
        "(ulimit -v $((%u + more)); exec \"$program\" \"$@\" -o out 2>err); ends 0 1 5 &&"
        " { test $s = 5 || cmp out $want; } &&"
        " { test $s != 5 || { test ! -e out && said memory && said 'gcview: '; }; }"
        " || exit 1; done",
        least);
    check_each(true, line);
}

/* Removes what an earlier build has left. */
static int forget(NO_STATE)
{
    char line[2048];
    (void)snprintf(line, sizeof line, "rm -rf '%s'/* '%s'/../system-want-*", folder, folder);
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
