/* trace_heaps.c - traces, loaded; see trace_heaps.h. */
#include "support/trace_heaps.h"

#include "support/check.h"

#include <inttypes.h>
#include <string.h>

trace_writer trace;

trace_heap trace_load_bytes(const void *bytes, size_t size, const gcv_load_options *options)
{
    trace_heap l;
    memset(&l, 0, sizeof l);
    l.ctx = gcv_context_new(0);
    l.status = gcv_heap_load_memory(l.ctx, "trace", bytes, size, options, &l.heap, &l.err);
    return l;
}

trace_heap trace_load(uint32_t snapshot, bool salvage)
{
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    options.snapshot = snapshot;
    options.salvage = salvage;
    return trace_load_bytes(trace.out.data, trace.out.n, &options);
}

void trace_unload(trace_heap *l)
{
    gcv_heap_free(l->heap);
    assert_int_equal(gcv_context_used(l->ctx), 0);
    gcv_context_free(l->ctx);
}

void trace_describe(const gcv_heap *heap, said_text *out)
{
    uint32_t n;
    out->n = 0;
    for (uint32_t i = 0; i < gcv_heap_n_objects(heap); i++) {
        gcv_slice name = gcv_heap_type_name(heap, gcv_heap_object_type(heap, i));
        const uint32_t *refs = gcv_heap_references(heap, i, &n);
        say(out, "%" PRIx64 " %" PRIu64 " %.*s:", gcv_heap_object_id(heap, i),
            gcv_heap_object_bytes(heap, i), (int)name.size, name.data);
        for (uint32_t k = 0; k < n; k++) {
            say(out, " %" PRIx64, gcv_heap_object_id(heap, refs[k]));
        }
        say(out, "\n");
    }
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        say(out, "root %u %u %" PRIx64 "\n", (unsigned)root->kind, (unsigned)root->flags, root->id);
    }
}

void trace_check_same(const gcv_heap *heap, const char *log)
{
    static said_text one, other;
    trace_heap l = trace_load_bytes(log, strlen(log), NULL);
    assert_int_equal(l.status, GCV_OK);
    trace_describe(l.heap, &one);
    trace_describe(heap, &other);
    assert_string_equal(other.data, one.data);
    trace_unload(&l);
}

const char *trace_property(const gcv_heap *heap, const char *key)
{
    for (size_t i = 0; i < gcv_heap_n_properties(heap); i++) {
        if (strcmp(gcv_heap_property(heap, i)->key, key) == 0) {
            return gcv_heap_property(heap, i)->value.data;
        }
    }
    return NULL;
}
