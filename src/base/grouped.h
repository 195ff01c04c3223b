/* grouped.h - numbers as people read them: 1,234,567. */
#ifndef GCV_BASE_GROUPED_H
#define GCV_BASE_GROUPED_H

#include "base/number.h"
#include "base/text.h"

enum { GCV_GROUPED_MAX = 2 * GCV_NUMBER_MAX }; /* room for a number with its commas, and a NUL */

/* Writes `n` digits, fewer than GCV_NUMBER_MAX, with commas to `out`; returns the length. */
size_t gcv_group_digits(char out[GCV_GROUPED_MAX], const char *digits, size_t n);

/* Finds the next number of four digits or more from `at` on that stands alone in a sentence:
 * between blanks, after a sign, or before a mark. Returns its position and sets `*n` to the number
 * of its digits; the size of the text, and 0, if there is none. */
size_t gcv_next_to_group(gcv_slice text, size_t at, size_t *n);

#endif
