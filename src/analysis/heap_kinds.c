/* heap_kinds.c - the kinds of all types of a heap; see heap_kinds.h. */
#include "analysis/heap_kinds.h"

#include "analysis/ownership.h"
#include "analysis/type_kinds.h"
#include "base/distinct_texts.h"

uint32_t gcv_kinds_of_name(const gcv_heap *heap, gcv_slice name, gcv_slice module)
{
    return gcv_heap_is_v8(heap)     ? gcv_type_kinds_of_script(name, module)
           : gcv_heap_is_ruby(heap) ? gcv_type_kinds_ruby(name)
           : gcv_heap_is_java(heap) ? gcv_type_kinds_java(name)
                                    : gcv_type_kinds(name, module);
}

static bool has_dotnet_modules(const gcv_heap *heap)
{
    return heap->types.module != NULL && !gcv_heap_is_v8(heap) && !gcv_heap_is_ruby(heap) &&
           !gcv_heap_is_java(heap);
}

/* Takes types of nameless modules for the program's, in modules that have no type of the platform:
 * so types without a namespace are found. */
static void settle_dotnet_kinds(gcv_context *ctx, const gcv_heap *heap, uint16_t *kinds)
{
    gcv_distinct_texts modules = {0};
    gcv_bitset platform;
    uint32_t *module = gcv_alloc(ctx, heap->n_types, sizeof *module); /* per type: its number */
    for (uint32_t t = 0; t < heap->n_types; t++) {
        module[t] = gcv_distinct_texts_number(ctx, &modules, heap->types.module[t]);
    }
    gcv_bitset_init(ctx, &platform, modules.texts.n);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        if (gcv_is_platform(heap->types.name[t])) {
            (void)gcv_bitset_add(&platform, module[t]);
        }
    }
    for (uint32_t t = 0; t < heap->n_types; t++) {
        const gcv_slice text = heap->types.module[t];
        if (text.size > 0 && !gcv_module_is_named(text) && !gcv_bitset_has(&platform, module[t])) {
            kinds[t] = (uint16_t)gcv_type_kinds(heap->types.name[t], gcv_slice_str("program"));
        }
    }
    gcv_bitset_release(ctx, &platform);
    gcv_distinct_texts_release(ctx, &modules);
    gcv_free(ctx, module);
}

gcv_slice gcv_java_collection(const gcv_heap *heap, uint32_t class_)
{
    enum { MOST = 64 }; /* a damaged file may have a cycle */
    uint32_t over = gcv_java_super(heap, class_);
    for (int i = 0; i < MOST && over != GCV_NONE; i++, over = gcv_java_super(heap, over)) {
        const gcv_slice name = gcv_java_class_name(heap, over);
        const uint32_t kinds = gcv_type_kinds_java(name);
        if ((kinds & GCV_TYPE_MINE) == 0) {
            return (kinds & GCV_KEEPS_COLLECTION) != 0 ? name : gcv_slice_of(NULL, 0);
        }
    }
    return gcv_slice_of(NULL, 0);
}

/* An anonymous class of a collection, as `new LinkedHashMap() { … }` makes it, is a collection. */
static void settle_java_kinds(const gcv_heap *heap, uint16_t *kinds)
{
    const uint32_t type = gcv_java_class_type(heap);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        const gcv_slice name =
            heap->type.data[i] == type ? gcv_java_class_name(heap, i) : gcv_slice_of(NULL, 0);
        if (name.data == NULL || (gcv_type_kinds_java(name) & GCV_KEEPS_CAPTURE) == 0 ||
            gcv_java_collection(heap, i).data == NULL) {
            continue;
        }
        for (uint32_t t = gcv_heap_type_named(heap, name);
             t < heap->n_types && gcv_slice_equal(heap->types.name[t], name); t++) {
            kinds[t] = (uint16_t)((kinds[t] & ~(uint32_t)GCV_KEEPS_CAPTURE) | GCV_KEEPS_COLLECTION);
        }
    }
}

uint16_t *gcv_heap_kinds(gcv_context *ctx, const gcv_heap *heap)
{
    uint16_t *kinds = gcv_alloc(ctx, heap->n_types, sizeof *kinds);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        kinds[t] =
            (uint16_t)gcv_kinds_of_name(heap, heap->types.name[t], gcv_heap_type_module(heap, t));
    }
    if (gcv_heap_is_v8(heap)) {
        gcv_settle_v8_kinds(ctx, heap, kinds);
    } else if (gcv_heap_is_java(heap)) {
        settle_java_kinds(heap, kinds);
    } else if (has_dotnet_modules(heap)) {
        settle_dotnet_kinds(ctx, heap, kinds);
    }
    return kinds;
}

uint16_t *gcv_kinds_by_module(gcv_context *ctx, const gcv_heap *heap)
{
    return has_dotnet_modules(heap) ? gcv_heap_kinds(ctx, heap) : NULL;
}

/* ---- the runtime that a heap is of -------------------------------------------------------- */

const char *gcv_heap_runtime(const gcv_heap *heap)
{
    return gcv_heap_is_v8(heap)                       ? "V8"
           : gcv_heap_is_ruby(heap)                   ? "Ruby"
           : gcv_heap_is_java(heap)                   ? "Java"
           : gcv_heap_has_type(heap, "System.String") ? ".NET"
                                                      : NULL;
}
