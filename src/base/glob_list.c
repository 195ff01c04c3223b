/* glob_list.c - names and patterns of names; see glob.h.
 *
 * Patterns are sorted by their beginnings (the text before the first wildcard). Beginnings that are
 * prefixes of a name sort before the name, and each is a prefix of the next. So these patterns form
 * a chain, which is followed backwards from the last pattern that does not sort after the name.
 */
#include "base/glob.h"

#include "base/error.h"
#include "base/sort.h"

#define NO_GLOB UINT32_MAX

void gcv_glob_list_add(gcv_context *ctx, gcv_glob_list *list, gcv_slice pattern)
{
    gcv_slice_column_push(ctx, gcv_glob_has_wildcard(pattern) ? &list->globs : &list->names,
                          pattern);
}

/* ---- the order ---------------------------------------------------------------------------- */

typedef struct order {
    const gcv_slice *items;
    bool ignore_case;
} order;

GCV_BEFORE(name_before, order,
           gcv_slice_compare_letters(of->items[a], of->items[b], of->ignore_case) < 0);

GCV_BEFORE(glob_before, order,
           gcv_slice_compare_letters(gcv_glob_beginning(of->items[a]),
                                     gcv_glob_beginning(of->items[b]), of->ignore_case) < 0);

static void sort_column(gcv_context *ctx, gcv_slice_column *column, gcv_before_fn before,
                        bool ignore_case)
{
    const order payload = {column->data, ignore_case};
    uint32_t *items = gcv_numbers_sorted(ctx, column->n, before, &payload);
    gcv_slice_column_arrange(ctx, column, items);
}

static bool begins(gcv_slice name, gcv_slice with, bool ignore_case)
{
    return name.size >= with.size &&
           gcv_slice_compare_letters(gcv_slice_of(name.data, with.size), with, ignore_case) == 0;
}

static void fail_alike(gcv_context *ctx, const char *file, gcv_slice beginning)
{
    const int most = GCV_GLOB_LIST_ALIKE_MAX;
    if (beginning.size == 0) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, file, 0, "more than %d GLOBs begin with a wildcard",
                      most);
    } else {
        gcv_fail_line(ctx, GCV_ERR_USAGE, file, 0,
                      "more than %d GLOBs are about names that begin with '%.*s'", most,
                      (int)(beginning.size < 60 ? beginning.size : 60), beginning.data);
    }
}

/* Finds `parent` for each pattern. O(patterns) in total: a pattern that one search passes over is
 * not examined by later ones. */
static void find_parents(gcv_context *ctx, gcv_glob_list *list, const char *file)
{
    const size_t n = list->globs.n;
    uint32_t *depth = gcv_alloc(ctx, n, sizeof *depth);
    for (size_t i = 0; i < n; i++) {
        const gcv_slice beginning = gcv_glob_beginning(list->globs.data[i]);
        uint32_t parent = i > 0 ? (uint32_t)(i - 1) : NO_GLOB;
        while (parent != NO_GLOB && !begins(beginning, gcv_glob_beginning(list->globs.data[parent]),
                                            list->ignore_case)) {
            parent = list->parent[parent];
        }
        list->parent[i] = parent;
        depth[i] = parent != NO_GLOB ? depth[parent] + 1 : 1;
        if (depth[i] > GCV_GLOB_LIST_ALIKE_MAX) {
            fail_alike(ctx, file, beginning);
        }
    }
    gcv_free(ctx, depth);
}

void gcv_glob_list_sort(gcv_context *ctx, gcv_glob_list *list, const char *file, bool ignore_case)
{
    list->ignore_case = ignore_case;
    sort_column(ctx, &list->names, name_before, ignore_case);
    sort_column(ctx, &list->globs, glob_before, ignore_case);
    list->parent = gcv_alloc(ctx, list->globs.n, sizeof *list->parent);
    find_parents(ctx, list, file);
}

/* ---- asking ------------------------------------------------------------------------------- */

/* Counts the names, or beginnings of patterns, that do not sort after `name`. */
static size_t count_up_to(const gcv_glob_list *list, const gcv_slice_column *column, gcv_slice name)
{
    const bool begins = column == &list->globs;
    const gcv_slice *items = column->data;
    size_t count = 0;
    GCV_BISECT(count, column->n, at,
               gcv_slice_compare_letters(begins ? gcv_glob_beginning(items[at]) : items[at], name,
                                         list->ignore_case) <= 0);
    return count;
}

bool gcv_glob_list_has_name(const gcv_glob_list *list, gcv_slice name)
{
    const size_t n = count_up_to(list, &list->names, name);
    return n > 0 &&
           gcv_slice_compare_letters(list->names.data[n - 1], name, list->ignore_case) == 0;
}

bool gcv_glob_matches(gcv_context *ctx, const gcv_glob_list *exact, gcv_slice pattern,
                      gcv_slice name, bool ignore_case)
{
    return gcv_glob_list_has_name(exact, pattern)
               ? gcv_slice_compare_letters(pattern, name, ignore_case) == 0
               : gcv_glob_slice(ctx, pattern, name, ignore_case);
}

bool gcv_glob_list_has(gcv_context *ctx, const gcv_glob_list *list, const gcv_glob_list *exact,
                       gcv_slice name)
{
    const size_t n = count_up_to(list, &list->globs, name);
    if (gcv_glob_list_has_name(list, name)) {
        return true;
    }
    for (uint32_t glob = n > 0 ? (uint32_t)(n - 1) : NO_GLOB; glob != NO_GLOB;
         glob = list->parent[glob]) {
        if (gcv_glob_matches(ctx, exact, list->globs.data[glob], name, list->ignore_case)) {
            return true;
        }
    }
    return false;
}
