/* glob_list.h - a list of names and patterns of names, possibly thousands.
 *
 * A name without wildcards is found by binary search. A pattern is tried only on names that begin
 * with its text before the first wildcard. Patterns with the same beginning are tried one by one,
 * so their number is limited.
 */
#ifndef GCV_BASE_GLOB_LIST_H
#define GCV_BASE_GLOB_LIST_H

#include "base/column.h"
#include "base/glob.h"

/* Maximum number of patterns tried on one name. */
enum { GCV_GLOB_LIST_ALIKE_MAX = 1000 };

typedef struct gcv_glob_list {
    bool ignore_case;
    gcv_slice_column names; /* sorted; like patterns, borrowed */
    gcv_slice_column globs; /* sorted by beginning */
    uint32_t *parent; /* per glob: the last one before it whose beginning is a prefix of its own;
                         UINT32_MAX: none */
} gcv_glob_list;

/* Adds a name or pattern; a name, whatever wildcards it has. A zeroed list is empty. Sort the list
 * after adding and before asking. */
void gcv_glob_list_add(gcv_context *ctx, gcv_glob_list *list, gcv_slice pattern);
void gcv_glob_list_add_name(gcv_context *ctx, gcv_glob_list *list, gcv_slice name);
/* Sorts the list; nothing may be added afterwards. GCV_ERR_USAGE, for `file`, if too many patterns
 * begin alike. O(bytes × log patterns). */
void gcv_glob_list_sort(gcv_context *ctx, gcv_glob_list *list, const char *file, bool ignore_case);
void gcv_glob_list_release(gcv_context *ctx, gcv_glob_list *list);

/* Whether a list has a name, wildcards included. */
bool gcv_glob_list_has_name(const gcv_glob_list *list, gcv_slice name);
/* Whether a pattern matches a name. A pattern that is in `exact`, a list of names, means only
 * itself. See gcv_glob(). */
bool gcv_glob_matches(gcv_context *ctx, const gcv_glob_list *exact, gcv_slice pattern,
                      gcv_slice name, bool ignore_case);
/* Whether a name is in the list, or a pattern there matches it. */
bool gcv_glob_list_has(gcv_context *ctx, const gcv_glob_list *list, const gcv_glob_list *exact,
                       gcv_slice name);

#endif
