/* pseudonym.h - a pseudonym for a word: always the same under one key. Without the key nobody can
 * tell the word, not even by trying words. */
#ifndef GCV_REDACT_PSEUDONYM_H
#define GCV_REDACT_PSEUDONYM_H

#include "base/siphash.h"

enum { GCV_PSEUDONYM_SIZE = 14 };

/* Writes 14 letters that can be read aloud: Bakimorutezavu. There are 80^7 such pseudonyms: among
 * 100,000 words there is a collision in one of 4,200 programs. */
void gcv_pseudonym(gcv_siphash_key key, gcv_slice word, char out[GCV_PSEUDONYM_SIZE + 1]);

/* Whether these characters have the form of a pseudonym. */
bool gcv_is_pseudonym(const char text[GCV_PSEUDONYM_SIZE]);

#endif
