/* snapshot_strings.c - the strings of a V8 heap snapshot; see convert.h.
 *
 * There is one string per type name and one per label of roots. Distinct labels are found by
 * sorting the root records by the parts of their labels. */
#include "report/convert/convert.h"

#include "heap/root_label.h"
#include "heap/vocabulary.h"

#include <string.h>

static int compare_labels(const gcv_heap *heap, uint32_t a, uint32_t b)
{
    const gcv_root *x = &heap->roots.data[a], *y = &heap->roots.data[b];
    gcv_slice of_x = gcv_root_owner(heap, x), of_y = gcv_root_owner(heap, y);
    bool has_x = of_x.data != NULL, has_y = of_y.data != NULL;
    return x->kind != y->kind     ? (x->kind < y->kind ? -1 : 1)
           : x->flags != y->flags ? (x->flags < y->flags ? -1 : 1)
           : has_x != has_y       ? (has_y ? -1 : 1)
           : has_x                ? gcv_slice_compare(of_x, of_y)
                                  : 0;
}

GCV_BEFORE(by_label, gcv_heap, compare_labels(of, a, b) < 0);

static void find_labels(gcv_context *ctx, gcv_snapshot_strings *strings)
{
    const gcv_heap *heap = strings->heap;
    uint32_t first = GCV_SNAPSHOT_GROUPS + strings->n_groups + (uint32_t)strings->types.n;
    uint32_t *order = gcv_numbers_sorted(ctx, heap->roots.n, by_label, heap);
    for (size_t i = 0; i < heap->roots.n; i++) {
        if (i == 0 || compare_labels(heap, order[i - 1], order[i]) != 0) {
            gcv_u32_column_push(ctx, &strings->labels, order[i]);
        }
        strings->of_root[order[i]] = first + (uint32_t)strings->labels.n - 1;
    }
    gcv_free(ctx, order);
}

static void find_types(gcv_context *ctx, gcv_snapshot_strings *strings)
{
    uint32_t first = GCV_SNAPSHOT_GROUPS + strings->n_groups;
    for (uint32_t t = 0; t < strings->heap->n_types; t++) {
        uint32_t row = gcv_heap_type_row(strings->heap, t);
        if (row != t) {
            strings->of_type[t] = strings->of_type[row]; /* row < t: it has its string */
            continue;
        }
        strings->of_type[t] = first + (uint32_t)strings->types.n;
        gcv_u32_column_push(ctx, &strings->types, t);
    }
}

void gcv_snapshot_strings_find(gcv_context *ctx, const gcv_heap *heap, gcv_snapshot_strings *out)
{
    *out = (gcv_snapshot_strings){.heap = heap};
    while (gcv_root_group_at(out->n_groups) != NULL) {
        out->n_groups++;
    }
    out->of_type = gcv_alloc(ctx, heap->n_types, sizeof *out->of_type);
    out->of_root = gcv_alloc(ctx, heap->roots.n, sizeof *out->of_root);
    find_types(ctx, out);
    find_labels(ctx, out);
}

static size_t put_unit(char *out, uint32_t unit)
{
    static const char digits[] = "0123456789ABCDEF";
    memcpy(out, "\\u", 2);
    for (size_t i = 0; i < 4; i++) {
        out[2 + i] = digits[unit >> (12 - 4 * i) & 15];
    }
    return 6;
}

/* Writes the escape of a character that cannot be written as it is. */
static size_t put_escape(char out[12], uint32_t code)
{
    if (code == '"' || code == '\\') {
        out[0] = '\\';
        out[1] = (char)code;
        return 2;
    }
    if (code <= 0xffff) {
        return put_unit(out, code);
    }
    size_t n = put_unit(out, gcv_high_surrogate(code));
    return n + put_unit(out + n, gcv_low_surrogate(code));
}

static uint64_t put(gcv_writer *writer, const char *bytes, size_t size)
{
    if (writer != NULL) {
        gcv_writer_put(writer, bytes, size);
    }
    return size;
}

uint64_t gcv_snapshot_put_string(gcv_writer *writer, gcv_slice text)
{
    uint64_t size = put(writer, "\"", 1);
    while (text.size > 0) {
        const char *at = text.data;
        char escape[12];
        size_t n = 0;
        while (n < text.size && at[n] >= ' ' && at[n] < 0x7f && at[n] != '"' && at[n] != '\\') {
            n++;
        }
        size += put(writer, at, n);
        text = gcv_slice_of(at + n, text.size - n);
        if (text.size > 0) {
            size += put(writer, escape, put_escape(escape, gcv_utf8_next(&text)));
        }
    }
    return size + put(writer, "\"", 1);
}

static uint64_t put_next(gcv_writer *writer, gcv_slice text)
{
    return put(writer, ",\n", 2) + gcv_snapshot_put_string(writer, text);
}

uint64_t gcv_snapshot_strings_put(gcv_context *ctx, const gcv_snapshot_strings *strings,
                                  gcv_writer *writer)
{
    static const char *const fixed[] = {"", "(GC roots)", GCV_ROOT_UNREACHABLE_GROUP};
    const gcv_heap *heap = strings->heap;
    gcv_buffer label = {{NULL, 0, 0}};
    uint64_t size = gcv_snapshot_put_string(writer, gcv_slice_str("<dummy>"));
    for (size_t i = 0; i < GCV_LENGTH(fixed); i++) {
        size += put_next(writer, gcv_slice_str(fixed[i]));
    }
    for (size_t i = 0; i < strings->n_groups; i++) {
        size += put_next(writer, gcv_slice_str(gcv_root_group_at(i)));
    }
    for (size_t i = 0; i < strings->types.n; i++) {
        size += put_next(writer, heap->types.name[strings->types.data[i]]);
    }
    for (size_t i = 0; i < strings->labels.n; i++) { /* as gcv_root_label_read() splits them */
        gcv_root_label_in_group(ctx, heap, &heap->roots.data[strings->labels.data[i]], &label);
        size += put_next(writer, gcv_buffer_slice(&label));
    }
    gcv_buffer_release(ctx, &label);
    return size;
}
