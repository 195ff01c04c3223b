/* java_segments.c - the sub-records of a heap; see java_reader.h.
 *
 * A sub-record has no length of its own, so what is damaged ends the segment; the next segment
 * begins anew. In a file that ends early, everything before the end counts.
 */
#include "input/hprof/java_reader.h"

/* Tags of sub-records other than roots. */
enum {
    CLASS_DUMP = 0x20,
    INSTANCE = 0x21,
    OBJECT_ARRAY = 0x22,
    PRIMITIVE_ARRAY = 0x23,
    ARRAY_WITHOUT_VALUES = 0xc3,
    HEAP_INFO = 0xfe
};

enum { PROGRESS_STEP = 1 << 20, CLASS_GUESS = 1024 };

typedef struct segment {
    gcv_hprof *hprof;
    uint64_t left;  /* bytes; UINT64_MAX: not known */
    uint64_t start; /* offset of the sub-record */
} segment;

/* How a sub-record ended. */
typedef enum outcome { TAKEN, DAMAGED, CUT, ENDED } outcome;

static outcome damaged(segment *s, const char *reason)
{
    gcv_builder_malformed(s->hprof->builder, s->start, reason);
    return DAMAGED;
}

/* Gets the first `size` bytes of the sub-record, its tag among them. */
static outcome need(segment *s, uint64_t size, gcv_cursor *out)
{
    if (size > s->left) {
        return damaged(s, "a sub-record crosses the end of its segment");
    }
    *out = gcv_byte_stream_need(&s->hprof->stream, (size_t)size);
    return gcv_cursor_left(out) < size ? CUT : TAKEN;
}

static void use(segment *s, uint64_t size)
{
    gcv_byte_stream_use(&s->hprof->stream, (size_t)size);
    s->left -= s->left != UINT64_MAX ? size : 0;
}

/* ---- sub-records -------------------------------------------------------------------------- */

/* Takes a sub-record of `size` bytes after its tag: a root or, which is not kept, the heap of
 * Android that the next objects are in. */
static outcome take_fixed(segment *s, unsigned tag, unsigned size)
{
    gcv_cursor bytes;
    const outcome found = need(s, 1 + size, &bytes);
    if (found == TAKEN) {
        if (tag == HEAP_INFO) {
            s->hprof->heap->is_android = true;
        } else {
            gcv_hprof_take_root(s->hprof, tag, bytes.at + 1);
        }
        use(s, 1 + size);
    }
    return found;
}

static outcome take_class(segment *s)
{
    gcv_hprof *hprof = s->hprof;
    uint64_t wanted = CLASS_GUESS;
    for (;;) {
        gcv_cursor bytes = gcv_byte_stream_need(&hprof->stream, (size_t)wanted);
        const size_t n = gcv_cursor_left(&bytes);
        const uint64_t size = 1 + gcv_hprof_class_size(hprof, bytes.at + 1, n - 1);
        if (size == 1) {
            return damaged(s, "a field of a type that does not exist");
        }
        if (size > s->left) {
            return damaged(s, "a class crosses the end of its segment");
        }
        if (size <= n) {
            gcv_hprof_take_class(hprof, bytes.at + 1);
            use(s, size);
            return TAKEN;
        }
        if (n < wanted) {
            return CUT;
        }
        wanted = size > 2 * wanted ? size : 2 * wanted;
    }
}

static void keep_late(gcv_hprof *hprof, gcv_hprof_late *object, const unsigned char *values)
{
    gcv_hprof_heap *heap = hprof->heap;
    object->at = heap->late_bytes.n;
    gcv_u8_column_reserve(hprof->ctx, &heap->late_bytes, (size_t)object->size + 1); /* not NULL */
    gcv_u8_column_append(hprof->ctx, &heap->late_bytes, values, object->size);
    gcv_hprof_late_column_push(hprof->ctx, &heap->late, *object);
}

static outcome take_instance(segment *s)
{
    gcv_hprof *hprof = s->hprof;
    const unsigned id_size = hprof->id_size, head = 1 + 2 * id_size + 8;
    gcv_cursor bytes;
    outcome found = need(s, head, &bytes);
    if (found != TAKEN) {
        return found;
    }
    const uint32_t size = gcv_hprof_u32(bytes.at + head - 4);
    found = need(s, (uint64_t)head + size, &bytes);
    if (found != TAKEN) {
        return found;
    }
    gcv_hprof_late object = {gcv_hprof_id(bytes.at + 1, id_size), s->start, 0, 0, size};
    object.class_ = gcv_hprof_class_at(hprof, gcv_hprof_id(bytes.at + 5 + id_size, id_size));
    if (hprof->heap->classes.data[object.class_].state == GCV_HPROF_KNOWN ||
        gcv_hprof_link_class(hprof, object.class_, false)) {
        gcv_hprof_add_instance(hprof, &object, bytes.at + head);
    } else {
        keep_late(hprof, &object, bytes.at + head);
    }
    use(s, (uint64_t)head + size);
    return TAKEN;
}

/* Takes an array of references or of primitive values; others take its elements from the stream. */
static outcome take_array(segment *s, unsigned tag)
{
    const bool refers = tag == OBJECT_ARRAY, has_values = tag != ARRAY_WITHOUT_VALUES;
    const unsigned id_size = s->hprof->id_size, head = id_size + 9 + (refers ? id_size : 1);
    gcv_cursor bytes;
    const outcome found = need(s, head, &bytes);
    if (found != TAKEN) {
        return found;
    }
    const unsigned char *last = bytes.at + 9 + id_size; /* the class, or the type */
    const uint64_t id = gcv_hprof_id(bytes.at + 1, id_size);
    const uint64_t element = refers ? gcv_hprof_id(last, id_size) : *last;
    const uint32_t n = gcv_hprof_u32(bytes.at + 5 + id_size);
    const unsigned width = refers ? id_size : gcv_hprof_width((unsigned)element);
    const uint64_t size = head + (has_values ? (uint64_t)n * width : 0);
    if (width == 0) {
        return damaged(s, "an array of a type that does not exist");
    }
    if (size > s->left) {
        return damaged(s, "an array crosses the end of its segment");
    }
    use(s, head);
    s->left -= s->left != UINT64_MAX ? size - head : 0;
    const bool whole = refers
                           ? gcv_hprof_take_elements(s->hprof, id, element, n)
                           : gcv_hprof_take_values(s->hprof, id, (unsigned)element, n, has_values);
    return whole ? TAKEN : CUT;
}

/* Whether a record begins here: where the length is not known, it ends the heap. */
static bool is_record(unsigned tag) { return tag == 0x0c || tag == 0x1c || tag == 0x2c; }

static outcome take_sub_record(segment *s, unsigned tag)
{
    const unsigned id_size = s->hprof->id_size;
    const unsigned size = tag == HEAP_INFO ? 4 + id_size : gcv_hprof_root_size(tag, id_size);
    if (size > 0) {
        return take_fixed(s, tag, size);
    }
    if (tag == INSTANCE) {
        return take_instance(s);
    }
    if (tag == OBJECT_ARRAY || tag == PRIMITIVE_ARRAY || tag == ARRAY_WITHOUT_VALUES) {
        return take_array(s, tag);
    }
    if (tag == CLASS_DUMP) {
        return take_class(s);
    }
    return s->left == UINT64_MAX && is_record(tag)
               ? ENDED
               : damaged(s, "a sub-record of a kind that does not exist");
}

/* ---- the segment -------------------------------------------------------------------------- */

static void report_progress(gcv_hprof *hprof)
{
    const gcv_builder_columns *rows = &hprof->heap->rows;
    const uint64_t offset = hprof->stream.offset, size = hprof->ctx->input_size;
    const double share = size > offset && offset > 0 ? (double)size / (double)offset : 1;
    if (offset - hprof->said >= PROGRESS_STEP) {
        hprof->said = offset;
        gcv_builder_says(hprof->builder, (uint64_t)((double)rows->size.n * share),
                         (uint64_t)((double)gcv_id_column_n(&rows->refs) * share));
        gcv_progress(hprof->ctx, offset, rows->size.n);
    }
}

void gcv_hprof_take_segment(gcv_hprof *hprof, uint64_t size)
{
    segment s = {hprof, size, 0};
    outcome found = TAKEN;
    while (found == TAKEN && s.left > 0) {
        s.start = hprof->stream.offset;
        gcv_cursor tag = gcv_byte_stream_need(&hprof->stream, 1);
        if (gcv_cursor_left(&tag) == 0) {
            if (s.left != UINT64_MAX) {
                gcv_hprof_end_early(hprof, s.start);
            }
            return;
        }
        found = take_sub_record(&s, tag.at[0]);
        report_progress(hprof);
    }
    if (found == CUT || (found == DAMAGED && s.left == UINT64_MAX)) {
        gcv_hprof_end_early(hprof, s.start);
    } else if (found == DAMAGED && gcv_byte_stream_skip(&hprof->stream, s.left) < s.left) {
        gcv_hprof_end_early(hprof, hprof->stream.offset);
    }
}
