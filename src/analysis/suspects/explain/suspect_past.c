/* suspect_past.c - the chains of suspects in an older dump; see suspect_past.h. */
#include "analysis/suspects/explain/suspect_past.h"

#include "analysis/groups.h"
#include "analysis/suspects/find/fingerprint.h"
#include "base/error.h"

uint64_t gcv_suspect_weight(const gcv_heap *heap, const gcv_dominators *dominators, uint32_t object)
{
    const uint32_t number = dominators->number[object], over = dominators->dominator[number];
    const bool nested =
        over != 0 && gcv_heap_type_row(heap, heap->type.data[dominators->object[over]]) ==
                         gcv_heap_type_row(heap, heap->type.data[object]);
    return nested ? 0 : dominators->retained[number];
}

/* The names of groups, by fingerprint. */
typedef struct group_names {
    gcv_id_map types, namespaces;
} group_names;

static bool is_wanted(gcv_context *ctx, const group_names *names, gcv_slice type)
{
    return (names->types.n > 0 &&
            gcv_id_map_get(ctx, &names->types, gcv_fingerprint_of_group(ctx, type, false)) !=
                GCV_NONE) ||
           (names->namespaces.n > 0 &&
            gcv_id_map_get(ctx, &names->namespaces,
                           gcv_fingerprint_of_group(ctx, gcv_namespace_of(type), true)) !=
                GCV_NONE);
}

/* Marks the types of the older dump that the groups have; NULL: there are no groups. */
static bool *find_types(gcv_context *ctx, const gcv_suspect_column *rows, const uint32_t *items,
                        size_t n, const gcv_heap *old)
{
    group_names names = {{NULL, 0, 0}, {NULL, 0, 0}};
    bool *wanted = NULL;
    for (size_t i = 0; i < n; i++) {
        const gcv_suspect *row = &rows->data[items[i]];
        if (gcv_is_group(row)) {
            gcv_id_map_set(ctx, row->type != GCV_NONE ? &names.types : &names.namespaces,
                           row->fingerprint, (uint32_t)i);
        }
    }
    if (names.types.n + names.namespaces.n > 0) {
        wanted = gcv_alloc(ctx, old->n_types, sizeof *wanted);
        for (uint32_t t = 0; t < old->n_types; t++) {
            wanted[t] = is_wanted(ctx, &names, old->types.name[t]);
        }
    }
    gcv_id_map_release(ctx, &names.types);
    gcv_id_map_release(ctx, &names.namespaces);
    return wanted;
}

static void add(gcv_context *ctx, gcv_suspect_past *out, uint64_t hash, uint64_t bytes)
{
    const uint32_t at = gcv_id_map_get(ctx, &out->chains, hash);
    if (at == GCV_NONE) {
        gcv_id_map_set(ctx, &out->chains, hash, (uint32_t)out->held.n);
        gcv_u64_column_push(ctx, &out->held, bytes);
    } else {
        out->held.data[at] += bytes;
    }
}

void gcv_suspect_past_find(gcv_context *ctx, const gcv_suspect_column *rows, const uint32_t *items,
                           size_t n, gcv_basis *past, gcv_suspect_past *out)
{
    const gcv_heap *old = gcv_basis_rest(past);
    bool *wanted = find_types(ctx, rows, items, n, old);
    if (wanted == NULL) {
        return;
    }
    const gcv_dominators *d = gcv_basis_rest_dominators(past);
    const gcv_selection *selection = gcv_basis_rest_selection(past);
    gcv_fingerprints fingerprints = {0};
    gcv_fingerprints_init(ctx, &fingerprints, old, gcv_basis_roots(past), gcv_basis_paths(past));
    for (uint32_t w = 1; w <= d->n_reached; w++) {
        const uint32_t object = d->object[w];
        if (wanted[old->type.data[object]] && gcv_selection_has_place(selection, object)) {
            gcv_fingerprint_of_chain(ctx, &fingerprints, object);
            add(ctx, out, fingerprints.hash[object], gcv_suspect_weight(old, d, object));
        }
    }
    gcv_fingerprints_release(ctx, &fingerprints);
    gcv_free(ctx, wanted);
}
