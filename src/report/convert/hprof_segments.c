/* hprof_segments.c - classes, roots and objects of an .hprof, in segments.
 *
 * The length of a segment precedes it, so its parts (a class, a root, an object) are measured
 * before they are written. */
#include "report/convert/hprof_writer.h"

/* Tags within a segment. */
enum {
    ROOT_UNKNOWN = 0xff,
    ROOT_HANDLE = 0x01,    /* JNI global */
    ROOT_RUNTIME = 0x02,   /* JNI local */
    ROOT_LOCAL = 0x03,     /* Java frame */
    ROOT_CLASS = 0x05,     /* sticky class */
    ROOT_FINALIZER = 0x06, /* thread block */
    CLASS_DUMP = 0x20,
    INSTANCE_DUMP = 0x21,
    ARRAY_DUMP = 0x22
};

/* Types of fields. */
enum { REFERENCE = 2, BYTE = 8, SHORT = 9, INT = 10, LONG = 11 };

enum { SEGMENT_SIZE = 1 << 20 };

/* ---- classes ------------------------------------------------------------------------------ */

static void put_class_records(gcv_hprof_writer *w)
{
    for (uint32_t i = 0; i < w->classes.classes.n; i++) {
        gcv_hprof_begin_record(&w->file, GCV_HPROF_LOAD_CLASS, 8 + 2 * w->id_size);
        gcv_hprof_put_u32(&w->file, i + 1);
        gcv_hprof_put_id(w, gcv_hprof_class_id(w, i));
        gcv_hprof_put_u32(&w->file, GCV_HPROF_TRACE);
        gcv_hprof_put_id(w, gcv_hprof_name_id(w, gcv_hprof_first_class_name(w) +
                                                     w->classes.classes.data[i].name));
    }
}

/* Whether a class inherits its only field: among the classes of references only the first one
 * declares it. */
static bool inherits(uint32_t number)
{
    return number > GCV_HPROF_REFERENCE && number < GCV_HPROF_FIXED;
}

static uint32_t n_fields(const gcv_hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    return inherits(number)
               ? 0
               : class_->references + gcv_hprof_fill_fields(gcv_hprof_fill(&w->classes, class_));
}

static uint64_t class_size(const gcv_hprof_writer *w, uint32_t number)
{
    const uint64_t p = w->id_size;
    return 1 + 7 * p + 4 + 4 + 2 + 2 + 2 + w->classes.classes.data[number].n_statics * (p + 1 + p) +
           n_fields(w, number) * (p + 1);
}

static void put_field(gcv_hprof_writer *w, uint64_t name, unsigned type)
{
    gcv_hprof_put_id(w, gcv_hprof_name_id(w, name));
    gcv_hprof_put_u8(&w->file, type);
}

static void put_fields(gcv_hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    uint32_t fill = gcv_hprof_fill(&w->classes, class_);
    uint64_t name = gcv_hprof_first_fill(w);
    for (uint32_t i = 0; i < class_->references; i++) {
        put_field(w,
                  number == GCV_HPROF_REFERENCE ? GCV_HPROF_REFERENT
                                                : GCV_HPROF_FIRST_FIELD + (uint64_t)i,
                  REFERENCE);
    }
    for (uint32_t i = 0; i < fill / 8; i++) {
        put_field(w, name++, LONG);
    }
    if ((fill & 4) != 0) {
        put_field(w, name++, INT);
    }
    if ((fill & 2) != 0) {
        put_field(w, name++, SHORT);
    }
    if ((fill & 1) != 0) {
        put_field(w, name, BYTE);
    }
}

static void put_class(gcv_hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    gcv_hprof_put_u8(&w->file, CLASS_DUMP);
    gcv_hprof_put_id(w, gcv_hprof_class_id(w, number));
    gcv_hprof_put_u32(&w->file, GCV_HPROF_TRACE);
    gcv_hprof_put_id(w, number == GCV_HPROF_OBJECT ? 0
                        : inherits(number)         ? gcv_hprof_class_id(w, GCV_HPROF_REFERENCE)
                                                   : gcv_hprof_class_id(w, GCV_HPROF_OBJECT));
    gcv_hprof_put_zeros(&w->file,
                        5 * (uint64_t)w->id_size); /* loader, signers, domain, two reserved */
    gcv_hprof_put_u32(&w->file, 2 * w->id_size + class_->size);
    gcv_hprof_put_u16(&w->file, 0); /* no constants */
    gcv_hprof_put_u16(&w->file, class_->n_statics);
    for (uint32_t i = 0; i < class_->n_statics; i++) {
        uint32_t at = class_->first_static + i;
        put_field(w, gcv_hprof_first_static_name(w) + at, REFERENCE);
        gcv_hprof_put_id(
            w, gcv_hprof_object_id(w, w->heap->roots.data[w->classes.statics.data[at]].object));
    }
    gcv_hprof_put_u16(&w->file, n_fields(w, number));
    if (!inherits(number)) {
        put_fields(w, number);
    }
}

/* ---- roots -------------------------------------------------------------------------------- */

/* Whether a root becomes a record. Statics do not: they are fields of classes. */
static bool is_root(const gcv_hprof_writer *w, const gcv_root *root)
{
    return root->object != GCV_NONE && (root->flags & GCV_ROOT_WEAK) == 0 &&
           root->kind != GCV_ROOT_KIND_STATIC && gcv_bitset_has(&w->written, root->object);
}

static unsigned tag_of(uint32_t kind)
{
    switch (kind) {
    case GCV_ROOT_KIND_HANDLE:
        return ROOT_HANDLE;
    case GCV_ROOT_KIND_RUNTIME:
        return ROOT_RUNTIME;
    case GCV_ROOT_KIND_LOCAL:
        return ROOT_LOCAL;
    case GCV_ROOT_KIND_FINALIZER:
        return ROOT_FINALIZER;
    default:
        return ROOT_UNKNOWN;
    }
}

/* Number of bytes after the tag and the id. */
static unsigned root_rest(const gcv_hprof_writer *w, unsigned tag)
{
    return tag == ROOT_HANDLE                         ? w->id_size
           : tag == ROOT_RUNTIME || tag == ROOT_LOCAL ? 8
           : tag == ROOT_FINALIZER                    ? 4
                                                      : 0;
}

static uint64_t root_size(const gcv_hprof_writer *w, const gcv_root *root)
{
    return is_root(w, root) ? 1 + w->id_size + root_rest(w, tag_of(root->kind)) : 0;
}

static void put_root(gcv_hprof_writer *w, const gcv_root *root)
{
    unsigned tag = tag_of(root->kind);
    if (is_root(w, root)) {
        gcv_hprof_put_u8(&w->file, tag);
        gcv_hprof_put_id(w, gcv_hprof_object_id(w, root->object));
        if (root_rest(w, tag) == 8) { /* no thread, no frame */
            gcv_hprof_put_u32(&w->file, 0);
            gcv_hprof_put_u32(&w->file, UINT32_MAX);
        } else {
            gcv_hprof_put_zeros(&w->file, root_rest(w, tag));
        }
    }
}

static void put_class_root(gcv_hprof_writer *w, uint32_t number)
{
    gcv_hprof_put_u8(&w->file, ROOT_CLASS);
    gcv_hprof_put_id(w, gcv_hprof_class_id(w, number));
}

/* ---- objects ------------------------------------------------------------------------------ */

static uint64_t object_size(const gcv_hprof_writer *w, uint32_t object)
{
    if (!gcv_bitset_has(&w->written, object)) {
        return 0;
    }
    gcv_hprof_form form = gcv_hprof_form_of(&w->classes, object);
    return 1 + 2 * (uint64_t)w->id_size + 8 + form.n * (form.is_array ? w->id_size : 1);
}

static void put_references(gcv_hprof_writer *w, uint32_t first, uint32_t n)
{
    const gcv_reference_order order = w->order == NULL ? GCV_REFERENCES_DOWN : GCV_REFERENCES_ANY;
    uint32_t batch;
    for (uint32_t i = 0; i < n; i += batch) {
        const uint32_t *refs = w->heap->refs.data + first + i;
        batch = n - i < GCV_ID_BATCH ? n - i : GCV_ID_BATCH;
        const uint64_t *ids = gcv_reference_ids_at(&w->refs, w->heap, first + i, batch, order);
        for (uint32_t k = 0; k < batch; k++) {
            gcv_hprof_put_id(w, gcv_fresh_id(&w->fresh, refs[k], ids[k]));
        }
    }
}

static void put_object(gcv_hprof_writer *w, uint32_t object)
{
    const uint32_t first = w->heap->first_ref.data[object];
    uint32_t n = w->heap->first_ref.data[object + 1] - first;
    if (!gcv_bitset_has(&w->written, object)) {
        return;
    }
    gcv_hprof_form form = gcv_hprof_form_of(&w->classes, object);
    gcv_hprof_put_u8(&w->file, form.is_array ? ARRAY_DUMP : INSTANCE_DUMP);
    gcv_hprof_put_id(w, gcv_hprof_object_id(w, object));
    gcv_hprof_put_u32(&w->file, GCV_HPROF_TRACE);
    if (form.is_array) {
        n = n < form.n ? n : (uint32_t)form.n;
        gcv_hprof_put_u32(&w->file, (uint32_t)form.n);
        gcv_hprof_put_id(w, gcv_hprof_class_id(w, form.class_));
    } else {
        gcv_hprof_put_id(w, gcv_hprof_class_id(w, form.class_));
        gcv_hprof_put_u32(&w->file, (uint32_t)form.n);
    }
    put_references(w, first, n);
    gcv_hprof_put_zeros(&w->file,
                        form.n * (form.is_array ? w->id_size : 1) - (uint64_t)n * w->id_size);
}

/* ---- segments ----------------------------------------------------------------------------- */

/* Number of parts of all segments, in this order: classes, roots of these classes, other roots,
 * objects. */
static uint64_t n_parts(const gcv_hprof_writer *w)
{
    return 2 * (uint64_t)w->classes.classes.n + w->heap->roots.n + w->heap->n_objects;
}

static uint32_t object_at(const gcv_hprof_writer *w, uint64_t at)
{
    return w->order != NULL ? w->order[at] : w->heap->n_objects - 1 - (uint32_t)at;
}

static uint64_t part_size(const gcv_hprof_writer *w, uint64_t part)
{
    const uint64_t n = w->classes.classes.n, n_roots = w->heap->roots.n;
    return part < n                 ? class_size(w, (uint32_t)part)
           : part < 2 * n           ? 1 + w->id_size
           : part < 2 * n + n_roots ? root_size(w, &w->heap->roots.data[part - 2 * n])
                                    : object_size(w, object_at(w, part - 2 * n - n_roots));
}

static void put_part(gcv_hprof_writer *w, uint64_t part)
{
    const uint64_t n = w->classes.classes.n, n_roots = w->heap->roots.n;
    if (part < n) {
        put_class(w, (uint32_t)part);
    } else if (part < 2 * n) {
        put_class_root(w, (uint32_t)(part - n));
    } else if (part < 2 * n + n_roots) {
        put_root(w, &w->heap->roots.data[part - 2 * n]);
    } else {
        put_object(w, object_at(w, part - 2 * n - n_roots));
    }
}

static void put_segments(gcv_hprof_writer *w)
{
    uint64_t begin = 0, end, size, next;
    while (begin < n_parts(w)) {
        for (size = 0, end = begin; end < n_parts(w); end++, size += next) {
            next = part_size(w, end);
            if (size > 0 && size + next > SEGMENT_SIZE) {
                break;
            }
        }
        if (size > 0) {
            gcv_hprof_begin_record(&w->file, GCV_HPROF_SEGMENT, (uint32_t)size);
        }
        for (; begin < end; begin++) {
            put_part(w, begin);
        }
    }
}

void gcv_hprof_put_heap(gcv_hprof_writer *w)
{
    put_class_records(w);
    put_segments(w);
    gcv_hprof_begin_record(&w->file, GCV_HPROF_HEAP_END, 0);
}
