/* glob.h - patterns for names: `*` matches any characters, `?` one character, `{a,b}` either text.
 *
 * docs/definitions.md defines the language. Every text is a pattern: unclosed braces, braces
 * without a comma of their own, and all other characters stand for themselves.
 */
#ifndef GCV_BASE_GLOB_H
#define GCV_BASE_GLOB_H

#include "base/column.h"
#include "base/text.h"

/* Maximum length, in characters, of a pattern with alternatives. Matching takes no memory. */
enum { GCV_GLOB_CHARACTERS_MAX = 1000 };

/* Limit of the steps of all comparisons with one context, beyond two for each byte of a text. A
 * text of megabytes and a pattern of hundreds of characters could take as many steps as the product
 * of their lengths. */
#define GCV_GLOB_STEPS_MAX (UINT64_C(1) << 29)

/* Whether the whole text matches. Letters A-Z match a-z if `ignore_case`. No recursion. False, too,
 * beyond the limit of steps: gcv_glob_check() must follow. */
bool gcv_glob(gcv_context *ctx, const char *pattern, gcv_slice text, bool ignore_case);
bool gcv_glob_slice(gcv_context *ctx, gcv_slice pattern, gcv_slice text, bool ignore_case);
/* GCV_ERR_LIMIT: a comparison was given up. */
void gcv_glob_check(gcv_context *ctx);

/* Whether a pattern can match a text other than itself (regardless of case). */
bool gcv_glob_has_wildcard(gcv_slice pattern);

/* Returns the part before the first `*`, `?` or `{`: every matching text begins with it. */
gcv_slice gcv_glob_beginning(gcv_slice pattern);

/* Returns why a pattern is refused; NULL: it is accepted. The braces of a refused pattern stand for
 * themselves. */
const char *gcv_glob_fault(gcv_slice pattern);

#endif
