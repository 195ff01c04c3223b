/* hprof_names.c - the names of fields, classes and statics in an .hprof, one record each. */
#include "report/convert/hprof_writer.h"

/* Appends a name in the encoding that readers accept: UTF-8 without NUL. */
static void append(gcv_hprof_writer *w, gcv_slice name)
{
    char bytes[4];
    while (name.size > 0) {
        uint32_t code = gcv_utf8_next(&name);
        size_t size = gcv_utf8_put(bytes, code != 0 ? code : GCV_REPLACEMENT);
        gcv_buffer_append(w->ctx, &w->text, gcv_slice_of(bytes, size));
    }
}

/* Whether the file has a class of this name of which readers want only one. */
static bool is_taken(const gcv_hprof_writer *w, gcv_slice name)
{
    for (uint32_t i = 0; i < GCV_HPROF_FIXED; i++) {
        if (gcv_hprof_is_same(name, w->classes.names.data[i].text)) {
            return i != GCV_HPROF_STRING && i != GCV_HPROF_THREAD;
        }
    }
    return false;
}

/* Appends the name of a class. A leading bracket would mark an array: it gets a prefix. */
static void append_class(gcv_hprof_writer *w, gcv_slice name)
{
    const bool is_array = gcv_slice_begins(name, "[");
    gcv_buffer_append_str(w->ctx, &w->text, is_array ? "_" : name.size == 0 ? "?" : "");
    append(w, name);
}

static void append_array(gcv_hprof_writer *w, gcv_slice name)
{
    const bool is_array = gcv_slice_ends(name, "[]");
    gcv_buffer_append_str(w->ctx, &w->text, "[L");
    append_class(w, gcv_slice_of(name.data, name.size - (is_array ? 2 : 0)));
    gcv_buffer_append_str(w->ctx, &w->text, is_array ? ";" : " data;");
}

/* Appends the name of a class of Java as the JVM writes it: `[[I` for `int[][]`, with slashes. */
static void append_java(gcv_hprof_writer *w, gcv_slice name)
{
    gcv_slice base = name;
    for (; gcv_slice_ends(base, "[]"); base.size -= 2) {
        gcv_buffer_append_str(w->ctx, &w->text, "[");
    }
    const uint8_t type = base.size < name.size
                             ? gcv_hprof_primitive_of(gcv_slice_of(name.data, base.size + 2)).type
                             : 0;
    if (type != 0) {
        gcv_buffer_append(w->ctx, &w->text, gcv_slice_of(&"ZCFDBSIJ"[type - 4], 1));
        return;
    }
    gcv_buffer_append_str(w->ctx, &w->text, base.size < name.size ? "L" : "");
    const size_t first = w->text.text.n;
    append_class(w, base);
    for (size_t i = first; i < w->text.text.n; i++) {
        char *c = &w->text.text.data[i];
        *c = *c == '.' ? '/' : *c;
    }
    gcv_buffer_append_str(w->ctx, &w->text, base.size < name.size ? ";" : "");
}

/* Writes a record with w->text, and clears it. */
static void put_text(gcv_hprof_writer *w, uint64_t number)
{
    gcv_slice text = gcv_buffer_slice(&w->text);
    gcv_hprof_begin_record(&w->file, GCV_HPROF_TEXT, (uint32_t)(w->id_size + text.size));
    gcv_hprof_put_id(w, gcv_hprof_name_id(w, number));
    gcv_hprof_put_bytes(&w->file, text);
    gcv_buffer_clear(&w->text);
}

/* Writes a name followed by a number. */
static void put_numbered(gcv_hprof_writer *w, uint64_t number, const char *name, uint32_t n)
{
    gcv_buffer_append_str(w->ctx, &w->text, name);
    gcv_buffer_append_u64(w->ctx, &w->text, n);
    put_text(w, number);
}

static void put_field_names(gcv_hprof_writer *w)
{
    gcv_buffer_append_str(w->ctx, &w->text, "referent");
    put_text(w, GCV_HPROF_REFERENT);
    for (uint32_t i = 0; i < w->classes.max_references; i++) {
        put_numbered(w, GCV_HPROF_FIRST_FIELD + (uint64_t)i, "r", i);
    }
    for (uint32_t i = 0; i < w->classes.max_fill; i++) {
        put_numbered(w, gcv_hprof_first_fill(w) + i, "pad", i);
    }
}

static void put_class_names(gcv_hprof_writer *w)
{
    for (uint32_t i = 0; i < w->classes.names.n; i++) {
        const gcv_hprof_name *name = &w->classes.names.data[i];
        if (i < GCV_HPROF_FIXED) {
            append(w, name->text);
        } else if (name->is_java) {
            append_java(w, name->text);
        } else if (name->is_array) {
            append_array(w, name->text);
        } else {
            gcv_buffer_append_str(w->ctx, &w->text, is_taken(w, name->text) ? "_" : "");
            append_class(w, name->text);
        }
        put_text(w, gcv_hprof_first_class_name(w) + i);
    }
}

/* Writes the names of static fields. If the field's name is not known, it gets a number within its
 * class. */
static void put_static_names(gcv_hprof_writer *w)
{
    for (uint32_t c = 0; c < w->classes.classes.n; c++) {
        const gcv_hprof_class *class_ = &w->classes.classes.data[c];
        for (uint32_t i = 0; i < class_->n_statics; i++) {
            uint32_t at = class_->first_static + i;
            gcv_slice field =
                gcv_hprof_field(w->heap, &w->heap->roots.data[w->classes.statics.data[at]]);
            if (field.size > 0) {
                append(w, field);
                put_text(w, gcv_hprof_first_static_name(w) + at);
            } else {
                put_numbered(w, gcv_hprof_first_static_name(w) + at, "static", i);
            }
        }
    }
}

/* Writes the names of the statics of class objects, and those without a name in the dump: readers
 * know by a `<` that a static is no field of the class object. */
static void put_names_of_mirrors(gcv_hprof_writer *w)
{
    static const char *const own[GCV_HPROF_JAVA_NAMES] = {"<reference>", "<super>", "value"};
    uint64_t number = gcv_hprof_first_java_name(w);
    for (uint32_t i = 0; i < GCV_HPROF_JAVA_NAMES; i++) {
        gcv_buffer_append_str(w->ctx, &w->text, own[i]);
        put_text(w, number++);
    }
    for (size_t i = 0; i < w->classes.mirrors.n; i++) {
        const gcv_hprof_mirror *mirror = &w->classes.mirrors.data[i];
        uint32_t n;
        const uint32_t *statics = gcv_hprof_statics_of(w->heap, mirror, &n);
        for (uint32_t k = 0; mirror->n_named > 0 && k < n; k++) {
            const gcv_slice name = gcv_hprof_static_name(w->heap, mirror, statics[k]);
            if (name.data != NULL) {
                append(w, name);
                put_text(w, number++);
            }
        }
    }
}

void gcv_hprof_put_names(gcv_hprof_writer *w)
{
    put_field_names(w);
    put_class_names(w);
    put_static_names(w);
    if (w->classes.mirrors.n > 0) {
        put_names_of_mirrors(w);
    }
}
