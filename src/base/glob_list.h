/* glob_list.h - names and patterns of names, of which there may be thousands.
 *
 * A name without wildcards is found by binary search. A pattern is tried on those names only that
 * begin as it does, up to its first wildcard. Patterns that begin alike are tried one by one, so
 * there is a limit to how many these may be.
 */
#ifndef GCV_BASE_GLOB_LIST_H
#define GCV_BASE_GLOB_LIST_H

#include "base/column.h"
#include "base/glob.h"

/* Patterns that are tried on one name at most. */
enum { GCV_GLOB_LIST_ALIKE_MAX = 1000 };

GCV_COLUMN(gcv_glob_column, gcv_slice);

typedef struct gcv_glob_list {
    bool ignore_case;
    gcv_glob_column names; /* borrowed, as patterns are; sorted */
    gcv_glob_column globs; /* sorted by their beginnings */
    uint32_t *around;      /* per glob: the last one before it whose beginning its own beginning
                              begins with; UINT32_MAX: none */
} gcv_glob_list;

/* A zeroed list is empty. Between adding and asking the list has to be sorted. */
GCV_CHECKED gcv_status gcv_glob_list_add(gcv_context *ctx, gcv_glob_list *list, gcv_slice pattern,
                                         gcv_error *err);
/* O(bytes × log patterns). GCV_ERR_USAGE with `file` if too many patterns begin alike. Nothing is
 * added afterwards. */
GCV_CHECKED gcv_status gcv_glob_list_sort(gcv_context *ctx, gcv_glob_list *list, const char *file,
                                          bool ignore_case, gcv_error *err);
void gcv_glob_list_release(gcv_context *ctx, gcv_glob_list *list);

/* Whether a name is in the list, or matches a pattern there. */
bool gcv_glob_list_has(const gcv_glob_list *list, gcv_slice name);

#endif
