/* convert_rpm.c - the heap as an RPM log that reads back to the same heap.
 *
 * The log cannot hold modules, generations, labels of roots other than statics, the factors of a
 * sample, and references to objects without a record: these are omitted. For an incomplete heap
 * there is no closing record, so that the log is incomplete, too. See docs/formats/rpm-log.md.
 *
 * O(objects + references), with an id lookup for each; 4 bytes per type and 20 per static. */
#include "report/convert/convert.h"

#include "analysis/groups.h"

#include <inttypes.h>
#include <string.h>

typedef struct rpm_writer {
    gcv_context *ctx;
    const gcv_heap *heap;
    gcv_writer *out;
    gcv_slice_column labels; /* labels of statics, ascending, distinct: each becomes a type */
    uint32_t *written; /* per type, then per label: 1 + the last section that has its record */
    size_t n_written;
    uint64_t first_id; /* id of the first type; labels follow the types */
    uint32_t *roots;   /* numbers of the roots, by section, then in the order of the heap … */
    size_t n_roots;    /* … and how many of them are written */
    gcv_reference_ids refs;
    gcv_buffer name; /* that is being written */
} rpm_writer;

/* ---- fields ------------------------------------------------------------------------------- */

/* Writes a blank and the number in hex. */
static void put_hex(rpm_writer *w, uint64_t value)
{
    char number[GCV_NUMBER_MAX + 1];
    number[0] = ' ';
    gcv_writer_put(w->out, number, 1 + gcv_format_hex(number + 1, value));
}

/* The character that is written for a character: the same, or its replacement. `outer`: it is the
 * first or last one of the name. */
static uint32_t visible(uint32_t code, bool outer)
{
    enum { DEL = 0x7f, PICTURES = 0x2400, PICTURE_OF_DEL = 0x2421 };
    return code < 0x20            ? PICTURES + code
           : code == DEL          ? PICTURE_OF_DEL
           : code == ' '          ? (outer ? GCV_REPLACEMENT : code)
           : gcv_is_control(code) ? GCV_REPLACEMENT
                                  : code;
}

void gcv_log_form(gcv_context *ctx, gcv_slice name, gcv_buffer *out)
{
    gcv_slice rest = name.size > 0 ? name : gcv_slice_str("\xef\xbf\xbd");
    const char *begin = rest.data;
    char bytes[4];
    while (rest.size > 0) {
        const char *at = rest.data;
        uint32_t code = gcv_utf8_next(&rest);
        if (code == GCV_REPLACEMENT && rest.data == at + 1) { /* not UTF-8 */
            code = (unsigned char)*at;
        }
        const uint32_t shown = visible(code, at == begin || rest.size == 0);
        gcv_buffer_append(ctx, out,
                          shown == code ? gcv_slice_of(at, (size_t)(rest.data - at))
                                        : gcv_slice_of(bytes, gcv_utf8_put(bytes, shown)));
    }
}

/* Writes a blank and the form of a name. */
static void put_name(rpm_writer *w, gcv_slice name)
{
    gcv_buffer_clear(&w->name);
    gcv_buffer_append_str(w->ctx, &w->name, " ");
    gcv_log_form(w->ctx, name, &w->name);
    gcv_writer_put(w->out, w->name.text.data, w->name.text.n);
}

/* ---- ids of types ------------------------------------------------------------------------- */

/* Finds consecutive free ids for all types and labels. It looks at disjoint runs of that length,
 * one more than there are ids in use: so at least one run is free. */
static void find_ids(rpm_writer *w)
{
    const gcv_heap *heap = w->heap;
    gcv_context *ctx = w->ctx;
    uint64_t run = w->n_written > 0 ? w->n_written : 1, id, free_run = 0;
    size_t n_runs = 1;
    for (uint32_t t = 0; t < heap->n_types; t++) {
        n_runs += gcv_is_unknown_type(heap->types.name[t], &id);
    }
    uint8_t *used = gcv_alloc_zeroed(ctx, n_runs, 1);
    for (uint32_t t = 0; t < heap->n_types; t++) {
        if (gcv_is_unknown_type(heap->types.name[t], &id) && id > 0 && (id - 1) / run < n_runs) {
            used[(id - 1) / run] = 1;
        }
    }
    while (used[free_run]) {
        free_run++;
    }
    w->first_id = 1 + free_run * run;
    gcv_free(ctx, used);
}

static uint64_t type_id(const rpm_writer *w, size_t type)
{
    const gcv_heap *heap = w->heap;
    uint64_t id;
    return type < heap->n_types && gcv_is_unknown_type(heap->types.name[type], &id)
               ? id
               : w->first_id + type;
}

/* ---- labels of statics -------------------------------------------------------------------- */

GCV_BEFORE(by_label, gcv_heap,
           gcv_slice_compare(of->roots.data[a].label, of->roots.data[b].label) < 0);

static void find_labels(rpm_writer *w)
{
    const gcv_heap *heap = w->heap;
    gcv_context *ctx = w->ctx;
    gcv_u32_column order = {NULL, 0, 0};
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (heap->roots.data[i].kind == GCV_ROOT_KIND_STATIC &&
            heap->roots.data[i].label.data != NULL) {
            gcv_u32_column_push(ctx, &order, (uint32_t)i);
        }
    }
    gcv_sort(ctx, order.data, order.n, by_label, heap);
    for (size_t i = 0; i < order.n; i++) {
        gcv_slice label = heap->roots.data[order.data[i]].label;
        if (i == 0 || !gcv_slice_equal(w->labels.data[w->labels.n - 1], label)) {
            gcv_slice_column_push(ctx, &w->labels, label);
        }
    }
    gcv_u32_column_release(ctx, &order);
}

/* ---- records ------------------------------------------------------------------------------ */

/* Writes the record of a type or a label (numbered after the types) unless the section has it
 * already. */
static void put_type_once(rpm_writer *w, uint32_t section, size_t type)
{
    const gcv_heap *heap = w->heap;
    uint64_t id;
    if (w->written[type] == section + 1) {
        return;
    }
    w->written[type] = section + 1;
    gcv_slice name =
        type < heap->n_types ? heap->types.name[type] : w->labels.data[type - heap->n_types];
    if (type < heap->n_types && gcv_is_unknown_type(name, &id)) {
        return; /* its id had no record in the dump and gets none here */
    }
    gcv_writer_put_str(w->out, "t");
    put_hex(w, type_id(w, type));
    put_name(w, name);
    gcv_writer_put_str(w->out, "\n");
}

static void put_references(rpm_writer *w, uint32_t first, uint32_t n)
{
    uint32_t batch;
    for (uint32_t i = 0; i < n; i += batch) {
        batch = n - i < GCV_ID_BATCH ? n - i : GCV_ID_BATCH;
        const uint64_t *ids =
            gcv_reference_ids_at(&w->refs, w->heap, first + i, batch, GCV_REFERENCES_UP);
        for (uint32_t k = 0; k < batch; k++) {
            put_hex(w, ids[k]);
        }
    }
}

static uint64_t field_size(uint64_t value)
{
    char digits[GCV_NUMBER_MAX];
    return 1 + gcv_format_hex(digits, value);
}

/* Tells whether the record of an object with these references is a line that readers take. Only
 * millions of them are worth adding up. */
static bool fits_line(rpm_writer *w, uint32_t object, uint32_t first, uint32_t n)
{
    enum { FIELD_MAX = 1 + 16, OTHER_FIELDS = 4 };
    const gcv_heap *heap = w->heap;
    if (n <= GCV_LINE_MAX / FIELD_MAX - OTHER_FIELDS) {
        return true;
    }
    uint64_t size = 1 + field_size(gcv_heap_object_id(heap, object)) +
                    field_size(type_id(w, heap->type.data[object])) +
                    field_size(gcv_heap_size(heap, object));
    for (uint32_t i = 0; i < n; i++) {
        size += field_size(*gcv_reference_ids_at(&w->refs, heap, first + i, 1, GCV_REFERENCES_UP));
    }
    return size <= GCV_LINE_MAX;
}

static void put_object(rpm_writer *w, uint32_t section, uint32_t object)
{
    const gcv_heap *heap = w->heap;
    const uint32_t first = heap->first_ref.data[object];
    const uint32_t n = heap->first_ref.data[object + 1] - first;
    uint64_t id = gcv_heap_object_id(heap, object);
    char room[GCV_NUMBER_MAX];
    if (!fits_line(w, object, first, n)) {
        gcv_fail(w->ctx, GCV_ERR_LIMIT,
                 "object %s has %" PRIu32 " references: its line would be longer than 256 MiB",
                 gcv_id_write(heap, id, room), n);
    }
    put_type_once(w, section, heap->type.data[object]);
    gcv_writer_put_str(w->out, "o");
    put_hex(w, id);
    put_hex(w, type_id(w, heap->type.data[object]));
    put_hex(w, gcv_heap_size(heap, object));
    put_references(w, first, n);
    gcv_writer_put_str(w->out, "\n");
}

static void put_root(rpm_writer *w, const gcv_root *root)
{
    size_t type = GCV_NONE;
    if (root->kind == GCV_ROOT_KIND_STATIC && root->label.data != NULL) {
        type = w->heap->n_types + gcv_slices_before(w->labels.data, w->labels.n, root->label);
    } else if (root->container != GCV_NONE) {
        type = root->container;
    }
    if (type != GCV_NONE) {
        put_type_once(w, root->section, type);
    }
    gcv_writer_put_str(w->out, "r");
    put_hex(w, root->id);
    put_hex(w, root->kind);
    put_hex(w, root->flags);
    if (type != GCV_NONE) {
        put_hex(w, type_id(w, type));
    }
    gcv_writer_put_str(w->out, "\n");
}

/* Writes the name and time of a record `a` or `c`. A name with a blank needs a time after it, or a
 * reader would take its last word for the time. */
static void put_domain(rpm_writer *w, const gcv_section *section, bool has_time, uint64_t time)
{
    gcv_slice name = gcv_domain_of(section);
    put_name(w, name);
    if (has_time || memchr(name.data, ' ', name.size) != NULL) {
        put_hex(w, has_time ? time : 0);
    }
    gcv_writer_put_str(w->out, "\n");
}

GCV_KEY(section_of, ((const gcv_heap *)payload)->roots.data[row].section);

static void put_section(rpm_writer *w, uint32_t number)
{
    const gcv_heap *heap = w->heap;
    const gcv_section *section = &heap->sections.data[number];
    bool is_last = number + 1 == heap->sections.n;
    gcv_writer_put_str(w->out, "a");
    put_hex(w, strcmp(heap->format, "rpm") == 0 && section->has_version ? section->version : 2);
    put_domain(w, section, section->has_started, section->started);
    for (uint32_t i = section->first_object; i < section->end_object; i++) {
        put_object(w, number, i);
    }
    for (; w->n_roots < heap->roots.n && section_of(heap, w->roots[w->n_roots]) == number;
         w->n_roots++) {
        put_root(w, &heap->roots.data[w->roots[w->n_roots]]);
    }
    for (uint32_t i = 0; is_last && i < heap->n_types; i++) { /* types without objects */
        if (w->written[i] == 0) {
            put_type_once(w, number, i);
        }
    }
    if (section->has_end && (!is_last || heap->complete)) {
        gcv_writer_put_str(w->out, "c");
        put_domain(w, section, section->has_ended, section->ended);
    }
}

void gcv_convert_to_rpm(gcv_report *report)
{
    rpm_writer w = {.ctx = report->ctx, .heap = report->in.heap, .out = report->out.writer};
    gcv_phase(report->ctx, "convert");
    find_labels(&w);
    w.n_written = w.heap->n_types + w.labels.n;
    w.written = gcv_alloc_zeroed(w.ctx, w.n_written, sizeof *w.written);
    find_ids(&w);
    w.roots = gcv_numbers_new(w.ctx, w.heap->roots.n);
    gcv_sort_by_key(w.ctx, w.roots, w.heap->roots.n, section_of, w.heap, false);
    for (uint32_t s = 0; s < w.heap->sections.n; s++) {
        put_section(&w, s);
    }
}
