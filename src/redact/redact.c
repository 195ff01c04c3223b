/* redact.c - a heap without names; see redact.h. */
#include "redact/redact.h"

typedef struct redaction {
    gcv_name_map *map;
    gcv_name_world world;
} redaction;

static void rename_name(void *self, gcv_name_kind kind, gcv_slice name, gcv_slice module,
                        gcv_buffer *out)
{
    const redaction *r = self;
    gcv_redact_name(r->map, r->world, kind, name, module, out);
}

/* Keeps the properties of the format and the collector, which do not tell whose dump it is. */
static bool keeps_property(const gcv_property *property)
{
    static const char kept[] = "pointer_size|container_version|time_unit|sizes|sizes_not_confirmed";
    return gcv_slice_is_listed(gcv_slice_str(property->key), kept);
}

/* Removes the times at which the dump began and ended. */
static void forget_times(gcv_heap *heap)
{
    for (size_t i = 0; i < heap->sections.n; i++) {
        gcv_section *section = &heap->sections.data[i];
        section->started = section->ended = 0;
        section->has_started = section->has_ended = false;
    }
}

void gcv_redact_heap(gcv_heap *heap, gcv_name_map *map, const char *called)
{
    redaction self = {.map = map,
                      .world = gcv_heap_is_v8(heap)     ? GCV_WORLD_V8
                               : gcv_heap_is_ruby(heap) ? GCV_WORLD_RUBY
                               : gcv_heap_is_java(heap) ? GCV_WORLD_JAVA
                                                        : GCV_WORLD_DOTNET};
    gcv_renamer renamer = {
        .self = &self, .new_name = rename_name, .keeps_property = keeps_property};
    gcv_heap_rename(heap, &renamer);
    forget_times(heap);
    if (heap->verdict_is_quoted) {
        heap->verdict = "incomplete: for a reason that the dump gives in words of its own";
    }
    heap->name = called;
}
