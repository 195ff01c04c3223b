/* words.c - a list of words from the command line; see words.h. */
#include "base/words.h"

#include "base/glob.h"

bool gcv_words_match(const gcv_words *words, gcv_slice name, bool ignore_case)
{
    size_t i;
    for (i = 0; i < words->n; i++) {
        if (gcv_glob(words->word[i], name, ignore_case)) {
            return true;
        }
    }
    return false;
}
