/* near_types.c - hints for a pattern that matches no name; see select.h. */
#include "report/select.h"

#include "analysis/type_kinds.h"
#include "base/near_names.h"

#include <inttypes.h>
#include <stdio.h>

static gcv_slice name_of(const gcv_pattern_miss *miss, const gcv_heap *heap, uint32_t type)
{
    return miss->name_of != NULL ? miss->name_of(miss->payload, heap, type)
                                 : heap->types.name[type];
}

/* Counts the matching types of the first heap that has any; `*first` is the name of one. */
static uint32_t count_matches(const gcv_pattern_miss *miss, gcv_slice pattern, bool ignore_case,
                              gcv_slice *first)
{
    uint32_t n = 0;
    for (size_t h = 0; n == 0 && h < miss->n_heaps; h++) {
        const gcv_heap *heap = miss->heaps[h];
        for (uint32_t t = 0; heap != NULL && t < heap->n_types; t++) {
            if (gcv_glob_slice(miss->ctx, pattern, name_of(miss, heap, t), ignore_case)) {
                *first = n == 0 ? name_of(miss, heap, t) : *first;
                n++;
            }
        }
    }
    return n;
}

enum { LONGEST_NAME = 60 }; /* that becomes a part of a suggested pattern */

/* Appends the pattern that matches a name with any namespace, or else with anything around it. */
static void append_pattern(const gcv_pattern_miss *miss, gcv_slice name, bool any_case,
                           gcv_buffer *out)
{
    char pattern[LONGEST_NAME + 4];
    uint32_t n = 0;
    gcv_slice first;
    for (size_t i = 0; n == 0 && i < 2 && name.size <= LONGEST_NAME; i++) {
        (void)snprintf(pattern, sizeof pattern, "*%s%.*s%s", i == 0 ? "." : "", (int)name.size,
                       name.data, i == 0 ? "" : "*");
        n = count_matches(miss, gcv_slice_str(pattern), miss->ignore_case || any_case, &first);
    }
    any_case = any_case && !miss->ignore_case &&
               count_matches(miss, gcv_slice_str(pattern), false, &first) < n;
    if (n > 0) {
        gcv_buffer_print(miss->ctx, out, " '%s'%s matches %s%" PRIu32 " type%s", pattern,
                         any_case ? " with --ignore-case" : "", n > 1 ? "all " : "", n,
                         n > 1 ? "s" : "");
    }
}

static void suggest_names(const gcv_pattern_miss *miss, gcv_slice wanted, gcv_buffer *out)
{
    gcv_near_names near;
    char names[580];
    bool functions = false; /* whose names sentences about suspects tell, and look like types */
    gcv_near_names_init(&near, wanted);
    for (size_t h = 0; h < miss->n_heaps; h++) {
        const gcv_heap *heap = miss->heaps[h];
        for (uint32_t t = 0; heap != NULL && t < heap->n_types; t++) {
            gcv_near_names_offer(&near, name_of(miss, heap, t));
        }
        functions = functions || (miss->name_of == NULL && heap != NULL && gcv_heap_is_v8(heap) &&
                                  gcv_heap_has_type(heap, "Function"));
    }
    if (near.n > 0) {
        gcv_buffer_print(miss->ctx, out, "; did you mean %s?%s",
                         gcv_near_names_text(&near, names, sizeof names),
                         near.nearness == GCV_NEAR_OTHER_CASE ? " (--ignore-case finds it)" : "");
    } else if (functions) {
        gcv_buffer_print(miss->ctx, out, "; functions are of the type 'Function'");
    }
    if (miss->has_room && near.n > 0 && near.nearness > GCV_NEAR_OTHER_CASE &&
        near.nearness <= GCV_NEAR_WITHIN) {
        append_pattern(miss, wanted, near.nearness != GCV_NEAR_LAST_PART, out);
    }
}

/* Suggests a wider pattern that matches: in any case, with anything around it, or both. */
static void suggest_wider(const gcv_pattern_miss *miss, gcv_slice pattern, gcv_buffer *out)
{
    enum { LONGEST = 200, EXCERPT = 100 };
    char around[LONGEST + 3], name[4 * EXCERPT + 8];
    uint32_t n = 0;
    if (pattern.size > LONGEST) {
        return;
    }
    (void)snprintf(around, sizeof around, "%s%.*s%s", pattern.data[0] == '*' ? "" : "*",
                   (int)pattern.size, pattern.data,
                   pattern.data[pattern.size - 1] == '*' ? "" : "*");
    for (unsigned way = 1; n == 0 && way <= 3; way++) {
        const bool any_case = (way & 1) != 0;
        const gcv_slice wider = (way & 2) != 0 ? gcv_slice_str(around) : pattern;
        gcv_slice first;
        n = count_matches(miss, wider, any_case || miss->ignore_case, &first);
        if (n > 0) {
            gcv_buffer_print(miss->ctx, out, "; '%.*s'%s matches ", (int)wider.size, wider.data,
                             any_case && !miss->ignore_case ? " with --ignore-case" : "");
        }
        if (n > 1) {
            gcv_buffer_print(miss->ctx, out, "%" PRIu32 " types, such as ", n);
        }
        if (n > 0) {
            gcv_buffer_print(miss->ctx, out, "'%s'",
                             gcv_slice_excerpt(first, EXCERPT, name, sizeof name));
        }
    }
}

void gcv_append_hint(const gcv_pattern_miss *miss, gcv_slice pattern, gcv_buffer *out)
{
    (gcv_glob_has_wildcard(pattern) ? suggest_wider : suggest_names)(miss, pattern, out);
}
