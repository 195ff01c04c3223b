/* groups.h - the groups that tables add objects up by: types, namespaces, modules, domains,
 * generations, kinds of roots, sites of allocation.
 *
 * Bytes: 4 for each type, section or object, whichever determines the group, and 16 per group; 32
 * for each place in source code and the names of sites.
 */
#ifndef GCV_ANALYSIS_GROUPS_H
#define GCV_ANALYSIS_GROUPS_H

#include "heap/heap.h"

typedef enum gcv_group_by {
    GCV_BY_TYPE,
    GCV_BY_NAMESPACE,
    GCV_BY_MODULE,
    GCV_BY_DOMAIN,
    GCV_BY_GENERATION, /* from here on, objects of one type can be in different groups */
    GCV_BY_ROOT_KIND,
    GCV_BY_SITE
} gcv_group_by;

/* The word for a gcv_group_by, as in options and tables; NULL after the last. */
const char *gcv_group_by_word(size_t by);
/* The gcv_group_by of a word; GCV_BY_TYPE for an unknown word or NULL. */
gcv_group_by gcv_group_by_named(const char *word);

/* Whether the group depends on the object itself, not just on its type or section. */
static inline bool gcv_group_by_needs_objects(gcv_group_by by) { return by >= GCV_BY_GENERATION; }

typedef struct gcv_groups {
    gcv_group_by by;
    uint32_t n;
    gcv_slice *names;       /* ascending, distinct; borrowed from the heap, static or in `text` */
    uint32_t *of;           /* by type, by section (for domains), or by object */
    uint32_t n_of, n_names; /* sizes of `of` and `names` */
    gcv_buffer text;        /* of names that are made of several */
} gcv_groups;

/* By type, namespace, module or domain. GCV_ERR_USAGE for modules that the heap does not know. */
void gcv_groups_init(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap, gcv_group_by by);
/* By type, for comparison with other dumps: types without names are one group. `by_owner`: of the
 * owners of a V8 heap; parts are one group, GCV_INTERNALS (analysis/owners.h). */
void gcv_groups_across_dumps(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                             bool by_owner);
/* By generation. GCV_ERR_USAGE if the heap does not know its generations. O(objects × log
 * ranges). */
void gcv_groups_by_generation(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap);
/* By the kind of root at the start of the object's chain: gcv_paths_compute(), unless `paths` are
 * known (else NULL), then O(objects). */
void gcv_groups_by_root_kind(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                             const gcv_root_set *roots, const gcv_paths *paths);
/* By the site where the object was allocated, in words: gcv_site_append(), with the columns that
 * `latest` needs, NULL: the heap itself. GCV_ERR_USAGE if the heap knows no site. */
void gcv_groups_by_site(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                        gcv_slice folder, const gcv_heap *latest);
/* Merges equal names: on entry there is a name for each entry of `of` and no group, on return one
 * name per group. */
void gcv_groups_join(gcv_context *ctx, gcv_groups *groups);
void gcv_groups_release(gcv_context *ctx, gcv_groups *groups);

/* Names of the groups by root kind. Group 0 has the objects that no root reaches; the others are
 * the words of root kinds in alphabetical order. NULL after the last. */
const char *gcv_root_kind_group_name(uint32_t group);

/* Group of a type in a section, if groups do not depend on objects. */
static inline uint32_t gcv_groups_of(const gcv_groups *groups, uint32_t section, uint32_t type)
{
    return groups->of[groups->by == GCV_BY_DOMAIN ? section : type];
}

/* Group of an object in the given section. */
static inline uint32_t gcv_groups_of_object(const gcv_groups *groups, const gcv_heap *heap,
                                            uint32_t section, uint32_t object)
{
    return gcv_group_by_needs_objects(groups->by)
               ? groups->of[object]
               : gcv_groups_of(groups, section, heap->type.data[object]);
}

/* Namespace of a type: the part before the last dot or double colon outside of type arguments,
 * array brackets and compiler-made names; `<global>` if there is none, `<unknown>` for a type
 * without a record. The namespace of `<CppImplementationDetails>.X` is
 * `<CppImplementationDetails>`. */
gcv_slice gcv_namespace_of(gcv_slice type);

/* Module of a type as tables show it: `?` if its name is empty, `<no module>` if it has none. */
gcv_slice gcv_module_of(const gcv_heap *heap, uint32_t type);

/* Domain name of a section as tables show it: `<no domain>` if it has none. */
gcv_slice gcv_domain_of(const gcv_section *section);

/* ---- joins of several lists of names: one row for each name that is in any list -------------- */

typedef struct gcv_name_list {
    const gcv_slice *names; /* ascending, distinct */
    uint32_t n;
} gcv_name_list;

typedef struct gcv_name_join {
    size_t n_lists;
    gcv_slice_column names; /* ascending, distinct; borrowed from the lists */
    gcv_u32_column indexes; /* row by row: the index in each list; GCV_NONE: not there */
} gcv_name_join;

/* O(rows × lists); 16 bytes per row, plus 4 for each list. */
void gcv_name_join_find(gcv_context *ctx, const gcv_name_list *lists, size_t n_lists,
                        gcv_name_join *out);

/* Joins the groups of two heaps, in which `of` becomes a row of the join. */
void gcv_groups_join_rows(gcv_context *ctx, gcv_groups *const groups[2], gcv_name_join *out);

static inline uint32_t gcv_joined_index(const gcv_name_join *join, uint32_t row, size_t list)
{
    return join->indexes.data[(size_t)row * join->n_lists + list];
}

#endif
