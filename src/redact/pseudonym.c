/* pseudonym.c - made-up words; see pseudonym.h. */
#include "redact/pseudonym.h"

#include <ctype.h>

void gcv_pseudonym(gcv_siphash_key key, gcv_slice word, char out[GCV_PSEUDONYM_SIZE + 1])
{
    static const char consonants[] = "bdfgklmnprstvzhj", vowels[] = "aeiou";
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
