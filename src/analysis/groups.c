/* groups.c - groups determined by type or section; see groups.h. O(t log t) for t types. */
#include "analysis/groups.h"

#include "analysis/owners.h"
#include "analysis/type_kinds.h"

#include <string.h>

static const char *const words[] = {"type",       "namespace", "module", "domain",
                                    "generation", "root-kind", "site"}; /* by gcv_group_by */

const char *gcv_group_by_word(size_t by) { return by < GCV_LENGTH(words) ? words[by] : NULL; }

gcv_group_by gcv_group_by_named(const char *word)
{
    for (size_t by = 0; word != NULL && by < GCV_LENGTH(words); by++) {
        if (strcmp(word, words[by]) == 0) {
            return (gcv_group_by)by;
        }
    }
    return GCV_BY_TYPE;
}

/* Size of a first part in angle brackets, as in `<CppImplementationDetails>.X`: it is an ordinary
 * part of the namespace. Brackets not followed by a dot belong to a compiler-made name; 0. */
static size_t bracketed_part(gcv_slice type)
{
    const char *end =
        type.size > 0 && type.data[0] == '<' ? memchr(type.data, '>', type.size) : NULL;
    size_t n = end != NULL ? (size_t)(end - type.data) + 1 : 0;
    return n < type.size && type.data[n] == '.' ? n : 0;
}

gcv_slice gcv_namespace_of(gcv_slice type)
{
    size_t end = 0;
    if (gcv_slice_begins(type, GCV_UNKNOWN_TYPE)) {
        return gcv_slice_str("<unknown>");
    }
    for (size_t i = bracketed_part(type); i < type.size && memchr("<[(`,", type.data[i], 5) == NULL;
         i++) {
        /* those of .NET end with a dot, those of Ruby and C++ with two colons */
        const bool colons = type.data[i] == ':' && i + 1 < type.size && type.data[i + 1] == ':';
        end = type.data[i] == '.' || colons ? i : end;
    }
    return end > 0 ? gcv_slice_of(type.data, end) : gcv_slice_str("<global>");
}

gcv_slice gcv_domain_of(const gcv_section *section)
{
    return section->domain.data != NULL ? section->domain : gcv_slice_str("<no domain>");
}

gcv_slice gcv_module_of(const gcv_heap *heap, uint32_t type)
{
    gcv_slice module = gcv_heap_type_module(heap, type);
    return module.data == NULL ? gcv_slice_str("<no module>")
           : module.size == 0  ? gcv_slice_str("?")
                               : module;
}

GCV_BEFORE(by_name, gcv_slice, gcv_slice_compare(of[a], of[b]) < 0);

void gcv_groups_join(gcv_context *ctx, gcv_groups *groups)
{
    uint32_t *order = gcv_numbers_sorted(ctx, groups->n_of, by_name, groups->names);
    gcv_slice *joined = gcv_alloc(ctx, groups->n_of, sizeof *joined);
    for (uint32_t i = 0; i < groups->n_of; i++) {
        gcv_slice name = groups->names[order[i]];
        if (groups->n == 0 || !gcv_slice_equal(joined[groups->n - 1], name)) {
            joined[groups->n++] = name;
        }
        groups->of[order[i]] = groups->n - 1;
    }
    if (groups->n > 0) {
        memcpy(groups->names, joined, groups->n * sizeof *joined);
    }
    GCV_FREE(ctx, order, joined);
}

/* Makes a group of each entry, with room for a name. */
static void begin(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap, gcv_group_by by)
{
    *groups = (gcv_groups){
        .by = by, .n_of = by == GCV_BY_DOMAIN ? (uint32_t)heap->sections.n : heap->n_types};
    groups->n_names = groups->n_of; /* before they are merged */
    groups->names = gcv_alloc(ctx, groups->n_names, sizeof *groups->names);
    groups->of = gcv_numbers_new(ctx, groups->n_of);
}

void gcv_groups_init(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap, gcv_group_by by)
{
    if (by == GCV_BY_MODULE && heap->types.module == NULL) {
        gcv_fail_line(ctx, GCV_ERR_USAGE, heap->name, 0,
                      "the file does not say which modules its types come from");
    }
    begin(ctx, groups, heap, by);
    for (uint32_t i = 0; i < groups->n_of; i++) {
        groups->names[i] = by == GCV_BY_DOMAIN   ? gcv_domain_of(&heap->sections.data[i])
                           : by == GCV_BY_TYPE   ? heap->types.name[i]
                           : by == GCV_BY_MODULE ? gcv_module_of(heap, i)
                                                 : gcv_namespace_of(heap->types.name[i]);
    }
    bool distinct = by == GCV_BY_TYPE && heap->types.row == NULL;
    groups->n = distinct ? groups->n_of : 0;
    if (!distinct) {
        gcv_groups_join(ctx, groups);
    }
}

void gcv_groups_across_dumps(gcv_context *ctx, gcv_groups *groups, const gcv_heap *heap,
                             bool by_owner)
{
    begin(ctx, groups, heap, GCV_BY_TYPE);
    for (uint32_t i = 0; i < groups->n_of; i++) {
        const gcv_slice name = heap->types.name[i];
        groups->names[i] = by_owner && gcv_is_part_v8(name) ? gcv_slice_str(GCV_INTERNALS)
                                                            : gcv_type_name_across_dumps(name);
    }
    gcv_groups_join(ctx, groups);
}

void gcv_groups_release(gcv_context *ctx, gcv_groups *groups)
{
    GCV_FREE(ctx, groups->names, groups->of);
    gcv_buffer_release(ctx, &groups->text);
    memset(groups, 0, sizeof *groups);
}

/* ---- joins -------------------------------------------------------------------------------- */

/* Finds the lowest of the next names in all lists; false if all lists are at their end. */
static bool lowest(const gcv_name_list *lists, const uint32_t *at, size_t n_lists, gcv_slice *name)
{
    bool any = false;
    for (size_t i = 0; i < n_lists; i++) {
        if (at[i] < lists[i].n && (!any || gcv_slice_compare(lists[i].names[at[i]], *name) < 0)) {
            *name = lists[i].names[at[i]];
            any = true;
        }
    }
    return any;
}

static void add_row(gcv_context *ctx, gcv_name_join *join, const gcv_name_list *lists, uint32_t *at,
                    gcv_slice name)
{
    gcv_slice_column_push(ctx, &join->names, name);
    gcv_u32_column_reserve(ctx, &join->indexes, join->n_lists);
    for (size_t i = 0; i < join->n_lists; i++) {
        bool here = at[i] < lists[i].n && gcv_slice_equal(lists[i].names[at[i]], name);
        join->indexes.data[join->indexes.n++] = here ? at[i]++ : GCV_NONE;
    }
}

void gcv_name_join_find(gcv_context *ctx, const gcv_name_list *lists, size_t n_lists,
                        gcv_name_join *out)
{
    uint32_t *at = gcv_alloc_zeroed(ctx, n_lists, sizeof *at);
    gcv_slice name = {NULL, 0};
    *out = (gcv_name_join){.n_lists = n_lists};
    while (lowest(lists, at, n_lists, &name)) {
        if (out->names.n < GCV_NONE) {
            add_row(ctx, out, lists, at, name);
        } else {
            gcv_fail(ctx, GCV_ERR_LIMIT, "more than 4294967295 names to compare");
        }
    }
    gcv_free(ctx, at);
}

/* Replaces the groups of types by the rows of a join. */
static void take_rows(gcv_context *ctx, const gcv_name_join *join, size_t list, gcv_groups *groups)
{
    uint32_t *row_of = gcv_alloc(ctx, groups->n, sizeof *row_of);
    for (uint32_t row = 0; row < join->names.n; row++) {
        const uint32_t group = gcv_joined_index(join, row, list);
        if (group != GCV_NONE) {
            row_of[group] = row;
        }
    }
    for (uint32_t t = 0; t < groups->n_of; t++) {
        groups->of[t] = row_of[groups->of[t]];
    }
    gcv_free(ctx, row_of);
}

void gcv_groups_join_rows(gcv_context *ctx, gcv_groups *const groups[2], gcv_name_join *out)
{
    const gcv_name_list lists[] = {{groups[0]->names, groups[0]->n},
                                   {groups[1]->names, groups[1]->n}};
    gcv_name_join_find(ctx, lists, 2, out);
    take_rows(ctx, out, 0, groups[0]);
    take_rows(ctx, out, 1, groups[1]);
}
