/* class_places.c - where the classes of objects are defined; see class_places.h. */
#include "analysis/class_places.h"

#include "heap/memory.h"

/* Returns the type of a name that is of a script; GCV_NONE: there is none. The module of a class of
 * the program is its script, that of others a package or the platform. */
static uint32_t type_of(const gcv_heap *heap, gcv_slice name, gcv_slice script)
{
    uint32_t low = 0, high = heap->n_types; /* types are in order of name, then module */
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int names = gcv_slice_compare(heap->types.name[middle], name);
        const bool before =
            names < 0 ||
            (names == 0 && gcv_slice_compare(gcv_heap_type_module(heap, middle), script) < 0);
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low < heap->n_types && gcv_slice_equal(heap->types.name[low], name) &&
                   gcv_slice_equal(gcv_heap_type_module(heap, low), script)
               ? low
               : GCV_NONE;
}

uint32_t *gcv_class_places(gcv_context *ctx, const gcv_heap *heap)
{
    const gcv_places *places = &heap->places;
    if (places->all.n == 0) {
        return NULL;
    }
    uint32_t *of = gcv_alloc_none(ctx, heap->n_types);
    gcv_bitset several;
    gcv_bitset_init(ctx, &several, heap->n_types);
    for (uint32_t i = 0; i < places->all.n; i++) {
        const gcv_code_place *place = &places->all.data[i];
        const gcv_slice script = gcv_code_place_script(places, place);
        const uint32_t type =
            place->line > 0 && script.size > 0 ? type_of(heap, place->function, script) : GCV_NONE;
        if (type == GCV_NONE || gcv_bitset_has(&several, type)) {
            continue;
        }
        const gcv_code_place *other = of[type] != GCV_NONE ? &places->all.data[of[type]] : place;
        of[type] = i;
        if (other->line != place->line || other->column != place->column) {
            (void)gcv_bitset_add(&several, type);
            of[type] = GCV_NONE;
        }
    }
    gcv_bitset_release(ctx, &several);
    return of;
}
