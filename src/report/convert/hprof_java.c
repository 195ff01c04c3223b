/* hprof_java.c - see hprof_writer.h.
 *
 * The heap has no names of the references of a class object unless asked for, but the reader puts
 * them in the order of the format: superclass, loader, signers, protection domain, statics. */
#include "report/convert/hprof_writer.h"

#include "heap/java_class.h"

/* Whether the class of an object is below java.lang.ClassLoader. */
static bool is_loader(const gcv_heap *heap, uint32_t object)
{
    enum { DEEPEST = 100 };
    uint32_t at = gcv_java_first_class(heap, object);
    for (unsigned depth = 0; at != GCV_NONE && depth < DEEPEST; depth++) {
        if (gcv_slice_is(gcv_java_class_name(heap, at), "java.lang.ClassLoader")) {
            return true;
        }
        at = gcv_java_first_class(heap, at);
    }
    return false;
}

static gcv_hprof_mirror mirror_of(const gcv_heap *heap, uint32_t object)
{
    gcv_hprof_mirror mirror = {.object = object,
                               .class_ = GCV_NONE,
                               .super = gcv_java_super(heap, object),
                               .loader = GCV_NONE};
    uint32_t n;
    const uint32_t *refs = gcv_heap_references(heap, object, &n);
    mirror.n_above = mirror.super != GCV_NONE;
    if (n > mirror.n_above && is_loader(heap, refs[mirror.n_above])) {
        mirror.loader = refs[mirror.n_above++];
    }
    refs = gcv_hprof_statics_of(heap, &mirror, &n);
    for (uint32_t i = 0; i < n; i++) {
        const gcv_slice name = gcv_hprof_static_name(heap, &mirror, refs[i]);
        mirror.n_named += name.data != NULL;
        mirror.n_inside += name.data != NULL && !gcv_slice_begins(name, "<");
    }
    return mirror;
}

/* Whether an object is a class object that a record of a class can hold. */
static bool is_mirror(const gcv_heap *heap, uint32_t object, uint32_t class_type)
{
    enum { MOST_STATICS = 65000 };
    return heap->type.data[object] == class_type &&
           gcv_heap_n_references(heap, object) < MOST_STATICS &&
           gcv_java_class_name(heap, object).data != NULL;
}

void gcv_hprof_mirrors_find(gcv_context *ctx, const gcv_heap *heap, const gcv_bitset *written,
                            gcv_hprof_mirror_column *out)
{
    const uint32_t type = gcv_java_class_type(heap);
    uint32_t named = 0;
    for (uint32_t i = 0; type != GCV_NONE && i < heap->n_objects; i++) {
        if (gcv_bitset_has(written, i) && is_mirror(heap, i, type)) {
            gcv_hprof_mirror mirror = mirror_of(heap, i);
            mirror.first_named = named;
            named += mirror.n_named;
            gcv_hprof_mirror_column_push(ctx, out, mirror);
        }
    }
}

gcv_hprof_mirror *gcv_hprof_mirror_at(const gcv_hprof_mirror_column *mirrors, uint32_t object)
{
    const size_t at = gcv_find_u32(mirrors->data, sizeof *mirrors->data, mirrors->n, object);
    return at != SIZE_MAX ? &mirrors->data[at] : NULL;
}

const uint32_t *gcv_hprof_statics_of(const gcv_heap *heap, const gcv_hprof_mirror *mirror,
                                     uint32_t *n)
{
    const uint32_t *refs = gcv_heap_references(heap, mirror->object, n);
    *n -= mirror->n_above;
    return mirror->n_above > 0 ? refs + mirror->n_above : refs;
}

gcv_slice gcv_hprof_static_name(const gcv_heap *heap, const gcv_hprof_mirror *mirror,
                                uint32_t object)
{
    if (!gcv_java_is_in_field(heap, mirror->object, object)) {
        return gcv_slice_of(NULL, 0);
    }
    const size_t before = gcv_java_class_name(heap, mirror->object).size + 1;
    const gcv_slice name = gcv_heap_object_name(heap, object);
    return gcv_slice_from(name, before);
}

gcv_hprof_primitive gcv_hprof_primitive_of(gcv_slice name)
{
    static const char *const names[] = {"boolean[]", "char[]",  "float[]", "double[]",
                                        "byte[]",    "short[]", "int[]",   "long[]"};
    static const uint8_t widths[] = {1, 2, 4, 8, 1, 2, 4, 8};
    enum { BOOLEAN = 4, N = sizeof widths };
    gcv_hprof_primitive found = {0, 0};
    for (uint8_t i = 0; i < N; i++) {
        if (gcv_slice_is(name, names[i])) {
            found.type = BOOLEAN + i;
            found.width = widths[i];
        }
    }
    return found;
}
