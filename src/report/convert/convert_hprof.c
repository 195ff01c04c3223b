/* convert_hprof.c - the heap as an .hprof, for Eclipse MAT and VisualVM.
 *
 * Objects keep their ids; classes and texts get ids above them. Types become classes whose fields
 * or elements add up to the sizes of objects (hprof_writer.h), statics become static fields, other
 * roots become records by kind. Objects are written by descending id, because MAT takes an array
 * that begins before the previous one ends as a sign of compressed references; by ascending id if
 * references are compressed. The format cannot hold modules, generations, domains, weak roots, and
 * labels of roots other than statics: these are omitted. See docs/formats/hprof.md.
 *
 * Two passes over the frozen graph. One bit per object, 4 bytes more if objects are not ordered by
 * id, and the memory of hprof_writer.h. */
#include "analysis/analyses.h"

#include "heap/memory.h"
#include "report/convert/hprof_writer.h"

#include <inttypes.h>

const gcv_cost gcv_cost_of_hprof = {"`convert --to hprof`", GCV_COST_PARTS(0.125, 0, 12, 0, 0),
                                    GCV_COST_PARTS(13.375, 0, 1200, 90, 0), 2000, NULL};

/* ---- what is written ---------------------------------------------------------------------- */

/* Marks the objects to write: all, or those that a strong root reaches. */
static void find_written(gcv_hprof_writer *w, bool all)
{
    gcv_root_set roots = gcv_root_set_of(w->ctx, w->heap, false, NULL);
    gcv_paths paths = {0};
    gcv_paths_compute(w->ctx, w->heap, &roots, &paths);
    gcv_root_set_release(w->ctx, &roots);
    gcv_phase(w->ctx, "convert");
    gcv_bitset_init(w->ctx, &w->written, w->heap->n_objects);
    for (uint32_t i = 0; i < w->heap->n_objects; i++) {
        bool is_unreachable = paths.parent[i] == GCV_NONE;
        if (all || !is_unreachable) {
            w->n_written++;
            w->n_unreachable_written += is_unreachable;
            (void)gcv_bitset_add(&w->written, i);
        }
    }
    gcv_paths_release(w->ctx, &paths);
}

GCV_KEY(key_of, gcv_hprof_object_id(payload, row));

/* Upper bound of the ids for classes and names. A type has up to 16 classes, a static may need one
 * of its own. */
static uint64_t most_ids(const gcv_hprof_writer *w)
{
    const gcv_hprof_mirror_column *mirrors = &w->classes.mirrors;
    const gcv_hprof_mirror *last = mirrors->n > 0 ? &mirrors->data[mirrors->n - 1] : NULL;
    const uint64_t n_named = last != NULL ? (uint64_t)last->first_named + last->n_named : 0;
    return 18 * (uint64_t)w->heap->n_types + 3 * (uint64_t)w->heap->roots.n + 1024 +
           2 * (uint64_t)mirrors->n + n_named;
}

/* The size of an id: that of the process's pointers if known, so that references take as many bytes
 * in the file as in the process. */
static unsigned find_id_size(const gcv_hprof_writer *w)
{
    const uint64_t highest = w->fresh.highest, last = w->fresh.next + w->stride * most_ids(w);
    return w->heap->layout.header + w->heap->layout.reference > 12 || /* not a JVM of 32 bits */
                   gcv_heap_number(w->heap, "pointer_size") > 4 || highest > UINT32_MAX ||
                   last > UINT32_MAX
               ? 8
               : 4;
}

/* In a Java heap, no object may reach into the ids of classes, nor class objects into each other,
 * as readers compare addresses. */
static void find_ids(gcv_hprof_writer *w)
{
    enum { CLASS_OBJECT = 256 };
    const bool is_java = w->heap->layout.header > 0;
    uint64_t largest = 0;
    for (uint32_t i = 0; is_java && i < w->heap->n_objects; i++) {
        const uint64_t size = gcv_heap_size(w->heap, i);
        largest = size > largest ? size : largest;
    }
    const uint64_t apart = largest / 8 + (largest > 0);
    w->stride = is_java ? CLASS_OBJECT : 8;
    gcv_fresh_ids_find(w->ctx, w->heap, w->stride / 8 * most_ids(w) + apart, &w->fresh);
    w->fresh.next += 8 * apart;
}

static void plan(gcv_hprof_writer *w, bool all)
{
    find_written(w, all);
    gcv_hprof_mirrors_find(w->ctx, w->heap, &w->written, &w->classes.mirrors);
    find_ids(w);
    if (w->heap->n_indexes > 1 || w->fresh.objects.n > 0) {
        w->order = gcv_numbers_new(w->ctx, w->heap->n_objects);
        gcv_sort_by_key(w->ctx, w->order, w->heap->n_objects, key_of, w, false);
    }
    w->id_size = find_id_size(w);
    gcv_hprof_classes_find(w->ctx, w->heap, w->id_size, &w->written, &w->classes);
    w->first_fill = GCV_HPROF_FIRST_FIELD + (uint64_t)w->classes.max_references;
    w->first_class = w->first_fill + w->classes.max_fill;
    w->first_static = w->first_class + w->classes.names.n;
    w->first_java = w->first_static + w->classes.statics.n;
    w->ascends = w->classes.layout.reference < w->id_size;
}

/* ---- the names of fields, classes and statics, one record each ------------------------------- */

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

static void put_numbered(gcv_hprof_writer *w, uint64_t number, const char *name, uint32_t n)
{
    gcv_buffer_print(w->ctx, &w->text, "%s%" PRIu32, name, n);
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
        put_numbered(w, w->first_fill + i, "pad", i);
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
            const bool is_named = gcv_slice_ends(name->text, "[]");
            gcv_buffer_append_str(w->ctx, &w->text, "[L");
            append_class(w, gcv_slice_of(name->text.data, name->text.size - (is_named ? 2 : 0)));
            gcv_buffer_append_str(w->ctx, &w->text, is_named ? ";" : " data;");
        } else {
            gcv_buffer_append_str(w->ctx, &w->text, is_taken(w, name->text) ? "_" : "");
            append_class(w, name->text);
        }
        put_text(w, w->first_class + i);
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
                put_text(w, w->first_static + at);
            } else {
                put_numbered(w, w->first_static + at, "static", i);
            }
        }
    }
}

/* Writes the names of the statics of class objects, and those without a name in the dump: readers
 * know by a `<` that a static is no field of the class object. */
static void put_names_of_mirrors(gcv_hprof_writer *w)
{
    static const char *const own[GCV_HPROF_JAVA_NAMES] = {"<reference>", "<super>", "value"};
    uint64_t number = w->first_java;
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

/* ---- the file ----------------------------------------------------------------------------- */

static void put_file(gcv_hprof_writer *w)
{
    static const char magic[] = "JAVA PROFILE 1.0.2";
    gcv_hprof_put_bytes(&w->file, gcv_slice_of(magic, sizeof magic)); /* with the terminating NUL */
    gcv_hprof_put(&w->file, w->id_size, 4);
    gcv_hprof_put(&w->file, 0, 8); /* time */
    gcv_hprof_begin_record(&w->file, GCV_HPROF_STACK_TRACE, 12);
    gcv_hprof_put(&w->file, GCV_HPROF_TRACE, 4);
    gcv_hprof_put(&w->file, 0, 8); /* no thread, no frames */
    put_field_names(w);
    put_class_names(w);
    put_static_names(w);
    if (w->classes.mirrors.n > 0) {
        put_names_of_mirrors(w);
    }
    gcv_hprof_put_heap(w);
    gcv_byte_sink_flush(&w->file);
}

static void count(gcv_hprof_writer *w)
{
    for (uint32_t o = 0; o < w->heap->n_objects; o++) {
        if (gcv_bitset_has(&w->written, o) && !gcv_hprof_is_class(&w->classes, o)) {
            const gcv_hprof_form form = gcv_hprof_object_form(&w->classes, o);
            w->n_bytes += 9 + w->id_size + (form.primitive != 0 ? 1 : w->id_size) +
                          form.n * form.width; /* of its record */
            w->n_bigger += form.is_bigger;
            w->n_cut += form.is_cut;
        }
    }
    for (size_t i = 0; i < w->heap->roots.n; i++) {
        const gcv_root *root = &w->heap->roots.data[i];
        w->n_weak += root->object != GCV_NONE && (root->flags & GCV_ROOT_WEAK) != 0;
    }
}

void gcv_convert_to_hprof(gcv_report *report)
{
    gcv_hprof_writer w = {
        .ctx = report->ctx, .heap = report->in.heap, .file.out = report->out.writer};
    plan(&w, report->options->groups.unreachable);
    count(&w);
    const uint64_t most = gcv_writer_most(report->out.writer);
    if (most > 0 && w.n_bytes > most) { /* before any of it is written */
        gcv_fail(report->ctx, GCV_ERR_LIMIT,
                 "the objects take %" PRIu64
                 " bytes in an .hprof, above the limit of "
                 "%" PRIu64 GCV_TAKES_MORE,
                 w.n_bytes, most);
    }
    gcv_warn_of_unreachable(report, w.heap->n_objects - w.n_written, w.n_unreachable_written,
                            "VisualVM takes");
    gcv_warn_of_weak_roots(report, w.n_weak, "an .hprof");
    GCV_WARN_IF(report, w.n_bigger > 0,
                "objects that are shown bigger than they are (%" PRIu64
                "): header and references take more",
                w.n_bigger);
    GCV_WARN_IF(report, w.n_cut > 0, "objects of 4 GiB and more (%" PRIu64 ") are cut", w.n_cut);
    gcv_warn_of_fresh_ids(report, w.fresh.objects.n, "ids");
    put_file(&w);
}
