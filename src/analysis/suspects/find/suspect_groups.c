/* suspect_groups.c - types and namespaces that are heavy; see suspects.h. */
#include "analysis/suspects/find/suspect_steps.h"

#include "heap/java_class.h"

bool gcv_is_in_group(const gcv_heap *heap, const gcv_suspect *row, uint32_t type)
{
    return row->type != GCV_NONE
               ? gcv_heap_type_row(heap, type) == gcv_heap_type_row(heap, row->type)
               : gcv_slice_equal(gcv_namespace_of(heap->types.name[type]), row->name);
}

static void add_start(gcv_chain_starts *starts, uint32_t root, uint32_t kind)
{
    if (starts->members++ == 0) {
        starts->root = root;
        starts->root_kind = kind;
    } else if (starts->root != root) {
        starts->root = GCV_NONE;
        starts->root_kind = starts->root_kind == kind ? kind : GCV_NONE;
    }
}

gcv_chain_starts *gcv_suspect_starts(const gcv_search *search, const gcv_chained *chained)
{
    const gcv_heap *heap = search->input->heap;
    const gcv_chain_order *order = search->input->order;
    gcv_chain_starts *starts = gcv_alloc_zeroed(search->ctx, heap->n_types, sizeof *starts);
    for (uint32_t i = 0; i < order->n; i++) {
        const uint32_t root = chained->root[i];
        if (gcv_search_selects(search, order->object[i])) {
            add_start(&starts[chained->type[i]], root, gcv_start_root(heap, root).kind);
        }
    }
    return starts;
}

static uint32_t add_group(const gcv_search *search, gcv_found_groups *out, gcv_slice name,
                          uint32_t type, uint64_t retained)
{
    gcv_heavy_group group = {.name = name, .type = type, .retained = retained, .row = GCV_NONE};
    gcv_heavy_group_column_push(search->ctx, &out->groups, group);
    return (uint32_t)(out->groups.n - 1);
}

/* Adds a group for each heavy type; returns per namespace whether it has one. */
static bool *add_types(const gcv_search *search, const gcv_groups *namespaces,
                       const uint64_t *retained, gcv_found_groups *out)
{
    const gcv_heap *heap = search->input->heap;
    bool *has_heavy = gcv_alloc_zeroed(search->ctx, heap->n_types, sizeof *has_heavy);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const uint32_t row = gcv_heap_type_family(heap, i);
        out->of_type[i] = row != i ? out->of_type[row]
                          : retained[i] >= search->input->heavy
                              ? add_group(search, out, heap->types.name[i], i, retained[i])
                              : GCV_NONE;
        if (out->of_type[i] != GCV_NONE) {
            has_heavy[namespaces->of[i]] = true;
        }
    }
    return has_heavy;
}

/* Adds a group for each heavy namespace without a heavy type. */
static void add_namespaces(const gcv_search *search, const gcv_groups *namespaces,
                           const uint64_t *retained, const bool *has_heavy, gcv_found_groups *out)
{
    uint32_t *group = gcv_alloc(search->ctx, namespaces->n, sizeof *group);
    for (uint32_t i = 0; i < namespaces->n; i++) {
        group[i] = !has_heavy[i] && retained[i] >= search->input->heavy
                       ? add_group(search, out, namespaces->names[i], GCV_NONE, retained[i])
                       : GCV_NONE;
    }
    for (uint32_t i = 0; i < search->input->heap->n_types; i++) {
        if (out->of_type[i] == GCV_NONE) {
            out->of_type[i] = group[namespaces->of[i]];
        }
    }
    gcv_free(search->ctx, group);
}

/* Adds up the members of each group over its types, and finds whether all their chains begin at one
 * root, or at roots of one kind. */
static void add_starts(const gcv_search *search, const gcv_chain_starts *starts,
                       gcv_found_groups *out)
{
    for (uint32_t t = 0; t < search->input->heap->n_types; t++) {
        const gcv_chain_starts *type = &starts[t];
        if (out->of_type[t] != GCV_NONE && type->members > 0) {
            gcv_chain_starts *group = &out->groups.data[out->of_type[t]].starts;
            const bool first = group->members == 0;
            group->root = first || group->root == type->root ? type->root : GCV_NONE;
            group->root_kind =
                first || group->root_kind == type->root_kind ? type->root_kind : GCV_NONE;
            group->members += type->members;
        }
    }
}

gcv_found_groups gcv_suspect_groups(const gcv_search *search, const gcv_groups *namespaces,
                                    const gcv_group_bytes *bytes, const gcv_chain_starts *starts)
{
    gcv_found_groups out = {0};
    out.of_type = gcv_alloc(search->ctx, search->input->heap->n_types, sizeof *out.of_type);
    bool *has_heavy = add_types(search, namespaces, bytes->of_type, &out);
    add_namespaces(search, namespaces, bytes->of_namespace, has_heavy, &out);
    gcv_free(search->ctx, has_heavy);
    add_starts(search, starts, &out);
    return out;
}
