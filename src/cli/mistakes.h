/* mistakes.h - guesses what was meant by an option or an operand that a command does not take.
 */
#ifndef GCV_CLI_MISTAKES_H
#define GCV_CLI_MISTAKES_H

#include "cli/command_line.h"

enum { GCV_MISTAKE_MAX = 240 };

/* Sets `hint` to `; did you mean '--top'?` for an unknown option, written with or without dashes;
 * to an empty text if no option is close. */
void gcv_hint_option(const gcv_command *command, const char *name, char hint[GCV_MISTAKE_MAX]);

/* Sets `hint` to a whole message if one of two operands of a command that takes one file is not a
 * file: it may be a type or an object. Else to an empty text. */
void gcv_hint_operand(const gcv_command *command, const char *first, const char *second,
                      char hint[GCV_MISTAKE_MAX]);

/* ---- other_words.c -------------------------------------------------------------------------- */

enum { GCV_WORDS_A_ROW = 12 }; /* maximum number of words for one thing, and NULL */

/* Words that users of other tools try as a command, and what to type instead. */
typedef struct gcv_other_word {
    const char *answers[2];             /* after `gcview`; the second may be NULL */
    const char *words[GCV_WORDS_A_ROW]; /* lower-case letters and digits only; ends with NULL */
} gcv_other_word;

/* NULL after the last. */
const gcv_other_word *gcv_other_word_at(size_t at);
/* Whether a name is one of the words, ignoring case and everything except letters and digits:
 * `!DumpHeap`, `path-to-root`. */
bool gcv_is_among_words(const char *name, const char *const *list);
/* NULL: none. */
const gcv_other_word *gcv_other_word_named(const char *name);
/* The nearest to a misspelt one; NULL: none is close. */
const gcv_other_word *gcv_other_word_near(const char *name);

#endif
