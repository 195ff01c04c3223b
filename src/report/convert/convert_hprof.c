/* convert_hprof.c - the heap as an .hprof, for Eclipse MAT and VisualVM.
 *
 * Objects keep their ids; classes and texts get ids above them. Types become classes whose fields
 * or elements make up the sizes of objects (hprof_classes.h), statics become static fields, other
 * roots records by kind. Objects come in descending order of ids: MAT takes an array that begins
 * where the one before it has not ended for a sign of compressed references. What has no place is
 * left out: modules, generations, domains, weak roots, labels of other roots than statics. See
 * docs/formats/hprof.md.
 *
 * Two passes over the frozen graph. A bit an object, 4 bytes more if ids are not in order, and what
 * hprof_classes.h says.
 */
#include "report/convert/convert.h"

#include "base/bitset.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "base/text.h"
#include "heap/memory.h"
#include "report/convert/byte_sink.h"
#include "report/convert/fresh_ids.h"
#include "report/convert/hprof_classes.h"

#include <inttypes.h>
#include <string.h>

const gcv_cost gcv_cost_of_hprof = {"`convert --to hprof`", GCV_COST_PARTS(0.125, 0, 12, 0, 0),
                                    GCV_COST_PARTS(13.375, 0, 1200, 90, 0), 2000, NULL};

/* Tags of records, and of those within a segment of the heap. */
enum { TEXT = 0x01, LOAD_CLASS = 0x02, STACK_TRACE = 0x05, SEGMENT = 0x1c, HEAP_END = 0x2c };
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

/* Names, by number: that of the only field of Reference, then those of other fields, then those of
 * classes, then those of statics. */
enum { REFERENT, FIRST_FIELD };

enum { SEGMENT_SIZE = 1 << 20, TRACE = 1 };

typedef gcv_byte_sink sink;

typedef struct hprof_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    sink file;
    unsigned id_size;
    gcv_bitset written; /* objects */
    uint32_t *order;    /* of objects, by descending ids; NULL: from the last to the first */
    gcv_fresh_ids fresh;
    gcv_hprof_classes classes;
    gcv_buffer text;
    uint32_t n_written, n_unreachable; /* objects; the latter are some of the former */
    uint64_t n_weak, n_bigger, n_cut;
} hprof_writer;

/* ---- bytes -------------------------------------------------------------------------------- */

/* The lowest `size` bytes of a number, the highest first. */
static void put(sink *to, uint64_t value, size_t size)
{
    unsigned char *room = gcv_byte_sink_room(to, size);
    size_t i;
    for (i = size; i > 0; i--, value >>= 8) {
        room[i - 1] = (unsigned char)value;
    }
}

static void put_u8(sink *to, unsigned value) { put(to, value, 1); }
static void put_u16(sink *to, unsigned value) { put(to, value, 2); }
static void put_u32(sink *to, uint32_t value) { put(to, value, 4); }
static void put_u64(sink *to, uint64_t value) { put(to, value, 8); }
static void put_id(hprof_writer *w, uint64_t id) { put(&w->file, id, w->id_size); }

static void put_zeros(sink *to, uint64_t n)
{
    while (n > 0) {
        size_t size = n < GCV_BYTE_SINK_PIECE ? (size_t)n : GCV_BYTE_SINK_PIECE;
        memset(gcv_byte_sink_room(to, size), 0, size);
        n -= size;
    }
}

static void put_bytes(sink *to, gcv_slice bytes)
{
    gcv_byte_sink_flush(to);
    gcv_writer_put(to->out, bytes.data, bytes.size);
}

static void begin_record(sink *to, unsigned tag, uint32_t size)
{
    put_u8(to, tag);
    put_u32(to, 0); /* time since the header */
    put_u32(to, size);
}

/* ---- ids ---------------------------------------------------------------------------------- */

static uint64_t id_of_class(const hprof_writer *w, uint32_t number)
{
    return w->fresh.next + 8 * (uint64_t)number;
}

static uint64_t id_of_name(const hprof_writer *w, uint64_t number)
{
    return id_of_class(w, (uint32_t)w->classes.classes.n) + 8 * number;
}

static uint64_t id_of(const hprof_writer *w, uint32_t object)
{
    return gcv_fresh_id(&w->fresh, object, gcv_heap_object_id(w->heap, object));
}

static uint64_t first_fill(const hprof_writer *w)
{
    return FIRST_FIELD + (uint64_t)w->classes.max_references;
}

static uint64_t first_class_name(const hprof_writer *w)
{
    return first_fill(w) + w->classes.max_fill;
}

static uint64_t first_static_name(const hprof_writer *w)
{
    return first_class_name(w) + w->classes.names.n;
}

/* Ids for classes and names, at most: up to 16 classes a type, and one a static. */
static uint64_t most_ids(const gcv_heap *heap)
{
    return 18 * (uint64_t)heap->n_types + 3 * (uint64_t)heap->roots.n + 1024;
}

/* That of the process where it is known, as references cost as much in the file. */
static unsigned find_id_size(const hprof_writer *w)
{
    uint64_t highest = w->fresh.highest, last = w->fresh.next + 8 * most_ids(w->heap);
    return gcv_heap_number(w->heap, "pointer_size") > 4 || highest > UINT32_MAX || last > UINT32_MAX
               ? 8
               : 4;
}

/* ---- names -------------------------------------------------------------------------------- */

/* Appends a name as readers take it: in UTF-8, without NUL. */
static void append(hprof_writer *w, gcv_slice name, gcv_error *err)
{
    char bytes[4];
    while (name.size > 0) {
        uint32_t code = gcv_utf8_next(&name);
        size_t size = gcv_utf8_put(bytes, code != 0 ? code : GCV_REPLACEMENT);
        gcv_buffer_append(w->ctx, &w->text, gcv_slice_of(bytes, size), err);
    }
}

/* A bracket in front would be the sign of an array, and a name of Java that of a class of Java. */
static void append_class(hprof_writer *w, gcv_slice name, gcv_error *err)
{
    bool taken = gcv_slice_begins(name, "[") || gcv_slice_begins(name, "java/") ||
                 gcv_slice_begins(name, "java.");
    gcv_buffer_append_str(w->ctx, &w->text, taken ? "_" : name.size == 0 ? "?" : "", err);
    append(w, name, err);
}

static void append_array(hprof_writer *w, gcv_slice name, gcv_error *err)
{
    const bool is_array = gcv_slice_ends(name, "[]");
    gcv_buffer_append_str(w->ctx, &w->text, "[L", err);
    append_class(w, gcv_slice_of(name.data, name.size - (is_array ? 2 : 0)), err);
    gcv_buffer_append_str(w->ctx, &w->text, is_array ? ";" : " data;", err);
}

/* Writes the text that was put together. */
static gcv_status put_text(hprof_writer *w, uint64_t number)
{
    gcv_slice text = gcv_buffer_slice(&w->text);
    gcv_status status = w->text.status;
    if (status == GCV_OK) {
        begin_record(&w->file, TEXT, (uint32_t)(w->id_size + text.size));
        put_id(w, id_of_name(w, number));
        put_bytes(&w->file, text);
    }
    gcv_buffer_clear(&w->text);
    return status;
}

/* A name and a number. */
static gcv_status put_numbered(hprof_writer *w, uint64_t number, const char *name, uint32_t n,
                               gcv_error *err)
{
    gcv_buffer_append_str(w->ctx, &w->text, name, err);
    gcv_buffer_append_u64(w->ctx, &w->text, n, err);
    return put_text(w, number);
}

static gcv_status put_field_names(hprof_writer *w, gcv_error *err)
{
    gcv_status status;
    uint32_t i;
    gcv_buffer_append_str(w->ctx, &w->text, "referent", err);
    status = put_text(w, REFERENT);
    for (i = 0; status == GCV_OK && i < w->classes.max_references; i++) {
        status = put_numbered(w, FIRST_FIELD + (uint64_t)i, "r", i, err);
    }
    for (i = 0; status == GCV_OK && i < w->classes.max_fill; i++) {
        status = put_numbered(w, first_fill(w) + i, "pad", i, err);
    }
    return status;
}

static gcv_status put_class_names(hprof_writer *w, gcv_error *err)
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
        status = put_text(w, first_class_name(w) + i);
    }
    return status;
}

/* Statics whose field is not known are numbered within their class. */
static gcv_status put_static_names(hprof_writer *w, gcv_error *err)
{
    gcv_status status = GCV_OK;
    uint32_t c, i;
    for (c = 0; status == GCV_OK && c < w->classes.classes.n; c++) {
        const gcv_hprof_class *class_ = &w->classes.classes.data[c];
        for (i = 0; status == GCV_OK && i < class_->n_statics; i++) {
            uint32_t place = class_->first_static + i;
            gcv_slice field =
                gcv_hprof_field(w->heap, &w->heap->roots.data[w->classes.statics.data[place]]);
            if (field.size > 0) {
                append(w, field, err);
                status = put_text(w, first_static_name(w) + place);
            } else {
                status = put_numbered(w, first_static_name(w) + place, "static", i, err);
            }
        }
    }
    return status;
}

/* ---- classes ------------------------------------------------------------------------------ */

static void put_class_records(hprof_writer *w)
{
    uint32_t i;
    for (i = 0; i < w->classes.classes.n; i++) {
        begin_record(&w->file, LOAD_CLASS, 8 + 2 * w->id_size);
        put_u32(&w->file, i + 1);
        put_id(w, id_of_class(w, i));
        put_u32(&w->file, TRACE);
        put_id(w, id_of_name(w, first_class_name(w) + w->classes.classes.data[i].name));
    }
}

/* Of the kinds of references only the first has a field of its own. */
static bool inherits(uint32_t number)
{
    return number > GCV_HPROF_REFERENCE && number < GCV_HPROF_FIXED;
}

static uint32_t n_fields(const hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    return inherits(number)
               ? 0
               : class_->references + gcv_hprof_fill_fields(gcv_hprof_fill(&w->classes, class_));
}

static uint64_t class_size(const hprof_writer *w, uint32_t number)
{
    const uint64_t p = w->id_size;
    return 1 + 7 * p + 4 + 4 + 2 + 2 + 2 + w->classes.classes.data[number].n_statics * (p + 1 + p) +
           n_fields(w, number) * (p + 1);
}

static void put_field(hprof_writer *w, uint64_t name, unsigned type)
{
    put_id(w, id_of_name(w, name));
    put_u8(&w->file, type);
}

static void put_fields(hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    uint32_t fill = gcv_hprof_fill(&w->classes, class_), i;
    uint64_t name = first_fill(w);
    for (i = 0; i < class_->references; i++) {
        put_field(w, number == GCV_HPROF_REFERENCE ? REFERENT : FIRST_FIELD + (uint64_t)i,
                  REFERENCE);
    }
    for (i = 0; i < fill / 8; i++) {
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

static void put_class(hprof_writer *w, uint32_t number)
{
    const gcv_hprof_class *class_ = &w->classes.classes.data[number];
    uint32_t i;
    put_u8(&w->file, CLASS_DUMP);
    put_id(w, id_of_class(w, number));
    put_u32(&w->file, TRACE);
    put_id(w, number == GCV_HPROF_OBJECT ? 0
              : inherits(number)         ? id_of_class(w, GCV_HPROF_REFERENCE)
                                         : id_of_class(w, GCV_HPROF_OBJECT));
    put_zeros(&w->file, 5 * (uint64_t)w->id_size); /* loader, signers, domain, two reserved */
    put_u32(&w->file, 2 * w->id_size + class_->size);
    put_u16(&w->file, 0); /* constants */
    put_u16(&w->file, class_->n_statics);
    for (i = 0; i < class_->n_statics; i++) {
        uint32_t place = class_->first_static + i;
        put_field(w, first_static_name(w) + place, REFERENCE);
        put_id(w, id_of(w, w->heap->roots.data[w->classes.statics.data[place]].object));
    }
    put_u16(&w->file, n_fields(w, number));
    if (!inherits(number)) {
        put_fields(w, number);
    }
}

/* ---- roots -------------------------------------------------------------------------------- */

/* Statics are fields of classes. */
static bool is_root(const hprof_writer *w, const gcv_root *root)
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

/* Bytes behind the tag and the id. */
static unsigned root_rest(const hprof_writer *w, unsigned tag)
{
    return tag == ROOT_HANDLE                         ? w->id_size
           : tag == ROOT_RUNTIME || tag == ROOT_LOCAL ? 8
           : tag == ROOT_FINALIZER                    ? 4
                                                      : 0;
}

static uint64_t root_size(const hprof_writer *w, const gcv_root *root)
{
    return is_root(w, root) ? 1 + w->id_size + root_rest(w, tag_of(root->kind)) : 0;
}

static void put_root(hprof_writer *w, const gcv_root *root)
{
    unsigned tag = tag_of(root->kind);
    if (is_root(w, root)) {
        put_u8(&w->file, tag);
        put_id(w, id_of(w, root->object));
        if (root_rest(w, tag) == 8) { /* no thread, no frame */
            put_u32(&w->file, 0);
            put_u32(&w->file, UINT32_MAX);
        } else {
            put_zeros(&w->file, root_rest(w, tag));
        }
    }
}

static void put_class_root(hprof_writer *w, uint32_t number)
{
    put_u8(&w->file, ROOT_CLASS);
    put_id(w, id_of_class(w, number));
}

/* ---- objects ------------------------------------------------------------------------------ */

static uint64_t object_size(const hprof_writer *w, uint32_t object)
{
    gcv_hprof_form form;
    if (!gcv_bitset_has(&w->written, object)) {
        return 0;
    }
    form = gcv_hprof_form_of(&w->classes, object);
    return 1 + 2 * (uint64_t)w->id_size + 8 + form.n * (form.is_array ? w->id_size : 1);
}

static void put_references(hprof_writer *w, const uint32_t *refs, uint32_t n)
{
    uint64_t ids[GCV_ID_BATCH];
    uint32_t i, k;
    for (i = 0; i < n; i += GCV_ID_BATCH) {
        uint32_t batch = n - i < GCV_ID_BATCH ? n - i : GCV_ID_BATCH;
        gcv_heap_object_ids(w->heap, refs + i, batch, ids);
        for (k = 0; k < batch; k++) {
            put_id(w, gcv_fresh_id(&w->fresh, refs[i + k], ids[k]));
        }
    }
}

static void put_object(hprof_writer *w, uint32_t object)
{
    gcv_hprof_form form;
    const uint32_t *refs;
    uint32_t n;
    if (!gcv_bitset_has(&w->written, object)) {
        return;
    }
    form = gcv_hprof_form_of(&w->classes, object);
    refs = gcv_heap_references(w->heap, object, &n);
    put_u8(&w->file, form.is_array ? ARRAY_DUMP : INSTANCE_DUMP);
    put_id(w, id_of(w, object));
    put_u32(&w->file, TRACE);
    if (form.is_array) {
        n = n < form.n ? n : (uint32_t)form.n;
        put_u32(&w->file, (uint32_t)form.n);
        put_id(w, id_of_class(w, form.class_));
    } else {
        put_id(w, id_of_class(w, form.class_));
        put_u32(&w->file, (uint32_t)form.n);
    }
    put_references(w, refs, n);
    put_zeros(&w->file, form.n * (form.is_array ? w->id_size : 1) - (uint64_t)n * w->id_size);
}

/* ---- segments ----------------------------------------------------------------------------- */

/* What a segment has, in this order: classes, their roots, other roots, objects. */
static uint64_t n_parts(const hprof_writer *w)
{
    return 2 * (uint64_t)w->classes.classes.n + w->heap->roots.n + w->heap->n_objects;
}

static uint32_t object_at(const hprof_writer *w, uint64_t place)
{
    return w->order != NULL ? w->order[place] : w->heap->n_objects - 1 - (uint32_t)place;
}

static uint64_t part_size(const hprof_writer *w, uint64_t part)
{
    const uint64_t n = w->classes.classes.n, n_roots = w->heap->roots.n;
    return part < n                 ? class_size(w, (uint32_t)part)
           : part < 2 * n           ? 1 + w->id_size
           : part < 2 * n + n_roots ? root_size(w, &w->heap->roots.data[part - 2 * n])
                                    : object_size(w, object_at(w, part - 2 * n - n_roots));
}

static void put_part(hprof_writer *w, uint64_t part)
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

/* A segment says in front how long it is, so it is measured before it is written. */
static void put_segments(hprof_writer *w)
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
            begin_record(&w->file, SEGMENT, (uint32_t)size);
        }
        for (; begin < end; begin++) {
            put_part(w, begin);
        }
    }
}

/* ---- the file ----------------------------------------------------------------------------- */

static gcv_status put_file(hprof_writer *w, gcv_error *err)
{
    static const char magic[] = "JAVA PROFILE 1.0.2";
    gcv_status status;
    put_bytes(&w->file, gcv_slice_of(magic, sizeof magic)); /* with the NUL */
    put_u32(&w->file, w->id_size);
    put_u64(&w->file, 0); /* time */
    begin_record(&w->file, STACK_TRACE, 12);
    put_u32(&w->file, TRACE);
    put_u64(&w->file, 0); /* no thread, no frames */
    status = put_field_names(w, err);
    status = status == GCV_OK ? put_class_names(w, err) : status;
    status = status == GCV_OK ? put_static_names(w, err) : status;
    if (status == GCV_OK) {
        put_class_records(w);
        put_segments(w);
        begin_record(&w->file, HEAP_END, 0);
    }
    gcv_byte_sink_flush(&w->file);
    return status;
}

/* ---- what is written ---------------------------------------------------------------------- */

/* All objects, or those that a strong root reaches. */
static gcv_status find_written(hprof_writer *w, bool all, gcv_error *err)
{
    gcv_root_set roots;
    gcv_paths paths;
    gcv_status status = gcv_root_set_find(w->ctx, w->heap, false, &roots, err);
    uint32_t i;
    memset(&paths, 0, sizeof paths);
    if (status == GCV_OK) {
        status = gcv_paths_find(w->ctx, w->heap, &roots, &paths, err);
        gcv_root_set_release(w->ctx, &roots);
    }
    gcv_phase(w->ctx, "convert");
    if (status == GCV_OK) {
        status = gcv_bitset_init(w->ctx, &w->written, w->heap->n_objects, err);
    }
    for (i = 0; status == GCV_OK && i < w->heap->n_objects; i++) {
        bool is_unreachable = paths.parent[i] == GCV_NONE;
        if (all || !is_unreachable) {
            w->n_written++;
            w->n_unreachable += is_unreachable;
            (void)gcv_bitset_add(&w->written, i);
        }
    }
    gcv_paths_release(w->ctx, &paths);
    return status;
}

static uint64_t key_of(const void *payload, uint32_t object) { return id_of(payload, object); }

static gcv_status find_order(hprof_writer *w, gcv_error *err)
{
    uint32_t i, n = w->heap->n_objects;
    if (w->heap->n_indexes <= 1 && w->fresh.objects.n == 0) {
        return GCV_OK;
    }
    w->order = gcv_alloc(w->ctx, n, sizeof *w->order, err);
    if (w->order == NULL) {
        return gcv_failed(err);
    }
    for (i = 0; i < n; i++) {
        w->order[i] = i;
    }
    return gcv_sort_by_key(w->ctx, w->order, n, key_of, w, true, err);
}

static gcv_status plan(hprof_writer *w, bool all, gcv_error *err)
{
    gcv_status status = find_written(w, all, err);
    status = status == GCV_OK
                 ? gcv_fresh_ids_find(w->ctx, w->heap, most_ids(w->heap), &w->fresh, err)
                 : status;
    status = status == GCV_OK ? find_order(w, err) : status;
    if (status == GCV_OK) {
        w->id_size = find_id_size(w);
        status = gcv_hprof_classes_find(w->ctx, w->heap, w->id_size, &w->written, &w->classes, err);
    }
    return status;
}

/* ---- the command -------------------------------------------------------------------------- */

static void count(hprof_writer *w)
{
    size_t i;
    uint32_t o;
    for (o = 0; o < w->heap->n_objects; o++) {
        if (gcv_bitset_has(&w->written, o)) {
            gcv_hprof_form form = gcv_hprof_form_of(&w->classes, o);
            w->n_bigger += form.is_bigger;
            w->n_cut += form.is_cut;
        }
    }
    for (i = 0; i < w->heap->roots.n; i++) {
        const gcv_root *root = &w->heap->roots.data[i];
        w->n_weak += root->object != GCV_NONE && (root->flags & GCV_ROOT_WEAK) != 0;
    }
}

/* Tells what is not in the file, or is there in another form. */
static void warn(const gcv_report *report, const hprof_writer *w)
{
    uint32_t left_out = w->heap->n_objects - w->n_written;
    if (left_out > 0) {
        gcv_report_warn(report,
                        "unreachable objects are left out (%" PRIu32 "); --unreachable writes them",
                        left_out);
    }
    if (w->n_unreachable > 0) {
        gcv_report_warn(report,
                        "VisualVM takes unreachable objects (%" PRIu32
                        ") for reachable ones: what they refer to is not retained by its owners",
                        w->n_unreachable);
    }
    if (w->n_weak > 0) {
        gcv_report_warn(report, "weak roots are left out (%" PRIu64 "): an .hprof has none",
                        w->n_weak);
    }
    if (w->n_bigger > 0) {
        gcv_report_warn(report,
                        "objects that are shown bigger than they are (%" PRIu64
                        "): header and references take more",
                        w->n_bigger);
    }
    if (w->n_cut > 0) {
        gcv_report_warn(report, "objects of 4 GiB and more (%" PRIu64 ") are cut", w->n_cut);
    }
    if (w->fresh.objects.n > 0) {
        gcv_report_warn(report,
                        "objects whose id is 0, or that of another domain (%zu), get fresh ids",
                        w->fresh.objects.n);
    }
}

gcv_status gcv_convert_to_hprof(gcv_report *report, bool all, gcv_error *err)
{
    hprof_writer w;
    gcv_status status;
    memset(&w, 0, sizeof w);
    w.ctx = report->ctx;
    w.heap = report->heap;
    w.file.out = report->writer;
    status = plan(&w, all, err);
    if (status == GCV_OK) {
        count(&w);
        warn(report, &w);
        status = put_file(&w, err);
    }
    gcv_bitset_release(w.ctx, &w.written);
    gcv_free(w.ctx, w.order, w.heap->n_objects, sizeof *w.order);
    gcv_fresh_ids_release(w.ctx, &w.fresh);
    gcv_hprof_classes_release(w.ctx, &w.classes);
    gcv_buffer_release(w.ctx, &w.text);
    return status;
}
