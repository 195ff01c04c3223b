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

/* ---- glob_list.c: a list of names and patterns of names, possibly thousands --------------- */

/* A name without wildcards is found by binary search. A pattern is tried only on names that
 * begin with its text before the first wildcard. Patterns with the same beginning are tried one
 * by one, so their number is limited. */
/* Maximum number of patterns tried on one name. */
enum { GCV_GLOB_LIST_ALIKE_MAX = 1000 };

typedef struct gcv_glob_list {
    bool ignore_case;
    gcv_slice_column names; /* sorted; like patterns, borrowed */
    gcv_slice_column globs; /* sorted by beginning */
    uint32_t *parent; /* per glob: the last one before it whose beginning is a prefix of its own;
                         UINT32_MAX: none */
} gcv_glob_list;

/* Adds a name or pattern. To add a name, whatever wildcards it has, push it onto `names`. A zeroed
 * list is empty. Sort the list after adding and before asking. */
void gcv_glob_list_add(gcv_context *ctx, gcv_glob_list *list, gcv_slice pattern);
/* Sorts the list; nothing may be added afterwards. GCV_ERR_USAGE, for `file`, if too many patterns
 * begin alike. O(bytes × log patterns). */
void gcv_glob_list_sort(gcv_context *ctx, gcv_glob_list *list, const char *file, bool ignore_case);

/* Whether a list has a name, wildcards included. */
bool gcv_glob_list_has_name(const gcv_glob_list *list, gcv_slice name);
/* Whether a pattern matches a name. A pattern that is in `exact`, a list of names, means only
 * itself. See gcv_glob_slice(). */
bool gcv_glob_matches(gcv_context *ctx, const gcv_glob_list *exact, gcv_slice pattern,
                      gcv_slice name, bool ignore_case);
/* Whether a name is in the list, or a pattern there matches it. */
bool gcv_glob_list_has(gcv_context *ctx, const gcv_glob_list *list, const gcv_glob_list *exact,
                       gcv_slice name);

#endif
