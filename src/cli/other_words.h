/* other_words.h - words that users of other tools try as commands, and what to type instead. */
#ifndef GCV_CLI_OTHER_WORDS_H
#define GCV_CLI_OTHER_WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct gcv_other_word {
    const char *word;       /* lower-case letters and digits only */
    const char *answers[2]; /* after `gcview`; the second may be NULL */
} gcv_other_word;

/* NULL after the last. */
const gcv_other_word *gcv_other_word_at(size_t at);
/* Whether a name is this word, ignoring case and everything except letters and digits: `!DumpHeap`,
 * `path-to-root`. */
bool gcv_is_other_word(const char *name, const char *word);
/* NULL: none. */
const gcv_other_word *gcv_other_word_named(const char *name);
/* The nearest to a misspelt one; NULL: none is close. */
const gcv_other_word *gcv_other_word_near(const char *name);

#endif
