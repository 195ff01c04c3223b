/* hprof_classes.c - see hprof_classes.h. */
#include "report/convert/hprof_classes.h"

#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"

#include <string.h>

enum { MOST_SIZES = 16, MOST_FIELDS = 256, MOST_STATICS = UINT16_MAX, MOST_ELEMENTS = INT32_MAX };

/* Bytes that precede the contents of an object or of an array of references. */
static uint64_t header_of(unsigned id_size) { return 2 * (uint64_t)id_size; }
static uint64_t array_header_of(unsigned id_size) { return id_size == 8 ? 24 : 12; }

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

static bool is_array_name(gcv_slice name)
{
    return gcv_slice_ends(name, "[]") || gcv_slice_is(name, "System.String");
}

/* Bytes of the fields of an instance. */
static uint64_t instance_size(unsigned id_size, uint64_t size, uint64_t references)
{
    uint64_t header = header_of(id_size), needed = references * id_size;
    return size > header + needed ? size - header : needed;
}

static bool fits_fields(unsigned id_size, uint64_t size, uint64_t references)
{
    if (size > UINT32_MAX || references > MOST_FIELDS) {
        return false;
    }
    uint64_t fill = instance_size(id_size, size, references) - references * id_size;
    return references + gcv_hprof_fill_fields((uint32_t)fill) <= MOST_FIELDS;
}

static void add_object(planner *p, uint32_t object)
{
    const gcv_heap *heap = p->out->heap;
    uint32_t type = heap->type.data[object], n, n_sizes = 0, *at = &p->first[type];
    uint64_t size = gcv_heap_size(heap, object);
    shape new_shape = {GCV_NONE, 0, 0}, *found = NULL;
    (void)gcv_heap_references(heap, object, &n);
    for (; *at != GCV_NONE && found == NULL; n_sizes++) {
        shape *s = &p->shapes.data[*at];
        found = s->size == size ? s : NULL;
        at = &s->next;
    }
    n = found != NULL && found->references > n ? found->references : n;
    if ((found == NULL && n_sizes == MOST_SIZES) || !fits_fields(p->out->id_size, size, n)) {
        p->out->types[type].is_array = true;
        return;
    }
    if (found != NULL) {
        found->references = n;
        return;
    }
    new_shape.size = (uint32_t)size;
    new_shape.references = n;
    *at = (uint32_t)p->shapes.n;
    shape_column_push(p->ctx, &p->shapes, new_shape);
}

static void find_shapes(planner *p, const gcv_bitset *written)
{
    const gcv_heap *heap = p->out->heap;
    p->first = gcv_alloc(p->ctx, heap->n_types, sizeof *p->first);
    p->out->types = gcv_alloc_zeroed(p->ctx, heap->n_types, sizeof *p->out->types);
    for (uint32_t i = 0; i < heap->n_types; i++) {
        p->first[i] = GCV_NONE;
        p->out->types[i].is_array = is_array_name(heap->types.name[i]);
    }
    for (uint32_t i = 0; i < heap->n_objects; i++) {
        if (gcv_bitset_has(written, i)) {
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
    gcv_hprof_classes *out = p->out;
    gcv_hprof_class added = {0, 0, 0, 0, 0, 0};
    added.name = (uint32_t)out->names.n - 1;
    added.of_size = size;
    added.references = references;
    added.size = (uint32_t)instance_size(out->id_size, size, references);
    uint32_t fill = gcv_hprof_fill_fields(gcv_hprof_fill(out, &added));
    out->max_references = references > out->max_references ? references : out->max_references;
    out->max_fill = fill > out->max_fill ? fill : out->max_fill;
    gcv_hprof_class_column_push(p->ctx, &out->classes, added);
}

static void add_name(planner *p, gcv_slice text, bool is_array)
{
    gcv_hprof_name name;
    name.text = text;
    name.is_array = is_array;
    gcv_hprof_name_column_push(p->ctx, &p->out->names, name);
}

/* Adds the classes of Java, in the order of the constants in hprof_classes.h. */
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

static void add_type(planner *p, uint32_t number)
{
    gcv_hprof_type *type = &p->out->types[number];
    add_name(p, p->out->heap->types.name[number], type->is_array);
    uint32_t at = p->first[number];
    type->first = (uint32_t)p->out->classes.n;
    if (type->is_array) {
        add_class(p, 0, 0);
        return;
    }
    for (type->n = 0; at != GCV_NONE; at = p->shapes.data[at].next) {
        add_class(p, p->shapes.data[at].size, p->shapes.data[at].references);
        type->n++;
    }
}

static void add_types(planner *p)
{
    for (uint32_t i = 0; i < p->out->heap->n_types; i++) {
        if (p->out->types[i].n > 0) {
            add_type(p, i);
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

/* Name of the class that holds the static. */
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
    return label.size > n + 1 && memcmp(label.data, holder.data, n) == 0 && label.data[n] == '.'
               ? gcv_slice_of(label.data + n + 1, label.size - n - 1)
               : label;
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
            root->object != GCV_NONE && gcv_bitset_has(written, root->object)) {
            gcv_u32_column_push(p->ctx, statics, (uint32_t)i);
        }
    }
    gcv_sort(p->ctx, statics->data, statics->n, static_before, heap);
}

/* The first class for instances of the type with this name; GCV_NONE. */
static uint32_t class_named(const gcv_hprof_classes *classes, gcv_slice name)
{
    const uint32_t type = gcv_heap_type_named(classes->heap, name);
    return type != GCV_NONE && classes->types[type].n > 0 && !classes->types[type].is_array
               ? classes->types[type].first
               : GCV_NONE;
}

/* Gives each static to the class of its holder. A class has a limited number of statics, so further
 * ones get another class of the same name. */
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
            uint32_t at = is_new ? class_named(out, next) : GCV_NONE;
            if (at == GCV_NONE) {
                at = (uint32_t)out->classes.n;
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
    memset(out, 0, sizeof *out);
    planner p = {0};
    p.ctx = ctx;
    p.out = out;
    out->heap = heap;
    out->id_size = id_size;
    find_shapes(&p, written);
    add_fixed(&p);
    add_types(&p);
    shape_column_release(ctx, &p.shapes);
    gcv_free(ctx, p.first);
    sort_statics(&p, written);
    add_statics(&p);
}

static gcv_hprof_form array_form(const gcv_hprof_classes *classes, uint64_t size, uint32_t n)
{
    const unsigned p = classes->id_size;
    const uint64_t header = array_header_of(p);
    const uint64_t most = UINT32_MAX / p < MOST_ELEMENTS ? UINT32_MAX / p - 8 : MOST_ELEMENTS;
    gcv_hprof_form form = {0, 0, true, false, false};
    form.n = size > header ? (size - header + p - 1) / p : 0;
    form.is_bigger = n > form.n;
    form.n = form.is_bigger ? n : form.n;
    form.is_cut = form.n > most;
    form.n = form.is_cut ? most : form.n;
    return form;
}

gcv_hprof_form gcv_hprof_form_of(const gcv_hprof_classes *classes, uint32_t object)
{
    const gcv_heap *heap = classes->heap;
    const gcv_hprof_type *type = &classes->types[heap->type.data[object]];
    const uint64_t size = gcv_heap_size(heap, object), header = header_of(classes->id_size);
    gcv_hprof_form form = {0, 0, false, false, false};
    uint32_t n, i;
    (void)gcv_heap_references(heap, object, &n);
    if (type->is_array) {
        form = array_form(classes, size, n);
        form.class_ = type->first;
        return form;
    }
    for (i = type->first; classes->classes.data[i].of_size != size; i++) {
    }
    const gcv_hprof_class *class_ = &classes->classes.data[i];
    form.class_ = i;
    form.n = class_->size;
    form.is_bigger = header + class_->size > size;
    return form;
}
