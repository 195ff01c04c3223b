/* class_places.c - where the classes of objects are defined; see heap_kinds.h. */
#include "analysis/heap_kinds.h"

#include "base/bitset.h"
#include "base/sort.h"
#include "heap/memory.h"
#include "heap/reference_names.h"

/* Returns the type of a name that is of a script; GCV_NONE: there is none. The module of a class of
 * the program is its script, that of others a package or the platform. */
static uint32_t type_of(const gcv_heap *heap, gcv_slice name, gcv_slice script)
{
    size_t low = 0; /* types are in order of name, then module */
    GCV_BISECT(low, heap->n_types, at,
               gcv_slice_compare(heap->types.name[at], name) < 0 ||
                   (gcv_slice_equal(heap->types.name[at], name) &&
                    gcv_slice_compare(gcv_heap_type_module(heap, (uint32_t)at), script) < 0));
    return low < heap->n_types && gcv_slice_equal(heap->types.name[low], name) &&
                   gcv_slice_equal(gcv_heap_type_module(heap, (uint32_t)low), script)
               ? (uint32_t)low
               : GCV_NONE;
}

/* What is known of the class of a type. */
typedef struct class_finder {
    const gcv_heap *heap;
    uint32_t *of;       /* per type: its place */
    gcv_bitset several; /* types with several places … */
    bool any;           /* … if there are any */
} class_finder;

static void add_place(class_finder *finder, uint32_t type, uint32_t at)
{
    const gcv_code_place *all = finder->heap->places.all.data;
    const uint32_t other = finder->of[type] != GCV_NONE ? finder->of[type] : at;
    finder->of[type] = at;
    if (all[other].line != all[at].line || all[other].column != all[at].column) {
        (void)gcv_bitset_add(&finder->several, type);
        finder->any = true;
    }
}

/* Whether a function makes objects, as a class does: the one that sets the fields of a class has
 * the name of the class, too. */
static bool has_prototype(const gcv_heap *heap, uint32_t function)
{
    return gcv_field_target(heap, function, GCV_FIELD_PROPERTY, "prototype", UINT32_MAX) !=
           GCV_NONE;
}

/* Looks, for types with several places, at the functions there. `type`: per place. */
static void choose(gcv_context *ctx, class_finder *finder, const uint32_t *type)
{
    const gcv_heap *heap = finder->heap;
    const gcv_bitset several = finder->several;
    gcv_bitset_init(ctx, &finder->several, heap->n_types);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        finder->of[i] = gcv_bitset_has(&several, i) ? GCV_NONE : finder->of[i];
    }
    for (uint32_t i = 0; i < heap->n_objects && gcv_heap_has_fields(heap); i++) {
        const uint32_t place = gcv_sparse_get(&heap->places.place, i);
        const uint32_t t = place != GCV_NONE ? type[place] : GCV_NONE;
        if (t != GCV_NONE && gcv_bitset_has(&several, t) && has_prototype(heap, i)) {
            add_place(finder, t, place);
        }
    }
    for (uint32_t i = 0; i < heap->n_types; i++) {
        finder->of[i] = gcv_bitset_has(&finder->several, i) ? GCV_NONE : finder->of[i];
    }
    gcv_free(ctx, several.words);
}

uint32_t *gcv_class_places(gcv_context *ctx, const gcv_heap *heap)
{
    const gcv_places *places = &heap->places;
    if (places->all.n == 0) {
        return NULL;
    }
    class_finder finder = {.heap = heap, .of = gcv_alloc_none(ctx, heap->n_types)};
    gcv_bitset_init(ctx, &finder.several, heap->n_types);
    uint32_t *type = gcv_alloc_none(ctx, places->all.n);
    for (uint32_t i = 0; i < places->all.n; i++) {
        const gcv_code_place *place = &places->all.data[i];
        const gcv_slice script = gcv_code_place_script(places, place);
        if (place->line > 0 && script.size > 0) {
            type[i] = type_of(heap, gcv_code_place_function(&heap->places, place), script);
        }
        if (type[i] != GCV_NONE) {
            add_place(&finder, type[i], i);
        }
    }
    if (finder.any) {
        choose(ctx, &finder, type);
    }
    gcv_free(ctx, type);
    gcv_bitset_release(ctx, &finder.several);
    return finder.of;
}
