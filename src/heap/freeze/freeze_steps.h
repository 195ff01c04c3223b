/* freeze_steps.h - the steps of gcv_builder_freeze() and their shared state; only these include
 * this. Each step is preceded by the name of its file.
 *
 * circle: the frequent case of resolver.c is inline here. */
#ifndef GCV_HEAP_FREEZE_FREEZE_STEPS_H
#define GCV_HEAP_FREEZE_FREEZE_STEPS_H

#include "heap/builder.h"

/* resolver.c: from an id to its object, in the section that refers to it or, failing that, in the
 * first other section that has it. */
typedef struct gcv_resolver {
    const gcv_heap *heap;
    /* All ids of all sections, sorted, with their objects; only if there are many sections, as
     * looking up each missing id in each of them would be quadratic. */
    uint64_t *ids;
    uint32_t *objects;
} gcv_resolver;

/* Needs only the sections and indexes of the heap. */
void gcv_resolver_init(gcv_context *ctx, gcv_resolver *resolver, const gcv_heap *heap);
void gcv_resolver_release(gcv_context *ctx, gcv_resolver *resolver);

/* Returns the object of an id that `section` does not have, or GCV_NONE. */
uint32_t gcv_resolver_find_elsewhere(const gcv_resolver *resolver, uint32_t section, uint64_t id);

/* Returns the object of an id, or GCV_NONE. `*crossed`: it is in another section. */
static inline uint32_t gcv_resolver_find(const gcv_resolver *resolver, uint32_t section,
                                         uint64_t id, bool *crossed)
{
    uint32_t rank = gcv_id_index_find(gcv_heap_ids(resolver->heap, section), id);
    if (rank != GCV_NONE) {
        *crossed = false;
        return resolver->heap->sections.data[section].first_object + rank;
    }
    uint32_t object = gcv_resolver_find_elsewhere(resolver, section, id);
    *crossed = object != GCV_NONE;
    return object;
}

typedef struct gcv_freeze {
    gcv_builder *builder;
    gcv_heap *heap;
    gcv_u32_column duplicates; /* by order of arrival, ascending */
    bool ordered;              /* rows are in final order already */
    gcv_u32_column places;     /* final numbers by order of arrival, if they had to be found */
    gcv_missing references;
    gcv_resolver resolver;
} gcv_freeze;

static inline size_t gcv_section_end(const gcv_builder *builder, size_t section)
{
    return section + 1 < builder->section_start.n ? builder->section_start.data[section + 1]
                                                  : gcv_id_column_n(&builder->rows.ids);
}

/* Tells which arrivals are duplicates, when asked about arrivals in ascending order. */
typedef struct gcv_skip {
    const gcv_u32_column *duplicates;
    size_t at;
} gcv_skip;

static inline bool gcv_skips(gcv_skip *skip, size_t arrival)
{
    if (skip->at < skip->duplicates->n && skip->duplicates->data[skip->at] == arrival) {
        skip->at++;
        return true;
    }
    return false;
}

/* freeze_references.c: turns references from raw ids to object numbers, in place; counts them. */
void gcv_freeze_references(gcv_freeze *freeze);

/* freeze_places.c: turns arrivals into object numbers in the tables of places and of texts, and
 * sorts these. */
void gcv_freeze_places(gcv_freeze *freeze);

/* freeze_order.c: sorts rows by id, unless they are already. */
void gcv_freeze_order(gcv_freeze *freeze);

/* freeze_tallies.c: makes the tallies from the sums of type slots, scaled for a sampled dump. The
 * second function adds what else a sampled dump needs: the scale of each type, and a reason for the
 * verdict. */
void gcv_freeze_tallies(gcv_freeze *freeze);
void gcv_freeze_scales(gcv_freeze *freeze);

/* freeze_roots.c: resolves the roots, notes what is missing, adds roots for objects that no strong
 * root reaches, if all objects are live, and sorts them. */
void gcv_freeze_roots(gcv_freeze *freeze, gcv_missing *missing);

#endif
