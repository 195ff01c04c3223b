/* glob.h - patterns for names: `*` is any characters, `?` one character, `{a,b}` either text.
 *
 * docs/definitions.md has the language. Every text is a pattern: braces that are not closed, or
 * have no comma of their own between them, stand for themselves, and so does everything else.
 */
#ifndef GCV_BASE_GLOB_H
#define GCV_BASE_GLOB_H

#include "base/text.h"

/* The most characters of a pattern with alternatives, or with a `?` behind a `*` that other
 * characters separate from it. Matching one takes no memory. */
enum { GCV_GLOB_CHARACTERS_MAX = 1000 };

/* Whether the whole text matches. Letters A-Z match a-z if `ignore_case`. No recursion.
 * O(pattern + text), and O(pattern × text) at worst for those patterns whose length is limited. */
bool gcv_glob(const char *pattern, gcv_slice text, bool ignore_case);
bool gcv_glob_slice(gcv_slice pattern, gcv_slice text, bool ignore_case);

/* Whether a pattern can match a text other than itself (and other cases of it). */
bool gcv_glob_has_wildcard(gcv_slice pattern);

/* The part in front of the first `*`, `?` or `{`: every text that matches begins with it. */
gcv_slice gcv_glob_beginning(gcv_slice pattern);

/* Why a pattern is refused; NULL: it is fine. The braces of a refused one stand for themselves. */
const char *gcv_glob_fault(gcv_slice pattern);

#endif
