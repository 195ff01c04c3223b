/* java_classes.c - classes and their fields; see java_reader.h.
 *
 * The values of an instance are those of its class, then those of each superclass. A class knows
 * the nearest class above it that has fields, so the work for an instance grows with the bytes of
 * its values, however many classes there are.
 */
#include "input/hprof/java_reader.h"

/* ---- LOAD_CLASS --------------------------------------------------------------------------- */

void gcv_hprof_take_load(gcv_hprof *hprof, const unsigned char *body)
{
    const unsigned size = hprof->id_size;
    const gcv_hprof_load load = {gcv_hprof_id(body + 8 + size, size), gcv_hprof_id(body + 4, size)};
    gcv_id_map_set(hprof->ctx, &hprof->load_of_serial, gcv_hprof_u32(body),
                   (uint32_t)hprof->loads.n);
    gcv_id_map_set(hprof->ctx, &hprof->load_of, load.class_id, (uint32_t)hprof->loads.n);
    gcv_hprof_load_column_push(hprof->ctx, &hprof->loads, load);
}

gcv_slice gcv_hprof_class_name(const gcv_hprof *hprof, const gcv_hprof_class *class_)
{
    const uint32_t load = gcv_id_map_get(hprof->ctx, &hprof->load_of, class_->id);
    const gcv_slice name = load != GCV_NONE ? gcv_hprof_text_of(hprof, hprof->loads.data[load].name)
                                            : gcv_slice_of(NULL, 0);
    return name.size > 0 ? name : gcv_slice_of(NULL, 0);
}

uint32_t gcv_hprof_class_at(gcv_hprof *hprof, uint64_t id)
{
    gcv_hprof_heap *heap = hprof->heap;
    const uint32_t at = gcv_id_map_enter(hprof->ctx, &heap->class_of, id, heap->classes.n);
    if (at < heap->classes.n) {
        return at;
    }
    gcv_hprof_class class_ = {.id = id,
                              .super = GCV_NONE,
                              .above = GCV_NONE,
                              .special = GCV_NONE,
                              .hidden = GCV_NONE,
                              .state = GCV_HPROF_NEW};
    if (heap->classes.n >= GCV_HPROF_MOST_CLASSES) {
        gcv_fail(hprof->ctx, GCV_ERR_LIMIT, "more than %u classes",
                 (unsigned)GCV_HPROF_MOST_CLASSES);
    }
    gcv_hprof_class_column_push(hprof->ctx, &heap->classes, class_);
    return at;
}

/* ---- CLASS_DUMP --------------------------------------------------------------------------- */

/* A position in the body of a record, of which `n` bytes are there. */
typedef struct walk {
    const unsigned char *body;
    uint64_t at, n;
    unsigned id_size;
    bool is_bad;
} walk;

/* Returns a number of entries; 0 if it is not there. */
static uint32_t take_count(walk *w)
{
    w->at += 2;
    return w->at <= w->n ? (uint32_t)w->body[w->at - 2] << 8 | w->body[w->at - 1] : 0;
}

/* Passes entries with `before` bytes, a type and, if `with_values`, a value each. */
static void skip_entries(walk *w, unsigned before, bool with_values)
{
    for (uint32_t n = take_count(w); n > 0; n--) {
        w->at += before + 1;
        if (w->at > w->n) {
            return;
        }
        const unsigned type = w->body[w->at - 1];
        const unsigned width = gcv_hprof_is_object(type) ? w->id_size : gcv_hprof_width(type);
        w->is_bad = w->is_bad || width == 0;
        w->at += with_values ? width : 0;
    }
}

uint64_t gcv_hprof_class_size(const gcv_hprof *hprof, const unsigned char *body, size_t n)
{
    walk w = {body, 7 * (uint64_t)hprof->id_size + 8, n, hprof->id_size, false};
    skip_entries(&w, 2, true);
    if (w.at <= w.n) {
        skip_entries(&w, w.id_size, true);
    }
    if (w.at <= w.n) {
        skip_entries(&w, w.id_size, false);
    }
    return w.is_bad ? 0 : w.at;
}

static uint32_t intern_name(gcv_hprof *hprof, uint64_t id)
{
    gcv_hprof_heap *heap = hprof->heap;
    const uint32_t at = gcv_id_map_enter(hprof->ctx, &heap->field_name_of, id, heap->field_names.n);
    if (at == heap->field_names.n) {
        gcv_u64_column_push(hprof->ctx, &heap->field_names, id);
    }
    return at;
}

/* Takes the reference at the walk, which is pushed under `name`. */
static uint64_t take_reference(gcv_hprof *hprof, walk *w, uint8_t kind, uint32_t name)
{
    const uint64_t id = gcv_hprof_id(w->body + w->at, w->id_size);
    w->at += w->id_size;
    if (id != 0) {
        gcv_hprof_push_reference(hprof, id, kind, name);
    }
    return id;
}

static void take_static_reference(gcv_hprof *hprof, walk *w, gcv_hprof_static *field)
{
    gcv_hprof_static_column *statics = &hprof->heap->statics;
    field->object = take_reference(hprof, w, GCV_FIELD_STATIC, (uint32_t)statics->n);
    if (field->object != 0 && hprof->graph) {
        gcv_hprof_static_column_push(hprof->ctx, statics, *field);
    }
}

/* Takes the statics. Those whose names begin with `<` are not fields of the class object. */
static void take_statics(gcv_hprof *hprof, walk *w, uint32_t at, gcv_hprof_class *class_)
{
    for (uint32_t n = take_count(w); n > 0; n--) {
        const uint64_t id = gcv_hprof_id(w->body + w->at, w->id_size);
        const unsigned type = w->body[w->at + w->id_size];
        gcv_hprof_static field = {0, at, intern_name(hprof, id)};
        w->at += w->id_size + 1;
        class_->statics.of[gcv_hprof_count_of(type)] +=
            !gcv_slice_begins(gcv_hprof_text_of(hprof, id), "<");
        if (gcv_hprof_is_object(type)) {
            take_static_reference(hprof, w, &field);
        } else {
            w->at += gcv_hprof_width(type);
        }
    }
}

static void take_fields(gcv_hprof *hprof, walk *w, gcv_hprof_class *class_)
{
    gcv_hprof_heap *heap = hprof->heap;
    class_->first_field = (uint32_t)heap->fields.n;
    class_->first_reference = (uint32_t)heap->references.n;
    class_->n_fields = take_count(w);
    for (uint32_t i = 0; i < class_->n_fields; i++, w->at += w->id_size + 1) {
        const unsigned char *entry = w->body + w->at;
        const unsigned type = entry[w->id_size];
        const gcv_hprof_field field = {
            class_->width, intern_name(hprof, gcv_hprof_id(entry, w->id_size)), (uint8_t)type};
        gcv_hprof_field_column_push(hprof->ctx, &heap->fields, field);
        class_->width += gcv_hprof_is_object(type) ? w->id_size : gcv_hprof_width(type);
        class_->fields.of[gcv_hprof_count_of(type)]++;
        if (gcv_hprof_is_object(type)) {
            gcv_hprof_field_column_push(hprof->ctx, &heap->references, field);
            class_->n_references++;
        }
    }
}

/* Takes the record of a class that has none yet. The class object is an object, too. */
static void take_record(gcv_hprof *hprof, uint32_t at, const unsigned char *body)
{
    const unsigned size = hprof->id_size;
    gcv_hprof_class class_ = hprof->heap->classes.data[at];
    walk w = {body, size + 4, UINT64_MAX, size, false};
    class_.super_id = gcv_hprof_id(body + w.at, size);
    class_.loader = gcv_hprof_id(body + w.at + size, size);
    for (uint32_t i = 0; i < 4; i++) {
        (void)take_reference(hprof, &w, GCV_FIELD_INTERNAL, GCV_HPROF_NAME_SUPER + i);
    }
    w.at += 2 * size + 4; /* reserved, and a size that is none */
    for (uint32_t n = take_count(&w); n > 0; n--) {
        const unsigned type = w.body[w.at + 2];
        w.at += 3 + (gcv_hprof_is_object(type) ? size : gcv_hprof_width(type));
    }
    take_statics(hprof, &w, at, &class_);
    take_fields(hprof, &w, &class_);
    class_.has_record = true;
    hprof->heap->classes.data[at] = class_;
}

void gcv_hprof_take_class(gcv_hprof *hprof, const unsigned char *body)
{
    const uint32_t at = gcv_hprof_class_at(hprof, gcv_hprof_id(body, hprof->id_size));
    if (hprof->heap->classes.data[at].has_record) {
        gcv_builder_section(hprof->builder)->counts.duplicate_objects++;
        return;
    }
    take_record(hprof, at, body);
    gcv_hprof_add_row(hprof, hprof->heap->classes.data[at].id,
                      gcv_hprof_shape(at, GCV_HPROF_MIRROR), 0);
}

/* ---- superclasses ------------------------------------------------------------------------- */

/* Returns the index of the field with a name among the `n` from `first` on; GCV_NONE: none has it.
 */
static uint32_t field_named(const gcv_hprof *hprof, const gcv_hprof_field_column *fields,
                            uint32_t first, uint32_t n, const char *name)
{
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t id = hprof->heap->field_names.data[fields->data[first + i].name];
        if (gcv_slice_is(gcv_hprof_text_of(hprof, id), name)) {
            return i;
        }
    }
    return GCV_NONE;
}

static uint32_t reference_named(const gcv_hprof *hprof, const gcv_hprof_class *class_,
                                const char *name)
{
    return field_named(hprof, &hprof->heap->references, class_->first_reference,
                       class_->n_references, name);
}

/* Returns the offset of the field `size` of a StackChunk; GCV_NONE: it has none. */
static uint32_t chunk_offset(const gcv_hprof *hprof, const gcv_hprof_class *class_)
{
    enum { INT = 10 };
    const gcv_hprof_field_column *fields = &hprof->heap->fields;
    const uint32_t at = field_named(hprof, fields, class_->first_field, class_->n_fields, "size");
    return at != GCV_NONE && fields->data[class_->first_field + at].type == INT
               ? fields->data[class_->first_field + at].offset
               : GCV_NONE;
}

/* Notes what the name of a class says: it is a reference that holds nothing, a thread and so on. */
static void note_name(gcv_hprof *hprof, uint32_t at)
{
    gcv_hprof_heap *heap = hprof->heap;
    gcv_hprof_class *class_ = &heap->classes.data[at];
    const gcv_slice name = gcv_hprof_class_name(hprof, class_);
    class_->is_array = gcv_slice_begins(name, "[");
    class_->is_weak = class_->is_weak || gcv_slice_is(name, "java/lang/ref/WeakReference") ||
                      gcv_slice_is(name, "java/lang/ref/PhantomReference");
    class_->is_local = gcv_slice_is(name, "java/lang/ThreadLocal$ThreadLocalMap$Entry");
    if (gcv_slice_is(name, "java/lang/ref/Reference")) {
        class_->special = reference_named(hprof, class_, "referent");
        class_->hidden = reference_named(hprof, class_, "discovered");
    } else if (gcv_slice_is(name, "java/lang/Thread")) {
        class_->is_thread = true;
        class_->special = reference_named(hprof, class_, "name");
    } else if (gcv_slice_is(name, "java/lang/Class") && heap->java_lang_class == GCV_NONE) {
        heap->java_lang_class = at;
    } else if (gcv_slice_is(name, "jdk/internal/vm/StackChunk") && heap->chunk_class == GCV_NONE) {
        heap->chunk_class = at;
        heap->chunk_offset = chunk_offset(hprof, class_);
    }
}

/* Sets what a class has from its superclass, which is linked. */
static void inherit(gcv_hprof *hprof, uint32_t at)
{
    gcv_hprof_class *classes = hprof->heap->classes.data, *class_ = &classes[at];
    class_->state = GCV_HPROF_KNOWN;
    if (class_->super != GCV_NONE) {
        const gcv_hprof_class *super = &classes[class_->super];
        class_->is_weak = super->is_weak;
        class_->is_thread = super->is_thread;
        class_->is_broken = super->is_broken;
        class_->above = super->n_fields > 0 ? class_->super : super->above;
    }
    class_->is_broken = class_->is_broken || (class_->super_id != 0 && class_->super == GCV_NONE);
    note_name(hprof, at);
}

/* Finds the superclass of a class. False: it may still come. */
static bool find_super(gcv_hprof *hprof, gcv_hprof_class *class_, bool all)
{
    gcv_hprof_heap *heap = hprof->heap;
    const gcv_hprof_class *classes = heap->classes.data;
    uint32_t super = GCV_NONE;
    if (!all && (!class_->has_record || gcv_hprof_class_name(hprof, class_).data == NULL)) {
        return false;
    }
    if (class_->super_id != 0) {
        super = gcv_id_map_get(hprof->ctx, &heap->class_of, class_->super_id);
    }
    if (super != GCV_NONE && !classes[super].has_record) {
        super = GCV_NONE;
    }
    class_->super = super;
    return all || super != GCV_NONE || class_->super_id == 0;
}

/* A class waits while its superclasses are looked for, so that a cycle ends here. */
bool gcv_hprof_link_class(gcv_hprof *hprof, uint32_t class_, bool all)
{
    gcv_hprof_class *classes = hprof->heap->classes.data;
    gcv_u32_column path = {0};
    bool known = true;
    uint32_t at = class_;
    while (known && at != GCV_NONE && classes[at].state == GCV_HPROF_NEW) {
        gcv_u32_column_push(hprof->ctx, &path, at);
        classes[at].state = GCV_HPROF_WAITS;
        known = find_super(hprof, &classes[at], all);
        at = classes[at].super;
    }
    if (known && at != GCV_NONE && classes[at].state == GCV_HPROF_WAITS) {
        known = all;
        if (path.n > 0) { /* a cycle */
            classes[path.data[path.n - 1]].super = GCV_NONE;
        }
    }
    for (size_t i = path.n; known && i > 0; i--) {
        inherit(hprof, path.data[i - 1]);
    }
    gcv_u32_column_release(hprof->ctx, &path);
    return known;
}
