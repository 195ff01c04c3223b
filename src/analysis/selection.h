/* selection.h - the part of a heap that a table is about: types by name, sections by domain,
 * objects by generation, rows by bytes.
 *
 * A selection filters rows and totals. It never changes the graph: reachability, dominators and
 * retained sizes are those of the whole heap.
 */
#ifndef GCV_ANALYSIS_SELECTION_H
#define GCV_ANALYSIS_SELECTION_H

#include "base/glob.h"
#include "heap/heap.h"

enum { GCV_MAX_WORDS = 32 };

/* Words from the command line: globs, rules, files. */
typedef struct gcv_words {
    const char *word[GCV_MAX_WORDS]; /* borrowed */
    size_t n;
} gcv_words;

/* The conditions to select by. Zeroed: everything is selected. */
typedef struct gcv_filter {
    gcv_words types; /* a type passes if one of these patterns matches, or if there are none … */
    gcv_words excludes; /* … and none of these matches */
    bool ignore_case;
    gcv_glob_list exact; /* names of types with wildcards: as a pattern, each means only itself */
    const char *domain;  /* name of an application domain; NULL: all domains */
    const char *generation; /* word for a generation; NULL: all objects */
    gcv_optional min;       /* least bytes of a row */
} gcv_filter;

/* Fills `exact` with the names of all heaps that patterns are compared with: a pattern must mean
 * the same in each. */
void gcv_filter_prepare(gcv_context *ctx, gcv_filter *filter, const gcv_heap *const *heaps,
                        size_t n_heaps);

/* Whether a pattern, or one of several, matches the name of a type. See gcv_glob_slice(). */
bool gcv_filter_matches(gcv_context *ctx, const gcv_filter *filter, gcv_slice pattern,
                        gcv_slice name);
bool gcv_filter_matches_any(gcv_context *ctx, const gcv_filter *filter, const gcv_words *patterns,
                            gcv_slice name);

typedef struct gcv_selection {
    const gcv_heap *heap;
    const gcv_filter *filter; /* borrowed */
    uint8_t *types;           /* per type: 1 if it passes */
    uint8_t *sections;        /* per section */
    bool any_section;
    uint32_t generation; /* GCV_NONE: objects of all generations, and of none */
} gcv_selection;

/* O(types × patterns + sections); one byte for each type and section. GCV_ERR_USAGE: the filter has
 * a generation, and the heap does not know any. */
void gcv_selection_find(gcv_context *ctx, const gcv_heap *heap, const gcv_filter *filter,
                        gcv_selection *out);
void gcv_selection_release(gcv_context *ctx, gcv_selection *selection); /* may be zeroed */

/* Whether the name of a type, or of anything else, passes. */
bool gcv_filter_name(gcv_context *ctx, const gcv_filter *filter, gcv_slice name);

/* Whether an object passes by itself: by its generation, and because the heap does not leave it
 * out.
 */
static inline bool gcv_selection_has_itself(const gcv_selection *selection, uint32_t object)
{
    return !gcv_heap_leaves_out(selection->heap, object) &&
           (selection->generation == GCV_NONE ||
            gcv_heap_object_generation(selection->heap, object) == selection->generation);
}

/* Whether an object passes by itself and by its section, whatever its type. */
static inline bool gcv_selection_has_place(const gcv_selection *selection, uint32_t object)
{
    return selection->sections[gcv_heap_object_section(selection->heap, object)] &&
           gcv_selection_has_itself(selection, object);
}

static inline bool gcv_selection_has(const gcv_selection *selection, uint32_t object)
{
    return selection->types[selection->heap->type.data[object]] &&
           gcv_selection_has_place(selection, object);
}

/* Whether a root record passes the filters. A record without an object has no type that --type
 * could match, and no generation. */
static inline bool gcv_selection_has_root(const gcv_selection *selection, const gcv_root *root)
{
    return selection->sections[root->section] &&
           (root->object == GCV_NONE
                ? selection->filter->types.n == 0 && selection->generation == GCV_NONE
                : selection->types[selection->heap->type.data[root->object]] &&
                      gcv_selection_has_itself(selection, root->object));
}

/* Whether a row with this many bytes passes. */
static inline bool gcv_filter_bytes(const gcv_filter *filter, uint64_t bytes)
{
    return !filter->min.given || bytes >= filter->min.value;
}

/* Iterates over the objects of a selection in ascending order. */
typedef struct gcv_selected {
    const gcv_selection *selection;
    uint32_t section; /* the next section to enter */
    uint32_t next, end;
} gcv_selected;

gcv_selected gcv_selected_all(const gcv_selection *selection);
/* Moves on to the next section that passes; false after the last. */
bool gcv_selected_enter_section(gcv_selected *at);

/* Returns the next object, or GCV_NONE. Inline, because whole heaps are iterated. */
static inline uint32_t gcv_selected_next(gcv_selected *at)
{
    const gcv_selection *selection = at->selection;
    const uint32_t *type = selection->heap->type.data;
    do {
        while (at->next < at->end) {
            uint32_t object = at->next++;
            if (selection->types[type[object]] && gcv_selection_has_itself(selection, object)) {
                return object;
            }
        }
    } while (gcv_selected_enter_section(at));
    return GCV_NONE;
}

/* Section of the last object returned. */
static inline uint32_t gcv_selected_section(const gcv_selected *at) { return at->section - 1; }

#endif
