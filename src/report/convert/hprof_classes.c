/* hprof_classes.c - see hprof_writer.h. */
#include "report/convert/hprof_writer.h"

#include "heap/java_class.h"

enum { MOST_SIZES = 16, MOST_FIELDS = 256, MOST_STATICS = UINT16_MAX, MOST_ELEMENTS = INT32_MAX };

/* Bytes that precede the elements of an array. `width`: of an element. */
static uint64_t array_header_of(const gcv_object_layout *layout, unsigned width)
{
    return width == layout->reference && width == 4 ? layout->header + 4
                                                    : ((uint64_t)layout->header + 11) / 8 * 8;
}

/* ---- sizes of types ----------------------------------------------------------------------- */

/* A size that objects of a type have, and the most references of an object of that size. */
typedef struct shape {
    uint32_t next; /* next one of the same type; GCV_NONE */
    uint32_t size, references;
} shape;

GCV_COLUMN(shape_column, shape);

typedef struct planner {
    gcv_context *ctx;
    gcv_hprof_classes *out;
    shape_column shapes;
    uint32_t *first; /* first shape per type; GCV_NONE */
} planner;

bool gcv_hprof_is_same(gcv_slice a, gcv_slice b)
{
    size_t i = 0;
    while (a.size == b.size && i < a.size &&
           (a.data[i] == '/' ? '.' : a.data[i]) == (b.data[i] == '/' ? '.' : b.data[i])) {
        i++;
    }
    return a.size == b.size && i == a.size;
}

static uint64_t instance_size(const gcv_object_layout *layout, uint64_t size, uint64_t references)
{
    uint64_t header = layout->header, needed = references * layout->reference;
    return size > header + needed ? size - header : needed;
}

static bool fits_fields(const gcv_object_layout *layout, uint64_t size, uint64_t references)
{
    if (size > UINT32_MAX || references > MOST_FIELDS) {
        return false;
    }
    uint64_t fill = instance_size(layout, size, references) - references * layout->reference;
    return references + gcv_hprof_fill_fields((uint32_t)fill) <= MOST_FIELDS;
}

/* The number of the class whose class object an object refers to first; GCV_NONE. */
static uint32_t class_of(const gcv_hprof_classes *classes, uint32_t object)
{
    uint32_t n;
    const uint32_t *refs = gcv_heap_references(classes->heap, object, &n);
    const gcv_hprof_type *type = &classes->types[classes->heap->type.data[object]];
    if (classes->mirrors.n == 0 || n == 0) {
        return GCV_NONE;
    }
    if (refs[0] == type->mirror) {
        return type->class_;
    }
    const gcv_hprof_mirror *mirror = gcv_hprof_mirror_at(&classes->mirrors, refs[0]);
    return mirror != NULL ? mirror->class_ : GCV_NONE;
}

/* Whether an object of a Java heap needs no class of its own: it is a class, an array of
 * primitives, or has a class, whose instances are as large. */
static bool has_class(planner *p, uint32_t object)
{
    gcv_hprof_classes *out = p->out;
    const uint32_t at = class_of(out, object);
    const uint64_t size = gcv_heap_size(out->heap, object);
    gcv_hprof_type *type = &out->types[out->heap->type.data[object]];
    uint32_t n;
    const uint32_t *refs = gcv_heap_references(out->heap, object, &n);
    if (gcv_hprof_is_class(out, object) || (n == 0 && type->elements.type != 0)) {
        return true;
    }
    if (at != GCV_NONE && type->mirror == GCV_NONE) {
        type->mirror = refs[0];
        type->class_ = at;
    }
    if (at == GCV_NONE || out->names.data[out->classes.data[at].name].is_array) {
        return at != GCV_NONE;
    }
    gcv_hprof_class *class_ = &out->classes.data[at];
    n += at >= GCV_HPROF_REFERENCE && at < GCV_HPROF_FIXED; /* the referent */
    n = n - 1 > class_->references ? n - 1 : class_->references;
    if ((class_->of_size != 0 && class_->of_size != size) || !fits_fields(&out->layout, size, n) ||
        (at == GCV_HPROF_OBJECT && n > 0)) {
        return false;
    }
    class_->of_size = (uint32_t)size;
    class_->references = n;
    return true;
}

static void add_object(planner *p, uint32_t object)
{
    const gcv_heap *heap = p->out->heap;
    uint32_t type = heap->type.data[object], n_sizes = 0, *at = &p->first[type];
    uint32_t n = gcv_heap_n_references(heap, object);
    uint64_t size = gcv_heap_size(heap, object);
    shape *found = NULL;
    for (; *at != GCV_NONE && found == NULL; n_sizes++) {
        shape *s = &p->shapes.data[*at];
        found = s->size == size ? s : NULL;
        at = &s->next;
    }
    n = found != NULL && found->references > n ? found->references : n;
    if ((found == NULL && n_sizes == MOST_SIZES) || !fits_fields(&p->out->layout, size, n)) {
        p->out->types[type].is_array = true;
        return;
    }
    if (found != NULL) {
        found->references = n;
        return;
    }
    *at = (uint32_t)p->shapes.n;
    shape_column_push(p->ctx, &p->shapes, (shape){GCV_NONE, (uint32_t)size, n});
}

static void find_shapes(planner *p, const gcv_bitset *written)
{
    const gcv_heap *heap = p->out->heap;
    p->first = gcv_alloc_none(p->ctx, heap->n_types);
    p->out->types = gcv_alloc_zeroed(p->ctx, heap->n_types, sizeof *p->out->types);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        const gcv_slice name = heap->types.name[i];
        p->out->types[i].is_array =
            gcv_slice_ends(name, "[]") || gcv_slice_is(name, "System.String");
        p->out->types[i].mirror = GCV_NONE;
        if (p->out->mirrors.n > 0) {
            p->out->types[i].elements = gcv_hprof_primitive_of(name);
        }
    }
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (gcv_bitset_has(written, i) && !has_class(p, i)) {
            gcv_hprof_type *type = &p->out->types[heap->type.data[i]];
            type->n = 1;
            if (!type->is_array) {
                add_object(p, i);
            }
        }
    }
}

/* ---- classes ------------------------------------------------------------------------------ */

static void add_class(planner *p, uint32_t size, uint32_t references)
{
    const gcv_hprof_class added = {.name = (uint32_t)p->out->names.n - 1,
                                   .of_size = size,
                                   .references = references,
                                   .object = GCV_NONE};
    gcv_hprof_class_column_push(p->ctx, &p->out->classes, added);
}

static void add_name(planner *p, gcv_slice text, bool is_array)
{
    gcv_hprof_name name = {.text = text, .is_array = is_array, .is_java = false};
    gcv_hprof_name_column_push(p->ctx, &p->out->names, name);
}

/* Adds the classes of Java, in the order of the constants in hprof_writer.h. */
static void add_fixed(planner *p)
{
    static const char *const names[GCV_HPROF_FIXED] = {"java/lang/Object",
                                                       "java/lang/Class",
                                                       "java/lang/ClassLoader",
                                                       "java/lang/String",
                                                       "java/lang/Thread",
                                                       "java/lang/ref/Reference",
                                                       "java/lang/ref/WeakReference",
                                                       "java/lang/ref/SoftReference",
                                                       "java/lang/ref/FinalReference",
                                                       "java/lang/ref/PhantomReference"};
    for (uint32_t i = 0; i < GCV_HPROF_FIXED; i++) {
        add_name(p, gcv_slice_str(names[i]), false);
        add_class(p, 0, i >= GCV_HPROF_REFERENCE);
    }
}

/* Adds a class for each class object; those of the fixed classes, of which each is there once, get
 * its id. */
static void add_mirrors(planner *p)
{
    gcv_hprof_classes *out = p->out;
    out->least_mirror = UINT32_MAX;
    for (size_t i = 0; i < out->mirrors.n; i++) {
        gcv_hprof_mirror *mirror = &out->mirrors.data[i];
        const gcv_slice name = gcv_java_class_name(out->heap, mirror->object);
        const uint64_t size = gcv_heap_size(out->heap, mirror->object);
        uint32_t at = 0;
        while (at < GCV_HPROF_FIXED && (out->classes.data[at].object != GCV_NONE ||
                                        !gcv_hprof_is_same(name, out->names.data[at].text))) {
            at++;
        }
        if (at == GCV_HPROF_FIXED) {
            at = (uint32_t)out->classes.n;
            add_name(p, name, gcv_slice_ends(name, "[]"));
            out->names.data[out->names.n - 1].is_java = true;
            add_class(p, 0, 0);
        }
        mirror->class_ = at;
        out->classes.data[at].object = mirror->object;
        out->least_mirror = size < out->least_mirror ? (uint32_t)size : out->least_mirror;
    }
}

/* Finds the bytes of the fields of all classes: none of Object, as all would inherit them. */
static void find_fields(gcv_hprof_classes *out)
{
    for (size_t i = GCV_HPROF_OBJECT + 1; i < out->classes.n; i++) {
        gcv_hprof_class *class_ = &out->classes.data[i];
        class_->size = (uint32_t)instance_size(&out->layout, class_->of_size, class_->references);
        const uint32_t fill = gcv_hprof_fill_fields(gcv_hprof_fill(out, class_));
        out->max_references =
            class_->references > out->max_references ? class_->references : out->max_references;
        out->max_fill = fill > out->max_fill ? fill : out->max_fill;
    }
}

static void add_types(planner *p)
{
    for (uint32_t i = 0; i < p->out->heap->n_types; i++) {
        gcv_hprof_type *type = &p->out->types[i];
        if (type->n == 0) {
            continue;
        }
        add_name(p, p->out->heap->types.name[i], type->is_array);
        type->first = (uint32_t)p->out->classes.n;
        if (type->is_array) {
            add_class(p, 0, 0);
            continue;
        }
        type->n = 0;
        for (uint32_t at = p->first[i]; at != GCV_NONE; at = p->shapes.data[at].next, type->n++) {
            add_class(p, p->shapes.data[at].size, p->shapes.data[at].references);
        }
    }
}

/* ---- statics ------------------------------------------------------------------------------ */

/* Offset of the last dot outside brackets; the size of the text if there is none. */
static size_t last_dot(gcv_slice text)
{
    size_t depth = 0;
    for (size_t i = text.size; i > 0; i--) {
        char c = text.data[i - 1];
        if (c == '>' || c == ']') {
            depth++;
        } else if ((c == '<' || c == '[') && depth > 0) {
            depth--;
        } else if (c == '.' && depth == 0 && i > 1) {
            return i - 1;
        }
    }
    return text.size;
}

static gcv_slice holder_of(const gcv_heap *heap, const gcv_root *root)
{
    return root->container != GCV_NONE ? heap->types.name[root->container]
           : root->label.data != NULL  ? gcv_slice_of(root->label.data, last_dot(root->label))
                                       : gcv_slice_str("[static]");
}

gcv_slice gcv_hprof_field(const gcv_heap *heap, const gcv_root *root)
{
    gcv_slice label = root->label, holder = holder_of(heap, root);
    size_t n = holder.size;
    if (label.data == NULL || (root->container == GCV_NONE && n == label.size)) {
        return gcv_slice_of(NULL, 0);
    }
    return gcv_slice_is_member(label, holder) ? gcv_slice_from(label, n + 1) : label;
}

static bool static_before(const void *payload, uint32_t a, uint32_t b)
{
    const gcv_heap *heap = payload;
    const gcv_root *x = &heap->roots.data[a], *y = &heap->roots.data[b];
    if (x->label.data == y->label.data && x->container == y->container) {
        return false; /* equal without comparing: many roots may share a long label */
    }
    int order = gcv_slice_compare(holder_of(heap, x), holder_of(heap, y));
    return order != 0 ? order < 0
                      : gcv_slice_compare(gcv_hprof_field(heap, x), gcv_hprof_field(heap, y)) < 0;
}

static void sort_statics(planner *p, const gcv_bitset *written)
{
    const gcv_heap *heap = p->out->heap;
    gcv_u32_column *statics = &p->out->statics;
    for (size_t i = 0; i < heap->roots.n; i++) {
        const gcv_root *root = &heap->roots.data[i];
        if (root->kind == GCV_ROOT_KIND_STATIC && (root->flags & GCV_ROOT_WEAK) == 0 &&
            root->object != GCV_NONE && gcv_bitset_has(written, root->object) &&
            !gcv_hprof_is_class(p->out, root->object)) {
            gcv_u32_column_push(p->ctx, statics, (uint32_t)i);
        }
    }
    gcv_sort(p->ctx, statics->data, statics->n, static_before, heap);
}

/* Gives each static to the class of its holder, the first one for instances of the type with this
 * name. A class has a limited number of statics, so further ones get another class of the name. */
static void add_statics(planner *p)
{
    gcv_hprof_classes *out = p->out;
    const gcv_heap *heap = out->heap;
    gcv_slice holder = {NULL, 0};
    gcv_hprof_class *class_ = NULL;
    for (size_t i = 0; i < out->statics.n; i++) {
        gcv_slice next = holder_of(heap, &heap->roots.data[out->statics.data[i]]);
        bool is_new = class_ == NULL || !gcv_slice_equal(holder, next);
        if (is_new || class_->n_statics == MOST_STATICS) {
            const uint32_t type = is_new ? gcv_heap_type_named(heap, next) : GCV_NONE;
            uint32_t at = (uint32_t)out->classes.n;
            if (type != GCV_NONE && out->types[type].n > 0 && !out->types[type].is_array) {
                at = out->types[type].first;
            } else {
                add_name(p, next, false);
                add_class(p, 0, 0);
            }
            class_ = &out->classes.data[at];
            class_->first_static = (uint32_t)i;
            holder = next;
        }
        class_->n_statics++;
    }
}

/* ---- all of it ---------------------------------------------------------------------------- */

void gcv_hprof_classes_find(gcv_context *ctx, const gcv_heap *heap, unsigned id_size,
                            const gcv_bitset *written, gcv_hprof_classes *out)
{
    planner p = {.ctx = ctx, .out = out};
    out->heap = heap;
    out->id_size = id_size;
    out->layout = heap->layout;
    if (out->layout.header == 0) {
        out->layout.header = 2 * id_size;
        out->layout.reference = id_size;
    }
    out->class_type = out->mirrors.n > 0 ? gcv_java_class_type(heap) : GCV_NONE;
    add_fixed(&p);
    add_mirrors(&p);
    find_shapes(&p, written);
    add_types(&p);
    find_fields(out);
    shape_column_release(ctx, &p.shapes);
    gcv_free(ctx, p.first);
    sort_statics(&p, written);
    add_statics(&p);
}

/* Sets the elements of an array whose header takes `header` bytes in memory, and whose elements
 * take `width`. */
static void set_elements(gcv_hprof_form *form, uint64_t size, uint64_t header, unsigned width)
{
    const uint64_t most =
        UINT32_MAX / form->width < MOST_ELEMENTS ? UINT32_MAX / form->width - 8 : MOST_ELEMENTS;
    const uint64_t n = form->n_references;
    form->is_array = true;
    form->n = size > header ? (size - header + width - 1) / width : 0;
    form->is_bigger = n > form->n;
    form->n = form->is_bigger ? n : form->n;
    form->is_cut = form->n > most;
    form->n = form->is_cut ? most : form->n;
    form->n_references = n < form->n ? form->n_references : (uint32_t)form->n;
}

gcv_hprof_form gcv_hprof_object_form(const gcv_hprof_classes *classes, uint32_t object)
{
    const gcv_heap *heap = classes->heap;
    const gcv_hprof_type *type = &classes->types[heap->type.data[object]];
    const gcv_object_layout *layout = &classes->layout;
    const uint64_t size = gcv_heap_size(heap, object);
    gcv_hprof_form form = {class_of(classes, object), 0, 1, 0, 0, 0, false, false, false};
    uint32_t i;
    form.n_references = gcv_heap_n_references(heap, object);
    if (form.n_references == 0 && type->elements.type != 0) {
        form.primitive = type->elements.type;
        form.width = type->elements.width;
        set_elements(&form, size, array_header_of(layout, 8), form.width);
        return form;
    }
    const bool is_array = form.class_ != GCV_NONE &&
                          classes->names.data[classes->classes.data[form.class_].name].is_array;
    if (is_array ||
        (form.class_ != GCV_NONE && classes->classes.data[form.class_].of_size == size)) {
        form.first = 1;
        form.n_references--;
        i = form.class_;
    } else {
        for (i = type->first; !type->is_array && classes->classes.data[i].of_size != size; i++) {
        }
        form.class_ = i;
    }
    if (is_array || (form.first == 0 && type->is_array)) {
        form.width = (uint8_t)classes->id_size;
        set_elements(&form, size, array_header_of(layout, layout->reference), layout->reference);
        return form;
    }
    const gcv_hprof_class *class_ = &classes->classes.data[i];
    form.n = gcv_hprof_fill(classes, class_) + (uint64_t)class_->references * classes->id_size;
    form.is_bigger = layout->header + class_->size > size;
    return form;
}
