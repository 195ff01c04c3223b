/* suspect_born.c - bytes of suspects of V8 that the older dump did not have; see suspect_born.h.
 *
 * Snapshots of one process have the same id for an object; those of two processes have some ids in
 * common, but of objects of other types. Objects are numbered by id.
 * O(objects); 16 bytes per type and 8 per reachable object while it runs.
 */
#include "analysis/suspects/explain/suspect_born.h"

#include "base/hash.h"

/* Returns the hash of the name of each type, which is that of all plain objects for each shape. */
static uint64_t *hash_names(gcv_context *ctx, const gcv_heap *heap)
{
    uint64_t *out = gcv_alloc(ctx, heap->n_types, sizeof *out);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const gcv_slice name = gcv_type_name_of_many(gcv_heap_type_name(heap, i));
        out[i] = gcv_hash_bytes(name.data, name.size, ctx->seed);
    }
    return out;
}

/* Writes, by number, by how much the bytes of each object grew. False: the snapshots are of two
 * processes, as more than one of 20 ids in common has another type. */
static bool find_born(gcv_context *ctx, const gcv_heap *heap, const gcv_dominators *d,
                      const gcv_heap *old, uint64_t *born)
{
    uint32_t n_common = 0, n_same = 0;

    uint64_t *names = hash_names(ctx, heap), *old_names = hash_names(ctx, old);
    for (uint32_t i = 0, k = 0; i < heap->n_objects; i++) {
        const uint64_t id = gcv_heap_object_id(heap, i), size = gcv_heap_size(heap, i);
        while (k < old->n_objects && gcv_heap_object_id(old, k) < id) {
            k++;
        }
        const bool common = k < old->n_objects && gcv_heap_object_id(old, k) == id;
        const bool same = common && names[heap->type.data[i]] == old_names[old->type.data[k]];
        const uint64_t before = same ? gcv_heap_size(old, k) : 0;
        born[d->number[i]] = size > before ? size - before : 0;
        n_common += common;
        n_same += same;
    }
    GCV_FREE(ctx, names, old_names);
    return n_common - n_same <= n_common / 20;
}

/* Returns the sum over the members of a crowd, which may count what is below several of them more
 * than once, and what they retain only together. */
static uint64_t born_of_crowd(const gcv_suspects *found, const gcv_suspect *row,
                              const gcv_dominators *d, const uint64_t *born)
{
    const gcv_crowd *crowd = &found->crowds.all.data[row->crowd];
    uint64_t retained = 0, sum = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        const uint32_t number = d->number[found->crowds.members.data[crowd->first + i]];
        retained = gcv_add_capped(retained, d->retained[number]);
        sum = gcv_add_capped(sum, born[number]);
    }
    return gcv_add_capped(sum, row->retained > retained ? row->retained - retained : 0);
}

uint64_t *gcv_suspect_born(gcv_context *ctx, const gcv_suspect_input *input,
                           const gcv_suspects *found, const gcv_heap *old)
{
    const gcv_dominators *d = input->dominators;
    uint64_t *out = NULL, *born = gcv_alloc_zeroed(ctx, (size_t)d->n_reached + 1, sizeof *born);
    if (find_born(ctx, input->heap, d, old, born)) {
        for (uint32_t w = d->n_reached; w > 0; w--) {
            born[d->dominator[w]] += born[w];
        }
        out = gcv_alloc(ctx, found->rows.n, sizeof *out);
        for (size_t i = 0; i < found->rows.n; i++) {
            const gcv_suspect *row = &found->rows.data[i];
            out[i] = row->object != GCV_NONE  ? born[d->number[row->object]]
                     : row->crowd != GCV_NONE ? born_of_crowd(found, row, d, born)
                                              : row->retained;
        }
    }
    gcv_free(ctx, born);
    return out;
}
