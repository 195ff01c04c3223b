/* capture.c - what taking the dump made; see capture.h. */
#include "analysis/capture.h"

#include "analysis/analyses.h"
#include "analysis/type_kinds.h"
#include "heap/memory.h"

const gcv_cost gcv_cost_of_capture = {"what taking the dump made", GCV_COST_PARTS(0, 0, 0, 0, 0),
                                      GCV_COST_PARTS(19, 0, 8, 30, 0), 2400, NULL};

/* The types of the object in the field Log, and of the table of Ruby. No other objects of these
 * types are ever made, and not every format tells the names of fields. */
#define KEEPER_OF_NET "System.Diagnostics.Tracing.NativeRuntimeEventSource"
#define KEEPER_OF_RUBY "(data ObjectTracing/allocation_info_tracer)"

static bool lacks_keeper(const gcv_heap *heap)
{
    return !gcv_heap_has_type(heap, KEEPER_OF_NET) && !gcv_heap_has_type(heap, KEEPER_OF_RUBY);
}

bool gcv_has_nameless_types(const gcv_heap *heap)
{
    uint32_t t = 0;
    while (t < heap->n_types && !gcv_type_is_nameless(heap->types.name[t])) {
        t++;
    }
    return t < heap->n_types;
}

/* Stores a mark for each object that only the keeper keeps. */
static void mark(gcv_context *ctx, const gcv_heap *heap, bool include_weak, uint8_t *marks)
{
    uint8_t *keepers = gcv_alloc(ctx, heap->n_objects, 1);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        keepers[i] = gcv_slice_is_listed(heap->types.name[heap->type.data[i]],
                                         KEEPER_OF_NET "|" KEEPER_OF_RUBY);
    }
    gcv_root_set roots = gcv_root_set_of(ctx, heap, include_weak, NULL);
    gcv_removal removal = {.remaining_roots = &roots, .objects = keepers};
    gcv_removal_find(ctx, heap, &roots, &removal, marks);
    gcv_root_set_release(ctx, &roots);
    gcv_free(ctx, keepers);
}

static void leave_out(gcv_context *ctx, const uint8_t *marks, gcv_capture *out)
{
    const gcv_heap *heap = out->heap;
    uint32_t *size = gcv_alloc(ctx, heap->n_objects, sizeof *size);
    gcv_bitset_init(ctx, &out->left_out, heap->n_objects);
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        size[i] = marks[i] ? 0 : heap->size.data[i];
        if (marks[i]) {
            (void)gcv_bitset_add(&out->left_out, i);
            out->objects++;
            out->bytes += gcv_heap_size(heap, i);
        }
    }
    out->rest = *heap;
    out->rest.size.data = size;
    out->rest.left_out = &out->left_out;
}

void gcv_capture_find(gcv_context *ctx, const gcv_heap *heap, bool include_weak, gcv_capture *out)
{
    *out =
        (gcv_capture){.heap = heap, .nameless = lacks_keeper(heap) && gcv_has_nameless_types(heap)};
    if (heap->level != GCV_LOAD_GRAPH || heap->scales != NULL || lacks_keeper(heap)) {
        return;
    }
    uint8_t *marks = gcv_alloc(ctx, heap->n_objects, 1);
    mark(ctx, heap, include_weak, marks);
    leave_out(ctx, marks, out);
    gcv_free(ctx, marks);
}

void gcv_capture_release(gcv_context *ctx, gcv_capture *capture)
{
    if (capture->heap != NULL) {
        gcv_free(ctx, capture->rest.size.data);
        gcv_bitset_release(ctx, &capture->left_out);
    }
    *capture = (gcv_capture){0};
}
