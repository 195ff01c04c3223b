/* freeze_tallies.c - objects and bytes by type id, scaled up for a sampled dump; see
 * freeze_steps.h.
 */
#include "heap/freeze/freeze_steps.h"

#include <inttypes.h>

static double scale_of(const gcv_type_slot *slot) { return slot->scale > 0 ? slot->scale : 1; }

void gcv_freeze_tallies(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    size_t n = builder->types.slots.n;
    heap->tallies = gcv_alloc(builder->ctx, n, sizeof *heap->tallies);
    heap->n_tallies = n;
    for (size_t i = 0; i < n; i++) {
        const gcv_type_slot *slot = &builder->types.slots.data[i];
        const gcv_type_sum *sum = &builder->types.sums.data[i];
        gcv_type_tally *tally = &heap->tallies[i];
        tally->section = slot->section;
        tally->type = slot->type;
        tally->count = sum->count;
        tally->bytes = sum->bytes;
        if (builder->sampled) {
            tally->count = gcv_rounded((double)sum->count * scale_of(slot));
            tally->bytes = gcv_rounded((double)sum->bytes * scale_of(slot));
        }
    }
}

/* Type ids of one type have the same factor. Even so, the scale is computed from the rounded
 * tallies, so that the scaled objects of a type add up to its tallies. */
static void find_scales(const gcv_builder *builder, const gcv_type_tally *tallies,
                        gcv_type_scale *scales, uint64_t *counts, uint64_t *bytes, uint32_t n)
{
    for (size_t i = 0; i < builder->types.slots.n; i++) {
        const gcv_type_sum *sum = &builder->types.sums.data[i];
        uint32_t type = tallies[i].type;
        counts[type] += sum->count;
        bytes[type] += sum->bytes;
        scales[type].count += (double)tallies[i].count;
        scales[type].bytes += (double)tallies[i].bytes;
    }
    for (uint32_t t = 0; t < n; t++) {
        scales[t].count = counts[t] > 0 ? scales[t].count / (double)counts[t] : 1;
        scales[t].bytes = bytes[t] > 0 ? scales[t].bytes / (double)bytes[t] : 1;
    }
}

static void add_sampling_reason(gcv_freeze *freeze)
{
    const gcv_heap *heap = freeze->heap;
    uint64_t objects = 0, bytes = 0, all_objects = 0, all_bytes = 0;
    for (size_t i = 0; i < heap->n_tallies; i++) {
        all_objects = gcv_add_capped(all_objects, heap->tallies[i].count);
        all_bytes = gcv_add_capped(all_bytes, heap->tallies[i].bytes);
    }
    for (size_t i = 0; i < heap->sections.n; i++) {
        objects += heap->sections.data[i].counts.objects;
        bytes += heap->sections.data[i].counts.bytes;
    }
    gcv_builder_incomplete(freeze->builder,
                           "sampled, %" PRIu64 " objects of %" PRIu64
                           " bytes stand for about %" PRIu64 " of %" PRIu64,
                           objects, bytes, all_objects, all_bytes);
}

void gcv_freeze_scales(gcv_freeze *freeze)
{
    gcv_builder *builder = freeze->builder;
    gcv_heap *heap = freeze->heap;
    uint64_t *counts = gcv_alloc_zeroed(builder->ctx, heap->n_types, sizeof *counts);
    uint64_t *bytes = gcv_alloc_zeroed(builder->ctx, heap->n_types, sizeof *bytes);
    if (heap->tallies == NULL) {
        gcv_freeze_tallies(freeze);
    }
    heap->scales = gcv_alloc_zeroed(builder->ctx, heap->n_types, sizeof *heap->scales);
    add_sampling_reason(freeze);
    find_scales(builder, heap->tallies, heap->scales, counts, bytes, heap->n_types);
    GCV_FREE(builder->ctx, counts, bytes);
}
