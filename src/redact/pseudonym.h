/* pseudonym.h - a made-up word for a word: the same for ever under one key, and nobody without the
 * key can tell which word it stands for, not even by trying words. */
#ifndef GCV_REDACT_PSEUDONYM_H
#define GCV_REDACT_PSEUDONYM_H

#include "base/siphash.h"

#include <stdbool.h>

enum { GCV_PSEUDONYM_SIZE = 14 };

/* 14 letters that can be read aloud: Bakimorutezavu. 44 bits: of 100,000 words two get the same one
 * in one of 3,500 programs. */
void gcv_pseudonym(gcv_siphash_key key, gcv_slice word, char out[GCV_PSEUDONYM_SIZE + 1]);

/* Whether so many characters look like one. */
bool gcv_is_pseudonym(const char text[GCV_PSEUDONYM_SIZE]);

#endif
