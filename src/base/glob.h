/* glob.h - patterns for names: `*` matches any characters, `?` one character, `{a,b}` either text.
 *
 * docs/definitions.md defines the language. Every text is a pattern: unclosed braces, braces
 * without a comma of their own, and all other characters stand for themselves.
 */
#ifndef GCV_BASE_GLOB_H
#define GCV_BASE_GLOB_H

#include "base/text.h"

/* Maximum length, in characters, of a pattern with alternatives, or with a `?` that follows a `*`
 * but not directly. Matching takes no memory. */
enum { GCV_GLOB_CHARACTERS_MAX = 1000 };

/* Whether the whole text matches. Letters A-Z match a-z if `ignore_case`. No recursion. Takes
 * O(pattern + text); for the patterns of limited length, O(pattern × text) at worst. */
bool gcv_glob(const char *pattern, gcv_slice text, bool ignore_case);
bool gcv_glob_slice(gcv_slice pattern, gcv_slice text, bool ignore_case);

/* Whether a pattern can match a text other than itself (regardless of case). */
bool gcv_glob_has_wildcard(gcv_slice pattern);

/* Returns the part before the first `*`, `?` or `{`: every matching text begins with it. */
gcv_slice gcv_glob_beginning(gcv_slice pattern);

/* Returns why a pattern is refused; NULL: it is accepted. The braces of a refused pattern stand for
 * themselves. */
const char *gcv_glob_fault(gcv_slice pattern);

#endif
