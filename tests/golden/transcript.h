/* transcript.h - text files of command lines with their expected output.
 *
 *   # sort-unknown
 *   $ gcview stats --sort weight samples/leak-story.log
 *   2> gcview: stats: no column is called weight
 *   [status 2]
 *
 * An empty line separates cases. The comment directly above a command is the name of the case.
 *
 * A command is written as for a shell in the source root. Words with characters other than letters,
 * digits and _./:=,@%+^- are in '...', or in $'...' with the escapes of C. `< FILE` is the standard
 * input, which is empty by default. $OUT is a file to write. GCVIEW_WIDTH=VALUE may precede the
 * command, and so may TERMINAL=COLUMNS: standard output is then taken for a terminal. There are no
 * other variables.
 *
 * Below the command follow each line of the standard error, after `2> `; the standard output;
 * `[output]` and the content of $OUT, if it was written; and `[status N]`, if N is not 0. No two
 * outputs look the same: \t, \r, \\ and \xHH are escapes for invisible bytes (control characters,
 * blanks at the end of a line, invalid UTF-8), and for the first character of a line that looks
 * like a mark; a \ at the end is a line without its newline.
 */
#ifndef GCV_TESTS_TRANSCRIPT_H
#define GCV_TESTS_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/* A growing text. Zeroed: empty. Running out of memory ends the program. */
typedef struct text {
    char *data; /* with a NUL after `size` bytes */
    size_t size, cap;
} text;

void text_put(text *t, const char *bytes, size_t size);
void text_puts(text *t, const char *string);
void text_clear(text *t);
void text_release(text *t);

/* A part of a transcript; the pointers point into it. */
typedef struct golden_case {
    const char *head; /* from the end of the previous case to the end of the command */
    size_t head_size;
    const char *name;
    size_t name_size;
    const char *command; /* without the "$ " */
    size_t command_size;
    const char *expected;
    size_t expected_size;
    unsigned line; /* of the command */
} golden_case;

/* Takes the case that begins at *at, and moves *at to its end. Returns NULL, or a description of
 * the mistake. A case without a command is the text after the last case. `line`, from 1, counts on.
 */
const char *transcript_case(const char **at, unsigned *line, golden_case *c);

enum { COMMAND_WORDS_MAX = 128 };

typedef struct command {
    const char *words[COMMAND_WORDS_MAX]; /* the first is the program's name */
    int n_words;
    const char *input;    /* file name; NULL: no input */
    const char *width;    /* value of GCVIEW_WIDTH; NULL: not set */
    const char *terminal; /* value of TERMINAL; NULL: standard output is a pipe */
    text bytes;           /* holds the words */
} command;

/* Parses a command line; `out` replaces $OUT. Returns NULL, or a description of the mistake. */
const char *command_parse(command *c, const char *line, size_t size, const char *out);
void command_release(command *c);

/* The output and the status of a run. */
typedef struct golden_result {
    const char *err, *out, *file; /* NULL: $OUT was not written */
    size_t err_size, out_size, file_size;
    int status;
} golden_result;

/* Appends the result in the form in which it follows a command. */
void transcript_put_result(text *t, const golden_result *result);

#endif
