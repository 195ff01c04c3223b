/* words.h - a list of words from the command line: globs, rules, files. */
#ifndef GCV_BASE_WORDS_H
#define GCV_BASE_WORDS_H

#include <gcview/gcview.h>

enum { GCV_MAX_WORDS = 32 };

typedef struct gcv_words {
    const char *word[GCV_MAX_WORDS]; /* borrowed */
    size_t n;
} gcv_words;

/* Whether a name matches one of the words as a glob; false if there are none. See gcv_glob(). */
bool gcv_words_match(const gcv_words *words, gcv_slice name, bool ignore_case);

#endif
