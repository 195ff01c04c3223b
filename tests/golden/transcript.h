/* transcript.h - text files of command lines with what they print.
 *
 *   # sort-unknown
 *   $ gcview stats --sort weight samples/leak-story.log
 *   2> gcview: stats: no column is called weight
 *   [status 2]
 *
 * An empty line parts two cases. The comment right above a command is the name of the case.
 *
 * A command is written as for a shell, which runs it in the source root: words with other
 * characters than letters, digits and _./:=,@%+^- stand in '...', or in $'...' with the escapes
 * of C. `< FILE` gives the standard input, which is empty without it. $OUT is a file to write.
 * GCVIEW_WIDTH=VALUE may stand in front of it; no other variable is known.
 *
 * Below the command: each line of the standard error after `2> `; the standard output; `[output]`
 * and the content of $OUT, if the command wrote one; `[status N]`, if N is not 0. Each byte of
 * these can be told from every other: \t, \r, \\ and \xHH are escapes for what cannot be seen
 * (control characters, blanks at the end of a line, what is not UTF-8) and for the first character
 * of a line that looks like a mark; a \ at the end is a line without its newline.
 */
#ifndef GCV_TESTS_TRANSCRIPT_H
#define GCV_TESTS_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/* A growing text, zeroed when empty. Running out of memory ends the program. */
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
    const char *head; /* from the end of the case before to the end of the command */
    size_t head_size;
    const char *name;
    size_t name_size;
    const char *command; /* without the "$ " */
    size_t command_size;
    const char *expected;
    size_t expected_size;
    unsigned line; /* of the command */
} golden_case;

/* Takes the case that begins at *at and moves *at behind it. Returns NULL, or what is wrong. A case
 * without a command is what stands behind the last one. `line` is counted on from 1. */
const char *transcript_case(const char **at, unsigned *line, golden_case *c);

enum { COMMAND_WORDS_MAX = 128 };

typedef struct command {
    const char *words[COMMAND_WORDS_MAX]; /* from the program's name on */
    int n_words;
    const char *input; /* a file's name; NULL: no input */
    const char *width; /* value of GCVIEW_WIDTH; NULL: not set */
    text bytes;        /* holds the words */
} command;

/* `out` stands for $OUT. Returns NULL, or what is wrong. */
const char *command_parse(command *c, const char *line, size_t size, const char *out);
void command_release(command *c);

/* What a run wrote. */
typedef struct golden_result {
    const char *err, *out, *file; /* NULL: $OUT was not written */
    size_t err_size, out_size, file_size;
    int status;
} golden_result;

/* Appends the result as it stands below a command. */
void transcript_put_result(text *t, const golden_result *result);

#endif
