/* java_roots.c - roots, and the stacks of threads that label them; see java_reader.h. */
#include "input/hprof/java_reader.h"

#include <inttypes.h>
#include <string.h>

/* Tags of roots. */
enum {
    JNI_GLOBAL = 0x01,
    JNI_LOCAL = 0x02,
    JAVA_FRAME = 0x03,
    NATIVE_STACK = 0x04,
    STICKY_CLASS = 0x05,
    THREAD_BLOCK = 0x06,
    MONITOR_USED = 0x07,
    THREAD_OBJECT = 0x08,
    INTERNED = 0x89,
    FINALIZING = 0x8a,
    DEBUGGER = 0x8b,
    CLEANUP = 0x8c,
    VM_INTERNAL = 0x8d,
    JNI_MONITOR = 0x8e,
    UNREACHABLE = 0x90,
    UNKNOWN = 0xff
};

enum { LONGEST_LABEL = 200 };

#define NO_FRAME UINT32_MAX
#define NATIVE_LINE (UINT32_MAX - 2)

typedef struct root_row {
    uint8_t tag;
    uint8_t ids, numbers; /* of a sub-record */
    gcv_root_kind kind;
    const char *label; /* NULL: the class, or the thread */
} root_row;

static const root_row rows[] = {
    {JNI_GLOBAL, 2, 0, GCV_ROOT_KIND_HANDLE, "JNI global"},
    {JNI_LOCAL, 1, 2, GCV_ROOT_KIND_HANDLE, "JNI local"},
    {JAVA_FRAME, 1, 2, GCV_ROOT_KIND_LOCAL, NULL},
    {NATIVE_STACK, 1, 1, GCV_ROOT_KIND_LOCAL, NULL},
    {STICKY_CLASS, 1, 0, GCV_ROOT_KIND_STATIC, NULL},
    {THREAD_BLOCK, 1, 1, GCV_ROOT_KIND_LOCAL, NULL},
    {MONITOR_USED, 1, 0, GCV_ROOT_KIND_HANDLE, "monitor"},
    {THREAD_OBJECT, 1, 2, GCV_ROOT_KIND_RUNTIME, NULL},
    {INTERNED, 1, 0, GCV_ROOT_KIND_INTERNAL, "interned string"},
    {FINALIZING, 1, 0, GCV_ROOT_KIND_FINALIZER, "finalizing"},
    {DEBUGGER, 1, 0, GCV_ROOT_KIND_INTERNAL, "debugger"},
    {CLEANUP, 1, 0, GCV_ROOT_KIND_FINALIZER, "reference cleanup"},
    {VM_INTERNAL, 1, 0, GCV_ROOT_KIND_INTERNAL, "VM internal"},
    {JNI_MONITOR, 1, 2, GCV_ROOT_KIND_HANDLE, "JNI monitor"},
    {UNREACHABLE, 1, 0, GCV_ROOT_KIND_INTERNAL, NULL},
    {UNKNOWN, 1, 0, GCV_ROOT_KIND_INTERNAL, "unknown"},
};

/* Returns the row of a tag; the last one if it has none. */
static const root_row *row_of(unsigned tag)
{
    size_t i = 0;
    while (i < GCV_LENGTH(rows) - 1 && rows[i].tag != tag) {
        i++;
    }
    return &rows[i];
}

unsigned gcv_hprof_root_size(unsigned tag, unsigned id_size)
{
    const root_row *row = row_of(tag);
    return row->tag == tag ? row->ids * id_size + row->numbers * 4 : 0;
}

void gcv_hprof_take_root(gcv_hprof *hprof, unsigned tag, const unsigned char *body)
{
    const root_row *row = row_of(tag);
    const unsigned char *numbers = body + row->ids * hprof->id_size;
    const gcv_hprof_root root = {
        gcv_hprof_id(body, hprof->id_size), row->numbers > 0 ? gcv_hprof_u32(numbers) : 0,
        row->numbers > 1 ? gcv_hprof_u32(numbers + 4) : NO_FRAME, (uint8_t)tag};
    hprof->heap->is_android = hprof->heap->is_android || (tag >= INTERNED && tag <= UNREACHABLE);
    if (tag != UNREACHABLE) { /* Android's word for no root at all */
        gcv_hprof_root_column_push(hprof->ctx, &hprof->heap->roots, root);
    }
}

/* ---- stacks ------------------------------------------------------------------------------- */

void gcv_hprof_take_frame(gcv_hprof *hprof, const unsigned char *body)
{
    const unsigned size = hprof->id_size;
    const gcv_hprof_frame frame = {
        gcv_hprof_id(body + size, size), gcv_hprof_id(body + 3 * (size_t)size, size),
        gcv_hprof_u32(body + 4 * (size_t)size), gcv_hprof_u32(body + 4 * (size_t)size + 4)};
    gcv_id_map_set(hprof->ctx, &hprof->frame_of, gcv_hprof_id(body, size),
                   (uint32_t)hprof->frames.n);
    gcv_hprof_frame_column_push(hprof->ctx, &hprof->frames, frame);
}

void gcv_hprof_take_trace(gcv_hprof *hprof, const unsigned char *body, size_t size)
{
    const unsigned id_size = hprof->id_size;
    const uint32_t said = gcv_hprof_u32(body + 8);
    gcv_hprof_trace trace = {hprof->trace_frames.n, 0};
    trace.n = (size - 12) / id_size < said ? (uint32_t)((size - 12) / id_size) : said;
    for (uint32_t i = 0; i < trace.n; i++) {
        gcv_u64_column_push(hprof->ctx, &hprof->trace_frames,
                            gcv_hprof_id(body + 12 + (size_t)i * id_size, id_size));
    }
    gcv_id_map_set(hprof->ctx, &hprof->trace_of, gcv_hprof_u32(body), (uint32_t)hprof->traces.n);
    gcv_hprof_trace_column_push(hprof->ctx, &hprof->traces, trace);
}

/* ---- labels ------------------------------------------------------------------------------- */

typedef struct labels {
    gcv_hprof *hprof;
    gcv_id_map thread_of; /* from serial numbers to indices in `roots` */
    gcv_id_map name_of;   /* from threads to indices in `thread_names` */
    gcv_buffer text;
} labels;

static void append(labels *l, gcv_slice text)
{
    gcv_buffer_append_cut(l->hprof->ctx, &l->text, text, LONGEST_LABEL);
}

/* Appends the contents of a short array, a size and bytes. These are units of 16 bits, as Java has
 * them, or Latin-1 or, as a zero among them shows, units in the order of the machine, which is
 * little-endian. */
static void append_short(labels *l, uint32_t object, const uint8_t *bytes)
{
    const size_t size = *bytes++;
    const bool is_char = l->hprof->heap->rows.slot.data[object] == GCV_HPROF_CHAR;
    const size_t width = is_char || memchr(bytes, 0, size) != NULL ? 2 : 1;
    for (size_t i = 0; i + width <= size; i += width) {
        char out[4];
        const uint32_t unit =
            width == 1 ? bytes[i] : (uint32_t)bytes[i + !is_char] << 8 | bytes[i + is_char];
        const gcv_slice text = {out,
                                gcv_utf8_put(out, gcv_is_surrogate(unit) ? GCV_REPLACEMENT : unit)};
        gcv_buffer_append(l->hprof->ctx, &l->text, text);
    }
}

/* Returns the array that a String consists of; any other object is returned unchanged. */
static uint32_t array_of(const gcv_hprof_heap *heap, uint32_t string)
{
    const gcv_builder_columns *columns = &heap->rows;
    const uint32_t first = columns->first_ref.data[string];
    return columns->first_ref.data[string + 1] == first + 2 /* the class, and the array */
               ? gcv_hprof_find(heap, gcv_id_column_get(&columns->refs, first + 1))
               : string;
}

static void append_string(labels *l, uint64_t id)
{
    const gcv_hprof_heap *heap = l->hprof->heap;
    const gcv_hprof_short_column *shorts = &heap->shorts;
    uint32_t object = gcv_hprof_find(heap, id);
    object = object != GCV_NONE ? array_of(heap, object) : GCV_NONE;
    const size_t at = gcv_find_u32(shorts->data, sizeof *shorts->data, shorts->n, object);
    if (object != GCV_NONE && at != SIZE_MAX) {
        append_short(l, object, heap->short_bytes.data + shorts->data[at].at);
    }
}

static void append_thread(labels *l, uint64_t thread)
{
    const uint32_t at = gcv_id_map_get(l->hprof->ctx, &l->name_of, thread);
    const size_t before = l->text.text.n;
    if (at != GCV_NONE) {
        append_string(l, l->hprof->heap->thread_names.data[at].name);
    }
    if (l->text.text.n == before) {
        append(l, gcv_slice_str("without a name"));
    }
}

/* Returns the class of a frame; NULL: the file lacks it. */
static const gcv_hprof_load *class_of(const gcv_hprof *hprof, const gcv_hprof_frame *frame)
{
    const uint32_t load = gcv_id_map_get(hprof->ctx, &hprof->load_of_serial, frame->class_serial);
    return load != GCV_NONE ? &hprof->loads.data[load] : NULL;
}

static void append_class(labels *l, const gcv_hprof_frame *frame)
{
    const gcv_hprof *hprof = l->hprof;
    const gcv_hprof_load *load = class_of(hprof, frame);
    if (load != NULL) {
        gcv_slice name = gcv_hprof_text_of(hprof, load->name);
        name.size = name.size < LONGEST_LABEL ? name.size : LONGEST_LABEL;
        gcv_hprof_append_java_name(hprof->ctx, name, &l->text);
        append(l, gcv_slice_str("."));
    }
}

/* Appends `Acme.run (Acme.java:12)`. */
static void append_method(labels *l, const gcv_hprof_frame *frame)
{
    gcv_context *ctx = l->hprof->ctx;
    const gcv_slice file = gcv_hprof_text_of(l->hprof, frame->file);
    append_class(l, frame);
    append(l, gcv_hprof_text_of(l->hprof, frame->method));
    if (frame->line == NATIVE_LINE) {
        append(l, gcv_slice_str(" (native)"));
    } else if (file.size > 0) {
        append(l, gcv_slice_str(" ("));
        append(l, file);
        if (frame->line - 1 < INT32_MAX) {
            gcv_buffer_print(ctx, &l->text, ":%" PRIu32, frame->line);
        }
        append(l, gcv_slice_str(")"));
    }
}

/* Returns a frame of a trace; NULL: the file lacks it. */
static const gcv_hprof_frame *frame_at(const gcv_hprof *hprof, const gcv_hprof_trace *trace,
                                       uint32_t number)
{
    const uint64_t id = hprof->trace_frames.data[trace->first + number];
    const uint32_t frame = gcv_id_map_get(hprof->ctx, &hprof->frame_of, id);
    return frame != GCV_NONE ? &hprof->frames.data[frame] : NULL;
}

/* Whether a method is of a class of the program: another loader than that of the JVM has made it.
 */
static bool is_of_program(const gcv_hprof *hprof, const gcv_hprof_frame *frame)
{
    const gcv_hprof_heap *heap = hprof->heap;
    const gcv_hprof_load *load = frame != NULL ? class_of(hprof, frame) : NULL;
    const uint32_t class_ =
        load != NULL ? gcv_id_map_get(hprof->ctx, &heap->class_of, load->class_id) : GCV_NONE;
    return class_ != GCV_NONE && heap->classes.data[class_].loader != 0;
}

/* Whether a stack is that of a virtual thread: one method of the JDK is below all others. */
static bool is_of_virtual_thread(const gcv_hprof *hprof, const gcv_hprof_trace *trace)
{
    const gcv_hprof_frame *frame = trace->n > 0 ? frame_at(hprof, trace, trace->n - 1) : NULL;
    const gcv_hprof_load *load = frame != NULL ? class_of(hprof, frame) : NULL;
    return load != NULL &&
           gcv_slice_is(gcv_hprof_text_of(hprof, load->name), "jdk/internal/vm/Continuation");
}

/* Puts in the place of each frame of a trace the one that tells most about its variables: the
 * nearest method of the program that is running the frame's, itself included. Else it stays, but
 * for those that run a virtual thread: where the program is in it. Other threads run one task after
 * the other, and should have one label all the time. */
static void find_shown(gcv_hprof *hprof)
{
    for (size_t t = 0; t < hprof->traces.n; t++) {
        const gcv_hprof_trace *trace = &hprof->traces.data[t];
        uint64_t *ids = hprof->trace_frames.data, own = 0;
        const bool is_virtual = is_of_virtual_thread(hprof, trace);
        bool found = false;
        uint32_t outer = trace->n; /* frames from here on run the whole thread */
        for (uint32_t i = trace->n; i-- > 0;) {
            uint64_t *id = &ids[trace->first + i];
            const bool is = is_of_program(hprof, frame_at(hprof, trace, i));
            own = is || !found ? *id : own;
            found = found || is;
            outer = found ? outer : i;
            *id = own;
        }
        for (uint32_t i = outer; i < trace->n && found && is_virtual; i++) {
            ids[trace->first + i] = own;
        }
    }
}

/* Appends `: Acme.run (Acme.java:12)` for a frame, if the file has it. */
static void append_frame_of(labels *l, uint32_t serial, uint32_t number)
{
    const gcv_hprof *hprof = l->hprof;
    const uint32_t at = gcv_id_map_get(hprof->ctx, &hprof->trace_of, serial);
    const gcv_hprof_trace *trace = at != GCV_NONE ? &hprof->traces.data[at] : NULL;
    const gcv_hprof_frame *frame =
        trace != NULL && number < trace->n ? frame_at(hprof, trace, number) : NULL;
    if (frame != NULL) {
        append(l, gcv_slice_str(": "));
        append_method(l, frame);
    }
}

/* Appends the thread of a stack, and the method of the frame. */
static void append_place(labels *l, const gcv_hprof_root *root)
{
    const uint32_t at = gcv_id_map_get(l->hprof->ctx, &l->thread_of, root->thread);
    if (at == GCV_NONE) {
        gcv_buffer_print(l->hprof->ctx, &l->text, "thread %" PRIu32, root->thread);
        return;
    }
    const gcv_hprof_root *thread = &l->hprof->heap->roots.data[at];
    append_thread(l, thread->id);
    append_frame_of(l, thread->frame, root->frame);
}

static void index_threads(labels *l)
{
    gcv_hprof_heap *heap = l->hprof->heap;
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].tag == THREAD_OBJECT) {
            gcv_id_map_set(l->hprof->ctx, &l->thread_of, heap->roots.data[i].thread, (uint32_t)i);
        }
    }
    for (size_t i = 0; i < heap->thread_names.n; i++) {
        gcv_id_map_set(l->hprof->ctx, &l->name_of, heap->thread_names.data[i].thread, (uint32_t)i);
    }
}

/* ---- records ------------------------------------------------------------------------------ */

/* Sets what a class object at a root says: it is shown as the statics of its class. */
static void name_class(gcv_hprof *hprof, uint64_t id, gcv_builder_root *out)
{
    const uint32_t at = gcv_id_map_get(hprof->ctx, &hprof->heap->class_of, id);
    if (at != GCV_NONE && hprof->heap->classes.data[at].has_record) {
        hprof->heap->classes.data[at].is_rooted = true;
        out->has_container = true;
        out->container = id;
    }
}

static void add_root(labels *l, const gcv_hprof_root *root)
{
    gcv_hprof *hprof = l->hprof;
    const root_row *row = row_of(root->tag);
    gcv_builder_root out = {.id = root->id, .kind = (uint32_t)row->kind};
    if (root->tag == STICKY_CLASS) {
        name_class(hprof, root->id, &out);
    } else if (row->label != NULL) {
        out.label = gcv_slice_str(row->label);
    } else if (hprof->graph) {
        gcv_buffer_clear(&l->text);
        if (root->tag == THREAD_OBJECT) {
            append(l, gcv_slice_str("thread "));
            append_thread(l, root->id);
        } else {
            append_place(l, root);
        }
        out.label = gcv_buffer_slice(&l->text);
    }
    gcv_builder_add_root(hprof->builder, &out);
}

/* Adds the classes that the boot loader keeps without a record: those of arrays and primitive
 * types and, before JDK 6, all of them. */
static void add_boot_classes(gcv_hprof *hprof)
{
    const gcv_hprof_heap *heap = hprof->heap;
    gcv_builder_root out = {.kind = GCV_ROOT_KIND_STATIC};
    for (uint32_t i = 0; i < heap->classes.n; i++) {
        const gcv_hprof_class *class_ = &heap->classes.data[i];
        if (class_->has_record && class_->loader == 0 && !class_->is_rooted) {
            out.id = class_->id;
            name_class(hprof, class_->id, &out);
            gcv_builder_add_root(hprof->builder, &out);
        }
    }
    const uint32_t mirror = gcv_hprof_shape(heap->java_lang_class, GCV_HPROF_INSTANCE);
    out.has_container = false;
    out.label = gcv_slice_str("boot class");
    for (size_t i = 0; heap->java_lang_class != GCV_NONE && i < heap->rows.slot.n; i++) {
        if (heap->rows.slot.data[i] == mirror) {
            out.id = gcv_id_column_get(&heap->rows.ids, i);
            gcv_builder_add_root(hprof->builder, &out);
        }
    }
}

void gcv_hprof_add_roots(gcv_hprof *hprof)
{
    labels l = {.hprof = hprof};
    index_threads(&l);
    if (hprof->graph) {
        find_shown(hprof);
    }
    for (size_t i = 0; i < hprof->heap->roots.n; i++) {
        add_root(&l, &hprof->heap->roots.data[i]);
    }
    add_boot_classes(hprof);
    GCV_RELEASE(hprof->ctx, &l.thread_of, &l.name_of, &l.text);
}
