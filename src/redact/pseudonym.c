/* pseudonym.c - pseudonyms from a keyed hash; see pseudonym.h. */
#include "redact/pseudonym.h"

#include <ctype.h>
#include <string.h>

static const char consonants[] = "bdfgklmnprstvzhj", vowels[] = "aeiou";

void gcv_pseudonym(gcv_siphash_key key, gcv_slice word, char out[GCV_PSEUDONYM_SIZE + 1])
{
    uint64_t rest = gcv_siphash(key, word);
    size_t i;
    for (i = 0; i < GCV_PSEUDONYM_SIZE; i += 2) {
        out[i] = consonants[rest % 16];
        rest /= 16;
        out[i + 1] = vowels[rest % 5];
        rest /= 5;
    }
    out[0] = (char)toupper((unsigned char)out[0]);
    out[i] = '\0';
}

bool gcv_is_pseudonym(const char text[GCV_PSEUDONYM_SIZE])
{
    for (size_t i = 0; i < GCV_PSEUDONYM_SIZE; i++) {
        char c = i == 0 ? (char)tolower((unsigned char)text[i]) : text[i];
        if (memchr(i % 2 == 0 ? consonants : vowels, c, i % 2 == 0 ? 16 : 5) == NULL) {
            return false;
        }
    }
    return isupper((unsigned char)text[0]) != 0;
}
