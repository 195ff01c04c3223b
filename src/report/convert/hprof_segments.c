/* hprof_segments.c - classes, roots and objects of an .hprof, in segments.
 *
 * The length of a segment precedes it, so its parts (a class, a root, an object) are put twice:
 * only to be counted, then into the file. */
#include "report/convert/hprof_writer.h"

/* Tags within a segment. */
enum {
    ROOT_UNKNOWN = 0xff,
    ROOT_HANDLE = 0x01,  /* JNI global */
    ROOT_RUNTIME = 0x02, /* JNI local */
    ROOT_LOCAL = 0x03,   /* Java frame */
    ROOT_CLASS = 0x05,   /* sticky class */
    ROOT_THREAD = 0x08,
    ROOT_FINALIZER = 0x06, /* thread block */
    CLASS_DUMP = 0x20,
    INSTANCE_DUMP = 0x21,
    ARRAY_DUMP = 0x22,
    PRIMITIVES_DUMP = 0x23
};

enum { REFERENCE = 2, BYTE = 8, SHORT = 9, INT = 10, LONG = 11 };

enum { SEGMENT_SIZE = 1 << 20, MOST_STATICS = UINT16_MAX };

/* Puts the id of an object, GCV_NONE for 0; where bytes are only counted, without looking it up. */
static void put_object_id(gcv_hprof_writer *w, uint32_t object)
{
    if (!gcv_byte_sink_count(&w->file, w->id_size)) {
        gcv_hprof_put_id(w, object != GCV_NONE ? gcv_hprof_object_id(w, object) : 0);
    }
}

/* ---- classes ------------------------------------------------------------------------------ */

/* Whether a class inherits its only field: among the classes of references only the first one
 * declares it. */
static bool inherits(uint32_t number)
{
    return number > GCV_HPROF_REFERENCE && number < GCV_HPROF_FIXED;
}

/* The class above a class; GCV_NONE: none. That of a class object is the superclass only if it has
 * no fields, as a class here has all fields of its instances. */
static uint32_t super_of(const gcv_hprof_writer *w, uint32_t number, const gcv_hprof_mirror *mirror)
{
    const gcv_hprof_mirror *super = mirror != NULL && mirror->super != GCV_NONE
                                        ? gcv_hprof_mirror_at(&w->classes.mirrors, mirror->super)
                                        : NULL;
    return inherits(number) ? GCV_HPROF_REFERENCE
           : number == GCV_HPROF_OBJECT || (mirror != NULL && mirror->super == GCV_NONE) ? GCV_NONE
           : super != NULL && w->classes.classes.data[super->class_].size == 0 ? super->class_
                                                                               : GCV_HPROF_OBJECT;
}

/* ---- statics of class objects ------------------------------------------------------------- */

/* What a class record has of a class object. */
typedef struct java_statics {
    const gcv_hprof_mirror *mirror; /* NULL: there is none */
    uint32_t super;                 /* class object that is written as a static; GCV_NONE */
    const uint32_t *objects;
    uint32_t n_objects, n_longs; /* longs take the bytes of what is no reference */
} java_statics;

static java_statics java_statics_of(const gcv_hprof_writer *w, uint32_t number)
{
    const gcv_hprof_classes *classes = &w->classes;
    const uint32_t object = classes->classes.data[number].object;
    java_statics s = {NULL, GCV_NONE, NULL, 0, 0};
    if (object == GCV_NONE) {
        return s;
    }
    s.mirror = gcv_hprof_mirror_at(&classes->mirrors, object);
    s.objects = gcv_hprof_statics_of(w->heap, s.mirror, &s.n_objects);
    const uint32_t super = super_of(w, number, s.mirror);
    if (s.mirror->super != GCV_NONE &&
        (super == GCV_NONE || classes->classes.data[super].object != s.mirror->super)) {
        s.super = s.mirror->super;
    }
    const uint64_t size = gcv_heap_size(w->heap, object);
    const uint64_t references = (uint64_t)s.mirror->n_inside * classes->layout.reference;
    const uint64_t known = classes->least_mirror + (references + 7) / 8 * 8;
    const uint64_t longs = size > known ? (size - known) / 8 : 0;
    const uint32_t most = MOST_STATICS - 1 - s.n_objects - classes->classes.data[number].n_statics;
    s.n_longs = longs < most ? (uint32_t)longs : most;
    return s;
}

static void put_field(gcv_hprof_writer *w, uint64_t name, unsigned type)
{
    gcv_hprof_put_id(w, gcv_hprof_name_id(w, name));
    gcv_hprof_put(&w->file, type, 1);
}

static void put_fields(gcv_hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    uint32_t fill = gcv_hprof_fill(&w->classes, class_);
    uint64_t name = w->first_fill;
    gcv_hprof_put(&w->file, class_->references - inherits(number) + gcv_hprof_fill_fields(fill), 2);
    for (uint32_t i = inherits(number); i < class_->references; i++) {
        put_field(w,
                  number == GCV_HPROF_REFERENCE && i == 0 ? GCV_HPROF_REFERENT
                                                          : GCV_HPROF_FIRST_FIELD + (uint64_t)i,
                  REFERENCE);
    }
    for (uint32_t i = 0; i < fill / 8; i++) {
        put_field(w, name++, LONG);
    }
    for (unsigned bytes = 4, type = INT; bytes > 0; bytes /= 2, type--) { /* SHORT, then BYTE */
        if ((fill & bytes) != 0) {
            put_field(w, name++, type);
        }
    }
}

static void put_static(gcv_hprof_writer *w, uint64_t name, uint32_t object)
{
    put_field(w, name, REFERENCE);
    put_object_id(w, object);
}

static void put_java_statics(gcv_hprof_writer *w, const java_statics *s)
{
    const uint64_t own = w->first_java;
    uint64_t named = own + GCV_HPROF_JAVA_NAMES + (s->mirror != NULL ? s->mirror->first_named : 0);
    if (s->super != GCV_NONE) {
        put_static(w, own + GCV_HPROF_SUPER, s->super);
    }
    for (uint32_t i = 0; i < s->n_objects; i++) {
        const bool is_named = gcv_hprof_static_name(w->heap, s->mirror, s->objects[i]).data != NULL;
        put_static(w, is_named ? named++ : own + GCV_HPROF_UNNAMED, s->objects[i]);
    }
    for (uint32_t i = 0; i < s->n_longs; i++) {
        put_field(w, own + GCV_HPROF_VALUE, LONG);
        gcv_hprof_put(&w->file, 0, 8);
    }
}

static void put_class(gcv_hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    const java_statics java = java_statics_of(w, number);
    const uint32_t super = super_of(w, number, java.mirror);
    gcv_hprof_put(&w->file, CLASS_DUMP, 1);
    gcv_hprof_put_id(w, gcv_hprof_class_id(w, number));
    gcv_hprof_put(&w->file, GCV_HPROF_TRACE, 4);
    gcv_hprof_put_id(w, super != GCV_NONE ? gcv_hprof_class_id(w, super) : 0);
    put_object_id(w, java.mirror != NULL ? java.mirror->loader : GCV_NONE);
    gcv_hprof_put_zeros(&w->file, 4 * (uint64_t)w->id_size); /* signers, domain, two reserved */
    gcv_hprof_put(&w->file, w->classes.layout.header + class_->size, 4);
    gcv_hprof_put(&w->file, 0, 2); /* no constants */
    gcv_hprof_put(&w->file,
                  class_->n_statics + java.n_objects + java.n_longs + (java.super != GCV_NONE), 2);
    for (uint32_t i = 0; i < class_->n_statics; i++) {
        uint32_t at = class_->first_static + i;
        put_static(w, w->first_static + at,
                   w->heap->roots.data[w->classes.statics.data[at]].object);
    }
    put_java_statics(w, &java);
    put_fields(w, number);
}

/* ---- roots -------------------------------------------------------------------------------- */

/* Puts a record; after the id of the object come a thread and a frame, of which there is none, or
 * zeros. Statics have no record: they are fields of classes. */
static void put_root(gcv_hprof_writer *w, const gcv_root *root)
{
    const struct {
        uint32_t kind;
        unsigned tag, zeros;
        bool in_thread;
    } records[] = {
        {GCV_ROOT_KIND_HANDLE, ROOT_HANDLE, w->id_size, false},
        {GCV_ROOT_KIND_RUNTIME, w->classes.mirrors.n > 0 ? ROOT_THREAD : ROOT_RUNTIME, 0, true},
        {GCV_ROOT_KIND_LOCAL, ROOT_LOCAL, 0, true},
        {GCV_ROOT_KIND_FINALIZER, ROOT_FINALIZER, 4, false},
        {GCV_ROOT_KIND_STATIC, ROOT_CLASS, 0, false},
        {root->kind, ROOT_UNKNOWN, 0, false},
    };
    size_t at = 0;
    while (records[at].kind != root->kind) {
        at++;
    }
    if (root->object != GCV_NONE && (root->flags & GCV_ROOT_WEAK) == 0 &&
        gcv_bitset_has(&w->written, root->object) &&
        (root->kind != GCV_ROOT_KIND_STATIC || gcv_hprof_is_class(&w->classes, root->object))) {
        gcv_hprof_put(&w->file, records[at].tag, 1);
        put_object_id(w, root->object);
        gcv_hprof_put_zeros(&w->file, records[at].zeros);
        gcv_hprof_put(&w->file, UINT32_MAX, records[at].in_thread ? 8 : 0);
    }
}

/* ---- objects ------------------------------------------------------------------------------ */

static void put_references(gcv_hprof_writer *w, uint32_t first, uint32_t n)
{
    const gcv_reference_order order = w->order != NULL ? GCV_REFERENCES_ANY
                                      : w->ascends     ? GCV_REFERENCES_UP
                                                       : GCV_REFERENCES_DOWN;
    uint32_t batch;
    if (gcv_byte_sink_count(&w->file, (uint64_t)n * w->id_size)) {
        return; /* looking their ids up takes longest */
    }
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
    if (!gcv_bitset_has(&w->written, object) || gcv_hprof_is_class(&w->classes, object)) {
        return;
    }
    const gcv_hprof_form form = gcv_hprof_object_form(&w->classes, object);
    gcv_hprof_put(&w->file,
                  form.primitive != 0 ? PRIMITIVES_DUMP
                  : form.is_array     ? ARRAY_DUMP
                                      : INSTANCE_DUMP,
                  1);
    put_object_id(w, object);
    gcv_hprof_put(&w->file, GCV_HPROF_TRACE, 4);
    if (form.is_array) {
        gcv_hprof_put(&w->file, (uint32_t)form.n, 4);
    }
    if (form.primitive != 0) {
        gcv_hprof_put(&w->file, form.primitive, 1);
    } else {
        gcv_hprof_put_id(w, gcv_hprof_class_id(w, form.class_));
    }
    if (!form.is_array) {
        gcv_hprof_put(&w->file, (uint32_t)form.n, 4);
    }
    put_references(w, w->heap->first_ref.data[object] + form.first, form.n_references);
    gcv_hprof_put_zeros(&w->file, form.n * form.width - (uint64_t)form.n_references * w->id_size);
}

/* ---- segments ----------------------------------------------------------------------------- */

/* Number of parts of all segments, in this order: classes, roots of these classes, other roots,
 * objects. */
static uint64_t n_parts(const gcv_hprof_writer *w)
{
    return 2 * (uint64_t)w->classes.classes.n + w->heap->roots.n + w->heap->n_objects;
}

static void put_part(gcv_hprof_writer *w, uint64_t part)
{
    const uint64_t n = w->classes.classes.n, n_roots = w->heap->roots.n;
    if (part < n) {
        put_class(w, (uint32_t)part);
    } else if (part < 2 * n) { /* a class of the dump is a root only if it is one there */
        if (w->classes.classes.data[part - n].object == GCV_NONE) {
            gcv_hprof_put(&w->file, ROOT_CLASS, 1);
            gcv_hprof_put_id(w, gcv_hprof_class_id(w, (uint32_t)(part - n)));
        }
    } else if (part < 2 * n + n_roots) {
        put_root(w, &w->heap->roots.data[part - 2 * n]);
    } else {
        const uint32_t at = (uint32_t)(part - 2 * n - n_roots);
        const uint32_t k = w->ascends ? at : w->heap->n_objects - 1 - at;
        put_object(w, w->order != NULL ? w->order[k] : k);
    }
}

static uint64_t part_size(gcv_hprof_writer *w, uint64_t part)
{
    gcv_writer *out = w->file.out;
    const uint64_t before = w->file.n;
    w->file.out = NULL;
    put_part(w, part);
    w->file.out = out;
    return w->file.n - before;
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
    for (uint32_t i = 0; i < w->classes.classes.n; i++) {
        gcv_hprof_begin_record(&w->file, GCV_HPROF_LOAD_CLASS, 8 + 2 * w->id_size);
        gcv_hprof_put(&w->file, i + 1, 4);
        gcv_hprof_put_id(w, gcv_hprof_class_id(w, i));
        gcv_hprof_put(&w->file, GCV_HPROF_TRACE, 4);
        gcv_hprof_put_id(w, gcv_hprof_name_id(w, w->first_class + w->classes.classes.data[i].name));
    }
    put_segments(w);
    gcv_hprof_begin_record(&w->file, GCV_HPROF_HEAP_END, 0);
}
