/* loaded.c - see loaded.h. */
#include "support/loaded.h"

#include "support/check.h"

#include "base/number.h"
#include "heap/root_label.h"

#include <gcview/gcview.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void load_with(loaded *l, const char *bytes, size_t size, gcv_load_options options)
{
    l->ctx = gcv_context_new(0);
    l->status = gcv_heap_load_memory(l->ctx, "x", bytes, size, &options, &l->heap, &l->err);
}

void load_level(loaded *l, const char *bytes, size_t size, size_t chunk, gcv_load_level level)
{
    gcv_load_options options;
    memset(&options, 0, sizeof options);
    options.level = level;
    options.chunk_size = chunk;
    load_with(l, bytes, size, options);
}

void load_good(loaded *l, const char *bytes, size_t size, size_t chunk, gcv_load_level level)
{
    load_level(l, bytes, size, chunk, level);
    if (l->status != GCV_OK) {
        fail_msg("%s", l->err.message);
    }
}

void unload(loaded *l)
{
    if (l->status == GCV_OK) {
        gcv_heap_free(l->heap);
    }
    assert_int_equal(gcv_context_used(l->ctx), 0);
    gcv_context_free(l->ctx);
}

static const char *id_text(uint64_t id, bool decimal, char room[GCV_NUMBER_MAX])
{
    (void)(decimal ? gcv_format_u64(room, id) : gcv_format_hex(room, id));
    return room;
}

void describe(const gcv_heap *heap, bool decimal, char *out, size_t size)
{
    char id[GCV_NUMBER_MAX];
    size_t n = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < gcv_heap_n_objects(heap); i++) {
        gcv_slice type = heap->types.name[heap->type.data[i]];
        n += (size_t)snprintf(out + n, size - n, "%s %.*s %" PRIu64,
                              id_text(gcv_heap_object_id(heap, i), decimal, id), (int)type.size,
                              type.data, gcv_heap_size(heap, i));
        for (uint32_t k = heap->first_ref.data[i]; k < heap->first_ref.data[i + 1]; k++) {
            const uint64_t to = gcv_heap_object_id(heap, heap->refs.data[k]);
            n += (size_t)snprintf(out + n, size - n, " %s", id_text(to, decimal, id));
        }
        n += (size_t)snprintf(out + n, size - n, "\n");
    }
    for (uint32_t i = 0; i < gcv_heap_n_roots(heap); i++) {
        const gcv_root *root = gcv_heap_root(heap, i);
        gcv_slice label = gcv_root_owner(heap, root);
        n += (size_t)snprintf(out + n, size - n, "%s %.*s %s%s\n", gcv_root_kind_word(root->kind),
                              (int)label.size, label.data, id_text(root->id, decimal, id),
                              root->flags == GCV_ROOT_WEAK ? " weak" : "");
    }
}
