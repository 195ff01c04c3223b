/* hprof_names.c - the names of fields, classes and statics in an .hprof, one record each. */
#include "report/convert/hprof_writer.h"

#include "base/text.h"

/* Appends a name in the encoding that readers accept: UTF-8 without NUL. */
static void append(gcv_hprof_writer *w, gcv_slice name, gcv_error *err)
{
    char bytes[4];
    while (name.size > 0) {
        uint32_t code = gcv_utf8_next(&name);
        size_t size = gcv_utf8_put(bytes, code != 0 ? code : GCV_REPLACEMENT);
        gcv_buffer_append(w->ctx, &w->text, gcv_slice_of(bytes, size), err);
    }
}

/* Appends the name of a class. A leading bracket would mark an array, and a name of a Java package
 * would mark a class of Java: both get a prefix. */
static void append_class(gcv_hprof_writer *w, gcv_slice name, gcv_error *err)
{
    bool taken = gcv_slice_begins(name, "[") || gcv_slice_begins(name, "java/") ||
                 gcv_slice_begins(name, "java.");
    gcv_buffer_append_str(w->ctx, &w->text, taken ? "_" : name.size == 0 ? "?" : "", err);
    append(w, name, err);
}

static void append_array(gcv_hprof_writer *w, gcv_slice name, gcv_error *err)
{
    const bool is_array = gcv_slice_ends(name, "[]");
    gcv_buffer_append_str(w->ctx, &w->text, "[L", err);
    append_class(w, gcv_slice_of(name.data, name.size - (is_array ? 2 : 0)), err);
    gcv_buffer_append_str(w->ctx, &w->text, is_array ? ";" : " data;", err);
}

/* Writes a record with w->text, and clears it. */
static gcv_status put_text(gcv_hprof_writer *w, uint64_t number)
{
    gcv_slice text = gcv_buffer_slice(&w->text);
    gcv_status status = w->text.status;
    if (status == GCV_OK) {
        gcv_hprof_begin_record(&w->file, GCV_HPROF_TEXT, (uint32_t)(w->id_size + text.size));
        gcv_hprof_put_id(w, gcv_hprof_name_id(w, number));
        gcv_hprof_put_bytes(&w->file, text);
    }
    gcv_buffer_clear(&w->text);
    return status;
}

/* Writes a name followed by a number. */
static gcv_status put_numbered(gcv_hprof_writer *w, uint64_t number, const char *name, uint32_t n,
                               gcv_error *err)
{
    gcv_buffer_append_str(w->ctx, &w->text, name, err);
    gcv_buffer_append_u64(w->ctx, &w->text, n, err);
    return put_text(w, number);
}

static gcv_status put_field_names(gcv_hprof_writer *w, gcv_error *err)
{
    gcv_status status;
    uint32_t i;
    gcv_buffer_append_str(w->ctx, &w->text, "referent", err);
    status = put_text(w, GCV_HPROF_REFERENT);
    for (i = 0; status == GCV_OK && i < w->classes.max_references; i++) {
        status = put_numbered(w, GCV_HPROF_FIRST_FIELD + (uint64_t)i, "r", i, err);
    }
    for (i = 0; status == GCV_OK && i < w->classes.max_fill; i++) {
        status = put_numbered(w, gcv_hprof_first_fill(w) + i, "pad", i, err);
    }
    return status;
}

static gcv_status put_class_names(gcv_hprof_writer *w, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t i;
    for (i = 0; status == GCV_OK && i < w->classes.names.n; i++) {
        const gcv_hprof_name *name = &w->classes.names.data[i];
        if (i < GCV_HPROF_FIXED) {
            append(w, name->text, err);
        } else if (name->is_array) {
            append_array(w, name->text, err);
        } else {
            append_class(w, name->text, err);
        }
        status = put_text(w, gcv_hprof_first_class_name(w) + i);
    }
    return status;
}

/* Writes the names of static fields. If the field's name is not known, it gets a number within its
 * class. */
static gcv_status put_static_names(gcv_hprof_writer *w, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t c, i;
    for (c = 0; status == GCV_OK && c < w->classes.classes.n; c++) {
        const gcv_hprof_class *class_ = &w->classes.classes.data[c];
        for (i = 0; status == GCV_OK && i < class_->n_statics; i++) {
            uint32_t at = class_->first_static + i;
            gcv_slice field =
                gcv_hprof_field(w->heap, &w->heap->roots.data[w->classes.statics.data[at]]);
            if (field.size > 0) {
                append(w, field, err);
                status = put_text(w, gcv_hprof_first_static_name(w) + at);
            } else {
                status = put_numbered(w, gcv_hprof_first_static_name(w) + at, "static", i, err);
            }
        }
    }
    return status;
}

gcv_status gcv_hprof_put_names(gcv_hprof_writer *w, gcv_error *err)
{
    gcv_status status = put_field_names(w, err);
    status = status == GCV_OK ? put_class_names(w, err) : status;
    return status == GCV_OK ? put_static_names(w, err) : status;
}
